import { Comparison } from "../model/comparison.ts";
import { jsonSchema } from "../model/jsonschema.ts";

/** The JSON Schema of `comparison.json`, for programs of others. */
export const comparisonJsonSchema = (): object =>
  jsonSchema(
    Comparison,
    "Steelyard's comparison",
    "The verdict on a run, with all figures behind it. Later versions of Steelyard may add keys; a key changes its meaning only with the number in `schema`.",
    { grows: true },
  );
