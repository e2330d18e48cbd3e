import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LevelStatus, Step } from "../../model/levelrun.ts";
import { ends, kneeOf, type LevelState, nextProbe, type Search } from "./sweep.ts";

const SEARCH: Search = { low: 10, high: 320, precision: 0.05, confirm: 2, probes: 30, seed: 5 };

/** The result of a level, each time it is measured. */
type Service = (level: number, time: number) => LevelStatus;

/** Searches against a service to the end. */
function searched(
  service: Service,
  search: Search = SEARCH,
  undecided: (level: number) => LevelState["leans"] = () => "breaks",
) {
  const states = new Map<number, LevelState>();
  const steps: Step[] = [];
  for (;;) {
    const step = nextProbe(search, [...states.values()], steps.at(-1));
    if (step === null) break;
    steps.push(step);
    if (steps.length > 200) throw new Error("it does not end");
    const before = states.get(step.level);
    const probes = (before?.probes ?? 0) + 1;
    const status = service(step.level, probes);
    const leans = status === "holds" ? "holds" : status === "undecided" ? undecided(step.level) : "breaks";
    const confirmed = (before?.confirmed ?? 0) + (step.why === "confirm" ? 1 : 0);
    states.set(step.level, { level: step.level, status, leans, probes, confirmed });
  }
  const all = [...states.values()];
  return { steps, states: all, levels: steps.map(({ level }) => level), knee: kneeOf(search, all) };
}

const below =
  (knee: number): Service =>
  (level) =>
    level <= knee ? "holds" : "breaks";

describe("a service with a sharp knee", () => {
  test("is bracketed by doubling, halved, and confirmed twice on either side", () => {
    const { levels, knee, steps } = searched(below(57));
    // 10, 20, 40 hold and 80 breaks; √(40·80) = 57, √(57·80) = 68, √(57·68) = 62, √(57·62) = 59: 59/57 < 1.05
    expect(levels.slice(0, 8)).toEqual([10, 20, 40, 80, 57, 68, 62, 59]);
    expect(knee).toEqual({ holds: 57, breaks: 59, limit: "service", confirmed: [2, 2] });
    const confirming = steps.slice(8);
    expect(confirming.map(({ why }) => why)).toEqual(Array(4).fill("confirm"));
    // two starts, each for both
    expect(confirming.map(({ fresh }) => fresh)).toEqual([true, false, true, false]);
    expect(confirming.map(({ level }) => level).sort()).toEqual([57, 57, 59, 59]);
  });

  test.each([
    ["above the range", 1_000, { holds: 320, breaks: null, limit: "range", confirmed: [2, 0] }],
    ["at its end", 320, { holds: 320, breaks: null, limit: "range", confirmed: [2, 0] }],
    ["below the range", 3, { holds: null, breaks: 10, limit: "service", confirmed: [0, 2] }],
  ])("%s", (_, at, want) => expect(searched(below(at)).knee).toEqual(want));

  test("for any knee, range and seed, the interval contains the knee and is as narrow as planned", () => {
    const ranges = fc.record({
      low: fc.integer({ min: 1, max: 50 }),
      span: fc.integer({ min: 1, max: 2_000 }),
    });
    fc.assert(
      fc.property(
        ranges,
        fc.integer({ min: 1, max: 2_500 }),
        fc.integer({ min: 0 }),
        ({ low, span }, at, seed) => {
          const search = { ...SEARCH, low, high: low + span, seed, probes: 100 };
          const { knee, levels } = searched(below(at), search);
          const { holds, breaks } = knee;
          expect(levels.every((level) => level >= low && level <= low + span)).toBe(true);
          expect(holds === null || holds <= at).toBe(true);
          expect(breaks === null || breaks > at).toBe(true);
          expect(holds === null).toBe(at < low);
          expect(breaks === null).toBe(at >= low + span);
          if (holds !== null && breaks !== null)
            expect(breaks - holds === 1 || breaks / holds <= 1.05).toBe(true);
        },
      ),
    );
  });

  test("no level is more than twice one that held", () => {
    const { steps } = searched(below(57));
    let most = SEARCH.low / 2;
    for (const { level } of steps) {
      expect(level).toBeLessThanOrEqual(2 * most);
      if (level <= 57) most = Math.max(most, level);
    }
  });
});

test("a level that held by chance fails its confirmation, and the search continues below it", () => {
  const { knee } = searched((level, time) =>
    level <= 50 || (level === 57 && time === 1) ? "holds" : "breaks",
  );
  expect(knee.breaks).toBeLessThanOrEqual(57);
  expect(knee).toMatchObject({ holds: expect.any(Number), confirmed: [2, expect.any(Number)] });
  expect(knee.holds).toBeGreaterThanOrEqual(47);
  expect(knee.holds).toBeLessThanOrEqual(50);
});

test("levels around the knee that stay undecided widen the interval, and are measured three times at most", () => {
  const { knee, states } = searched((level) => (level < 50 ? "holds" : level > 66 ? "breaks" : "undecided"));
  expect(knee.holds).toBeGreaterThanOrEqual(40);
  expect(knee.holds).toBeLessThan(50);
  expect(knee.breaks).toBeGreaterThan(66);
  expect(knee.breaks).toBeLessThanOrEqual(80);
  expect(knee.confirmed).toEqual([2, 2]);
  for (const { status, probes } of states) if (status === "undecided") expect(probes).toBe(3);
});

test.each([0, 1])("undecided levels whose estimates cross widen the interval too", (odd) => {
  const { knee, states } = searched(
    (level) => (level < 50 ? "holds" : level > 66 ? "breaks" : "undecided"),
    { ...SEARCH, probes: 60 },
    (level) => (level % 2 === odd ? "holds" : "breaks"),
  );
  expect(states.filter(({ status }) => status === "undecided").length).toBeGreaterThan(1);
  expect(knee.holds).toBeGreaterThanOrEqual(35);
  expect(knee.holds).toBeLessThan(50);
  expect(knee.breaks).toBeGreaterThan(66);
  expect(knee.breaks).toBeLessThanOrEqual(85);
  expect(knee.confirmed).toEqual([2, 2]);
});

test("a service that breaks low and holds high has an interval that covers both, with a note", () => {
  const { states, knee } = searched((level) => (level === 20 || level > 200 ? "breaks" : "holds"), {
    ...SEARCH,
    low: 20,
  });
  expect(knee).toMatchObject({ holds: null, breaks: 20 }); // nothing above is tried where the lowest breaks
  expect(states.map(({ level }) => level)).toEqual([20]);
  const crossed: LevelState[] = [
    { level: 20, status: "holds", leans: "holds", probes: 1, confirmed: 0 },
    { level: 40, status: "breaks", leans: "breaks", probes: 3, confirmed: 0 },
    { level: 60, status: "holds", leans: "holds", probes: 3, confirmed: 0 },
    { level: 80, status: "breaks", leans: "breaks", probes: 1, confirmed: 0 },
  ];
  expect(ends(crossed)).toEqual({ holds: 20, breaks: 80 });
  expect(nextProbe(SEARCH, crossed)).toBeNull(); // measured often enough
  const fresh = crossed.map((state) => ({ ...state, probes: 1 }));
  expect(nextProbe(SEARCH, fresh)).toMatchObject({ level: 40, why: "again" });
});

test("a generator that cannot go on is the limit, not the service", () => {
  const { knee, states } = searched((level) => (level <= 100 ? "holds" : "limited"));
  expect(knee).toMatchObject({ limit: "generator" });
  expect(knee.holds).toBeLessThanOrEqual(100);
  expect(knee.breaks).toBeGreaterThan(100);
  for (const { status, level, probes } of states) {
    if (status === "limited") expect(probes).toBe(level === knee.breaks ? 4 : 2); // two more confirm it
  }
});

test.each([160, 150])("a machine that stands still for a moment at %i is not the generator's limit", (at) => {
  const { knee } = searched((level, time) =>
    level >= at && time === 1 ? "limited" : level <= 155 ? "holds" : "breaks",
  );
  expect(knee).toMatchObject({ limit: "service", confirmed: [2, 2] });
  expect(knee.holds).toBeGreaterThan(147);
  expect(knee.breaks).toBeLessThan(163);
});

test.each([1, Number.POSITIVE_INFINITY])(
  "a generator that is short for a moment below a level that it reaches hides no limit of the service (%s times)",
  (often) => {
    const { knee, states } = searched((level, time) => {
      if (level >= 58 && level <= 65 && time <= often) return "limited";
      return level < 60 ? "holds" : "breaks";
    });
    expect(knee).toMatchObject({ limit: "service", confirmed: [2, 2] });
    expect(knee.holds).toBeLessThan(60);
    expect(knee.breaks).toBeGreaterThan(often === 1 ? 59 : 65);
    expect(knee.breaks).toBeLessThan(72);
    for (const { status, probes } of states) if (status === "limited") expect(probes).toBe(3);
  },
);

test("for any results, a search ends, stays within its range, and yields one interval", () => {
  const statuses = fc.constantFrom<LevelStatus>("holds", "breaks", "undecided", "limited");
  const shown = fc.array(statuses, { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(shown, fc.integer({ min: 5, max: 40 }), fc.integer({ min: 0 }), (all, probes, seed) => {
      // a level has another result each time
      const search = { ...SEARCH, high: 60, probes, seed };
      const { steps, knee } = searched((level, time) => all[(level * 7 + time) % all.length]!, search);
      expect(steps.length).toBeLessThanOrEqual(probes);
      expect(steps.every(({ level }) => Number.isInteger(level) && level >= 10 && level <= 60)).toBe(true);
      expect((knee.holds ?? 0) < (knee.breaks ?? Infinity)).toBe(true);
    }),
  );
});

test("it ends when its probes are used up", () => {
  expect(searched(below(57), { ...SEARCH, probes: 5 }).steps.length).toBe(5);
});

test("the seed decides which side is confirmed first, and nothing else", () => {
  const orders = new Set(
    Array.from({ length: 8 }, (_, seed) => searched(below(57), { ...SEARCH, seed }).levels.join()),
  );
  expect(orders.size).toBe(4); // two rounds, two orders each
});
