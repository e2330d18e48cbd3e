import { expect, test } from "vitest";
import { counter, metrics } from "./metrics.ts";

const USE = { cpu: 1.25, memory: 4096 };
const NONE = { open: 0, delivered: 0, dropped: 0 };

test("without requests: the process alone", () => {
  const page = metrics().page(USE, NONE);
  expect(page).toContain("\nprocess_cpu_seconds_total 1.25\n");
  expect(page).toContain("\nprocess_resident_memory_bytes 4096\n");
  expect(page).not.toContain("_bucket");
  expect(page.endsWith("\n")).toBe(true);
});

test("buckets are cumulative, include their bound, and end with all", () => {
  const { observe, page } = metrics();
  for (const seconds of [0.0005, 0.001, 0.002, 0.3, 60]) observe("/a", 200, seconds);
  observe("/a", 500, 0.001);
  const line = (le: string, labels = 'route="/a",status="200"') =>
    new RegExp(
      `^http_request_duration_seconds_bucket\\{${labels},le="${le.replace("+", "\\+")}"\\} (\\d+)$`,
      "m",
    ).exec(page(USE, NONE))?.[1];
  expect(line("0.001")).toBe("2"); // 0.5 ms, and exactly 1 ms
  expect(line("0.0025")).toBe("3");
  expect(line("0.25")).toBe("3");
  expect(line("0.5")).toBe("4");
  expect(line("5")).toBe("4");
  expect(line("+Inf")).toBe("5");
  expect(line("0.001", 'route="/a",status="500"')).toBe("1");
  expect(page(USE, NONE)).toContain('_count{route="/a",status="200"} 5\n');
  expect(Number(/_sum\{route="\/a",status="200"\} (.+)/.exec(page(USE, NONE))?.[1])).toBeCloseTo(60.3035);
});

test("a counter counts each of its series, and other lines follow the page's own", () => {
  const { add, lines } = counter("looks_total", "Looks.");
  for (const result of ["hit", "miss", "hit"]) add(`result="${result}"`);
  expect(lines()).toEqual([
    "# HELP looks_total Looks.",
    "# TYPE looks_total counter",
    'looks_total{result="hit"} 2',
    'looks_total{result="miss"} 1',
  ]);
  expect(metrics().page(USE, NONE, lines())).toMatch(/\nlooks_total\{result="miss"\} 1\n$/);
});
