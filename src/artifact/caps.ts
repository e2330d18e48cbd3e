/** Limits of an archive from a job that ran untrusted code. An archive beyond any of them is rejected as a whole. */
export interface Caps {
  /** Bytes of the downloaded archive. */
  readonly archive: number;
  readonly entries: number;
  /** Bytes of all files together, unpacked. */
  readonly unpacked: number;
  /** Bytes of a file's name. */
  readonly name: number;
  /** Values in a JSON file: objects, lists, texts, numbers, words. */
  readonly values: number;
  /** Nesting levels of objects and lists. */
  readonly depth: number;
  /** Characters of a text or number in a JSON file, as it is written. */
  readonly text: number;
}

/**
 * Far above real runs, and harmless to a runner with 7 GB. A run of 200 workloads, 30 pairs and 100 quantiles for
 * each metric has about 4 million values in 80 MB, and compresses to a tenth.
 */
export const CAPS: Caps = {
  archive: 64 * 2 ** 20,
  entries: 16,
  unpacked: 192 * 2 ** 20,
  name: 100,
  values: 10_000_000,
  depth: 40,
  text: 200_000,
};
