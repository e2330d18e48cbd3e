import { own } from "../../base/own.ts";
import { counted, firstLine } from "../../base/text.ts";
import type { StackKind } from "../../model/config.ts";
import type { PairRecord } from "../../model/duel.ts";
import { type Item, itemKey, itemName } from "../../model/item.ts";
import { select } from "../../model/metric.ts";
import { isWhole } from "../../model/noise.ts";
import { format } from "../../model/quantity.ts";
import type { Side } from "../../model/schedule.ts";
import type { Judge, Open } from "../judge.ts";
import { LiveProgress } from "../liveprogress.ts";
import { clock } from "../progress.ts";
import { type Duelist, FEWEST_IN_A_START, groups, pairSeconds, USUAL_START } from "./plan.ts";

/** Reports how far a duel is, and which workloads are still open and why. */
export class DuelProgress extends LiveProgress {
  /** Planned looks. */
  #planned = 0;
  /** The number of the next look, from 1. */
  #look = 1;
  /** Seconds that the duel may take; null without a limit. */
  #allowed: number | null = null;
  #duelists: readonly Duelist[] = [];
  #starts = 0;
  /** Seconds of a start of both sides: the shortest so far, or the usual one. */
  #start = 0;
  /** Whether a start was timed, and the seconds until the last look that were printed. */
  #isTimed = false;
  #printed = 0;
  /** Pairs of each workload at the last look. */
  #most = 0;
  /** Pairs so far: of each workload, and of all with their attempts. */
  readonly #measured = new Map<string, number>();
  #pairs = 0;
  /** Seconds until the last of them. */
  #paced = 0;
  #open: readonly Open[] = [];
  #doing = "";
  /** The workload that is measured; null before the first pair. */
  #current: Item | null = null;

  /** @param starts before the first look */
  begin(
    duelists: readonly Duelist[],
    judge: Judge,
    budget: number | null,
    starts: number,
    kind: StackKind,
  ): void {
    this.startClock();
    this.#start = USUAL_START[kind];
    this.#isTimed = false;
    this.#duelists = duelists;
    this.#starts = starts;
    this.#planned = judge.looks.length;
    this.#most = judge.looks.at(-1) ?? 0;
    this.#open = judge.next()?.open ?? [];
    this.#allowed = budget;
    for (const one of duelists) this.log.info(described(one));
    const about = duelists.some(({ isBlockOpen }) => isBlockOpen) ? "at least" : "about";
    const [first, last] = [this.#until(judge.looks[0] ?? 0), this.#until(this.#most)];
    this.#printed = last;
    this.log.info(
      `base and head paired, looks after ${judge.looks.join(", ")} pairs of each: ${about} ${clock(first)} until the first, ${clock(last)} until the last, with starts of ${format(this.#start, "s")}`,
    );
    const usual = this.#open.flatMap((one) => one.needed ?? one.neededUsually ?? []);
    if (usual.length === this.#open.length && usual.length > 0) {
      const noise = this.#needed() === null ? "with usual noise" : "by the noise of calibrations";
      const needed = Math.max(...usual);
      const seconds = secondsUntil(duelists, () => needed, starts, this.#start);
      const early = needed > this.#most ? ENDS_BEFORE : "";
      this.log.info(`${noise}, +5 % takes ${roughly(seconds)}${early}`);
    }
    this.tickEverySecond();
  }

  /** Names the current step in the live line until the next pair is done. @param of the workload that is measured now */
  doing(what: string, of: Item | null = null): void {
    this.#doing = what;
    this.#current = of ?? this.#current;
    this.tick();
  }

  /** Says that disturbed pairs are measured again once the machine is calm, or after so many seconds: also on a terminal. */
  waiting(pairs: number, most: number): void {
    const what = `waiting for other programs to leave the CPU, ${format(most, "s")} at most`;
    this.doing(what);
    this.log.info(`${clock(this.gone())}  ${what}, to measure ${counted(pairs, "disturbed pair")} again`);
  }

  /** Names a pair of which one side is measured, where the other side's turn is minutes later. The live line has it anyway. */
  half(of: Item, slot: number, side: Side): void {
    if (!this.log.isLive)
      this.log.info(`${clock(this.gone())}  ${itemName(of)}, pair ${slot + 1}: ${side} is measured`);
  }

  /** Both sides were started. Says how long all takes, where that is a quarter more or less than printed before. */
  started(seconds: number): void {
    this.#start = this.#isTimed ? Math.min(this.#start, seconds) : seconds;
    this.#isTimed = true;
    const last = this.#until(this.#most);
    if (Math.abs(last - this.#printed) <= this.#printed / 4) return;
    this.#printed = last;
    this.log.info(
      `both sides start in ${format(this.#start, "s")}: about ${clock(last)} in all until the last look`,
    );
  }

  /** Says how long the blocks of a workload are, now that they are fixed. @param requests of a pair; undefined where unknown */
  fitted(of: Duelist, requests: number | undefined): void {
    this.#printed = this.#until(this.#most);
    this.log.info(
      `${itemName(of)}: pairs of ${format(of.pairing.block, "s")}${requestsEach(requests)}: about ${clock(this.#printed)} in all until the last look`,
    );
  }

  pair(record: PairRecord): void {
    this.#pairs++;
    this.#paced = this.gone();
    this.#measured.set(itemKey(record), Math.max(this.#measuredOf(record), record.slot + 1));
    const line = pairLine(record);
    const ordinary = record.outcome === "ok" && record.attempt === 0;
    this.#doing = this.log.isLive && ordinary ? line : "";
    if (this.#doing === "") this.log.info(`${clock(this.gone())}  ${line}`);
    else this.tick();
    if (record.outcome === "lost") this.logRest(record.failure, record.side);
  }

  looked(number: number, judge: Judge, last: boolean): void {
    const next = judge.next();
    this.#open = next?.open ?? [];
    this.#look = next?.look ?? number;
    for (const one of judge.closed()) this.log.info(`  ${itemName(one)}: ${one.why}`);
    const isOpen = this.#open.length > 0;
    const rest = isOpen ? `open: ${openIn(this.#open)}${this.#forecast()}` : "nothing is open";
    this.log.info(
      `look ${number} of ${this.#planned} after ${clock(this.gone())}${last ? ", the last one: the time is up" : ""}; ${rest}`,
    );
  }

  /** Most important first: a narrow terminal lacks the rest. */
  protected tick(): void {
    const gates = this.#open.reduce((sum, one) => sum + (one.gates?.length ?? 0), 0);
    const estimate = estimateIn(this.#open, this.#current);
    const parts = [
      `look ${this.#look}/${this.#planned}`,
      estimate,
      this.#left(),
      gates === 0 ? "" : `${counted(gates, "gate")} open`,
      this.#doing || (estimate === "" ? openIn(this.#open) : ""),
      `${clock(this.gone())} gone${this.#allowed === null ? "" : ` of ${clock(this.#allowed)}`}`,
      counted(this.#pairs, "pair"),
    ];
    this.log.progress(fitting(parts, this.log.columns ?? Infinity));
  }

  /** The most time that is left, by the pace so far and the time allowed; empty where neither tells. */
  #left(): string {
    const allowed = this.#allowed === null ? Infinity : this.#allowed - this.gone();
    const since = this.gone() - this.#paced;
    const paced = this.#pairs === 0 ? Infinity : Math.max(0, this.#secondsOf(this.#most) - since);
    const most = Math.min(allowed, paced);
    return Number.isFinite(most) ? `at most ${clock(most)} left` : "";
  }

  #measuredOf(of: Item): number {
    return this.#measured.get(itemKey(of)) ?? 0;
  }

  #until(pairs: number): number {
    return secondsUntil(this.#duelists, upTo(pairs), this.#starts, this.#start);
  }

  /** Seconds until each open workload has its pairs, at the pace so far. @param pairs null for those that find +5 % */
  #secondsOf(pairs: number | null): number {
    const more = this.#open.map((one) => Math.max(0, (pairs ?? one.needed ?? 0) - this.#measuredOf(one)));
    return more.reduce((sum, one) => sum + one, 0) * (this.#paced / this.#pairs);
  }

  /** The pairs that each open workload needs to find a worsening of 5 %; null where that is not known of all. */
  #needed(): readonly number[] | null {
    const needed = this.#open.flatMap((one) => one.needed ?? []);
    return needed.length === this.#open.length && needed.length > 0 ? needed : null;
  }

  /** How long it would take to find a worsening of 5 % in the open workloads. */
  #forecast(): string {
    if (this.#needed() === null) return "";
    const seconds = this.#secondsOf(null);
    if (seconds === 0) return "; +5 % would have been found";
    const early = seconds > this.#secondsOf(this.#most) ? ENDS_BEFORE : "";
    return `; finding +5 % takes ${roughly(seconds)} more${early}`;
  }
}

const roughly = (seconds: number): string =>
  seconds < 3600 ? `about ${clock(seconds)}` : `about ${Math.round(seconds / 3600)} h`;

const ENDS_BEFORE = ", and this run ends before";

/** So many pairs of each workload, or all of one that has fewer. */
export const upTo =
  (pairs: number) =>
  ({ pairing }: Duelist): number =>
    Math.min(pairs, pairing.pairs[1]);

/**
 * About how many seconds it takes until each workload has its pairs, with starts and warm-up.
 *
 * @param pairs  of a workload
 * @param starts before the first look
 * @param start  seconds of one
 */
export function secondsUntil(
  duelists: readonly Duelist[],
  pairs: (of: Duelist) => number,
  starts: number,
  start: number,
): number {
  const made = Math.max(starts, Math.max(...duelists.map(pairs)) / FEWEST_IN_A_START);
  return duelists.reduce(
    (sum, of) => {
      const { mode } = of.pairing;
      return sum + made * of.warmup * (isWhole(mode) ? 2 : 1) + pairs(of) * pairSeconds(of);
    },
    made * start * groups(duelists).length,
  );
}

/** How long head alone and the pairs after it take. @param pairs seconds until the first and the last look */
export const wholeText = (alone: number, [first, last]: readonly [number, number]): string =>
  `first head alone, for its own limits: about ${clock(alone)}; then base and head paired: about ${clock(first)} until the first look, ${clock(last)} until the last`;

const requestsEach = (requests: number | undefined) =>
  requests === undefined ? "" : `, about ${Number(requests.toPrecision(2))} requests each`;

/** How one workload is interleaved: "browse: mode trial, 6 to 30 pairs of 5 s a side (why no finer one)". */
export function described({
  pairing,
  rate,
  isBlockOpen,
  ...of
}: Item & Pick<Duelist, "pairing" | "rate" | "isBlockOpen">): string {
  const { mode, why, block, pairs, script } = pairing;
  const coarse = why === null ? "" : `; no finer mode: ${why}`;
  const changed = script === "head" ? "; base has another script or none, so head's drives both sides" : "";
  const requests = requestsEach(rate && !rate.isGuess ? rate.requests * block : undefined);
  const size = `${pairs[0]} to ${pairs[1]} pairs of ${format(block, "s")}${isBlockOpen ? " (the warm-up decides)" : ""}${requests}`;
  return `${itemName(of)}: mode ${mode}, ${size}${coarse}${changed}`;
}

/** One pair in a line: the figures of both sides, or the side that lost it and why. */
export function pairLine(record: PairRecord): string {
  const again = record.attempt > 0 ? ", second attempt" : "";
  const head = `${itemName(record)}, pair ${record.slot + 1}${again}`;
  if (record.outcome === "lost") {
    const { code, message } = record.failure;
    return `${head}: lost by ${record.side} (${code}): ${firstLine(message)}`;
  }
  const figure = (name: string, text: string) => {
    const both = [record.base, record.head].map(({ metrics }) => select(metrics, text));
    return both.every((value) => value !== undefined)
      ? [`${name} ${both.map((value) => format(value, "s")).join(" | ")}`]
      : [];
  };
  const shown = Object.entries(SHORT).flatMap(([text, name]) => figure(name, text));
  return `${head}: ${["base | head", ...shown].join(", ")}`;
}

/** Metrics that lines of pairs and the live line shorten. */
const SHORT: Readonly<Record<string, string>> = {
  "http_req_duration.p50": "p50",
  cpu_per_request: "cpu/request",
};

/** "shop p50 +1.2 % [−0.4, +2.8]": an open gate of the current workload, else of another; empty before the first look. */
function estimateIn(open: readonly Open[], current: Item | null): string {
  const isCurrent = (one: Open) => current !== null && itemKey(one) === itemKey(current);
  const ordered = [...open.filter(isCurrent), ...open];
  const all = ordered.flatMap((one) => (one.gates ?? []).map((gate) => ({ one, ...gate })));
  const first = all.find(({ estimate }) => estimate !== null);
  if (first === undefined) return "";
  return `${itemName(first.one)} ${own(SHORT, first.metric) ?? first.metric} ${first.estimate}`;
}

/** The parts that fit into one line, in order; the first one in any case. */
function fitting([first = "", ...more]: readonly string[], columns: number): string {
  return more.reduce((line, part) => {
    const longer = `${line} · ${part}`;
    return part === "" || longer.length > columns ? line : longer;
  }, first);
}

/** The first few open workloads, and why the first one is open. */
function openIn(open: readonly Open[]): string {
  const [first] = open;
  if (first === undefined) return "nothing open";
  const others = open.slice(1).map(itemName);
  const more = others.length > 3 ? [...others.slice(0, 3), `${others.length - 3} more`] : others;
  return [`${itemName(first)} (${first.why})`, ...more].join(", ");
}
