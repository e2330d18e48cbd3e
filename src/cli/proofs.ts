import { userError } from "../base/errors.ts";
import { type ContestOptions, PAIRS, type Slowdown } from "../commands/options.ts";
import { BASELINES, CONFIG, choosing, MEASURING, OUT } from "./flags.ts";
import type { Flag, Given } from "./options.ts";
import type { Verb } from "./verb.ts";

const COMMON = ["profile", "only", "variants", "seed", "stack", "runner-class", "no-wait"];
/** Options of the verbs that pair this checkout with a version of itself. */
const CONTEST: readonly Flag[] = [
  CONFIG,
  OUT,
  BASELINES,
  ...MEASURING.filter(({ name }) => COMMON.includes(name)),
];
/** Of a search there is one each. */
const SINGLE: Readonly<Record<string, Partial<Flag>>> = {
  only: { value: "A", help: "the workload" },
  variants: { value: "A", help: "its variant, where it has any" },
};
const STACK_ENV = MEASURING.find(({ name }) => name === "stack-env")!;

const contesting = (given: Given): ContestOptions => ({
  ...choosing(given),
  baselines: given.sure("baselines"),
});

/** The verbs that prove what a verdict is worth on this machine. */
export const PROOFS: readonly Verb[] = [
  {
    name: "calibrate",
    summary: "pair this commit with itself: noise, false alarms, what can be seen",
    takes: "",
    arity: [0, 0],
    about:
      "Two stacks of the same commit, always the same number of pairs: whatever differs is noise. Tells, for each\n" +
      "metric that gates, how far pairs and starts scatter, in how many sessions the rule raised a false alarm, which\n" +
      "change it would see after 6 to 30 pairs, and what would let it see smaller ones; writes calibration.json.\n" +
      "With --write, later duels know the noise before their first pair: from four sessions on.\n\n" +
      "Exits with 1 where there are more false alarms than the rule allows, beyond chance; with 3 where a workload\n" +
      "cannot be judged on this machine.",
    flags: [
      ...CONTEST,
      STACK_ENV,
      {
        name: "pairs",
        value: "N",
        help: "pairs of each workload in each session (6 to 200)",
        fallback: "10",
      },
      { name: "sessions", value: "N", help: "sessions, one after the other (1 to 50)", fallback: "1" },
      { name: "write", help: "add the noise to the committed baselines" },
    ],
    examples: [
      ["steelyard calibrate", "one session of 10 pairs"],
      ["steelyard calibrate --sessions 4 --write", "so that duels know this machine"],
    ],
    async run(world, given) {
      const { calibrate } = await import("../commands/proofs/calibrate.ts");
      const { calibrationAnswer } = await import("../commands/proofs/proofs.ts");
      const report = await calibrate(world, {
        ...contesting(given),
        stackEnv: given.pairs("stack-env"),
        pairs: given.whole("pairs", PAIRS.least, PAIRS.most)!,
        sessions: given.whole("sessions", 1, 50)!,
        write: given.given("write"),
      });
      return calibrationAnswer(world, report);
    },
  },
  {
    name: "self-test",
    summary: "slow head down on purpose: proves that the gate fails, and for that alone",
    takes: "",
    arity: [0, 0],
    about:
      "Two duels of the same commit, judged as a check is: one with a slowdown in head alone, which has to be found\n" +
      "regressed, and one without it, which must not fail. The slowdown is a variable of the services, or a line\n" +
      "for the shell that is run in a worktree of head before it is built. Writes selftest.json, and the comment\n" +
      "that a pull request with this slowdown would get.\n\n" +
      "Exits with 0 where both happened, with 1 where the gate is blind or raised a false alarm, and with 3 where it\n" +
      "cannot be told.",
    flags: [
      ...CONTEST,
      { ...STACK_ENV, help: "set in every service of head alone; may be repeated" },
      { name: "budget", value: "TIME", help: "such as 1m: when the last look of each duel is made" },
      { name: "patch", value: "CMD", help: "run by sh in a worktree of head, instead of --stack-env" },
    ],
    examples: [
      ["steelyard self-test --stack-env FAULTS=recommend.cpu=300%", "a knob of the service's own"],
      ['steelyard self-test --patch "git apply slower.patch"', "or a patch that makes it slower"],
    ],
    async run(world, given) {
      const budget = given.duration("budget");
      const options = { ...contesting(given), slowdown: slowdown(given), budget };
      const { selfTest } = await import("../commands/proofs/selftest.ts");
      const { selfTestAnswer } = await import("../commands/proofs/proofs.ts");
      return selfTestAnswer(world, await selfTest(world, options));
    },
  },
  {
    name: "bisect",
    summary: "find the commit that made a metric worse, by duels with a good one",
    takes: "GOOD BAD",
    arity: [2, 2],
    about:
      "Shows first that BAD is worse than GOOD, then searches between them along first parents: each duel pairs\n" +
      "a commit with GOOD, until it is clear whether that one is worse already. A commit that the most pairs leave\n" +
      "undecided counts by its estimate, and the log says so; one that does not build or start is skipped. In the\n" +
      "end the culprit is paired with its own parent. Workload and rules are those of the checkout, for all alike;\n" +
      "each commit's stack is its own.\n\n" +
      "What was measured is kept in bisect.json: the same command goes on where an earlier one ended. Exits with 0\n" +
      "where the commit was found and confirmed, else with 4.",
    flags: [
      ...CONTEST.map((flag) => ({ ...flag, ...SINGLE[flag.name] })),
      { name: "metric", value: "M", help: "such as http_req_duration.p50 or cpu_per_request" },
      { name: "pairs", value: "N", help: "most pairs of each duel (6 to 200), instead of the config's" },
      { name: "restart", help: "forget what an earlier search in this folder found" },
    ],
    examples: [["steelyard bisect v1.4 main --only recommend --metric http_req_duration.p50", ""]],
    async run(world, given) {
      const { only, variants, ...common } = contesting(given);
      const { bisect } = await import("../commands/bisect/bisect.ts");
      const { bisectAnswer } = await import("../commands/proofs/proofs.ts");
      const state = await bisect(world, {
        ...common,
        good: given.positionals[0]!,
        bad: given.positionals[1]!,
        workload: demanded(one(only), "only", "the workload: --only recommend"),
        variant: variants === undefined ? undefined : demanded(one(variants), "variants", "one variant"),
        metric: demanded(given.text("metric"), "metric", "a metric: --metric http_req_duration.p50"),
        pairs: given.whole("pairs", PAIRS.least, PAIRS.most),
        restart: given.given("restart"),
      });
      return bisectAnswer(world, state);
    },
  },
];

function slowdown(given: Given): Slowdown {
  const stackEnv = given.pairs("stack-env");
  const patch = given.text("patch");
  const named = Object.keys(stackEnv).length > 0;
  if (named === (patch !== undefined)) {
    throw userError(named ? "There are two slowdowns." : "Nothing says how head is to be made slower.", {
      where: "the command line",
      remedy: "give one of --stack-env NAME=VALUE and --patch CMD",
    });
  }
  return patch === undefined ? { stackEnv } : { patch };
}

function demanded(value: string | undefined, name: string, remedy: string): string {
  if (value !== undefined) return value;
  throw userError(`One --${name} is needed.`, { where: "the command line", remedy: `name ${remedy}` });
}

const one = (names: readonly string[] | undefined) => (names?.length === 1 ? names[0] : undefined);
