import { z } from "zod";
import { Config } from "../model/config.ts";
import { WaiverFile } from "../model/waiver.ts";

/** The parts of JSON Schema that this project's schemas use. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | false;
  readonly pattern?: string;
  readonly items?: Shape | readonly Shape[];
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/**
 * The JSON Schema of a config for editors: every key with its description and default.
 *
 * Draft 7, because it is the newest draft that yaml-language-server and the editors based on it support completely.
 */
export const configJsonSchema = (): object =>
  jsonSchema(
    Config,
    "Steelyard",
    "Performance checks for pull requests: the stack, the loads, and what counts as worse.",
  );

/** The JSON Schema of a waiver file. */
export const waiversJsonSchema = (): object =>
  jsonSchema(
    WaiverFile,
    "Steelyard's waivers",
    "Regressions that reviewers accepted: how much of one, until when, and why.",
  );

function jsonSchema(type: z.ZodType, title: string, description: string): object {
  const { $schema, ...schema } = z.toJSONSchema(type, {
    io: "input",
    target: "draft-07",
    override({ zodSchema, jsonSchema }) {
      // Defaults are in base units, which the key accepts too. zod omits them and examples where text is converted.
      const { def } = zodSchema._zod;
      if (def.type === "default" || def.type === "prefault") jsonSchema.default = def.defaultValue;
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      // Not a JSON Schema format; the pattern expresses the same.
      if (jsonSchema.format === "starts_with") delete jsonSchema.format;
    },
  });
  return { $schema, title, description, ...schema };
}
