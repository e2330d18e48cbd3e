import { counted } from "../base/text.ts";
import type { Comparison, Row, Warning } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { worstFirst } from "./news.ts";

/** A warning and its rows; none for a warning about the whole run. */
export interface Note {
  readonly warning: Warning;
  readonly rows: ReadonlySet<Row>;
  /** Whether it is only about advisory metrics, so that it can wait. */
  readonly minor: boolean;
}

type Found = Pick<Note, "warning" | "rows">;

/** Most counts listed in one warning. */
const MOST = 8;

/**
 * Every warning once, however many rows carry it: first those of the whole run, then those of rows, then minor ones.
 * Warnings of several workloads that differ only in their counts become one.
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
  const targets = new Set(comparison.rows.map(itemName)).size;
  return together([...found.values()], targets)
    .map((note) => ({
      ...note,
      minor: note.rows.size > 0 && [...note.rows].every((row) => row.kind === "advisory"),
    }))
    .sort((a, b) => Number(a.minor) - Number(b.minor));
}

/** A warning with its count, where it has one, and its workloads. */
interface Part {
  readonly one: Found;
  readonly count: string | null;
  readonly rest: string;
  readonly whose: readonly string[];
}

function apart(one: Found): Part {
  const { tally } = one.warning;
  const count = tally === undefined ? null : `${tally.n} of ${tally.of}`;
  return { one, count, rest: tally?.rest ?? "", whose: [...new Set([...one.rows].map(itemName))] };
}

/** Merges warnings that differ only in their counts; the result names the workloads. */
function together(found: readonly Found[], targets: number): Found[] {
  const groups = new Map<string, [Part, ...Part[]]>();
  for (const [i, part] of found.map(apart).entries()) {
    const { code, remedy } = part.one.warning;
    const alone = part.count === null || part.whose.length === 0;
    const key = JSON.stringify(alone ? i : [code, part.rest, remedy]);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [part]);
    else members.push(part);
  }
  return [...groups.values()].flatMap((members) => named(members, targets));
}

function named(members: readonly [Part, ...Part[]], targets: number): readonly Found[] {
  const [{ one: first, count, rest }] = members;
  const names = members.flatMap(({ whose }) => whose);
  // A warning about all workloads needs no names. Different counts of one workload are separate warnings.
  const plain = names.length === 0 || (members.length === 1 && names.length === targets);
  if (count === null || plain || new Set(names).size < names.length) return members.map(({ one }) => one);
  const code = (whose: readonly string[]) => whose.map((name) => `\`${name}\``).join(", ");
  const shown = members.slice(0, MOST);
  const counts = shown.map((part) => `${part.count} (${code(part.whose)})`);
  const left = names.length - shown.flatMap(({ whose }) => whose).length;
  const more = left > 0 ? `, … (${counted(left, "more workload")})` : "";
  const message =
    members.length === 1 ? `${code(names)}: ${first.warning.message}` : `${counts.join(", ")}${more} ${rest}`;
  const warning = { ...first.warning, message };
  return [{ warning, rows: new Set(members.flatMap(({ one }) => [...one.rows])) }];
}
