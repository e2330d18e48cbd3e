import { z } from "zod";
import { Config } from "../model/config.ts";

/** The parts of a JSON Schema that ours is made of. */
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
}

/**
 * What a config may hold, as a JSON Schema for editors: every key with its description and default.
 *
 * Draft 7, because it is the newest that yaml-language-server and the editors built on it read completely.
 */
export function configJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Config, {
    io: "input",
    target: "draft-07",
    override({ zodSchema, jsonSchema }) {
      // a default is in base units, which the key takes as well; zod leaves it out where text is converted
      const { def } = zodSchema._zod;
      if (def.type === "default" || def.type === "prefault") jsonSchema.default = def.defaultValue;
      // no JSON Schema format, and said by the pattern beside it
      if (jsonSchema.format === "starts_with") delete jsonSchema.format;
    },
  });
  return {
    $schema,
    title: "Steelyard",
    description: "Performance checks for pull requests: the stack, the loads, and what counts as worse.",
    ...schema,
  };
}
