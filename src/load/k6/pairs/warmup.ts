/** Pieces that a warm-up is measured in. */
const PIECES = 4;
/** Seconds that a piece has at least: fewer requests would say nothing. */
const SHORTEST = 0.5;
/** By how much a piece must be faster than all before it to show that the sides are not warm yet. */
const FASTER = 0.05;
/** And by how many standard deviations of a count: few iterations with pauses of random lengths vary by far more. */
const SIGMAS = 2;
/** How often as long as planned it may become. */
const MOST = 2;

/**
 * The warm-up of a closed load, whose pace shows what it does: it takes the time planned, and goes on while it still
 * gets faster, until it has taken twice that. One of under two seconds only brings up connections and is left alone.
 */
export class Warmup {
  private readonly planned: number;
  private readonly piece: number;
  private spent = 0;
  /** The fastest piece: iterations a second, and how many they were. */
  private best = { pace: 0, iterations: 0 };
  /** Whether the last piece was faster than all before it. */
  private faster = false;

  /** @param seconds planned, above 0 */
  constructor(seconds: number) {
    this.planned = seconds;
    this.piece = seconds / PIECES < SHORTEST ? seconds : seconds / PIECES;
  }

  /** Seconds of the next piece; 0 where it is over. */
  next(): number {
    const { planned, piece, spent } = this;
    const rest = planned - spent;
    if (rest > piece / 2) return piece;
    return this.faster && spent + piece <= MOST * planned + piece / 2 ? piece : 0;
  }

  /** A piece has been loaded: so many iterations in so many seconds. */
  loaded(iterations: number, seconds: number): void {
    this.spent += this.piece;
    const pace = iterations / seconds;
    const { best } = this;
    const chance = SIGMAS / Math.sqrt(best.iterations);
    this.faster = this.piece < this.planned && best.pace > 0 && pace > best.pace * (1 + FASTER + chance);
    if (pace > best.pace) this.best = { pace, iterations };
  }

  /** Whether it was still getting faster when its time was up. */
  get short(): boolean {
    return this.faster && this.next() === 0;
  }
}
