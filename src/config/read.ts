import { Config } from "../model/config.ts";
import { contradictions } from "./check.ts";
import { type Kind, readDocument } from "./document.ts";
import { configJsonSchema, type Shape } from "./jsonschema.ts";
import { unitProblems } from "./units.ts";

const shape = () => configJsonSchema() as Shape;

const CONFIG: Kind<typeof Config> = {
  noun: "config",
  version: Config.shape.version.value,
  keys: "version, stack, workloads, …",
  example: "; the README has a whole example",
  schema: Config,
  shape,
  check: (config, written, data) => [...unitProblems(data, shape()), ...contradictions(config, written)],
};

/**
 * Parses a config: its value in base units, with defaults filled in, checked for contradictions.
 *
 * @param where the file's name, for messages
 * @throws SteelyardError (user) that lists every problem with `file:line:column`, the allowed values and a remedy
 */
export const readConfig = (text: string, where: string): Config => readDocument(text, where, CONFIG);
