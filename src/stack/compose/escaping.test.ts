import { expect, test } from "vitest";
import { envFile, escaped, unescaped } from "./escaping.ts";

test("undoes the dollars that Compose doubles in its output, in keys as well", () => {
  expect(unescaped('{"a$$b":"/srv/$$x","c":"$$$$"}')).toEqual({ a$b: "/srv/$x", c: "$$" });
});

test("a value keeps its dollars when Compose reads it again; Compose fills in no variables in keys", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable that must not be filled in
  const model = { services: { web: { environment: { A$B: "${HOME}$$" } } } };
  expect(escaped(model)).toBe('{"services":{"web":{"environment":{"A$B":"$${HOME}$$$$"}}}}');
});

test("what YAML takes for a line break is written as JSON's escape of it", () => {
  const model = { services: { web: { image: "a\u2028b\u0085c\n\u00e9" } } };
  expect(escaped(model)).toBe('{"services":{"web":{"image":"a\\u2028b\\u0085c\\n\u00e9"}}}');
  expect(JSON.parse(escaped(model))).toEqual(model);
});

test("writes variables so that Compose reads them as plain text", () => {
  const odd = { A: 'a"b', B: "$HOME \\ # x", C: "two\nlines", D: "", E: "end\\" };
  expect(envFile(odd)).toBe('A="a\\"b"\nB="\\$HOME \\\\ # x"\nC="two\nlines"\nD=""\nE="end\\\\"\n');
});
