import { expect, test } from "vitest";
import type { ServiceUse } from "../model/ports.ts";
import { serviceMetrics, sharesUsed } from "./services.ts";

const use = (cpu: number | null, memory: number | null, faults: number): ServiceUse => ({
  cpu,
  memory,
  restarts: 0,
  work: { page_faults: faults },
});
const valuesOf = (services: Readonly<Record<string, ServiceUse>>) =>
  Object.fromEntries(
    Object.entries(serviceMetrics(services, 100)).map(([name, metric]) => [
      name,
      metric.kind === "gauge" && metric.value,
    ]),
  );

test("the figures of the only service have no name of it", () => {
  expect(valuesOf({ api: use(1, 2e8, 500) })).toEqual({
    cpu_per_request: 0.01,
    memory_peak: 2e8,
    page_faults_per_request: 5,
  });
});

test("of several services there is also the sum, so that a change that adds one keeps it", () => {
  expect(valuesOf({ api: use(1, 2e8, 500), cache: use(0.5, 1e7, 100) })).toEqual({
    "cpu_per_request{service:api}": 0.01,
    "cpu_per_request{service:cache}": 0.005,
    cpu_per_request: 0.015,
    "memory_peak{service:api}": 2e8,
    "memory_peak{service:cache}": 1e7,
    memory_peak: 2.1e8,
    "page_faults_per_request{service:api}": 5,
    "page_faults_per_request{service:cache}": 1,
    page_faults_per_request: 6,
  });
});

test("a sum needs the figure of every service", () => {
  const found = Object.keys(valuesOf({ api: use(null, 2e8, 500), cache: use(0.5, null, 100) }));
  expect(found).not.toContain("cpu_per_request");
  expect(found).not.toContain("memory_peak");
  expect(found).toContain("page_faults_per_request");
});

test("a limit on cores is used up before a core is", () => {
  const counters = (cores?: number) => ({ cpu: 0, memory: 0, restarts: 0, ...(cores && { cores }) });
  const all = { api: counters(0.25), db: counters(4), cache: counters() };
  const used = { api: use(1, 0, 0), db: use(2, 0, 0), cache: use(3, 0, 0), gone: use(null, 0, 0) };
  expect(sharesUsed(used, all, 10)).toEqual([0.4, 0.2, 0.3]); // 0.1 of 0.25 cores; of one, though it may use four
  expect(sharesUsed(used, all, 0)).toEqual([]);
});
