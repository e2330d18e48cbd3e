import { codeIn } from "../code.ts";
import { type Composed, namesOf, wordsOf } from "../compose.ts";
import { FOR_DEVELOPERS } from "../target.ts";
import { join, type Tree } from "../tree.ts";
import { madeForContainer } from "../variables.ts";
import { dotenvFiles } from "./dotenv.ts";
import { managerOf, NODE } from "./node.ts";
import { inFolder } from "./shared.ts";

/** A step of the build, and sentences about it. */
interface Need {
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

/**
 * Notes for a person about services of the checkout whose command is for developers.
 *
 * @param replaced the service that gets another command from a file for production
 */
export function forDevelopers(services: readonly Composed[], replaced: Composed | null): string[] {
  const commands = new Map<string, string[]>();
  for (const one of services) {
    const command = wordsOf(one.service.command);
    if (one === replaced || (one.dockerfile === null && one.mounted === null)) continue;
    if (FOR_DEVELOPERS.test(command)) commands.set(command, [...(commands.get(command) ?? []), one.name]);
  }
  return [...commands].map(
    ([command, names]) =>
      `\`${command}\` of ${names.join(", ")} is for developers: measure the command of production.`,
  );
}

/** The needs of a service that has the checkout mounted over its own files: files of variables, and the installed packages. */
function mountedNeeds(
  tree: Tree,
  { service, dockerfile, mounted }: Composed,
  { top, known }: { readonly top: string; readonly known: readonly string[] },
): Need[] {
  const volumes = (Array.isArray(service.volumes) ? service.volumes : []).map(String);
  const folder = mounted !== null && tree.has(join(mounted, "package.json")) ? mounted : top;
  const image = dockerfile === null ? "" : tree.text(dockerfile);
  const manifest = tree.json(join(folder, "package.json"));
  const reads = /"dotenv"|@nestjs\/config/.test(JSON.stringify(manifest.dependencies ?? {}));
  const dotenv =
    reads && service.env_file === undefined && !/\bcp\b.*env/.test(image)
      ? dotenvFiles(tree, folder, codeIn(tree, { folder, ending: NODE.code }))
      : [];
  const copies = dotenv
    .filter(({ path }) => !tree.has(path))
    .map(({ path, from }) => madeForContainer(from, path, { known }));
  const isNode = /\b(?:node|bun|deno|npm|yarn|pnpm)\b/.test(
    [image, service.image, wordsOf(service.command), wordsOf(service.entrypoint)].join(" "),
  );
  const hides =
    mounted === folder &&
    isNode &&
    manifest.dependencies !== undefined &&
    !volumes.some((one) => /node_modules/.test(one)) &&
    !/\b(?:npm|yarn|pnpm) (?:ci|i|install)\b/.test(wordsOf(service.command));
  return [
    ...copies,
    ...(hides ? [{ argv: inFolder(folder, managerOf(tree, folder).install), checks: [] }] : []),
  ];
}
