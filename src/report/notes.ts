import type { Comparison, Row, Warning } from "../model/comparison.ts";
import { counted } from "./figures.ts";
import { target } from "./naming.ts";
import { worstFirst } from "./news.ts";

/** A warning and the rows it stands beside; none where it is about the whole run. */
export interface Note {
  readonly warning: Warning;
  readonly rows: ReadonlySet<Row>;
  /** Whether it is about nothing but advisory metrics: worth keeping, not worth a reader's first minute. */
  readonly minor: boolean;
}

type Found = Pick<Note, "warning" | "rows">;

/** Most counts that are listed in one warning. */
const MOST = 8;
/** "11 of 30 pairs were measured while …" */
const COUNTED = /^(\d+ of \d+) (.*)$/s;

/**
 * Every warning once, however many rows carry it: those of the whole run, of the rows as they come, the minor. What
 * says the same of several workloads, of so many each, is one.
 */
export function notes(comparison: Comparison): Note[] {
  const found = new Map<string, { warning: Warning; rows: Set<Row> }>();
  const add = (warning: Warning, row?: Row) => {
    const key = JSON.stringify([warning.code, warning.message, warning.remedy]);
    const note = found.get(key) ?? { warning, rows: new Set<Row>() };
    found.set(key, note);
    if (row !== undefined) note.rows.add(row);
  };
  for (const warning of comparison.warnings) add(warning);
  for (const row of worstFirst(comparison.rows)) for (const warning of row.warnings) add(warning, row);
  const targets = new Set(comparison.rows.map(target)).size;
  return together([...found.values()], targets)
    .map((note) => ({
      ...note,
      minor: note.rows.size > 0 && [...note.rows].every((row) => row.kind === "advisory"),
    }))
    .sort((a, b) => Number(a.minor) - Number(b.minor));
}

/** Warnings that differ only in how many of how many: as one, which says of which workload. */
function together(found: readonly Found[], targets: number): Found[] {
  const groups = new Map<string, [Found, ...Found[]]>();
  for (const [i, one] of found.entries()) {
    const { code, message, remedy } = one.warning;
    const [, , rest] = COUNTED.exec(message) ?? [];
    const key = JSON.stringify(rest === undefined || one.rows.size === 0 ? i : [code, rest, remedy]);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [one]);
    else members.push(one);
  }
  return [...groups.values()].flatMap((members) => named(members, targets));
}

function named(members: readonly [Found, ...Found[]], targets: number): readonly Found[] {
  const [first] = members;
  const [, , rest] = COUNTED.exec(first.warning.message) ?? [];
  const told = members.map((one) => ({ one, whose: [...new Set([...one.rows].map(target))] }));
  const names = told.flatMap(({ whose }) => whose);
  // What is true of all workloads alike needs no names; different counts of one workload are different things.
  const plain = names.length === 0 || (members.length === 1 && names.length === targets);
  if (rest === undefined || plain || new Set(names).size < names.length) return members;
  const code = (whose: readonly string[]) => whose.map((name) => `\`${name}\``).join(", ");
  const shown = told.slice(0, MOST);
  const counts = shown.map(({ one, whose }) => {
    const [, count] = COUNTED.exec(one.warning.message)!;
    return `${count} (${code(whose)})`;
  });
  const left = names.length - shown.flatMap(({ whose }) => whose).length;
  const more = left > 0 ? `, … (${counted(left, "more workload")})` : "";
  const message =
    members.length === 1 ? `${code(names)}: ${first.warning.message}` : `${counts.join(", ")}${more} ${rest}`;
  const warning = { ...first.warning, message };
  return [{ warning, rows: new Set(members.flatMap(({ rows }) => [...rows])) }];
}
