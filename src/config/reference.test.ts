import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./read.ts";

// The requirements of the reference systems' teams, checked in this repository's own config.

const FILE = join(import.meta.dirname, "../../.github/steelyard.yml");
const { workloads, profiles, records } = readConfig(readFileSync(FILE, "utf8"), FILE);
/** Variables of a workload's variants, in their order. */
function asked(name: string, ...variables: string[]) {
  const { env, variants } = workloads[name]!;
  return Object.values(variants).map((variant) => variables.map((one) => variant.env[one] ?? env[one]));
}

test("retrieval: 5 a second and 10 in flight, 6 and 12 as headroom, for a minute, text-only and with an image", () => {
  expect(asked("retrieve-query", "RATE", "C", "IMAGE")).toEqual([
    ["5", "10", undefined],
    ["5", "10", "16384"],
    ["6", "12", undefined],
    ["6", "12", "16384"],
  ]);
  expect(workloads["retrieve-query"]?.measure.duration).toBe(60);
});

test("retrieval: each of five modalities with each of three back ends, under the same load", () => {
  const models = asked("retrieve-models", "MODALITY", "BACKEND", "RATE", "C");
  expect(new Set(models.map(([modality, backend]) => `${modality} ${backend}`)).size).toBe(15);
  expect(new Set(models.map(([modality]) => modality)).size).toBe(5);
  for (const [, , rate, most] of models) expect([rate, most]).toEqual(["5", "10"]);
});

test("retrieval: twenty files at concurrency 4, a stream of 10 to 35 a second, and every table compacted", () => {
  const { FILES, VUS } = workloads["retrieve-files"]!.env;
  expect([FILES, VUS]).toEqual(["20", "4"]);
  const rates = ["retrieve-stream", "retrieve-stream-beyond"].flatMap((name) => asked(name, "RATE").flat());
  expect(rates).toEqual(["10", "15", "25", "35"]);
  expect(asked("retrieve-compact", "TABLE").flat()).toEqual(["documents", "chunks", "events"]);
});

test("retrieval: the record has the workloads of its profile, and a decision is based on it", () => {
  const { tables, decisions } = records.retrieve!;
  const named = Object.values(tables).flatMap(({ workloads }) => workloads);
  expect([...named].sort()).toEqual([...profiles.retrieve!.only!].sort());
  expect(decisions.map(({ table }) => table)).toEqual(["Modalities and back ends"]);
});
