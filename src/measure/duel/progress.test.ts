import { expect, test } from "vitest";
import type { PairRecord } from "../../model/duel.ts";
import { aDuelist } from "../../testing/plans.ts";
import { watching } from "../../testing/progress.ts";
import type { Judge } from "../judge.ts";
import { DuelProgress, secondsUntil, upTo, wholeText } from "./progress.ts";

test("how long it will take is told before it begins, and what is left while it lasts", () => {
  let now = 0;
  const { lines, live, log, every, tick } = watching();
  const progress = new DuelProgress(log, () => now, every);
  const duelist = {
    ...aDuelist("shop", 5, { mode: "request", block: 4 }),
    rate: { requests: 126.7, isGuess: false },
  };
  const open = [{ workload: "shop", variant: null, why: "new" }];
  const judge: Judge = {
    looks: [6, 30],
    next: () => ({ look: 1, pairs: 6, open }),
    repeats: () => [],
    look() {},
    closed: () => [],
  };
  progress.begin([duelist], judge, null, 3, "compose");
  expect(lines).toEqual([
    "shop: mode request, 6 to 30 pairs of 4 s, about 510 requests each",
    // 3 starts of 5 s with 2 s of warm-up and 6 pairs of 4 s; 15 starts of two pairs each
    "base and head paired, looks after 6, 30 pairs of each: about 0:45 until the first, 3:45 until the last, with starts of 5 s",
  ]);
  progress.begin([{ ...duelist, isBlockOpen: true }], judge, null, 3, "process");
  expect(lines.splice(2)).toEqual([
    "shop: mode request, 6 to 30 pairs of 4 s (the warm-up decides), about 510 requests each",
    "base and head paired, looks after 6, 30 pairs of each: at least 0:33 until the first, 2:45 until the last, with starts of 1 s",
  ]);
  const guessed = { ...duelist, rate: { requests: 2667, isGuess: true }, isBlockOpen: true };
  progress.begin([guessed], judge, null, 3, "process");
  expect(lines.splice(2)[0]).toBe("shop: mode request, 6 to 30 pairs of 4 s (the warm-up decides)");
  const longer = { ...duelist, pairing: { ...duelist.pairing, block: 8 } };
  progress.begin([longer], judge, null, 3, "process");
  lines.splice(2);
  progress.fitted(longer, 1234);
  progress.fitted(longer, undefined);
  // 15 starts of 1 s with 2 s of warm-up and 30 pairs of 8 s
  expect(lines.splice(2)).toEqual([
    "shop: pairs of 8 s, about 1200 requests each: about 4:45 in all until the last look",
    "shop: pairs of 8 s: about 4:45 in all until the last look",
  ]);
  tick();
  expect(live.at(-1)).toBe("look 1/2 · shop (new) · 0:00 gone · 0 pairs"); // nothing to go by yet
  now = 20_000;
  const lost = { outcome: "lost", workload: "shop", variant: null, start: 0, attempt: 0, began: "" } as const;
  const failure = { code: "timeout", message: "too slow\n  | busy" } as const;
  progress.pair({ ...lost, slot: 0, side: "head", failure } as PairRecord);
  progress.pair({ ...lost, slot: 1, side: "head", failure } as PairRecord);
  expect(lines.slice(2)).toEqual([
    "0:20  shop, pair 1: lost by head (timeout): too slow",
    "  | busy", // once
    "0:20  shop, pair 2: lost by head (timeout): too slow",
  ]);
  tick(); // 28 more at 10 s each
  expect(live.at(-1)).toBe("look 1/2 · at most 4:40 left · shop (new) · 0:20 gone · 2 pairs");
  now = 35_000;
  tick(); // and no more of them while the next start takes its time
  expect(live.at(-1)).toBe("look 1/2 · at most 4:25 left · shop (new) · 0:35 gone · 2 pairs");
  now = 20_000;
  progress.looked(1, judge, false);
  expect(lines.at(-1)).toBe("look 1 of 2 after 0:20; open: shop (new)");
  const needing = (needed: number): Judge => ({
    ...judge,
    next: () => ({ look: 1, pairs: 6, open: open.map((one) => ({ ...one, needed })) }),
  });
  progress.looked(1, needing(14), false); // 12 more at 10 s each
  expect(lines.at(-1)).toBe("look 1 of 2 after 0:20; open: shop (new); finding +5 % takes about 2:00 more");
  progress.looked(1, needing(90), false);
  expect(lines.at(-1)).toBe(
    "look 1 of 2 after 0:20; open: shop (new); finding +5 % takes about 14:40 more, and this run ends before",
  );
  progress.looked(1, needing(1_000), false);
  expect(lines.at(-1)).toContain("finding +5 % takes about 3 h more, and"); // 998 more at 10 s each
  progress.looked(1, needing(2), false);
  expect(lines.at(-1)).toBe("look 1 of 2 after 0:20; open: shop (new); +5 % would have been found");
  progress.begin([duelist], needing(14), null, 3, "compose"); // 7 starts of 5 s, their warm-up of 2 s, 14 pairs of 4 s
  expect(lines.at(-1)).toBe("by the noise of calibrations, +5 % takes about 1:45");
  const usually = open.map((one) => ({ ...one, neededUsually: 14 }));
  const unknown: Judge = { ...judge, next: () => ({ look: 1, pairs: 6, open: usually }) };
  progress.begin([duelist], unknown, null, 3, "compose");
  expect(lines.at(-1)).toBe("with usual noise, +5 % takes about 1:45");
});

test.each([
  [6, ", and this run ends before"],
  [38, ", and this run ends before"],
  [40, ""],
])("the time of 40 pairs that are needed is the same in a run of at most %d", (most, early) => {
  const { lines, log, every } = watching();
  const open = [{ workload: "shop", variant: null, why: "new", neededUsually: 40 }];
  const next = () => ({ look: 1, pairs: 6, open });
  const judge: Judge = { looks: [6, most], next, repeats: () => [], look() {}, closed: () => [] };
  const duelist = aDuelist("shop", 5, { mode: "request", block: 4, pairs: [6, most] });
  new DuelProgress(log, () => 0, every).begin([duelist], judge, null, 3, "process");
  // 20 starts of 1 s, their warm-up of 2 s, 40 pairs of 4 s
  expect(lines.at(-1)).toBe(`with usual noise, +5 % takes about 3:40${early}`);
});

test("a workload that has all its pairs takes no more time until others have theirs", () => {
  const few = aDuelist("few", 5, { mode: "request", block: 4, pairs: [6, 10] });
  const seconds = [10, 30].map((pairs) => secondsUntil([few, aDuelist("many", 5)], upTo(pairs), 30, 0));
  expect(seconds[1]! - seconds[0]!).toBe(20 * 2 * 5.5); // pairs of many: two trials of 5 s, with 0.5 s before each
});

test.each([
  [true, [], "look 1/1 · at most 0:00 left · shop, pair 1: base | head · 0:00 gone · 1 pair"],
  [false, ["0:00  shop, pair 1: base | head"], undefined],
])("a pair is part of the live line on a terminal (%s), and a line elsewhere", (isLive, printed, shown) => {
  const { lines, live, log, every } = watching(isLive);
  const progress = new DuelProgress(log, () => 0, every);
  const open = [{ workload: "shop", variant: null, why: "new" }];
  const judge: Judge = {
    looks: [6],
    next: () => ({ look: 1, pairs: 6, open }),
    repeats: () => [],
    look() {},
    closed: () => [],
  };
  progress.begin([aDuelist("shop", 5)], judge, null, 3, "process");
  lines.splice(0);
  const side = { metrics: {} };
  const pair = { outcome: "ok", workload: "shop", variant: null, slot: 0, attempt: 0, start: 0 };
  progress.pair({ ...pair, base: side, head: side } as unknown as PairRecord);
  expect([lines, live.at(-1)]).toEqual([printed, shown]);
});

test("the estimate follows the starts as they are timed, where that changes it by more than a quarter", () => {
  const { lines, log, every } = watching();
  const progress = new DuelProgress(log, () => 0, every);
  const judge: Judge = { looks: [6, 30], next: () => null, repeats: () => [], look() {}, closed: () => [] };
  progress.begin([aDuelist("shop", 5, { mode: "request", block: 4 })], judge, null, 3, "compose");
  lines.splice(0);
  progress.started(6); // 15 s more of 3:45
  progress.started(30); // the next ones take as long as the shortest
  expect(lines).toEqual([]);
  progress.begin([aDuelist("shop", 5, { mode: "request", block: 4 })], judge, null, 3, "process");
  lines.splice(0);
  for (const seconds of [20, 18, 5]) progress.started(seconds); // 15 × 20 s + 15 × 2 s + 30 × 4 s
  expect(lines).toEqual([
    "both sides start in 20 s: about 7:30 in all until the last look",
    "both sides start in 5 s: about 3:45 in all until the last look",
  ]);
});

test("sides that workloads start in different ways are started for each of them", () => {
  const [a, b] = [aDuelist("a", 1, {}, { X: "1" }), aDuelist("b", 1)];
  const one = secondsUntil([b], upTo(6), 3, 10) - secondsUntil([b], upTo(6), 3, 0);
  expect([one, secondsUntil([a, b], upTo(6), 3, 10) - secondsUntil([a, b], upTo(6), 3, 0)]).toEqual([30, 60]);
});

test("head's own trials are part of the estimate of the whole", () => {
  expect(wholeText(26, [33, 165])).toBe(
    "first head alone, for its own limits: about 0:26; then base and head paired: about 0:33 until the first look, 2:45 until the last",
  );
});

const CPU = "look 1/2 · cart cpu/request +1.2 % [−0.4, +2.8]";
test.each<[number | undefined, string]>([
  [
    undefined,
    `${CPU} · at most 7:40 left · 4 gates open · shop, pair 2, second attempt: base | head · 0:20 gone of 10:00 · 2 pairs`,
  ],
  [100, `${CPU} · at most 7:40 left · 4 gates open · 2 pairs`],
  [80, `${CPU} · at most 7:40 left · 2 pairs`],
  [40, "look 1/2 · at most 7:40 left · 2 pairs"],
  [10, "look 1/2"],
])(
  "the live line has the estimate, the time and the open gates, as far as %s columns allow",
  (columns, want) => {
    let now = 0;
    const { lines, live, log, every, tick } = watching(true);
    const progress = new DuelProgress({ ...log, ...(columns && { columns }) }, () => now, every);
    const [p50, cpu] = ["http_req_duration.p50", "cpu_per_request"];
    const open = [
      { workload: "shop", variant: null, why: "new", gates: [{ metric: p50, estimate: null }] },
      { workload: "list", variant: null, why: "open", gates: [{ metric: p50, estimate: "+1 % [+0, +2]" }] },
      {
        workload: "cart",
        variant: null,
        why: "open",
        gates: [
          { metric: cpu, estimate: "+1.2 % [−0.4, +2.8]" },
          { metric: p50, estimate: "+9 % [+1, +18]" },
        ],
      },
    ];
    const judge: Judge = {
      looks: [8, 16],
      next: () => ({ look: 1, pairs: 8, open }),
      repeats: () => [],
      look() {},
      closed: () => [],
    };
    progress.begin([aDuelist("shop", 5)], judge, 600, 3, "process");
    now = 20_000;
    const side = { metrics: {} };
    const pair = {
      outcome: "ok",
      workload: "shop",
      variant: null,
      slot: 1,
      start: 0,
      base: side,
      head: side,
    };
    progress.pair({ ...pair, attempt: 0 } as unknown as PairRecord);
    progress.pair({ ...pair, attempt: 1 } as unknown as PairRecord);
    // A pair that is measured again is a line of its own, on a terminal too.
    expect(lines.at(-1)).toBe("0:20  shop, pair 2, second attempt: base | head");
    progress.doing("cart, pair 2", { workload: "cart", variant: null });
    progress.doing("shop, pair 2, second attempt: base | head");
    progress.looked(1, judge, false);
    tick(); // 14 of shop, 16 of list and 16 of cart at 10 s each: 7:40
    expect(live.at(-1)).toBe(want);
  },
);

test.each([
  [true, []],
  [false, ["0:00  shop, pair 3: base is measured"]],
])("a side whose other side follows minutes later is a line where none is live (%s)", (isLive, printed) => {
  const { lines, log, every } = watching(isLive);
  new DuelProgress(log, () => 0, every).half({ workload: "shop", variant: null }, 2, "base");
  expect(lines).toEqual(printed);
});

test.each([true, false])("a wait for a calm machine is named, also where a line is live (%s)", (isLive) => {
  const { lines, live, log, every } = watching(isLive);
  new DuelProgress(log, () => 0, every).waiting(2, 10);
  const what = "waiting for other programs to leave the CPU, 10 s at most";
  expect(lines).toEqual([`0:00  ${what}, to measure 2 disturbed pairs again`]);
  expect(live.at(-1)).toContain(what);
});
