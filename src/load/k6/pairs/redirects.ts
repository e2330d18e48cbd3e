import type { PairsRequest } from "../../../model/ports.ts";
import type { Side } from "../../../model/schedule.ts";
import { among } from "../hosts.ts";
import { LEFT_FOR, turnIn } from "./failing.ts";

/** Most characters of an address. */
const LONGEST = 200;

/** A redirect from a target of a side to a host that is none of its targets. */
export interface Redirect {
  readonly side: Side;
  readonly to: string;
}

/** Listens to k6's log for the first redirect that leads away from the targets of its side. */
export function redirects(sides: PairsRequest["sides"]): {
  line(text: string): void;
  readonly first: Redirect | null;
} {
  let first: Redirect | null = null;
  return {
    line(text) {
      if (first !== null || !text.includes(LEFT_FOR)) return;
      const { side, rest } = turnIn(text, LEFT_FOR) ?? {};
      const [from, to] = (rest ?? []).map(String);
      if (side === undefined || from === undefined || to === undefined) return;
      const isTarget = among(sides[side].targets);
      if (isTarget(from) && !isTarget(to)) first = { side, to: to.slice(0, LONGEST) };
    },
    get first() {
      return first;
    },
  };
}
