import { z } from "zod";
import { PlainName, UNITS } from "../../model/mapping.ts";
import type { Metric, Trend } from "../../model/metric.ts";
import { MOST_METRICS, quoted, type Seen, UNCOUNTED, Unreadable } from "./seen.ts";

type Printed = { readonly unit: Trend["unit"]; readonly factor: number };

/** An entry of github-action-benchmark's custom formats; `range` and `extra` are for people. */
const Entry = z.object({ name: z.string().min(1).max(200), unit: z.string().max(100), value: z.number() });

/**
 * The entries of `customSmallerIsBetter` and `customBiggerIsBetter`. A name that is one word is a metric's name as
 * it is; another, such as "sort (100 items)", becomes `benchmark{name:sort (100 items)}`.
 *
 * @throws Unreadable
 */
export function benchmark(data: unknown, better: "lower" | "higher"): Seen {
  if (!Array.isArray(data)) throw new Unreadable("it is not a list of benchmarks");
  if (data.length === 0) throw new Unreadable("the list of benchmarks is empty");
  if (data.length > MOST_METRICS) throw new Unreadable(`there are more than ${MOST_METRICS} benchmarks`);
  const metrics = new Map<string, Metric>();
  for (const [index, one] of data.entries()) {
    const parsed = Entry.safeParse(one);
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!;
      throw new Unreadable(`${quoted(`/${[index, ...path.map(String)].join("/")}`)}: ${message}`);
    }
    const name = metricName(parsed.data.name);
    if (metrics.has(name))
      throw new Unreadable(`there are two benchmarks called ${quoted(parsed.data.name)}`);
    const { unit, factor } = unitOf(parsed.data.unit);
    metrics.set(name, { kind: "gauge", unit, value: parsed.data.value * factor, better });
  }
  return { ...UNCOUNTED, metrics: Object.fromEntries(metrics) };
}

function metricName(name: string): string {
  if (/[\p{C}\u2028\u2029]/u.test(name)) {
    throw new Unreadable(`the name of a benchmark holds a control character: ${quoted(name)}`);
  }
  const plain = PlainName.safeParse(name).success && !/^(?:cpu_per_request|memory_peak)$/.test(name);
  return plain ? name : `benchmark{name:${name.replaceAll("{", "(").replaceAll("}", ")")}}`;
}

const NONE: Printed = { unit: "1", factor: 1 };
/** Other spellings of units, in small letters. */
const SPELLINGS: Readonly<Record<string, keyof typeof UNITS>> = {
  "\u00b5s": "us",
  "\u03bcs": "us",
  sec: "s",
  secs: "s",
  second: "s",
  seconds: "s",
  milliseconds: "ms",
  microseconds: "us",
  nanoseconds: "ns",
  bytes: "B",
  byte: "B",
  kb: "kB",
  mb: "MB",
  gb: "GB",
  kib: "KiB",
  mib: "MiB",
  gib: "GiB",
  percent: "%",
};

/** The unit behind a printed text: "ns/iter", "ops/sec", "MB"; a plain number where the text is unknown. */
export function unitOf(text: string): Printed {
  const plain = text.trim();
  if (/^\S*\s?(?:\/|per )\s?(?:s|sec|second)$/i.test(plain)) {
    // "MB/s" is no count of anything a second: kept as the number it is
    return /^[kmg]?i?b\s?\//i.test(plain) ? NONE : UNITS["/s"];
  }
  const each = plain.replace(/\s?\/\s?\w+$/, "");
  if (Object.hasOwn(UNITS, each)) return UNITS[each as keyof typeof UNITS];
  const small = each.toLowerCase();
  return Object.hasOwn(SPELLINGS, small) ? UNITS[SPELLINGS[small]!] : NONE;
}
