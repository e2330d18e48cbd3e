import { basename, resolve } from "node:path";
import { wrongOption } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { sha256 } from "../../exec/digest.ts";
import { groundedPath } from "../../exec/grounded.ts";
import type { Entry } from "../../model/trend.ts";
import { readText } from "../../store/files.ts";
import { benchmarkEntries } from "../../trend/benchmark.ts";
import { summaryEntry } from "../../trend/summary.ts";
import { type Built, type MakingOptions, making, renewSite, siteSummary } from "./site.ts";

export interface ImportOptions extends MakingOptions {
  /** data.js files of github-action-benchmark, and summaries that k6 wrote. */
  readonly files: readonly string[];
  readonly out: string;
  /** Of k6 summaries, which say none of it. */
  readonly workload?: string | undefined;
  readonly runnerClass: string;
  readonly commit?: string | undefined;
  readonly at?: string | undefined;
}

/** Takes the history of other tools into ours; the same file twice changes nothing. */
export async function importFiles(world: World, options: ImportOptions): Promise<Built> {
  const entries: Entry[] = [];
  for (const file of options.files) entries.push(...(await entriesIn(world, file, options)));
  const made = { ...(await making(world, options)), guests: [] };
  const built = await renewSite(groundedPath(world.cwd, options.out), entries, made);
  const log = logTo(world.err);
  for (const warning of built.warnings) log.warn(warning);
  log.info(`${entries.length} read, ${siteSummary(built)}: ${options.out}/index.html`);
  return built;
}

async function entriesIn(world: World, file: string, options: ImportOptions): Promise<Entry[]> {
  const path = resolve(world.cwd, file);
  const text = await readText(path, "file to import", "name a data.js or a k6 summary");
  if (/^\s*window\./.test(text) || file.endsWith(".js")) return benchmarkEntries(text, path);
  const { commit, workload, runnerClass } = options;
  if (commit !== undefined && !/^[0-9a-f]{7,64}$/.test(commit)) {
    throw wrongOption("commit", commit, "give a commit's name in hexadecimal");
  }
  const run = `k6 ${sha256(text).slice(0, 24)}`;
  return [
    summaryEntry(text, path, run, {
      workload: workload ?? basename(file).replace(/\.json$/, ""),
      runnerClass,
      at: instant(options.at) ?? world.now().toISOString(),
      sha: commit ?? null,
      subject: "",
    }),
  ];
}

function instant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  throw wrongOption("at", text, "give a time such as 2026-11-21T10:00:00Z");
}
