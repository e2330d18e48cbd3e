import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { firstLine } from "../base/text.ts";
import { ROOT, say } from "../dev/command.ts";
import { Outcomes } from "./outcomes.ts";
import { type Kept, kept } from "./placebo/kept.ts";
import { ServiceLab } from "./placebo/lab.ts";
import { installed, SERVICES, type Service } from "./placebo/services.ts";
import { placeboTable, slowerTable } from "./placebo/table.ts";

// Compares unchanged code of services that are not ours, many times, and counts how often it is called regressed; and code
// that does more, where a service has such a knob. Every comparison is stored with its pairs when it ends, and an
// interrupted run continues there. `--minutes 60` ends it earlier, `--only` selects services, `--slower N` and
// `--repeats N` say how many of each, `--keep` writes what there is into the tree.
const { values } = parseArgs({
  options: {
    repeats: { type: "string", default: "60" },
    slower: { type: "string", default: "20" },
    minutes: { type: "string", default: "600" },
    only: { type: "string", multiple: true },
    keep: { type: "boolean", default: false },
  },
});
const until = performance.now() + Number(values.minutes) * 60_000;
const folder = join(ROOT, ".steelyard", "bench", "placebo");
const published = join(ROOT, "src/bench/placebo/results.jsonl");
const outcomes = new Outcomes<Kept>(join(folder, "placebo.jsonl"), published);
const { all } = outcomes;

for (const service of SERVICES.filter(({ name }) => values.only?.includes(name) ?? true)) {
  try {
    installed(service, folder);
  } catch (error) {
    say(`${service.name} is left out: ${firstLine((error as Error).message)}`);
  }
}
const most = Math.max(Number(values.repeats), Number(values.slower));
for (let repeat = 1; repeat <= most; repeat++) for (const service of SERVICES) measure(service, repeat);
console.log(`\n${placeboTable(all)}\n\n${slowerTable(all)}`);
if (values.keep) {
  writeFileSync(published, all.map((one) => `${JSON.stringify(one)}\n`).join(""));
  say(`kept in ${published}`);
}

/** One repeat of a service: unchanged code, every second time with something else running; and slower code. */
function measure(service: Service, repeat: number): void {
  const at = join(folder, service.name);
  if (!existsSync(join(at, ".installed")) || !(values.only?.includes(service.name) ?? true)) return;
  const wanted = [
    ...(repeat <= Number(values.repeats) ? (["same"] as const) : []),
    ...(repeat <= Number(values.slower) && service.slower !== null ? (["slower"] as const) : []),
  ];
  for (const branch of wanted) {
    const key = `${service.name}/${branch}/${repeat}`;
    if (outcomes.has(key) || performance.now() > until) continue;
    const busy = branch === "same" && repeat % 2 === 0;
    using lab = new ServiceLab(service, at, (files) => ({
      same: { "NOTES.md": "Nothing changed.\n" },
      ...(service.slower && { slower: service.slower(files) }),
    }));
    using _beside = busy ? somethingElse() : null;
    const one = kept({ key, service: service.name, branch, busy }, lab.check(branch, repeat));
    outcomes.add(one);
    const { regressed, untold, seconds } = one;
    const left = untold.length > 0 ? ` (${untold.join(", ")} untold)` : "";
    say(
      `${key}${busy ? ", busy" : ""}: ${regressed.join(", ") || "nothing"} regressed${left}, ${seconds.total.toFixed(0)} s`,
    );
  }
}

/** Another program that uses a third of one core, in bursts. */
function somethingElse(): Disposable {
  const burn =
    "const t = () => { const end = Date.now() + 100; while (Date.now() < end); setTimeout(t, 200); }; t();";
  const child = spawn(process.execPath, ["-e", burn], { stdio: "ignore" });
  return { [Symbol.dispose]: () => void child.kill() };
}
