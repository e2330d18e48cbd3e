import { expect, test } from "vitest";
import type { Added } from "../../model/cause.ts";
import { normals } from "../../testing/random.ts";
import { differences, type StartWork, shareOf } from "./difference.ts";

/** 40 places of a service with 300 µs a request, sampled every 0.5 ms over 2,000 requests, in some starts. */
const [PLACES, REQUESTS, INTERVAL] = [40, 2_000, 5e-4];
const CPU = Array.from({ length: PLACES }, (_, i) => (3e-4 * Math.exp(-i / 8)) / 8);

/** CPU time a request as sampling shows it. */
function sampled(gauss: () => number, cpu: number): number {
  const samples = (cpu * REQUESTS) / INTERVAL;
  return (Math.max(0, Math.round(samples + Math.sqrt(samples) * gauss())) * INTERVAL) / REQUESTS;
}

/**
 * Simulates workloads, and counts those with a false difference, and with the true one.
 *
 * @param sd    of a process, all places together
 * @param spread of a process, of each place by itself
 * @param added to the place with most time, of every second workload: a share of it
 */
function simulated(
  sd: number,
  spread: (place: number) => number,
  added: number,
  workloads: number,
  starts = 4,
) {
  const { one: gauss } = normals(1);
  let [wrong, found] = [0, 0];
  for (let n = 0; n < workloads; n++) {
    const places: StartWork[][] = CPU.map(() => []);
    for (let start = 0; start < starts; start++) {
      const side = (more: number) => {
        const process = Math.exp(sd * gauss());
        return CPU.map((cpu, i) =>
          sampled(gauss, cpu * process * Math.exp(spread(i) * gauss()) * (i === 0 ? 1 + more : 1)),
        );
      };
      const [base, head] = [side(0), side(n % 2 === 1 ? added : 0)];
      for (const [i, place] of places.entries()) {
        const sampling = ((base[i]! + head[i]!) * INTERVAL) / REQUESTS;
        place.push({ base: base[i]!, head: head[i]!, sampling });
      }
    }
    const clear = differences(places).map(({ interval: [low, high] }) => low > 0 || high < 0);
    const isTrue = n % 2 === 1;
    if (clear.some((one, i) => one && !(isTrue && i === 0))) wrong++;
    if (isTrue && clear[0]) found++;
  }
  return { wrong: wrong / workloads, found: found / (workloads / 2) };
}

test.each([
  ["processes that are all alike", 0, () => 0],
  ["processes that differ by 6 %", 0.06, () => 0.03],
  [
    "processes that differ by 12 % in every fifth place",
    0.03,
    (place: number) => (place % 5 === 2 ? 0.12 : 0),
  ],
])(
  "with %s, no more than 5 %% of workloads have a false difference, and most true ones are found",
  (_, sd, spread) => {
    const [three, four, six] = [
      simulated(sd, spread, 0.4, 400, 3),
      simulated(sd, spread, 0.4, 400),
      simulated(sd, spread, 0.4, 400, 6),
    ];
    for (const { wrong } of [three, four, six]) expect(wrong).toBeLessThan(0.05);
    expect(three.found).toBeGreaterThan(0.7);
    expect(four.found).toBeGreaterThan(0.8);
    expect(six.found).toBeGreaterThanOrEqual(four.found);
  },
);

test.each([
  ["three starts that are all alike", 3, 0, 40e-6],
  ["three starts that differ by 4 %", 3, 0.04, 150e-6],
  ["four starts that are all alike", 4, 0, 40e-6],
  ["four starts that differ by 4 %", 4, 0.04, 60e-6],
  ["four starts that differ by 4 %, and more of it", 4, 0.04, 150e-6],
  ["six starts that differ by 4 %", 6, 0.04, 60e-6],
])(
  "with %s, the interval of a share contains the true one in nine of ten workloads",
  (_, starts, sd, added) => {
    const { one: gauss } = normals(2);
    // Two places have more: 70 % of the added time is the first one's.
    const more = [0.7 * added, 0, 0, 0.3 * added];
    const found = Array.from({ length: 1_000 }, () => {
      const [part, whole]: [StartWork[], StartWork[]] = [[], []];
      for (let start = 0; start < starts; start++) {
        const side = (of: readonly number[]) => {
          const process = Math.exp(sd * gauss());
          return CPU.map((cpu, i) => sampled(gauss, (cpu + (of[i] ?? 0)) * process));
        };
        const [base, head] = [side([]), side(more)];
        const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
        part.push({
          base: base[0]!,
          head: head[0]!,
          sampling: ((base[0]! + head[0]!) * INTERVAL) / REQUESTS,
        });
        whole.push({ base: sum(base), head: sum(head), sampling: 0 });
      }
      const [{ estimate, interval }] = differences([whole]) as [Added];
      const isSure = (interval[1] - interval[0]) / 2 <= 0.4 * estimate;
      return isSure ? [shareOf(part, whole)] : [];
    }).flat();
    const holds = found.filter(({ interval: [low, high] }) => low <= 0.7 && 0.7 <= high).length;
    expect(found.length).toBeGreaterThan(200);
    expect(holds / found.length).toBeGreaterThan(0.9);
  },
);

test("an exact count that differs in every start stands, and one that does not has no difference", () => {
  const starts = (base: number, head: number) =>
    Array.from({ length: 4 }, () => ({ base, head, sampling: 0 }));
  const [more, same] = differences([starts(1, 3), starts(2, 2)]);
  expect(more!.estimate).toBe(2);
  expect(more!.interval[0]).toBeGreaterThan(1.5);
  expect(same!.estimate).toBe(0);
});
