import { EXIT } from "../base/exit.ts";
import { BASELINES } from "../commands/options.ts";
import type { Flag, Given } from "./options.ts";
import type { Verb } from "./verb.ts";

const OUT: Flag = {
  name: "out",
  value: "DIR",
  help: "folder of the page and its history",
  fallback: ".steelyard/site",
};
const TITLE: Flag = { name: "title", value: "TEXT", help: "name on the page; else the repository's" };
const KEEP: Flag = {
  name: "keep-days",
  value: "DAYS",
  help: "keep every run so long, of an older day the last; or all",
  fallback: "90",
};
const days = (given: Given) =>
  given.sure("keep-days") === "all" ? null : given.whole("keep-days", 1, 100_000)!;
const ENTRY: readonly Flag[] = [
  {
    name: "baselines",
    value: "DIR",
    help: "folder of the committed baselines, for run files",
    fallback: BASELINES,
  },
  { name: "attempt", value: "N", help: "which measurement of the commit; else the workflow's attempt, or 1" },
  { name: "release", value: "NAME", help: "the release that this commit is; else its tag" },
  { name: "link", value: "URL", help: "where the run can be looked at; else the workflow run" },
  { name: "allow", value: "dirty", help: "take runs that were measured with uncommitted changes" },
];

const entry = (given: Given) => ({
  files: given.positionals,
  baselines: given.sure("baselines"),
  attempt: given.whole("attempt", 1, 1_000),
  release: given.text("release"),
  link: given.text("link"),
  title: given.text("title"),
  days: days(given),
  allow: given.oneOf("allow", ["dirty"]) === undefined ? [] : ["dirty"],
});

/** The verbs of the trend page: its history, its building, its publishing. */
export const TREND_VERBS: readonly Verb[] = [
  {
    name: "site",
    summary: "add runs to a history and build the trend page in a folder",
    takes: "[RUN|COMPARISON ...]",
    arity: [0, 10_000],
    about:
      "Keeps a small file of each run under DIR/runs and builds index.html and a badge from all of them. The page is\n" +
      "one file that opens from disk and asks for nothing. The same run twice is one point. Releases, what other\n" +
      "tools measured, and the runs next to a change of level are kept whatever their age. A history that cannot\n" +
      "be read is an error, and is never written over.",
    flags: [
      OUT,
      TITLE,
      KEEP,
      ...ENTRY,
      {
        name: "benchmarks",
        value: "PATH",
        help: "show this data.js of github-action-benchmark too",
        many: true,
      },
      {
        name: "series",
        value: "DIR",
        help: "write smaller.json and bigger.json for github-action-benchmark",
      },
    ],
    examples: [
      ["steelyard site .steelyard/comparison.json", "one more point, and the page with it"],
      ["steelyard site --benchmarks dev/bench/data.js", "the page again, with another tool's series"],
    ],
    async run(world, given) {
      const options = { ...entry(given), out: given.sure("out"), series: given.text("series") };
      const { buildSite } = await import("../commands/history/site.ts");
      const built = await buildSite(world, { ...options, benchmarks: given.many("benchmarks") });
      return { exit: EXIT.ok, json: built };
    },
  },
  {
    name: "import",
    summary: "take another tool's history: data.js, k6 summaries",
    takes: "FILE ...",
    arity: [1, 10_000],
    about:
      "Reads github-action-benchmark's data.js (as JSON; it is never run) and summaries that k6 itself wrote, and\n" +
      "adds them to the history under DIR. The same file twice changes nothing.",
    flags: [
      OUT,
      TITLE,
      KEEP,
      { name: "workload", value: "NAME", help: "of a k6 summary; else the file's name" },
      { name: "commit", value: "SHA", help: "of a k6 summary" },
      { name: "at", value: "TIME", help: "of a k6 summary, such as 2026-11-21T10:00:00Z; else now" },
      { name: "runner-class", value: "NAME", help: "of a k6 summary", fallback: "imported" },
    ],
    examples: [
      ["steelyard import dev/bench/data.js", "years of points, at once"],
      ["steelyard import summary.json --commit 1a2b3c4", "a summary that k6 wrote"],
    ],
    async run(world, given) {
      const { importFiles } = await import("../commands/history/import.ts");
      const built = await importFiles(world, {
        files: given.positionals,
        out: given.sure("out"),
        title: given.text("title"),
        days: days(given),
        workload: given.text("workload"),
        runnerClass: given.sure("runner-class"),
        commit: given.text("commit"),
        at: given.text("at"),
      });
      return { exit: EXIT.ok, json: built };
    },
  },
  {
    name: "publish",
    summary: "add runs to the history on a branch and push the trend page",
    takes: "[RUN|COMPARISON ...]",
    arity: [0, 10_000],
    about:
      "Does what site does in a temporary clone of the branch, and pushes it as one commit; when somebody else pushed\n" +
      "meanwhile, again on top of theirs. Never forces, and touches nothing on the branch but its own files. The\n" +
      "token is STEELYARD_TOKEN or GITHUB_TOKEN of the environment; without one git's own credentials are used.",
    flags: [
      { name: "branch", value: "NAME", help: "where pages are published from", fallback: "gh-pages" },
      { name: "folder", value: "DIR", help: "of the branch: where the page lives", fallback: "steelyard" },
      { name: "remote", value: "NAME", help: "a remote of this checkout, or an address", fallback: "origin" },
      {
        name: "benchmarks",
        value: "DIR",
        help: "of the branch: github-action-benchmark's, shown too",
        fallback: "dev/bench",
      },
      { name: "patience", value: "TIME", help: "how long others may push first", fallback: "5m" },
      TITLE,
      KEEP,
      ...ENTRY,
    ],
    examples: [["steelyard publish .steelyard/comparison.json", "in a job on the default branch"]],
    async run(world, given) {
      const { publish } = await import("../commands/history/publish.ts");
      const published = await publish(world, {
        ...entry(given),
        branch: given.sure("branch"),
        folder: given.sure("folder"),
        remote: given.sure("remote"),
        benchmarks: given.sure("benchmarks"),
        patience: given.duration("patience") ?? 300,
      });
      return { exit: EXIT.ok, json: published };
    },
  },
];
