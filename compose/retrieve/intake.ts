/** Milliseconds between two looks at what is due, while anything is waiting. */
const PACE = 20;

/** A queue that takes no more than it holds, and is emptied at a rate that is set. */
export interface Intake<T> {
  /** Whether there was room for it. */
  offer(one: T): boolean;
  readonly waiting: number;
  close(): void;
}

export interface IntakeOptions<T> {
  readonly capacity: number;
  /** What is taken out a second: the store behind it that carries so much and no more. */
  readonly perSecond: number;
  /** A clock in seconds that does not go back. */
  readonly now: () => number;
  readonly take: (one: T) => void;
}

/**
 * Below the rate everything is accepted, after the queue has been filled once beyond it the rate and no more: the knee
 * is where the rate is, whatever the machine is, as long as the work of `take` leaves it time.
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
      // An idle store takes the first at once, and then needs its time before the next.
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
