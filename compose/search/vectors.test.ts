import { expect, test } from "vitest";
import { documents, embedding, nearest } from "./vectors.ts";

const SMALL = { documents: 500, dimensions: 16, topics: 7, seed: 3 };
const length = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
const row = (values: Float32Array, at: number, n: number) => values.subarray(at * n, (at + 1) * n);

test("the same seed makes the same documents, another one others; all have the length 1", () => {
  const { values } = documents(SMALL);
  expect(values).toHaveLength(500 * 16);
  expect(documents(SMALL).values).toEqual(values);
  expect(documents({ ...SMALL, seed: 4 }).values).not.toEqual(values);
  for (let at = 0; at < 500; at++) expect(length(row(values, at, 16))).toBeCloseTo(1, 5);
});

test("a text has one direction of the length 1, and another text another one", () => {
  expect(embedding("a", 16)).toEqual(embedding("a", 16));
  expect(embedding("a", 16)).not.toEqual(embedding("b", 16));
  expect(length(embedding("a text", 16))).toBeCloseTo(1, 5);
});

test.each([1, 10, 499, 500, 600])("the %d nearest are those of a brute force over all pairs", (k) => {
  const index = documents(SMALL);
  for (const text of ["one", "two", "three words here"]) {
    const query = embedding(text, 16);
    const all = Array.from({ length: 500 }, (_, at) => ({
      id: `doc-${at + 1}`,
      score: row(index.values, at, 16).reduce((sum, x, i) => sum + x * query[i]!, 0),
    }));
    const want = all.sort((a, b) => b.score - a.score).slice(0, k);
    const found = nearest(index, query, k);
    expect(found.map(({ id }) => id)).toEqual(want.map(({ id }) => id));
    for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(want[i]!.score, 6);
  }
});

test("a document finds itself first, and ties keep the order of the documents", () => {
  const index = documents(SMALL);
  const [itself] = nearest(index, row(index.values, 41, 16), 3);
  expect(itself).toMatchObject({ id: "doc-42", score: expect.closeTo(1, 5) });
  const twins = { dimensions: 1, values: Float32Array.of(1, 1, 0.5, 1) };
  expect(nearest(twins, Float32Array.of(1), 3).map(({ id }) => id)).toEqual(["doc-1", "doc-2", "doc-4"]);
});
