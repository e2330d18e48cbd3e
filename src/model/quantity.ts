import { z } from "zod";

/**
 * Quantities as people write them in a config, converted once on the way in: seconds, bytes, ratios and
 * per-second rates inside. A bare number is already in the base unit, so parsing a parsed value changes
 * nothing (a run file carries its resolved config).
 */
const DURATION = { us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 } as const;
const SIZE = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
} as const;
const NUMBER = String.raw`(?:\d+\.?\d*|\.\d+)`;

/** "1m30s", "500ms", "1.5s" → seconds; undefined when it is not a duration. */
export function seconds(text: string): number | undefined {
  const parts = [...text.matchAll(new RegExp(`(${NUMBER})(us|µs|ms|s|m|h)`, "gy"))];
  const length = parts.reduce((sum, part) => sum + part[0].length, 0);
  if (parts.length === 0 || length !== text.length) return undefined;
  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * DURATION[unit as keyof typeof DURATION], 0);
}

/** "64MiB", "1.5GB", "10B" → bytes. */
export function bytes(text: string): number | undefined {
  const part = new RegExp(`^(${NUMBER})\\s?(B|kB|MB|GB|KiB|MiB|GiB)$`).exec(text);
  return part ? Number(part[1]) * SIZE[part[2] as keyof typeof SIZE] : undefined;
}

/** "3%" → 0.03. */
export function ratio(text: string): number | undefined {
  const part = new RegExp(`^(-?${NUMBER})\\s?%$`).exec(text);
  return part ? Number(part[1]) / 100 : undefined;
}

/** "200/s", "90/m" → per second. */
export function perSecond(text: string): number | undefined {
  const part = new RegExp(`^(${NUMBER})\\s?/\\s?(s|m|h)$`).exec(text);
  return part ? Number(part[1]) / DURATION[part[2] as "s" | "m" | "h"] : undefined;
}

/** Any of the above, or a plain number: what a budget may name. */
export function quantity(text: string): number | undefined {
  const plain = new RegExp(`^-?${NUMBER}$`).test(text) ? Number(text) : undefined;
  return plain ?? seconds(text) ?? bytes(text) ?? ratio(text) ?? perSecond(text);
}

function parsed(
  parse: (text: string) => number | undefined,
  pattern: string,
  want: string,
  border: { least?: number; above?: number } = {},
) {
  const inside = (n: number) =>
    (border.least === undefined || n >= border.least) && (border.above === undefined || n > border.above);
  return z
    .union([z.number(), z.string().meta({ pattern })])
    .transform((input, context) => {
      const value = typeof input === "number" ? input : parse(input.trim());
      if (value !== undefined && Number.isFinite(value) && inside(value)) return value;
      context.addIssue({ code: "custom", message: want, input });
      return z.NEVER;
    })
    .meta({ description: want });
}

const duration = String.raw`^(\d+\.?\d*|\.\d+)(us|µs|ms|s|m|h)((\d+\.?\d*|\.\d+)(us|µs|ms|s|m|h))*$`;
/** A length of time above zero, in seconds. */
export const Duration = parsed(seconds, duration, 'a duration such as "500ms", "5s" or "1m30s"', {
  above: 0,
});
/** A length of time, zero allowed, in seconds. */
export const DurationOrZero = parsed(seconds, duration, 'a duration such as "0s", "500ms" or "5s"', {
  least: 0,
});
/** A share, at least 0: "3%" or 0.03. */
export const Ratio = parsed(ratio, String.raw`^(\d+\.?\d*|\.\d+)\s?%$`, 'a percentage such as "3%"', {
  least: 0,
});
/** Any number with or without a unit, in base units. */
export const Quantity = parsed(
  quantity,
  String.raw`^-?(\d+\.?\d*|\.\d+)\s?(us|µs|ms|s|m|h|B|kB|MB|GB|KiB|MiB|GiB|%|/s|/m|/h)?$`,
  'a number with a unit, such as "250ms", "1%", "64MiB" or "100/s"',
);

export type Unit = "s" | "B" | "ratio" | "/s" | "1";

/** A number for people: three significant digits, the prefix of its size, its unit. NaN is "n/a". */
export function format(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return "n/a";
  if (unit === "ratio") return `${digits(value * 100)} %`;
  if (value === 0) return unit === "1" ? "0" : unit === "/s" ? "0 /s" : `0 ${unit}`;
  const size = Math.abs(value);
  if (unit === "s") {
    if (size >= 120) return `${digits(value / 60)} min`;
    if (size >= 1) return `${digits(value)} s`;
    return size >= 1e-3 ? `${digits(value * 1e3)} ms` : `${digits(value * 1e6)} µs`;
  }
  if (unit === "B") {
    const step = Math.min(3, Math.floor(Math.log2(size) / 10));
    return step <= 0
      ? `${digits(value)} B`
      : `${digits(value / 1024 ** step)} ${["KiB", "MiB", "GiB"][step - 1]}`;
  }
  return unit === "/s" ? `${digits(value)} /s` : digits(value);
}

/** Three significant digits without an exponent up to 10 digits: 0.0123, 1.23, 123, 12,300. */
export function digits(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const size = Math.abs(rounded);
  if (size >= 1e10 || (size < 1e-6 && size > 0)) return rounded.toExponential(2);
  return rounded.toLocaleString("en-US", { maximumSignificantDigits: size >= 1000 ? 10 : 3 });
}
