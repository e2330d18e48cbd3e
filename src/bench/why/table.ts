import type { Cause, Causes } from "../../model/cause.ts";
import { median } from "../../stats/samples.ts";
import { markdown } from "../markdown.ts";
import type { Change } from "./changes.ts";

/** One comparison of a change with its base, and the causes that it named. */
export interface Told {
  /** Change and repeat. */
  readonly key: string;
  readonly change: string;
  readonly verdict: string;
  readonly causes: readonly Causes[];
  /** Seconds of the whole comparison. */
  readonly seconds: number;
}

/** Whether the first cause is the right one; where nothing may be named, whether nothing was. */
export function isRight({ truth }: Change, { causes }: Told): boolean {
  const first = causes[0]?.causes[0];
  if (truth === null) return causes.every((one) => one.causes.length === 0);
  return first !== undefined && isNamed(truth, first);
}

function isNamed(truth: NonNullable<Change["truth"]>, cause: Cause): boolean {
  if ("statement" in truth) {
    if (cause.kind !== "statement" || !cause.text.includes(truth.statement)) return false;
    return truth.repeated === undefined || truth.repeated === cause.repeated;
  }
  return cause.kind === "function" && cause.file === truth.file && truth.names.includes(cause.name);
}

/** A row for each change. */
export function whyTable(changes: readonly Change[], all: readonly Told[]): string {
  const rows = changes.flatMap((change) => {
    const mine = all.filter((one) => one.change === change.name);
    if (mine.length === 0) return [];
    const right = mine.filter((one) => isRight(change, one)).length;
    const shown = mine.find((one) => !isRight(change, one)) ?? mine[0]!;
    const changed = mine.filter(({ verdict }) => verdict === "regressed").length;
    return [
      [
        change.subject,
        change.name,
        `${changed} of ${mine.length}`,
        `${right} of ${mine.length}`,
        firstOf(shown),
        String(Math.round(median(mine.map(({ seconds }) => seconds)))),
      ],
    ];
  });
  return markdown(["service", "change", "regressed", "right", "first line", "seconds"], rows);
}

function firstOf({ causes }: Told): string {
  const cause = causes[0]?.causes[0];
  if (cause === undefined) return "nothing";
  if (cause.kind === "service") return cause.service;
  if (cause.kind === "statement") return `${cause.text.slice(0, 60)}${cause.repeated ? " (N+1)" : ""}`;
  const share = cause.share === null ? "" : `, ${Math.round(100 * cause.share)} %`;
  return `${cause.name || "anonymous"}${cause.file === null ? "" : ` (${cause.file}:${cause.line})`}${share}`;
}

/** How often the first cause was right, and how often a harmless change got one. */
export function whySums(changes: readonly Change[], all: readonly Told[]): string {
  const of = (harmless: boolean) =>
    all.flatMap((one) => {
      const change = changes.find(({ name }) => name === one.change);
      return change && (change.harmless ?? false) === harmless ? [isRight(change, one)] : [];
    });
  const [slower, harmless] = [of(false), of(true)];
  const count = (all: readonly boolean[]) => `${all.filter(Boolean).length} of ${all.length}`;
  return `right: ${count(slower)}; harmless changes without a cause: ${count(harmless)}`;
}
