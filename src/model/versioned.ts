import type { z } from "zod";
import { userError } from "../base/errors.ts";

/** Steelyard's file formats and their current versions. */
export const FORMATS = {
  schedule: 1,
  run: 1,
  baseline: 1,
  comparison: 1,
  report: 1,
  calibration: 1,
  selftest: 1,
  bisect: 1,
  entry: 1,
  ledger: 1,
} as const;
export type Format = keyof typeof FORMATS;

/** The value of `schema` in a file of this format, such as "run/1". */
export const tag = <F extends Format>(format: F) => `${format}/${FORMATS[format]}` as const;

/**
 * Parses a file's text as a value of its format.
 *
 * @param remade the remedy for an outdated or damaged file: how to create it again
 * @throws SteelyardError (user) when it is not JSON, of another format, older, newer, or does not match the schema
 */
export function readVersioned<S extends z.ZodType>(
  text: string,
  format: Format,
  schema: S,
  where: string,
  remade: string,
): z.infer<S> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    const cut = text.trim() === "" ? "is empty" : "is not JSON (cut off or damaged)";
    throw userError(`This ${format} file ${cut}.`, { where, remedy: remade, cause });
  }
  const found = (data as { schema?: unknown } | null)?.schema;
  const [name, version] = typeof found === "string" ? found.split("/") : [];
  if (name !== format || version === undefined || !/^\d+$/.test(version)) {
    throw userError(
      `This is not ${format === "entry" ? "an" : "a"} ${format} file: its "schema" is ${show(found)}, not "${tag(format)}".`,
      { where, remedy: `name a ${format} file` },
    );
  }
  if (Number(version) > FORMATS[format]) {
    throw userError(
      `This ${format} file was written by a newer steelyard ("${found}"; this one reads "${tag(format)}").`,
      { where, remedy: "update steelyard" },
    );
  }
  if (Number(version) < FORMATS[format]) {
    throw userError(
      `This ${format} file was written by an older steelyard ("${found}"; this one reads "${tag(format)}").`,
      { where, remedy: remade },
    );
  }
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw userError(
    `This ${format} file does not have the shape of "${tag(format)}": ${issue?.message ?? "unknown"}.`,
    { where: `${where}, ${["$", ...(issue?.path ?? []).map(String)].join(".")}`, remedy: remade },
  );
}

function show(found: unknown): string {
  return found === undefined ? "absent" : (JSON.stringify(found) ?? "unreadable").slice(0, 60);
}
