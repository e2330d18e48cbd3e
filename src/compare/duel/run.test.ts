import { describe, expect, test } from "vitest";
import { Run } from "../../model/run.ts";
import { headline } from "../../report/headline.ts";
import { comparing, found, trialsAt } from "../../testing/comparing.ts";
import { aDuelRecord, type RecordSpec, WOBBLE } from "../../testing/dueling.ts";
import { aProfiling } from "../../testing/profilings.ts";
import { aBaseline, aRun, type RunSpec } from "../../testing/runs.ts";
import { aTrend, type TrialSpec } from "../../testing/trials.ts";

const P50 = "http_req_duration.p50";
/** n pairs of blocks, head slower by these factors, scattered by about 1 %. */
const pairs = (n: number, { p50 = 1, cpu = 1, ...more }: { p50?: number; cpu?: number } & TrialSpec = {}) =>
  Array.from({ length: n }, (_, i): [TrialSpec, TrialSpec] => {
    const noise = WOBBLE[i % WOBBLE.length]!;
    return [
      { p50: 0.012, cpu: 0.0008 },
      { p50: 0.012 * p50 * noise, cpu: 0.0008 * cpu * noise, ...more },
    ];
  });
const run = (spec: RecordSpec, more: Partial<RunSpec> = {}, config = {}) => {
  const alone = aRun({ ...more, workloads: { browse: { trials: [0.012], config } } });
  return Run.parse({
    ...alone,
    schedule: { ...alone.schedule, starts: [] },
    trials: [],
    duel: aDuelRecord(spec),
  });
};

describe("a run of base and head side by side", () => {
  test("that is slower by 10 % is regressed, with its evidence", () => {
    const comparison = comparing(run({ pairs: pairs(30, { p50: 1.1, cpu: 1.1 }) }));
    const row = found(comparison, "gate", P50);
    expect([comparison.overall, comparison.exit, row.verdict]).toEqual(["regressed", 1, "regressed"]);
    expect(row.evidence).toMatchObject({ mode: "request", n: 6, family: 2, duel: { look: 1, looks: 5 } });
    expect(row.evidence!.estimate).toBeCloseTo(Math.log(1.1), 2);
    expect(comparison.reference).toMatchObject({ kind: "base", base: { subject: "Before" } });
    expect(comparison.workloads).toMatchObject([{ workload: "browse", trials: 30, failed: 0 }]);
    expect(comparison.warnings.map(({ code }) => code)).not.toContain("no-baseline");
  });
  test("that is the same is shown unchanged", () => {
    const comparison = comparing(run({ pairs: pairs(30) }));
    expect([comparison.overall, comparison.exit]).toEqual(["unchanged", 0]);
  });
  test("CPU behind a wait, and waiting alone, are each named by the metric that moved", () => {
    const cpu = comparing(run({ pairs: pairs(30, { cpu: 1.1 }) }));
    expect([found(cpu, "gate", "cpu_per_request").verdict, found(cpu, "gate", P50).verdict]).toEqual([
      "regressed",
      "unchanged",
    ]);
    const wait = comparing(run({ pairs: pairs(30, { p50: 1.1 }) }));
    expect([found(wait, "gate", "cpu_per_request").verdict, found(wait, "gate", P50).verdict]).toEqual([
      "unchanged",
      "regressed",
    ]);
  });
  test("whose head fails requests is failed, and not improved", () => {
    const comparison = comparing(run({ pairs: pairs(30, { p50: 0.5, errors: 100 }) }));
    expect(comparison.overall).toBe("failed");
  });
  test("whose head fails requests tells an example", () => {
    const record = aDuelRecord({ pairs: pairs(30, { errors: 100 }) });
    const told = record.pairs.map((pair) =>
      pair.outcome === "ok"
        ? { ...pair, head: { ...pair.head, failing: ["GET /a answered 500", "GET /b answered 404", "x"] } }
        : pair,
    );
    const row = found(
      comparing(Run.parse({ ...run({ pairs: [] }), duel: { ...record, pairs: told } })),
      "errors",
    );
    expect(row.reason).toMatch(/, p [=<] [^;]+; for example GET \/a answered 500, GET \/b answered 404$/);
  });
  test.each<[string, TrialSpec | null, string, RegExp]>([
    [
      "429",
      { errors: 121, statuses: { 200: 29, 403: 1, 404: 1, 413: 2, 429: 115, 500: 2 } },
      "In head's trials the failures were mostly 429 (95 %): the service limits requests.", // 115 of 121
      /^Lift the limit .* rate\. Where failures are meant, /,
    ],
    [
      "500",
      { errors: 100, statuses: { 500: 100 } },
      "In head's trials the failures were mostly 500 (100 %): the service itself fails.",
      /^Look into the service's log first/,
    ],
    [
      "502",
      { errors: 100, statuses: { 200: 50, 404: 20, 502: 80 } },
      "In head's trials the failures were mostly 502 (80 %), which a gateway answers while the service behind it is not up.",
      /^Let `ready` .* gateway\. Where failures are meant, /,
    ],
    [
      "404",
      { errors: 100, statuses: { 404: 100 } },
      "In head's trials the failures were mostly 404 (100 %).",
      /^Check the paths and logins of the load first\. Where failures are meant, /,
    ],
    ["no status: time-outs", { errors: 100, timeouts: 60, statuses: { 429: 40 } }, "", /counts answers/],
    [
      "unknown, as some are no failures",
      { errors: 10, statuses: { 404: 90, 500: 10 } },
      "",
      /counts answers/,
    ],
    [
      "unknown, without trials",
      null,
      "",
      /^Check the .* first: `steelyard measure .* counts answers by status/,
    ],
  ])("whose base fails requests names the status that most have: %s", (_, trial, said, remedy) => {
    const record = aDuelRecord({
      pairs: pairs(30).map(([base, head]): [TrialSpec, TrialSpec] => [{ ...base, errors: 1_954 }, head]),
    });
    const trials = trial === null ? [] : aRun({ workloads: { browse: { trials: [trial, trial] } } }).trials;
    const { rows } = comparing(Run.parse({ ...run({ pairs: [] }), trials, duel: record }));
    const [warning] = rows.flatMap(({ warnings }) => warnings).filter(({ code }) => code === "failing-base");
    expect(warning!.message).toBe(`97.7 % of the base's own requests failed. ${said}`.trim());
    expect(warning!.remedy).toMatch(remedy);
  });
  test.each([
    ["GET /a answered 429", /^Check the paths and logins/],
    ["GET /a answered 500", /^Look into the service's log first/],
  ])("whose base fails requests tells an example where no counts are known: %s", (example, remedy) => {
    const record = aDuelRecord({ pairs: pairs(30) });
    const told = record.pairs.map((pair) =>
      pair.outcome === "ok" ? { ...pair, base: { ...pair.base, errors: 2_000, failing: [example] } } : pair,
    );
    const { rows } = comparing(Run.parse({ ...run({ pairs: [] }), duel: { ...record, pairs: told } }));
    const [warning] = rows.flatMap(({ warnings }) => warnings).filter(({ code }) => code === "failing-base");
    expect(warning!.message).toBe(`100 % of the base's own requests failed; for example ${example}.`);
    expect(warning!.remedy).toMatch(remedy);
  });
  test("whose base fails requests needs no more pairs", () => {
    const codes = (errors: number) => {
      const record = aDuelRecord({
        pairs: pairs(2).map(([base, head]): [TrialSpec, TrialSpec] => [{ ...base, errors }, head]),
      });
      const { rows } = comparing(Run.parse({ ...run({ pairs: [] }), duel: record }));
      return [...new Set(rows.flatMap(({ warnings }) => warnings).map(({ code }) => code))];
    };
    expect(codes(2_000)).toEqual(["failing-base"]);
    expect(codes(0)).toContain("few-pairs");
  });
  test("has a row for the requests of one name where their median changed, and no row for the others", () => {
    const names = (factor: number) => ({
      "http_req_duration{name:/a}": aTrend(0.008 * factor, 500),
      "http_req_duration{name:/b}": aTrend(0.004, 500),
    });
    const split = pairs(30).map(
      ([base, head]) =>
        [
          { ...base, metrics: names(1) },
          { ...head, metrics: names(1.5) },
        ] as const,
    );
    const { rows, overall } = comparing(run({ pairs: split }));
    expect(overall).toBe("unchanged");
    const byName = rows.filter(({ metric }) => metric.includes("{name:"));
    expect(byName.map(({ kind, metric, verdict }) => [kind, metric, verdict])).toEqual([
      ["advisory", "http_req_duration{name:/a}.p50", "regressed"],
    ]);
  });
  test("of many names keeps the rows of all services", () => {
    const metrics = {
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [`http_req_duration{name:/${i}}`, aTrend(0.004, 500)]),
      ),
      "cpu_per_request{service:db}": { kind: "gauge", unit: "s", value: 1e-3 } as const,
    };
    const split = pairs(30).map(
      ([base, head]) =>
        [
          { ...base, metrics },
          { ...head, metrics },
        ] as const,
    );
    const { rows } = comparing(run({ pairs: split }));
    expect(rows.map(({ metric }) => metric)).toContain("cpu_per_request{service:db}");
  });
  test("has a row for the requests of one name where the config asks for them, changed or not", () => {
    const metric = "http_req_duration{name:/a}";
    const split = pairs(30).map(
      ([base, head]) =>
        [
          { ...base, metrics: { [metric]: aTrend(0.008, 500) } },
          { ...head, metrics: { [metric]: aTrend(0.008, 500) } },
        ] as const,
    );
    const spec = run({ pairs: split }, {}, { budgets: { [`${metric}.p50`]: "< 1s" } });
    const byName = comparing(spec).rows.filter(
      (row) => row.kind === "advisory" && row.metric.includes("{name:"),
    );
    expect(byName.map(({ metric: name, verdict }) => [name, verdict])).toEqual([
      [`${metric}.p50`, "unchanged"],
    ]);
  });
  test.each([
    [[5, 5, 5, 5, 5, 5], "regressed"],
    [[3, 3, 3, 5, 5, 5], "regressed"], // an earlier change of level
    [[5, 5, 5, 5, 5, 9], "regressed"], // an odd session
    [[3, 5, 4, 6, 3, 5], "inconclusive"], // a counter that differs from session to session
  ])("that asks 8 rows instead of 5, where sessions had %j, is %s", (sessions, verdict) => {
    const rows = (value: number) => ({ rows_asked: { kind: "gauge", unit: "1", value } as const });
    const split = pairs(30).map(
      ([base, head]) =>
        [
          { ...base, metrics: rows(5) },
          { ...head, metrics: rows(8) },
        ] as const,
    );
    const spec = run({ pairs: split }, {}, { gate: ["rows_asked"] });
    const stored = sessions.map((value) => ({
      trials: Array(10).fill(0.012),
      values: { rows_asked: [value] },
    }));
    const comparison = comparing(spec, [aBaseline({ workload: "browse", sessions: stored })]);
    expect(found(comparison, "gate", "rows_asked").verdict).toBe(verdict);
  });
  test("whose head is lost again and again is failed", () => {
    const comparison = comparing(run({ pairs: [...pairs(4), null, null, null, null] }));
    expect(comparison.overall).toBe("failed");
  });
  test("of few requests, none of which failed, is unchanged: unseen failures alone do not gate", () => {
    const few = pairs(30).map(
      ([base, head]) =>
        [
          { ...base, requests: 50 },
          { ...head, requests: 50 },
        ] as const,
    );
    const comparison = comparing(run({ pairs: few }));
    expect([comparison.overall, found(comparison, "errors").verdict]).toEqual(["unchanged", "inconclusive"]);
  });
  test("whose head breaks the script that base goes through is failed; where both break it, invalid", () => {
    const broken = (side: "base" | "head") => {
      const record = aDuelRecord({ pairs: [...pairs(4), null, null, null, null] });
      const lost = record.pairs.map((pair) =>
        pair.outcome === "ok"
          ? pair
          : { ...pair, side, failure: { code: "script-error" as const, message: "jmeter: not found" } },
      );
      return comparing({ ...run({ pairs: [] }), duel: { ...record, pairs: lost } });
    };
    const [head, base] = [broken("head"), broken("base")];
    expect([head.overall, base.overall]).toEqual(["failed", "invalid"]);
    const [row] = base.rows;
    expect(row!.reason).toMatch(/2 of 6 pairs .*: script-error \(jmeter: not found\)$/);
    // A failure of base is one of the script; a failure of head alone is not.
    expect(headline(base).action).toMatch(/^Fix the script/);
    expect(headline(head).action).not.toMatch(/script/);
  });
  test("is judged by the looks that were made: one that was cut is the last", () => {
    // Eight pairs and the time is up at the first look: that look sees all eight.
    const comparison = comparing(run({ pairs: pairs(8, { p50: 1.1 }), seen: [8], cut: 1 }));
    expect(found(comparison, "gate", P50).evidence).toMatchObject({
      n: 8,
      duel: { look: 1, looks: 5, closed: "regressed" },
    });
  });
  test("a pair measured again later was not known to an earlier look", () => {
    const again = [...pairs(6, { p50: 1.1 }), ...pairs(6)];
    const record = {
      pairs: again,
      slots: [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5],
      attempts: [...Array(6).fill(0), ...Array(6).fill(1)],
      probe: [...Array(6).fill(1.5), ...Array(6).fill(1)],
    };
    expect(comparing(run({ ...record, seen: [6] })).overall).toBe("regressed");
    expect(comparing(run({ ...record, seen: [12] })).overall).not.toBe("regressed");
  });
  test("that was interrupted is not judged", () => {
    const comparison = comparing({ ...run({ pairs: pairs(30, { p50: 1.5 }) }), state: "interrupted" });
    expect(comparison.rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["invalid", "interrupted after 30 pairs; not judged"],
    ]);
  });
  test("budgets are judged on head's own load, in addition to the duel", () => {
    const config = { budgets: { [P50]: "< 10ms" } };
    const alone = aRun({ workloads: { browse: { trials: trialsAt(0.012), config } } });
    const comparison = comparing(Run.parse({ ...alone, duel: aDuelRecord({ pairs: pairs(30) }) }));
    expect([found(comparison, "budget", P50).verdict, found(comparison, "gate", P50).verdict]).toEqual([
      "budget",
      "unchanged",
    ]);
    expect(found(comparison, "gate", P50).evidence?.mode).toBe("request");
  });
  test("a generator that could not keep up with head's own load leaves a budget that holds unjudged, and the pairs stand", () => {
    const saturated = (budget: string, held: boolean, before: TrialSpec[] = []) => {
      const thresholds = [["http_req_failed", "rate<0.01", held]] as const;
      const trials = [1, 1.01, 0.99].map((f): TrialSpec => ({ p50: 0.012 * f, dropped: 500, thresholds }));
      const config = { budgets: { [P50]: budget } };
      return aRun({ workloads: { browse: { trials: [...before, ...trials], config } } });
    };
    const alone = saturated("< 20ms", true);
    // A service that is too slow for the rate looks the same, so that what does not hold cannot pass.
    for (const slow of [saturated("< 10ms", true), saturated("< 20ms", false)])
      expect(comparing(Run.parse({ ...slow, duel: aDuelRecord({ pairs: pairs(30) }) }))).toMatchObject({
        overall: "invalid",
        exit: 3,
      });
    const comparison = comparing(Run.parse({ ...alone, duel: aDuelRecord({ pairs: pairs(30) }) }));
    expect([comparison.overall, comparison.exit]).toEqual(["unchanged", 0]);
    const limits = comparison.rows.filter(({ kind }) => kind === "budget");
    // 500 of 2,500 iterations
    const why =
      /^not judged, because the load generator was saturated: 20 % of the iterations were dropped: /;
    for (const row of limits) {
      expect(row).toMatchObject({
        verdict: "inconclusive",
        gates: false,
        reason: expect.stringMatching(why),
      });
      expect(row.warnings).toMatchObject([
        { code: "generator", remedy: expect.stringContaining("a lower rate") },
      ]);
    }
    expect(limits).toHaveLength(2);
    expect(comparing(alone)).toMatchObject({ overall: "invalid", exit: 3 }); // without pairs nothing else is known
    const broken = { ...alone, trials: saturated("< 20ms", true, [{ restarts: 1 }]).trials };
    expect(comparing(Run.parse({ ...broken, duel: aDuelRecord({ pairs: pairs(30) }) })).overall).toBe(
      "failed",
    );
  });
  test("a workload that the change takes out of the config is missing", () => {
    const measured = run({ pairs: pairs(30) });
    const comparison = comparing({ ...measured, duel: { ...measured.duel!, gone: ["search"] } });
    expect([comparison.overall, comparison.exit]).toEqual(["missing", 1]);
    expect(found(comparison, "workload", "")).toMatchObject({ workload: "search", verdict: "missing" });
  });
  test("a base that could not be measured causes a warning", () => {
    const alone = aRun({ workloads: { browse: { trials: trialsAt(0.012) } } });
    const [warning] = comparing({
      ...alone,
      fallback: "base 1234 was not measured: it does not start",
    }).warnings;
    expect(warning).toMatchObject({
      code: "only-head",
      message: expect.stringContaining("it does not start"),
      remedy: expect.stringContaining("log"),
    });
    expect(comparing(alone).warnings.map(({ code }) => code)).not.toContain("only-head");
  });
  test("a workload that has a baseline and met base is not missing", () => {
    const baseline = aBaseline({ workload: "browse", sessions: [0.012] });
    const comparison = comparing(run({ pairs: pairs(30) }), [baseline]);
    expect(comparison.overall).toBe("unchanged");
  });
  test("head's script on both sides causes a warning", () => {
    const record = aDuelRecord({ pairs: pairs(30) });
    const changed = {
      ...record,
      pairings: record.pairings.map((one) => ({ ...one, script: "head" as const })),
    };
    const [warning] = comparing({ ...run({ pairs: [] }), duel: changed }).warnings;
    expect(warning).toMatchObject({ code: "script-changed", message: expect.stringContaining("`browse`") });
  });
  test("too few starts with profilers cause a warning, and change no verdict", () => {
    const of = (lost: number[]) =>
      comparing({ ...run({ pairs: pairs(30) }), profiling: aProfiling({ head: { rank: 80 }, lost }) });
    const [enough, few] = [of([1]), of([1, 2])];
    expect(
      few.warnings.filter((one) => !enough.warnings.some(({ code }) => code === one.code)),
    ).toMatchObject([
      {
        code: "few-starts",
        message: expect.stringContaining(": 2 starts with profilers ended well, and 3 are"),
      },
    ]);
    expect([few.causes, few.overall]).toEqual([[], enough.overall]);
  });
  test("a load that is not just as its script says causes a warning, once for all variants", () => {
    const record = aDuelRecord({ pairs: pairs(30) });
    const pairings = record.pairings.map((one) => ({ ...one, notes: ["held at 8 VUs"] }));
    const { warnings, overall } = comparing({ ...run({ pairs: [] }), duel: { ...record, pairings } });
    expect(warnings.filter(({ code }) => code === "load-differs")).toEqual([
      { code: "load-differs", message: "`browse`: held at 8 VUs.", remedy: null },
    ]);
    expect(overall).toBe("unchanged");
  });
  test.each([
    [0.25, ["`browse`: the pauses of its script had 25 % of their length (`pace: full`)."]],
    [1, []],
  ])("says how far pauses were shortened: %d", (pauses, messages) => {
    const spec = run({ pairs: pairs(6) });
    const all = spec.duel!.pairs.map((pair) =>
      pair.outcome === "ok" ? { ...pair, load: { ...pair.load, pauses } } : pair,
    );
    const { warnings } = comparing(Run.parse({ ...spec, duel: { ...spec.duel!, pairs: all } }));
    const told = warnings.filter(({ code }) => code === "load-differs");
    expect(told.map(({ message }) => message)).toEqual(messages);
  });
});

test("history steadies the test: a prior from calibrations of the same mode, block and machine", () => {
  const noise = Array.from({ length: 6 }, (_, i) => ({
    run: `calibrate-${i}`,
    commit: null,
    at: `2026-11-0${i + 1}T00:00:00Z`,
    digest: "sha256:0f0e0d",
    fingerprint: aRun({ workloads: { browse: { trials: [0.01] } } }).fingerprint,
    mode: "request" as const,
    block: 1,
    variants: { "-": { [P50]: { variance: 1e-4 * (1 + i / 10), starts: [{ pairs: 10, mean: 0 }] } } },
  }));
  const baseline = { ...aBaseline({ workload: "browse", sessions: [0.012] }), noise };
  const row = found(comparing(run({ pairs: pairs(30) }), [baseline]), "gate", P50);
  expect(row.evidence?.prior).toMatchObject({ used: true, df: 8 });
  const without = found(comparing(run({ pairs: pairs(30) })), "gate", P50);
  expect(without.evidence?.prior).toMatchObject({ used: false });
});
