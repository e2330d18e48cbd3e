/** Milliseconds between two checks for due events, while any is waiting. */
const PACE = 20;

/** A bounded queue that is emptied at a fixed rate. */
export interface Intake<T> {
  /** Whether there was room for it. */
  offer(one: T): boolean;
  readonly waiting: number;
  close(): void;
}

export interface IntakeOptions<T> {
  readonly capacity: number;
  /** Events taken out per second: the throughput of the store behind it. */
  readonly perSecond: number;
  /** A monotonic clock in seconds. */
  readonly now: () => number;
  readonly take: (one: T) => void;
}

/**
 * Below the rate everything is accepted. Beyond it, once the queue is full, only the rate is accepted. The knee is
 * therefore at the rate on any machine that is fast enough for the work of `take`.
 */
export function intake<T>({ capacity, perSecond, now, take }: IntakeOptions<T>): Intake<T> {
  const queue: T[] = [];
  /** When the next is due, in seconds; only while any is waiting. */
  let due = 0;
  let timer: NodeJS.Timeout | undefined;

  function drain(): void {
    const time = now();
    for (; queue.length > 0 && due <= time; due += 1 / perSecond) take(queue.shift()!);
    if (queue.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    offer(one) {
      drain();
      if (queue.length >= capacity) return false;
      // An idle store takes the first event immediately, and needs its time before the next.
      if (queue.length === 0) due = Math.max(due, now());
      queue.push(one);
      timer ??= setInterval(drain, PACE);
      return true;
    },
    get waiting() {
      return queue.length;
    },
    close() {
      clearInterval(timer);
      timer = undefined;
      queue.length = 0;
    },
  };
}
