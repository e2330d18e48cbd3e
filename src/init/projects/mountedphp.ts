import { type Composed, envFilesOf, namesOf } from "../compose.ts";
import { folderOf, join, type Tree } from "../tree.ts";
import { type Example, exampleAt, exampleOf, isDatabaseHost, madeForContainer } from "../variables.ts";
import { commandOf, type Need } from "./mounted.ts";
import { inFolder } from "./shared.ts";

/** A key of the length that Laravel needs, and no secret. */
const KEY = `base64:${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
/** Laravel encrypts cookies with a key, which its example leaves empty. The `-i` of sed is not the same everywhere. */
const KEYED = `sed 's/^APP_KEY=$/APP_KEY=${KEY}/' .env > .env.keyed && mv .env.keyed .env`;

/** Examples of variables for containers: `.env.docker`. */
const OF_CONTAINERS = /(?:^|\/)\.env\.docker(?:\.[\w-]+)?$/;

/** The needs of services with PHP that have the checkout mounted over their own files: installed packages, and Laravel's `.env`. @param top folder of the Compose file */
export function needsOfPhp(tree: Tree, services: readonly Composed[], top: string): Need[] {
  const known = services.flatMap(namesOf);
  const all = services.flatMap((one) => {
    const { mounted: folder, service } = one;
    if (folder === null || !tree.has(join(folder, "composer.json"))) return [];
    const installs = /\bcomposer (?:i|install)\b/;
    const isInstalled =
      /vendor/.test(JSON.stringify(service.volumes)) ||
      installs.test(commandOf(tree, one)) ||
      tree.first(tree.sources(".", /\.sh$/), installs) !== null;
    const argv = ["composer", "install", "--no-interaction", "--quiet", "--ignore-platform-reqs"];
    return [
      ...variablesOf(tree, folder, {
        known,
        isMade: services.some((other) => envFilesOf(other.service, top).includes(join(folder, ".env"))),
      }),
      ...(isInstalled ? [] : [{ argv: inFolder(folder, argv), checks: [] }]),
    ];
  });
  return [...new Map(all.map((need) => [need.argv.join("\u0000"), need])).values()];
}

/**
 * Makes the `.env` of Laravel, from an example whose database is a service, where there is one.
 *
 * @param isMade whether another step makes it
 */
function variablesOf(
  tree: Tree,
  folder: string,
  { known, isMade }: { readonly known: readonly string[]; readonly isMade: boolean },
): Need[] {
  const path = join(folder, ".env");
  if (!tree.has(join(folder, "artisan")) || tree.has(path)) return [];
  const isOfServices = ({ values }: Example) =>
    Object.entries(values).some(([name, value]) => isDatabaseHost(name) && known.includes(value));
  const others = tree.paths.filter((one) => folderOf(one) === folder && OF_CONTAINERS.test(one));
  const from = others.map((one) => exampleAt(tree, one)).find(isOfServices) ?? exampleOf(tree, path);
  if (from === null) return [];
  const made = madeForContainer(from, path, { known });
  return [
    ...(isMade ? [] : [{ argv: made.argv, checks: made.checks }]),
    ...(from.values.APP_KEY === "" ? [{ argv: inFolder(folder, ["sh", "-c", KEYED]), checks: [] }] : []),
  ];
}
