import type { Knee, LevelStatus, ProbeReason, Step } from "../../model/levelrun.ts";

/** What is known of a level. */
export interface LevelState {
  readonly level: number;
  readonly status: LevelStatus;
  readonly leans: "holds" | "breaks";
  /** Times that it was measured. */
  readonly probes: number;
  /** Of these, times to confirm it, each with a fresh start of the stack. */
  readonly confirmed: number;
}

/** A search, as planned before anything was seen. */
export interface Search {
  readonly low: number;
  readonly high: number;
  /** The search ends where neighbours are less than this share apart, or whole numbers are. */
  readonly precision: number;
  readonly confirm: number;
  /** Most probes. */
  readonly probes: number;
  readonly seed: number;
}

/** Times that a level is measured before it is left undecided. */
const PATIENCE = 3;

/**
 * The next probe of a search for the knee, or null where nothing is left to be asked. A pure function of the plan and of
 * what was seen, so that a search can be simulated, and followed.
 *
 * From the lowest level upward each level is twice the one before, so that no service meets more than twice what it was
 * seen to bear, until one breaks. The bracket is then halved, in the geometric sense, down to the precision. A level
 * that is undecided is measured again, and then placed by its estimate. In the end the highest level that was shown to
 * hold and the lowest that was shown to break are measured again, each time with a fresh start and in seeded order:
 * a level that was lucky the first time is found out, and the search goes on from what is known then.
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
  const open = states.find(({ status, probes }) => status === "undecided" && probes < PATIENCE);
  if (open) return at(open.level, "again");
  const crossed = crossing(states);
  if (crossed.length > 0) {
    const least = [...crossed].sort((a, b) => a.probes - b.probes || a.level - b.level)[0]!;
    return least.probes < PATIENCE ? at(least.level, "again") : null;
  }
  const ups = states.filter(isUp).map(({ level }) => level);
  const downs = states.filter((state) => !isUp(state)).map(({ level }) => level);
  const [floor, ceiling] = [Math.max(...ups), Math.min(...downs)];
  if (downs.length === 0 && floor < high) return at(Math.min(high, 2 * floor), "bracket");
  if (ups.length > 0 && downs.length > 0 && apart(floor, ceiling, precision)) {
    const middle = Math.round(Math.sqrt(floor * ceiling));
    return at(Math.min(ceiling - 1, Math.max(floor + 1, middle)), "halve");
  }
  return outward(search, states, floor, ceiling, at) ?? confirmation(search, states, last);
}

/** Whether a level counts as one that holds in the search. */
const isUp = ({ status, leans }: LevelState) =>
  status === "holds" || (status === "undecided" && leans === "holds");

const apart = (floor: number, ceiling: number, precision: number) =>
  ceiling - floor > 1 && ceiling / floor > 1 + precision;

/** Levels that hold above others that break. */
export function crossing<S extends LevelState>(states: readonly S[]): S[] {
  const lowestDown = Math.min(...states.filter((state) => !isUp(state)).map(({ level }) => level));
  const highestUp = Math.max(...states.filter(isUp).map(({ level }) => level));
  if (!(highestUp > lowestDown)) return [];
  return states.filter((state) => (isUp(state) ? state.level > lowestDown : state.level < highestUp));
}

/** Steps away from the bracket in which a level that can be decided is looked for. */
const STEPS = 4;

/**
 * Where the levels next to the knee stay undecided, one further out on that side, which may be shown to hold or break:
 * an interval that is wider than asked for is better than one without an end.
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
 * The end of the interval that was confirmed less often is measured again; the seed says which of two is first, and the
 * second shares its fresh start.
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

/** The highest level shown to hold beneath all that do not, and the lowest shown not to above all that do. */
export function ends(states: readonly LevelState[]): { holds: number | null; breaks: number | null } {
  const shown = (which: readonly LevelStatus[]) =>
    states.filter(({ status }) => which.includes(status)).map(({ level }) => level);
  const [up, down] = [shown(["holds"]), shown(["breaks", "limited"])];
  const [lowestDown, highestUp] = [Math.min(...down), Math.max(...up)];
  const holds = Math.max(...up.filter((level) => level < lowestDown));
  const breaks = Math.min(...down.filter((level) => level > highestUp));
  return { holds: finite(holds), breaks: finite(breaks) };
}

const finite = (level: number) => (Number.isFinite(level) ? level : null);

/** Where the knee lies, by everything that was seen. */
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
