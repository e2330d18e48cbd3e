import type { Tree } from "../tree.ts";
import { enclosing, prefixAround } from "./mounts/mount.ts";
import { below, hasParameter, type Route } from "./route.ts";

const BLOCK = /\broute\(\s*"([^"]*)"/;
const GUARD = /\bauthenticate\s*(?:\{|\((?!.*\boptional\s*=\s*true))/;

/** GET routes of Ktor: blocks in blocks, in a function that one of them may call. Those in `authenticate` are left out. */
export function ktor(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => path.endsWith(".kt") && /\bio\.ktor\b/.test(tree.text(path)));
  return tree
    .all(code, /^[ \t]*get\s*(?:\(\s*"([^"]*)"\s*\)\s*)?\{/gm)
    .flatMap(({ file, line, groups: [own = ""] }): Route[] => {
      const outer = callOf(tree, code, file, line!);
      const places = [{ file, line: line! }, ...(outer === null ? [] : [outer])];
      const isGuarded = places.some((one) =>
        enclosing(tree.text(one.file), one.line).some(({ text }) => GUARD.test(text)),
      );
      const prefix = places.reduce(
        (after, one) => below(prefixAround(tree.text(one.file), one.line, BLOCK), after),
        own,
      );
      const path = prefix.replace(/(.)\/$/, "$1");
      return isGuarded || hasParameter(path) ? [] : [{ file, line, path, isRelative: false }];
    });
}

/** The call of the function that a line is in, where that extends a router: `fun Route.items() { … }`. */
function callOf(tree: Tree, code: readonly string[], file: string, line: number) {
  const name = enclosing(tree.text(file), line).flatMap(
    ({ text }) => /\bfun\s+Rout(?:e|ing)\.(\w+)\(/.exec(text)?.[1] ?? [],
  )[0];
  const call = name === undefined ? null : tree.first(code, new RegExp(`^[ \\t]+${name}\\(`, "m"));
  return call && { file: call.file, line: call.line! };
}
