import { BASELINES as BASELINE_FOLDER, type MeasureOptions, PAIRS, SCALES } from "../commands/options.ts";
import type { Flag, Given } from "./options.ts";
import { wrong } from "./options.ts";

export const CONFIG: Flag = {
  name: "config",
  value: "PATH",
  help: "the config",
  fallback: ".github/steelyard.yml",
};
/** Options of every verb. */
export const COMMON: readonly Flag[] = [
  { name: "json", help: "print the result, or the error, as JSON and nothing else" },
  { name: "quiet", help: "print no messages: the result, warnings and errors alone" },
];
export const OUT: Flag = {
  name: "out",
  value: "DIR",
  help: "folder for what is written",
  fallback: ".steelyard",
};
export const BASELINES: Flag = {
  name: "baselines",
  value: "DIR",
  help: "folder of the committed baselines",
  fallback: BASELINE_FOLDER,
};
const FORMATS = ["terminal", "comment", "summary", "junit", "csv", "json"] as const;
export const FORMAT: Flag = {
  name: "format",
  value: "FORMAT",
  help: `what is printed: ${FORMATS.join(", ")}`,
  fallback: "terminal",
};
export const MEASURING: readonly Flag[] = [
  CONFIG,
  OUT,
  { name: "profile", value: "NAME", help: "a profile of the config" },
  { name: "only", value: "A,B", help: "these workloads only" },
  { name: "variants", value: "A,B", help: "these variants only, of workloads that have any" },
  {
    name: "base",
    value: "REF",
    bare: true,
    help: "pair head with its merge-base with REF (else the default branch)",
  },
  { name: "release", help: "pair head with the last release, by tags (policy.release)" },
  { name: "no-base", help: "head alone, even in CI or where the config asks for base" },
  { name: "base-rules", help: "measure by the merge-base's config, loads and seed, as a pull request is" },
  { name: "affected", help: "only workloads that the change can affect, by `paths` of the config" },
  {
    name: "why",
    value: "WHEN",
    bare: true,
    help: "name functions and statements of what changed, by profilers: auto, always, never",
  },
  { name: "budget", value: "TIME", help: "such as 8m: when the last look at the pairs is made" },
  {
    name: "pairs",
    value: "N",
    help: `most pairs of head and base, of each workload (${PAIRS.least} to ${PAIRS.most}), for the config's`,
  },
  { name: "trials", value: "N", help: "trials of head alone, of each workload and variant (1 to 200)" },
  {
    name: "scale",
    value: "SHARE",
    help: `measure a share of all lengths (${SCALES.least} to ${SCALES.most}), such as 0.05; warm-ups and rates stay`,
  },
  { name: "seed", value: "N", help: "repeat the order and the scripts' randomness of an earlier run" },
  { name: "shard", value: "I/N", help: "the I-th of N parts; put together by merge" },
  { name: "stack", value: "KIND", help: "process, compose or external, where the config has several" },
  {
    name: "stack-env",
    value: "NAME=VALUE",
    help: "set in every service of the stack; may be repeated",
    many: true,
  },
  { name: "runner-class", value: "NAME", help: "names this machine's baselines; else os-arch-cores" },
  { name: "no-wait", help: "end at once where another measurement uses this machine" },
];

/** The choices of every verb that measures: workloads, places and names. */
export const choosing = (given: Given) => ({
  config: given.sure("config"),
  out: given.sure("out"),
  profile: given.text("profile"),
  only: given.list("only"),
  variants: given.list("variants"),
  seed: given.whole("seed", 0, 2 ** 31 - 1),
  stack: given.oneOf("stack", ["process", "compose", "external"]),
  runnerClass: given.text("runner-class"),
  wait: !given.given("no-wait"),
});

export const measuring = (given: Given): MeasureOptions => ({
  ...choosing(given),
  pairs: given.whole("pairs", PAIRS.least, PAIRS.most),
  trials: given.whole("trials", 1, 200),
  scale: given.number("scale", SCALES.least, SCALES.most),
  shard: given.shard("shard"),
  stackEnv: given.pairs("stack-env"),
  base: baseOf(given),
  release: given.given("release"),
  baseRules: given.given("base-rules"),
  affected: given.given("affected"),
  why: whyOf(given),
  budget: given.duration("budget"),
});

/** `--why` alone is `--why auto`. */
const whyOf = (given: Given) =>
  given.text("why") === "" ? "auto" : given.oneOf("why", ["auto", "always", "never"]);

function baseOf(given: Given): string | false | undefined {
  const base = given.text("base");
  if (given.given("release") && (base !== undefined || given.given("no-base"))) {
    throw wrong("release", "--base or --no-base as well", "one of them");
  }
  if (!given.given("no-base")) return base;
  if (base === undefined) return false;
  throw wrong("no-base", "--base as well", "one of the two");
}

export const format = (given: Given) => given.oneOf("format", FORMATS) ?? "terminal";
