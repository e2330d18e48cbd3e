import { own } from "../../base/own.ts";
import { resolved } from "../../base/paths.ts";
import { folderOf, isBelow, join, type Tree } from "../tree.ts";
import { type Example, exampleFor, exampleOf } from "../variables.ts";

/** Where code names its files of variables: `envFilePath` of Nest, and `path` of dotenv's `config`, with its caller. */
const NAMED =
  /(?:\benvFilePath\s*:|(\bdotenv\w*\.|\bdotenv[\w-]*["']\)+\.|(?<![\w.]))config\(\s*\{[^{}]*?\bpath\s*:)\s*(\[[^\]]*\]|[^\n;]*)/g;
const LITERAL = /(["'`])([^\n]*?)\1/g;
/** Settings of tools (`playwright.config.ts`), which stand outside of the program's own sources. */
const OF_TOOL = /^(?!(?:.*\/)?src\/).*\.config\.[cm]?[jt]s$/;

/** A file of variables, and the example that it is made from. */
interface Dotenv {
  readonly path: string;
  readonly from: Example;
}

/**
 * The files of variables that the code of a folder reads: the ones that it names, and `.env`; only those with an example.
 *
 * @param files the code
 */
export const dotenvFiles = (tree: Tree, folder: string, files: readonly string[]): Dotenv[] =>
  pathsIn(tree, folder, files).flatMap((path) => {
    const from = exampleOf(tree, path) ?? exampleFor(tree, folder);
    return from === null ? [] : [{ path, from }];
  });

/** Sentences about empty values that dotenv-safe refuses. @param files the code @param given the names of variables that are set */
export function refused(
  tree: Tree,
  files: readonly string[],
  made: readonly Dotenv[],
  given: readonly string[],
): string[] {
  const code = files
    .filter((file) => /["']dotenv-safe\b/.test(tree.text(file)))
    .map((file) => tree.text(file));
  if (code.length === 0 || code.some((text) => /\ballowEmptyValues\s*:\s*true/.test(text))) return [];
  return made.flatMap(({ from: { path, values } }) => {
    const empty = Object.keys(values).filter((name) => own(values, name) === "" && !given.includes(name));
    return empty.length === 0
      ? []
      : [`dotenv-safe refuses variables without a value: give one to ${empty.join(", ")} of ${path}.`];
  });
}

/**
 * The paths of files of variables, without those for tests. Paths count from the folder, where the program starts, or from
 * the file that has them (`__dirname`). Those outside of the checkout, or in folders that it does not have, are left out.
 */
function pathsIn(tree: Tree, folder: string, files: readonly string[]): string[] {
  const ours = files.filter((file) => !OF_TOOL.test(file));
  const named = tree.all(ours, NAMED).flatMap(({ file, groups: [caller, expression = ""] }) => {
    if (caller === "" && !/["']dotenv/.test(tree.text(file))) return []; // `config` of something else
    const words = [...expression.matchAll(LITERAL)].map(([, , word = ""]) => word);
    const isOfFile = /__dirname|import\.meta/.test(expression);
    const isJoined = isOfFile || /\bcwd\(/.test(expression);
    const up = isOfFile ? words.filter((word) => /^[./]+$/.test(word)) : [];
    return words
      .filter((word) => /^(?:[\w./-]*\/)?\.env(?:\.(?!test)[\w.-]+)?$/.test(word))
      .filter((word) => isJoined || !word.startsWith("/"))
      .flatMap((word) => resolved(isOfFile ? folderOf(file) : folder, [...up, word].join("/")) ?? [])
      .filter((path) => tree.paths.some((other) => isBelow(other, folderOf(path))));
  });
  return [...new Set([...named, join(folder, ".env")])];
}
