import { expect, test } from "vitest";
import { guessesOf, guessWarnings } from "./guesses.ts";

const CONFIG = "stack:\n  # check: the port is a guess.\n  url: x # GET / (a.js:1), check: a prefix\n";
const STARTER =
  "// A first load script, written by `steelyard init`: make it yours.\n// check: nothing but / was found\n";

const found = (files: Readonly<Record<string, string>>) =>
  guessesOf("steelyard.yml", async (path) => files[path] ?? null);
const LOADS = "workloads: { browse: { k6: perf/browse.js } }\n";

test("guesses of init are found in the config, and in a script that it wrote", async () => {
  expect(
    await found({ "steelyard.yml": CONFIG + LOADS, "perf/browse.js": `${STARTER}// checked: yes\n` }),
  ).toEqual([
    { path: "steelyard.yml", line: 2, guess: "the port is a guess." },
    { path: "steelyard.yml", line: 3, guess: "a prefix" },
    { path: "perf/browse.js", line: 2, guess: "nothing but / was found" },
  ]);
});

test("a person's own script may say what it checks", async () => {
  expect(await found({ "steelyard.yml": LOADS, "perf/browse.js": "// check: the answer is 200\n" })).toEqual(
    [],
  );
});

test("the verdict names the first, and how many there are", async () => {
  expect(guessWarnings(await found({}))).toEqual([]);
  const [one, ...others] = guessWarnings(await found({ "steelyard.yml": LOADS, "perf/browse.js": STARTER }));
  expect([one?.message, others]).toEqual([
    "`steelyard init` guessed, and nobody has confirmed it: nothing but / was found (perf/browse.js:2).",
    [],
  ]);
  const [all] = guessWarnings(await found({ "steelyard.yml": CONFIG + LOADS, "perf/browse.js": STARTER }));
  expect(all?.message).toMatch(/the port is a guess \(steelyard\.yml:2\), and 2 more\.$/);
});
