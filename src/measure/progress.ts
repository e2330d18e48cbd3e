import { counted, firstLine } from "../base/text.ts";
import { itemName } from "../model/item.ts";
import { select } from "../model/metric.ts";
import { format } from "../model/quantity.ts";
import type { Trial } from "../model/run.ts";
import type { Slot } from "../model/schedule.ts";
import { LiveProgress } from "./liveprogress.ts";

/** Seconds that a trial costs in addition to its load (starting the generator, reading counters), until measured. */
const OVERHEAD = 0.5;
/** Estimated seconds of a trial whose length only its script knows, until one was measured. */
const UNKNOWN = 15;

/** Reports how far a measurement is: a live line with the time left, and a log line for each trial. */
export class TrialProgress extends LiveProgress {
  #left: readonly Slot[] = [];
  #planned: (slot: Slot) => number | null = () => null;
  /** Seconds of the load of each workload whose trial has ended. */
  readonly #seen = new Map<string, number>();
  /** Trials that have ended, and the seconds that were estimated for them. */
  #done = 0;
  #estimated = 0;
  /** Real seconds for each estimated one. */
  #pace = 1;
  /** When the current trial began, which is when the previous one ended: seconds since the first one. */
  #current = 0;

  /** @param planned seconds of a trial; null where only its script knows */
  begin(slots: readonly Slot[], planned: (slot: Slot) => number | null): void {
    this.#left = slots;
    this.#planned = planned;
    this.startClock();
    this.#current = 0;
    this.log.info(`${counted(slots.length, "trial")} planned, about ${clock(this.#total(slots))} of load`);
    this.tickEverySecond();
  }

  /** A trial is left out. */
  skipped(slot: Slot): void {
    this.#left = this.#left.filter((one) => one !== slot);
  }

  done(trial: Trial): void {
    if (trial.outcome === "ok") this.#seen.set(trial.workload, trial.observed.generator.wall);
    const slot = this.#left.find(({ index }) => index === trial.index);
    if (slot) this.skipped(slot);
    this.#done += 1;
    this.#estimated += slot ? this.#length(slot) : 0;
    if (this.#estimated > 0) this.#pace = Math.max(1, this.gone() / this.#estimated);
    this.#current = this.gone();
    this.log.info(line(trial, this.#done, this.#done + this.#left.length));
    if (trial.outcome === "failed") this.logRest(trial.failure, trial.side);
  }

  protected tick(): void {
    const gone = clock(this.gone());
    if (this.#left.length === 0) {
      this.log.progress(`all trials done · ${gone} gone, the stack ends`);
      return;
    }
    const number = `${this.#done + 1}/${this.#done + this.#left.length}`;
    this.log.progress(`trial ${number} · ${gone} gone, about ${clock(this.#remaining())} left`);
  }

  #length(slot: Slot): number {
    return trialSeconds(this.#planned(slot) ?? this.#seen.get(slot.workload) ?? null);
  }

  #total(slots: readonly Slot[]): number {
    return slots.reduce((sum, slot) => sum + this.#length(slot), 0);
  }

  /** Seconds left. A trial that takes longer than estimated does not shorten the estimates of later ones. */
  #remaining(): number {
    const [current, later] = [this.#left.slice(0, 1), this.#left.slice(1)].map((slots) => this.#total(slots));
    return Math.max(0, current! * this.#pace - (this.gone() - this.#current)) + later! * this.#pace;
  }
}

/** About how many seconds a trial takes. @param planned those of its load; null where only its script knows */
export const trialSeconds = (planned: number | null): number => (planned ?? UNKNOWN) + OVERHEAD;

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
