/** Most bytes that are kept of an output. */
const LIMIT = 8 * 2 ** 20;

/**
 * The output of a program up to a limit: the first and the last half of it, with a line between them that gives the
 * number of dropped bytes. The beginning shows what ran, the end why it failed.
 */
export class Capture {
  private readonly half: number;
  private readonly head: Uint8Array[] = [];
  private readonly tail: Uint8Array[] = [];
  /** Chunks at the start of the tail that were dropped. They are removed in bulk: one by one would take minutes. */
  private gone = 0;
  private headBytes = 0;
  private tailBytes = 0;
  private dropped = 0;

  /** @param limit most bytes that are kept */
  constructor(limit = LIMIT) {
    this.half = Math.ceil(limit / 2);
  }

  /** Whether bytes were dropped. */
  get cut(): boolean {
    return this.dropped > 0;
  }

  write(chunk: Uint8Array): void {
    const fits = Math.min(chunk.length, this.half - this.headBytes);
    if (fits > 0) {
      this.head.push(chunk.subarray(0, fits));
      this.headBytes += fits;
    }
    const rest = chunk.subarray(Math.max(0, fits));
    if (rest.length === 0) return;
    this.tail.push(rest);
    this.tailBytes += rest.length;
    for (
      let first = this.tail[this.gone];
      first && this.tailBytes > this.half;
      first = this.tail[this.gone]
    ) {
      const over = Math.min(first.length, this.tailBytes - this.half);
      if (over === first.length) this.gone++;
      else this.tail[this.gone] = first.subarray(over);
      this.tailBytes -= over;
      this.dropped += over;
    }
    if (2 * this.gone <= this.tail.length) return;
    this.tail.splice(0, this.gone);
    this.gone = 0;
  }

  text(): string {
    const [head, tail] = [Buffer.concat(this.head), Buffer.concat(this.tail.slice(this.gone))];
    if (!this.cut) return Buffer.concat([head, tail]).toString("utf8");
    return `${head.toString("utf8")}\n[${this.dropped} bytes not kept]\n${tail.toString("utf8")}`;
  }
}
