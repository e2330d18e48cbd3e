import { expect, test } from "vitest";
import { basesOf, basesOfBuild } from "./bases.ts";

const TAG = "$" + "{TAG}";

test.each<[string, string, Record<string, unknown>, string[]]>([
  ["one image", "FROM node:24-slim\nRUN true\n", {}, ["node:24-slim"]],
  [
    "stages, and an image that only files are copied from",
    "FROM golang:1.26 AS build\nRUN go build\nFROM scratch\nCOPY --from=build /a /a\nCOPY --from=busybox:1 /b /b\nCOPY --from=0 /c /c\n",
    {},
    ["golang:1.26", "busybox:1"],
  ],
  ["a stage on a stage", "from node:24 as base\nFROM base AS test\nFROM Base\n", {}, ["node:24"]],
  ["a platform", "FROM --platform=linux/amd64 node:24\n", {}, ["node:24"]],
  ["a default", `ARG TAG=24-slim\nFROM node:${TAG}\n`, {}, ["node:24-slim"]],
  ["an argument of the build", 'ARG TAG="24"\nFROM node:$TAG\n', { TAG: 22 }, ["node:22"]],
  ["an argument without a value", `ARG TAG\nFROM node:${TAG}\n`, {}, []],
  ["an argument of a stage is none of FROM", `FROM a\nARG TAG=1\nFROM b:${TAG}\n`, {}, ["a"]],
  ["nor is one after scratch", `FROM scratch\nARG TAG=1\nFROM b:${TAG}\n`, {}, []],
  ["an argument with a default", `ARG TAG\nFROM node:${"$"}{TAG:-20}\n`, {}, ["node:20"]],
  ["a default of an empty argument", `ARG TAG\nFROM node:${"$"}{TAG:-20}\n`, { TAG: "" }, ["node:20"]],
  ["a default that is not needed", `ARG TAG\nFROM node:${"$"}{TAG:-20}\n`, { TAG: 22 }, ["node:22"]],
  ["a part with an argument", `ARG TAG=24\nFROM node${"$"}{TAG:+:24-slim}\n`, {}, ["node:24-slim"]],
  ["an argument of another", `ARG TAG=24 IMAGE=node:${TAG}\nFROM ${"$"}{IMAGE}\n`, {}, ["node:24"]],
  [
    "mounts of an image, of a stage and of none",
    "FROM a AS b\nRUN --mount=type=bind,from=tool:1,target=/t --mount=from=b --mount=type=cache,target=/c make\n",
    {},
    ["a", "tool:1"],
  ],
  ["a digest", "FROM reg.example:5000/a/b@sha256:0123abcd\n", {}, ["reg.example:5000/a/b@sha256:0123abcd"]],
  ["a continued line", "FROM \\\n  node:24\n", {}, ["node:24"]],
  ["an option that is none", "FROM -x\nFROM $(id)\n", {}, []],
  ["nothing", "", {}, []],
])("%s", (_, text, args, want) => {
  expect(basesOf(text, args)).toEqual(want);
});

test("a build that names its steps, one with further contexts, and one whose file cannot be read", () => {
  expect(basesOfBuild({ context: "/nowhere", dockerfile_inline: "FROM redis:7" })).toEqual(["redis:7"]);
  const contexts = { base: "docker-image://node:24", files: "/work/files" };
  const inline = "FROM base\nCOPY --from=files /a /a\nCOPY --from=busybox:1 /b /b";
  expect(
    basesOfBuild({ context: "/nowhere", dockerfile_inline: inline, additional_contexts: contexts }),
  ).toEqual(["node:24", "busybox:1"]);
  expect(basesOfBuild({ context: "https://example.test/repo.git" })).toEqual([]);
});
