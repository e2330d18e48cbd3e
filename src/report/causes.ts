import { counted, locationOf } from "../base/text.ts";
import {
  type Added,
  type Cause,
  type Causes,
  isUnseen,
  MOST_CAUSES,
  type PackageUpdate,
} from "../model/cause.ts";
import type { Comparison } from "../model/comparison.ts";
import { format } from "../model/figure.ts";
import { itemName } from "../model/item.ts";
import { whole } from "./figures.ts";

/** Formats text from the data for a medium. */
interface Set {
  readonly name: (text: string) => string;
  /** Of a reason, which is in the sentence only where this is given. */
  readonly reason?: (text: string) => string;
}

/** What explains a workload: a sentence, and a line for each cause. */
export interface Explained {
  readonly name: string;
  readonly summary: string;
  readonly causes: readonly string[];
  /** Services without a profile, and why. */
  readonly lacking: readonly string[];
}

/** What explains each workload that changed. */
export const explained = ({ causes = [] }: Pick<Comparison, "causes">, set: Set): Explained[] =>
  causes.map((one) => explainedOne(one, set));

/** What explains one workload. */
export const explainedOne = (one: Causes, set: Set): Explained => ({
  name: set.name(itemName(one)),
  summary: summaryOf(one, set),
  causes: one.causes.map((cause) => causeLine(cause, set)),
  lacking: one.lacking.map(({ service, why }) => `${set.name(service)}: ${set.name(why)}`),
});

/**
 * "browse: +58 µs [+44, +71] of CPU a request when loaded again with profilers, in 4 starts; not explained: 12 % of this
 * difference in CPU time".
 */
function summaryOf(of: Causes, set: Set): string {
  const { name } = set;
  const { cpu, latency, starts, gates, reappeared, lacking } = of;
  const isShown = latency !== null && (reappeared.latency || gates?.latency);
  const waited = isShown ? [`${amount(latency.added)} of mean latency`] : [];
  const figures = [...waited, `${amount(cpu.added)} of CPU a request`].join(", ");
  const again = `when loaded again with profilers, in ${counted(starts, "start")}`;
  return [`${name(itemName(of))}: ${figures} ${again}`, ...restOf(of), ...unprofiled(lacking, set)].join(
    "; ",
  );
}

/** "no CPU profile of db, cache (it is no Node.js)": a reason that several services have is given once. */
function unprofiled(lacking: Causes["lacking"], { name, reason }: Set): string[] {
  const services = new Map<string, string[]>();
  for (const { service, why } of lacking) {
    const given = reason === undefined ? "" : ` (${reason(why)})`;
    services.set(given, [...(services.get(given) ?? []), name(service)]);
  }
  return [...services].map(([given, names]) => `no CPU profile of ${names.join(", ")}${given}`);
}

/** The parts of the change that did not show again, or have no cause. */
function restOf(of: Causes): string[] {
  const { causes, changed, latency, reappeared } = of;
  if (!changed && !reappeared.cpu && !reappeared.latency) return ["no difference"];
  const rest = causes.length > 0 ? "there are no shares" : "nothing explains it";
  const unlooked = latency === null ? ["this load reports no latency, so waits are not looked at"] : [];
  if (!reappeared.cpu && !reappeared.latency) {
    const what = `${causes.length > 0 ? "as a whole the" : "the"} change did not show again`;
    return [`${what}${latency === null ? " in CPU time" : ""}, so ${rest}`, ...unlooked];
  }
  if (isUnseen(of)) return [`${UNSEEN.latency}, so ${rest}`, ...elsewhereOf(of)];
  return [...unseenOf(of), ...unexplainedOf(of), ...unlooked];
}

const UNSEEN = {
  latency: "the change of latency did not show again in its mean",
  cpu: "the change of CPU time did not show again",
  sum: "the sum of CPU time is too uncertain to show the change again",
};

/** The kinds of gates whose change did not show again, where another one did. */
const unseenOf = ({ causes, gates, latency, reappeared }: Causes): string[] => [
  ...(gates?.latency && latency !== null && !reappeared.latency ? [UNSEEN.latency] : []),
  ...(gates?.cpu && !reappeared.cpu ? [causes.some(isOfCpu) ? UNSEEN.sum : UNSEEN.cpu] : []),
];

/** Whether its CPU time is clear, whatever the sum is. */
const isOfCpu = ({ kind }: Cause) => kind === "function" || kind === "service";

/** The share of the change that has no cause. */
function unexplainedOf(of: Causes): string[] {
  const { causes } = of;
  const { cpu, latency } = of.reappeared;
  if (causes.length === 0)
    return [`no single place explains it${latency ? ", and not all waiting is seen" : ""}`];
  const ofCpu = causes.flatMap((cause) => ("share" in cause ? [cause.share] : []));
  const shares = ofCpu.flatMap((share) => share ?? []);
  const less = elsewhereOf(of);
  // Where requests only wait longer, the little CPU time that goes with it needs no explanation.
  const isWaiting =
    ofCpu.length === 0 && Math.abs(of.cpu.added.estimate) < TOLD * Math.abs(of.latency?.added.estimate ?? 0);
  const rest = Math.round(100 * (1 - shares.reduce((sum, share) => sum + share, 0)));
  const isClear = rest > 100 * halfOfSum(causes);
  if (cpu && shares.length < ofCpu.length)
    return ["the sum of CPU time is too uncertain for shares", ...less, ...outsideOf(of)];
  return [
    ...(cpu && isClear && less.length === 0 && !isWaiting
      ? [`not explained: ${rest} % of this difference in CPU time`]
      : []),
    ...less,
    ...outsideOf(of),
    ...overlapOf(of),
  ];
}

/** Causes whose times contain one another: a function waits for a statement, and a service executes it. */
const NESTED: readonly Cause["kind"][] = ["wait", "statement", "service"];

/**
 * The latency that is clearly in none of the causes, where requests wait for some of them, or the verdict is about latency alone.
 * Times are counted as if none overlapped, nested ones once: so it is the least that is left. Less than a tenth (`TOLD`) is left out.
 * With the most causes that there may be, others may have the rest.
 */
function outsideOf({ causes, gates, latency, reappeared }: Causes): string[] {
  const isWaitedFor =
    (gates?.latency && !gates.cpu) || causes.some(({ kind }) => kind === "wait" || kind === "statement");
  if (latency === null || !reappeared.latency || !isWaitedFor || causes.length === MOST_CAUSES) return [];
  const sign = Math.sign(latency.added.estimate);
  const sumOf = (kind: Cause["kind"]) =>
    causes.reduce((sum, one) => sum + (one.kind === kind ? sign * one.added.estimate : 0), 0);
  const inside = sumOf("function") + Math.max(...NESTED.map(sumOf));
  const rest = sign * latency.added.estimate - inside;
  const uncertain = Math.hypot(...[latency, ...causes].map(({ added }) => halfOf(added.interval)));
  if (rest <= Math.max(uncertain, TOLD * Math.abs(latency.added.estimate))) return [];
  return [`not in the times below: ${format(rest, "s")} of the latency (round trips, queues, unseen waits)`];
}

/** That statements run at the same time, where their times come to more than the latency that showed again. */
function overlapOf({ causes, latency, reappeared }: Causes): string[] {
  if (latency === null || !reappeared.latency) return [];
  const times = causes.flatMap(({ kind, added }) => (kind === "statement" ? Math.abs(added.estimate) : []));
  const sum = times.reduce((all, one) => all + one, 0);
  const isMore = times.length > 1 && sum > Math.abs(latency.added.estimate);
  return isMore ? ["times of statements overlap, so only CPU time is summed"] : [];
}

/**
 * Share of a difference from which the text has a part of it: of the largest cause, time saved elsewhere; of a statement, locks;
 * of latency, CPU time without a cause.
 */
const TOLD = 0.1;

/** Share of a new statement's time from which its locks are named. */
const MOSTLY = 0.5;

/** "other functions take 316 µs less", as where a function is not inlined any more. */
function elsewhereOf({ causes, elsewhere }: Causes): string[] {
  if (causes.length === 0) return [];
  const largest = Math.max(...causes.map(({ added }) => Math.abs(added.estimate)));
  if (Math.abs(elsewhere) <= TOLD * largest) return [];
  return [`other functions take ${format(Math.abs(elsewhere), "s")} ${elsewhere < 0 ? "less" : "more"}`];
}

/** Half of the interval of all shares together; 0 where none has one. */
function halfOfSum(causes: readonly Cause[]): number {
  const halves = causes.flatMap((cause) =>
    "share" in cause && cause.shareInterval ? halfOf(cause.shareInterval) : [],
  );
  return Math.hypot(...halves);
}

const halfOf = ([low, high]: readonly [number, number]) => (high - low) / 2;

/** Most by which a share is uncertain to either side where it is one figure. */
const ONE_FIGURE = 0.15;

/** " (92 %)", or " (57 to 83 %)" where it is less certain; empty without a share. */
function shareOf(cause: Cause): string {
  if (!("share" in cause) || cause.share === null) return "";
  const { share, shareInterval: interval } = cause;
  const [low, high] = (interval ?? [share, share]).map((side) => whole(100 * side)) as [string, string];
  if (interval === undefined || halfOf(interval) <= ONE_FIGURE) return ` (${whole(100 * share)} %)`;
  if (interval[1] >= 1) return ` (${low} % or more)`;
  return interval[0] <= 0 ? ` (up to ${high} %)` : ` (${low} to ${high} %)`;
}

function causeLine(cause: Cause, { name }: Set): string {
  const { kind, service, added } = cause;
  if (kind === "statement") {
    const { text, calls, repeated, http } = cause;
    const before = calls.base === 0 ? `was not ${http ? "called" : "executed"}` : `was ${times(calls.base)}`;
    const each = repeated ? `: one ${http ? "call" : "query"} for each element (N+1)` : "";
    const many = `${times(calls.head)} times a request (${before})${each}`;
    if (http)
      return `${name(text)} from ${name(service)}: ${many}, ${amount(added)} of waiting a request${originOf(cause, name)}`;
    const query = name(withShortList(text));
    const executed = `${amount(added)} of execution a request${locksOf(cause)}${originOf(cause, name)}`;
    return `${query} in ${name(service)}: ${many}${eachOf(cause)}, ${executed}`;
  }
  const more = `${amount(added)} of ${kind === "wait" ? "waiting" : "CPU"} a request${shareOf(cause)}`;
  if (kind === "service") return `${name(service)}: ${more}`;
  const { file, line, within, edited } = cause;
  const updated = kind === "function" && cause.update ? `; ${updateOf(cause.update, name)}` : "";
  const where = file === null ? "" : ` (${name(locationOf({ file, line }))})`;
  const inner = within === undefined ? "" : `, mostly ${kind === "wait" ? "for" : "in"} ${name(within)}`;
  const mostly = kind === "function" && cause.total ? ", with all that it calls" : inner;
  const touched = edited === null ? "" : `; the change edits ${linesOf(edited)} of this file`;
  return `${name(cause.name || "an anonymous function")}${where} of ${name(service)}: ${more}${mostly}${updated}${touched}`;
}

/** "the change takes deep-equal from 2.2.3 to 1.1.2 (package-lock.json)"; without a file that has the versions, no file. */
const updateOf = ({ name: of, base, head, file }: PackageUpdate, name: Set["name"]): string =>
  `the change takes ${name(of)} from ${name(base)} to ${name(head)}${file === undefined ? "" : ` (${name(file)})`}`;

/** Share of base's rows, or blocks, of an execution by which their number has to differ to be told. */
const OTHER = 0.5;

/** " with 500 rows each (was 50) and 410 blocks read each (was 3)"; empty where an execution has about as many of both as before. */
function eachOf({ calls, rows, blocks }: Extract<Cause, { kind: "statement" }>): string {
  if (calls.base === 0 || calls.head === 0) return "";
  const told = [
    { of: rows, what: "rows each" },
    ...(blocks ? [{ of: blocks, what: "blocks read each" }] : []),
  ].flatMap(({ of, what }) => {
    const [before, now] = [of.base / calls.base, of.head / calls.head];
    const isOther = Math.abs(now - before) >= Math.max(1, OTHER * before);
    return isOther ? `${whole(now)} ${what} (was ${whole(before)})` : [];
  });
  return told.length === 0 ? "" : ` with ${told.join(" and ")}`;
}

/** "; items is in a line that the change adds (src/shop.ts:42)", or removes; empty where no line was found. */
function originOf({ origin }: Extract<Cause, { kind: "statement" }>, name: Set["name"]): string {
  return origin === undefined
    ? ""
    : `; ${name(origin.name)} is in a line that the change ${origin.removed ? "removes" : "adds"} (${name(locationOf(origin))})`;
}

/**
 * ", 11 ms of it waiting for locks"; empty where locks are no large part of the difference, beyond what as many executions waited in
 * base. MySQL and MariaDB count the time until a statement's tables are open, a fifth of a short one: without base's, half is large.
 */
function locksOf({ locked, calls, added }: Extract<Cause, { kind: "statement" }>): string {
  if (locked === undefined) return "";
  const more = locked.head - (calls.base > 0 ? (locked.base / calls.base) * calls.head : 0);
  if (!(more / added.estimate >= (calls.base > 0 ? TOLD : MOSTLY))) return "";
  return `, ${format(Math.abs(more), "s")} of it waiting for locks`;
}

/** Characters of a statement from which its columns give way to what follows them: names are cut at their end. */
const LONG = 80;
/** "SELECT id, name, … FROM …": the first columns of a list, and what follows it. */
const COLUMNS = /^(select .{1,40}?, ).+?( from .*)$/is;

const withShortList = (text: string) => (text.length > LONG ? text.replace(COLUMNS, "$1…$2") : text);

const linesOf = ([from, to]: readonly [number, number]) =>
  from === to ? `line ${from}` : `lines ${from} to ${to}`;

const times = (calls: number) => (calls >= 0.1 ? calls.toFixed(1) : String(Number(calls.toPrecision(1))));

const UNITS = [
  ["s", 1],
  ["ms", 1e-3],
  ["µs", 1e-6],
  ["ns", 1e-9],
] as const;

/** Share of the larger bound below which an estimate is near 0. */
const NEAR_0 = 0.1;

/** "+58 µs [+44, +71]": at least two digits of the estimate, or of the larger bound where the estimate is near 0. */
function amount({ estimate, interval }: Added): string {
  const bound = Math.max(...interval.map(Math.abs));
  const largest = Math.abs(estimate) < NEAR_0 * bound ? bound : Math.abs(estimate);
  const [unit, size] = UNITS.find(([, least]) => largest >= least) ?? UNITS[3];
  const decimals = largest >= 9.95 * size ? 0 : 1;
  const text = (seconds: number) => `${seconds < 0 ? "−" : "+"}${Math.abs(seconds / size).toFixed(decimals)}`;
  return `${text(estimate)} ${unit} [${interval.map(text).join(", ")}]`;
}
