import type { Knee, LevelStatus, ProbeReason, Step } from "../../model/levelrun.ts";

/** The state of a level in a search. */
export interface LevelState {
  readonly level: number;
  readonly status: LevelStatus;
  readonly leans: "holds" | "breaks";
  /** How often it was measured. */
  readonly probes: number;
  /** How often it was measured to confirm it, each time after a fresh start of the stack. */
  readonly confirmed: number;
}

/** The fixed plan of a search. */
export interface Search {
  readonly low: number;
  readonly high: number;
  /** The search ends where neighbours differ by less than this share, or by 1. */
  readonly precision: number;
  readonly confirm: number;
  /** Most probes. */
  readonly probes: number;
  readonly seed: number;
}

/** Measurements of a level before it is left undecided, or unreached although a higher one was reached. */
const MOST_PROBES = 3;

/** Measurements of a level that the generator did not reach, before it counts as the generator's limit. */
const UNREACHED_PROBES = 2;

/**
 * The next probe of a search for the knee; null where the search is complete. Pure, so that a search can be simulated and
 * replayed.
 *
 * Starting from the lowest level, each level is twice the one before, until one breaks: no service meets more than twice
 * the load that it has carried. The bracket is then halved geometrically down to the precision. An undecided level is
 * measured again, and then placed by its estimate. So is one that the generator did not reach: once, since the machine may
 * have stood still for a moment, and once more where the generator reached a higher one. Where those estimates contradict
 * each other, only levels further out can end the search. At the end, the highest level shown to hold and the lowest shown
 * to break are confirmed, after fresh starts and in seeded order. A level that held by chance is found out, and the search
 * continues from there.
 *
 * @param last the probe before this one
 */
export function nextProbe(
  search: Search,
  states: readonly LevelState[],
  last?: Pick<Step, "level" | "why">,
): Step | null {
  const { low, high, precision } = search;
  const taken = states.reduce((sum, { probes }) => sum + probes, 0);
  if (taken >= search.probes) return null;
  const at = (level: number, why: ProbeReason): Step => ({ level, why, fresh: false });
  if (states.length === 0) return at(low, "bracket");
  const open = states.find((state) => state.probes < measurements(state, states));
  if (open) return at(open.level, "again");
  const ups = states.filter(isUp).map(({ level }) => level);
  const downs = states.filter((state) => !isUp(state)).map(({ level }) => level);
  const [floor, ceiling] = [Math.max(...ups), Math.min(...downs)];
  const crossed = crossing(states);
  if (crossed.length > 0) {
    const least = [...crossed].sort((a, b) => a.probes - b.probes || a.level - b.level)[0]!;
    if (least.probes < MOST_PROBES) return at(least.level, "again");
    if (crossing(states.filter(({ status }) => status !== "undecided")).length > 0) return null;
    return outward(search, states, ceiling, floor, at) ?? confirmation(search, states, last);
  }
  if (downs.length === 0 && floor < high) return at(Math.min(high, 2 * floor), "bracket");
  if (ups.length > 0 && downs.length > 0 && apart(floor, ceiling, precision)) {
    const middle = Math.round(Math.sqrt(floor * ceiling));
    return at(Math.min(ceiling - 1, Math.max(floor + 1, middle)), "halve");
  }
  return outward(search, states, floor, ceiling, at) ?? confirmation(search, states, last);
}

/** How often a level is measured before the search places it as it is. */
function measurements({ status, level }: LevelState, states: readonly LevelState[]): number {
  if (status === "undecided") return MOST_PROBES;
  if (status !== "limited") return 1;
  const reached = states.some(
    (other) => other.level > level && (other.status === "holds" || other.status === "breaks"),
  );
  return reached ? MOST_PROBES : UNREACHED_PROBES;
}

/** Whether the search treats a level as one that holds. */
const isUp = ({ status, leans }: LevelState) =>
  status === "holds" || (status === "undecided" && leans === "holds");

const apart = (floor: number, ceiling: number, precision: number) =>
  ceiling - floor > 1 && ceiling / floor > 1 + precision;

/** Levels that contradict others: they hold above levels that break, or break below levels that hold. */
export function crossing<S extends LevelState>(states: readonly S[]): S[] {
  const lowestDown = Math.min(...states.filter((state) => !isUp(state)).map(({ level }) => level));
  const highestUp = Math.max(...states.filter(isUp).map(({ level }) => level));
  if (!(highestUp > lowestDown)) return [];
  return states.filter((state) => (isUp(state) ? state.level > lowestDown : state.level < highestUp));
}

/** Most steps outward from the bracket in the search for a level that can be decided. */
const STEPS = 4;

/**
 * The next level outward, where the levels next to the knee stay undecided. It may be shown to hold or break: a wide
 * interval is better than an open one.
 */
function outward(
  { low, high, precision }: Search,
  states: readonly LevelState[],
  floor: number,
  ceiling: number,
  at: (level: number, why: ProbeReason) => Step,
): Step | null {
  const { holds, breaks } = ends(states);
  const known = (level: number) => states.some((state) => state.level === level);
  const steps = Array.from({ length: STEPS }, (_, i) => (1 + precision) ** (i + 1));
  if (Number.isFinite(floor) && holds !== floor) {
    const below = steps.map((step) => Math.max(low, Math.min(floor - 1, Math.floor(floor / step))));
    const level = below.find((one) => one > (holds ?? 0) && !known(one));
    if (level !== undefined && !below.some((one) => one === holds)) return at(level, "again");
  }
  if (Number.isFinite(ceiling) && breaks !== ceiling) {
    const above = steps.map((step) => Math.min(high, Math.max(ceiling + 1, Math.ceil(ceiling * step))));
    const level = above.find((one) => one < (breaks ?? Infinity) && !known(one));
    if (level !== undefined && !above.some((one) => one === breaks)) return at(level, "again");
  }
  return null;
}

/**
 * Confirms the end of the interval that was confirmed less often. The seed decides which of two comes first; the second
 * shares its fresh start.
 */
function confirmation(
  { confirm, seed }: Search,
  states: readonly LevelState[],
  last: Pick<Step, "level" | "why"> | undefined,
): Step | null {
  const { holds, breaks } = ends(states);
  const both = states.filter(({ level }) => level === holds || level === breaks);
  const wanting = both.filter(({ confirmed }) => confirmed < confirm);
  const round = Math.min(...wanting.map(({ confirmed }) => confirmed));
  const next = wanting.filter(({ confirmed }) => confirmed === round);
  const first = next[next.length > 1 ? (seed >> (round % 30)) & 1 : 0];
  if (first === undefined) return null;
  const shared =
    last?.why === "confirm" && both.some(({ level }) => level === last.level && level !== first.level);
  return { level: first.level, why: "confirm", fresh: next.length > 1 || !shared };
}

/**
 * The highest level shown to hold below all that break, and the lowest shown to break above all that hold. Where none was,
 * the lowest that the generator did not reach: such a level says nothing about the service.
 */
export function ends(states: readonly LevelState[]): { holds: number | null; breaks: number | null } {
  const shown = (which: LevelStatus) =>
    states.flatMap(({ status, level }) => (status === which ? level : []));
  const [up, down, unreached] = [shown("holds"), shown("breaks"), shown("limited")];
  const [lowestDown, highestUp] = [Math.min(...down), Math.max(...up)];
  const holds = finite(Math.max(...up.filter((level) => level < lowestDown)));
  const above = (levels: readonly number[]) =>
    finite(Math.min(...levels.filter((level) => level > highestUp)));
  return { holds, breaks: above(down) ?? above(unreached) };
}

const finite = (level: number) => (Number.isFinite(level) ? level : null);

/** The location of the knee, from all states. */
export function kneeOf({ high }: Pick<Search, "high">, states: readonly LevelState[]): Knee {
  const { holds, breaks } = ends(states);
  const of = (level: number | null) => states.find((state) => state.level === level);
  const limit =
    breaks !== null
      ? of(breaks)?.status === "limited"
        ? "generator"
        : "service"
      : holds === high
        ? "range"
        : "unknown";
  return { holds, breaks, limit, confirmed: [of(holds)?.confirmed ?? 0, of(breaks)?.confirmed ?? 0] };
}
