import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { Baseline } from "./model/baseline.ts";
import { CalibrationReport } from "./model/calibration.ts";
import { Comparison } from "./model/comparison.ts";
import { Config } from "./model/config.ts";
import { Run } from "./model/run.ts";
import { Entry } from "./model/trend.ts";

/** A part of a JSON Schema, as far as records are looked for. */
interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly oneOf?: readonly Part[];
  readonly allOf?: readonly Part[];
  readonly $defs?: Readonly<Record<string, Part>>;
}

/** Names of the fields that are records: their keys are names from data. */
function recordsIn(part: Part, field = ""): string[] {
  const isRecord = typeof part.additionalProperties === "object" && field !== "";
  return [
    ...(isRecord ? [field] : []),
    ...Object.entries(part.properties ?? {}).flatMap(([name, one]) => recordsIn(one, name)),
    ...(typeof part.additionalProperties === "object" ? recordsIn(part.additionalProperties) : []),
    ...(part.items ? recordsIn(part.items) : []),
    ...[part.anyOf, part.oneOf, part.allOf]
      .flatMap((all) => all ?? [])
      .flatMap((one) => recordsIn(one, field)),
    ...Object.values(part.$defs ?? {}).flatMap((one) => recordsIn(one, field)),
  ];
}

const SCHEMAS = [Run, Config, Baseline, CalibrationReport, Comparison, Entry];
/** Records of ports, by the names of a config. */
const OF_PORTS = ["targets", "headers", "thresholds", "scrapes", "prices", "env"];
const RECORDS = new Set([
  ...OF_PORTS,
  ...SCHEMAS.flatMap((schema) =>
    recordsIn(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Part),
  ),
]);

const root = import.meta.dirname;
/** Folders for developers, and those whose `values` are lists. */
const OTHERS = ["testing", "bench", "dev", "stats", "site"];
/** Positions in a list, and names of ours. */
const OURS = /^(?:[a-z]|at|side|[A-Z]+)$/;
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    file.endsWith(".ts") &&
    file.includes(sep) &&
    !/test\.ts$/.test(file) &&
    !OTHERS.includes(file.split(sep)[0]!),
);

/** Reads of such a field by a name that is not written in the source. Assignments are none. */
function lookups(file: string): string[] {
  const reads = new RegExp(
    String.raw`\b(${[...RECORDS].join("|")})!?(?:\?\.)?\[(?!["'\d\]])([^\]]*)\](?!\s*=[^=>])`,
    "g",
  );
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line, i) =>
      /^\s*(?:\*|"|`|\/\/)/.test(line) // comments, and lines of Lua or JavaScript that are written
        ? []
        : [...line.matchAll(reads)].flatMap(([found, , key]) =>
            OURS.test(key!) ? [] : [`${file}:${i + 1} ${found}`],
          ),
    );
}

test("the schemas have records, and sources were looked at", () => {
  expect([...RECORDS]).toEqual(expect.arrayContaining(["workloads", "profiles", "variants", "metrics"]));
  expect(files.length).toBeGreaterThan(100);
});

test("no record is read by a name from data but through `own`", () => {
  expect(files.flatMap(lookups).join("\n")).toBe("");
});
