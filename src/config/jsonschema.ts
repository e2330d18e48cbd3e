import { Config } from "../model/config.ts";
import { jsonSchema } from "../model/jsonschema.ts";
import { WaiverFile } from "../model/waiver.ts";

/** The parts of JSON Schema that this project's schemas use. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
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
