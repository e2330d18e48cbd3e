import { expect, test, vi } from "vitest";
import { type Fault, faults, injector, OWN_MS, ROUNDS_PER_MS } from "./faults.ts";

const fault = (given: Partial<Fault>): Fault => ({ cpu: 0, wait: 0, errors: 0, memory: 0, ...given });

test.each([
  ["", {}],
  [" , ", {}],
  ["recommend.cpu=2ms", { recommend: fault({ cpu: 2 * ROUNDS_PER_MS }) }],
  ["recommend.cpu=200us", { recommend: fault({ cpu: 0.2 * ROUNDS_PER_MS }) }],
  ["recommend.cpu=50%", { recommend: fault({ cpu: Math.round(0.5 * OWN_MS.recommend * ROUNDS_PER_MS) }) }],
  ["health.cpu=50%", { health: fault({ cpu: Math.round(0.5 * OWN_MS.health * ROUNDS_PER_MS) }) }],
  ["health.wait=1.5s", { health: fault({ wait: 1_500 }) }],
  ["health.wait=2000us", { health: fault({ wait: 2 }) }],
  ["recommend.errors=12.5%", { recommend: fault({ errors: 0.125 }) }],
  ["recommend.memory=50MB", { recommend: fault({ memory: 50e6 }) }],
  ["recommend.memory=64MiB", { recommend: fault({ memory: 67_108_864 }) }],
  [
    "recommend.wait=5ms, recommend.errors=100%, health.wait=0ms",
    { recommend: fault({ wait: 5, errors: 1 }), health: fault({}) },
  ],
] as const)("%j is %j", (text, want) => {
  expect(faults(text)).toEqual(want);
});

test.each([
  ["recommend", "endpoint.knob=value"],
  ["recommend.cpu", "endpoint.knob=value"],
  ["recommend.cpu=", "endpoint.knob=value"],
  ["search.cpu=1ms", "one of the endpoints recommend, health"],
  ["recommend.disk=1ms", "one of the knobs cpu, wait, errors, memory"],
  ["recommend.constructor=1", "one of the knobs"],
  ["recommend.cpu=2", '"200us"'], // no unit
  ["recommend.cpu=2m", '"200us"'],
  ["recommend.cpu=-1ms", '"200us"'],
  ["recommend.cpu=20s", "not that much"],
  ["recommend.wait=500us", "whole milliseconds"],
  ["recommend.wait=50%", "whole milliseconds"],
  ["recommend.errors=0.1", "percentage"],
  ["recommend.errors=101%", "percentage"],
  ["recommend.memory=2000MB", "not that much"],
  ["recommend.memory=1toString", "size"],
  ["recommend.cpu=1ms,recommend.cpu=2ms", "only once"],
])("%j is refused, naming %j", (text, want) => {
  const entry = text.split(",").at(-1)!;
  expect(() => faults(text)).toThrow(`"${entry}" is not a fault`);
  expect(() => faults(text)).toThrow(want);
});

const outcomes = async (inject: () => Promise<boolean>, n: number) => {
  const list: boolean[] = [];
  for (let i = 0; i < n; i++) list.push(await inject());
  return list;
};

test("errors come at their share, and the same seed fails the same requests", async () => {
  const tenth = fault({ errors: 0.1 });
  const first = await outcomes(injector(tenth, 1), 10_000);
  expect(await outcomes(injector(tenth, 1), 10_000)).toEqual(first);
  expect(await outcomes(injector(tenth, 2), 10_000)).not.toEqual(first);
  const failed = first.filter(Boolean).length; // binomial, sd 30: five of them either way
  expect(failed).toBeGreaterThan(850);
  expect(failed).toBeLessThan(1_150);
});

test.each([
  [0, 0],
  [1, 50],
])("a share of %d fails %d of 50", async (errors, want) => {
  expect((await outcomes(injector(fault({ errors }), 1), 50)).filter(Boolean)).toHaveLength(want);
});

test("waiting waits, and a failing request does not", async () => {
  // A timer may fire up to 1 ms early by another clock.
  const began = performance.now();
  await injector(fault({ wait: 30 }), 1)();
  expect(performance.now() - began).toBeGreaterThan(28);
  await injector(fault({ wait: 60_000, errors: 1 }), 1)();
});

test("memory is taken once, at the first request, and kept", async () => {
  const alloc = vi.spyOn(Buffer, "alloc");
  const taken = () => alloc.mock.calls.filter(([bytes]) => bytes === 40e6).length;
  const inject = injector(fault({ memory: 40e6 }), 1);
  expect(taken()).toBe(0);
  await inject();
  await inject();
  expect(taken()).toBe(1);
  expect(process.memoryUsage().arrayBuffers).toBeGreaterThanOrEqual(40e6);
  alloc.mockRestore();
});

test("more rounds are more work", async () => {
  // Robust: CPU time, a hundredfold difference, and the minimum of five.
  const spent = async (cpu: number) => {
    const inject = injector(fault({ cpu }), 1);
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const began = process.cpuUsage();
      await inject();
      const { user, system } = process.cpuUsage(began);
      times.push(user + system);
    }
    return Math.min(...times);
  };
  expect(await spent(20 * ROUNDS_PER_MS)).toBeGreaterThan(2 * (await spent(0.2 * ROUNDS_PER_MS)));
});
