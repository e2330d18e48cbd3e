import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { announce, logTo, named, silent, visible } from "./log.ts";
import { redactor } from "./redact.ts";

function sink(isTerminal: boolean, columns = 80) {
  const written: string[] = [];
  return { written, write: (text: string) => void written.push(text), isTerminal, columns };
}
const CLEAR = "\r\u001b[2K";

describe("control characters", () => {
  test.each([
    ["\u001b[2J", "\\u001b[2J"], // clears the screen
    ["\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
    ["\u001b[31mred\u001b[0m and \u001b[1;38;5;9mbold", "red and bold"],
    ["a\rb", "a\\u000db"], // overwrites the line
    ["a\u009bm", "a\\u009bm"], // an escape sequence in one character
    ["a\u202eb", "a\\u202eb"], // reverses the reading direction
    ["a\u200bb", "a\\u200bb"], // invisible
    ["a\u2028b", "a\\u2028b"],
    ["a\tb\nc", "a\tb\nc"],
    // workflow commands of a CI runner
    ["::set-output name=x::y", ": :set-output name=x::y"],
    ["fine\n  ::add-mask::x", "fine\n  : :add-mask::x"],
    ["  | ##[error]no", "  | ## [error]no"],
    ["std::vector", "std::vector"],
    ["größer ✅ 負荷", "größer ✅ 負荷"],
  ])("%j", (text, want) => expect(visible(text)).toBe(want));

  test("leaves no control character, and changes its own output no further", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});

describe("a log", () => {
  test("writes one line for each message", () => {
    const out = sink(false);
    const log = logTo(out);
    log.info("one");
    log.warn("two");
    expect(out.written).toEqual(["one\n", "warning: two\n"]);
  });

  test("of one side has its name before messages, and none in live lines", () => {
    const out = sink(true);
    const log = named(logTo(out), "base");
    expect(log.isLive).toBe(true);
    expect(log.columns).toBe(79);
    log.progress("Step 3/9");
    log.info("built api in 2.0 s");
    log.warn("removed one");
    expect(out.written.join("").replaceAll(CLEAR, "\n")).toBe(
      "Step 3/9\nbase: built api in 2.0 s\nwarning: base: removed one\n",
    );
  });

  test("shows escapes and hides secrets", () => {
    const out = sink(true);
    const log = logTo(out, redactor(["s3cret"]));
    log.info("\u001b[31ms3cret");
    log.progress("s3cret\r");
    expect(out.written.join("")).toBe("***\n***\\u000d");
  });

  test("a secret with a control character in it is hidden too", () => {
    const out = sink(false);
    logTo(out, redactor(["abc\u0007def"])).info("x abc\u0007def");
    expect(out.written).toEqual(["x ***\n"]);
  });
});

describe("progress", () => {
  test("replaces the previous progress, and is cleared before a message", () => {
    const out = sink(true);
    const log = logTo(out);
    log.progress("1 of 2");
    log.progress("2 of 2");
    log.info("done");
    log.info("really");
    expect(out.written.join("")).toBe(`1 of 2${CLEAR}2 of 2${CLEAR}done\nreally\n`);
  });

  test("an empty progress clears the line once", () => {
    const out = sink(true);
    const log = logTo(out);
    log.progress("working");
    log.progress("");
    log.progress("");
    expect(out.written.join("")).toBe(`working${CLEAR}`);
  });

  test("stays on one line, whatever its text", () => {
    const out = sink(true);
    logTo(out).progress("a\nb\tc");
    expect(out.written).toEqual(["a b c"]);
  });

  test("is not shown in a file", () => {
    const out = sink(false);
    logTo(out).progress("working");
    expect(out.written).toEqual([]);
  });

  test.each([
    [40, 39],
    [5, 20], // a terminal that reports nonsense
  ])("on %d columns it takes at most %d, so that it never wraps", (columns, want) => {
    const out = sink(true, columns);
    expect(logTo(out).columns).toBe(want);
    logTo(out).progress("x".repeat(500));
    expect(out.written).toEqual(["x".repeat(want)]);
  });
});

test.each<[boolean, boolean, string[]]>([
  [false, false, ["building web"]],
  [true, false, []],
  [false, true, []],
])("what takes long is said once (on a terminal: %s; over before: %s)", async (isLive, isOver, want) => {
  const lines: string[] = [];
  const slow = announce({ ...silent, isLive, info: (line) => lines.push(line) }, "building web", 20);
  if (isOver) slow[Symbol.dispose]();
  await new Promise((done) => setTimeout(done, 60));
  slow[Symbol.dispose]();
  expect(lines).toEqual(want);
});

test("the silent log discards everything", () => {
  expect([silent.info("x"), silent.warn("x"), silent.progress("x")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
