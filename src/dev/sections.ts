import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseDocument, type Scalar, type YAMLMap } from "yaml";
import { EXIT_MEANINGS } from "../base/exit.ts";
import { table as duels, kept, short } from "../bench/duel/table.ts";
import type { Results } from "../bench/judge/results.ts";
import { details, dominance, provenance, shortTable, table } from "../bench/judge/table.ts";
import { outcomesIn } from "../bench/outcomes.ts";
import { dependenceTable } from "../bench/placebo/dependence.ts";
import type { Kept } from "../bench/placebo/kept.ts";
import { fivePercentTable, forecastTable, placeboTable, slowerTable } from "../bench/placebo/table.ts";
import { CHANGES } from "../bench/why/changes.ts";
import { countingTable, sumsTable, type Told, whyTable } from "../bench/why/table.ts";
import { VERBS } from "../cli/verbs.ts";
import { FILE_MEANINGS, FILES } from "../commands/paths.ts";
import { VARIABLES } from "../commands/setup/variables.ts";
import { valueKeys } from "../config/keys.ts";
import { knownMetrics } from "../config/meanings.ts";
import { FIELDS } from "../model/record.ts";
import { FATES, VERDICTS } from "../model/verdict.ts";
import { markdownTable } from "../report/escape.ts";
import { TERMS } from "../report/terms.ts";
import { ROOT } from "./command.ts";

/** The last results of `npm run bench:judge -- --full`. */
const BENCH = "src/bench/judge/results.json";
const benched = (): Results => JSON.parse(readFileSync(join(ROOT, BENCH), "utf8"));

/** The comparisons that `npm run bench:placebo` has kept. */
const PLACEBO = "src/bench/placebo/results.jsonl";
const compared = () => outcomesIn<Kept>(join(ROOT, PLACEBO));

/** What `npm run bench:why` has kept. */
const WHY = "src/bench/why/results.jsonl";
const explained = () => outcomesIn<Told>(join(ROOT, WHY));

interface Declared {
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs?: Readonly<Record<string, { readonly description: string }>>;
}

const code = (text: string) => `\`${text}\``;

/** Tables of an action's inputs and outputs, from its action.yml. */
function declared(folder: string): string {
  const action = parse(readFileSync(join(ROOT, folder, "action.yml"), "utf8")) as Declared;
  const inputs = Object.entries(action.inputs).map(([name, { description, default: usual }]) => [
    code(name),
    description,
    usual === undefined ? "" : code(usual),
  ]);
  const outputs = Object.entries(action.outputs ?? {}).map(([name, { description }]) => [
    code(name),
    description,
  ]);
  return [
    action.description,
    markdownTable(["input", "what it is", "default"], inputs),
    ...(outputs.length === 0 ? [] : [markdownTable(["output", "what it is"], outputs)]),
  ].join("\n\n");
}

/** What each job of the workflows that others call may do, and what for, from the files and their comments. */
function permissions(): string {
  const rows = ["perf", "perf-fork", "perf-request"].flatMap((name) => {
    const file = parseDocument(readFileSync(join(ROOT, `.github/workflows/${name}.yml`), "utf8"));
    const jobs = file.get("jobs") as YAMLMap<Scalar<string>, YAMLMap>;
    return jobs.items.map(({ key, value }) => {
      const granted = value?.get("permissions") as YAMLMap<Scalar<string>, Scalar<string>>;
      const cells = granted.items.map(({ key: to, value: how }) => {
        const why = how?.comment?.trim();
        return `\`${to.value}: ${how?.value}\`${why === undefined ? "" : ` (${why})`}`;
      });
      return [code(`${name}.yml`), code(key.value), cells.join("; ")];
    });
  });
  return markdownTable(["workflow", "job", "may"], rows);
}

/** The parts of the config, each with a table of its own. */
const TOPS = {
  stack: "stack.",
  workloads: "workloads.NAME.",
  policy: "policy.",
  profiles: "profiles.NAME.",
  records: "records.NAME.",
  waivers: "waivers[].",
} as const;

/** A table of the keys below one of the config, whose names are left out. */
function keyTable(top: keyof typeof TOPS): string {
  const codeOf = (text: string | null) => (text === null ? "" : code(text));
  const rows = valueKeys().flatMap(({ key, type, usual, required, example, about }) =>
    key.startsWith(TOPS[top])
      ? [
          [
            code(key.slice(TOPS[top].length)),
            type,
            required ? "required" : codeOf(usual),
            codeOf(example),
            about,
          ],
        ]
      : [],
  );
  return markdownTable(["key", "takes", "default", "example", "meaning"], rows);
}

/** Generated parts of documents, by the name in their markers. */
export const SECTIONS: Readonly<Record<string, () => string>> = {
  permissions,
  action: () => declared("action"),
  action_report: () => declared("action/report"),
  action_target: () => declared("action/target"),
  action_request: () => declared("action/request"),
  action_watch: () => declared("action/watch"),
  action_ledger: () => declared("action/ledger"),
  action_refresh: () => declared("action/refresh"),
  action_track: () => declared("action/track"),
  action_publish: () => declared("action/publish"),
  judge: () => `${table(benched())}\n\n${dominance(benched())}`,
  judgeshort: () => shortTable(benched()),
  judgedetails: () => `${details(benched())}\n\n${provenance(benched())}`,
  duel: () => short([kept("process"), kept("compose")]),
  dueldetails: () => duels(kept("process").outcomes),
  placebo: () => placeboTable(compared()),
  placebo_dependence: () => dependenceTable(compared()),
  placebo_slower: () => slowerTable(compared()),
  placebo_five: () => fivePercentTable(compared()),
  placebo_forecasts: () => forecastTable(compared()),
  why: () => sumsTable(CHANGES, explained()),
  why_changes: () => whyTable(CHANGES, explained()),
  why_counting: () => countingTable(explained()),
  dueldetails_compose: () => duels(kept("compose").outcomes),
  fields: () =>
    markdownTable(
      ["in a cell", "it is"],
      Object.entries(FIELDS).map(([field, meaning]) => [code(`{${field}}`), meaning]),
    ),
  ...Object.fromEntries(
    Object.keys(TOPS).map((top) => [`keys_${top}`, () => keyTable(top as keyof typeof TOPS)]),
  ),
  exits: () => markdownTable(["code", "it means"], Object.entries(EXIT_MEANINGS)),
  files: () => {
    const names = Object.keys(FILES) as (keyof typeof FILES)[];
    return markdownTable(
      ["file", "it has"],
      names.map((name) => [code(FILES[name]), FILE_MEANINGS[name]]),
    );
  },
  metrics: () =>
    markdownTable(
      ["metric", "unit", "better", "statistics", "it is"],
      knownMetrics().map(({ metric, unit, better, statistics, meaning }) => [
        code(metric),
        unit,
        better,
        statistics,
        meaning,
      ]),
    ),
  terms: () => markdownTable(["word", "it means"], Object.entries(TERMS)),
  variables: () =>
    markdownTable(
      ["variable", "read by", "it is"],
      VARIABLES.map(({ variable, by, meaning }) => [code(variable), by, meaning]),
    ),
  verbs: () =>
    markdownTable(
      ["verb", "what it does"],
      VERBS.map(({ name, summary }) => [code(name), summary]),
    ),
  verdicts: () => {
    const rows = VERDICTS.map((verdict) => {
      const { symbol, meaning, conclusion, exit, movable } = FATES[verdict];
      const fails = exit === 0 ? "0" : movable ? `${exit}, unless the policy leaves it out` : String(exit);
      const asked = exit === 4 ? "0; 4 where the policy asks for it" : fails;
      return [`${symbol} ${code(verdict)}`, meaning, conclusion, asked];
    });
    return markdownTable(["verdict", "it means", "the check", "exit code"], rows);
  },
};

/**
 * A document with the text between its markers replaced.
 *
 * @throws Error for a marker that no section has, or a document without any
 */
export function filled(document: string, sections: typeof SECTIONS = SECTIONS): string {
  let count = 0;
  const done = document.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- \/generated: \2 -->)/g,
    (_, open: string, name: string, close: string) => {
      const section = sections[name];
      if (section === undefined) throw new Error(`no section is called ${name}`);
      count++;
      return `${open}${section()}\n${close}`;
    },
  );
  if (count === 0) throw new Error("the document has no markers of generated sections");
  return done;
}
