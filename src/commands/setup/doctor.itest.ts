import { existsSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { Project } from "../../testing/project.ts";
import { aWorld } from "../../testing/world.ts";
import { examine } from "./doctor.ts";

const K6 =
  'import http from "k6/http";\nexport default function () { http.get(__ENV.STEELYARD_TARGET_API); }\n';
const CONFIG = `version: 1
stack: { process: { services: { web: { run: ["true"], ports: { 80: PORT } } } }, endpoints: { api: { service: web, port: 80 } } }
workloads:
  browse: { k6: good.js }
  search: { k6: bad.js }
  again: { k6: bad.js }
`;

/** The checks of scripts, with this text in bad.js. */
async function scripts(text: string, env: NodeJS.ProcessEnv = process.env) {
  using project = new Project();
  project.write("steelyard.yml", CONFIG);
  project.write("good.js", K6);
  project.write("bad.js", text);
  const world = aWorld({ env, cwd: project.folder });
  const { checks } = await examine(world, { config: "steelyard.yml", out: ".steelyard" });
  return checks.filter(({ name }) => name === "scripts").map(({ state, detail }) => `${state} ${detail}`);
}

test("a script that k6 cannot read is a warning in its words, and a script that it can read is sent to nobody", async () => {
  expect(await scripts(K6)).toEqual(["ok 3 found"]);
  expect(await scripts(`${K6}const a = ;`)).toEqual([
    expect.stringMatching(
      /^warn k6 cannot run this script\.\n {2}at .*bad\.js.*\n {2}because .*Unexpected token/,
    ),
  ]);
  expect(await scripts("export const options = {};\n")).toEqual([
    expect.stringMatching(/^warn k6 cannot run this script\.\n[\s\S]*no exported functions/),
  ]);
});

test("without k6 none is read, and none is fetched", async () => {
  using programs = new Project();
  const folders = (process.env.PATH ?? "").split(delimiter);
  const git = folders.map((folder) => join(folder, "git")).find((path) => existsSync(path));
  symlinkSync(git!, programs.path("git"));
  const env = { ...process.env, PATH: programs.folder, HOME: "/nonexistent", XDG_CACHE_HOME: "/nonexistent" };
  expect(await scripts("const a = ;", env)).toEqual(["ok 3 found"]);
});
