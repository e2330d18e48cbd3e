import type { Resolved } from "./resolved.ts";

/**
 * What Compose printed, with its escaping undone: it doubles every dollar of its output, in keys as in values, so that
 * `/srv/a$b` is printed as `/srv/a$$b`.
 */
export const unescaped = (text: string): Resolved => JSON.parse(text.replaceAll("$$", "$")) as Resolved;

/** A model as a file for Compose: it reads a dollar in a value as a reference to a variable, in a key as it is. */
export function escaped(model: Resolved): string {
  return JSON.stringify(model, (_key, value: unknown) =>
    typeof value === "string" ? value.replaceAll("$", "$$$$") : value,
  );
}

/**
 * Variables as an env file for Compose: every value stays as it is. In double quotes a backslash escapes quotes,
 * dollars and itself (compose-go: `dotenv/parser.go`).
 */
export function envFile(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(
    ([name, value]) => `${name}="${value.replace(/[\\"$]/g, (special) => `\\${special}`)}"\n`,
  );
  return lines.join("");
}
