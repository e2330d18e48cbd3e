import { expect, test } from "vitest";
import { money, Price, price } from "./money.ts";

test.each([
  ["0.0416 USD/h", 0.0416, "USD"],
  ["30 EUR/month", 30 / 730, "EUR"],
  ["1.2CHF / day", 0.05, "CHF"],
  ["0 USD/h", 0, "USD"],
])("%s", (text, perHour, currency) => {
  expect(price(text)?.perHour).toBeCloseTo(perHour, 12);
  expect(price(text)?.currency).toBe(currency);
  // a run file carries parsed prices
  expect(Price.parse(Price.parse(text))).toEqual(price(text));
});

test.each([
  "0.04",
  "0.04 USD",
  "0.04 usd/h",
  "$0.04/h",
  "0.04 USD/year",
  "-1 USD/h",
  "1e3 USD/h",
  "1,000 USD/h",
  ".5 USD/h",
  `${"9".repeat(400)} USD/h`,
])("%s is no price", (text) => {
  expect(price(text)).toBeUndefined();
  expect(Price.safeParse(text).success).toBe(false);
});

test("amounts for display", () => {
  expect([money(1234.5, "EUR"), money(0.01444, "USD"), money(0, "USD")]).toEqual([
    "1,230 EUR",
    "0.0144 USD",
    "0 USD",
  ]);
});
