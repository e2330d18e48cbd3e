import { join } from "node:path";
import { type Measured, measure } from "../../measure/loop.ts";
import { progressTo } from "../../measure/progress.ts";
import type { Config } from "../../model/config.ts";
import type { DuelRecord } from "../../model/duel.ts";
import type { LevelRecord } from "../../model/levelrun.ts";
import type { Generator, PairGenerator, Stacks } from "../../model/ports.ts";
import type { Composed, Fingerprint } from "../../model/run.ts";
import type { Schedule } from "../../model/schedule.ts";
import { scraper } from "../../scrape/scraper.ts";
import { PREFIX } from "../../stack/compose/labels.ts";
import { linuxHost } from "../../stack/host.ts";
import { json, writeText } from "../../store/files.ts";
import type { MeasureOptions } from "../options.ts";
import { FILES } from "../paths.ts";
import type { Ruling } from "./ruling.ts";
import type { SideDeps } from "./side.ts";

/** Everything that a measurement is made with; head's. */
export interface Harness extends SideDeps {
  readonly options: MeasureOptions;
  readonly config: Config;
  readonly stacks: Stacks;
  readonly generator: Generator;
  readonly pairs: PairGenerator | null;
  /** What is measured of head where it is measured alone. */
  readonly schedule: Schedule;
  readonly here: Omit<Fingerprint, "generators">;
  readonly runnerClass: string;
  /** Base's rules, where they count in place of head's own. */
  readonly ruling?: Ruling;
}

/** The machine, and the generators that were used up to now. */
export const fingerprintOf = ({ here, generator, stacks }: Harness): Fingerprint => ({
  ...here,
  ...(stacks.kind === "compose" && { containers: "compose" }),
  generators: { ...generator.versions },
});

/** What the containers were made of, as far as another commit has the same: what is built differs by its commit. */
export function containersOf(composed: Composed | undefined): Pick<Fingerprint, "engine" | "images"> {
  if (composed === undefined) return {};
  const upstream = Object.entries(composed.services).filter(([, { image }]) => !image.startsWith(PREFIX));
  const images = upstream.map(([service, { image, id }]) => [service, `${image} ${id}`]);
  return { engine: composed.engine, images: Object.fromEntries(images) };
}

/** What came of a measurement, in the shape of a run. */
export interface Outcome {
  /** What was planned of head alone. */
  readonly schedule: Schedule;
  readonly measured: Measured;
  readonly duel?: DuelRecord;
  /** Why base is not in it, though it was wanted. */
  readonly fallback?: string;
  /** What was measured at levels. */
  readonly levels?: readonly LevelRecord[];
  /** By workload, why base was not measured beside it: stored sessions settled it. */
  readonly screened?: Readonly<Record<string, string>>;
}

/** Measures head alone by its schedule, which is written beside the results. */
export async function measureHead(harness: Harness): Promise<Outcome> {
  const { schedule, config, options, world, out, log, stacks, generator } = harness;
  await writeText(join(out, FILES.schedule), json(schedule, false));
  const progress = progressTo(log, () => world.now().getTime(), everySecond);
  const published = scraper(config.stack.metrics, log);
  const edges = { stacks, generator, host: linuxHost(), scraper: published, log, now: world.now, progress };
  return { schedule, measured: await measure(schedule, config, options.stackEnv, edges, world.signal) };
}

/** Nothing, measured: where all that is planned is measured otherwise. */
export const NOTHING: Measured = {
  ...{ trials: [], workloads: {}, starts: [], seed: null, composed: undefined, ended: null, load: 0 },
};

export function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000);
  timer.unref();
  return () => clearInterval(timer);
}
