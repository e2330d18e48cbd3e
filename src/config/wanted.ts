import type { Shape } from "./jsonschema.ts";
import { among, type Path } from "./problem.ts";

/** The part of the schema for a path in the config; undefined where the schema has no such path. */
export function shapeAt(root: Shape, path: Path): Shape | undefined {
  return path.reduce<Shape | undefined>((shape, step) => shape && childOf(shape, step), root);
}

function childOf(shape: Shape, step: string | number): Shape | undefined {
  for (const branch of shape.anyOf ?? []) {
    const child = childOf(branch, step);
    if (child) return child;
  }
  if (typeof step === "number") {
    const { items } = shape;
    return items !== undefined && "length" in items ? items[step] : items;
  }
  if (shape.properties && Object.hasOwn(shape.properties, step)) return shape.properties[step];
  return shape.additionalProperties || undefined;
}

/** Keys that a mapping of this shape may have; empty where users choose the keys. */
export function keysOf(shape: Shape | undefined): string[] {
  const all = [shape, ...(shape?.anyOf ?? [])].flatMap((one) => Object.keys(one?.properties ?? {}));
  return [...new Set(all)];
}

/** Allowed texts of this shape, where it accepts only certain ones. */
export function choices(shape: Shape | undefined): string[] {
  const texts = [...(shape?.enum ?? []), shape?.const].filter((one) => typeof one === "string");
  return [...texts, ...(shape?.anyOf ?? []).flatMap(choices)];
}

/** The allowed values for display: "a whole number from 1 to 200", "one of auto, baseline, base". */
export function kind(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return `one of ${shape.enum.join(", ")}`;
  if (shape.anyOf) return [...new Set(shape.anyOf.map(kind))].join(", or ");
  switch (shape.type) {
    case "object": {
      const keys = keysOf(shape);
      return keys.length > 0 ? `a mapping with ${among(keys)}` : "a mapping";
    }
    case "array":
      return list(shape);
    case "integer":
      return `a whole number${range(shape)}`;
    case "number":
      return `a number${range(shape)}`;
    case "string":
      return "a text";
    case "boolean":
      return "true or false";
    default:
      return "another value";
  }
}

function list({ items, minItems }: Shape): string {
  if (items !== undefined && "length" in items)
    return `a list of ${items.length}: ${items.map(each).join(", then ")}`;
  const least = minItems === undefined ? "" : ` of at least ${minItems}`;
  return `a list${least}, each ${items === undefined ? "anything" : each(items)}`;
}

/** Unions of types, which quantities are, have a description of the allowed values. */
const each = (shape: Shape) => (shape.anyOf && shape.description) || kind(shape);

function range({ minimum, maximum }: Shape): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maximum === undefined ? "" : ` up to ${maximum}`;
}

/** Paths in the config at which a key is allowed, `<name>` for keys that users choose. */
export function homes(root: Shape, key: string, at = ""): string[] {
  const here = keysOf(root).includes(key) ? [at] : [];
  const branches = (root.anyOf ?? []).flatMap((branch) =>
    homes(branch, key, at).filter((home) => home !== at),
  );
  const fixed = Object.entries(root.properties ?? {}).flatMap(([name, shape]) =>
    homes(shape, key, at === "" ? name : `${at}.${name}`),
  );
  const free = root.additionalProperties ? homes(root.additionalProperties, key, `${at}.<name>`) : [];
  return [...new Set([...here, ...branches, ...fixed, ...free])];
}
