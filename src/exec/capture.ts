/**
 * The output of a program up to a limit: the first and the last half of it, with a line between them that gives the
 * number of dropped bytes. The beginning shows what ran, the end why it failed.
 */
export class Capture {
  private readonly half: number;
  private readonly head: Uint8Array[] = [];
  private readonly tail: Uint8Array[] = [];
  private headBytes = 0;
  private tailBytes = 0;
  private dropped = 0;

  /** @param limit most bytes that are kept */
  constructor(limit: number) {
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
    for (let first = this.tail[0]; first && this.tailBytes > this.half; first = this.tail[0]) {
      const over = Math.min(first.length, this.tailBytes - this.half);
      if (over === first.length) this.tail.shift();
      else this.tail[0] = first.subarray(over);
      this.tailBytes -= over;
      this.dropped += over;
    }
  }

  text(): string {
    const [head, tail] = [Buffer.concat(this.head), Buffer.concat(this.tail)];
    if (!this.cut) return Buffer.concat([head, tail]).toString("utf8");
    return `${head.toString("utf8")}\n[${this.dropped} bytes not kept]\n${tail.toString("utf8")}`;
  }
}
