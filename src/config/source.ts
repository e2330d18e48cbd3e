import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { Location, Path, Position, Problem } from "./problem.ts";
import { aliasTarget, bomb, harms, start, syntax } from "./syntax.ts";

/** Longest config in characters: far above real ones, and parsed within seconds with any content. */
const LONGEST = 100_000;
/** Most values that aliases may expand to; more is an attack ("billion laughs"). */
const MOST_MULTIPLIED = 100;

/** The spelling of a scalar in the file, such as `1.10`; undefined for other nodes and for defaults. */
export type Written = (path: Path) => string | undefined;

/** A parsed YAML text with the positions of its values. */
export interface Source {
  /** Its content as plain values with string keys. Undefined where there are problems. */
  readonly data: unknown;
  readonly problems: readonly Problem[];
  position(place: Location): Position;
  readonly written: Written;
}

/** Parses a YAML text. Errors are returned in `problems`, never thrown. */
export function source(text: string): Source {
  const lines = new LineCounter();
  const long = text.length > LONGEST;
  const document = parseDocument<Node>(long ? "" : text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: "core",
    merge: true,
    stringKeys: true, // so that `8080:` is a key too
    resolveKnownTags: false,
  });
  const position = (place: Location): Position => {
    const offset = "offset" in place ? place.offset : offsetOf(document, place.path, place.on);
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const written: Written = (path) => {
    const { node, missing } = found(document, path);
    return missing.length === 0 && isScalar(node) ? node.source : undefined;
  };
  const problems = long ? [tooLong(text)] : [...syntax(document, text), ...harms(document, text)];
  if (problems.length > 0) return { data: undefined, problems, position, written };
  try {
    return { data: document.toJS({ maxAliasCount: MOST_MULTIPLIED }), problems, position, written };
  } catch (error) {
    return { data: undefined, problems: [bomb(document, error)], position, written };
  }
}

const tooLong = (text: string): Problem => ({
  what: `The file has ${text.length} characters.`,
  place: { offset: 0 },
  allowed: `${LONGEST} characters`,
  remedy: "name a steelyard file, which has a few dozen lines",
});

/** The node at a path, or the deepest existing one on the way, with its key and the missing steps. */
function found(document: Document, path: Path): { node: unknown; key: unknown; missing: Path } {
  let node: unknown = document.contents;
  let key: unknown = null;
  for (const [depth, step] of path.entries()) {
    const next = child(document, node, step);
    if (next === undefined) return { node, key, missing: path.slice(depth) };
    ({ node, key } = next);
  }
  return { node: resolved(document, node), key, missing: [] };
}

const resolved = (document: Document, node: unknown) => (isAlias(node) ? aliasTarget(document, node) : node);

/** The entry of a mapping or list, including merged mappings. */
function child(
  document: Document,
  node: unknown,
  step: string | number,
): { node: unknown; key: unknown } | undefined {
  const parent = resolved(document, node);
  if (isSeq(parent)) {
    const item = parent.items[Number(step)];
    return item === undefined ? undefined : { node: item, key: item };
  }
  if (!isMap(parent)) return undefined;
  const at = (name: string) => parent.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  const own = at(String(step));
  if (own) return { node: own.value, key: own.key };
  const merged = resolved(document, at("<<")?.value);
  for (const source of isSeq(merged) ? merged.items : merged === undefined ? [] : [merged]) {
    const inherited = child(document, source, step);
    if (inherited) return inherited;
  }
  return undefined;
}

/** Offset of a key or value; where it is absent, of the key of the mapping that should have it. */
function offsetOf(document: Document, path: Path, on: "key" | "value"): number {
  const { node, key, missing } = found(document, path);
  const empty = isScalar(node) && node.value === null && !node.source;
  return start(key !== null && (on === "key" || missing.length > 0 || empty) ? key : node);
}
