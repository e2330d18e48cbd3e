import { type SteelyardError, userError } from "../base/errors.ts";
import { visible } from "../base/log.ts";
import { nearest } from "../base/nearest.ts";

/** Keys and indices from the top of the config down to a value. */
export type Path = readonly (string | number)[];

/** A position in the file: an offset into its text, or a key or value by its path. */
export type Location = { readonly offset: number } | { readonly path: Path; readonly on: "key" | "value" };

/** A problem of a config, in the parts of its message. */
export interface Problem {
  /** The finding, with the path in the config. */
  readonly what: string;
  readonly place: Location;
  readonly allowed?: string | undefined;
  /** The purpose of the key. */
  readonly meaning?: string | undefined;
  readonly remedy: string;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Problems shown at once; a file with more is probably not a config. */
const MOST = 20;
/** Problems located in the file: sorting all problems of a hostile file would take too long. */
const MOST_LOCATED = 1_000;
/** Characters of foreign text shown in a message. */
const SHOWN = 60;

/**
 * All problems as one error, in the order of the file: their number, then a block for each.
 *
 * @param problems at least one
 */
export function configError(
  problems: readonly Problem[],
  where: string,
  position: (place: Location) => Position,
): SteelyardError {
  const located = problems
    .slice(0, MOST_LOCATED)
    .map((problem) => ({ problem, at: position(problem.place) }))
    .sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  const file = visible(where);
  const blocks = located.slice(0, MOST).map(({ problem: { what, allowed, meaning, remedy }, at }) => {
    const lines = [what, `  at ${file}:${at.line}:${at.column}`];
    if (allowed !== undefined) lines.push(`  allowed: ${allowed}`);
    if (meaning !== undefined) lines.push(`  meaning: ${meaning}`);
    return [...lines, `  fix: ${remedy}`].join("\n");
  });
  const more = problems.length - blocks.length;
  const first = more > 0 ? `, the first ${blocks.length} of them` : "";
  const count = `${problems.length} ${problems.length === 1 ? "problem" : "problems"} in ${file}${first}:`;
  return userError([count, ...blocks].join("\n\n"));
}

/** A value for display: control characters escaped, long values shortened. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "empty";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return list(value);
  if (typeof value !== "object") return String(value);
  const keys = Object.keys(value);
  return keys.length === 0 ? "an empty mapping" : `a mapping with ${among(keys)}`;
}

function list(value: readonly unknown[]): string {
  if (value.length === 0) return "an empty list";
  const short =
    value.length <= 3 && value.every((item) => typeof item !== "object" && String(item).length <= 20);
  return short ? `the list [${value.map(shown).join(", ")}]` : `a list of ${value.length}`;
}

/** A text in quotes, safe for a terminal, and cut after `most` characters. */
export function quoted(text: string, most = SHOWN): string {
  const characters = [...text.slice(0, 2 * most + 2)]; // no character takes more than two units
  const cut = characters.length > most ? "…" : "";
  return visible(JSON.stringify(characters.slice(0, most).join(""))) + cut;
}

/** Names for display, at most 20. */
export function among(names: readonly string[]): string {
  const some = names.slice(0, 20).map((name) => (/^[\w.-]{1,60}$/.test(name) ? name : quoted(name)));
  return names.length > some.length
    ? `${some.join(", ")} and ${names.length - some.length} more`
    : some.join(", ");
}

/** A path for display, `workloads.browse.gate[0]`; "the file" for the whole. */
export function named(path: Path): string {
  const text = path.reduce<string>((before, key) => {
    if (typeof key === "number") return `${before}[${key}]`;
    if (!/^[\w-]{1,60}$/.test(key)) return `${before}[${quoted(key)}]`;
    return before === "" ? key : `${before}.${key}`;
  }, "");
  return text === "" ? "the file" : text;
}

/** The problem of naming something that does not exist. */
export function absent(thing: string, name: string, known: readonly string[], path: Path): Problem {
  const near = nearest(name, known);
  return {
    what: `There is no ${thing} ${quoted(name)}.`,
    place: { path, on: "value" },
    allowed: known.length > 0 ? among(known) : undefined,
    remedy: near === undefined ? `name an existing ${thing}, or add this one` : `did you mean ${near}?`,
  };
}
