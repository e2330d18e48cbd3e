import type { Definition } from "../model/ports.ts";

/**
 * The settings that differ between base and head, as sorted paths. Readable values are added: "services.web.cpus
 * (1 → 4)". Digests are not.
 */
export function definitionChanges(base: Definition, head: Definition): string[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
  return paths.flatMap((path) => {
    const [before, after] = [base[path], head[path]];
    if (before === after) return [];
    if (isDigest(before) || isDigest(after)) return [path];
    return [`${path} (${before ?? "none"} → ${after ?? "none"})`];
  });
}

const isDigest = (value: string | undefined) => value?.startsWith("#") === true || value === "";
