import { itemName } from "../model/item.ts";
import { format } from "../model/quantity.ts";
import { type Waiver, WaiverFile } from "../model/waiver.ts";
import { type Kind, readDocument } from "./document.ts";
import { type Shape, waiversJsonSchema } from "./jsonschema.ts";
import { type Problem, quoted } from "./problem.ts";
import type { Written } from "./source.ts";

/** Path of a project's waivers, relative to the top of its checkout. */
export const WAIVERS_PATH = ".github/steelyard-waivers.yml";

/** Largest ceiling: to accept more, remove the metric from the gate. */
const HIGHEST = 10;

const WAIVERS: Kind<typeof WaiverFile> = {
  noun: "waivers file",
  version: WaiverFile.shape.version.value,
  keys: "version, waivers and loads",
  example: " and `waivers: []`",
  schema: WaiverFile,
  shape: () => waiversJsonSchema() as Shape,
  check: ({ waivers }, written) => [...ceilings(waivers, written), ...twice(waivers)],
};

/**
 * Parses a waiver file: its rows in order.
 *
 * @param where the file's name, for messages
 * @throws SteelyardError (user) that lists every problem, as for a config
 */
export const readWaivers = (text: string, where: string): WaiverFile => readDocument(text, where, WAIVERS);

/** "ceiling: 15" is 1500 %, and one of 0 accepts nothing. */
function ceilings(waivers: readonly Waiver[], written: Written): Problem[] {
  return waivers.flatMap(({ ceiling }, index): Problem[] => {
    const path = ["waivers", index, "ceiling"];
    const percent = written(path)?.includes("%") ?? false;
    if (ceiling > 0 && ceiling <= (percent ? HIGHEST : 1)) return [];
    return [
      {
        what: `waivers[${index}].ceiling is ${format(ceiling, "ratio")}.`,
        place: { path, on: "value" },
        allowed: `a percentage above 0% and up to ${HIGHEST * 100}%`,
        remedy:
          percent || ceiling === 0 ? 'write it such as "15%"' : `write it with a percent sign: ${ceiling}%`,
      },
    ];
  });
}

/** Problems of two rows for the same metric, whose effect would depend on their order. */
function twice(waivers: readonly Waiver[]): Problem[] {
  const seen = new Map<string, number>();
  return waivers.flatMap(({ workload, variant, metric }, index): Problem[] => {
    const key = JSON.stringify([workload, variant, metric]);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
      return [];
    }
    const of = itemName({ workload, variant });
    return [
      {
        what: `waivers[${index}] is about ${quoted(`${of} ${metric}`, 160)}, as waivers[${first}] is.`,
        place: { path: ["waivers", index, "workload"], on: "value" },
        remedy: "keep one of them",
      },
    ];
  });
}
