import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, say } from "./command.ts";

/**
 * Writes every key path of the Compose specification's published schema to a file, for the test that requires a decision
 * about each. Call: `node src/dev/composekeys.ts v2.16.2`, with a version of compose-go. Go fetches the module.
 */

const MODULE = "github.com/compose-spec/compose-go/v2";
const FILE = "src/stack/compose/specification.json";

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Every key path; `*` is any name, `[]` any item of a list. Custom keys (`x-`) are left out. */
export function keysOf(schema: Schema): string[] {
  const named = schema.$defs ?? schema.definitions ?? {};
  const found = new Set<string>();
  const visit = (node: Schema | boolean | undefined, path: string, within: readonly string[]): void => {
    if (typeof node !== "object") return;
    const below = (step: string, child: Schema | boolean) => {
      const key = step === "[]" || path === "" ? `${path}${step}` : `${path}.${step}`;
      found.add(key);
      visit(child, key, within);
    };
    const name = node.$ref?.split("/").at(-1);
    if (name !== undefined && !within.includes(name)) visit(named[name], path, [...within, name]);
    for (const one of [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])]) {
      visit(one, path, within);
    }
    for (const [key, child] of Object.entries(node.properties ?? {})) below(key, child);
    for (const [form, child] of Object.entries(node.patternProperties ?? {})) {
      if (!form.startsWith("^x-")) below("*", child);
    }
    if (typeof node.additionalProperties === "object") below("*", node.additionalProperties);
    if (node.items !== undefined) below("[]", node.items);
  };
  visit(schema, "", []);
  return [...found].sort();
}

if (import.meta.main) {
  const version = process.argv[2] ?? "latest";
  const printed = execFileSync("go", ["mod", "download", "-json", `${MODULE}@${version}`], {
    encoding: "utf8",
    cwd: "/",
  });
  const { Dir, Version } = JSON.parse(printed) as { Dir: string; Version: string };
  const schema = JSON.parse(readFileSync(join(Dir, "schema/compose-spec.json"), "utf8")) as Schema;
  const source = `${MODULE}@${Version} schema/compose-spec.json (Apache-2.0): its key paths alone`;
  writeFileSync(join(ROOT, FILE), `${JSON.stringify({ source, keys: keysOf(schema) }, null, 2)}\n`);
  say(`${FILE}: ${keysOf(schema).length} keys of ${Version}`);
}
