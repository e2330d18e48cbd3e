import type { Tree } from "../tree.ts";
import { enclosing, MOST_ROUTERS } from "./mounts/mount.ts";
import { below, hasParameter, type Route, withoutSlash } from "./route.ts";

const BLOCK = /\broute\(\s*"([^"]*)"/;
/** Blocks for those with an account: Ktor's, and a project's own (`requireRole { … }`, `adminAuth { … }`). */
const GUARD =
  /\b(?:authenticate|(?:require|with)[A-Z]\w*|\w+Auth)\s*(?:\{|\((?!.*\boptional\s*=\s*true).*\{|\(\s*$)/;

/** GET routes of Ktor: blocks in blocks, in functions that others of them call. */
export function ktor(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => path.endsWith(".kt") && /\bio\.ktor\b/.test(tree.text(path)));
  return tree
    .all(code, /^[ \t]*get\s*(?:\(\s*"([^"]*)"\s*\)\s*)?\{/gm)
    .flatMap(({ file, line, groups: [own = ""] }): Route[] => {
      const blocks = blocksAround(tree, code, { file, line: line! });
      const isGuarded = blocks.some((text) => GUARD.test(text));
      const whole = blocks.reduce((after, text) => below(BLOCK.exec(text)?.[1] ?? "", after), own);
      const path = withoutSlash(whole);
      return hasParameter(path) || /\brespondRedirect\(/.test(blocks[0]!)
        ? []
        : [{ file, line, path, isRelative: false, ...(isGuarded && { isGuarded }) }];
    });
}

interface Line {
  readonly file: string;
  readonly line: number;
}

/** A line and those of the blocks that it is in, the nearest first: also around the call of its function, `fun Route.items() { … }`. */
function blocksAround(tree: Tree, code: readonly string[], { file, line }: Line, calls = 0): string[] {
  const text = tree.text(file);
  const blocks = [text.split("\n")[line - 1] ?? "", ...enclosing(text, line).map((one) => one.text)];
  const name = blocks.flatMap((one) => /\bfun\s+Rout(?:e|ing)\.(\w+)\(/.exec(one)?.[1] ?? [])[0];
  const call =
    name === undefined ? null : tree.first(code, new RegExp(`(?:^[ \\t]+|\\{[ \\t]*)${name}\\(`, "m"));
  if (call === null || calls > MOST_ROUTERS) return blocks;
  return [...blocks, ...blocksAround(tree, code, { file: call.file, line: call.line! }, calls + 1)];
}
