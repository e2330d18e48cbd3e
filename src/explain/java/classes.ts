import { join } from "node:path";
import { PACKAGES_OF_JAVA } from "../../model/packages.ts";
import type { Located } from "../calltree.ts";
import { sourceText, walked } from "../files.ts";

/** Files that are looked at, at most. */
const MOST_FILES = 20_000;
/** Folders without sources of the repository. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", "target", "build", "out", "bin"]);
const SOURCE = /\.(?:java|kt|scala|groovy)$/;
const OF_RUNTIME = /^(?:java|javax|jdk|sun|com\.sun)\./;
/** Classes that Quarkus and Micronaut put between those of the repository, in the same packages. */
const BETWEEN = /_(?:ClientProxy|Subclass)(?:$|\$)|\$Definition(?:$|\$)/;

/** A method, and the lowest line of it that was sampled; null where no line is known. */
export interface Method {
  readonly class: string;
  readonly method: string;
  readonly line: number | null;
}

/**
 * Finds methods in a tree by the names of their classes: `shop.Rank` is in a file whose path ends with `shop/Rank.java`. Others
 * are of a package, if they are not of the runtime.
 */
export function methodLocator(tree: string): (method: Method) => Located {
  let files: ReadonlyMap<string, readonly string[]> | undefined;
  return (of) => {
    files ??= sources(tree);
    const name = shortName(of);
    if (OF_RUNTIME.test(of.class) || BETWEEN.test(of.class)) return [name, "", null];
    const outer = of.class.replace(/\$.*/s, "").split(".");
    const simple = outer.at(-1)!;
    const found = [simple, simple.replace(/Kt$/, "")].flatMap((stem) => {
      const end = [...outer.slice(0, -1), stem].join("/");
      return (files!.get(stem) ?? []).filter((file) => `/${file.replace(SOURCE, "")}`.endsWith(`/${end}`));
    })[0];
    if (found !== undefined) return [name, join(tree, found), definedAt(join(tree, found), of)];
    return [name, `/${PACKAGES_OF_JAVA}/${outer.slice(0, -1).join(".")}/${simple}.java`, null];
  };
}

/** Endings of classes that a JVM makes as it runs: they differ from process to process. */
const MADE =
  /(?<=Generated\w*Accessor|\$Proxy)\d+$|(?<=\$HibernateProxy|\$ByteBuddy|\$\$EnhancerBy\w+)\$+\w+$/;

/** A lambda of Java (`lambda$best$0`) or Kotlin (`best$lambda$0`), with the method that it is in. */
const LAMBDA = /^(?:lambda\$(.+)\$\d+|(\w+)\$lambda\$[\w$]+)$/;
/** The class of a lambda of Kotlin that suspends: the second one in the first one of `brands` is `RoutesKt$brands$1$2`. */
const SUSPENDING = /^(.*\$[a-z]\w*)\$(\d+(?:\$\d+)*)$/;

/** "Rank.best" of `shop.Rank`; a lambda belongs to the method that it is in, and a constructor is "new Rank". */
function shortName({ class: owner, method }: Method): string {
  const plain = owner
    .slice(owner.lastIndexOf(".") + 1)
    .replace(MADE, "")
    .replace(/^\$/, "")
    .replaceAll("$", ".");
  if (method === "<init>") return `new ${plain}`;
  if (method === "<clinit>") return `static of ${plain}`;
  const [, suspending, number] = SUSPENDING.exec(owner.slice(owner.lastIndexOf(".") + 1)) ?? [];
  if (suspending !== undefined && /^invoke(?:Suspend)?(?:\$|$)/.test(method))
    return `${suspending.replaceAll("$", ".")} (lambda ${number!.replaceAll("$", ".")})`;
  const [, ofJava, ofKotlin] = LAMBDA.exec(method) ?? [];
  const within = ofJava ?? ofKotlin;
  return within === undefined ? `${plain}.${method}` : `${plain}.${within} (lambda)`;
}

/**
 * The line where a method begins: the last one at or above its samples that has its name before a parenthesis. Without one it is
 * that of its samples, and none for lambdas of constructors and static fields, whose samples have different lines.
 */
function definedAt(path: string, { class: owner, method, line }: Method): number | null {
  const text = line === null ? null : sourceText(path);
  if (line === null || text === null) return null;
  const name = method === "<init>" ? owner.replace(/^.*[.$]/s, "") : method.replace(LAMBDA, "$1$2");
  if (!/^\w+$/.test(name)) return null;
  const lines = text.split("\n");
  const header = new RegExp(`(?<![.\\w]|\\bnew )${name}\\s*(?:<[^>]*>\\s*)?\\(`);
  for (let at = Math.min(line, lines.length); at > 0; at--) {
    const one = lines[at - 1]!;
    if (header.test(one) && !/^\s*(?:return|throw|else|\*|\/\/)/.test(one) && !/;\s*$/.test(one)) return at;
  }
  // Kotlin gives code that it copies into a method lines beyond the end of the file.
  return method.startsWith("lambda$") || line > lines.length ? null : line;
}

/** Source files by their names without an ending. */
function sources(tree: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let left = MOST_FILES;
  for (const { name, path, isFile } of walked(tree, LEFT_OUT)) {
    if (--left < 0) break;
    if (!isFile || !SOURCE.test(name)) continue;
    const stem = name.replace(SOURCE, "");
    found.set(stem, [...(found.get(stem) ?? []), path]);
  }
  return found;
}
