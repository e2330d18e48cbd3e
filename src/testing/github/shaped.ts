import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "openapi-backend";

/**
 * GitHub's own description of the operations that are used here: from the npm package @octokit/openapi (MIT). Nullable
 * enumerations get the `null` that OpenAPI wants in their list and GitHub leaves out.
 */
export const DEFINITION: Document = JSON.parse(
  readFileSync(join(import.meta.dirname, "github-openapi-extract.json"), "utf8"),
  (_, value: Schema | null) =>
    value?.nullable && Array.isArray(value.enum)
      ? { ...value, enum: [...new Set([...value.enum, null])] }
      : value,
);

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minItems?: number;
}

const SCHEMAS = (DEFINITION as unknown as { components: { schemas: Record<string, Schema> } }).components
  .schemas;

/**
 * A value of one of GitHub's schemas: the given fields, and for other required ones the emptiest value that the schema
 * allows.
 */
export const shaped = (schema: string, given: object): object => fill(SCHEMAS[schema]!, given) as object;

function fill(schema: Schema, given: unknown): unknown {
  if (schema.$ref) return fill(SCHEMAS[schema.$ref.split("/").at(-1)!]!, given);
  if (schema.allOf) return schema.allOf.reduce((value, part) => fill(part, value), given);
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (first && schema.properties === undefined) return given === undefined ? fill(first, given) : given;
  if (given === undefined && schema.nullable) return null;
  if (given === null) return null;
  if (schema.properties) {
    const value: Record<string, unknown> = { ...(given as object | undefined) };
    for (const name of new Set([...(schema.required ?? []), ...Object.keys(value)])) {
      const part = schema.properties[name];
      if (part !== undefined) value[name] = fill(part, value[name]);
    }
    return value;
  }
  if (given !== undefined) return given;
  return empty(schema);
}

function empty({ type, enum: words, format, items, minItems = 0 }: Schema): unknown {
  if (words) return words[0];
  switch (type) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: minItems }, () => (items ? fill(items, undefined) : null));
    case "object":
      return {};
    default:
      if (format === "date-time") return "2026-11-21T10:00:00Z";
      return format === "uri" ? "https://github.test/" : "";
  }
}
