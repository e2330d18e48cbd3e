import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Files of src, with "/", that only describe generators: the config is made of them, and needs none of their programs. They
 * are a layer of their own, and in the chunk of the model.
 */
export const DESCRIPTION = /(?:^|\/src\/)load\/(?:registry|commandline|[^/]+\/(?:kind|finders))\.ts$/;

/** Paths, below a folder of bundles, of all files that Node loads before it runs one of them, that one first. */
export function loadedBy(folder: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(folder, file), "utf8");
  // Modules that k6 runs are texts in a bundle, and import files that are no bundles.
  for (const [, target] of text.matchAll(/^(?:import|export)\b[^;"']*?["'](\.[^"']+\.mjs)["']/gm)) {
    loadedBy(folder, join(dirname(file), target!), seen);
  }
  return seen;
}
