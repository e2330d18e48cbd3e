import { afterEach, describe, expect, test } from "vitest";
import { looks } from "../compare/duel/looks.ts";
import type { PairRecord } from "../model/duel.ts";
import { abandoned, COMPOSED_SERVER, engine, noEngine, useEngine } from "../testing/engine.ts";
import { Project } from "../testing/project.ts";

useEngine();

// Paired runs on a real engine: two projects, images built from two trees under one fixed name.

const COMPOSE = `
services:
  shop:
    build: .
    image: shop:latest # both sides' name, were it kept
    volumes: ["./built:/built:ro"]
    command: ["node", "/app/server.mjs"]
  db: { image: redis:7 }
`;
const DOCKERFILE = `FROM node:24-slim\nCOPY server.mjs /app/server.mjs\n`;
const CONFIG = `
version: 1
stack:
  compose:
    files: [compose.yaml]
    build: [["node", "-e", "require('fs').mkdirSync('built')"]]
    wait: 60s
    ready: { shop: { http: /health } }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse: { k6: load.ts, warmup: 100ms, settle: 0s, measure: { mode: trial, duration: 200ms, pairs: [6, 24] }, gate: [http_req_duration.p50] }
policy: { band: 50%, why: never }
`;
/** Three milliseconds of CPU a request. */
const SLOW = COMPOSED_SERVER.replace(
  "response.writeHead(200",
  "const until = used() + 0.003; while (used() < until);\n  response.writeHead(200",
);

/** Names of images that may be of such a project. */
const images = async () => {
  const all = (await engine.get("/images/json")) as { RepoTags: string[] | null }[];
  return all.flatMap(({ RepoTags }) => RepoTags ?? []).filter((tag) => tag.includes("shop"));
};

let project: Project;
afterEach(() => project[Symbol.dispose]());

describe.skipIf(noEngine !== null)("base beside head on Compose", () => {
  test.each([
    ["a slower head", { "server.mjs": SLOW }, [1, "regressed"], false],
    ["an unchanged one", { "server.mjs": `${COMPOSED_SERVER}\n// the same\n` }, [0, null], false],
    ["an edit that is in no image", { "NOTES.md": "the same" }, [0, null], true],
  ] as const)(
    "%s",
    async (_, edited, [code, overall], isSame) => {
      const files = { "compose.yaml": COMPOSE, Dockerfile: DOCKERFILE, "server.mjs": COMPOSED_SERVER };
      project = Project.branch(
        { ...files, ".gitignore": "built\n.steelyard\n", ".github/steelyard.yml": CONFIG },
        edited,
      );
      const before = await images();
      const done = await project.run(["check", "--base", "main"]);
      expect(done.code, done.err).toBe(code);
      const { duel, fallback } = project.json(".steelyard/run.json");
      expect(fallback).toBeUndefined();
      const apart = (of: "slot" | "start") => new Set(duel.pairs.map((pair: PairRecord) => pair[of])).size;
      // 6 of 3 starts, and more only where a neighbour disturbed the first look
      expect(looks(24)).toContain(apart("slot"));
      expect(apart("start")).toBeGreaterThanOrEqual(3);
      for (const pair of duel.pairs) {
        expect(pair.outcome).toBe("ok");
        for (const side of [pair.base, pair.head]) expect(side.services.shop.cpu).toBeGreaterThan(0);
      }
      const comparison = project.json(".steelyard/comparison.json");
      if (overall !== null) expect(comparison.overall).toBe(overall);
      const codes = comparison.warnings.map((one: { readonly code: string }) => one.code);
      expect(codes.includes("same-images"), codes.join()).toBe(isSame);
      expect(done.err.match(/built in .* s: node/g)).toHaveLength(2); // in both trees
      expect(await abandoned()).toEqual([]);
      expect(await images()).toEqual(before);
      expect(project.git("worktree", "list").split("\n")).toHaveLength(1);
      expect(project.leftovers()).toEqual([]);
    },
    180_000,
  );
});
