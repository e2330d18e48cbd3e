import { expect, test } from "vitest";
import { Malformed, page } from "./text.ts";

/** Each sample as a text: name{label=value} number. */
const read = (text: string) =>
  page(text).samples.map(
    ({ name, labels, value }) => `${name}${JSON.stringify(Object.fromEntries(labels))} ${value}`,
  );

// Forms that the two specifications allow and exporters use.
test.each([
  ["one", "a 1\n", ["a{} 1"]],
  ["no final line break", "a 1", ["a{} 1"]],
  ["a comment, an empty one, an unknown one", "# hello\n#\n# UNIT a seconds\na 1\n", ["a{} 1"]],
  ["labels, and a comma after the last", 'a{x="1",y="2",} 3', ['a{"x":"1","y":"2"} 3']],
  ["empty braces", "a{} 3", ["a{} 3"]],
  ["blanks wherever they are allowed", '  a { x = "1" ,\ty="2" }  3  ', ['a{"x":"1","y":"2"} 3']],
  ["no blank after the braces", 'a{x="1"}3', ['a{"x":"1"} 3']],
  ["escapes", 'a{x="b\\"c\\\\d\\ne,}"} 1', ['a{"x":"b\\"c\\\\d\\ne,}"} 1']],
  ["an unknown escape", 'a{x="\\q"} 1', ['a{"x":"\\\\q"} 1']],
  ["a label's value that looks like the end", 'a{x="} 2"} 1', ['a{"x":"} 2"} 1']],
  ["UTF-8", 'a{x="ü😀"} 1', ['a{"x":"ü😀"} 1']],
  ["a timestamp", "a 1 1395066363000\nb 2 -1\nc 3 1.5e9", ["a{} 1", "b{} 2", "c{} 3"]],
  ["numbers", "a 1e-3\nb -2.5E+2\nc .5\nd 1.", ["a{} 0.001", "b{} -250", "c{} 0.5", "d{} 1"]],
  [
    "values that are not finite",
    "a NaN\nb +Inf\nc -Inf\nd inf",
    ["a{} NaN", "b{} Infinity", "c{} -Infinity", "d{} Infinity"],
  ],
  ["an exemplar", 'a_bucket{le="1"} 3 # {trace_id="x # {"} 0.5 1.2', ['a_bucket{"le":"1"} 3']],
  ["a timestamp and an exemplar", "a_total 3 1.5 # {} 1", ["a_total{} 3"]],
  ["nothing after the end", "a 1\n# EOF\nb 2", ["a{} 1"]],
  ["colons in names", "job:rate:5m 1", ["job:rate:5m{} 1"]],
  ["a name in quotes", '{"http.requests", x="1"} 4', ['http.requests{"x":"1"} 4']],
  ["lines of Windows", "a 1\r\nb 2\r\n", ["a{} 1", "b{} 2"]],
  [
    "names that every JavaScript object has",
    "__proto__ 1\nconstructor 2",
    ["__proto__{} 1", "constructor{} 2"],
  ],
  ["nothing", "", []],
])("%s", (_, text, want) => expect(read(text)).toEqual(want));

test.each([
  ["a page of HTML", "<html>", "line 1, column 1"],
  ["a label without its end", 'a 1\na{x="1 2\n', "line 2, column 5"],
  ["a label without quotes", "a{x=1} 2", "in quotes"],
  ["labels without a comma", 'a{x="1" y="2"} 2', '"," or "}"'],
  ["no number", "a", "a number"],
  ["a word", "a one", "a number"],
  ["text after the number", "a 1 two", "the end"],
  ["a number with letters", "a 1x", "the end"],
  ["no name", "{} 1", "the name"],
  ["a hexadecimal number", "a 0x1p-2", "the end"],
])("%s is refused", (_, text, message) => {
  expect(() => page(text)).toThrow(Malformed);
  expect(() => page(text)).toThrow(message);
});

test("reads types by family", () => {
  const { types } = page("# TYPE a counter\n#\tTYPE b HISTOGRAM\n# TYPE c\n# HELP TYPE d gauge\n");
  expect([...types]).toEqual([
    ["a", "counter"],
    ["b", "histogram"],
  ]);
});

test("reads a line of a million characters fast, and rejects a page with too many series", () => {
  const long = `a{x="${"\\\\".repeat(500_000)}"} 1`;
  expect(page(long).samples[0]?.labels.get("x")).toHaveLength(500_000);
  expect(() => page(`a{x="${'\\"'.repeat(500_000)} 1`)).toThrow(Malformed);
  expect(() => page("a 1\n".repeat(50_001))).toThrow("more than 50000");
});
