import { z } from "zod";
import { decimal, NUMBER, SPAN, seconds, TIMES } from "../base/duration.ts";
import type { Unit } from "./figure.ts";

export { seconds } from "../base/duration.ts";
export { digits, format, formatApart, type Unit } from "./figure.ts";

/**
 * Quantities as written in a config, converted once when read: to seconds, bytes, ratios and per-second rates. A bare
 * number is already in the base unit, so parsing a parsed value changes nothing (a run file carries its resolved
 * config).
 */
const SIZE = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 } as const;
/** "64MiB", "1.5GB", "10B" → bytes. */
export function bytes(text: string): number | undefined {
  const part = new RegExp(`^(${NUMBER})\\s?(B|kB|MB|GB|KiB|MiB|GiB)$`).exec(text);
  return part ? decimal(Number(part[1]) * SIZE[part[2] as keyof typeof SIZE]) : undefined;
}

/** "3%" → 0.03. */
export function ratio(text: string): number | undefined {
  const part = new RegExp(`^(-?${NUMBER})\\s?%$`).exec(text);
  return part ? decimal(Number(part[1]) / 100) : undefined;
}

/** "200/s", "90/m" → per second. */
export function perSecond(text: string): number | undefined {
  const part = new RegExp(`^(${NUMBER})\\s?/\\s?(s|m|h)$`).exec(text);
  return part ? Number(part[1]) / TIMES[part[2] as "s" | "m" | "h"] : undefined;
}

/** A number and its unit; "1" where no unit is written. */
export function amount(text: string): { value: number; unit: Unit } | undefined {
  const plain = new RegExp(`^-?${NUMBER}$`).test(text) ? Number(text) : undefined;
  const found = [
    { value: plain, unit: "1" },
    { value: seconds(text), unit: "s" },
    { value: bytes(text), unit: "B" },
    { value: ratio(text), unit: "ratio" },
    { value: perSecond(text), unit: "/s" },
  ] as const;
  const { value, unit } = found.find((one) => one.value !== undefined) ?? {};
  return value === undefined || unit === undefined ? undefined : { value, unit };
}

/** Any of the above, or a plain number: the values that a budget may have. */
export const quantity = (text: string): number | undefined => amount(text)?.value;

function parsed(
  parse: (text: string) => number | undefined,
  pattern: string,
  want: string,
  { form, least = Number.NEGATIVE_INFINITY }: { readonly form?: Form; readonly least?: number } = {},
) {
  return z
    .union([z.number(), z.string().meta({ pattern })], want)
    .transform((input, context) => {
      const value = typeof input === "number" ? input : parse(input.trim());
      if (value !== undefined && Number.isFinite(value) && value >= least) return value;
      context.addIssue({ code: "custom", message: want, params: { form }, input });
      return z.NEVER;
    })
    .meta({ description: want });
}

/** Seconds: what is divided by a duration stays finite. */
const LEAST_DURATION = 1e-9;
const duration = `^${SPAN}$`;
/** Text of a quantity, as a regular expression for editors. */
export const QUANTITY = `(?:-?${NUMBER}\\s?(?:%|/\\s?[smh]|${Object.keys(SIZE).join("|")})?|${SPAN})`;
/** The form that a text must have, in the `params` of an issue: the remedy depends on it. */
export type Form = "duration" | "ratio" | "limit";
/** The expected form of each kind of quantity, for error messages. */
export const WANTED = {
  duration: 'a duration such as "500ms", "5s" or "1m30s"',
  durationOrZero: 'a duration such as "0s", "500ms" or "5s"',
  ratio: 'a percentage such as "3%"',
  limit: 'a limit such as "< 250ms" or "> 100/s"',
  knee: 'a limit such as "> 15/s"',
} as const;
/** A length of time that a clock can measure, in seconds. */
export const Duration = parsed(seconds, duration, WANTED.duration, {
  form: "duration",
  least: LEAST_DURATION,
});
/** A length of time, zero allowed, in seconds. */
export const DurationOrZero = parsed(seconds, duration, WANTED.durationOrZero, {
  form: "duration",
  least: 0,
});
/** A share, at least 0: "3%" or 0.03. */
export const Ratio = parsed(ratio, `^${NUMBER}\\s?%$`, WANTED.ratio, { form: "ratio", least: 0 });
/** Any number with or without a unit, in base units. */
export const Quantity = parsed(
  quantity,
  `^${QUANTITY}$`,
  'a number with a unit, such as "250ms", "1%", "64MiB" or "100/s"',
);
