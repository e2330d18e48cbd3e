import { uniform } from "../random.ts";

/** Vectors of one length, one after the other. */
export interface Vectors {
  readonly dimensions: number;
  readonly values: Float32Array;
}

/** A document, and how near it is: the cosine of the angle, at most 1. */
export interface Hit {
  readonly id: string;
  readonly score: number;
}

/** Size of the demo's index: a search then takes about ten times the work of a cache lookup. */
export const DEMO = { documents: 20_000, dimensions: 64, topics: 100, seed: 11 };

/** Documents that gather around topics, drawn with a seed: the same ones everywhere. Each has the length 1. */
export function documents({ documents, dimensions, topics, seed } = DEMO): Vectors {
  const draw = uniform(seed);
  const centres = Float32Array.from({ length: topics * dimensions }, () => draw() - 0.5);
  const values = new Float32Array(documents * dimensions);
  for (let at = 0; at < values.length; at += dimensions) {
    const topic = Math.floor(draw() * topics) * dimensions;
    for (let i = 0; i < dimensions; i++) values[at + i] = centres[topic + i]! + draw() - 0.5;
    normalise(values.subarray(at, at + dimensions));
  }
  return { dimensions, values };
}

/** A direction for a text: the same one for the same text. Its meaning plays no role. */
export function embedding(text: string, dimensions: number): Float32Array {
  const draw = uniform(hash(text));
  return normalise(Float32Array.from({ length: dimensions }, () => draw() - 0.5));
}

/** FNV-1a over the text's code units. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}

/** The k documents nearest to a query, nearest first, ties by their order. Exact: every document is compared. */
export function nearest({ dimensions, values }: Vectors, query: Float32Array, k: number): Hit[] {
  const best: { at: number; score: number }[] = [];
  for (let from = 0, at = 0; from < values.length; from += dimensions, at++) {
    let score = 0;
    for (let i = 0; i < dimensions; i++) score += values[from + i]! * query[i]!;
    if (best.length === k && score <= best[k - 1]!.score) continue;
    let place = best.length;
    while (place > 0 && best[place - 1]!.score < score) place--;
    best.splice(place, 0, { at, score });
    if (best.length > k) best.pop();
  }
  return best.map(({ at, score }) => ({ id: `doc-${at + 1}`, score }));
}
