/** Hides every secret in a text. */
export type Redact = (text: string) => string;

/**
 * The fewest characters of a secret. Hiding a shorter one would hide ordinary text too (`ok` is in half of all
 * sentences), so such a secret is rejected where it is read.
 */
export const SHORTEST_SECRET = 6;

/**
 * A function that replaces each secret with `***`: in plain text, and as JSON or a URL encodes it.
 *
 * @param secrets values to hide; those below `SHORTEST_SECRET` are ignored, longer ones are replaced first
 */
export function redactor(secrets: readonly string[]): Redact {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeURIComponent(secret));
    forms.add(Buffer.from(secret).toString("base64"));
  }
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((hidden, form) => hidden.replaceAll(form, "***"), text);
}

/**
 * A JSON-like value with every secret hidden in each string and key: a request may be named after a token. Parts
 * without a secret of at least `SHORTEST_SECRET` characters stay unchanged.
 */
export function hidden<T>(value: T, redact: Redact): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === "string") return redact(part);
    if (Array.isArray(part)) return part.map(walk);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [redact(key), walk(inner)]));
  };
  return walk(value) as T;
}
