/** What an archive from a job that ran anybody's code may have at most. Beyond any of it, it is refused as a whole. */
export interface Caps {
  /** Bytes of the archive as it is downloaded. */
  readonly archive: number;
  readonly entries: number;
  /** Bytes of all files together, unpacked. */
  readonly unpacked: number;
  /** Bytes of a file's name. */
  readonly name: number;
  /** Values in a JSON file: objects, lists, texts, numbers, words. */
  readonly values: number;
  /** Levels of objects and lists in each other. */
  readonly depth: number;
  /** Characters of a text or a number in a JSON file, as it is written. */
  readonly text: number;
}

/**
 * Far above honest runs, and harmless to a runner of 7 GB: a run of 200 workloads, 30 pairs and 100 quantiles a
 * metric has some 4 million values in 80 MB, and packs to a tenth.
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
