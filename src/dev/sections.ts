import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseDocument, type Scalar, type YAMLMap } from "yaml";
import { table as duels, kept, short } from "../bench/duel/table.ts";
import type { Results } from "../bench/judge/results.ts";
import { details, dominance, provenance, table } from "../bench/judge/table.ts";
import { VERBS } from "../cli/verbs.ts";
import { Comparison } from "../model/comparison.ts";
import { FIELDS } from "../model/record.ts";
import { FATES, VERDICTS } from "../model/verdict.ts";
import { readVersioned } from "../model/versioned.ts";
import { comment } from "../report/comment.ts";
import { ROOT } from "./command.ts";

/** A measured comparison: a change of the demo paired with its base, on the machine that the file names. */
const MEASURED = ".github/examples/demo-beside.json";

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
    ...[action.description, "", "| input | what it is | default |", "|---|---|---|", ...inputs],
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

/** Generated parts of documents, by the name in their markers. */
export const SECTIONS: Readonly<Record<string, () => string>> = {
  comment: () => {
    const text = readFileSync(join(ROOT, MEASURED), "utf8");
    const rendered = comment(readVersioned(text, "comparison", Comparison, MEASURED, "measure it again"));
    const [shown = ""] = rendered.split("<details>");
    return shown
      .split("\n")
      .filter((line) => !line.startsWith("<!--"))
      .map((line) => `> ${line}`.trimEnd())
      .join("\n")
      .replace(/(\n>)+$/, "");
  },
  permissions,
  action: () => declared("action"),
  action_report: () => declared("action/report"),
  action_target: () => declared("action/target"),
  action_request: () => declared("action/request"),
  action_watch: () => declared("action/watch"),
  action_refresh: () => declared("action/refresh"),
  action_track: () => declared("action/track"),
  action_publish: () => declared("action/publish"),
  judge: () => `${table(benched())}\n\n${dominance(benched())}`,
  judgedetails: () => `${details(benched())}\n\n${provenance(benched())}`,
  duel: () => short([kept("process"), kept("compose")]),
  dueldetails: () => duels(kept("process").outcomes),
  dueldetails_compose: () => duels(kept("compose").outcomes),
  fields: () => {
    const rows = Object.entries(FIELDS).map(([field, meaning]) => `| \`{${field}}\` | ${meaning} |`);
    return ["| in a cell | it is |", "|---|---|", ...rows].join("\n");
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
