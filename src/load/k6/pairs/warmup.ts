import type { WarmupUse } from "../../../model/ports.ts";
import { SIDES } from "../../../model/schedule.ts";

/** Seconds that a piece has at least. */
const SHORTEST = 0.5;
/** Fewest pieces of any use. */
const FEWEST = 4;
/** By how much a piece must be better than all before it to show that the sides are not warm yet. */
const BETTER = 0.05;
/** And by how many standard deviations of a count: few iterations with pauses of random lengths vary by far more. */
const SIGMAS = 2;
/** So many standard deviations, as a share, up to which a piece that is no better shows that the sides are warm. */
const TELLING = 0.2;
/** How many more iterations than would show it a piece should have: they vary. */
const ROOM = 1.2;
/** Most of a piece of an open load that the wait for its last iterations may be: nothing new begins in it. */
const WAIT = 0.5;
/** How often as long as planned it may become, and what share of that is enough where the sides are warm earlier. */
const MOST = 2;
const ENOUGH = 1 / 6;

/** A piece of a warm-up that has been loaded. */
export interface Piece {
  readonly iterations: number;
  /** Until its last iteration had ended. */
  readonly seconds: number;
  /** Null where it is not known. */
  readonly use: WarmupUse | null;
  /** Whether pauses were as long as in the piece before, so that the pace of both can be compared. */
  readonly samePace: boolean;
  /** Iterations of the VUs that came to the barrier at its end, and the milliseconds that these took; null where unknown. */
  readonly seen: { readonly iterations: number; readonly ms: number } | null;
}

/** A figure of a piece, where more is better, and the iterations that it rests on. */
interface Figure {
  readonly figure: number;
  readonly iterations: number;
}

/**
 * The warm-up of a load. That of a closed one goes on while a piece is better than all before it: more iterations a second, or less
 * CPU time for each of them on either side; after such a piece, until two are not. It takes at most twice the time
 * planned, and at least a sixth of it, which is enough only where there are so many iterations that chance cannot hide an
 * improvement. Pieces are as short as that allows, from half a second to a quarter of the time planned. A warm-up of under
 * two seconds only brings up connections and is left alone.
 *
 * An open load keeps its pace whatever the sides do. In place of that counts how long iterations take, of the VUs that are
 * known at the barrier. It is loaded for at most the time planned. The waits for the last iterations of its pieces come on
 * top: a piece is at least twice as long as the wait after the one before, or all that is left.
 */
export class Warmup {
  private readonly planned: number;
  private readonly kind: "closed" | "open";
  private piece: number;
  private spent = 0;
  private readonly best = new Map<string, Figure>();
  /** Whether the last piece was better than all before it, and whether it could tell that the sides are warm. */
  private better = false;
  private telling = false;

  /** @param seconds planned, above 0 */
  constructor(seconds: number, kind: Warmup["kind"] = "closed") {
    this.planned = seconds;
    this.kind = kind;
    this.piece = seconds < FEWEST * SHORTEST ? seconds : SHORTEST;
  }

  /** Seconds of the next piece; 0 where it is over. @param wanted whether a further piece is needed for another reason */
  next(wanted = false): number {
    const { planned, piece, spent, left } = this;
    if (left > Math.min(piece, planned / FEWEST) / 2)
      return this.kind === "open" ? Math.min(piece, left) : piece;
    if (this.kind === "open") return 0;
    return (this.better || wanted) && spent + piece <= MOST * planned + piece / 2 ? piece : 0;
  }

  /** A piece has been loaded. */
  loaded({ iterations, seconds, use, samePace, seen }: Piece): void {
    const piece = this.kind === "open" ? Math.min(this.piece, this.left) : this.piece;
    this.spent += piece;
    if (this.piece >= this.planned) return;
    const spent = SIDES.map((side) => use?.cpu[side] ?? null);
    if (!samePace) this.best.delete("pace");
    const pace = { figure: iterations / seconds, iterations };
    const quickness = seen && { figure: seen.iterations / seen.ms, iterations: seen.iterations };
    const figures: (readonly [string, Figure | null])[] = [
      ["pace", this.kind === "open" ? quickness : pace],
      ...SIDES.flatMap((side, i) =>
        spent[i] ? [[side, { figure: iterations / spent[i], iterations }] as const] : [],
      ),
    ];
    const known = spent.every((cpu) => cpu !== null);
    this.telling =
      known && !this.better && this.best.size === figures.length && SIGMAS / Math.sqrt(iterations) <= TELLING;
    const enough = (piece * (SIGMAS / TELLING) ** 2) / Math.max(1, iterations);
    const most = this.planned / FEWEST;
    const busy = this.kind === "open" ? (seconds - piece) / WAIT : 0;
    this.piece = busy > most ? this.planned : Math.min(most, Math.max(SHORTEST, ROOM * enough, busy));
    this.better = figures.map(([name, figure]) => this.isBetter(name, figure)).some(Boolean);
  }

  /** Seconds until it is over, unless the sides still get better. */
  private get left(): number {
    return (this.telling && !this.better ? ENOUGH : 1) * this.planned - this.spent;
  }

  private isBetter(name: string, piece: Figure | null): boolean {
    if (piece === null) return false;
    const best = this.best.get(name);
    if (best === undefined || piece.figure > best.figure) this.best.set(name, piece);
    if (best === undefined || best.figure === 0) return false;
    return piece.figure > best.figure * (1 + BETTER + SIGMAS / Math.sqrt(best.iterations));
  }

  /** Whether a closed load was still getting better when its time was up. */
  get short(): boolean {
    return this.kind === "closed" && this.better && this.next() === 0;
  }
}
