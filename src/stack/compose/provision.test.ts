import { expect, test } from "vitest";
import type { Engine } from "./engine.ts";
import { isHere } from "./provision.ts";

test.each([
  ["a tag", "redis:7", "redis%3A7"],
  ["no tag, which is latest", "redis", "redis"],
  ["a registry with a port", "reg.example:5000/a/b", "reg.example%3A5000%2Fa%2Fb"],
  ["the registry that is left out otherwise", "docker.io/library/redis:7", "docker.io%2Flibrary%2Fredis%3A7"],
  ["a digest", "a/b@sha256:0123", "a%2Fb%40sha256%3A0123"],
  ["a digest after its tag", "redis:7@sha256:0123", "redis%3A7%40sha256%3A0123"],
])("an image with %s is looked for as a start would", async (_, image, asked) => {
  const paths: string[] = [];
  const answering = (found: unknown) => {
    const find = async (path: string) => {
      paths.push(path);
      return found;
    };
    return { find } as Partial<Engine> as Engine;
  };
  expect([await isHere(answering({}), image), await isHere(answering(undefined), image)]).toEqual([
    true,
    false,
  ]);
  expect(paths[0]).toBe(`/images/${asked}/json`);
});
