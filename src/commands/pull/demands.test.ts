import { describe, expect, test } from "vitest";
import type { Run } from "../../model/run.ts";
import type { Tree } from "../../model/tree.ts";
import { comparing, trialsAt } from "../../testing/comparing.ts";
import { aDuelRecord, WOBBLE } from "../../testing/dueling.ts";
import { aBaseline, aRun, CLASS } from "../../testing/runs.ts";
import { AS_THE_RULES_SAY, type Asked } from "./demands.ts";
import { judgement } from "./judgement.ts";
import { againstRelease } from "./release.ts";
import { rulesAt } from "./rules.ts";

// A run that was not made as base's rules say never ends in success or neutral, however good its figures are. Each row is
// what a change's own config, or a workflow of its own, would have made of an honest run.

const PLACES = { config: "steelyard.yml", baselines: "baselines" };
const rulesText = (more: string) => `version: 1
stack:
  external:
    endpoints: { api: { url: "http://127.0.0.1:8080" } }
    base: { endpoints: { api: { url: "http://127.0.0.1:8081" } } }
workloads:
  browse: { k6: browse.ts, gate: [http_req_duration.p50] ${more} }
`;
const BASE = "b".repeat(40);
const pairs = Array.from(
  { length: 10 },
  (_, i) => [{ p50: 0.01 }, { p50: 0.01 * WOBBLE[i % WOBBLE.length]! }] as const,
);

/** Base and head side by side, ten pairs, nothing changed. */
const paired: Run = {
  ...aRun({ workloads: { browse: { config: { gate: ["http_req_duration.p50"] } } } }),
  duel: aDuelRecord({ pairs }),
};
/** Head alone, ten trials against three sessions, nothing changed. */
const alone: Run = aRun({
  workloads: { browse: { trials: trialsAt(0.01), config: { gate: ["http_req_duration.p50"] } } },
});
const unlike: Run = aRun({ workloads: { browse: { trials: trialsAt(0.01), digest: "another" } } });
const sessions = JSON.stringify(aBaseline({ workload: "browse", sessions: [0.0101, 0.01, 0.0099, 0.01] }));

async function judged(
  run: Run,
  asked: Partial<Asked> = {},
  rules = rulesText(""),
  waivers?: string,
  baseline = sessions,
) {
  const files: Record<string, string> = {
    ...(waivers !== undefined && { ".github/steelyard-waivers.yml": waivers }),
    "steelyard.yml": rules,
    [`baselines/${CLASS}/browse.json`]: baseline,
  };
  const tree: Tree = {
    name: BASE,
    file: async (path) => files[path] ?? null,
    id: async (path) => files[path] ?? null,
    folder: async (path) => ({ baselines: [CLASS], [`baselines/${CLASS}`]: ["browse.json"] })[path] ?? null,
  };
  const read = await rulesAt(tree, tree, PLACES, run.runnerClass);
  return judgement(run, read, run.ended, { ...AS_THE_RULES_SAY, ...asked });
}

const duel = (more: Partial<NonNullable<Run["duel"]>>): Run => ({
  ...paired,
  duel: { ...paired.duel!, ...more },
});
const pairing = (more: object): Run =>
  duel({ pairings: paired.duel!.pairings.map((one) => ({ ...one, ...more })) });
const slots = (more: object): Run => ({
  ...alone,
  schedule: {
    ...alone.schedule,
    starts: alone.schedule.starts.map((start) => ({
      ...start,
      slots: start.slots.map((slot) => ({ ...slot, ...more })),
    })),
  },
});
const renamed = (run: Run, name: string): Run =>
  JSON.parse(JSON.stringify(run).replaceAll('"browse"', `"${name}"`));
const nothing: Run = aRun({ workloads: { browse: {} } });
const ALONE = { base: false } as const;

test("as the rules say: the check passes", async () => {
  expect(await judged(paired)).toMatchObject({ exit: 0, conclusion: "success", overall: "unchanged" });
  expect(await judged(alone, ALONE)).toMatchObject({ exit: 0, conclusion: "success" });
});

test("head alone passes where the report finds, too, that stored sessions settle it", async () => {
  const calm = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ trials: trialsAt(0.01 * (1 + 0.002 * (i % 3))) }));
  const report = async (run: Run, n: number) => {
    const baseline = JSON.stringify(aBaseline({ workload: "browse", sessions: calm(n) }));
    const { exit, rows } = await judged(run, {}, rulesText(""), undefined, baseline);
    return [exit, rows.some(({ verdict }) => verdict === "invalid")];
  };
  const settled: Run = { ...alone, screened: { browse: "settled" } };
  const elsewhere = { ...settled, fingerprint: { ...settled.fingerprint, kernel: "6.99" } };
  expect(await report(settled, 12)).toEqual([0, false]);
  expect(await report(alone, 12)).toEqual([3, true]); // nobody says that it was screened
  expect(await report(elsewhere, 12)).toEqual([3, true]);
  expect(await report(settled, 4)).toEqual([3, true]); // too few to know how much sessions differ
});

describe("paired, and otherwise than the rules say", () => {
  test.each<[what: string, run: Run, reason: RegExp, verdict: "missing" | "invalid"]>([
    ["nothing at all", nothing, /was not measured/, "missing"],
    ["another workload in its place", renamed(paired, "health"), /was not measured/, "missing"],
    ["by names that no config has", { ...nothing, only: ["nobody"] }, /was not measured/, "missing"],
    ["by an empty list of names", { ...nothing, only: [] }, /was not measured/, "missing"],
    ["head alone", alone, /reference head alone instead of base/, "invalid"],
    [
      "head alone, on a class of its own",
      { ...alone, runnerClass: "fresh" },
      /reference head alone/,
      "invalid",
    ],
    [
      "head alone, said to be settled by stored sessions that it is not like",
      { ...unlike, screened: { browse: "settled" } },
      /reference head alone/,
      "invalid",
    ],
    [
      "head alone, since base was made not to start",
      { ...alone, fallback: "base was not measured: a service has a `fixed` port" },
      /Base was not measured.*fixed/,
      "invalid",
    ],
    ["with fewer pairs", pairing({ pairs: [6, 8] }), /pairs 6 to 8 instead of 6 to 30/, "invalid"],
    ["with think time shortened", pairing({ pace: "full" }), /pace full instead of script/, "invalid"],
    ["in shorter blocks", pairing({ block: 0.2 }), /length of a pair 0.2 s instead of 1 s/, "invalid"],
    ["by head's script", pairing({ script: "head" }), /load head's instead of base's/, "invalid"],
    ["in fewer starts", duel({ starts: 1 }), /starts 1 instead of at least 3/, "invalid"],
    ["with looks of its own", duel({ looks: [10] }), /looks 10 instead of/, "invalid"],
    ["under a budget that nobody gave", duel({ budget: 5 }), /budget 5 s instead of none/, "invalid"],
    ["at a share of the lengths", { ...paired, scale: 0.05 }, /share of all lengths 0.05/, "invalid"],
    ["by a profile of its own", { ...paired, profile: "tiny" }, /profile tiny instead of none/, "invalid"],
    [
      "on another kind of stack",
      { ...paired, stack: { ...paired.stack, kind: "process" } },
      /stack process instead of external/,
      "invalid",
    ],
    [
      "with something more in the services' environment",
      { ...paired, stack: { ...paired.stack, env: { FAST: "1" } } },
      /environment of the stack FAST=1/,
      "invalid",
    ],
  ])("%s", async (_, run, reason, verdict) => {
    const comparison = await judged(run);
    expect(comparison).toMatchObject({ conclusion: "failure", overall: verdict });
    expect(JSON.stringify(comparison.rows)).toMatch(reason);
  });

  test("in blocks of a length that the rules leave open", async () => {
    const rules = rulesText(", measure: { block: 2s }");
    const verdict = async (block: number, text?: string) =>
      (await judged(pairing({ block }), {}, text)).overall;
    expect([await verdict(2), await verdict(4), await verdict(3)]).toEqual([
      "unchanged",
      "unchanged",
      "invalid",
    ]);
    expect([await verdict(2, rules), await verdict(1, rules)]).toEqual(["unchanged", "invalid"]);
  });

  test("in fewer pairs where slow starts make them longer, and the rules say neither", async () => {
    const verdict = async (block: number, looks: readonly number[], rules?: string) => {
      const pairings = paired.duel!.pairings.map((one) => ({
        ...one,
        block,
        pairs: [6, looks.at(-1)!] as [number, number],
      }));
      return (await judged(duel({ pairings, looks: [...looks] }), {}, rules)).overall;
    };
    const twenty = [6, 10, 15, 20];
    expect(await verdict(4, twenty)).toBe("unchanged");
    for (const [block, looks, rules] of [
      [2, twenty],
      [4, [6, 10, 12]],
      [4, twenty, rulesText(", measure: { pairs: [6, 24] }")],
      [4, twenty, rulesText(", measure: { block: 4s }")],
    ] as const)
      expect(await verdict(block, looks, rules)).toBe("invalid");
  });

  test("in a coarser mode than the one that the rules name", async () => {
    const rules = rulesText(", measure: { mode: request }");
    expect(await judged(paired, {}, rules)).toMatchObject({ conclusion: "success" });
    expect(await judged(pairing({ mode: "slice" }), {}, rules)).toMatchObject({
      conclusion: "failure",
      overall: "invalid",
    });
  });
});

describe("head alone by request, and otherwise than the rules say", () => {
  test.each<[what: string, run: Run, reason: RegExp]>([
    [
      "in fewer trials",
      aRun({ workloads: { browse: { trials: trialsAt(0.01).slice(0, 4) } } }),
      /trials 4 trials instead of 10 trials/,
    ],
    ["in shorter trials", slots({ duration: 1 }), /length of a trial 1 s instead of 5 s/],
    ["warmed up longer", slots({ warmup: 60 }), /warm-up 60 s instead of 2 s/],
    ["cold", slots({ cold: true }), /start cold instead of warm/],
  ])("%s", async (_, run, reason) => {
    const comparison = await judged(run, ALONE);
    expect(comparison).toMatchObject({ conclusion: "failure", overall: "invalid" });
    expect(JSON.stringify(comparison.rows)).toMatch(reason);
  });
  test("on a class that has no sessions, where others have some", async () => {
    const comparison = await judged({ ...alone, runnerClass: "fresh" }, ALONE);
    expect(comparison).toMatchObject({ conclusion: "failure", overall: "invalid" });
    expect(JSON.stringify(comparison.rows)).toMatch(/none of runner class fresh/);
  });
  test("on another class than the policy names", async () => {
    const rules = `${rulesText("")}policy: { runner_class: elsewhere, reference: baseline }\n`;
    const comparison = await judged(alone, {}, rules);
    expect(JSON.stringify(comparison.rows)).toMatch(/runner class linux-x64-8c instead of elsewhere/);
    expect(comparison.conclusion).toBe("failure");
  });
});

describe("variants", () => {
  const rules = rulesText(", variants: { small: {}, large: {} }");
  const of = (...names: string[]) =>
    aRun({
      workloads: { browse: { variants: Object.fromEntries(names.map((name) => [name, trialsAt(0.01)])) } },
    });
  test("that were renamed are missing, and all of them measured are not", async () => {
    const { rows } = await judged(of("tiny", "other"), ALONE, rules);
    const missing = rows.filter(({ verdict }) => verdict === "missing");
    expect(missing.map(({ variant }) => variant).sort()).toEqual(["large", "small"]);
    const whole = await judged(of("small", "large"), ALONE, rules);
    expect(whole.rows.filter(({ verdict }) => verdict === "missing")).toEqual([]);
  });
});

describe("what was asked for is the word of whoever judges, not of the run", () => {
  const two = `${rulesText("")}  search: { k6: search.ts, gate: [http_req_duration.p50] }\n`;
  test("a run that names its own part lacks the rest", async () => {
    const part = { ...paired, only: ["browse"] };
    expect(await judged(part, {}, two)).toMatchObject({ overall: "missing", conclusion: "failure" });
    expect(await judged(part, { only: ["browse"] }, two)).toMatchObject({ conclusion: "success" });
  });
  test("a profile of the rules is told by the judge, by their policy, or by the run, in this order", async () => {
    const profiles = `${two}profiles: { pr: { only: [browse] }, all: {} }\n`;
    const pr = { ...paired, profile: "pr" };
    expect(await judged(pr, {}, profiles)).toMatchObject({ conclusion: "success" });
    expect(await judged(pr, { profile: "all" }, profiles)).toMatchObject({ conclusion: "failure" });
    const pinned = `${profiles}policy: { profile: all }\n`;
    expect(await judged(pr, {}, pinned)).toMatchObject({ conclusion: "failure" });
    expect(await judged(pr, { profile: "pr" }, pinned)).toMatchObject({ conclusion: "success" });
  });
  test("what the rules do not have cannot be asked for", async () => {
    const comparison = await judged(paired, { only: ["nobody"] });
    expect(comparison).toMatchObject({ overall: "invalid", conclusion: "failure" });
    expect(JSON.stringify([comparison.warnings, comparison.rows])).toContain("no workload");
  });
});

describe("a load that the change edits", () => {
  const rules = { base: BASE, edited: [{ workload: "browse", as: "browse.head" }], service: [] };
  const broken: Run = { ...duel({ pairs: aDuelRecord({ pairs: Array(10).fill(null) }).pairs }), rules };

  test("is judged under base's; head's version is shown and does not gate", async () => {
    const both = aRun({ workloads: { "browse.head": { trials: trialsAt(0.5) } } });
    const run: Run = {
      ...paired,
      rules,
      workloads: { ...paired.workloads, ...both.workloads },
      trials: both.trials,
      schedule: both.schedule,
      config: {
        ...paired.config,
        resolved: {
          ...paired.config.resolved,
          workloads: { ...paired.config.resolved.workloads, ...both.config.resolved.workloads },
        },
      },
    };
    const comparison = await judged(run);
    expect(comparison).toMatchObject({ conclusion: "success", overall: "unchanged" });
    const version = comparison.rows.filter(({ workload }) => workload === "browse.head");
    expect(version.length).toBeGreaterThan(0);
    expect(version.every(({ gates }) => !gates)).toBe(true);
    expect(comparison.warnings.map(({ code }) => code)).toContain("load-edited");
  });
  test("does not gate either where nobody demands anything, as with `--base-rules` on a laptop", () => {
    const run = aRun({
      workloads: {
        browse: { trials: trialsAt(0.01) },
        "browse.head": { trials: Array(10).fill({ p50: 0.01, failure: "dead-target" }) },
      },
    });
    const { overall, rows } = comparing({ ...run, rules });
    expect(overall).toBe("new");
    const version = rows.filter(({ workload }) => workload === "browse.head");
    expect(version.map(({ verdict, gates }) => [verdict, gates])).toContainEqual(["failed", false]);
    expect(comparing(run).overall).toBe("failed");
  });
  test("cannot take a workload of the rules out of the gate by that name", async () => {
    const slow = aDuelRecord({ pairs: pairs.map(([base, head]) => [base, { p50: head.p50 * 10 }]) });
    const run: Run = {
      ...duel({ pairs: slow.pairs }),
      rules: { ...rules, edited: [{ workload: "other", as: "browse" }] },
    };
    expect(await judged(run)).toMatchObject({ overall: "regressed", conclusion: "failure" });
  });
  test("that base's load cannot drive is invalid, until a waiver accepts it", async () => {
    const comparison = await judged(broken);
    expect(comparison).toMatchObject({ overall: "invalid", conclusion: "failure" });
    expect(JSON.stringify(comparison.rows)).toContain("Base's load of `browse` cannot drive head");
    const waiver = (expires: string) =>
      `version: 1\nwaivers: []\nloads: [{ workload: browse, expires: ${expires}, because: version 2 of the API }]\n`;
    expect(await judged(broken, {}, rulesText(""), waiver("2026-12-31"))).toMatchObject({
      overall: "accepted",
      conclusion: "success",
      waivers: { loads: [{ fate: "accepted" }] },
    });
    expect(await judged(broken, {}, rulesText(""), waiver("2026-01-31"))).toMatchObject({
      overall: "invalid",
      conclusion: "failure",
      waivers: { loads: [{ fate: "expired" }] },
    });
    const untouched = { ...broken, rules: { ...rules, edited: [] } };
    expect(await judged(untouched, {}, rulesText(""), waiver("2026-12-31"))).toMatchObject({
      overall: "failed",
      conclusion: "failure",
      waivers: { loads: [{ fate: "unused" }] },
    });
  });
});

test("which way is better is not for the figures to say", async () => {
  const turned = aDuelRecord({ pairs: pairs.map(([base, head]) => [base, { p50: head.p50 * 3 }]) });
  const text = JSON.stringify(turned).replaceAll('"kind":"trend"', '"better":"higher","kind":"trend"');
  const comparison = await judged(duel({ pairs: JSON.parse(text).pairs }));
  expect(comparison).toMatchObject({ overall: "regressed", conclusion: "failure" });
});

test("a change that brings the first config, or has no rules, puts no address of its own into a report", async () => {
  const run = structuredClone(paired);
  run.config.resolved.site = "https://evil.example/";
  const none: Tree = { name: BASE, file: async () => null, id: async () => null, folder: async () => null };
  for (const base of [none, null]) {
    const comparison = judgement(run, await rulesAt(base, none, PLACES, CLASS), run.ended, AS_THE_RULES_SAY);
    expect(JSON.stringify(comparison)).not.toContain("evil.example");
  }
});

describe("against a release", () => {
  const tag = { name: "v1.2.0", sha: "d".repeat(40) };
  const beside = (base: object, more: object = {}) =>
    duel({ base: { sha: tag.sha, subject: "Release", ref: tag.name, release: true, ...base }, ...more });
  const held = async (
    run: Run,
    { tags = [tag], merged = tag.sha, rules = rulesText(""), released = rulesText("") as string | null } = {},
    asked: Partial<Asked> = { release: true },
  ) => {
    const tree: Tree = {
      name: BASE,
      file: async (path) => (path === "steelyard.yml" ? rules : null),
      id: async () => null,
      folder: async () => null,
    };
    const found = await rulesAt(tree, tree, PLACES, run.runnerClass);
    const theirs = { ...tree, name: tag.sha, file: async () => released };
    const forge = { tags: async () => tags, mergeBase: async () => merged, tree: () => theirs };
    const known = await againstRelease(found, run.commit!.sha, PLACES, run.duel?.base ?? null, forge);
    return judgement(run, known, run.ended, { ...AS_THE_RULES_SAY, ...asked });
  };

  test("head is judged by what the forge confirms to be one before it", async () => {
    const { overall, conclusion, reference } = await held(beside({}));
    expect([overall, conclusion, reference.base?.ref]).toEqual(["unchanged", "success", "v1.2.0"]);
  });
  test("a load that changed since is no departure, and what the release lacks is measured of head alone", async () => {
    const { pairings } = paired.duel!;
    const changed = beside({}, { pairings: pairings.map((one) => ({ ...one, script: "head" as const })) });
    expect((await held(changed)).overall).toBe("unchanged");
    const fresh = aRun({
      workloads: {
        browse: { config: { gate: ["http_req_duration.p50"] } },
        search: { trials: trialsAt(0.01), config: { gate: ["http_req_duration.p50"] } },
      },
    });
    const both = `${rulesText("")}  search: { k6: search.ts, gate: [http_req_duration.p50] }\n`;
    const { rows, overall } = await held({ ...fresh, duel: beside({}).duel! }, { rules: both });
    expect(new Set(rows.filter(({ gates }) => gates).map(({ verdict }) => verdict))).toEqual(
      new Set(["unchanged", "new"]),
    );
    expect(overall).toBe("new");
    // The run's word for it does not count, nor does it where the release has no config and head's built it.
    for (const released of [both, null]) {
      const left = await held({ ...fresh, duel: beside({}).duel! }, { rules: both, released });
      expect([left.overall, left.conclusion]).toEqual(["invalid", "failure"]);
    }
  });
  test.each<[what: string, run: Run, given: Parameters<typeof held>[1]]>([
    ["a tag of that name is elsewhere", beside({}), { tags: [{ ...tag, sha: BASE }] }],
    ["there is no such tag", beside({}), { tags: [] }],
    [
      "the pattern does not match it",
      beside({}),
      { rules: `${rulesText("")}policy: { release: "api/v*" }\n` },
    ],
    ["it is of another line", beside({}), { merged: BASE }],
    ["it is a branch", beside({ ref: "main" }), {}],
    [
      "it is head itself",
      beside({ sha: paired.commit!.sha }),
      { tags: [{ ...tag, sha: paired.commit!.sha }] },
    ],
  ])("there is no verdict where %s", async (_, run, given) => {
    const { conclusion, rows } = await held(run, given);
    expect(conclusion).toBe("failure");
    expect(rows[0]!.reason).toMatch(/no release before it/);
  });
  test("nor where head was measured alone, or beside anything but the release though that was asked for", async () => {
    expect((await held(alone)).conclusion).toBe("failure");
    expect((await judged(beside({}), {})).conclusion).toBe("failure");
  });
});
