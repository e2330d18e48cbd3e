import { z } from "zod";

/**
 * The JSON Schema (draft 7) of what a type reads, with the descriptions of its keys.
 *
 * @param grows whether later versions may add keys, which are valid then
 */
export function jsonSchema(
  type: z.ZodType,
  title: string,
  description: string,
  { grows = false }: { readonly grows?: boolean } = {},
): object {
  const { $schema, ...schema } = z.toJSONSchema(type, {
    io: "input",
    target: "draft-07",
    override({ zodSchema, jsonSchema }) {
      // Defaults are in base units, which the key accepts too. zod omits them and examples where text is converted.
      const { def } = zodSchema._zod;
      if (def.type === "default" || def.type === "prefault") jsonSchema.default = def.defaultValue;
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      // Not a JSON Schema format; the pattern expresses the same.
      if (jsonSchema.format === "starts_with") delete jsonSchema.format;
      if (grows && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return { $schema, title, description, ...schema };
}
