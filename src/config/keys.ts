import { configJsonSchema, type Shape } from "./jsonschema.ts";

/** A key of the config, as people look it up. */
export interface Key {
  /** Path from the top; NAME stands for a name of the user's, `[]` for an entry of a list. */
  readonly key: string;
  /** What it takes, with its unit. */
  readonly type: string;
  /** As it would be written; null where there is none. */
  readonly usual: string | null;
  readonly required: boolean;
  /** A value as it would be written; null for those that have keys of their own. */
  readonly example: string | null;
  readonly about: string;
}

/** Kinds of texts, told apart by examples that their patterns accept. */
const TEXTS: readonly {
  readonly type: string;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}[] = [
  { type: "a limit, in the metric's unit", yes: ["< 5%", "> 15/s"], no: ["5%"] },
  { type: "a rate (/s)", yes: ["> 15/s"], no: ["< 5%", "/a"] },
  { type: "a figure, in the metric's unit", yes: ["5%", "50us", "10/s"], no: ["< 5%"] },
  { type: "a duration (s)", yes: ["90s", "1m30s"], no: ["5%", "browse"] },
  { type: "a share (%)", yes: ["5%"], no: ["90s"] },
  { type: "a path that begins with /", yes: ["/health", "/~x"], no: ["health"] },
  { type: "a JSON pointer", yes: ["/latency/p50"], no: ["/~x", "latency"] },
  { type: "a name", yes: ["browse", "a-b"], no: ["/health", "5%"] },
];
const EXAMPLES: Readonly<Record<string, string>> = {
  "a limit, in the metric's unit": '"< 250ms"',
  "a rate (/s)": '"> 15/s"',
  "a figure, in the metric's unit": "50us",
  "a duration (s)": "90s",
  "a share (%)": "5%",
  "a path that begins with /": "/health",
  "a JSON pointer": "/latency/p50",
  "a whole number": "10",
  "a number": "0.5",
  "true or false": "true",
};

const MOST_PORT = 65_535;

/** Every key of the config with what it takes, its default and its meaning, in the order of the schema. */
export function configKeys(): Key[] {
  const found = new Map<string, Key>();
  const add = (key: Key) => {
    if (!found.has(key.key)) found.set(key.key, key);
  };
  below(configJsonSchema() as Shape, "", add);
  return [...found.values()];
}

function below(shape: Shape, path: string, add: (key: Key) => void): void {
  for (const [name, value] of Object.entries(shape.properties ?? {})) {
    const key = path === "" ? name : `${path}.${name}`;
    const type = typeOf(value);
    const usual = value.default === undefined ? null : written(value.default, type);
    const required = shape.required?.includes(name) === true;
    const about = (value.description ?? "").replaceAll("\n", " ");
    add({ key, type, usual, required, example: exampleOf(value, type), about });
    below(value, key, add);
  }
  const named = shape.additionalProperties;
  if (named) below(named, `${path}.NAME`, add);
  for (const one of shape.anyOf ?? []) below(one, path, add);
  if (shape.items && !Array.isArray(shape.items)) below(shape.items as Shape, `${path}[]`, add);
}

function typeOf(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((one) => `\`${String(one)}\``).join(", ");
  if (shape.anyOf) {
    const types = [...new Set(shape.anyOf.map(typeOf))];
    // A figure may always be written as a number of base units, too.
    const figures = types.filter((type) => type !== "a number" && type !== "a whole number");
    return (figures.some(isFigure) ? figures : types).join(", or ");
  }
  if (shape.items) {
    if (!Array.isArray(shape.items)) return `a list: ${typeOf(shape.items as Shape)}`;
    return `a pair: ${[...new Set((shape.items as Shape[]).map(typeOf))].join(", ")}`;
  }
  if (shape.additionalProperties) return `by name: ${typeOf(shape.additionalProperties)}`;
  if (shape.properties) return "keys of its own";
  if (Array.isArray(shape.type)) return "a text, a number, true or false";
  if (shape.type === "integer") return "a whole number";
  if (shape.type === "number") return "a number";
  if (shape.type === "boolean") return "true or false";
  if (shape.pattern === undefined) return "a text";
  const pattern = new RegExp(shape.pattern);
  const accepts = (text: string) => pattern.test(text);
  return TEXTS.find(({ yes, no }) => yes.every(accepts) && !no.some(accepts))?.type ?? "a text";
}

const isFigure = (type: string) => /^a (?:limit|rate|figure|duration|share)\b/.test(type);

/** A default as people would write it. */
function written(value: unknown, type: string): string {
  if (typeof value === "number" && type.startsWith("a duration")) return `${value}s`;
  if (typeof value === "number" && type.startsWith("a share"))
    return `${Number((100 * value).toPrecision(6))}%`;
  if (typeof value === "string" && value !== "") return value;
  return JSON.stringify(value);
}

function exampleOf(shape: Shape, type: string): string | null {
  const [, sample] =
    /such as (?:"([^"]+)"|(\[[^\]]+\]))/.exec(shape.description ?? "")?.filter(Boolean) ?? [];
  if (sample !== undefined) return sample.startsWith("[") ? sample : JSON.stringify(sample);
  if (shape.enum) return String(shape.enum.at(-1));
  if (shape.maximum === MOST_PORT) return "8080";
  return EXAMPLES[type] ?? null;
}

/**
 * The keys that a text may mean: a whole path, with the user's own names or without, or the end of one.
 *
 * @param text such as `policy.band`, `workloads.browse.gate` or `measure.pairs`
 */
export function keysNamed(text: string, keys: readonly Key[] = configKeys()): Key[] {
  const asked = partsOf(text);
  const exact = keys.filter(({ key }) => isSame(partsOf(key), asked));
  if (exact.length > 0 || asked.length === 0) return exact;
  return keys.filter(({ key }) => {
    const end = partsOf(key).slice(-asked.length);
    return end[0] === asked[0] && isSame(end, asked);
  });
}

const partsOf = (key: string) =>
  key
    .replaceAll("[]", "")
    .split(".")
    .filter((part) => part !== "");
const isSame = (parts: readonly string[], asked: readonly string[]) =>
  parts.length === asked.length && parts.every((part, i) => part === asked[i] || part === "NAME");
