import { expect, test } from "vitest";
import { Pacer } from "./pace.ts";

/** A service behind VUs: milliseconds of pauses, CPU and answers in an iteration. */
interface Service {
  readonly vus: number;
  readonly pause: number;
  readonly cpu: number;
  readonly answer: number;
}

/** The paces that a warm-up goes through, and the utilisation at the last one. */
function found({ vus, pause, cpu, answer }: Service, first = 1) {
  const pace = new Pacer(first);
  const paces: number[] = [];
  const utilisation = (pauses: number) => (cpu * vus) / (pauses * pause + answer);
  while (!pace.settled) {
    paces.push(pace.pauses);
    const busiest = utilisation(pace.pauses);
    pace.loaded({
      use: { cpu: { base: 1, head: 1 }, busiest, machine: busiest / 2 },
      busy: answer,
      paused: pause > 0,
    });
  }
  return { paces, utilisation: utilisation(pace.found) };
}

test("pauses are shortened until the busiest service is used by half", () => {
  const { paces, utilisation } = found({ vus: 10, pause: 1000, cpu: 2, answer: 5 });
  expect(paces.length).toBeLessThan(5);
  expect(utilisation).toBeGreaterThan(0.4);
  expect(utilisation).toBeLessThan(0.6);
});

test("a pace that is too fast at first is taken back", () => {
  const { utilisation } = found({ vus: 100, pause: 1000, cpu: 5, answer: 20 }, 0.01);
  expect(utilisation).toBeGreaterThan(0.4);
  expect(utilisation).toBeLessThan(0.6);
});

test("a load that uses more on its own keeps its pauses", () => {
  expect(found({ vus: 10, pause: 10, cpu: 1, answer: 3 })).toMatchObject({ paces: [1, 1] });
});

test("the first part of a warm-up, which is cold, decides nothing", () => {
  const pace = new Pacer(1);
  const loaded = (busiest: number) =>
    pace.loaded({ use: { cpu: { base: 1, head: 1 }, busiest, machine: 0 }, busy: 20, paused: true });
  loaded(0.97);
  expect([pace.settled, pace.pauses]).toEqual([false, 1]);
  loaded(0.1);
  expect([pace.settled, pace.pauses]).toEqual([false, 0.2]);
  loaded(0.5);
  expect([pace.settled, pace.pauses]).toEqual([true, 0.2]);
});

test("a service that is hardly used at any pace gets the shortest pauses", () => {
  const { paces } = found({ vus: 1, pause: 1000, cpu: 1, answer: 50 });
  expect(paces.at(-1)).toBe(0.001);
});

test("iterations that do not pause are not tried at another pace", () => {
  expect(found({ vus: 1, pause: 0, cpu: 1, answer: 50 })).toMatchObject({ paces: [1] });
});

test("where iterations become three times as long, something else is used up, and the pauses get longer again", () => {
  const pace = new Pacer(1);
  const paces: number[] = [];
  const part = (busiest: number, busy: number) => {
    paces.push(pace.pauses);
    pace.loaded({ use: { cpu: { base: 1, head: 1 }, busiest, machine: null }, busy, paused: true });
  };
  part(0.02, 10);
  part(0.2, 100);
  expect(pace.pauses).toBe(0.08);
  part(0.15, 20);
  expect(paces).toEqual([1, 0.04, 0.08]);
  expect([pace.settled, pace.found]).toEqual([true, 0.08]);
});

test("unknown utilisation: the pauses stay", () => {
  const pace = new Pacer(0.2);
  pace.loaded({ use: null, busy: 5, paused: true });
  expect([pace.settled, pace.found]).toEqual([true, 1]);
});

test("without a warm-up the pauses stay; what was found before is kept", () => {
  expect(new Pacer(0.2).found).toBe(1);
  const known = new Pacer(0.2, true);
  known.loaded({ use: null, busy: 5, paused: true });
  expect(known.found).toBe(0.2);
});
