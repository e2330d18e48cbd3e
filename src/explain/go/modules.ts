import { join } from "node:path";
import { filesByName, sourceText } from "../files.ts";

/** Folders of modules that are not the repository's own. */
const OF_OTHERS = /(?:^|\/)(?:vendor|testdata)\//;

/** The names of the modules of Go in a tree, such as "example.com/shop", or "shop". */
export const modulesOf = (tree: string): string[] =>
  (filesByName(tree).get("go.mod") ?? [])
    .filter((file) => !OF_OTHERS.test(file))
    .flatMap((file) => modulesIn(sourceText(join(tree, file)) ?? ""));

/** The name in a `go.mod`. */
export const modulesIn = (text: string): string[] =>
  [...text.matchAll(/^module\s+"?([^\s"]+)/gm)].map(([, name]) => name!);
