import { basename, join, resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import { pageOf } from "../../base/page.ts";
import { VERSION } from "../../base/version.ts";
import type { World } from "../../base/world.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { linklessStat } from "../../exec/linkless.ts";
import type { CustomBench } from "../../model/benchmarkdata.ts";
import type { Entry } from "../../model/trend.ts";
import { json, readOwnText, readText, writeText } from "../../store/files.ts";
import { RUNS, readHistory, removeEntry, sizeOf, writeEntry } from "../../store/history.ts";
import { badge, badgeSvg, endpoint } from "../../trend/badge.ts";
import { benchmarkEntries, customBenches } from "../../trend/benchmark.ts";
import { besideChanges, chartsOf } from "../../trend/charts.ts";
import { additions, retained, sizeWarnings } from "../../trend/history.ts";
import { typedPath } from "../paths.ts";
import { pageTemplate } from "../template.ts";
import { type EntryOptions, entriesOf, repositoryOf } from "./entries.ts";

/** Our files in a site's folder; no other file in it is ever written or removed. */
export const OURS = ["index.html", "badge.json", "badge.svg", RUNS] as const;
/** The text that distinguishes our page from another page of the same name. */
const GENERATOR = '<meta name="generator" content="steelyard">';

export interface SiteOptions extends EntryOptions, MakingOptions {
  readonly out: string;
  /** github-action-benchmark's data.js files, whose series are shown next to ours. */
  readonly benchmarks: readonly string[];
  /** Folder for the two series files that github-action-benchmark reads. */
  readonly series?: string | undefined;
}

/** A page's title and description, and its other inputs. */
export interface Making {
  readonly title: string;
  readonly repository: string | null;
  readonly template: string;
  readonly now: Date;
  /** Days for which every run is kept; null where all are. */
  readonly days: number | null;
  /** Entries that are shown and not kept: another tool keeps them. */
  readonly guests: readonly Entry[];
}

/** The result of building a site. */
export interface Built {
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
  /** Given, and in the history already. */
  readonly known: number;
  readonly warnings: readonly string[];
}

/** Adds runs to the history in a folder and builds page and badge anew; as often as you like. */
export async function buildSite(world: World, options: SiteOptions): Promise<Built> {
  const log = logTo(world.err);
  const entries = await entriesOf(world, options);
  if (options.series !== undefined) await writeSeries(groundedPath(world.cwd, options.series), entries);
  const folder = groundedPath(world.cwd, options.out);
  const guests = await guestsOf(options.benchmarks.map((path) => resolve(world.cwd, path)));
  const made = await renewSite(folder, entries, { ...(await making(world, options)), guests });
  for (const warning of made.warnings) log.warn(warning);
  log.info(`${siteSummary(made)}: ${typedPath(world.cwd, join(folder, "index.html"))}`);
  return made;
}

/** "2 runs added (1 was there already), 1 of older days removed (--keep-days), 40 kept" */
export function siteSummary({ added, removed, kept, known }: Built): string {
  const there = known > 0 ? ` (${known} ${known === 1 ? "was" : "were"} there already)` : "";
  const gone = removed > 0 ? `, ${removed} of older days removed (--keep-days)` : "";
  return `${added} ${added === 1 ? "run" : "runs"} added${there}${gone}, ${kept} kept`;
}

/** How a site is made, as the command line says. */
export interface MakingOptions {
  readonly title?: string | undefined;
  /** Days for which every run is kept; null where all are. */
  readonly days: number | null;
}

export async function making(world: World, { title, days }: MakingOptions): Promise<Omit<Making, "guests">> {
  const repository = await repositoryOf(world);
  return {
    title: title ?? repository?.split("/").at(-1) ?? basename(world.cwd),
    repository,
    template: await pageTemplate("page.html"),
    now: world.now(),
    days,
  };
}

export async function guestsOf(paths: readonly string[]): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const path of paths) {
    const text = await readText(path, "data.js", "name the data.js that github-action-benchmark wrote");
    found.push(...benchmarkEntries(text, path));
  }
  return found;
}

/**
 * The site in a folder, with these entries added: the history first, then what is made from it.
 *
 * @throws SteelyardError (user) when something of the history cannot be read, or the page's place holds another's:
 *   then nothing is written
 */
export async function renewSite(folder: string, entries: readonly Entry[], by: Making): Promise<Built> {
  await refuseOthers(folder);
  const stored = await readHistory(folder);
  const before = stored.map(({ entry }) => entry);
  const fresh = additions(before, entries);
  const all = [...before, ...fresh];
  const kept = new Set(thinned(all, by));
  const gone = stored.filter(({ entry }) => !kept.has(entry));
  const added = fresh.filter((entry) => kept.has(entry));
  for (const entry of added) await writeEntry(folder, entry);
  for (const { path } of gone) removeEntry(folder, path);

  const history = [...kept];
  const shown = [...history, ...additions(history, by.guests)];
  const { title, repository, now } = by;
  const about = { title, repository, generated: now.toISOString().slice(0, 10), steelyard: VERSION };
  const page = pageOf(by.template, chartsOf(shown, about));
  const sign = badge(history, now);
  await writeText(join(folder, "index.html"), page);
  await writeText(join(folder, "badge.json"), json(endpoint(sign), true));
  await writeText(join(folder, "badge.svg"), badgeSvg(sign));
  const size = { page: Buffer.byteLength(page), site: await sizeOf(folder) };
  return {
    added: added.length,
    removed: gone.length,
    kept: kept.size,
    known: entries.length - fresh.length,
    warnings: sizeWarnings(size),
  };
}

/** The entries that are kept; those next to a change of level too, where any would go. */
function thinned(all: readonly Entry[], { now, days }: Making): Entry[] {
  const kept = retained(all, now, { days });
  return kept.length === all.length ? kept : retained(all, now, { days, spared: besideChanges(all) });
}

async function refuseOthers(folder: string): Promise<void> {
  const path = join(folder, "index.html");
  const remedy = "name a folder of its own: --out, or --folder when publishing";
  if (linklessStat(path) === undefined) return;
  if ((await readOwnText(path, "page", remedy)).includes(GENERATOR)) return;
  throw userError("There is a page here that is not ours.", { where: path, remedy });
}

/** The entries as github-action-benchmark's two custom tools read them. A list without a figure gets no file. */
async function writeSeries(folder: string, entries: readonly Entry[]): Promise<void> {
  const lists = entries.map(customBenches);
  for (const name of ["smaller", "bigger"] as const) {
    const benches: CustomBench[] = lists.flatMap((list) => list[name]);
    if (benches.length > 0) await writeText(join(folder, `${name}.json`), json(benches, true));
  }
}
