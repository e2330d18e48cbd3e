import fc from "fast-check";
import { expect, test } from "vitest";
import { redactor } from "./redact.ts";

const SECRET = 'p"a s/s+1';

test.each([
  ["as it is", `token=${SECRET};`, "token=***;"],
  ["in JSON", JSON.stringify({ token: SECRET }), '{"token":"***"}'],
  ["in a URL", `?t=${encodeURIComponent(SECRET)}&x=1`, "?t=***&x=1"],
  ["in base64", `Basic ${Buffer.from(SECRET).toString("base64")}`, "Basic ***"],
  ["twice", `${SECRET}${SECRET}`, "******"],
  ["not at all", "nothing to hide", "nothing to hide"],
])("a secret %s", (_, text, want) => expect(redactor([SECRET])(text)).toBe(want));

test("the longer of two secrets is hidden first, so that no tail of it is left", () => {
  expect(redactor(["abc", "abcdef"])("x abcdef abc")).toBe("x *** ***");
});

test("an empty secret hides nothing", () => {
  expect(redactor(["", "x"])("ayxb")).toBe("ay***b");
  expect(redactor([])("text")).toBe("text");
});

test("what a pattern or a replacement would mean is taken literally", () => {
  expect(redactor(["a.c", "$&"])("abc a.c $& $")).toBe("abc *** *** $");
});

test("no secret is left in any text", () => {
  const secret = fc.string({ minLength: 3 }).filter((text) => !/\*/.test(text));
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 4 }),
      fc.string(),
      fc.string(),
      (secrets, before, after) => {
        const hide = redactor(secrets);
        for (const one of secrets) expect(hide(before + one + after)).not.toContain(one);
      },
    ),
  );
});
