import { expect, test } from "vitest";
import type { ServiceUse } from "../model/ports.ts";
import { serviceMetrics } from "./services.ts";

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
