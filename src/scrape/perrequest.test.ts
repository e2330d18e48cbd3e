import { expect, test } from "vitest";
import { perRequest } from "./perrequest.ts";

const at = (statements: number, rows: number) => ({ statements, rows });
const db = (metric: string) => `db:${metric}`;
const none = { lacking: "no extension" };

test("the counts between two readings, for one request", () => {
  // 2,500 − 500 statements and 30,000 − 10,000 rows of 1,000 requests
  expect(perRequest(at(500, 10_000), at(2_500, 30_000), 1_000, db)).toEqual({
    metrics: {
      "db:statements_per_request": { kind: "gauge", unit: "1", value: 2 },
      "db:rows_per_request": { kind: "gauge", unit: "1", value: 20 },
    },
  });
});

test.each([
  [none, at(1, 1), 1, "no extension"],
  [at(1, 1), none, 1, "no extension"],
  [at(1, 1), at(2, 2), 0, "no requests"],
  [at(5, 1), at(4, 9), 1, "dropped statements"], // a statement was dropped from its table
  [at(1, 5), at(2, 4), 1, "dropped statements"],
  [{ blocks: 5 }, { blocks: 1 }, 1, "set back"], // by pg_stat_reset()
])("missing, and never zero", (before, after, requests, want) => {
  expect(perRequest(before, after, requests, db)).toEqual({ lacking: expect.stringContaining(want) });
});

test("a server that does not count rows has no figure of them", () => {
  const [before, after] = [100, 400].map((statements) => ({ statements }));
  expect(perRequest(before!, after!, 100, (metric) => `${metric}{service:cache}`)).toEqual({
    metrics: { "statements_per_request{service:cache}": { kind: "gauge", unit: "1", value: 3 } },
  });
});
