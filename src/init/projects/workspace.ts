import { folderOf, isBelow, join, type Tree } from "../tree.ts";

/** The packages of a workspace that a package depends on and that have a build, in the order to build them. */
export function builtBefore(tree: Tree, folder: string, root: string): string[] {
  const isWorkspace =
    tree.has(join(root, "pnpm-workspace.yaml")) ||
    tree.json(join(root, "package.json")).workspaces !== undefined;
  if (!isWorkspace) return [];
  const folders = new Map(
    tree
      .named(/^package\.json$/)
      .filter((path) => isBelow(path, root))
      .map((path) => [String(tree.json(path).name), folderOf(path)]),
  );
  const seen = new Set([folder]);
  const visit = (at: string): string[] => {
    const { dependencies, devDependencies } = tree.json(join(at, "package.json"));
    return Object.keys({ ...Object(dependencies), ...Object(devDependencies) }).flatMap((name) => {
      const next = folders.get(name);
      if (next === undefined || seen.has(next)) return [];
      seen.add(next);
      return [...visit(next), next];
    });
  };
  return visit(folder).filter((at) => scriptsOf(tree, at).build !== undefined);
}

const scriptsOf = (tree: Tree, folder: string): { readonly build?: unknown } =>
  Object(tree.json(join(folder, "package.json")).scripts);

/**
 * The one command that builds a package's dependencies in its workspace; null where each has to be built alone.
 *
 * @param isBuilt whether it builds the package as well
 */
export function filteredBuild(
  tree: Tree,
  { folder, root, manager, isBuilt }: { folder: string; root: string; manager: string; isBuilt: boolean },
): readonly string[] | null {
  const { name } = tree.json(join(folder, "package.json"));
  if (typeof name !== "string") return null;
  const filter = `${name}${isBuilt ? "..." : "^..."}`;
  // Its tasks may need others first, such as a generated client.
  if (/"build"\s*:/.test(tree.text(join(root, "turbo.json"))))
    return ["npx", "turbo", "run", "build", `--filter=${filter}`];
  return manager === "pnpm" ? ["pnpm", "--filter", filter, "run", "build"] : null;
}
