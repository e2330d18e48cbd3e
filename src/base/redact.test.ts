import fc from "fast-check";
import { expect, test } from "vitest";
import { hidden, redactor, SHORTEST_SECRET } from "./redact.ts";

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
  expect(redactor(["abcdef", "abcdefghi"])("x abcdefghi abcdef")).toBe("x *** ***");
});

test("an empty secret hides nothing, nor does one below six characters, which ordinary text would hold", () => {
  expect(redactor(["", "ok", "12345", "123456"])("ok 12345 123456")).toBe("ok 12345 ***");
  expect(redactor([])("text")).toBe("text");
});

test("what a pattern or a replacement would mean is taken literally", () => {
  expect(redactor(["a.c.e.", "$&$&$&"])("abcdef a.c.e. $&$&$& $")).toBe("abcdef *** *** $");
});

test("no secret is left in any text", () => {
  const secret = fc.string({ minLength: SHORTEST_SECRET }).filter((text) => !/\*/.test(text));
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

test("a value keeps its shape: keys and words that hold a short secret stay, those that hold a long one do not", () => {
  const value = { outcome: "ok", tokens: [{ "name{t:s3cret-t}": "ok s3cret-t" }, 7, null] };
  expect(hidden(value, redactor(["ok"]))).toEqual(value);
  expect(hidden(value, redactor(["ok", "s3cret-t"]))).toEqual({
    outcome: "ok",
    tokens: [{ "name{t:***}": "ok ***" }, 7, null],
  });
});
