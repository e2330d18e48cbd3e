import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  amount,
  bytes,
  Duration,
  DurationOrZero,
  digits,
  format,
  formatApart,
  perSecond,
  Quantity,
  quantity,
  Ratio,
  ratio,
  seconds,
  type Unit,
} from "./quantity.ts";

describe("durations", () => {
  test.each([
    ["500ms", 0.5],
    ["5s", 5],
    ["1.5s", 1.5],
    [".5s", 0.5],
    ["1m30s", 90],
    ["1m 30s", 90],
    ["250 ms", 0.25],
    ["2h", 7200], // 2 · 3600
    ["50us", 0.00005],
    ["50\u00b5s", 0.00005], // micro sign
    ["50\u03bcs", 0.00005], // Greek mu
    ["1.1ms", 0.0011], // not 0.0011000000000000001
    ["0s", 0],
    ["1h1m1s1ms1us", 3661.001001],
  ])("%s is %d s", (text, want) => expect(seconds(text)).toBe(want));

  test.each(["", "5", "s", "5 parsecs", "5S", "5s ", "1.5.5s", "1m30", "-5s", "1e3s", "5sec", "5M", "٣s"])(
    "%j is none",
    (text) => {
      expect(seconds(text)).toBeUndefined();
    },
  );

  test("a long text is refused", () => {
    expect(seconds("1".repeat(100_000))).toBeUndefined();
    expect(seconds(`${"1s".repeat(50_000)}x`)).toBeUndefined();
  });
});

test.each([
  ["64MiB", 67_108_864], // 64 · 2^20
  ["1.5GB", 1_500_000_000],
  ["1.1GB", 1_100_000_000],
  ["10B", 10],
  ["2 kB", 2_000],
  ["64mib", undefined],
  ["64", undefined],
  ["-1B", undefined],
])("%s is %s bytes", (text, want) => expect(bytes(text)).toBe(want));

test.each([
  ["3%", 0.03],
  ["1.1 %", 0.011],
  ["100%", 1],
  ["-3%", -0.03],
  ["3", undefined],
  ["%", undefined],
])("%s is the ratio %s", (text, want) => expect(ratio(text)).toBe(want));

test.each([
  ["200/s", 200],
  ["90/m", 1.5], // 90 / 60
  ["3600 / h", 1],
  ["200/d", undefined],
  ["/s", undefined],
])("%s is %s per second", (text, want) => expect(perSecond(text)).toBe(want));

test.each([
  ["250ms", { value: 0.25, unit: "s" }],
  ["1%", { value: 0.01, unit: "ratio" }],
  ["64MiB", { value: 67_108_864, unit: "B" }],
  ["100/s", { value: 100, unit: "/s" }],
  ["-12.5", { value: -12.5, unit: "1" }],
  ["0", { value: 0, unit: "1" }],
  ["12 apples", undefined],
  ["NaN", undefined],
  ["Infinity", undefined],
  ["0x10", undefined],
])("%s is %j", (text, want) => {
  expect(amount(text)).toEqual(want);
  expect(quantity(text)).toBe(want?.value);
});

describe("as keys of a config", () => {
  const accepts = (schema: typeof Duration, input: unknown) => schema.safeParse(input).success;

  test.each([
    [Duration, "5s", true],
    [Duration, 5, true],
    [Duration, " 5s ", true],
    [Duration, "0s", false], // nothing can be measured in no time
    [Duration, 0, false],
    [DurationOrZero, "0s", true],
    [DurationOrZero, -1, false],
    [Ratio, "0%", true],
    [Ratio, "-1%", false],
    [Ratio, "3", false], // 3 or 3 %?
    [Quantity, -1, true],
    [Quantity, Number.NaN, false],
    [Quantity, Number.POSITIVE_INFINITY, false],
    [Quantity, null, false],
    [Quantity, true, false],
  ])("case %#: %j", (schema, input, want) => expect(accepts(schema, input)).toBe(want));

  const parsed = fc.constantFrom(Duration, DurationOrZero, Ratio, Quantity);
  const number = fc.double({ min: 0, max: 1e6, noNaN: true }).map((n) => n.toFixed(6));
  const unit = fc.constantFrom("us", "ms", "s", "m", "h", "B", "kB", "GiB", "%", "/s", "/m", "");

  test("parsing a parsed value changes nothing", () => {
    fc.assert(
      fc.property(parsed, number, unit, (schema, n, suffix) => {
        const once = schema.safeParse(`${n}${suffix}`);
        if (once.success) expect(schema.parse(JSON.parse(JSON.stringify(once.data)))).toBe(once.data);
      }),
    );
  });

  test("no text makes a number that is not finite", () => {
    fc.assert(
      fc.property(parsed, fc.oneof(fc.string(), number, unit), (schema, text) => {
        const result = schema.safeParse(text);
        if (result.success) expect(Number.isFinite(result.data)).toBe(true);
      }),
    );
    expect(accepts(Quantity, `${"9".repeat(400)}s`)).toBe(false); // beyond the largest number
  });
});

test.each<[number, Unit, string]>([
  [0.0123, "s", "12.3 ms"],
  [1.234, "s", "1.23 s"],
  [119, "s", "119 s"],
  [120, "s", "2 min"],
  [0.00005, "s", "50 µs"],
  [0, "s", "0 s"],
  [-0.25, "s", "-250 ms"],
  [0.034567, "ratio", "3.46 %"],
  [0, "ratio", "0 %"],
  [-0, "ratio", "0 %"],
  [512, "B", "512 B"],
  [0.5, "B", "0.5 B"],
  [1024, "B", "1 KiB"],
  [1_572_864, "B", "1.5 MiB"], // 1.5 · 2^20
  [2 ** 41, "B", "2,050 GiB"], // 2048, three digits
  [12_345, "/s", "12,300 /s"],
  [0, "/s", "0 /s"],
  [7, "1", "7"],
  [0, "1", "0"],
  [Number.NaN, "s", "n/a"],
  [Number.NEGATIVE_INFINITY, "1", "n/a"],
])("%d of unit %s reads %s", (value, unit, want) => expect(format(value, unit)).toBe(want));

test.each<[number[], number[], Unit, string[]]>([
  [[0.312], [0.25], "s", ["312 ms", "250 ms"]], // three digits suffice
  [[12_301, 12_300], [12_300], "1", ["12,301", "12,300", "12,300"]],
  [[0.2503], [0.25], "s", ["250.3 ms", "250 ms"]],
  [[0.9999], [1], "s", ["999.9 ms", "1 s"]], // not "1,000 ms" against "1 s"
  [[120.4], [120], "s", ["2.007 min", "2 min"]],
  [[], [12_300, 12_301], "1", ["12,300", "12,301"]],
  [[20 + 4e-15], [20], "1", ["20", "20"]], // how it was computed, and no difference
  [[12_345, 7], [12_345], "1", ["12,300", "7", "12,300"]],
])("%j against %j of unit %s read %j", (values, limits, unit, want) => {
  expect([...values, ...limits].map(formatApart(values, limits, unit))).toEqual(want);
});

test.each([
  [0.0123, "0.0123"],
  [1.23456, "1.23"],
  [123.456, "123"],
  [12_345, "12,300"],
  [9_999_999_999, "1.00e+10"], // rounds up to 10 digits and one
  [0, "0"],
  [-0, "0"],
  [1e-7, "1.00e-7"],
])("%d has the digits %s", (value, want) => expect(digits(value)).toBe(want));
