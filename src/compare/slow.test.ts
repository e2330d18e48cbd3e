import { expect, test } from "vitest";
import type { Run } from "../model/run.ts";
import type { ServiceEvent, Slow } from "../model/slow.ts";
import { aRun } from "../testing/runs.ts";
import { slowClusters } from "./slow.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const at = (seconds: number) => new Date(NOON + 1000 * seconds).toISOString();
const asked = (began: number, seconds: number, first = false) => ({
  at: at(began),
  seconds,
  status: 200,
  name: null,
  first,
});
const did = (seconds: number, kind: ServiceEvent["kind"], service = "api", text = ""): ServiceEvent => ({
  at: at(seconds),
  service,
  kind,
  text,
});

/** A run of one trial with these slow requests. */
function run(requests: Slow["requests"], happened: Slow["happened"]): Run {
  const made = aRun({ workloads: { load: { trials: [{}] } } });
  const trials = made.trials.map((trial) => ({ ...trial, slow: { limit: 1, requests, happened } }));
  return { ...made, trials: trials as Run["trials"] };
}

test.each<[string, Slow["requests"], Slow["happened"], string[]]>([
  [
    "the first after a start, in one cluster however long they took",
    [asked(0.04, 13, true), asked(0.5, 42), asked(1.2, 20)],
    [did(-5, "start"), did(0, "ready")],
    ["3 requests of 13 s to 42 s began 40 ms after `api` was ready: the first after its start"],
  ],
  [
    "a container that came to be while they were under way",
    [asked(0, 5), asked(1, 5)],
    [did(3, "start", "worker")],
    ["2 requests of 5 s were under way when `worker` started"],
  ],
  [
    "an end explains more than the start that follows it",
    [asked(0, 4)],
    [did(-0.5, "end"), did(1, "start"), did(1.5, "ready")],
    ["1 request of 4 s began 500 ms after `api` ended"],
  ],
  [
    "a start of long before explains nothing",
    [asked(10, 2, true)],
    [did(0, "start"), did(1, "ready")],
    [
      "1 request of 2 s is unexplained: no service started, ended or logged anything unusual around that time",
    ],
  ],
  [
    "only what services wrote",
    [asked(0, 2)],
    [did(0.1, "log", "api", "reloading the index")],
    ["1 request of 2 s coincides with log lines that services wrote at no other time"],
  ],
  [
    "a stack that is not ours",
    [asked(0, 2), asked(0, 3)],
    null,
    ["2 requests of 2 s to 3 s are unexplained: the state of the services at that time is unknown"],
  ],
  [
    "two clusters, the slower one first, each with what happened near it",
    [asked(0, 2), asked(60, 7)],
    [did(59, "ready", "search")],
    [
      "1 request of 7 s began 1 s after `search` was ready",
      "1 request of 2 s is unexplained: no service started, ended or logged anything unusual around that time",
    ],
  ],
])("%s", (_, requests, happened, want) => {
  const found = slowClusters(run(requests, happened));
  expect(found.map(({ text }) => text)).toEqual(want);
  expect(found[0]).toMatchObject({ workload: "load", variant: null, trial: 0 });
});

test("lines are evidence next to a start too, and are few", () => {
  const lines = [1, 2, 3, 4].map((n) => did(n / 10, "log", "api", `loading part ${n}`));
  const [found] = slowClusters(run([asked(0, 2)], [did(-1, "ready"), ...lines]));
  expect(found?.cause).toBe("deed");
  expect(found?.lines).toEqual([1, 2, 3].map((n) => ({ service: "api", text: `loading part ${n}` })));
});

test("of a cold trial, the start explains the first requests, also where a seed took 29 s", () => {
  const { trials } = run([asked(30, 2, true)], [did(0, "start"), did(1, "ready")]);
  const cold = trials.map((trial) => {
    if (trial.outcome !== "ok") throw new Error("no trial");
    const { observed } = trial;
    const cold_ready = { kind: "gauge", unit: "s", value: 1 } as const;
    return { ...trial, observed: { ...observed, metrics: { ...observed.metrics, cold_ready } } };
  });
  expect(slowClusters({ trials: cold }).map(({ text }) => text)).toEqual([
    "1 request of 2 s began 29 s after `api` was ready: the first after its start",
  ]);
});

test("nothing slow, no cluster", () => {
  expect(slowClusters(aRun({ workloads: { load: { trials: [{}, {}] } } }))).toEqual([]);
});
