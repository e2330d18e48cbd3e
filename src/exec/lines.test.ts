import fc from "fast-check";
import { expect, test } from "vitest";
import { lines } from "./lines.ts";

function split(chunks: readonly (string | Uint8Array)[], longest?: number): string[] {
  const found: string[] = [];
  const cut = lines((line) => found.push(line), longest);
  for (const chunk of chunks) cut.write(Buffer.from(chunk as Uint8Array));
  cut.end();
  return found;
}

test.each<[string, (string | Uint8Array)[], string[]]>([
  ["whole lines", ["a\nb\n"], ["a", "b"]],
  ["a last line without a line break", ["a\nb"], ["a", "b"]],
  ["a line in pieces", ["a", "b", "c\nd"], ["abc", "d"]],
  ["empty lines", ["\n\na\n"], ["", "", "a"]],
  ["carriage returns at the end", ["a\r\nb\r", "\n"], ["a", "b"]],
  ["nothing", [], []],
  ["a character in two pieces", [Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0a)], ["é"]],
  ["bytes that are not UTF-8", [Uint8Array.of(0x61, 0xff, 0xfe, 0x62, 0x0a)], ["a\ufffd\ufffdb"]],
  ["half a character at the very end", [Uint8Array.of(0x61, 0xc3)], ["a\ufffd"]],
])("%s", (_, chunks, want) => {
  expect(split(chunks)).toEqual(want);
});

test.each<[string[], string[]]>([
  [["1234567\nb\n"], ["12345… [cut]", "b"]],
  [["12345\n"], ["12345"]], // as long as allowed
  [["12345\r\n"], ["12345"]],
  [
    ["123", "45", "67", "89\nb"],
    ["12345… [cut]", "b"],
  ],
  [["1234567"], ["12345… [cut]"]],
])("lines of %j beyond five characters are cut", (chunks, want) => {
  expect(split(chunks, 5)).toEqual(want);
});

test("the boundaries of the pieces do not matter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat({ max: 40 })), (text, sizes) => {
      const bytes = Buffer.from(`${text}\nx\n`);
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const size of sizes) {
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      chunks.push(bytes.subarray(at));
      expect(split(chunks, 10)).toEqual(split([bytes], 10));
    }),
  );
});
