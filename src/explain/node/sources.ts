import type { SourceMap, SourceMapping } from "node:module";
import type { Position } from "./waits.ts";

type Called = Position & { readonly functionName: string };
/** Where a function was written, and how it is called there. The line is from 1, and null where it is not known. */
export type Sources = (called: Called) => {
  readonly name: string;
  readonly url: string;
  readonly line: number | null;
  /** The class that it is a method of, where its file has no map; empty where none was found. */
  readonly owner: string;
};

/**
 * Reads the source maps of a service. It is sent there as text, like the agent, and so it refers to nothing outside of
 * itself.
 */
export function sources(load: NodeJS.Require): Sources {
  const fs = load("node:fs") as typeof import("node:fs");
  const inspector = load("node:inspector") as typeof import("node:inspector");
  const nodeModule = load("node:module") as typeof import("node:module");
  const { fileURLToPath, pathToFileURL } = load("node:url") as typeof import("node:url");
  const largestMap = 64 * 2 ** 20;
  const longestDeclaration = 300; // characters
  /** A source map, and the lines that it maps. */
  interface Mapped {
    readonly map: SourceMap;
    readonly lines: readonly string[];
  }
  const maps = new Map<string, Mapped | undefined>();
  const texts = new Map<string, readonly string[]>();
  /** Addresses of the maps that V8 knows, by script; empty for a script without one. */
  let compiled: ReadonlyMap<string, string> = new Map();
  return original;

  /** Where a function was written and how it is called there, by the source map of its file if it has one. */
  function original({ functionName: name, url, lineNumber, columnNumber }: Called) {
    const line = lineNumber < 0 ? null : lineNumber + 1;
    const mapped = lineNumber < 0 ? undefined : mapOf(url);
    const { originalSource: source, originalLine = 0 }: Partial<SourceMapping> =
      mapped?.map.findEntry(lineNumber, columnNumber) ?? {};
    if (mapped === undefined || !source) return { name, url, line, owner: ownerOf(url, lineNumber) };
    return {
      name: writtenName(mapped, name, lineNumber, columnNumber),
      url: source,
      line: originalLine + 1,
      owner: "",
    };
  }

  /** The class whose line is the next one above that is indented less. */
  function ownerOf(url: string, line: number): string {
    if (line < 0 || isOfOthers(url)) return "";
    if (!texts.has(url)) {
      let lines: string[] = [];
      try {
        lines = fs.readFileSync(url.startsWith("file:") ? fileURLToPath(url) : url, "utf8").split("\n");
      } catch {} // of no file
      texts.set(url, lines);
    }
    const lines = texts.get(url)!;
    const indent = (text = "") => text.search(/\S|$/);
    let at = line;
    while (at >= 0 && (lines[at] === "" || indent(lines[at]) >= indent(lines[line]))) at--;
    return /\bclass\s+([\w$]+)/.exec(lines[at] ?? "")?.[1] ?? "";
  }

  function isOfOthers(url: string): boolean {
    return url === "" || url.startsWith("node:") || url.includes("/node_modules/");
  }

  /**
   * The name of a function before it was minified. It is that of the identifier in front of the function's beginning, as in
   * `function e(t)` and `const e = (t) =>`: at the beginning itself the map may name a parameter.
   */
  function writtenName({ map, lines }: Mapped, name: string, line: number, column: number): string {
    const from = Math.max(0, column - longestDeclaration);
    const before = (lines[line] ?? "").slice(from, column);
    const found = /([\w$]+)\s*(?:[=:]\s*(?:async\s*)?(?:function\s*\*?\s*)?)?$/.exec(before);
    if (found === null || found[1] !== name) return name;
    const at = from + found.index;
    const entry: Partial<SourceMapping> & { name?: string } = map.findEntry(line, at);
    return (entry.generatedLine === line && entry.generatedColumn === at && entry.name) || name;
  }

  function mapOf(url: string): Mapped | undefined {
    if (isOfOthers(url)) return undefined;
    if (!maps.has(url)) {
      let map: Mapped | undefined;
      try {
        map = readMap(url);
      } catch {} // a file without a map that can be read is its own source
      maps.set(url, map);
    }
    return maps.get(url);
  }

  /** Whether a loader such as ts-node or tsx compiles a file: its lines are not those that run. */
  function isCompiledInMemory(url: string): boolean {
    return /\.(?:[cm]?ts|[jt]sx)$/.test(url);
  }

  /**
   * The address of the map of such a file. V8 names all scripts, with their maps, to a debugger that connects for a moment. It
   * names them by URL, and the files of allocations by path.
   */
  function compiledMap(file: string): string | undefined {
    const url = pathToFileURL(file).href;
    if (compiled.has(url)) return compiled.get(url);
    const found = new Map<string, string>();
    const session = new inspector.Session();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params: { url, sourceMapURL = "" } }) => {
      try {
        found.set(pathToFileURL(fileURLToPath(url)).href, sourceMapURL); // V8 encodes less
      } catch {} // of no file
    });
    session.post("Debugger.enable");
    session.disconnect();
    compiled = found;
    return found.get(url);
  }

  function readMap(url: string): Mapped | undefined {
    const file = url.startsWith("file:") ? fileURLToPath(url) : url;
    const code = fs.readFileSync(file, "utf8");
    const last = code.match(/\/\/[#@] sourceMappingURL=\S+/g);
    const named = isCompiledInMemory(url)
      ? compiledMap(file)
      : last?.[last.length - 1]?.split("sourceMappingURL=")[1];
    if (!named) return undefined;
    const own = pathToFileURL(file);
    const [, base64] = /^data:[^,]*;base64,(.*)$/.exec(named) ?? [];
    const at = base64 === undefined ? new URL(named, own) : own;
    if (base64 === undefined && fs.statSync(at).size > largestMap) return undefined;
    const text =
      base64 === undefined ? fs.readFileSync(at, "utf8") : Buffer.from(base64, "base64").toString();
    const map = JSON.parse(text);
    const root = map.sourceRoot ? new URL(`${map.sourceRoot.replace(/\/$/, "")}/`, at) : at;
    map.sources = map.sources.map((source: string) => new URL(source, root).href);
    map.sourceRoot = "";
    return { map: new nodeModule.SourceMap(map), lines: code.split("\n") };
  }
}
