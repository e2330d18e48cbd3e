import fc from "fast-check";
import { expect, test } from "vitest";
import { Capture } from "./capture.ts";

const captured = (limit: number, ...chunks: string[]) => {
  const capture = new Capture(limit);
  for (const chunk of chunks) capture.write(Buffer.from(chunk));
  return capture;
};

test.each<[string[], string]>([
  [[], ""],
  [["abc", "def"], "abcdef"],
  [["abcdefgh"], "abcdefgh"], // exactly the limit
  [["abcdefghi"], "abcd\n[1 bytes not kept]\nfghi"],
  [["ab", "cdefgh", "ijklmn"], "abcd\n[6 bytes not kept]\nklmn"], // 14 − 8
  [["0123", "4", "5", "6", "7", "8", "9"], "0123\n[2 bytes not kept]\n6789"],
])("%j within 8 bytes", (chunks, want) => {
  const capture = captured(8, ...chunks);
  expect(capture.text()).toBe(want);
  expect(capture.cut).toBe(want.includes("not kept"));
});

test("kept and dropped bytes add up to the input", () => {
  const ascii = fc.string({ unit: fc.constantFrom(..."abcxyz"), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(ascii), fc.integer({ min: 2, max: 40 }), (chunks, limit) => {
      const all = chunks.join("");
      const text = captured(limit, ...chunks).text();
      const [, head = text, dropped = "0", tail = ""] =
        /^(.*)\n\[(\d+) bytes not kept\]\n(.*)$/.exec(text) ?? [];
      expect(head.length + Number(dropped) + tail.length).toBe(all.length);
      expect(all.startsWith(head) && all.endsWith(tail)).toBe(true);
      expect(head.length + tail.length).toBeLessThanOrEqual(limit + 1); // two halves of an odd limit
    }),
  );
});

test("a character cut at the limit is harmless", () => {
  expect(captured(2, "é", "é", "é").text()).toBe("\ufffd\n[4 bytes not kept]\n\ufffd");
});
