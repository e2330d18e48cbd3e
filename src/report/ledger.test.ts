import { expect, test } from "vitest";
import type { Comparison, Row } from "../model/comparison.ts";
import { comparison, row, tested } from "../testing/comparisons.ts";
import { ledgerText, readLedger } from "./ledger.ts";

const HEAD = "a".repeat(40);
const BASE = "b".repeat(40);
const about = { head: HEAD, config: "0123456789abcdef" };
const paired = { mode: "trial" } as const;

const compared = (...rows: Row[]): Comparison => ({
  ...comparison(rows),
  reference: { kind: "base", base: { sha: BASE, subject: "", ref: "main" }, sessions: {} },
});
const readBack = (of: Comparison) => readLedger(ledgerText(of, about), "here");

test("the estimates of gate metrics are kept, with what they are of", () => {
  const of = compared(tested("unchanged", 0.01, 0.0101, { variant: "fast" }, 0.004, paired));
  expect(readBack(of)).toEqual({
    schema: "ledger/1",
    head: HEAD,
    base: BASE,
    release: null,
    config: about.config,
    more: 0,
    entries: [
      {
        workload: "recommend",
        variant: "fast",
        metric: "http_req_duration.p50",
        verdict: "unchanged",
        effect: {
          estimate: expect.closeTo(Math.log(1.01), 5),
          interval: [expect.closeTo(Math.log(1.01) - 0.0098, 5), expect.closeTo(Math.log(1.01) + 0.0098, 5)],
          se: 0.004,
          tolerated: expect.closeTo(Math.log(1.03), 5),
        },
      },
    ],
  });
});

test("a floor above the band is what is tolerated", () => {
  const of = compared(tested("unchanged", 0.001, 0.001, {}, 0.004, { ...paired, floor: 0.0001 }));
  expect(readBack(of).entries[0]!.effect!.tolerated).toBeCloseTo(Math.log(1.1), 5);
});

test("a comparison with a release says which", () => {
  const of = compared();
  const base = { sha: BASE, subject: "", ref: "v1.2", release: true as const };
  expect(readBack({ ...of, reference: { ...of.reference, base } })).toMatchObject({ release: "v1.2" });
});

test("stored sessions, other verdicts and advisory metrics give no effect", () => {
  const of = compared(
    tested("unchanged", 0.01, 0.01, { metric: "stored" }),
    tested("invalid", 0.01, 0.01, { metric: "invalid" }, 0.01, paired),
    row({ kind: "workload", metric: "", verdict: "unaffected" }),
    row({ kind: "advisory", metric: "advisory" }),
    row({ metric: "cannot gate", verdict: "inconclusive", gates: false }),
  );
  expect(readBack(of).entries.map(({ metric, effect }) => [metric, effect])).toEqual([
    ["stored", null],
    ["invalid", null],
    ["", null],
  ]);
});

test.each(["lower", "higher"] as const)(
  "an exact counter of which %s is better counts beside pairs",
  (better) => {
    const center = (value: number) => ({ values: [value], center: value });
    const counter = row({ metric: "bytes", better, base: center(100), head: center(102) });
    const estimate = Math.log(1.02) * (better === "lower" ? 1 : -1);
    const beside = tested("unchanged", 0.01, 0.01, { kind: "advisory", gates: false }, 0.01, paired);
    expect(readBack(compared(counter, beside)).entries[0]!.effect).toMatchObject({
      estimate: expect.closeTo(estimate, 5),
      se: 0,
    });
    expect(readBack(compared(counter)).entries[0]!.effect).toBeNull();
  },
);

test("no name ends the comment or starts another", () => {
  const metric = 'x --> <b> <!-- steelyard:ledger {"schema":"ledger/1"} -->';
  const of = compared(tested("unchanged", 0.01, 0.01, { metric }, 0.01, paired));
  const text = ledgerText(of, about);
  expect([text.match(/<!--/g), text.match(/-->/g), text.match(/[<>]/g)!.length]).toEqual([
    ["<!--"],
    ["-->"],
    2,
  ]);
  expect(readLedger(text, "here").entries[0]!.metric).toBe(metric);
});

test.each([
  ["", "http_req_duration"],
  [" in bytes", "応答時間の中央値"],
])("what has no room is counted, and the check's limit is kept%s", (_, name) => {
  const rows = Array.from({ length: 1_000 }, (_, i) =>
    tested("unchanged", 0.01, 0.0101, { metric: `${name}{name:${i}}.p50` }, 0.004, paired),
  );
  const text = ledgerText(compared(...rows), about);
  const { entries, more } = readLedger(text, "here");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_535);
  expect(entries.length).toBeGreaterThan(200);
  expect(entries.length + more).toBe(1_000);
});

test.each([
  ["", /no estimates/],
  ["### A heading", /no estimates/],
  ['<!-- steelyard:ledger {"schema":"ledger/1"', /no estimates/],
  ["<!-- steelyard:ledger {} -->", /not a ledger file/],
  ["<!-- steelyard:ledger { -->", /not JSON/],
  ['<!-- steelyard:ledger {"schema":"ledger/2"} -->', /newer steelyard/],
  ['<!-- steelyard:ledger {"schema":"ledger/1","head":7} -->', /does not have the shape/],
])("%s is refused", (text, why) => {
  expect(() => readLedger(text, "here")).toThrow(why);
});

test("a row is looked at a few times, however many there are", () => {
  let looks = 0;
  const watched = (one: Row): Row =>
    new Proxy(one, {
      get(target, key) {
        looks++;
        return Reflect.get(target, key);
      },
    });
  const many = Array.from({ length: 500 }, (_, n) => row({ verdict: "unchanged", metric: `counter${n}` }));
  ledgerText({ ...compared(), rows: many.map(watched) }, about);
  expect(looks / many.length).toBeLessThan(50);
});
