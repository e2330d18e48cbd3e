import { expect, test } from "vitest";
import { isExecuted, isWork } from "./work.ts";

test.each([
  ["page_faults_per_request{service:web}", true, false],
  ["statements_per_request{service:db}", true, true],
  ["connections_per_request", true, false],
  ["transactions_per_request", true, false],
  ["db:transactions_per_request", true, false],
  ["my_db:blocks_per_request", true, false],
  ["db:statements_per_request", false, false], // exact, as any count that the config names
  ["gateway:requests_per_request", false, false],
  ["http_req_duration", false, false],
])("%s: work %s, executed %s", (metric, work, executed) =>
  expect([isWork(metric), isExecuted(metric)]).toEqual([work, executed]),
);
