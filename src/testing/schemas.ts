import type { Shape } from "../config/jsonschema.ts";

/** Every schema in a JSON Schema, with its path. */
export function schemasIn(shape: Shape, path = "$"): [string, Shape][] {
  const inside = [
    ...Object.entries(shape.properties ?? {}).map(([key, value]) => [`${path}.${key}`, value] as const),
    ...(shape.additionalProperties ? [[`${path}.*`, shape.additionalProperties] as const] : []),
    ...[shape.items ?? []].flat().map((value: Shape) => [`${path}[]`, value] as const),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].map((value, i) => [`${path}|${i}`, value] as const),
  ];
  return [[path, shape], ...inside.flatMap(([key, value]) => schemasIn(value, key))];
}
