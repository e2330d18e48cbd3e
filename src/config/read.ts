import { Config } from "../model/config.ts";
import { contradictions } from "./check.ts";
import { schemaProblems, speechless } from "./issues.ts";
import { configJsonSchema, type Shape } from "./jsonschema.ts";
import { configError, type Problem, shown } from "./problem.ts";
import { source } from "./source.ts";
import { unitProblems } from "./units.ts";

/** The version of the config's format that this steelyard reads. */
const VERSION = Config.shape.version.value;

/**
 * The text of a config as its value: base units, defaults filled in, checked for what contradicts itself.
 *
 * @param where the file's name, for messages
 * @throws SteelyardError (user) that lists everything wrong with it, each with `file:line:column`, what is
 *   allowed there and what to do
 */
export function readConfig(text: string, where: string): Config {
  const read = source(text);
  const fail = (problems: readonly Problem[]) => configError(problems, where, read.position);
  if (read.problems.length > 0) throw fail(read.problems);
  const unfit = unreadable(read.data);
  if (unfit) throw fail([unfit]);
  const parsed = Config.safeParse(read.data, { error: speechless });
  if (!parsed.success)
    throw fail(schemaProblems(parsed.error.issues, read.data, configJsonSchema() as Shape));
  const bare = unitProblems(read.data, configJsonSchema() as Shape);
  const problems = [...bare, ...contradictions(parsed.data, read.written)];
  if (problems.length > 0) throw fail(problems);
  return parsed.data;
}

/** Why the file as a whole cannot be held against the schema; undefined where it can. */
function unreadable(data: unknown): Problem | undefined {
  const top = { path: [], on: "value" } as const;
  if (data === null || data === undefined) {
    return {
      what: "The file is empty.",
      place: top,
      remedy: "begin with `version: 1`; the README has a whole example",
    };
  }
  if (typeof data !== "object" || Array.isArray(data)) {
    const what = `The config is ${shown(data)}.`;
    return {
      what,
      place: top,
      allowed: "a mapping with version, stack, workloads, …",
      remedy: "begin with: version: 1",
    };
  }
  if (!("version" in data) || data.version === VERSION) return undefined;
  const { version } = data;
  const newer = typeof version === "number" && version > VERSION;
  return {
    what: newer
      ? `The config is of version ${version}; this steelyard reads version ${VERSION}.`
      : `The config's version is ${shown(version)}.`,
    place: { path: ["version"], on: "value" },
    allowed: newer ? undefined : String(VERSION),
    remedy: newer ? "update steelyard" : `write it as: version: ${VERSION}`,
  };
}
