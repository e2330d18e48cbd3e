import fc from "fast-check";
import { expect, test } from "vitest";
import { hidden, redactor, SHORTEST_SECRET } from "./redact.ts";

const SECRET = 'p"a s/s+1';

test.each([
  ["in plain text", `token=${SECRET};`, "token=***;"],
  ["in JSON", JSON.stringify({ token: SECRET }), '{"token":"***"}'],
  ["in a URL", `?t=${encodeURIComponent(SECRET)}&x=1`, "?t=***&x=1"],
  ["in base64", `Basic ${Buffer.from(SECRET).toString("base64")}`, "Basic ***"],
  ["twice", `${SECRET}${SECRET}`, "******"],
  ["nowhere", "nothing to hide", "nothing to hide"],
])("a secret %s", (_, text, want) => expect(redactor([SECRET])(text)).toBe(want));

test("hides the longer of two secrets first, so that no tail of it is left", () => {
  expect(redactor(["abcdef", "abcdefghi"])("x abcdefghi abcdef")).toBe("x *** ***");
});

test("ignores an empty secret and one below six characters, which ordinary text may contain", () => {
  expect(redactor(["", "ok", "12345", "123456"])("ok 12345 123456")).toBe("ok 12345 ***");
  expect(redactor([])("text")).toBe("text");
});

test("takes characters of patterns and replacements literally", () => {
  expect(redactor(["a.c.e.", "$&$&$&"])("abcdef a.c.e. $&$&$& $")).toBe("abcdef *** *** $");
});

test("leaves no secret in any text", () => {
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

test("a value keeps its shape: keys and words with a short secret stay, those with a long one are hidden", () => {
  const value = { outcome: "ok", tokens: [{ "name{t:s3cret-t}": "ok s3cret-t" }, 7, null] };
  expect(hidden(value, redactor(["ok"]))).toEqual(value);
  expect(hidden(value, redactor(["ok", "s3cret-t"]))).toEqual({
    outcome: "ok",
    tokens: [{ "name{t:***}": "ok ***" }, 7, null],
  });
});
