import { shellWord } from "../../base/shell.ts";
import { baseName, type Evidence, isBelow, join, type Tree } from "../tree.ts";
import { argvOf, execLast, procfileWeb } from "./shared.ts";

/** How a package of Node.js is started. */
export interface Start {
  readonly title: string;
  readonly command: string;
  readonly run: readonly string[];
  readonly at: Evidence;
  /** Scripts that it ran itself before it started, and that are part of the build now. */
  readonly builds: readonly string[] | null;
  /** The script that a package manager runs before the start; null where there is none. */
  readonly before: string | null;
  /** Whether it starts something that a build makes. */
  readonly needsBuild: boolean;
  readonly listens: boolean;
  readonly entries: readonly string[];
}

/** How a package starts: its Procfile, `start:prod`, `start`, or its main file if that listens. */
export function startOf(tree: Tree, folder: string, scripts: Readonly<Record<string, string>>): Start | null {
  const manifest = join(folder, "package.json");
  const web = procfileWeb(tree, folder);
  const asked = /^(?:npm|yarn|pnpm|bun)(?: run)? (start[\w:-]*)$/.exec(web?.command ?? "")?.[1];
  const name = [asked, "start:prod", "start:production", "prod", "start", "serve"].find(
    (one) => one !== undefined && scripts[one] !== undefined,
  );
  if (name !== undefined) {
    const line = tree.first([manifest], new RegExp(`"${name.replace(/[^\w:-]/g, "")}"\\s*:`))?.line ?? null;
    const { rest, builds } = withoutBuild(scripts[name]!);
    // A script that only runs another one: that one's program is started.
    const other = scripts[/^(?:npm|yarn|pnpm|bun)(?: run)? ([\w:-]+)$/.exec(rest)?.[1] ?? ""];
    const command = underlying(tree, folder, other ?? rest);
    return {
      ...about(tree, folder, command),
      title: `\`npm run ${name}\``,
      at: { file: manifest, line },
      builds,
      // npm runs it before the script; the program itself is started without npm.
      before: scripts[`pre${name}`] === undefined ? null : `pre${name}`,
    };
  }
  const main = String(tree.json(manifest).main ?? "");
  const files = [main, "server.js", "app.js", "index.js", "src/server.js", "src/index.js"];
  const file = files.map((one) => join(folder, one.replace(/^\.\//, ""))).find((one) => tree.has(one));
  if (file === undefined || !/\.listen\(|createServer\(/.test(tree.text(file))) return null;
  const path = folder === "." ? file : file.slice(folder.length + 1);
  const own = { title: path, at: { file, line: null }, builds: null, before: null };
  return { ...about(tree, folder, `node ${path}`), ...own };
}

/** A start without the build that it begins with: `npm run build && node dist/server.js`. */
function withoutBuild(command: string): { rest: string; builds: string[] | null } {
  const parts = command.split(/\s*&&\s*/);
  const builds = parts
    .slice(0, -1)
    .map((part) => /^(?:npm|yarn|pnpm|bun)(?: run)? (\S*build\S*)$/.exec(part)?.[1]);
  return builds.length > 0 && builds.every((name) => name !== undefined)
    ? { rest: parts.at(-1)!, builds: builds as string[] }
    : { rest: command, builds: null };
}

/** Behind a process manager or what watches files, the program itself: pm2 would start it as a process of its own. */
function underlying(tree: Tree, folder: string, command: string): string {
  const [, , compiled] = /^tsc-watch\b.*\s--onSuccess\s+(["'])(.*?)\1/.exec(command) ?? [];
  if (compiled !== undefined) return compiled;
  const [, watched] = /^(?:npx )?nodemon\s+([\w./-]+\.[cm]?js)$/.exec(command) ?? [];
  if (watched !== undefined) return `node ${watched}`;
  const nx = /^(?:npx )?nx (?:serve(?: ([\w-]+))?|run ([\w-]+):serve)$/.exec(command);
  const served = nx && builtByNx(tree, folder, nx[1] ?? nx[2]);
  if (served) return `node ${served}`;
  const file = /\bpm2(?:-runtime)?\s+(?:start\s+)?(\S+\.json)/.exec(command)?.[1];
  const [app] = (file === undefined ? [] : (tree.json(join(folder, file)).apps as unknown[])) ?? [];
  const started = (app as { script?: unknown } | undefined)?.script;
  if (typeof started === "string") return `node ${started}`;
  // It compiles at each start what the build has compiled already, unless the project has several applications.
  if (
    /^nest start$/.test(command) &&
    !/"monorepo"|"entryFile"/.test(tree.text(join(folder, "nest-cli.json")))
  )
    return "node dist/main";
  return command.replace(/^(?:cross-env\s+)((?:\w+=\S+\s+)*)/, "$1");
}

/** What Nx builds of a project before it serves it; null where its files do not tell. */
function builtByNx(tree: Tree, folder: string, project: string | undefined): string | null {
  const files = tree.named(/^project\.json$/).filter((path) => isBelow(path, folder));
  const own = join(folder, "project.json");
  const found = files
    .map((path) => [path, tree.json(path) as NxProject] as const)
    .find(([path, { name }]) => (project === undefined ? path === own : name === project))?.[1];
  const { outputPath, main } = found?.targets?.build?.options ?? {};
  if (typeof outputPath !== "string" || typeof main !== "string") return null;
  const output = outputPath.replace(/^\{workspaceRoot\}\//, "");
  const made = `${output}/${baseName(main).replace(/\.[cm]?ts$/, ".js")}`;
  return shellWord(made) === made ? made : null;
}

/** The parts of an Nx `project.json` that say what its build makes. */
interface NxProject {
  readonly name?: unknown;
  readonly targets?: { readonly build?: { readonly options?: Readonly<Record<string, unknown>> } };
}

function about(tree: Tree, folder: string, command: string) {
  const entry = /\b(?:node|bun(?: run)?)\s+(?:-\S+\s+)*(\S+)/.exec(command)?.[1]?.replace(/^\.\//, "");
  const made =
    entry !== undefined && !tree.has(join(folder, entry)) && !tree.has(join(folder, `${entry}.js`));
  const source = (entry ?? "")
    .replace(/^(?:dist|build|lib|out)\/(?:src\/)?/, "src/")
    .replace(/\.[cm]?js$/, "");
  const entries = [
    entry ?? "",
    `${source}.ts`,
    `${source}.js`,
    "src/main.ts",
    "src/index.ts",
    "src/server.ts",
  ]
    .map((path) => join(folder, path))
    .filter((path, i, all) => tree.has(path) && all.indexOf(path) === i);
  // Local programs are not on the PATH unless npm puts them there.
  const plain = /^(?:node|deno|bun|sh|bash)\s/.test(command);
  const run = plain ? argvOf(command) : ["npx", "--no-install", ...argvOf(command)];
  return {
    command,
    run: /^(?:\w+=|.*[&|;])/.test(command)
      ? ["sh", "-c", `PATH="$PWD/node_modules/.bin:$PATH"; ${execLast(command)}`]
      : run,
    needsBuild: made || !plain || /^(?:dist|build|out)\//.test(entry ?? ""),
    listens: tree.first(entries, /\.listen\(|createServer\(/) !== null,
    entries,
  };
}
