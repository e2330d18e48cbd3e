import { join } from "node:path";
import { parseArgs } from "node:util";
import { firstLine } from "../base/text.ts";
import { ROOT, say } from "../dev/command.ts";
import { Outcomes } from "./outcomes.ts";
import { ServiceLab } from "./placebo/lab.ts";
import { installed } from "./placebo/services.ts";
import { CHANGES, type Change, edited } from "./why/changes.ts";
import { SUBJECTS } from "./why/subjects.ts";
import { type Told, whySums, whyTable } from "./why/table.ts";

// Changes whose cause is known, in services that are mostly not ours: how often the first line names it, and how often a
// harmless change gets a cause. Comparisons are stored when they end, and an interrupted run continues there. `--minutes 60`
// ends it earlier, `--only` selects subjects, `--repeats N` says how many of each.
const { values } = parseArgs({
  options: {
    repeats: { type: "string", default: "5" },
    minutes: { type: "string", default: "600" },
    only: { type: "string", multiple: true },
  },
});
const until = performance.now() + Number(values.minutes) * 60_000;
const folder = join(ROOT, ".steelyard", "bench", "why");
const outcomes = new Outcomes<Told>(join(folder, "why.jsonl"));
for (let repeat = 1; repeat <= Number(values.repeats); repeat++) {
  for (const change of CHANGES) if (values.only?.includes(change.subject) ?? true) compare(change, repeat);
}
console.log(`\n${whyTable(CHANGES, outcomes.all)}\n\n${whySums(CHANGES, outcomes.all)}`);

/** Compares a change with its base, and keeps what was named. Of harmless changes everything is profiled. */
function compare(change: Change, repeat: number): void {
  const key = `${change.name}/${repeat}`;
  if (outcomes.has(key) || performance.now() > until) return;
  const subject = SUBJECTS.find(({ name }) => name === change.subject)!;
  try {
    const at = installed(subject, folder);
    using lab = new ServiceLab(subject, at, (files) => ({ change: edited(files, change) }));
    const { comparison } = lab.check("change", repeat, "--why", change.harmless ? "always" : "auto");
    const { overall: verdict, causes = [], spent } = comparison;
    const outcome = { key, change: change.name, verdict, causes, seconds: spent.total };
    outcomes.add(outcome);
    say(`${key}: ${verdict}\n${whyTable([change], [outcome])}`);
  } catch (error) {
    say(`${key} is left out: ${firstLine((error as Error).message)}`);
  }
}
