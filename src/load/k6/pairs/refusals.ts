import type { PairsRequest } from "../../../model/ports.ts";
import { SIDES, type Side } from "../../../model/schedule.ts";
import { messageIn } from "../log.ts";

/** Listens to k6's log for the first failed request of each side; a side is known by the addresses of its targets. */
export function refusals(sides: PairsRequest["sides"]): {
  line(text: string): void;
  readonly first: Readonly<Record<Side, string | null>>;
} {
  const first: Record<Side, string | null> = { base: null, head: null };
  const hosts = (side: Side) => Object.values(sides[side].targets).map((url) => url.replace(/^\w+:\/\//, ""));
  const known = { base: hosts("base"), head: hosts("head") };
  return {
    first,
    line(text) {
      if (first.base !== null && first.head !== null) return;
      if (!text.includes("Request Failed")) return;
      for (const side of SIDES) {
        if (first[side] === null && known[side].some((host) => text.includes(host)))
          first[side] = messageIn(text, "error");
      }
    },
  };
}
