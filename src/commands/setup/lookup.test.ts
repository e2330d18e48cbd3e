import { expect, test } from "vitest";
import { explainTerm } from "./lookup.ts";

test.each([
  [
    "policy.band",
    /^policy\.band: smallest change[\s\S]*takes +a share \(%\)\n +default +3%\n +example +band: 5%\n$/,
  ],
  ["inconclusive", /^🔍 inconclusive: cannot tell[\s\S]*exit code +0; 4 where/],
  ["regressed", /check +failure\n +exit code +1/],
  ["3", /^exit code 3: no verdict/],
  ["run.json", /^run\.json: every measurement/],
  ["within", /within: [\s\S]*within: /], // of every key that ends so
])("%s is explained", (term, text) => {
  expect(explainTerm(term).text).toMatch(text);
});

test.each([
  ["bnad", /did you mean band\?/],
  ["policy.bnad", /did you mean policy\.band/],
  ["regresed", /did you mean regressed/],
  ["run.jso", /did you mean run\.json/],
  ["zzzzzzzz", /name one, such as/],
  ["99", /name one, such as/],
])("%s is nothing", (term, remedy) => {
  expect(() => explainTerm(term)).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }));
});
