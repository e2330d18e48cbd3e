import type { z } from "zod";
import { nearest } from "../base/nearest.ts";
import { selector } from "../model/metric.ts";
import type { Form } from "../model/quantity.ts";
import type { Shape } from "./jsonschema.ts";
import { among, named, type Path, type Problem, quoted, shown } from "./problem.ts";
import { choices, homes, keysOf, kind, shapeAt } from "./wanted.ts";

type Issue = z.core.$ZodIssue;

/** Error map without texts, so that messages of the schema can be distinguished from the library's. */
export const noMessage = () => "";

/**
 * The problems behind a schema's issues, worded for the author of the file.
 *
 * @param issues from a parse with `noMessage` as its error map
 * @param data the parsed value
 */
export function schemaProblems(issues: readonly Issue[], data: unknown, root: Shape): Problem[] {
  const all = issues.flatMap((issue) => problems(issue, [], data, root));
  const meant = new Set(all.map(({ meant }) => meant));
  // A misspelt key is one problem, not an unknown key and a missing one.
  return all.filter(({ missing }) => missing === undefined || !meant.has(missing));
}

/** A problem, with the path of the missing or intended key for display. */
type Found = Problem & { readonly missing?: string; readonly meant?: string };

function problems(issue: Issue, above: Path, data: unknown, root: Shape): Found[] {
  const path = [...above, ...(issue.path as Path)];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey(key, path, root));
    case "invalid_key":
      return [badKey(issue.issues[0]?.message ?? "", path)];
    case "invalid_union": {
      const meant = branch(issue.errors);
      if (meant) return meant.flatMap((inner) => problems(inner, path, data, root));
    }
  }
  if (!has(data, path)) return [missingKey(path, root)];
  const { what, remedy, form }: Params = issue.code === "custom" ? (issue.params ?? {}) : {};
  if (what === undefined || remedy === undefined) return [badValue(issue.message, form, path, data, root)];
  const place = { path, on: "key" } as const; // worded by the schema
  return [{ what: `${named(path)} ${what}.`, place, allowed: issue.message, remedy }];
}

/** What our schemas add to an issue: a problem in their own words, or the form that a text must have. */
interface Params {
  readonly what?: string;
  readonly remedy?: string;
  readonly form?: Form;
}

/** The branch of a union that fits the value's own type best, if any does. */
function branch(errors: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const misfit = ({ code, path }: Issue) =>
    path.length === 0 && (code === "invalid_type" || code === "invalid_value");
  return errors
    .filter((issues) => issues.length > 0 && !issues.some(misfit))
    .sort((a, b) => a.length - b.length)[0];
}

function unknownKey(key: string, parent: Path, root: Shape): Found {
  const known = keysOf(shapeAt(root, parent));
  const near = nearest(key, known);
  const found = {
    what: `${subject(parent)} has no key ${quoted(key)}.`,
    place: { path: [...parent, key], on: "key" },
    allowed: among(known),
  } as const;
  if (near !== undefined)
    return { ...found, remedy: `did you mean ${near}?`, meant: named([...parent, near]) };
  const home = homes(root, key)[0];
  if (home === undefined) return { ...found, remedy: "delete it" };
  return { ...found, remedy: `move it: ${key} belongs ${home === "" ? "at the top" : `under ${home}`}` };
}

const subject = (path: Path) => (path.length === 0 ? "The file" : named(path));

function badKey(allowed: string, path: Path): Problem {
  const key = String(path.at(-1));
  const what = `${quoted(key)} cannot be a key of ${named(path.slice(0, -1))}.`;
  const hint = metricHint(key);
  const words = allowed === "" ? undefined : allowed;
  return { what, place: { path, on: "key" }, allowed: words, remedy: hint ?? "rename it" };
}

function missingKey(path: Path, root: Shape): Found {
  const key = String(path.at(-1));
  const shape = shapeAt(root, path) ?? {};
  return {
    what: `${subject(path.slice(0, -1))} lacks the key ${key}.`,
    place: { path, on: "key" },
    allowed: kind(shape),
    meaning: shape.description,
    remedy: path.length === 1 && key === "version" ? "begin the file with: version: 1" : `add ${key}: …`,
    missing: named(path),
  };
}

function badValue(message: string, form: Form | undefined, path: Path, data: unknown, root: Shape): Problem {
  const shape = shapeAt(root, path) ?? {};
  const value = at(data, path);
  const allowed = message === "" ? kind(shape) : message; // the schema's text where it has one
  return {
    what: `${named(path)} is ${shown(value)}.`,
    place: { path, on: "value" },
    allowed,
    meaning: shape.description === allowed ? undefined : shape.description,
    remedy: (typeof value === "string" && textRemedy(value, shape, form)) || remedyFor(value, shape),
  };
}

function textRemedy(text: string, shape: Shape, form: Form | undefined): string | undefined {
  const near = nearest(text, choices(shape));
  if (near !== undefined) return `did you mean ${near}?`;
  if (shape.type === "array") return `write it as a list: [${quoted(text)}]`;
  if ((shape.type === "number" || shape.type === "integer") && /^\d+$/.test(text))
    return "write it without quotes";
  return form === undefined ? metricHint(text) : HINTS[form];
}

function remedyFor(value: unknown, shape: Shape): string {
  if (value === null) return "give it a value, or delete the key";
  const free = [shape, ...(shape.anyOf ?? [])].some(
    ({ type, pattern }) => type === "string" && pattern === undefined,
  );
  if (free && (typeof value === "number" || typeof value === "boolean"))
    return `put it in quotes: "${value}"`;
  if (shape.default !== undefined) {
    return `change it, or delete the key: it is ${JSON.stringify(shape.default)} by default`;
  }
  if (shape.type === "object" && typeof value === "object") return "add what is missing";
  return "change it to what is allowed";
}

/** Remedies by the expected form. */
const HINTS: Readonly<Record<Form, string>> = {
  duration: "use the units us, ms, s, m and h",
  ratio: 'write it with a percent sign, such as "3%"',
  limit: 'write "<" or ">", a number and its unit',
};

/** A statistic in k6's notation, converted to Steelyard's: `http_req_duration.p(95)` → `http_req_duration.p95`. */
function metricHint(text: string): string | undefined {
  if (text.length > 400) return undefined;
  const ours = text
    .replace(/\.?\bp\((\d{1,2}(?:\.\d+)?)\)$/, ".p$1")
    .replace(/\.avg$/, ".mean")
    .replace(/\.med(?:ian)?$/, ".p50")
    .replace(/[:\s]+(p\d{1,2}(?:\.\d+)?|mean|min|max|rate|count)$/, ".$1");
  return ours !== text && selector(ours) !== undefined ? `did you mean ${ours}?` : undefined;
}

const at = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], data);

function has(data: unknown, path: Path): boolean {
  const key = path.at(-1);
  const parent = at(data, path.slice(0, -1));
  return key === undefined || (typeof parent === "object" && parent !== null && Object.hasOwn(parent, key));
}
