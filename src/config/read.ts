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
 * The text of a config as its value: base units, defaults filled in, checked for what contradicts itself.
 *
 * @param where the file's name, for messages
 * @throws SteelyardError (user) that lists everything wrong with it, each with `file:line:column`, what is
 *   allowed there and what to do
 */
export const readConfig = (text: string, where: string): Config => readDocument(text, where, CONFIG);
