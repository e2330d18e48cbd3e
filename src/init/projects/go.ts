import { resolved } from "../../base/paths.ts";
import { locationOf } from "../../base/text.ts";
import type { Candidate, ProjectKind } from "../candidate.ts";
import { dockerArgs } from "../code.ts";
import { baseName, type Evidence, escaped, folderOf, isAside, join, type Tree } from "../tree.ts";
import { inFolder, inFoldersWith, outputFolder, processCandidate } from "./shared.ts";

const CODE = /\.go$/;
/** Signs that a module serves HTTP. */
const SERVES =
  /ListenAndServe|http\.Server\{|gin-gonic\/gin|labstack\/echo|gofiber\/fiber|go-chi\/chi|gorilla\/mux|connectrpc/;

/** A sign that a module serves gRPC. */
const SERVES_GRPC = /\bgrpc\.NewServer\(/;

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

export const GO: ProjectKind = {
  files: new RegExp(`(?:^|/)(?:go\\.mod|go\\.work|Makefile)$|${WORKFLOW.source}`),
  code: CODE,
  candidates: inFoldersWith(/^go\.mod$/, inModule),
};

function inModule(tree: Tree, folder: string): Candidate | null {
  const manifest = join(folder, "go.mod");
  const name = tree.first([manifest], /^module\s+(\S+)/m)?.groups[0] ?? "app";
  const short = baseName(name.replace(/\/v\d+$/, ""));
  const code = tree.sources(folder, CODE);
  const isHttp = tree.first([manifest, ...code], SERVES) !== null;
  if (!isHttp && tree.first(code, SERVES_GRPC) === null) return null;
  const mains = tree
    .all(code, /^func main\(\)/gm)
    .filter(
      ({ file }) =>
        /^package main\b/m.test(tree.text(file)) && !/^\/\/go:build (?:ignore|tools)/m.test(tree.text(file)),
    )
    .sort((a, b) => rank(a, short, tree) - rank(b, short, tree));
  const [main] = mains;
  if (!main) return null;
  const at = folderOf(main.file);
  const target = at === folder ? "." : `./${folder === "." ? at : at.slice(folder.length + 1)}`;
  const made = madeBy(tree, folder, code, target);
  const program = made?.program ?? `${outputFolder(tree)}/${short}`;
  const build = made?.build ?? ["go", "build", "-o", program, target];
  const before = made ? null : makeBefore(tree, folder);
  const elsewhere = [...new Set(mains.slice(1).map(({ file }) => folderOf(file)))];
  const others = elsewhere.filter((path) => path === folder || /(?:^|\/)cmd\//.test(path)).slice(0, 4);
  return processCandidate(tree, {
    title: `go build ${target}`,
    folder,
    build: [...(before ? [before.argv] : []), build].map((argv) => inFolder(folder, argv)),
    run: [
      program.includes("/") ? program : `./${program}`,
      ...dockerArgs(tree, folder, baseName(program), mains.length === 1),
    ],
    env: dataFolder(tree, code, outputFolder(tree)),
    given: viperPort(tree, code) ?? prefixedPort(tree, code) ?? ginPort(tree, code) ?? undefined,
    usual: 8080,
    confidence: 0.75 - (others.length > 0 ? 0.05 : 0),
    evidence: [{ file: main.file, line: main.line }],
    checks: [
      ...(isHttp ? [] : ["it serves gRPC and no HTTP: the load needs k6/net/grpc."]),
      ...(made?.checks ?? []),
      ...(before ? [before.check] : []),
      ...(others.length > 0 ? [`other programs of the module: ${others.join(", ")}.`] : []),
    ],
    ending: CODE,
    except: elsewhere.filter((path) => path !== at && !at.startsWith(`${path}/`)),
    entries: code.filter((path) => folderOf(path) === at),
    readsDotenv: tree.first(code, /godotenv\.Load\(|godotenv\/autoload/) !== null,
  });
}

/**
 * The program that serves: named like the module's daemon or server, the module, the server or the API, and nearest to
 * the top. Where there is a "shopd", "shop" is its client.
 */
function rank({ file }: Evidence, short: string, tree: Tree): number {
  const folder = baseName(folderOf(file));
  const servers = [`${short}d`, `${short}-server`, `${short}server`];
  const named = [...servers, short, "server", "api", "web", "app", "cmd", "."].indexOf(folder);
  const serves = [SERVES, SERVES_GRPC].some((sign) => sign.test(tree.text(file))) ? 0 : 1;
  return (named === -1 ? 20 : named) + 3 * serves + file.split("/").length / 10;
}

/** A target of the Makefile, where the code embeds files that only it makes. */
function madeBy(tree: Tree, folder: string, code: readonly string[], target: string) {
  const missing = tree
    .all(code, /^\/\/go:embed\s+(?:all:)?["'`]?([\w./-]+)/gm)
    .filter(({ file }) => !isAside(file))
    .map(({ file, line, groups: [path = ""] }) => ({ file, line, path: resolved(folderOf(file), path) }))
    .find(
      ({ path }) => path !== null && !tree.has(path) && !tree.paths.some((one) => one.startsWith(`${path}/`)),
    );
  if (!missing) return null;
  const makefile = join(folder, "Makefile");
  const [, rule, program] =
    new RegExp(
      `^([\\w-]+):[^\\n]*\\n(?:(?:\\t|#)[^\\n]*\\n)*?\\t[^\\n]*go build[^\\n]*-o[ =](\\S+)[^\\n]*\\s${escaped(target)}/?\\s*$`,
      "m",
    ).exec(`${tree.text(makefile)}\n`) ?? [];
  const check = `${missing.file}:${missing.line} embeds ${missing.path}, which is not in the checkout`;
  if (rule === undefined || program === undefined || program.includes("$"))
    return { program: undefined, build: undefined, checks: [`${check}: build it before.`] };
  return { program, build: ["make", rule], checks: [`${check}: \`make ${rule}\` makes it.`] };
}

/** A `make` that a workflow runs right before `go build`: it writes code that is not in the checkout. */
function makeBefore(tree: Tree, folder: string) {
  if (!tree.has(join(folder, "Makefile"))) return null;
  const workflows = tree.paths.filter((path) => WORKFLOW.test(path));
  const step = tree.first(
    workflows,
    /^[ \t]*(?:run:[ \t]*)?(make(?:[ \t]+[\w-]+)?)[ \t]*\n(?:[^\n]*\n){0,3}?[^\n]*\bgo build\b/m,
  );
  if (!step) return null;
  const argv = step.groups[0]!.split(/\s+/);
  return {
    argv,
    check: `${locationOf(step)} runs \`${argv.join(" ")}\` before it builds, and so does this.`,
  };
}

/** Viper reads each setting from a variable with a prefix: `SetEnvPrefix("memos")` and "port" is MEMOS_PORT. */
function viperPort(tree: Tree, code: readonly string[]) {
  const prefix = tree.first(code, /SetEnvPrefix\("(\w+)"\)/)?.groups[0];
  const port = tree.first(code, /(?:SetDefault|Flags\(\)\.Int)\("port",\s*(\d+)/)?.groups[0];
  return prefix === undefined || port === undefined
    ? null
    : { env: `${prefix.toUpperCase()}_PORT`, port: Number(port) };
}

const lookupPrefix = (tree: Tree, code: readonly string[]) =>
  tree.first(code, /\bPrefixLookuper\(\s*"(\w+)"/)?.groups[0];

/** go-envconfig with a prefix: `PrefixLookuper("SHOP_", …)` and `env:"HTTP_PORT,default=8080"` are SHOP_HTTP_PORT. */
function prefixedPort(tree: Tree, code: readonly string[]) {
  const prefix = lookupPrefix(tree, code);
  const [name, port] = tree.first(code, /\benv:"((?:HTTP_|SERVER_)?PORT)\s*,\s*default=(\d+)/)?.groups ?? [];
  return prefix === undefined || name === undefined ? null : { env: `${prefix}${name}`, port: Number(port) };
}

/** Gin's `Run` without an address reads PORT. */
const ginPort = (tree: Tree, code: readonly string[]) =>
  tree.first(code, /\bgin\.(?:Default|New)\(/) !== null && tree.first(code, /\.Run\(\s*\)/) !== null
    ? { env: "PORT", port: 8080 }
    : null;

/** A folder for data of its own, where a setting names it: both sides would share one otherwise. */
function dataFolder(tree: Tree, code: readonly string[], folder: string): Record<string, string> {
  const prefix = tree.first(code, /SetEnvPrefix\("(\w+)"\)/)?.groups[0];
  const data = tree.first(code, /Flags\(\)\.String\("(data(?:-dir)?)"/)?.groups[0];
  if (prefix !== undefined && data !== undefined)
    return { [`${prefix}_${data.replaceAll("-", "_")}`.toUpperCase()]: folder };
  const tagged = tree.first(code, /\benv:"((?:DATA_?)?DIR)\b/)?.groups[0];
  const lookedUp = lookupPrefix(tree, code);
  return lookedUp === undefined || tagged === undefined ? {} : { [`${lookedUp}${tagged}`]: folder };
}
