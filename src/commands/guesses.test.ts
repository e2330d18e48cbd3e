import { expect, test } from "vitest";
import { Config } from "../model/config.ts";
import { guessesOf, guessWarnings } from "./guesses.ts";

const CONFIG = "stack:\n  # check: the port is a guess\n  url: x # GET / (a.js:1), check: a prefix\n";
const STARTER =
  "// A first load script, written by `steelyard init`: make it yours.\n// check: nothing but / was found\n";

/** The guesses of a config with one load. */
const found = (files: Readonly<Record<string, string>>) =>
  guessesOf(
    "steelyard.yml",
    Config.parse({
      version: 1,
      stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } },
      workloads: { browse: { k6: "perf/browse.js" } },
    }),
    async (path) => files[path] ?? null,
  );

test("guesses of init are found in the config, and in a script that it wrote", async () => {
  expect(await found({ "steelyard.yml": CONFIG, "perf/browse.js": `${STARTER}// checked: yes\n` })).toEqual([
    { path: "steelyard.yml", line: 2, doubt: "the port is a guess" },
    { path: "steelyard.yml", line: 3, doubt: "a prefix" },
    { path: "perf/browse.js", line: 2, doubt: "nothing but / was found" },
  ]);
});

test("a person's own script may say what it checks", async () => {
  expect(await found({ "perf/browse.js": "// check: the answer is 200\n" })).toEqual([]);
});

test("the verdict names the first, and how many there are", async () => {
  expect(guessWarnings(await found({}))).toEqual([]);
  const [one, ...others] = guessWarnings(await found({ "perf/browse.js": STARTER }));
  expect([one?.message, others]).toEqual([
    "`steelyard init` guessed, and nobody has confirmed it: nothing but / was found (perf/browse.js:2).",
    [],
  ]);
  const [all] = guessWarnings(await found({ "steelyard.yml": CONFIG, "perf/browse.js": STARTER }));
  expect(all?.message).toMatch(/the port is a guess \(steelyard\.yml:2\), and 2 more\.$/);
});
