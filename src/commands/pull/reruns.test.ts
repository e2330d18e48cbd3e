import { expect, test } from "vitest";
import type { JobExecution } from "../../github/forge.ts";
import { isCurrent } from "./reruns.ts";

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 22, 10, minute, second)).toISOString();

/** An execution from one minute to another; without an end it is running. */
const job = (name: string, attempt: number, from: number, to?: number): JobExecution => ({
  name,
  attempt,
  waits: false,
  started: at(from),
  completed: to === undefined ? null : at(to),
});

/** The measuring job uploads in its fifth minute; then the report begins. */
const FIRST = [job("measure", 1, 0, 5), job("report", 1, 6, 7)];
const UPLOADED = at(4, 30);

test.each<[string, string, readonly JobExecution[], boolean]>([
  ["the first attempt", UPLOADED, FIRST, true],
  [
    "all jobs again, and an upload",
    at(14),
    [...FIRST, job("measure", 2, 10, 15), job("report", 2, 16)],
    true,
  ],
  [
    "all jobs again, and no upload",
    UPLOADED,
    [...FIRST, job("measure", 2, 10, 15), job("report", 2, 16)],
    false,
  ],
  ["only the report again", UPLOADED, [...FIRST, job("report", 2, 10)], true],
  [
    "only the report again, on a forge that lists the others again",
    UPLOADED,
    [...FIRST, job("measure", 2, 0, 5), job("report", 2, 10)],
    true,
  ],
  [
    "the measuring job again without an upload, while another ran that is not run again",
    UPLOADED,
    [...FIRST, job("lint", 1, 0, 9), job("measure", 2, 10, 15), job("report", 2, 16)],
    false,
  ],
  [
    "one shard of two again, without an upload",
    UPLOADED,
    [
      job("measure (a)", 1, 0, 5),
      job("measure (b)", 1, 0, 5),
      job("measure (b)", 2, 10, 15),
      job("report", 2, 16),
    ],
    false,
  ],
  [
    "a report that began within the second of the upload, and is run again",
    at(5),
    [job("measure", 1, 0, 5), job("report", 1, 5, 7), job("report", 2, 10)],
    true,
  ],
  ["the job that uploads still runs", at(2), [job("all", 2, 1)], true],
  ["nobody knows when it was made", "", FIRST, false],
])("%s", (_, created, jobs, current) => {
  expect(isCurrent(created, jobs)).toBe(current);
});
