import { join } from "node:path";
import type { Located } from "../calltree.ts";
import { sourceText, walked } from "../files.ts";
import { modulesIn } from "../go/modules.ts";
import type { Native } from "./stacks.ts";

/** Files that are read, at most. */
const MOST_FILES = 5_000;
/** Folders that are not the repository's own code. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", "vendor", "target", "testdata"]);
/** Programs of the system, which are no repository's. */
const OF_SYSTEM =
  /^\/(?:usr\/(?:local\/)?(?:s?bin|lib\w*|share)|s?bin|lib\w*|opt|snap|nix)\/|^\[|^\/\/anon|\.so(?:\.|$)|^$/;

/** A definition in the tree: its file, from the tree on, its line, and the type whose method it is. */
interface Defined {
  readonly file: string;
  readonly line: number;
  readonly owner: string | null;
}

const GO_FUNCTION = /^func\s+(?:\(\s*(?:\w+\s+)?\*?\s*(?<owner>\w+)[^)]*\)\s*)?(?<name>\w+)/;
const RUST_FUNCTION =
  /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+"[^"]*"\s+)*fn\s+(?<name>\w+)/;
/** The head of a block with methods, without what is between angle brackets. */
const RUST_BLOCK =
  /^(?<indent>\s*)(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:impl\s+(?:.*\sfor\s+)?|trait\s+)[&\s]*(?:mut\s+|dyn\s+)?(?:\w+::)*(?<owner>\w+)/;

/**
 * Finds functions of Go and Rust in a tree by the names of their symbols. A function of another language, or one that is not
 * found, is in its program, if that is none of the system's.
 */
export function locator(tree: string): (symbol: Native) => Located {
  let sources: Sources | undefined;
  return ({ name, program }) => {
    sources ??= new Sources(tree);
    const { short, found } = sources.find(name);
    if (found !== null) return [short, join(tree, found.file), found.line];
    return [short, sources.isForeign(name) || OF_SYSTEM.test(program) ? "" : program, null];
  };
}

/** The definitions of a tree, by name. */
class Sources {
  private readonly defined = new Map<string, Defined[]>();
  /** Paths of modules of Go, and names of crates of Rust. */
  private readonly modules: string[] = [];
  private readonly crates = new Set<string>();
  private files = 0;

  constructor(tree: string) {
    this.read(tree);
  }

  /** A symbol's name for people, and its definition. */
  find(symbol: string): { short: string; found: Defined | null } {
    const generic = ofParameter(symbol);
    if (generic !== null) return { short: generic, found: null };
    const rust = rustPath(symbol);
    if (rust !== null) {
      const short = rust.slice(-2).join("::");
      if (!this.crates.has(rust[0]!)) return { short, found: null };
      const owner = /^[A-Z]/.test(rust.at(-2)!) ? rust.at(-2)! : null;
      return { short, found: this.among(rust.at(-1)!, owner, rust.slice(1, -1), ".rs") };
    }
    const [, path = "", rest = ""] = /^(?:(.*\/))?([^/]*)$/.exec(symbol) ?? [];
    const [, pack = "", name = ""] = /^([^.]+)\.(.+)$/.exec(rest) ?? [];
    const short = (pack === "main" ? name : rest) || symbol;
    if (pack === "" || (pack !== "main" && !this.isOwn(`${path}${pack}`))) return { short, found: null };
    // A closure belongs to the function that it is in: only that has a line which a name tells.
    const plain = name.replace(/(?:\.(?:func|gowrap|deferwrap)?\d+)+$/, "").replace(/\[.*\]/, "");
    const [last, owner] = plain.split(".").toReversed();
    const type = owner?.replace(/^\(\*?|\)$/g, "") ?? null;
    return { short, found: this.among(last!, type, pack === "main" ? [] : [pack], ".go") };
  }

  /** Whether a symbol is of another module or crate: then its program does not make it the repository's. */
  isForeign(symbol: string): boolean {
    if (ofParameter(symbol) !== null) return false;
    const rust = rustPath(symbol);
    if (rust !== null) return this.crates.size > 0 && !this.crates.has(rust[0]!);
    return (
      this.modules.length > 0 &&
      /^[\w./-]+\.(?:\(\*?\w|\w)/.test(symbol) &&
      !symbol.startsWith("main.") &&
      !this.isOwn(symbol)
    );
  }

  private isOwn(path: string): boolean {
    return this.modules.some(
      (module) => path === module || path.startsWith(`${module}/`) || path.startsWith(`${module}.`),
    );
  }

  /** Of several definitions, the one whose path has most of the names; of those, a method of the type, or no method without one. */
  private among(
    name: string,
    type: string | null,
    names: readonly string[],
    ending: ".go" | ".rs",
  ): Defined | null {
    const all = (this.defined.get(name) ?? []).filter(({ file }) => file.endsWith(ending));
    const score = ({ file, owner }: Defined) =>
      names.filter((one) => file.split(/[/.]/).includes(one)).length + (owner === type ? 0.5 : 0);
    return all.toSorted((a, b) => score(b) - score(a))[0] ?? null;
  }

  private read(tree: string): void {
    for (const { path, isFile } of walked(tree, LEFT_OUT)) {
      if (this.files >= MOST_FILES) return;
      if (isFile) this.readFile(join(tree, path), path);
    }
  }

  private readFile(at: string, file: string): void {
    if (!/(?:\.go|\.rs|(?:^|\/)go\.mod|(?:^|\/)Cargo\.toml)$/.test(file) || /_test\.go$/.test(file)) return;
    const text = sourceText(at);
    if (text === null) return;
    this.files++;
    if (file.endsWith("go.mod")) this.modules.push(...modulesIn(text));
    else if (file.endsWith("Cargo.toml")) {
      for (const [, name] of text.matchAll(/^\s*name\s*=\s*"([\w-]+)"/gm))
        this.crates.add(name!.replaceAll("-", "_"));
    } else {
      for (const { name, ...of } of file.endsWith(".go") ? definedInGo(text) : definedInRust(text))
        this.defined.set(name, [...(this.defined.get(name) ?? []), { file, ...of }]);
    }
  }
}

type Named = Omit<Defined, "file"> & { readonly name: string };

const definedInGo = (text: string): Named[] =>
  text.split("\n").flatMap((line, i) => {
    const { name, owner = null } = GO_FUNCTION.exec(line)?.groups ?? {};
    return name === undefined ? [] : [{ name, owner, line: i + 1 }];
  });

function definedInRust(text: string): Named[] {
  let block: Record<string, string> | null = null;
  return text.split("\n").flatMap((line, i) => {
    block = RUST_BLOCK.exec(withoutTypes(line))?.groups ?? block;
    if (block !== null && line.startsWith(`${block.indent}}`)) block = null;
    const { name } = RUST_FUNCTION.exec(line)?.groups ?? {};
    return name === undefined ? [] : [{ name, owner: block?.owner ?? null, line: i + 1 }];
  });
}

/** A line without what is between angle brackets, one in the other or not. */
function withoutTypes(line: string): string {
  for (let text = line; ; ) {
    const less = text.replace(/<[^<>]*>/g, " ");
    if (less === text) return text;
    text = less;
  }
}

/** The name of a method: its type, the trait, and the rest. */
const METHOD = /^<(.+?)(?: as (.+))?>::(.+)$/;

/**
 * "shop::rank::score" of "<shop::rank::Items as core::iter::Iterator>::next::h0123…": its parts; null for other languages. A
 * trait's method for a function ("<shop::list as axum::handler::Handler>::call") is that function, which is inlined into it.
 */
function rustPath(symbol: string): string[] | null {
  const plain = withoutClosures(symbol);
  const [, of, trait, rest = plain] = METHOD.exec(plain) ?? [];
  if (!plain.includes("::") || /[()]/.test(withoutTypes(rest))) return null;
  const type = withoutTypes(of ?? "").replace(/^(?:[&*\s]|(?:mut|const|dyn)\s)+/, "");
  const isFunction = trait !== undefined && /::[a-z]\w*\s*$/.test(type);
  return (isFunction ? type : `${type}::${withoutTypes(rest)}`)
    .split("::")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * "<F as Handler>::call" of a method of whatever type, "<F as axum::handler::Handler<(M,T1),S>>::call::{{closure}}"; null for
 * others, and for those of the standard library. A framework calls the program's functions there, which are often inlined.
 */
function ofParameter(symbol: string): string | null {
  const [, type = "", trait = "", rest = ""] = METHOD.exec(withoutClosures(symbol)) ?? [];
  if (!/^[A-Z]\w*$/.test(type) || trait === "" || /^(?:core|alloc|std)::/.test(trait)) return null;
  return `<${type} as ${withoutTypes(trait).trim().split("::").at(-1)}>::${rest}`;
}

/** A symbol without hashes and closures, and without arrows in types, whose brackets are pairs then. */
const withoutClosures = (symbol: string) =>
  symbol
    .replace(/::h[0-9a-f]{16}$/, "")
    .replace(/::\{(?:\{closure\}|closure#\d+)\}/g, "")
    .replaceAll("->", "");
