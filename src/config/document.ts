import type { z } from "zod";
import { noMessage, schemaProblems } from "./issues.ts";
import type { Shape } from "./jsonschema.ts";
import { configError, type Problem, shown } from "./problem.ts";
import { source, type Written } from "./source.ts";

/** A kind of YAML file that users write: its schema, and the checks that a schema cannot make. */
export interface Kind<S extends z.ZodType> {
  /** Name of this kind of file: "config". */
  readonly noun: string;
  /** The version of the format that this steelyard reads. */
  readonly version: number;
  /** Its keys, for the message about a file with none of them. */
  readonly keys: string;
  /** Where to find an example, for the message about an empty file; the end of a sentence. */
  readonly example: string;
  readonly schema: S;
  /** The JSON Schema for editors. */
  readonly shape: () => Shape;
  /** The problems of a file that fits the schema. */
  readonly check: (value: z.infer<S>, written: Written, data: unknown) => readonly Problem[];
}

/**
 * Parses such a file: its value in base units, with defaults filled in.
 *
 * @param where the file's name, for messages
 * @throws SteelyardError (user) that lists every problem with `file:line:column`, the allowed values and a remedy
 */
export function readDocument<S extends z.ZodType>(text: string, where: string, kind: Kind<S>): z.infer<S> {
  const read = source(text);
  const fail = (problems: readonly Problem[]) => configError(problems, where, read.position);
  if (read.problems.length > 0) throw fail(read.problems);
  const unfit = unreadable(read.data, kind);
  if (unfit) throw fail([unfit]);
  const parsed = kind.schema.safeParse(read.data, { error: noMessage });
  if (!parsed.success) throw fail(schemaProblems(parsed.error.issues, read.data, kind.shape()));
  const problems = kind.check(parsed.data, read.written, read.data);
  if (problems.length > 0) throw fail(problems);
  return parsed.data;
}

/** Why the file as a whole cannot be checked against the schema; undefined where it can. */
function unreadable(
  data: unknown,
  { noun, version: known, keys, example }: Omit<Kind<z.ZodType>, "check" | "schema">,
): Problem | undefined {
  const top = { path: [], on: "value" } as const;
  if (data === null || data === undefined) {
    return { what: "The file is empty.", place: top, remedy: `begin with \`version: ${known}\`${example}` };
  }
  if (typeof data !== "object" || Array.isArray(data)) {
    const what = `The file is ${shown(data)}.`;
    const allowed = `a mapping with ${keys}`;
    return { what, place: top, allowed, remedy: `begin with: version: ${known}` };
  }
  if (!("version" in data) || data.version === known) return undefined;
  const { version } = data;
  const newer = typeof version === "number" && version > known;
  return {
    what: newer
      ? `The ${noun} is of version ${version}; this steelyard reads version ${known}.`
      : `The ${noun}'s version is ${shown(version)}.`,
    place: { path: ["version"], on: "value" },
    allowed: newer ? undefined : String(known),
    remedy: newer ? "update steelyard" : `write it as: version: ${known}`,
  };
}
