import { join } from "node:path";
import type { Located } from "../calltree.ts";
import { entriesIn, sourceText } from "../files.ts";
import type { Native } from "./stacks.ts";

/** Files that are read, at most. */
const MOST_FILES = 5_000;
/** Folders that are not the repository's own code. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", "vendor", "target", "testdata"]);
/** Programs of the system, which are no repository's. */
const OF_SYSTEM =
  /^\/(?:usr\/(?:local\/)?(?:s?bin|lib\w*|share)|s?bin|lib\w*|opt|snap|nix)\/|^\[|^\/\/anon|\.so(?:\.|$)|^$/;

/** A definition in the tree: its file, from the tree on, and its line. */
interface Defined {
  readonly file: string;
  readonly line: number;
}

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
    this.read(tree, "");
  }

  /** A symbol's name for people, and its definition. */
  find(symbol: string): { short: string; found: Defined | null } {
    const rust = rustPath(symbol);
    if (rust !== null) {
      const short = rust.slice(-2).join("::");
      if (!this.crates.has(rust[0]!)) return { short, found: null };
      return { short, found: this.among(rust.at(-1)!, rust.slice(1, -1), ".rs") };
    }
    const [, path = "", rest = ""] = /^(?:(.*\/))?([^/]*)$/.exec(symbol) ?? [];
    const [, pack = "", name = ""] = /^([^.]+)\.(.+)$/.exec(rest) ?? [];
    const short = (pack === "main" ? name : rest) || symbol;
    if (pack === "" || (pack !== "main" && !this.isOwn(`${path}${pack}`))) return { short, found: null };
    // A closure belongs to the function that it is in: only that has a line which a name tells.
    const plain = name.replace(/(?:\.(?:func|gowrap|deferwrap)?\d+)+$/, "").replace(/\[.*\]$/, "");
    return { short, found: this.among(plain.split(".").at(-1)!, pack === "main" ? [] : [pack], ".go") };
  }

  /** Whether a symbol is of another module or crate: then its program does not make it the repository's. */
  isForeign(symbol: string): boolean {
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

  /** Of several definitions, the one whose path has most of the names. */
  private among(name: string, names: readonly string[], ending: ".go" | ".rs"): Defined | null {
    const all = (this.defined.get(name) ?? []).filter(({ file }) => file.endsWith(ending));
    const score = ({ file }: Defined) => names.filter((one) => file.split(/[/.]/).includes(one)).length;
    return all.toSorted((a, b) => score(b) - score(a))[0] ?? null;
  }

  private read(folder: string, path: string): void {
    for (const entry of entriesIn(folder)) {
      if (this.files >= MOST_FILES) return;
      const [at, file] = [join(folder, entry.name), path === "" ? entry.name : `${path}/${entry.name}`];
      if (entry.isDirectory() && !entry.name.startsWith(".") && !LEFT_OUT.has(entry.name))
        this.read(at, file);
      else if (entry.isFile()) this.readFile(at, file);
    }
  }

  private readFile(at: string, file: string): void {
    if (!/(?:\.go|\.rs|(?:^|\/)go\.mod|(?:^|\/)Cargo\.toml)$/.test(file) || /_test\.go$/.test(file)) return;
    const text = sourceText(at);
    if (text === null) return;
    this.files++;
    if (file.endsWith("go.mod"))
      this.modules.push(...[...text.matchAll(/^module\s+"?([^\s"]+)/gm)].map(([, name]) => name!));
    else if (file.endsWith("Cargo.toml")) {
      for (const [, name] of text.matchAll(/^\s*name\s*=\s*"([\w-]+)"/gm))
        this.crates.add(name!.replaceAll("-", "_"));
    } else {
      const definition = file.endsWith(".go")
        ? /^func\s+(?:\([^)]*\)\s*)?(\w+)/
        : /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+"[^"]*"\s+)*fn\s+(\w+)/;
      for (const [i, line] of text.split("\n").entries()) {
        const [, name] = definition.exec(line) ?? [];
        if (name !== undefined)
          this.defined.set(name, [...(this.defined.get(name) ?? []), { file, line: i + 1 }]);
      }
    }
  }
}

/** "shop::rank::score" of "<shop::rank::Items as core::iter::Iterator>::next::h0123…": its parts; null for other languages. */
function rustPath(symbol: string): string[] | null {
  if (!symbol.includes("::") || /[()]/.test(symbol.replace(/\{\{closure\}\}/g, ""))) return null;
  const plain = symbol
    .replace(/::h[0-9a-f]{16}$/, "")
    .replace(/^<(.+?)(?: as .+?)?>(?=::)/, "$1")
    .replace(/::\{\{closure\}\}/g, "")
    .replace(/<.*?>/g, "")
    .replace(/^[&\s]*(?:mut\s+)?/, "");
  return plain.split("::").filter((part) => part !== "");
}
