import type { ComposePlan } from "../candidate.ts";
import { BUILT_FILE, type Composed, pairs } from "../compose.ts";
import { buildContext, buildLine, uncopied } from "../copies.ts";
import { dockerfileFor, type Target } from "../target.ts";
import type { Tree } from "../tree.ts";
import { openKeys } from "../variables.ts";

/** The service that is loaded, and the folder of its Compose file. */
interface Loaded extends Pick<Target, "composed" | "made"> {
  readonly folder: string;
}

/** The Dockerfile that builds an image of the project which its Compose files only name; null for every other service. */
const builder = (tree: Tree, { made, folder, composed }: Loaded): string | null =>
  made === "published" ? dockerfileFor(tree, folder, composed.name) : null;

/** Files that the image of `builder` copies and the checkout lacks. */
export function uncopiedFor(tree: Tree, loaded: Loaded) {
  const dockerfile = builder(tree, loaded);
  if (dockerfile === null) return [];
  return uncopied(tree, dockerfile, buildContext(tree, dockerfile)).map((path) => ({ dockerfile, path }));
}

/** The services of the checkout with keys that their Compose files write out as placeholders, each with other values. */
export function keysIn(services: readonly Composed[], { composed }: Pick<Loaded, "composed">) {
  const all = services.flatMap(({ service }) => pairs(service.environment));
  const ordered = [composed, ...services.filter((one) => one !== composed)]; // its keys follow its build
  return ordered.flatMap((one) => {
    const isOurs = one === composed || one.dockerfile !== null || one.mounted !== null;
    const keys = isOurs ? openKeys(pairs(one.service.environment), all) : [];
    return keys.length === 0 ? [] : [{ name: one.name, keys }];
  });
}

/**
 * A Compose file next to the project's own; null where none is needed. It builds an image that the others only name, and
 * replaces keys that are placeholders.
 */
export function writtenFile(
  tree: Tree,
  { keys, ...loaded }: Loaded & { readonly keys: ReturnType<typeof keysIn> },
): ComposePlan["written"] {
  const dockerfile = builder(tree, loaded);
  if (dockerfile === null && keys.length === 0) return null;
  const lines = [
    "# Goes with the project's Compose file while it is measured. Written by `steelyard init`.",
    "services:",
    ...(dockerfile === null
      ? []
      : [
          "  # Built from the checkout: every measurement would be of the same image, whatever a change does.",
          `  ${loaded.composed.name}:`,
          // Compose reads paths of all files from the folder of the first one.
          `    build: ${buildLine(tree, dockerfile, loaded.folder)}`,
        ]),
    ...keys.flatMap((one) => [
      ...(dockerfile !== null && one.name === loaded.composed.name ? [] : [`  ${one.name}:`]),
      "    # In place of placeholders, which a server may refuse.",
      `    environment: ${JSON.stringify(Object.fromEntries(one.keys))}`,
    ]),
    "",
  ];
  return { path: BUILT_FILE, text: lines.join("\n") };
}

/** Arguments that BuildKit or the machine gives every build, or that only set BuildKit itself. */
const GIVEN =
  /^(?:TARGET|BUILD)(?:PLATFORM|OS|ARCH|VARIANT)$|^BUILDKIT_\w+$|^SOURCE_DATE_EPOCH$|^(?:HTTPS?|FTP|NO|ALL)_PROXY$/i;

/** Notes for a person about an image that the Compose files name and do not build. */
export function imageChecks(tree: Tree, loaded: Loaded): string[] {
  const { composed, made } = loaded;
  if (made === "proxy" && composed.role !== "front")
    return [`${composed.image} is not built from the checkout: base and head start from the same image.`];
  const dockerfile = builder(tree, loaded);
  if (dockerfile === null) return [];
  const declared = tree.all([dockerfile], /^ARG\s+(\w+)(=)?/gm).map(({ groups }) => groups);
  const withDefault = tree.all([dockerfile], /\$\{(\w+):?[-+]/g).map(({ groups: [name] }) => name);
  const settled = new Set([...withDefault, ...declared.flatMap(([name, value]) => (value ? [name] : []))]);
  const open = new Set(
    declared.flatMap(([name = ""]) => (settled.has(name) || GIVEN.test(name) ? [] : [name])),
  );
  return [
    `the files do not build ${composed.image}: ${BUILT_FILE} builds it from the checkout.`,
    ...(open.size === 0
      ? []
      : [
          `${dockerfile} has arguments without a value: write ${[...open].join(", ")} as \`args\` of the build in ${BUILT_FILE}.`,
        ]),
  ];
}
