import type { Document } from "./corpus.ts";
import { dot, type Encoder } from "./vectors.ts";

/**
 * The back ends: the length of the vectors that are compared with every document, and how many of the nearest are then
 * compared word by word. They differ in CPU work; none of them sleeps.
 */
export const BACKENDS = {
  small: { dimensions: 128, rerank: 0 },
  base: { dimensions: 384, rerank: 20 },
  large: { dimensions: 768, rerank: 60 },
} as const;
export type Backend = keyof typeof BACKENDS;

/** Dimensions in which words are compared one by one. */
const FINE = 32;

export interface Hit {
  readonly id: string;
  readonly score: number;
}

/** A query. */
export interface Question {
  readonly words: readonly string[];
  readonly vector: Float32Array;
  readonly k: number;
  /** How many of the nearest are compared word by word. */
  readonly rerank: number;
}

/** An index of documents by similarity. */
export interface Collection {
  add(document: Document): void;
  /** The k best, best first, ties in the order they were added; those compared word by word before all others. */
  nearest(question: Question): Hit[];
}

/** @param most documents kept; beyond it the oldest make room */
export function collection(encoder: Encoder, most: number): Collection {
  const rows: { id: string; words: readonly string[]; vector: Float32Array }[] = [];
  let added = 0;
  return {
    add({ id, words, image }) {
      rows[added++ % most] = { id, words, vector: encoder.document(words, image) };
    },
    nearest({ words, vector, k, rerank }) {
      const found = rows.map((row) => ({ row, score: dot(vector, row.vector) })).sort(best);
      const closer = found
        .slice(0, rerank)
        .map(({ row, score }) => ({ row, score: score + likeness(encoder, words, row.words) }));
      const all = rerank === 0 ? found : [...closer.sort(best), ...found.slice(rerank)];
      return all.slice(0, k).map(({ row, score }) => ({ id: row.id, score: Number(score.toFixed(6)) }));
    },
  };
}

const best = (a: { score: number }, b: { score: number }) => b.score - a.score;

/** Late interaction (Khattab and Zaharia 2020): for each word of the query its best match in the document, averaged. */
function likeness(encoder: Encoder, asked: readonly string[], words: readonly string[]): number {
  if (asked.length === 0) return 0;
  const scale = encoder.dimensions / FINE;
  const vectors = words.map((word) => encoder.word(word));
  let sum = 0;
  for (const one of asked) {
    const vector = encoder.word(one);
    let most = -Infinity;
    for (const other of vectors) most = Math.max(most, scale * dot(vector, other, FINE));
    sum += most;
  }
  return vectors.length === 0 ? 0 : sum / asked.length;
}
