import type { Log } from "../../base/log.ts";
import { firstLine } from "../../base/text.ts";
import type { PairRecord } from "../../model/duel.ts";
import { type Item, itemKey, itemName } from "../../model/item.ts";
import { select } from "../../model/metric.ts";
import { format } from "../../model/quantity.ts";
import type { Judge, Open } from "../judge.ts";
import { clock } from "../progress.ts";
import { type Duelist, FEWEST_IN_A_START, pairSeconds } from "./plan.ts";

/** Reports how far a duel is, and which workloads are still open and why. */
export interface DuelProgress {
  /** @param starts before the first look */
  begin(duelists: readonly Duelist[], judge: Judge, budget: number | null, starts: number): void;
  /** Names the current step in the live line until the next pair is done. */
  doing(what: string): void;
  /** Says how long the blocks of a workload are, now that its rate is known. */
  fitted(of: Duelist): void;
  pair(record: PairRecord): void;
  looked(look: number, judge: Judge, last: boolean): void;
  stop(): void;
}

/**
 * @param now  milliseconds
 * @param every calls a function each second; returns the function that stops it
 */
export function duelProgressTo(
  log: Log,
  now: () => number,
  every: (tick: () => void) => () => void,
): DuelProgress {
  let stop = () => {};
  let began = 0;
  let planned = 0;
  let allowed = "";
  let most = 0;
  let load = (_pairs: number) => 0;
  const measured = new Map<string, number>();
  let look = 1;
  let pairs = 0;
  let open: readonly Open[] = [];
  let doing = "";
  const since = () => (now() - began) / 1000;
  /** Seconds until the last look, if nothing closes before it, at the pace so far. */
  const left = () =>
    open.reduce((sum, one) => sum + Math.max(0, most - (measured.get(itemKey(one)) ?? 0)), 0) *
    (since() / pairs);
  /** The pairs that each open workload needs to find a worsening of 5 %; null where that is not known of all. */
  const needs = () => {
    const needed = open.flatMap((one) => one.needed ?? []);
    return needed.length === open.length && needed.length > 0 ? needed : null;
  };
  /** How long it would take to find a worsening of 5 % in the open workloads, at the pace so far. */
  const forecast = () => {
    if (needs() === null) return "";
    const more = open.reduce(
      (sum, one) => sum + Math.max(0, (one.needed ?? 0) - (measured.get(itemKey(one)) ?? 0)),
      0,
    );
    if (more === 0) return "; +5 % would have been found";
    const seconds = more * (since() / pairs);
    return seconds > left()
      ? `; +5 % would take about ${clock(seconds)} more, which this run does not go on for`
      : `; +5 % takes about ${clock(seconds)} more`;
  };
  const tick = () => {
    const atMost = pairs === 0 ? "" : `, at most ${clock(left())} left`;
    const gone = `${clock(since())} gone${allowed}${atMost}`;
    log.progress(`look ${look}/${planned} · ${counted(pairs, "pair")} · ${doing || openIn(open)} · ${gone}`);
  };
  return {
    begin(duelists, judge, budget, starts) {
      began = now();
      planned = judge.looks.length;
      open = judge.next()?.open ?? [];
      if (budget !== null) allowed = ` of ${clock(budget)}`;
      for (const one of duelists) log.info(described(one));
      most = judge.looks.at(-1) ?? 0;
      load = (pairs) => loadUntil(duelists, pairs, starts);
      const [first, last] = [judge.looks[0] ?? 0, most].map((n) => clock(load(n)));
      const about = duelists.some(({ isBlockOpen }) => isBlockOpen) ? "at least" : "about";
      log.info(
        `base and head paired, looks after ${judge.looks.join(", ")} pairs of each: ${about} ${first} of load until the first, ${last} until the last`,
      );
      const needed = needs();
      if (needed !== null) {
        log.info(
          `by the noise of calibrations, +5 % takes about ${clock(load(Math.max(...needed)))} of load`,
        );
      }
      stop = every(tick);
    },
    doing(what) {
      doing = what;
      tick();
    },
    fitted(of) {
      log.info(
        `${itemName(of)}: pairs of ${format(of.pairing.block, "s")}, so that each has enough requests: about ${clock(load(most))} of load until the last look`,
      );
    },
    pair(record) {
      pairs++;
      measured.set(itemKey(record), Math.max(measured.get(itemKey(record)) ?? 0, record.slot + 1));
      const line = pairLine(record);
      const ordinary = record.outcome === "ok" && record.attempt === 0;
      doing = log.isLive && ordinary ? line : "";
      if (doing === "") log.info(`${clock(since())}  ${line}`);
      else tick();
    },
    looked(number, judge, last) {
      const next = judge.next();
      open = next?.open ?? [];
      look = next?.look ?? number;
      for (const one of judge.closed()) log.info(`  ${itemName(one)}: ${one.why}`);
      const rest = open.length > 0 ? `open: ${openIn(open)}${forecast()}` : "nothing is open";
      log.info(
        `look ${number} of ${planned} after ${clock(since())}${last ? ", the last one: the time is up" : ""}; ${rest}`,
      );
    },
    stop() {
      stop();
      log.progress("");
    },
  };
}

/** About how many seconds of load, warm-up included, it takes until each workload has so many pairs. */
function loadUntil(duelists: readonly Duelist[], pairs: number, starts: number): number {
  const made = Math.max(starts, pairs / FEWEST_IN_A_START);
  return duelists.reduce((sum, of) => {
    const { mode, pairs: range } = of.pairing;
    const whole = mode === "trial" || mode === "duet";
    return sum + made * of.warmup * (whole ? 2 : 1) + Math.min(pairs, range[1]) * pairSeconds(of);
  }, 0);
}

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
  const requests =
    rate === undefined || isBlockOpen ? "" : `, about ${Number((rate * block).toPrecision(2))} requests each`;
  const size = `${pairs[0]} to ${pairs[1]} pairs of ${format(block, "s")}${isBlockOpen ? " (the warm-up decides)" : requests}`;
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
  const shown = [...figure("p50", "http_req_duration.p50"), ...figure("cpu/request", "cpu_per_request")];
  return `${head}: ${["base | head", ...shown].join(", ")}`;
}

/** The first few open workloads, and why the first one is open. */
function openIn(open: readonly Open[]): string {
  const [first] = open;
  if (first === undefined) return "nothing open";
  const others = open.slice(1).map(itemName);
  const more = others.length > 3 ? [...others.slice(0, 3), `${others.length - 3} more`] : others;
  return [`${itemName(first)} (${first.why})`, ...more].join(", ");
}

const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? "" : "s"}`;
