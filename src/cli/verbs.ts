import { EXIT } from "../base/exit.ts";
import { ALLOWANCES } from "../commands/options.ts";
import { completionOf } from "./completion.ts";
import { EXPLAIN } from "./explain.ts";
import { BASELINES, COMMON, CONFIG, FORMAT, format, MEASURING, measuring, OUT } from "./flags.ts";
import { GITLAB } from "./gitlab.ts";
import { INIT } from "./init.ts";
import type { Flag } from "./options.ts";
import { wrong } from "./options.ts";
import { PROOFS } from "./proofs.ts";
import { TESTRUN } from "./testrun.ts";
import { TREND_VERBS } from "./trends.ts";
import type { Verb } from "./verb.ts";

const WAIVERS: Flag = {
  name: "waivers",
  value: "FILE",
  help: "accepted regressions; else .github/steelyard-waivers.yml at the base's tip, or here",
};

const WORKING: readonly Verb[] = [
  {
    name: "check",
    summary: "measure, compare and report in one go",
    takes: "",
    arity: [0, 0],
    about:
      "Starts the stack, runs the workloads, judges the figures against the committed baselines and writes\n" +
      "run.json, comparison.json and comment.md. The exit code is the verdict's.\n\n" +
      "With --base it builds and starts the merge-base as well and loads both in turns: a few percent are seen,\n" +
      "and no baseline is needed. In CI, branches are measured so automatically.",
    flags: [...MEASURING, BASELINES, WAIVERS, FORMAT],
    examples: [
      ["steelyard check --base", "as in a pull request: against where the branch began"],
      ["steelyard check", "against committed baselines; in CI as with --base"],
      ["steelyard check --base HEAD~1 --budget 8m", "the last commit alone, in eight minutes or less"],
      ["steelyard check --only recommend --trials 20", "one workload, looked at longer"],
    ],
    async run(world, given) {
      const form = format(given); // first: a mistake here should not cost a measurement
      const options = {
        ...measuring(given),
        baselines: given.sure("baselines"),
        waivers: given.text("waivers"),
      };
      const { checkRun } = await import("../commands/check/check.ts");
      const { rendered } = await import("../commands/check/report.ts");
      const comparison = await checkRun(world, options);
      world.out.write(rendered(world, comparison, form));
      return { exit: comparison.exit, json: comparison };
    },
  },
  {
    name: "measure",
    summary: "start the stack, run the workloads, write run.json",
    takes: "",
    arity: [0, 0],
    about:
      "Measures and judges nothing: a slow run exits with 0 like a fast one. A failed trial is recorded with its\n" +
      "reason; if every trial failed, the exit code is 3. Ctrl-C ends it cleanly and keeps the results so far,\n" +
      "marked as interrupted.\n\n" +
      "With --base both sides run on this machine, base from a git worktree that is removed again. The more finely\n" +
      "their load is interleaved, the smaller the detectable change: --explain says how finely, and why not finer.",
    flags: [
      ...MEASURING,
      { name: "explain", help: "say how each workload would be interleaved with base, and start nothing" },
    ],
    examples: [
      ["steelyard measure --base origin/main", "base and head, paired"],
      ["steelyard measure --explain", "what that would be, workload by workload"],
      ["steelyard measure --profile pr", "a profile of the config"],
      ["steelyard measure --seed 7 --shard 1/2", "the first half; the other half elsewhere"],
    ],
    async run(world, given) {
      const options = measuring(given);
      if (given.given("explain")) {
        const { explainMeasurement } = await import("../commands/measure/explain.ts");
        return { exit: EXIT.ok, json: await explainMeasurement(world, options) };
      }
      const { hasFigures, measureRun } = await import("../commands/measure/measure.ts");
      const { run } = await measureRun(world, options);
      return { exit: hasFigures(run) ? EXIT.ok : EXIT.environment, json: run };
    },
  },
  {
    name: "compare",
    summary: "judge run.json against the baselines, write comparison.json",
    takes: "[RUN]",
    arity: [0, 1],
    about:
      "A pure function of the run, the config it was measured with, the baselines and the waivers: the same files\n" +
      "give the same verdict everywhere. With --config it judges by that config instead.",
    flags: [
      { name: "config", value: "PATH", help: "judge by this config, not by the one the run carries" },
      OUT,
      BASELINES,
      WAIVERS,
      FORMAT,
    ],
    examples: [["steelyard compare", "judges .steelyard/run.json"]],
    async run(world, given) {
      const form = format(given);
      const out = given.sure("out");
      const { compareRun } = await import("../commands/check/compare.ts");
      const { rendered } = await import("../commands/check/report.ts");
      const comparison = await compareRun(world, {
        run: given.positionals[0] ?? `${out}/run.json`,
        out,
        baselines: given.sure("baselines"),
        config: given.text("config"),
        waivers: given.text("waivers"),
      });
      world.out.write(rendered(world, comparison, form));
      return { exit: comparison.exit, json: comparison };
    },
  },
  {
    name: "report",
    summary: "render comparison.json: comment, summary, JUnit, CSV",
    takes: "[COMPARISON]",
    arity: [0, 1],
    about: "Writes comment.md, summary.md, junit.xml and rows.csv, and prints the form that is asked for.",
    flags: [OUT, { ...FORMAT, fallback: "comment" }],
    examples: [["steelyard report --format comment", "the Markdown that a pull request would get"]],
    async run(world, given) {
      const form = format(given);
      const out = given.sure("out");
      const { rendered, reportOn } = await import("../commands/check/report.ts");
      const comparison = await reportOn(world, {
        comparison: given.positionals[0] ?? `${out}/comparison.json`,
        out,
      });
      world.out.write(rendered(world, comparison, form));
      return { exit: EXIT.ok, json: comparison };
    },
  },
  {
    name: "why",
    summary: "explain a finished run: what takes the time, by profilers",
    takes: "[RUN]",
    arity: [0, 1],
    about:
      "Loads the workloads of which a gate became worse or better once more, on both sides, with a profiler on\n" +
      "each, and names functions and statements. Writes run.json again with what it found, the report, and\n" +
      "why.html with flame graphs. The verdict stays as it is. The checkout must be the one that was measured.",
    flags: [
      OUT,
      { name: "all", help: "also of workloads that did not change" },
      { name: "open", help: "open why.html" },
      ...MEASURING.filter(({ name }) => ["only", "no-wait"].includes(name)),
      BASELINES,
      WAIVERS,
      FORMAT,
    ],
    examples: [["steelyard why --open", "explains .steelyard/run.json, and shows the flame graphs"]],
    async run(world, given) {
      const form = format(given);
      const out = given.sure("out");
      const { whyRun } = await import("../commands/check/check.ts");
      const { rendered } = await import("../commands/check/report.ts");
      const comparison = await whyRun(world, {
        run: given.positionals[0] ?? `${out}/run.json`,
        out,
        baselines: given.sure("baselines"),
        waivers: given.text("waivers"),
        all: given.given("all"),
        open: given.given("open"),
        only: given.list("only"),
        wait: !given.given("no-wait"),
      });
      if (comparison === null)
        world.out.write("No gate of this run became worse or better: nothing to explain.\n");
      else world.out.write(rendered(world, comparison, form));
      return { exit: EXIT.ok, json: comparison };
    },
  },
  {
    name: "baseline",
    summary: "add run.json as a session to the committed baselines",
    takes: "[RUN]",
    arity: [0, 1],
    about:
      "A baseline is several sessions, so that the spread between sessions is known: three before it may\n" +
      "fail a check, eight to be sharp. Refuses runs that should not be a reference: measured on a tree with\n" +
      "changes, failed, invalid or regressed. Commit what it writes and let it be reviewed.",
    flags: [
      OUT,
      BASELINES,
      { name: "only", value: "A,B", help: "these workloads only" },
      { name: "allow", value: "A,B", help: `overrule by name: ${ALLOWANCES.join(", ")}` },
    ],
    examples: [["steelyard measure && steelyard baseline", "one more session"]],
    async run(world, given) {
      const allow = (given.list("allow") ?? []).map((name) => {
        const known = ALLOWANCES.find((one) => one === name);
        if (known === undefined) throw wrong("allow", name, `one of: ${ALLOWANCES.join(", ")}`);
        return known;
      });
      const { addBaseline } = await import("../commands/check/baseline.ts");
      const written = await addBaseline(world, {
        run: given.positionals[0] ?? `${given.sure("out")}/run.json`,
        baselines: given.sure("baselines"),
        only: given.list("only"),
        allow,
      });
      return { exit: EXIT.ok, json: { written } };
    },
  },
  ...PROOFS,
  {
    name: "record",
    summary: "the records of the config, filled in from run.json",
    takes: "[RUN]",
    arity: [0, 1],
    about:
      "A record is a document with tables of what was measured, a row for each run, workload and variant; the config\n" +
      "says which columns. Prints it, writes it to record.md, and the figures of each workload to artifacts/.\n" +
      "With --to it goes on with a document that is kept: rows of earlier runs stay.",
    flags: [
      { name: "config", value: "PATH", help: "fill in the records of that config, not of the run's own" },
      { name: "to", value: "FILE", help: "the document that is gone on with, such as baselines/RECORDS.md" },
      OUT,
      BASELINES,
    ],
    examples: [["steelyard measure --profile record && steelyard record", "one more row"]],
    async run(world, given) {
      const out = given.sure("out");
      const { recordRun } = await import("../commands/check/records.ts");
      const record = await recordRun(world, {
        run: given.positionals[0] ?? `${out}/run.json`,
        out,
        baselines: given.sure("baselines"),
        config: given.text("config"),
        to: given.text("to"),
      });
      world.out.write(record.document);
      return { exit: EXIT.ok, json: record };
    },
  },
  {
    name: "merge",
    summary: "put the shards of one measurement together",
    takes: "RUN RUN ...",
    arity: [1, 1000],
    about: "All shards of one plan, of one commit and seed, from machines of one kind; writes run.json.",
    flags: [OUT],
    examples: [["steelyard merge a/run.json b/run.json", "two halves"]],
    async run(world, given) {
      const { mergeRuns } = await import("../commands/check/merge.ts");
      const run = await mergeRuns(world, { runs: given.positionals, out: given.sure("out") });
      return { exit: EXIT.ok, json: run };
    },
  },
  {
    name: "down",
    summary: "end what a measurement that was killed left running, and remove kept builds",
    takes: "",
    arity: [0, 0],
    about:
      "Only a kill -9 or a crash of ours leaves anything: Ctrl-C and SIGTERM end everything themselves. The next\n" +
      "measurement does the same before it begins. Processes are found by what is noted in the output folder,\n" +
      "containers, networks, volumes and images by their labels, whatever folder their run wrote to. A\n" +
      "measurement that is going on is left alone. Builds of base that were kept for the next comparison go as well.",
    flags: [OUT],
    examples: [["steelyard down", ""]],
    async run(world, given) {
      const { bringDown } = await import("../commands/measure/down.ts");
      return { exit: EXIT.ok, json: { removed: await bringDown(world, { out: given.sure("out") }) } };
    },
  },
  TESTRUN,
  INIT,
  EXPLAIN,
  GITLAB,
  {
    name: "doctor",
    summary: "look at this machine, the tools and the config, and say what to mend",
    takes: "",
    arity: [0, 0],
    about: "Changes nothing and sends no load. Exits with 3 when something would stop a measurement.",
    flags: [CONFIG, OUT],
    examples: [["steelyard doctor", ""]],
    async run(world, given) {
      const { examine } = await import("../commands/setup/doctor.ts");
      const options = { config: given.sure("config"), out: given.sure("out") };
      const { checks, text, broken } = await examine(world, options);
      world.out.write(text);
      return { exit: broken ? EXIT.environment : EXIT.ok, json: { broken, checks } };
    },
  },
  ...TREND_VERBS,
];

const COMPLETE = WORKING.map((verb) => ({ ...verb, flags: [...verb.flags, ...COMMON] }));

/** Every verb, in the order of the overview. */
export const VERBS: readonly Verb[] = [...COMPLETE, completionOf(COMPLETE)];
