import { resolved } from "../base/paths.ts";
import { MANIFEST } from "./code.ts";
import { baseName, folderOf, join, type Tree, wayUp } from "./tree.ts";

/** `COPY --chown=app a b /app/`, with the lines that go on after a backslash. */
const COPY = /^[ \t]*(?:COPY|ADD)[ \t]+((?:[^\\\n]|\\\r?\n|\\.)*)$/gim;
/** Sources that are not a path of the build's context as it is written: patterns, variables, texts and addresses. */
const UNCERTAIN = /[*?[\]$\\]|^<<|^[\w.+-]+:\/\/|^git@/;

/** The sources of a Dockerfile's COPY and ADD, as they are written. @param isOfStage whether those of another stage count */
export const copiesIn = (text: string, isOfStage = true): string[] =>
  [...text.matchAll(COPY)].flatMap(([, rest = ""]) => {
    const words = rest.replace(/\\\r?\n/g, " ").trim();
    const [, flags = "", paths = ""] = /^((?:--\S+\s+)*)(.*)$/s.exec(words) ?? [];
    if (!isOfStage && /--from=/.test(flags)) return [];
    const listed = /^\[(.*)\]$/s.exec(paths)?.[1];
    const all =
      listed === undefined
        ? paths.split(/\s+/)
        : [...listed.matchAll(/"([^"]*)"/g)].map(([, one = ""]) => one);
    return all.slice(0, -1);
  });

/** The sources of a Dockerfile's COPY and ADD that are plain paths of its context. */
export const copiedIn = (text: string): string[] =>
  copiesIn(text, false).filter((path) => !UNCERTAIN.test(path));

/** The paths that a Dockerfile copies from its context and that git does not list. @param context folder of the build */
export function uncopied(tree: Tree, dockerfile: string, context: string): string[] {
  const paths = copiedIn(tree.text(dockerfile)).flatMap((source) => resolved(context, source) ?? []);
  return [...new Set(paths)].filter((path) => !tree.mayHave(path));
}

/**
 * The folder that a Dockerfile is built from: its own or the top, whichever has more of the paths that it copies. Of equals,
 * its own where only that has a manifest.
 */
export function buildContext(tree: Tree, file: string): string {
  const own = folderOf(file);
  const [here, atTop] = [own, "."].map((folder) => uncopied(tree, file, folder).length);
  const manifests = tree.named(MANIFEST).map(folderOf);
  const isOnly = manifests.includes(own) && !manifests.includes(".");
  return here! < atTop! || (here === atTop && isOnly) ? own : ".";
}

/** The `build` of a service by a Dockerfile. @param folder that Compose reads paths from */
export function buildLine(tree: Tree, file: string, folder: string): string {
  const context = buildContext(tree, file);
  const [way, name] =
    context === "." ? [wayUp(folder), file] : [join(wayUp(folder), context), baseName(file)];
  return `{ context: ${JSON.stringify(way)}, dockerfile: ${JSON.stringify(name)} }`;
}
