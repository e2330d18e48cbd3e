import { z } from "zod";
import { digits } from "./figure.ts";

/** Hours of the times that prices are given for; a month is a twelfth of 365 days, as clouds reckon. */
const HOURS = { h: 1, day: 24, month: 730 } as const;
export const HOURS_A_MONTH = HOURS.month;

const WANT = 'a price such as "0.0416 USD/h" or "30 EUR/month"';
const PATTERN = String.raw`^\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*/\s*(h|day|month)\s*$`;

/** "0.0416 USD/h" → an hour's price; undefined for anything else. */
export function price(text: string): { perHour: number; currency: string } | undefined {
  const [, amount, currency, time] = new RegExp(PATTERN).exec(text) ?? [];
  if (amount === undefined || currency === undefined || time === undefined) return undefined;
  const perHour = Number(amount) / HOURS[time as keyof typeof HOURS];
  return Number.isFinite(perHour) ? { perHour, currency } : undefined;
}

/** A price of something that is paid by time. A parsed one is taken as well: a run file carries its config. */
export const Price = z
  .union(
    [
      z.string().meta({ pattern: PATTERN }),
      z.strictObject({
        perHour: z.number().min(0).meta({ description: "what an hour of it costs" }),
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

/** An amount for people: "0.0144 USD", "1,240 EUR". */
export const money = (amount: number, currency: string): string => `${digits(amount)} ${currency}`;
