import { folderOf, join, resolved, type Tree } from "../tree.ts";

/** Where code names its files of variables: `envFilePath` of Nest, `path` of dotenv. */
const NAMED = /(?:\benvFilePath\s*:|\bconfig\(\s*\{\s*path\s*:)\s*(\[[^\]]*\]|[^\n;]*)/g;
/** Where it reads `.env`, as they do without such a name. */
const UNNAMED =
  /\bconfig\(\s*\)|["']dotenv\/config["']|\bloadEnvFile\(\s*\)|\bConfigModule\.forRoot\((?![\s\S]{0,400}?envFilePath)/;
const LITERAL = /(["'`])([^\n]*?)\1/g;

/**
 * The files of variables that the code of a folder reads, without those for tests: `.env` of the folder where it names none.
 * Paths count from the folder, where the program starts, or from the file that has them (`__dirname`).
 */
export function dotenvFiles(tree: Tree, folder: string, files: readonly string[]): string[] {
  const named = tree.all(files, NAMED).flatMap(({ file, groups: [expression = ""] }) => {
    const words = [...expression.matchAll(LITERAL)].map(([, , word = ""]) => word);
    const isOfFile = /__dirname|import\.meta/.test(expression);
    const up = isOfFile ? words.filter((word) => /^[./]+$/.test(word)) : [];
    return words
      .filter((word) => /^(?:[\w./-]*\/)?\.env(?:\.(?!test)[\w.-]+)?$/.test(word))
      .flatMap((word) => resolved(isOfFile ? folderOf(file) : folder, [...up, word].join("/")) ?? []);
  });
  const isUnnamed = named.length === 0 || tree.first(files, UNNAMED) !== null;
  return [...new Set([...(isUnnamed ? [join(folder, ".env")] : []), ...named])];
}
