import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseDocument, type Scalar, type YAMLMap } from "yaml";
import { EXIT_MEANINGS } from "../base/exit.ts";
import { table as duels, kept, short } from "../bench/duel/table.ts";
import type { Results } from "../bench/judge/results.ts";
import { details, dominance, provenance, shortTable, table } from "../bench/judge/table.ts";
import { VERBS } from "../cli/verbs.ts";
import { FILE_MEANINGS, FILES } from "../commands/paths.ts";
import { VARIABLES } from "../commands/setup/variables.ts";
import { configKeys } from "../config/keys.ts";
import { knownMetrics } from "../config/meanings.ts";
import { FIELDS } from "../model/record.ts";
import { FATES, VERDICTS } from "../model/verdict.ts";
import { TERMS } from "../report/terms.ts";
import { ROOT } from "./command.ts";

/** The last results of `npm run bench:judge -- --full`. */
const BENCH = "src/bench/judge/results.json";
const benched = (): Results => JSON.parse(readFileSync(join(ROOT, BENCH), "utf8"));

interface Declared {
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs?: Readonly<Record<string, { readonly description: string }>>;
}

/** Tables of an action's inputs and outputs, from its action.yml. */
function declared(folder: string): string {
  const action = parse(readFileSync(join(ROOT, folder, "action.yml"), "utf8")) as Declared;
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const inputs = Object.entries(action.inputs).map(
    ([name, { description, default: usual }]) =>
      `| \`${name}\` | ${cell(description)} | ${usual === undefined ? "" : `\`${usual}\``} |`,
  );
  const outputs = Object.entries(action.outputs ?? {}).map(
    ([name, { description }]) => `| \`${name}\` | ${cell(description)} |`,
  );
  return [
    action.description,
    "",
    "| input | what it is | default |",
    "|---|---|---|",
    ...inputs,
    ...(outputs.length === 0 ? [] : ["", "| output | what it is |", "|---|---|", ...outputs]),
  ].join("\n");
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
      return `| \`${name}.yml\` | \`${key.value}\` | ${cells.join("; ")} |`;
    });
  });
  return ["| workflow | job | may |", "|---|---|---|", ...rows].join("\n");
}

/** The parts of the config, each with a table of its own. */
const TOPS = {
  stack: "stack.",
  workloads: "workloads.NAME.",
  policy: "policy.",
  profiles: "profiles.NAME.",
  records: "records.NAME.",
} as const;

/** A table of the keys below one of the config, whose names are left out. */
function keyTable(top: keyof typeof TOPS): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const code = (text: string | null) => (text === null ? "" : `\`${cell(text)}\``);
  const rows = configKeys().flatMap(({ key, type, usual, required, example, about }) =>
    key.startsWith(TOPS[top]) && type !== "keys of its own"
      ? [
          `| ${code(key.slice(TOPS[top].length))} | ${cell(type)} | ${required ? "required" : code(usual)} | ${code(example)} | ${cell(about)} |`,
        ]
      : [],
  );
  return ["| key | takes | default | example | meaning |", "|---|---|---|---|---|", ...rows].join("\n");
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
  dueldetails_compose: () => duels(kept("compose").outcomes),
  fields: () => {
    const rows = Object.entries(FIELDS).map(([field, meaning]) => `| \`{${field}}\` | ${meaning} |`);
    return ["| in a cell | it is |", "|---|---|", ...rows].join("\n");
  },
  ...Object.fromEntries(
    Object.keys(TOPS).map((top) => [`keys_${top}`, () => keyTable(top as keyof typeof TOPS)]),
  ),
  exits: () => {
    const rows = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `| ${code} | ${meaning} |`);
    return ["| code | it means |", "|---|---|", ...rows].join("\n");
  },
  files: () => {
    const names = Object.keys(FILES) as (keyof typeof FILES)[];
    const rows = names.map((name) => `| \`${FILES[name]}\` | ${FILE_MEANINGS[name]} |`);
    return ["| file | it has |", "|---|---|", ...rows].join("\n");
  },
  metrics: () => {
    const rows = knownMetrics().map(
      ({ metric, meaning, unit, better, statistics }) =>
        `| \`${metric}\` | ${unit === "1" ? "a number" : unit} | ${better} | ${statistics} | ${meaning} |`,
    );
    return ["| metric | unit | better | statistics | it is |", "|---|---|---|---|---|", ...rows].join("\n");
  },
  terms: () => {
    const rows = Object.entries(TERMS).map(([term, meaning]) => `| ${term} | ${meaning} |`);
    return ["| word | it means |", "|---|---|", ...rows].join("\n");
  },
  variables: () => {
    const rows = VARIABLES.map(({ variable, by, meaning }) => `| \`${variable}\` | ${by} | ${meaning} |`);
    return ["| variable | read by | it is |", "|---|---|---|", ...rows].join("\n");
  },
  verbs: () => {
    const rows = VERBS.map(({ name, summary }) => `| \`${name}\` | ${summary} |`);
    return ["| verb | what it does |", "|---|---|", ...rows].join("\n");
  },
  verdicts: () => {
    const rows = VERDICTS.map((verdict) => {
      const { symbol, meaning, conclusion, exit, movable } = FATES[verdict];
      const fails = exit === 0 ? "0" : movable ? `${exit}, unless the policy leaves it out` : String(exit);
      const asked = exit === 4 ? "0; 4 where the policy asks for it" : fails;
      return `| ${symbol} \`${verdict}\` | ${meaning} | ${conclusion} | ${asked} |`;
    });
    return ["| verdict | it means | the check | exit code |", "|---|---|---|---|", ...rows].join("\n");
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
