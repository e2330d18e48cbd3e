import { own } from "../../base/own.ts";
import { resolved } from "../../base/paths.ts";
import { codeIn } from "../code.ts";
import { type Composed, envFilesOf, namesOf, pairs, wordsOf } from "../compose.ts";
import { copiesIn } from "../copies.ts";
import { FOR_DEVELOPERS } from "../target.ts";
import { baseName, isBelow, join, type Tree } from "../tree.ts";
import { copied, exampleAt, ignoredFiles, madeForContainer } from "../variables.ts";
import { dotenvFiles, refused } from "./dotenv.ts";
import { generated, managerOf, NODE, script } from "./node.ts";
import { inFolder } from "./shared.ts";

/** A step of the build, and sentences about it. */
export interface Need {
  readonly argv: readonly string[];
  readonly checks: readonly string[];
}

/** The needs of the service that is loaded, and of all others that have code of the checkout mounted, each once. */
export function needsOfMounted(
  tree: Tree,
  loaded: Composed,
  services: readonly Composed[],
  top: string,
): Need[] {
  const others = services.filter((one) => one !== loaded && one.mounted !== null);
  const known = services.flatMap(namesOf);
  const all = [loaded, ...others].flatMap((one) => mountedNeeds(tree, one, { top, known }));
  return [...new Map(all.map((need) => [need.argv.join("\u0000"), need])).values()];
}

const stageName = (text: string) => /^FROM\s.*\sAS\s+(\S+)/i.exec(text)?.[1]?.toLowerCase();

/** The stages of a service's Dockerfile, the one that it is built to last. */
export function stagesOf(tree: Tree, { service, dockerfile }: Composed): string[] {
  const stages = (dockerfile === null ? "" : tree.text(dockerfile)).split(/^(?=FROM\s)/im);
  const wanted = String(Object(service.build).target ?? "").toLowerCase();
  const at = stages.findIndex((text) => stageName(text) === wanted);
  return at === -1 ? stages : stages.slice(0, at + 1);
}

/** The text of the last stage, behind those that it begins with. */
export function lastStage(stages: readonly string[]): string {
  const last = stages.at(-1) ?? "";
  const [, from = ""] = /^FROM\s+(?:--\S+\s+)*(\S+)/i.exec(last) ?? [];
  const at = stages.slice(0, -1).findIndex((text) => stageName(text) === from.toLowerCase());
  return at === -1 ? last : lastStage(stages.slice(0, at + 1)) + last;
}

/** The rest of the last line of a service's Dockerfile with an instruction; empty without it. */
export const lastInstruction = (
  tree: Tree,
  composed: Composed,
  name: "CMD" | "ENTRYPOINT" | "WORKDIR",
): string =>
  [
    ...stagesOf(tree, composed)
      .join("")
      .matchAll(new RegExp(`^${name}\\s+(.*)$`, "gim")),
  ].at(-1)?.[1] ?? "";

/** The command that a service starts with: its own, else that of its Dockerfile. An entrypoint of its own replaces both there. */
export function commandOf(tree: Tree, composed: Composed): string {
  const { service } = composed;
  const last = (name: "CMD" | "ENTRYPOINT") => {
    const text = lastInstruction(tree, composed, name);
    return text.startsWith("[")
      ? [...text.matchAll(/"([^"]*)"/g)].map(([, word]) => word).join(" ")
      : text.trim();
  };
  const { entrypoint, command } = service;
  const words = [
    entrypoint == null ? last("ENTRYPOINT") : wordsOf(entrypoint),
    command == null ? (entrypoint == null ? last("CMD") : "") : wordsOf(command),
  ];
  return words.join(" ").trim();
}

/** The folder of the package that a service runs; null where neither its mount nor its build's context has one. */
export const packageIn = (tree: Tree, { context, mounted }: Composed): string | null =>
  [mounted, context].find((one) => one !== null && tree.has(join(one, "package.json"))) ?? null;

/** The scripts that a command of npm, yarn, pnpm or bun names, and those that these run. */
export function scriptsOf(tree: Tree, composed: Composed, command: string): string {
  const scripts = Object(tree.json(join(packageIn(tree, composed) ?? ".", "package.json")).scripts);
  const found = new Map<string, string>();
  const add = (text: string): void => {
    for (const [, name = ""] of text.matchAll(CALL)) {
      for (const one of [`pre${name}`, name]) {
        const script = own(scripts, one);
        if (typeof script !== "string" || found.has(one)) continue;
        found.set(one, script);
        add(script);
      }
    }
  };
  add(command);
  return [...found.values()].join("\n");
}
const CALL = /\b(?:npm|yarn|pnpm|bun) (?:run(?:-script)? )?([\w:.-]+)/g;

/** The shell script of the checkout that a command runs, without comments; empty for every other command. */
function shellIn(tree: Tree, command: string): string {
  const [, name] = /([\w.-]+\.sh)\b/.exec(command) ?? [];
  const path = name === undefined ? undefined : tree.paths.find((one) => baseName(one) === name);
  return path === undefined ? "" : tree.text(path).replace(/^\s*#.*$/gm, "");
}

/** All that a service runs as it starts, as far as the checkout has it: its command, its shell script, and scripts that these name. */
export function startText(tree: Tree, composed: Composed): string {
  const command = commandOf(tree, composed);
  const own = `${command}\n${shellIn(tree, command)}`;
  return `${own}\n${scriptsOf(tree, composed, own)}`;
}

/** The command of a service that compiles it at every start, such as `go run`; null where none does. */
export const compiledAtStart = (tree: Tree, composed: Composed): string | null =>
  /\b(?:go run|cargo run|cargo watch|CompileDaemon|spring-boot:run|bootRun|nest start|ts-node)\b(?!.*(?:swc|transpile))/.exec(
    startText(tree, composed).replace(/["'\s]+/g, " "),
  )?.[0] ?? null;

/** Compilers of TypeScript are slow, too, but a process of the same package is seldom better. */
export const isTypeScript = (compiler: string): boolean => ["nest start", "ts-node"].includes(compiler);

/**
 * Notes for a person about services of the checkout whose command is for developers. Of a shell script its last line counts:
 * the lines before may be for another environment.
 *
 * @param replaced the service that gets another command from a file for production
 */
export function forDevelopers(
  tree: Tree,
  services: readonly Composed[],
  replaced: Composed | null,
): string[] {
  const commands = new Map<string, string[]>();
  for (const one of services) {
    if (one === replaced || (one.dockerfile === null && one.mounted === null)) continue;
    const command = commandOf(tree, one);
    const last = `${command}\n${shellIn(tree, command).trim().split("\n").at(-1)}`;
    if (!FOR_DEVELOPERS.test(`${last}\n${scriptsOf(tree, one, last)}`)) continue;
    commands.set(command, [...(commands.get(command) ?? []), one.name]);
  }
  return [...commands].map(
    ([command, names]) =>
      `\`${command}\` of ${names.join(", ")} is for developers: measure the command of production.`,
  );
}

/** A file that a build makes, in a command. */
const BUILT = /(?:^|[\s"'=/])(dist|build|\.output)\/[\w./-]*/;

/** Whether a service starts what its image built, and the mounted checkout does not have. */
function startsBuilt(tree: Tree, composed: Composed, folder: string, volumes: readonly string[]): boolean {
  const command = commandOf(tree, composed);
  const made = BUILT.exec(`${command} ${scriptsOf(tree, composed, command)}`)?.[1];
  if (made === undefined || tree.paths.some((path) => path.startsWith(`${join(folder, made)}/`)))
    return false;
  return !volumes.some((one) => one.split(":").some((path) => path.endsWith(`/${made}`)));
}

/** Whether a file of the checkout is in a service's container: through its mount, or copied into its image. */
function isInside(tree: Tree, { dockerfile, context, mounted }: Composed, path: string): boolean {
  if (mounted !== null || dockerfile === null || context === null) return true;
  const ignored = tree.text(join(context, ".dockerignore")).split("\n");
  if (ignored.some((line) => [".env", ".env*", "*.env"].includes(line.trim().replace(/^(?:\*\*)?\//, ""))))
    return false;
  return copiesIn(tree.text(dockerfile), false).some(
    (from) => /[*?[$]/.test(from) || isBelow(path, resolved(context, from) ?? path),
  );
}

/**
 * The files of variables that the code of a service reads, and Compose does not: those with an example, and a committed `.env`.
 *
 * @param top the folder of its Compose file
 */
export function dotenvOf(tree: Tree, composed: Composed, top: string): ReturnType<typeof dotenvFiles> {
  const { service, dockerfile } = composed;
  const isMade = /\bcp\b.*env/.test(dockerfile === null ? "" : tree.text(dockerfile));
  if (service.env_file !== undefined || isMade) return [];
  const folder = packageIn(tree, composed) ?? top;
  const { dependencies = {} } = tree.json(join(folder, "package.json"));
  const code = codeIn(tree, { folder, ending: NODE.code });
  const isRead =
    /"dotenv(?:-safe)?"|@nestjs\/config/.test(JSON.stringify(dependencies)) ||
    (composed.mounted === folder && tree.first(code, /["']dotenv(?:-safe)?(?:\/config)?["']/) !== null);
  if (!isRead) return [];
  const found = dotenvFiles(tree, folder, code);
  const own = join(folder, ".env");
  const isKnown = !tree.has(own) || found.some(({ path }) => path === own);
  const all = isKnown ? found : [...found, { path: own, from: exampleAt(tree, own) }];
  return all.filter(({ path }) => isInside(tree, composed, path));
}

/** The needs of a service that has the checkout mounted over its own files: files of variables, others that it ignores, and the installed packages. */
function mountedNeeds(
  tree: Tree,
  composed: Composed,
  { top, known }: { readonly top: string; readonly known: readonly string[] },
): Need[] {
  const { service, dockerfile, mounted } = composed;
  const volumes = (Array.isArray(service.volumes) ? service.volumes : []).map(String);
  const folder = packageIn(tree, composed) ?? top;
  const image = dockerfile === null ? "" : tree.text(dockerfile);
  const manifest = tree.json(join(folder, "package.json"));
  const code = codeIn(tree, { folder, ending: NODE.code });
  const dotenv = dotenvOf(tree, composed, top);
  const given = pairs(service.environment).map(([name]) => name);
  const copies = dotenv
    .filter(({ path }) => !tree.has(path))
    .map((one) => {
      const { argv, checks } = madeForContainer(one.from, one.path, { known });
      return { argv, checks: [...checks, ...refused(tree, code, [one], given)] };
    });
  const isNode = /\b(?:node|bun|deno|npm|yarn|pnpm)\b/.test(
    [image, service.image, wordsOf(service.command), wordsOf(service.entrypoint)].join(" "),
  );
  const isCovered = mounted === folder && isNode;
  const hides =
    isCovered &&
    manifest.dependencies !== undefined &&
    !volumes.some((one) => /node_modules/.test(one)) &&
    !/\b(?:npm|yarn|pnpm) (?:ci|i|install)\b/.test(wordsOf(service.command));
  const manager = managerOf(tree, folder);
  const building =
    isCovered &&
    own(Object(manifest.scripts), "build") !== undefined &&
    startsBuilt(tree, composed, folder, volumes);
  // The image may have made them, and the mount hides those.
  const ignored = (mounted === null ? [] : ignoredFiles(tree, mounted))
    .filter(
      ({ path }) => !envFilesOf(service, top).includes(path) && !dotenv.some((one) => one.path === path),
    )
    .map(({ path, from }) => ({ argv: copied(from, path), checks: [`${path} gets the text of ${from}.`] }));
  return [
    ...copies,
    ...ignored,
    ...(hides || building
      ? [inFolder(folder, manager.install), ...generated(folder, manifest)].map((argv) => ({
          argv,
          checks: [],
        }))
      : []),
    ...(building ? [{ argv: script(manager.name, folder, "build"), checks: [] }] : []),
  ];
}
