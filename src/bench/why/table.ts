import type { Cause, Causes } from "../../model/cause.ts";
import { type Run, secondsTaken } from "../../model/run.ts";
import { mean, median } from "../../stats/samples.ts";
import { markdown, medianAndWorst } from "../markdown.ts";
import { grouped } from "../rows.ts";
import type { Change } from "./change.ts";

/** One comparison of a change with its base, and the causes that it named. */
export interface Told {
  /** Change and repeat. */
  readonly key: string;
  readonly change: string;
  readonly verdict: string;
  readonly causes: readonly Causes[];
  readonly seconds: Run["spent"];
  /** Log ratio of head over base and its interval, by metric; of the cost of counting statements only. */
  readonly ratios?: Readonly<Record<string, readonly [estimate: number, low: number, high: number]>>;
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
  const kind = truth.waits ? "wait" : "function";
  if (cause.kind !== kind || cause.file !== truth.file || !truth.names.includes(cause.name)) return false;
  return truth.within === undefined || cause.within === truth.within;
}

/**
 * The share of the added CPU time that the causes named rightly have, with the runtime's own work, which follows from them. All
 * of it is theirs by the change, so that 1 is the truth. Null where statements are the truth, or where there is no share.
 */
export function explainedShare({ truth }: Change, { causes }: Told): Explained | null {
  if (truth === null || "statement" in truth || truth.waits) return null;
  const found = causes[0]?.causes.flatMap((one) =>
    one.kind === "function" && (isNamed(truth, one) || isRuntime(one)) && one.share !== null ? [one] : [],
  );
  if (found === undefined || found.length === 0) return null;
  const share = found.reduce((sum, one) => sum + one.share!, 0);
  const halves = found.flatMap(({ shareInterval: of }) => (of ? [(of[1] - of[0]) / 2] : []));
  return { share, half: halves.length === found.length ? Math.hypot(...halves) : null };
}

interface Explained {
  readonly share: number;
  /** Half of its interval; null where it has none, as in results of earlier versions. */
  readonly half: number | null;
}
/** Most by which a share may be away from the truth, and be uncertain to be shown as one figure. */
const POINTS = 0.15;

/** Garbage collection, and threads that do not run the service's code. */
const isRuntime = ({ file, name }: Extract<Cause, { kind: "function" }>) =>
  file === null && name.startsWith("(");

/** A row for each change. */
export function whyTable(changes: readonly Change[], all: readonly Told[]): string {
  const rows = changes.flatMap((change) => {
    const mine = all.filter((one) => one.change === change.name);
    if (mine.length === 0) return [];
    const right = mine.filter((one) => isRight(change, one)).length;
    const shown = mine.find((one) => !isRight(change, one)) ?? mine[0]!;
    const changed = mine.filter(({ verdict }) => verdict === "regressed").length;
    const shares = mine.flatMap((one) => explainedShare(change, one) ?? []);
    return [
      [
        change.subject,
        change.name,
        `${changed} of ${mine.length}`,
        `${right} of ${mine.length}`,
        firstOf(shown),
        shares.length === 0 ? "" : shares.map(shareText).join(", "),
        String(Math.round(median(mine.map(({ seconds }) => secondsTaken(seconds))))),
        String(Math.round(median(mine.map(({ seconds }) => seconds.why ?? 0)))),
      ],
    ];
  });
  return markdown(
    ["service", "change", "regressed", "right", "first line", "explained %", "seconds", "of them why"],
    rows,
  );
}

function shareText({ share, half }: Explained): string {
  const points = (of: number) => `${Math.round(100 * of)}`;
  return half === null ? points(share) : `${points(share)} ± ${points(half)}`;
}

function firstOf({ causes }: Told): string {
  const cause = causes[0]?.causes[0];
  if (cause === undefined) return "nothing";
  if (cause.kind === "service") return cause.service;
  if (cause.kind === "statement") return `${cause.text.slice(0, 60)}${cause.repeated ? " (N+1)" : ""}`;
  return `${cause.name || "anonymous"}${cause.file === null ? "" : ` (${cause.file}:${cause.line})`}`;
}

/**
 * How often the first cause was right, and how often a harmless change had one, for each service and for all. Shares are those
 * within 15 points of the truth. Seconds are those of this part.
 */
export function sumsTable(changes: readonly Change[], all: readonly Told[]): string {
  const known = all.flatMap((told) => {
    const change = changes.find(({ name }) => name === told.change);
    return change === undefined ? [] : [{ change, told }];
  });
  const services = grouped(known, ({ change }) => change.subject);
  return markdown(
    [
      "service",
      "slower",
      "moved a gate",
      "right",
      "shares within 15 points",
      "of certain ones",
      "truth in the interval",
      "harmless",
      "with a cause",
      "seconds to explain: median, worst",
    ],
    [...services, ["all", known] as const].map(([name, of]) => [name, ...sumsOf(of)]),
  );
}

function sumsOf(of: readonly { readonly change: Change; readonly told: Told }[]): string[] {
  const slower = of.filter(({ change }) => !change.harmless);
  const harmless = of.filter(({ change }) => change.harmless);
  const moved = slower.filter(({ told }) => told.verdict === "regressed" || told.verdict === "improved");
  const shares = slower.flatMap(({ change, told }) => explainedShare(change, told) ?? []);
  const withInterval = shares.filter(({ half }) => half !== null);
  const certain = withInterval.filter(({ half }) => half! <= POINTS);
  const near = (some: readonly Explained[]) => count(some.map(({ share }) => Math.abs(share - 1) <= POINTS));
  const contained = count(withInterval.map(({ share, half }) => Math.abs(share - 1) <= half!));
  const seconds = of.flatMap(({ told }) => told.seconds.why ?? []);
  return [
    `${slower.length}`,
    `${moved.length}`,
    `${moved.filter(({ change, told }) => isRight(change, told)).length}`,
    ...(shares.length === 0 ? ["", "", ""] : [near(shares), near(certain), contained]),
    `${harmless.length}`,
    `${harmless.filter(({ change, told }) => !isRight(change, told)).length}`,
    seconds.length === 0 ? "" : medianAndWorst(seconds),
  ];
}

const count = (all: readonly boolean[]): string => `${all.filter(Boolean).length} of ${all.length}`;

/** What counting statements costs: each comparison's change of each metric with its interval, and the mean of all. */
export function countingTable(all: readonly Told[]): string {
  const counted = all.flatMap(({ ratios }) => (ratios === undefined ? [] : [ratios]));
  const names = Object.keys(counted[0] ?? {});
  const change = (log: number) => `${(100 * Math.expm1(log)).toFixed(1)} %`;
  const rows = names.map((name) => {
    const found = counted.flatMap((ratios) => (ratios[name] === undefined ? [] : [ratios[name]]));
    const each = found.map(
      ([estimate, low, high]) => `${change(estimate)} [${change(low)}, ${change(high)}]`,
    );
    return [name, each.join("; "), change(mean(found.map(([estimate]) => estimate)))];
  });
  return markdown(["statements counted in head only", "change", "mean"], rows);
}
