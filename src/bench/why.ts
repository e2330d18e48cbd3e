import { join } from "node:path";
import { parseArgs } from "node:util";
import { firstLine } from "../base/text.ts";
import { ROOT, say } from "../dev/command.ts";
import { Outcomes } from "./outcomes.ts";
import { ServiceLab } from "./placebo/lab.ts";
import { installed } from "./placebo/service.ts";
import type { Change } from "./why/change.ts";
import { CHANGES, COUNTED, edited } from "./why/changes.ts";
import { SUBJECTS } from "./why/subjects.ts";
import { countingTable, sumsTable, type Told, whyTable } from "./why/table.ts";

// Changes with a known cause, in services that are mostly not ours. It counts how often the first line names the cause, and
// how often a harmless change gets one, and measures the price of counting statements. Comparisons are stored when they end,
// and an interrupted run continues there. `--minutes 60` ends it earlier, `--only` selects subjects, `--repeats N` says how
// many of each, `--keep` writes what there is into the tree.
const { values } = parseArgs({
  options: {
    repeats: { type: "string", default: "5" },
    minutes: { type: "string", default: "600" },
    only: { type: "string", multiple: true },
    keep: { type: "boolean", default: false },
  },
});
/** Pairs of the comparison that says what counting costs. */
const PAIRS_OF_COUNTING = 40;
const until = performance.now() + Number(values.minutes) * 60_000;
const folder = join(ROOT, ".steelyard", "bench", "why");
const published = join(ROOT, "src/bench/why/results.jsonl");
const outcomes = new Outcomes<Told>(join(folder, "why.jsonl"), published);
for (let repeat = 1; repeat <= Number(values.repeats); repeat++) {
  for (const change of [...CHANGES, COUNTED])
    if (values.only?.includes(change.subject) ?? true) compare(change, repeat);
}
const { all } = outcomes;
console.log(`\n${whyTable(CHANGES, all)}\n\n${sumsTable(CHANGES, all)}\n\n${countingTable(all)}`);
if (values.keep) await outcomes.publish(published);

/** Compares a change with its base, and keeps what was named. Of harmless changes everything is profiled. */
function compare(change: Change, repeat: number): void {
  const key = `${change.name}/${repeat}`;
  if (outcomes.has(key) || performance.now() > until) return;
  const subject = SUBJECTS.find(({ name }) => name === change.subject)!;
  try {
    const at = installed(subject, folder);
    using lab = new ServiceLab(subject, at, (files) => ({ change: edited(files, change) }));
    const more =
      change === COUNTED
        ? ["--pairs", `${PAIRS_OF_COUNTING}`, "--why", "never"]
        : ["--why", change.harmless ? "always" : "auto"];
    const { comparison } = lab.check("change", repeat, ...more);
    const { overall: verdict, causes = [], spent: seconds, rows } = comparison;
    const gates = rows.filter(({ kind }) => kind === "gate");
    const ratios = gates.flatMap(({ metric, evidence }) =>
      evidence === null ? [] : [[metric, [evidence.estimate, ...evidence.interval]] as const],
    );
    const outcome: Told = {
      key,
      change: change.name,
      verdict,
      causes,
      seconds,
      ...(change === COUNTED && { ratios: Object.fromEntries(ratios) }),
    };
    outcomes.add(outcome);
    say(`${key}: ${verdict}\n${whyTable([change], [outcome])}`);
  } catch (error) {
    say(`${key} is left out: ${firstLine((error as Error).message)}`);
  }
}
