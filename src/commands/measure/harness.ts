import { resolve } from "node:path";
import type { Measured } from "../../measure/loop.ts";
import type { Config } from "../../model/config.ts";
import type { DuelRecord } from "../../model/duel.ts";
import type { LevelRecord } from "../../model/levelrun.ts";
import type { Generator, PairGenerator, Stacks } from "../../model/ports.ts";
import type { Profiling } from "../../model/profiling.ts";
import type { Composed, Fingerprint, RulesUsed } from "../../model/run.ts";
import type { Schedule } from "../../model/schedule.ts";
import { scraper } from "../../scrape/scraper.ts";
import { PREFIX } from "../../stack/compose/labels.ts";
import { linuxHost } from "../../stack/host.ts";
import { BASELINES, type MeasureOptions } from "../options.ts";
import type { StackDeps } from "./stacks.ts";

/** Base's rules in force for one measurement. */
export interface Ruling {
  /** Base's config as it was asked for: by profile and scale. */
  readonly base: Config;
  /** Base's files. */
  readonly cwd: string;
  readonly used: RulesUsed;
}

/** Everything that a measurement is made with; head's. */
export interface Harness extends StackDeps {
  readonly options: MeasureOptions;
  readonly config: Config;
  readonly stacks: Stacks;
  readonly generator: Generator;
  readonly pairs: PairGenerator | null;
  /** The schedule of head where it is measured alone. */
  readonly schedule: Schedule;
  readonly here: Omit<Fingerprint, "generators">;
  readonly runnerClass: string;
  /** Workloads that the change cannot affect, which are not in the schedule, and why in words. */
  readonly unaffected: Readonly<Record<string, string>>;
  /** Base's rules, where they count in place of head's own. */
  readonly ruling?: Ruling;
}

/** The ports that every way of measuring has, head alone or not. */
export const portsOf = ({ config, world, log }: Harness, how: { readonly paired?: boolean } = {}) => ({
  host: linuxHost(),
  scraper: scraper(config.stack.metrics, log, how),
  log,
  now: world.now,
});

/** The folder of the committed baselines. */
export const baselinesFolder = ({ world, options }: Harness): string =>
  resolve(world.cwd, options.baselines ?? BASELINES);

/** The machine, and the generators that were used up to now. */
export const fingerprintHere = ({ here, generator, stacks }: Harness): Fingerprint => ({
  ...here,
  ...(stacks.kind === "compose" && { containers: "compose" }),
  generators: { ...generator.versions },
});

/** The engine, and the images that other commits use too. Built images are left out: they differ by commit. */
export function containerFacts(composed: Composed | undefined): Pick<Fingerprint, "engine" | "images"> {
  if (composed === undefined) return {};
  const upstream = Object.entries(composed.services).filter(([, { image }]) => !image.startsWith(PREFIX));
  const images = upstream.map(([service, { image, id }]) => [service, `${image} ${id}`]);
  return { engine: composed.engine, images: Object.fromEntries(images) };
}

/** The result of a measurement, in the shape of a run. */
export interface Outcome {
  /** The schedule of head alone. */
  readonly schedule: Schedule;
  readonly measured: Measured;
  readonly duel?: DuelRecord;
  /** Profiles that explain it. */
  readonly profiling?: Profiling;
  /** Differences between base and head besides code, in words. */
  readonly differences?: readonly string[];
  /** Why base is not in it, though it was wanted. */
  readonly fallback?: string;
  /** Measurements at levels. */
  readonly levels?: readonly LevelRecord[];
  /** By workload, why it was not paired with base: stored sessions settled it. */
  readonly screened?: Readonly<Record<string, string>>;
}
