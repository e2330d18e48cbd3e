import fc from "fast-check";
import { expect, test } from "vitest";
import { PIECES } from "../testing/hostile.ts";
import { reading } from "../testing/markdown.ts";
import { codeSpan, markdownLink, markdownTable, markdownText, plainText } from "./escape.ts";

test.each([
  ["http_req_duration.p50", "`http_req_duration.p50`"],
  ["", "n/a"],
  ["a`b", "``a`b``"], // one backtick inside: a fence of two
  ["`a``b", "``` `a``b ```"], // runs of one and two: three; a space, as it begins with one
  ["@octocat", "`@octocat`"],
  ["a\nb\tc", "`a b c`"],
  ["a\u202eb", "`a\\u202eb`"],
  ["\u{e0041}", "`\\u{e0041}`"],
  ["<!-- x -->", "`<\\u0021-- x -->`"],
  ["\u001b[31m", "`\\u001b[31m`"],
  ["::error::x", "`\\u003a:error::x`"], // only the beginning of a word can begin a line
  ["x ##[error]y", "`x #\\u0023[error]y`"],
  ["\ud800x", "`\\ud800x`"], // half a surrogate pair
])("the code span of %j is %s", (text, want) => {
  expect(codeSpan(text)).toBe(want);
});

test.each([
  ["worse by more than the band", "worse by more than the band"],
  ["sees ≥ 6.2 % (of 12.1 ms)", "sees ≥ 6.2 % (of 12.1 ms)"],
  ["http_req_duration.p50 of base", "`http_req_duration.p50` of base"],
  ["run `steelyard baseline`, then push", "run `steelyard baseline`, then push"],
  ["(thanks @octocat!)", "(thanks `@octocat`!)"],
  ["see https://evil.test/x.", "see `https://evil.test/x`."],
  ["see www.evil.test", "see `www.evil.test`"],
  ["mail a@evil.test", "mail `a@evil.test`"],
  ["fixes #12, GH-12, o/r#1 and CVE-2026-1", "fixes `#12`, `GH-12`, `o/r#1` and `CVE-2026-1`"],
  ["since 0123456789abcdef", "since `0123456789abcdef`"],
  ["/close !12 g/p!3 %4 100%", "`/close` `!12` `g/p!3` `%4` 100%"], // of GitLab
  ["is < 250 ms & > 1", "is &lt; 250 ms &amp; &gt; 1"],
  ["<img src=x>", "`<img` `src=x>`"],
  ["</details>", "`</details>`"],
  ["an ` odd one @x", "an ' odd one `@x`"],
  ["`a` `b` c", "`a` `b` c"],
  ["`a``b`", "`a` `b`"],
  ["ww``w.evil.test", "ww w.evil.test"], // what is dropped leaves a gap, or the rest would join
  ["constructor", "constructor"], // no mark, though every object has one
  ["`a`@b", "`a` `@b`"], // neighbours kept apart, or their backticks would join
  ["- item", "`-` item"],
  ["1. item", "`1.` item"],
  ["is +2.1 % [+0.2, +4.9]. One", "is +2.1 % [+0.2, +4.9]. One"],
  ["is ×12 [−1.0, ×15.3], which", "is ×12 [−1.0, ×15.3], which"],
  ["312 ms [298 ms to 326 ms] over", "312 ms [298 ms to 326 ms] over"],
  ["`a` [0.0, +1,200]", "`a` [0.0, +1,200]"],
  ["[x](y) [x][y] ![x](y) [x] [^1]", "`[x](y`) `[x][y]` `![x](y`) `[x]` `[^1]`"],
  ["[+1, +2](y) [+1, +2][y] [+1, +2]: y", "`[+1`, `+2](y`) `[+1`, `+2][y]` `[+1`, `+2]`: y"], // as a link
  ["x [1234567, 2] [1 %abc, 2] [1 /close, 2]", "x `[1234567`, `2]` `[1` `%abc`, `2]` `[1` `/close`, `2]`"], // as other words
  ["![+1, +2] [y][+1, +2] [+1, @b]", "`![+1`, `+2]` `[y][+1`, `+2]` `[+1`, `@b]`"],
  [":tada: **b** ~~s~~ $x$", "`:tada:` `**b**` `~~s~~` `$x$`"],
  ["", "n/a"],
  ["``", "n/a"],
])("the prose of %j is %s", (text, want) => {
  expect(markdownText(text)).toBe(want);
});

test.each([
  ["a|b", "| `a\\|b` |"],
  ["a\\|b", "| `a\\u005c\\|b` |"], // a backslash before a pipe: parsers disagree, so it is spelled out
  ["a\\", "| `a\\` |"],
])("a cell of %j is %s", (text, want) => {
  expect(markdownTable(["x"], [[codeSpan(text)]]).split("\n")[2]).toBe(want);
});

test("a table without rows is nothing", () => {
  expect(markdownTable(["x"], [])).toBe("");
});

test("long text is cut, within whole characters", () => {
  expect(plainText("x".repeat(500), 10)).toBe("xxxxxxxxx…");
  expect(plainText(`${"x".repeat(8)}😀😀`, 10)).toBe("xxxxxxxx…"); // the ninth unit is half of one
  expect(plainText("x".repeat(10), 10)).toBe("xxxxxxxxxx");
  expect(plainText("a\u0301\u0301\u0301\u0301\u0301b", 20)).toBe("á\u0301\u0301b".normalize("NFD"));
});

test.each([
  ["https://github.com/o/r/actions/runs/1", "[x](https://github.com/o/r/actions/runs/1)"],
  ["javascript:alert(1)", "x"],
  ["https://evil.test/) [y](z", "x"],
  ["https://evil.test/\n", "x"],
])("a link to %j is %s", (address, want) => {
  expect(markdownLink("x", address)).toBe(want);
});

const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(""));

test("nothing in any text means anything, as a name, in prose, or in a table", () => {
  fc.assert(
    fc.property(hostile, hostile, (a, b) => {
      const markdown = `### ${markdownText(a)}\n\nSo: ${markdownText(b)}\n\n${markdownTable(
        ["x", "y:"],
        [
          [codeSpan(a), markdownText(b)],
          [markdownText(a), codeSpan(b)],
        ],
      )}`;
      expect(reading(markdown).faults).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test("escaping plain text twice changes nothing", () => {
  fc.assert(fc.property(hostile, (text) => plainText(plainText(text, 400), 400) === plainText(text, 400)));
});
