import type { Page, Sample } from "./text.ts";

export type Kind = "counter" | "gauge" | "histogram" | "summary";

/** A metric with all its series. */
export interface Family {
  readonly kind: Kind;
  readonly series: readonly Series[];
}

/** A series: a part of a histogram or summary, or a plain value. */
export interface Series {
  readonly part: "value" | "bucket" | "sum" | "count";
  /** Upper bound of a bucket. */
  readonly le: number;
  /** Its labels, without the bound. */
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/**
 * The metrics of a page by name. Leaves out creation times (`_created`), quantiles of summaries, which cover an
 * unknown time, and kinds that are not figures (info, stateset, gauge histograms). A metric without a type comment
 * is a counter if its name ends with `_total`, else a gauge.
 */
export function families({ types, samples }: Page): Map<string, Family> {
  const found = new Map<string, { kind: Kind; series: Series[] }>();
  for (const sample of samples) {
    const role = roleOf(sample, types);
    if (role === undefined) continue;
    const { family, kind, part } = role;
    const entry = found.get(family) ?? { kind, series: [] };
    found.set(family, entry);
    const labels = new Map(sample.labels);
    labels.delete("le");
    entry.series.push({ part, le: bound(sample.labels.get("le")), labels, value: sample.value });
  }
  return found;
}

interface Role {
  readonly family: string;
  readonly kind: Kind;
  readonly part: Series["part"];
}

const PARTS = { _bucket: "bucket", _sum: "sum", _count: "count" } as const;

function roleOf({ name, labels }: Sample, types: Page["types"]): Role | undefined {
  for (const [suffix, part] of Object.entries(PARTS)) {
    const family = name.slice(0, -suffix.length);
    const type = name.endsWith(suffix) ? types.get(family) : undefined;
    if (type === "gaugehistogram") return undefined;
    if (type !== "histogram" && (type !== "summary" || part === "bucket")) continue;
    if (part === "bucket" && !labels.has("le")) return undefined;
    return { family, kind: type, part };
  }
  const base = name.replace(/_(?:total|created|info)$/, "");
  const based = base === name ? undefined : (types.get(base) ?? types.get(`${base}_total`));
  if (name.endsWith("_created") && based !== undefined) return undefined;
  const type = types.get(name) ?? (based === "counter" ? "counter" : undefined);
  if (type === "counter" || (undeclared(type) && name.endsWith("_total"))) {
    return { family: name, kind: "counter", part: "value" };
  }
  if (type === "gauge" || (undeclared(type) && based !== "info")) {
    return { family: name, kind: "gauge", part: "value" };
  }
  return undefined;
}

const undeclared = (type: string | undefined) =>
  type === undefined || type === "untyped" || type === "unknown";

/** The upper bound of a bucket; NaN if it is invalid. */
const bound = (text: string | undefined): number => {
  if (text === undefined) return Number.NaN;
  return text === "+Inf" || text === "Inf" ? Number.POSITIVE_INFINITY : Number(text);
};
