/** Words whose vectors are kept: more than all of the demo's corpus has. */
const MOST_KEPT = 4_096;
/** An image's features: how often each of so many brightnesses is in each of so many parts of it. */
const PARTS = 16;
const BRIGHTNESSES = 16;

/** The words of a text, in small letters. */
export const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Turns words and images into vectors of one length, the same ones anywhere and any time. */
export interface Encoder {
  readonly dimensions: number;
  /** A word's own direction. */
  word(word: string): Float32Array;
  /** The direction of a text and an image together, of length 1; zeros where both are empty. */
  document(words: readonly string[], image?: Uint8Array): Float32Array;
}

/**
 * Feature hashing: a word is a random direction with its hash as the seed, a text the sum of its words, and an image the
 * sum of its features. It has no semantics, but about the work of a model: all dimensions for each word.
 */
export function encoder(dimensions: number): Encoder {
  const kept = new Map<string, Float32Array>();
  const word = (text: string) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = direction(text, dimensions);
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(text, made);
    return made;
  };
  return {
    dimensions,
    word,
    document(all, image) {
      const sum = new Float32Array(dimensions);
      for (const one of all) added(sum, word(one), 1);
      if (image !== undefined && image.length > 0) {
        // Half of the whole where there are words too: an image has thousands of bytes, and a question six words.
        const weight = Math.max(1, all.length) / image.length;
        features(image).forEach((count, n) => {
          if (count > 0) added(sum, word(`image ${n}`), count * weight);
        });
      }
      return unit(sum);
    },
  };
}

export function dot(a: Float32Array, b: Float32Array, dimensions = a.length): number {
  let sum = 0;
  for (let i = 0; i < dimensions; i++) sum += a[i]! * b[i]!;
  return sum;
}

function added(sum: Float32Array, vector: Float32Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += weight * vector[i]!;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** ±1/√n in each dimension: of length 1, and any two of them nearly at right angles. */
function direction(text: string, dimensions: number): Float32Array {
  let state = hash(text) || 1;
  const size = 1 / Math.sqrt(dimensions);
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i++) {
    state ^= state << 13; // xorshift32, Marsaglia 2003
    state ^= state >>> 17;
    state ^= state << 5;
    vector[i] = state < 0 ? -size : size;
  }
  return vector;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h | 0;
}

function features(image: Uint8Array): Uint32Array {
  const counts = new Uint32Array(PARTS * BRIGHTNESSES);
  for (let i = 0; i < image.length; i++) {
    const part = Math.floor((i * PARTS) / image.length);
    counts[part * BRIGHTNESSES + ((image[i]! * BRIGHTNESSES) >> 8)]! += 1;
  }
  return counts;
}
