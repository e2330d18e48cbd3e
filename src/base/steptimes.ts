/** The steps of a measurement whose time is told, besides the load itself. */
type Step = (typeof STEPS)[number];
/** Of steps at the same time the first one has the time. */
const STEPS = ["wait", "why", "build", "start"] as const;
const NONE: Readonly<Record<Step, number>> = { wait: 0, why: 0, build: 0, start: 0 };

/**
 * The seconds that each step took. Time of steps that overlap counts once: two stacks that start at the same time, or
 * a build within a start, which is time of the build. All of the part that explains a verdict (`why`) is time of that.
 */
export class StepTimes {
  readonly seconds: Record<Step, number> = { ...NONE };
  private readonly running: Record<Step, number> = { ...NONE };
  private readonly now: () => number;
  private since = 0;

  /** @param now seconds of a steady clock */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.now = now;
  }

  async during<T>(step: Step, act: () => Promise<T>): Promise<T> {
    this.settle();
    this.running[step]++;
    try {
      return await act();
    } finally {
      this.settle();
      this.running[step]--;
    }
  }

  /** Adds the time since the last change to the step that ran. */
  private settle(): void {
    const now = this.now();
    const step = STEPS.find((one) => this.running[one] > 0);
    if (step !== undefined) this.seconds[step] += now - this.since;
    this.since = now;
  }
}
