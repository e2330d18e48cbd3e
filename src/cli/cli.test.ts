import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXIT } from "../base/exit.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { aWorld } from "../testing/world.ts";
import { answered, cli } from "./cli.ts";
import { Given } from "./options.ts";
import { typedThroughNpx } from "./typed.ts";
import type { Verb } from "./verb.ts";
import { VERBS } from "./verbs.ts";

/** Runs a command line in a folder that does not exist, so that nothing can happen by mistake. */
async function typed(...argv: string[]) {
  const text = { out: "", err: "" };
  const sink = (name: "out" | "err") => ({
    write: (part: string) => {
      text[name] += part;
    },
    isTerminal: false,
    columns: 80,
  });
  const world = aWorld({ argv, env: {}, cwd: "/nonexistent", out: sink("out"), err: sink("err") });
  return { code: await cli(world), ...text };
}

test("the version is package.json's", async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  expect(VERSION).toBe(version);
  expect(await typed("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

/** The exit codes that a help text explains. */
const codesIn = (help: string) =>
  [...help.slice(help.indexOf("Exit codes:")).matchAll(/^ {2}(\d+) +\w/gm)].map(([, code]) => Number(code));
const CODES = Object.values(EXIT);

test("help lists every verb and every exit code", async () => {
  const { code, out } = await typed("--help");
  expect(code).toBe(0);
  const longest = Math.max(...VERBS.map(({ name }) => name.length));
  for (const { name, summary } of VERBS) expect(out).toContain(`${name.padEnd(longest)}  ${summary}`);
  expect(codesIn(out)).toEqual(CODES);
});

test.each(VERBS.map((verb) => [verb.name, verb] as const))(
  "%s --help explains every option and exit code, in 110 columns",
  async (name, verb) => {
    const { code, out } = await typed(name, "--help");
    expect(code).toBe(0);
    for (const flag of verb.flags) expect(out).toContain(`--${flag.name}`);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(codesIn(out)).toEqual(CODES);
    expect(await typed("help", name)).toEqual({ code: 0, out, err: "" });
  },
);

test("nothing typed is answered with help, and is a mistake", async () => {
  expect(await typed()).toMatchObject({ code: 2, out: expect.stringContaining("usage: steelyard VERB") });
});

test.each([
  [["help", "mesure"], /There is no verb "mesure"/],
  [["mesure"], /There is no verb "mesure"\.\n {2}at the command line\n {2}fix: did you mean measure\?/],
  [["frobnicate"], /fix: one of: check, measure/],
  [["--quiet"], /A verb is missing\.\n {2}at the command line\n {2}fix: steelyard --help/],
  [["--hlep"], /There is no option "--hlep"\.[\s\S]*did you mean --help\?/],
  [["--quite", "check"], /There is no option "--quite"\.[\s\S]*did you mean --quiet\?/],
  [["completion", "powershell"], /no completions for "powershell"\.[\s\S]*one of: bash, zsh, fish/],
  [["init", "--forge", "githb"], /--forge got "githb"\.[\s\S]*one of: github, ghes/],
  [
    ["measure", "--trails", "3"],
    /Unknown option '--trails'[\s\S]*fix: did you mean --trials\? steelyard measure --help/,
  ],
  [["measure", "--frobnicate"], /Unknown option '--frobnicate'[\s\S]*fix: steelyard measure --help/],
  [["measure", "--trials"], /argument missing/],
  [["measure", "--trials", "3.5"], /--trials got "3\.5"\.[\s\S]*fix: give a whole number from 1 to 200/],
  [["measure", "--trials", "0"], /whole number from 1 to 200/],
  [["measure", "--trials", "999"], /whole number from 1 to 200/],
  [["measure", "--seed", "-1"], /argument is ambiguous|whole number/],
  [["measure", "--shard", "3/2"], /a shard such as 2\/4/],
  [["measure", "--shard", "0/2"], /a shard such as 2\/4/],
  [["measure", "--stack", "cloud"], /one of: process, compose, external/],
  [["measure", "--stack-env", "NOVALUE"], /give NAME=VALUE/],
  [["measure", "--budget", "8 cows"], /--budget got "8 cows"\.[\s\S]*a duration such as 90s or 8m/],
  [["measure", "--budget", "0s"], /a duration such as 90s or 8m/],
  [["check", "--baselines", "baselins"], /no such folder of baselines\.\n {2}at --baselines baselins/],
  [["why", "--baselines", "baselins"], /no such folder of baselines/],
  [["check", "--base", "--no-base"], /--no-base got "--base as well"/],
  // An option that may stand without its value leaves the next one alone.
  [["measure", "--scale", "2"], /--scale got "2"\.[\s\S]*a number from 0\.01 to 1/],
  [["measure", "--scale", "0"], /a number from 0\.01 to 1/],
  [["measure", "--scale", "5%"], /a number from 0\.01 to 1/],
  [["measure", "--base", "--trials", "0"], /--trials got "0"/],
  [["measure", "--base", "main", "extra"], /takes nothing and got: extra/],
  [["measure", "--only", "a,,b"], /comma-separated list/],
  [["measure", "extra"], /"measure" takes nothing and got: extra/],
  [["merge"], /"merge" takes RUN RUN \.\.\. and got: nothing/],
  [["report", "--format", "pdf"], /one of: terminal, comment/],
  [["baseline", "--allow", "everything"], /one of: dirty, failed/],
  [
    ["measure"],
    /Cannot read the config: it does not exist\.\n {2}at \/nonexistent\/\.github\/steelyard\.yml/,
  ],
  [["compare"], /Cannot read the run file: it does not exist/],
])("%j exits with 2 and says what to do", async (argv, message) => {
  const { code, out, err } = await typed(...argv);
  expect(err).toMatch(message);
  expect({ code, out }).toEqual({ code: 2, out: "" });
});

test("options that every verb has may stand before it", async () => {
  const usual = await typed("explain", "policy.band", "--json");
  expect(JSON.parse(usual.out)).not.toHaveProperty("error");
  expect(await typed("--json", "explain", "policy.band")).toEqual(usual);
  const help = await typed("help", "check");
  expect((await typed("--quiet", "--json", "check", "--help")).out).toBe(help.out);
  expect(await typed("--json", "help", "check")).toEqual(help);
  for (const all of ["help", "--help"]) expect(await typed("--quiet", all)).toEqual(await typed("--help"));
});

test("options without a verb are a mistake, also for a program", async () => {
  const { code, out } = await typed("--json");
  expect([code, JSON.parse(out)]).toMatchObject([2, { error: { message: "A verb is missing." }, exit: 2 }]);
});

test("what was typed cannot move the cursor or colour the terminal", async () => {
  const { err } = await typed("\u001b[31mred\u001b[0m\u001b[2J");
  expect(err).not.toContain("\u001b");
  expect(err).toContain('"red\\u001b[2J"');
});

describe("completion", () => {
  /** What bash would offer after these words, the last of which is not finished. */
  const offered = async (...words: string[]) => {
    const { out } = await typed("completion", "bash");
    const list = words.map((word) => `'${word}'`).join(" ");
    const script = `${out}\nCOMP_WORDS=(steelyard ${list}); COMP_CWORD=${words.length}; _steelyard; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const done = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect(done.stderr).toBe("");
    return done.stdout.split("\n").filter((line) => line !== "");
  };
  test("bash offers verbs, then the options of the verb", async () => {
    expect(await offered("me")).toEqual(["measure", "merge"]);
    expect(await offered("help", "ch")).toEqual(["check"]);
    expect(await offered("check", "--bu")).toEqual(["--budget"]);
    expect(await offered("bisect", "ma")).toEqual([]); // files and commits are the shell's
  });
  test("zsh and fish get every verb and option, with texts that end where they should", async () => {
    const [zsh, fish] = [(await typed("completion", "zsh")).out, (await typed("completion", "fish")).out];
    for (const { name, flags } of VERBS) {
      expect(zsh).toContain(`    '${name}:`);
      expect(fish).toContain(`-a ${name} -d '`);
      for (const flag of flags) {
        expect(zsh).toContain(`--${flag.name}[`);
        expect(fish).toContain(`-l ${flag.name} `);
      }
    }
    // Quotes are even in each line, apart from those that are escaped.
    for (const line of zsh.split("\n"))
      expect(line.replaceAll("'\\''", "").split("'").length % 2, line).toBe(1);
    for (const line of fish.split("\n"))
      expect(line.replaceAll("\\'", "").split("'").length % 2, line).toBe(1);
  });
  test("of another shell there is none", async () => {
    expect(await typed("completion", "tcsh")).toMatchObject({
      code: 2,
      err: expect.stringContaining("bash, zsh, fish"),
    });
  });
});

test("commands in what is read through npx begin as they were typed; prose and values for programs do not", () => {
  const read = (text: string, ...argv: string[]) => {
    let out = "";
    const write = (part: string) => {
      out += part;
    };
    const sink = { write, isTerminal: false, columns: 80 };
    const world = { argv, out: sink, err: sink } as unknown as World;
    typedThroughNpx(world, "octo/steelyard", ["check", "measure"]).out.write(text);
    return out;
  };
  expect(read("fix: steelyard check --help")).toBe("fix: npx --yes github:octo/steelyard check --help");
  expect(read("  steelyard measure && steelyard check")).toBe(
    "  npx --yes github:octo/steelyard measure && npx --yes github:octo/steelyard check",
  );
  for (const prose of ["what steelyard measures", "my-steelyard check-up", "a steelyard check-list"])
    expect(read(prose)).toBe(prose);
  expect(read('"steelyard check"', "--json")).toBe('"steelyard check"');
});

test("a terminal that became narrower is known as such, however its sink was copied", async () => {
  let columns = 120;
  const wide = {
    write() {},
    isTerminal: true,
    get columns() {
      return columns;
    },
  };
  const seen: number[] = [];
  const verb = VERBS.find(({ name }) => name === "explain")!;
  const world = typedThroughNpx(aWorld({ argv: [], env: {}, cwd: "/", out: wide, err: wide }), "o/r", []);
  const looking: Verb = {
    ...verb,
    async run({ err, out }) {
      columns = 40;
      seen.push(err.columns, out.columns);
      return { exit: 0, json: null };
    },
  };
  await answered(looking, world, new Given({}, []));
  expect(seen).toEqual([40, 40]);
});
