import { own } from "../base/own.ts";
import { EXAMPLES } from "./examples.ts";
import { configJsonSchema, type Shape, waiversJsonSchema } from "./jsonschema.ts";

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

/** The version since which every key is known. */
export const KNOWN_SINCE = "0.1.0";

/** Kinds of values, as they are worded. */
const KINDS = {
  limit: "a limit, in the metric's unit",
  rate: "a rate (/s)",
  figure: "a figure, in the metric's unit",
  duration: "a duration (s)",
  share: "a share (%)",
  path: "a path that begins with /",
  pointer: "a JSON pointer",
  name: "a name",
  text: "a text",
  whole: "a whole number",
  number: "a number",
  boolean: "true or false",
  group: "keys of its own",
} as const;
type Kind = keyof typeof KINDS;

/** Kinds of texts, told apart by examples that their patterns accept. */
const TEXTS: readonly {
  readonly kind: Kind;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}[] = [
  { kind: "limit", yes: ["< 5%", "> 15/s"], no: ["5%"] },
  { kind: "rate", yes: ["> 15/s"], no: ["< 5%", "/a"] },
  { kind: "figure", yes: ["5%", "50us", "10/s"], no: ["< 5%"] },
  { kind: "duration", yes: ["90s", "1m30s"], no: ["5%", "browse"] },
  { kind: "share", yes: ["5%"], no: ["90s"] },
  { kind: "path", yes: ["/health", "/~x"], no: ["health"] },
  { kind: "pointer", yes: ["/latency/p50"], no: ["/~x", "latency"] },
  { kind: "name", yes: ["browse", "a-b"], no: ["/health", "5%"] },
];
/** What may always be written as a number of base units, too. */
const FIGURES: ReadonlySet<Kind | null> = new Set(["limit", "rate", "figure", "duration", "share"]);
const NUMBERS: ReadonlySet<Kind | null> = new Set(["whole", "number"]);
const TYPICAL: Readonly<Partial<Record<Kind, string>>> = {
  limit: '"< 250ms"',
  rate: '"> 15/s"',
  figure: "50us",
  duration: "90s",
  share: "5%",
  path: "/health",
  pointer: "/latency/p50",
  whole: "10",
  number: "0.5",
  boolean: "true",
};

const MOST_PORT = 65_535;

/** What a key takes; the kind is null for a choice, a list and other compositions. */
interface Type {
  readonly kind: Kind | null;
  readonly words: string;
}
const plain = (kind: Kind): Type => ({ kind, words: KINDS[kind] });
const composed = (words: string): Type => ({ kind: null, words });

/** Every key of the config, then of the file of waivers: what it takes, its default and its meaning, in the schema's order. */
export const configKeys = (): Key[] => found().map(({ key }) => key);

/** The keys that take more than keys of their own. */
export const valueKeys = (): Key[] => found().flatMap(({ key, kind }) => (kind === "group" ? [] : [key]));

interface Found {
  readonly key: Key;
  readonly kind: Kind | null;
}

function found(): Found[] {
  const all = new Map<string, Found>();
  const add = (one: Found) => {
    if (!all.has(one.key.key)) all.set(one.key.key, one);
  };
  below(configJsonSchema() as Shape, "", add);
  below(waiversJsonSchema() as Shape, "", add);
  return [...all.values()];
}

function below(shape: Shape, path: string, add: (found: Found) => void): void {
  for (const [name, value] of Object.entries(shape.properties ?? {})) {
    const key = path === "" ? name : `${path}.${name}`;
    const { kind, words } = typeOf(value);
    const usual = value.default === undefined ? null : written(value.default, kind);
    const required = shape.required?.includes(name) === true;
    const about = (value.description ?? "").replaceAll("\n", " ");
    add({ key: { key, type: words, usual, required, example: exampleOf(key, value, kind), about }, kind });
    below(value, key, add);
  }
  const named = shape.additionalProperties;
  if (named) below(named, `${path}.NAME`, add);
  for (const one of shape.anyOf ?? []) below(one, path, add);
  if (shape.items && !Array.isArray(shape.items)) below(shape.items as Shape, `${path}[]`, add);
}

function typeOf(shape: Shape): Type {
  if (shape.const !== undefined) return composed(JSON.stringify(shape.const));
  if (shape.enum) return composed(shape.enum.map((one) => `\`${String(one)}\``).join(", "));
  if (shape.anyOf) {
    const types = unique(shape.anyOf);
    const figures = types.filter(({ kind }) => !NUMBERS.has(kind));
    const shown = figures.some(({ kind }) => FIGURES.has(kind)) ? figures : types;
    return shown.length === 1 ? shown[0]! : composed(shown.map(({ words }) => words).join(", or "));
  }
  if (shape.items) {
    if (!Array.isArray(shape.items)) return composed(`a list: ${typeOf(shape.items as Shape).words}`);
    const types = unique(shape.items as Shape[]);
    return composed(`a pair: ${types.map(({ words }) => words).join(", ")}`);
  }
  if (shape.additionalProperties) return composed(`by name: ${typeOf(shape.additionalProperties).words}`);
  if (shape.properties) return plain("group");
  if (Array.isArray(shape.type)) return composed("a text, a number, true or false");
  if (shape.type === "integer") return plain("whole");
  if (shape.type === "number" || shape.type === "boolean") return plain(shape.type);
  if (shape.pattern === undefined) return plain("text");
  const pattern = new RegExp(shape.pattern);
  const accepts = (text: string) => pattern.test(text);
  return plain(TEXTS.find(({ yes, no }) => yes.every(accepts) && !no.some(accepts))?.kind ?? "text");
}

/** The types of shapes, each once. */
const unique = (shapes: readonly Shape[]): Type[] => [
  ...new Map(shapes.map(typeOf).map((type) => [type.words, type])).values(),
];

/** A default as people would write it. */
function written(value: unknown, kind: Kind | null): string {
  if (typeof value === "number" && kind === "duration") return `${value}s`;
  if (typeof value === "number" && kind === "share") return `${Number((100 * value).toPrecision(6))}%`;
  if (typeof value === "string" && value !== "") return value;
  return JSON.stringify(value);
}

function exampleOf(key: string, shape: Shape, kind: Kind | null): string | null {
  const given = own(EXAMPLES, key);
  if (given !== undefined) return given;
  if (shape.examples) return flow(shape.examples[0]);
  if (shape.enum) return plainOrQuoted(String(shape.enum.at(-1)));
  if (shape.maximum === MOST_PORT) return "8080";
  if (kind === "whole" && shape.maximum !== undefined) return String(Math.min(10, shape.maximum));
  return (kind && TYPICAL[kind]) ?? null;
}

/** A choice in YAML: quoted where a sign of YAML's begins it. */
const plainOrQuoted = (text: string) => (/^[\w-]/.test(text) ? text : JSON.stringify(text));

/** An example in YAML: a text in quotes, or a list or mapping on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = Object.entries(value).map(([name, one]) => `${name}: ${one}`);
  return `{ ${items.join(", ")} }`;
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
