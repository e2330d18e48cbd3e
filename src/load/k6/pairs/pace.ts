import type { WarmupUse } from "../../../model/ports.ts";

/** Utilisation that is aimed at, and that is not to be exceeded: beyond it, requests mostly wait for one another. */
const AIM = 0.5;
const MOST = 0.6;
/** Utilisation that is as good as aimed at. */
const ENOUGH = 0.4;
/**
 * How much longer than at a slower pace a request may take. At the utilisation aimed at, a queue alone doubles it;
 * beyond this something else is used up, such as a pool of connections.
 */
const LONGER = 3;
/** The smallest share that is left of a pause: from 0 no way leads back. */
const LEAST = 1e-3;
/** Parts of a warm-up after which the pace stays as it is. */
const PARTS = 12;

/** One part of a warm-up, as the pace is found from it. */
export interface Paced {
  readonly use: WarmupUse | null;
  /** Milliseconds of an iteration without its pauses; null where none ended. */
  readonly busy: number | null;
  /** Whether any of the iterations paused. */
  readonly paused: boolean;
}

/**
 * Finds how far the pauses of a script can be shortened: until the busiest service uses half a core, or all programs use
 * half of the machine. A service with a limit below one core uses half of that. Both sides have the same pauses. The number of
 * VUs stays: as many as before are at work, only more often, and a limit that they share shows in the length of their
 * iterations.
 */
export class Pacer {
  /** The share of each pause that is left, from 0.001 to 1. */
  pauses: number;
  /** Whether it stays. */
  settled = false;
  /** The utilisation that it led to; null where it is not known. */
  utilisation: number | null = null;
  /** Whether the script pauses at all; null as long as no iteration has ended. */
  paused: boolean | null = null;
  private parts = 0;
  /** The shortest iteration so far, and the pauses of the part before. */
  private quickest = Infinity;
  private before: number;
  /** The pauses must not become shorter than this, because iterations took too long. */
  private floor = LEAST;

  /** @param first share of each pause to begin with @param settled whether it was found before */
  constructor(first: number, settled = false) {
    this.pauses = bounded(first, LEAST);
    this.before = 1;
    this.settled = settled;
  }

  /** The share of each pause after the warm-up: all of it where no part of the warm-up was measured. */
  get found(): number {
    return this.settled || this.parts > 0 ? this.pauses : 1;
  }

  /** A part of the warm-up was loaded at this pace. */
  loaded({ use, busy, paused }: Paced): void {
    if (busy !== null) this.paused = paused || this.paused === true;
    if (this.settled) return;
    this.utilisation = use === null ? null : utilisationOf(use);
    const { utilisation, pauses } = this;
    if (utilisation === null || this.paused === false) {
      this.end(1);
      return;
    }
    this.parts++;
    const held = busy !== null && busy > LONGER * this.quickest;
    if (busy !== null) this.quickest = Math.min(this.quickest, busy);
    if (held) this.floor = Math.min(this.before, 2 * pauses);
    const wanted = bounded((pauses * utilisation) / AIM, this.floor);
    const good = !held && utilisation >= ENOUGH && utilisation <= MOST;
    const isCold = this.parts === 1; // first requests take longer, and their pauses would stay for all starts
    if (((good || wanted === pauses) && !isCold) || this.parts >= PARTS) {
      this.end(utilisation > MOST || held ? wanted : pauses);
      return;
    }
    this.before = pauses;
    this.pauses = wanted;
  }

  private end(pauses: number): void {
    this.pauses = pauses;
    this.settled = true;
  }
}

const bounded = (pauses: number, least: number) => Math.min(1, Math.max(least, pauses));

function utilisationOf({ busiest, machine }: WarmupUse): number | null {
  const known = [busiest, machine].filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
}
