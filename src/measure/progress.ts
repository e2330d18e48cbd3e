import type { Log } from "../base/log.ts";
import { firstLine } from "../base/text.ts";
import { itemName } from "../model/item.ts";
import { select } from "../model/metric.ts";
import { format } from "../model/quantity.ts";
import type { Trial } from "../model/run.ts";
import type { Slot } from "../model/schedule.ts";

/** Reports how far a measurement is: a live line with the time left, and a log line for each trial. */
export interface Progress {
  begin(slots: readonly Slot[], planned: (slot: Slot) => number | null): void;
  done(trial: Trial): void;
  /** A trial is left out. */
  skipped(slot: Slot): void;
  stop(): void;
}

/** Seconds that a trial costs in addition to its load (starting the generator, reading counters), until measured. */
const OVERHEAD = 0.5;
/** Estimated seconds of a trial whose length only its script knows, until one was measured. */
const UNKNOWN = 15;

/**
 * @param now  milliseconds
 * @param every calls a function each second; returns the function that stops it
 */
export function progressTo(log: Log, now: () => number, every: (tick: () => void) => () => void): Progress {
  let left: readonly Slot[] = [];
  let plannedOf: (slot: Slot) => number | null = () => null;
  const seen = new Map<string, number>();
  let done = { trials: 0, seconds: 0 };
  let pace = 1;
  let began = 0;
  /** When the current trial began, which is when the previous one ended. */
  let current = 0;
  let stop = () => {};
  const length = (slot: Slot) => (plannedOf(slot) ?? seen.get(slot.workload) ?? UNKNOWN) + OVERHEAD;
  const total = (slots: readonly Slot[]) => slots.reduce((sum, slot) => sum + length(slot), 0);
  const since = (then: number) => (now() - then) / 1000;
  /** Seconds left. A trial that takes longer than estimated does not shorten the estimates of later ones. */
  const remaining = () =>
    Math.max(0, total(left.slice(0, 1)) * pace - since(current)) + total(left.slice(1)) * pace;
  const tick = () => {
    const number = `${done.trials + 1}/${done.trials + left.length}`;
    log.progress(`trial ${number} · ${clock(since(began))} gone, about ${clock(remaining())} left`);
  };
  return {
    begin(slots, planned) {
      left = slots;
      plannedOf = planned;
      began = now();
      current = began;
      log.info(`${counted(slots.length, "trial")} planned, about ${clock(total(slots))} of load`);
      stop = every(tick);
    },
    skipped(slot) {
      left = left.filter((one) => one !== slot);
    },
    done(trial) {
      if (trial.outcome === "ok") seen.set(trial.workload, trial.observed.generator.wall);
      const slot = left.find(({ index }) => index === trial.index);
      left = left.filter((one) => one !== slot);
      done = { trials: done.trials + 1, seconds: done.seconds + (slot ? length(slot) : 0) };
      if (done.seconds > 0) pace = Math.max(1, since(began) / done.seconds);
      current = now();
      log.info(line(trial, done.trials, done.trials + left.length));
    },
    stop() {
      stop();
      log.progress("");
    },
  };
}

const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? "" : "s"}`;

/** One trial in a line: its name, then its figures or the reason for its failure. */
export function line(trial: Trial, number: number, of: number): string {
  const name = itemName(trial);
  const head = `[${String(number).padStart(String(of).length)}/${of}] ${name}`;
  if (trial.outcome === "failed") {
    return `${head}: failed (${trial.failure.code}): ${firstLine(trial.failure.message)}`;
  }
  const { observed } = trial;
  const figures = [
    ["p50", select(observed.metrics, "http_req_duration.p50")],
    ["p95", select(observed.metrics, "http_req_duration.p95")],
    ["cpu/request", select(observed.metrics, "cpu_per_request")],
  ] as const;
  const shown = figures.flatMap(([label, value]) =>
    value === undefined ? [] : [`${label} ${format(value, "s")}`],
  );
  const errors = observed.errors > 0 ? [`${observed.errors} errors`] : [];
  return `${head}: ${[`${observed.requests} requests`, ...shown, ...errors].join(", ")}`;
}

/** 75 → "1:15", 3675 → "1:01:15". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
