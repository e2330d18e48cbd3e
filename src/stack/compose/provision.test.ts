import { expect, test } from "vitest";
import type { Engine } from "./engine.ts";
import { isHere } from "./provision.ts";

test.each([
  ["a tag", "redis:7", "redis:7"],
  ["no tag: latest, and none of its other tags", "redis", "redis:latest"],
  ["a registry with a port", "reg.example:5000/a/b", "reg.example:5000/a/b:latest"],
  ["a digest", "reg.example:5000/a/b@sha256:0123", "reg.example:5000/a/b@sha256:0123"],
])("an image with %s is looked for", async (_, image, asked) => {
  const paths: string[] = [];
  const answering = (images: readonly unknown[]) => {
    const get = async (path: string) => {
      paths.push(path);
      return images;
    };
    return { get } as Partial<Engine> as Engine;
  };
  expect([await isHere(answering([{}]), image), await isHere(answering([]), image)]).toEqual([true, false]);
  const { searchParams } = new URL(paths[0]!, "http://engine");
  expect(JSON.parse(searchParams.get("filters")!)).toEqual({ reference: [asked] });
});
