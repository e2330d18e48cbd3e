import { z } from "zod";
import { digits } from "./figure.ts";

/** Hours per unit of time in prices; a month is a twelfth of 365 days, as cloud providers bill. */
const HOURS = { h: 1, day: 24, month: 730 } as const;
export const HOURS_A_MONTH = HOURS.month;

const WANT = 'a price such as "0.0416 USD/h" or "30 EUR/month"';
const PATTERN = String.raw`^\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*/\s*(h|day|month)\s*$`;

/** "0.0416 USD/h" → the price of an hour; undefined for anything else. */
export function price(text: string): { perHour: number; currency: string } | undefined {
  const [, amount, currency, time] = new RegExp(PATTERN).exec(text) ?? [];
  if (amount === undefined || currency === undefined || time === undefined) return undefined;
  const perHour = Number(amount) / HOURS[time as keyof typeof HOURS];
  return Number.isFinite(perHour) ? { perHour, currency } : undefined;
}

/** A price per time. Accepts a parsed price as well, because a run file carries its config. */
export const Price = z
  .union(
    [
      z.string().meta({ pattern: PATTERN }),
      z.strictObject({
        perHour: z.number().min(0).meta({ description: "price of an hour" }),
        currency: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .meta({ description: "three letters, such as USD" }),
      }),
    ],
    WANT,
  )
  .transform((input, context) => {
    const found = typeof input === "string" ? price(input) : input;
    if (found !== undefined) return found;
    context.addIssue({ code: "custom", message: WANT, input });
    return z.NEVER;
  })
  .meta({ description: WANT });
export type Price = z.infer<typeof Price>;

/** An amount for display: "0.0144 USD", "1,240 EUR". */
export const money = (amount: number, currency: string): string => `${digits(amount)} ${currency}`;
