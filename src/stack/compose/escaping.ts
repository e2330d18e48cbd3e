import type { Resolved } from "./resolved.ts";

/**
 * The model that Compose printed, with its escaping undone. Compose doubles every dollar in keys and values: it
 * prints `/srv/a$b` as `/srv/a$$b`.
 */
export const unescaped = (text: string): Resolved => JSON.parse(text.replaceAll("$$", "$")) as Resolved;

/**
 * A model as a file for Compose, which reads a dollar in a value as a reference to a variable, but not in a key. Its YAML
 * reader takes some characters in a text for line breaks, and would start another path than the one that was checked.
 */
export function escaped(model: Resolved): string {
  const text = JSON.stringify(model, (_key, value: unknown) =>
    typeof value === "string" ? value.replaceAll("$", "$$$$") : value,
  );
  return text.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Variables as an env file for Compose, with unchanged values. In double quotes a backslash escapes quotes, dollars
 * and itself (compose-go: `dotenv/parser.go`).
 */
export function envFile(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(
    ([name, value]) => `${name}="${value.replace(/[\\"$]/g, (special) => `\\${special}`)}"\n`,
  );
  return lines.join("");
}
