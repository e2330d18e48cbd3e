import { afterEach, expect, test, vi } from "vitest";
import { logTo } from "../../base/log.ts";
import { reportWait } from "./hostlock.ts";

afterEach(() => void vi.useRealTimers());

/** The log of a wait of so many seconds. */
function waiting(seconds: number, isTerminal: boolean): string {
  vi.useFakeTimers();
  const written: string[] = [];
  const log = logTo({ write: (text) => void written.push(text), isTerminal, columns: 100 });
  const report = reportWait(log, 42, 7200);
  vi.advanceTimersByTime(seconds * 1000);
  report.stop();
  vi.advanceTimersByTime(600_000); // nothing after the end
  return written.join("");
}

test("a log file has a line each minute that says how long it waits", () => {
  expect(waiting(150, false).split("\n")).toEqual([
    "another measurement (process 42) is using this machine; waiting for its end, 2:00:00 at most (--no-wait gives up at once)",
    "another measurement is using this machine; waited 1:00",
    "another measurement is using this machine; waited 2:00",
    "waited 2:30 for another measurement",
    "",
  ]);
});

test("a terminal has one line that counts the seconds", () => {
  const written = waiting(75, true);
  expect(written).toContain("is using this machine · waited 1:15");
  expect(written.split("\n")).toHaveLength(3);
});
