import { SIDES, type Side } from "../../model/schedule.ts";
import { mean } from "../../stats/samples.ts";
import type { StartSeen } from "./seen.ts";

/** Most that the executions a request of two versions of a statement differ, as a share. */
const ALIKE = 0.1;

/**
 * The starts with statements of base under the text that the change gives them: one more column would otherwise be a new
 * statement, with all of its time. Two are versions of one if each is the only one of its side that the other side does not execute,
 * with its verb and table, and both are executed as often.
 */
export function withSuccessors(starts: readonly StartSeen[]): StartSeen[] {
  const [before, after] = SIDES.map((side) => onlyOf(starts, side));
  const texts = new Map(
    [...before!].flatMap(([kind, old]) => {
      const now = after!.get(kind) ?? [];
      if (old.length !== 1 || now.length !== 1) return [];
      const [one, other] = [executed(starts, "base", old[0]!), executed(starts, "head", now[0]!)];
      return Math.abs(one - other) > ALIKE * Math.max(one, other) ? [] : [[old[0]!, now[0]!] as const];
    }),
  );
  if (texts.size === 0) return [...starts];
  const textOf = new Map(
    starts.flatMap(({ head }) => [...head.statements].map(([key, { text }]) => [key, text])),
  );
  return starts.map((start) => {
    const statements = [...start.base.statements].map(([key, one]) => {
      const next = texts.get(key);
      return next === undefined
        ? ([key, one] as const)
        : ([next, { ...one, text: textOf.get(next)! }] as const);
    });
    return { ...start, base: { ...start.base, statements: new Map(statements) } };
  });
}

/** The statements that one side alone executes, by service, verb and table. */
function onlyOf(starts: readonly StartSeen[], side: Side): Map<string, string[]> {
  const theirs = side === "base" ? "head" : "base";
  const known = new Set(starts.flatMap((start) => [...start[theirs].statements.keys()]));
  const found = new Map<string, string[]>();
  for (const [key, { service, text, http }] of new Map(
    starts.flatMap((start) => [...start[side].statements]),
  )) {
    const [verb] = /^\s*\w+/.exec(text) ?? [];
    const [, table] = /\b(?:from|into|update)\s+(?:only\s+)?([\w."`[\]]+)/i.exec(text) ?? [];
    if (known.has(key) || http || table === undefined) continue;
    const kind = `${service} ${verb} ${table}`.toLowerCase();
    found.set(kind, [...(found.get(kind) ?? []), key]);
  }
  return found;
}

/** Executions a request. */
const executed = (starts: readonly StartSeen[], side: Side, key: string): number =>
  mean(starts.map((start) => (start[side].statements.get(key)?.calls ?? 0) / start[side].requests));
