import { expect, test } from "vitest";
import { Workload } from "../model/config.ts";
import type { LoadKind } from "../model/load.ts";
import type { Generator, LoadRequest } from "../model/ports.ts";
import { slot } from "../testing/plans.ts";
import { generators } from "./dispatch.ts";

const never = new AbortController().signal;
const workloads = {
  a: Workload.parse({ k6: "a.ts" }),
  b: Workload.parse({ wrk: {} }),
  c: Workload.parse({ wrk: { path: "/c" } }),
  d: Workload.parse({ command: { run: ["x"], format: "steelyard" }, gate: ["x"] }),
};

/** A generator that says its kind in everything it gives. */
const double = (kind: LoadKind): Generator => ({
  versions: { [kind]: `${kind} 1` },
  planned: () => kind.length,
  facts: async (name) => ({ digest: name, model: "closed", generator: `${kind} 1` }),
  load: async () => ({ ok: false, failure: { code: "generator", message: kind } }),
});

function dispatching() {
  const made: LoadKind[] = [];
  const open = async (kind: LoadKind) => {
    made.push(kind);
    return double(kind);
  };
  return { made, ...generators(open) };
}

test("each workload has its own generator; of each kind that is needed there is one, and of no other", async () => {
  const { made, versions, facts, planned, load } = dispatching();
  expect(planned("b", slot())).toBeNull();
  await Promise.all([facts("b", workloads.b, never), facts("c", workloads.c, never)]);
  expect(made).toEqual(["wrk"]);
  expect(versions).toEqual({ wrk: "wrk 1" });
  expect(await facts("d", workloads.d, never)).toMatchObject({ generator: "command 1" });
  expect(made).toEqual(["wrk", "command"]);
  expect(versions).toEqual({ wrk: "wrk 1", command: "command 1" });
  expect([planned("c", slot()), planned("d", slot())]).toEqual([3, 7]);
  const request = { name: "a", workload: workloads.a, slot: slot() } as LoadRequest;
  expect(await load(request, () => {}, never)).toMatchObject({ failure: { message: "k6" } });
});

test("a missing generator fails its own workloads, not others", async () => {
  const { facts } = generators(async (kind) => {
    if (kind !== "k6") throw new Error(`no ${kind}`);
    return double(kind);
  });
  await expect(facts("b", workloads.b, never)).rejects.toThrow("no wrk");
  await expect(facts("a", workloads.a, never)).resolves.toMatchObject({ digest: "a" });
});
