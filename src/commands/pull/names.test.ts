import { expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import type { Comparison } from "../../model/comparison.ts";
import { Run } from "../../model/run.ts";
import type { Tree } from "../../model/tree.ts";
import { annotations, checkText } from "../../report/check.ts";
import { comment } from "../../report/comment.ts";
import { trialsAt } from "../../testing/comparing.ts";
import { aDuelRecord } from "../../testing/dueling.ts";
import { aBaseline, aRun, CLASS } from "../../testing/runs.ts";
import { chartsOf } from "../../trend/charts.ts";
import { entryOf } from "../../trend/entry.ts";
import { AS_THE_RULES_SAY } from "./demands.ts";
import { judgement } from "./judgement.ts";
import { rulesAt } from "./rules.ts";

/** Names that every object of JavaScript inherits something by. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
/** Those that a workload may have: a name begins with a letter or a digit. */
const NAMES = INHERITED.filter((name) => /^[A-Za-z0-9]/.test(name));
const BASE = "b".repeat(40);
const P50 = "http_req_duration.p50";

const rulesOf = (name: string) => `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads:
  ${name}: { k6: ${name}.ts, gate: [${P50}], variants: { ${name}: {} } }
profiles:
  ${name}: { only: [${name}] }
`;
const waiverOf = (name: string) => `version: 1
waivers:
  - { workload: ${name}, metric: ${P50}, ceiling: "900%", expires: 2027-01-01, because: known }
`;

/** A base branch whose config, baseline and waiver are about a workload of that name. */
function treeOf(name: string): Tree {
  const baseline = aBaseline({ workload: name, sessions: [0.0101, 0.01, 0.0099, 0.01].map(sessionOf(name)) });
  const files: Record<string, string> = {
    "steelyard.yml": rulesOf(name),
    ".github/steelyard-waivers.yml": waiverOf(name),
    [`baselines/${CLASS}/${name}.json`]: JSON.stringify(baseline),
  };
  const folders: Record<string, readonly string[]> = {
    baselines: [CLASS],
    [`baselines/${CLASS}`]: [`${name}.json`],
  };
  return {
    name: BASE,
    file: async (path) => files[path] ?? null,
    id: async (path) => files[path] ?? null,
    folder: async (path) => folders[path] ?? null,
  };
}
const sessionOf = (name: string) => (p50: number) => ({ variants: { [name]: Array(10).fill(p50) } });

/** A run as it comes out of an artifact. */
const runOf = (name: string, p50: number): Run =>
  Run.parse(
    JSON.parse(
      JSON.stringify({
        ...aRun({ workloads: { [name]: { variants: { [name]: trialsAt(p50) }, config: { gate: [P50] } } } }),
        profile: name,
      }),
    ),
  );

/** The judgements of a run as it was, and of one three times slower. */
async function outcomesOf(name: string): Promise<readonly [Comparison, Comparison]> {
  const tree = treeOf(name);
  const rules = await rulesAt(tree, tree, { config: "steelyard.yml", baselines: "baselines" }, CLASS);
  const asked = { ...AS_THE_RULES_SAY, base: false, profile: name } as const;
  const of = (run: Run) => judgement(run, rules, run.ended, asked);
  return [of(runOf(name, 0.01)), of(runOf(name, 0.03))];
}
const outcome = ({ overall, conclusion, exit }: Comparison) => ({ overall, conclusion, exit });

test("the names were found", () => {
  expect(INHERITED).toEqual(
    expect.arrayContaining(["__proto__", "constructor", "toString", "hasOwnProperty"]),
  );
  expect(NAMES.length).toBeGreaterThan(5);
});

test.each(NAMES)(
  "a workload, a variant and a profile named %s are judged, waived, reported and kept",
  async (name) => {
    const [same, slower] = await outcomesOf(name);
    const usual = await outcomesOf("browse");
    expect([same, slower].map(outcome)).toEqual(usual.map(outcome));
    expect([same.conclusion, slower.overall, slower.waivers?.rows[0]?.fate]).toEqual([
      "success",
      "accepted",
      "accepted",
    ]);
    for (const comparison of [same, slower]) {
      expect(comment(comparison)).toContain(name);
      expect(checkText(comparison).summary).toContain(name);
      expect(annotations(comparison)).toEqual([]);
    }
    const facts = { author: null, committed: null, attempt: 1, release: null, link: null };
    const entries = [same, slower].map((comparison) => entryOf(comparison, facts)!);
    expect(entries.map(({ results }) => results[0]!.workload)).toEqual([name, name]);
    const about = { title: "shop", repository: null, generated: slower.at, steelyard: "0.1.0" };
    expect(chartsOf(entries, about).series.length).toBeGreaterThan(0);
  },
);

test.each(NAMES)(
  "a run without the workload %s of base's rules lacks it, as it would any other",
  async (name) => {
    const lacking = async (wanted: string) => {
      const tree = treeOf(wanted);
      const rules = await rulesAt(tree, tree, { config: "steelyard.yml", baselines: "baselines" }, CLASS);
      const run = aRun({ workloads: { other: { trials: trialsAt(0.01) } } });
      const { rows } = judgement(run, rules, run.ended, { ...AS_THE_RULES_SAY, base: false });
      return rows.map(({ workload, verdict, kind }) => [
        workload === wanted ? "it" : workload,
        verdict,
        kind,
      ]);
    };
    expect(await lacking(name)).toEqual(await lacking("browse"));
    expect((await lacking(name)).flat()).toContain("missing");
  },
);

test.each(NAMES)(
  "pairs of a workload %s that base's rules do not have are judged as any other's",
  async (name) => {
    const tree = treeOf("browse");
    const rules = await rulesAt(tree, tree, { config: "steelyard.yml", baselines: "baselines" }, CLASS);
    const pairs = Array.from({ length: 10 }, () => [{ p50: 0.01 }, { p50: 0.01 }] as const);
    const judged = (workload: string) => {
      const duel = aDuelRecord({ pairs });
      const renamed = {
        ...duel,
        ...JSON.parse(JSON.stringify(duel).replaceAll('"browse"', `"${workload}"`)),
      };
      const run: Run = { ...aRun({ workloads: { other: {} } }), duel: renamed };
      const { rows } = judgement(run, rules, run.ended, AS_THE_RULES_SAY);
      return rows.map(({ workload: of, verdict, kind }) => [of === workload ? "it" : of, verdict, kind]);
    };
    expect(judged(name)).toEqual(judged("another"));
  },
);

test.each(["__proto__", "__defineGetter__"])(
  "%s is no name of a workload, and the message says where",
  (name) => {
    expect(() => readConfig(rulesOf(name), "steelyard.yml")).toThrow(/steelyard\.yml:\d+:\d+/);
  },
);

test("an environment of such names reaches no prototype", () => {
  const text = JSON.stringify(aRun({ workloads: { browse: { trials: trialsAt(0.01) } } }));
  for (const name of INHERITED) {
    const run = Run.parse(
      JSON.parse(text.replace('"seed":null,"env":{}', `"seed":null,"env":{${JSON.stringify(name)}:"x"}`)),
    );
    expect(Object.getPrototypeOf(run.stack.env)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  }
});
