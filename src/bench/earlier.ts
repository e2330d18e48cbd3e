import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { firstLine } from "../base/text.ts";
import { ROOT, say } from "../dev/command.ts";
import { runGit } from "../testing/git.ts";
import { Outcomes } from "./outcomes.ts";
import { type Compared, earlierTable } from "./placebo/earlier.ts";
import { ServiceLab } from "./placebo/lab.ts";
import { installed, type Service } from "./placebo/service.ts";
import { SERVICES } from "./placebo/services.ts";

// How long a verdict takes by the wall clock, compared with an earlier commit of this project: the same comparisons by the command
// line of both, in turns. `--commit` names the earlier one, `--minutes 60` ends it earlier, `--only` selects services,
// `--repeats N` says how many of each, `--keep` writes what there is into the tree.
const { values } = parseArgs({
  options: {
    commit: { type: "string", default: "0162d03" },
    repeats: { type: "string", default: "3" },
    minutes: { type: "string", default: "600" },
    only: { type: "string", multiple: true },
    keep: { type: "boolean", default: false },
  },
});
const until = performance.now() + Number(values.minutes) * 60_000;
const folder = join(ROOT, ".steelyard", "bench", "placebo");
const published = join(ROOT, "src/bench/placebo/earlier.jsonl");
const outcomes = new Outcomes<Compared>(join(folder, "earlier.jsonl"), published);
const programs = { now: join(ROOT, "action/dist/cli.mjs"), [values.commit]: bundleOf(values.commit) };

const wanted = SERVICES.filter(({ name }) => values.only?.includes(name) ?? true);
for (let repeat = 1; repeat <= Number(values.repeats); repeat++) {
  for (const service of wanted)
    for (const branch of branchesOf(service))
      for (const program of Object.keys(programs)) compare(service, branch, program, repeat);
}
console.log(`\n${earlierTable(outcomes.all)}`);
if (values.keep) await outcomes.publish(published);

/** The service as the program can measure it: an earlier one has no `pace`, and knows its target by one variable only. */
function configured(service: Service, program: string): Service {
  if (program === "now") return service;
  const workloads = Object.entries(service.workloads).map(([name, one]) => [name, { ...one, measure: {} }]);
  const files = (at: string) => {
    const all = Object.entries(service.files(at));
    return Object.fromEntries(
      all.map(([name, text]) => [name, text.replace("__ENV.BASE_URL", "__ENV.STEELYARD_TARGET_API")]),
    );
  };
  return { ...service, workloads: Object.fromEntries(workloads), files };
}

const slowerOf = ({ slower, fivePercent }: Service) => slower ?? fivePercent;

function branchesOf(service: Service): readonly Compared["branch"][] {
  return slowerOf(service) === undefined ? ["same"] : ["same", "slower"];
}

/** Compares a branch with its base by one program. */
function compare(service: Service, branch: Compared["branch"], program: string, repeat: number): void {
  const key = `${service.name}/${branch}/${program}/${repeat}`;
  const slower = slowerOf(service);
  if (outcomes.has(key) || performance.now() > until) return;
  try {
    using lab = new ServiceLab(configured(service, program), installed(service, folder), (files) => ({
      same: { "NOTES.md": "Nothing changed.\n" },
      ...(slower && { slower: slower(files) }),
    }));
    const { verdict, seconds } = lab.verdict(programs[program]!, branch, repeat);
    outcomes.add({ key, service: service.name, branch, program, verdict, seconds });
    say(`${key}: ${verdict} after ${seconds.toFixed(0)} s`);
  } catch (error) {
    say(`${key} is left out: ${firstLine((error as Error).message)}`);
  }
}

/** The command line of a commit of this project, as it was stored there. @throws Error for an unknown commit */
function bundleOf(commit: string): string {
  const at = join(folder, `steelyard-${commit}`);
  const names = runGit({ cwd: ROOT }, "ls-tree", "-r", "--name-only", commit, "action/dist")
    .trim()
    .split("\n");
  for (const name of names) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), runGit({ cwd: ROOT }, "show", `${commit}:${name}`));
  }
  return join(at, "action/dist/cli.mjs");
}
