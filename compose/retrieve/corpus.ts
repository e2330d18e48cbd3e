import { uniform } from "../random.ts";

/** The kinds of documents, each with a collection of its own. */
export const MODALITIES = ["text", "image", "audio", "video", "table"] as const;
export type Modality = (typeof MODALITIES)[number];

/** Something that can be found. */
export interface Document {
  readonly id: string;
  readonly words: readonly string[];
  readonly image?: Uint8Array;
}

/** Documents of each kind, their words (a caption, a transcript, cells …), and bytes of their pictures. */
export const DOCUMENTS = 200;
const SHAPE: Readonly<Record<Modality, { readonly words: number; readonly image: number }>> = {
  text: { words: 60, image: 0 },
  image: { words: 12, image: 2_048 },
  audio: { words: 40, image: 0 },
  video: { words: 100, image: 2_048 },
  table: { words: 24, image: 0 },
};
const SYLLABLES = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti"];
/** Words that there are: three syllables each. */
const VOCABULARY = SYLLABLES.length ** 3;

/** The n-th word of the corpus, n below 512. */
export const word = (n: number): string =>
  [64, 8, 1].map((place) => SYLLABLES[Math.floor(n / place) % SYLLABLES.length]).join("");

/** A modality's documents, generated from a fixed seed: always the same. */
export function documents(modality: Modality): Document[] {
  const { words, image } = SHAPE[modality];
  const next = uniform(1 + MODALITIES.indexOf(modality));
  return Array.from({ length: DOCUMENTS }, (_, n) => ({
    id: `${modality}-${n + 1}`,
    // Squared: some words are in many documents and most in few, as in any language.
    words: Array.from({ length: words }, () => word(Math.floor(VOCABULARY * next() ** 2))),
    ...(image > 0 && { image: picture(image, next) }),
  }));
}

/** Sixteen stripes, each of a brightness of its own with some noise in it. */
function picture(bytes: number, next: () => number): Uint8Array {
  const stripes = Array.from({ length: 16 }, () => 224 * next());
  const at = (n: number) => stripes[Math.floor((16 * n) / bytes)]!;
  const drawn = new Uint8Array(bytes);
  for (let n = 0; n < bytes; n++) drawn[n] = at(n) + 32 * next();
  return drawn;
}
