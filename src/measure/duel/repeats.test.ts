import { expect, test } from "vitest";
import { Interrupted } from "../../base/errors.ts";
import type { Behaviour } from "../../testing/duelmachine.ts";
import { duelist, failing, go, machine, never, order } from "../../testing/duelmachine.ts";
import { runDuel } from "./duel.ts";

/** Repeats the first slot of each start. */
const first: Behaviour["repeats"] = (_, all, _slots, start) =>
  all.flatMap((pair) => (pair.start === start ? [pair.slot] : [])).slice(0, 1);
/** A pair takes a minute, and other programs use the CPU at these seconds. */
const busy = (when: (seconds: number) => boolean): Behaviour => ({
  repeats: first,
  takes: 30,
  probe: (seconds) => (when(seconds) ? 2 : 1),
});
const pauses = (events: readonly string[]) => events.filter((event) => event.startsWith("pause"));
const waits = (events: readonly string[]) => events.filter((event) => event.startsWith("waiting"));

test("disturbed pairs are measured again once the machine is calm", async () => {
  // The two pairs of the first start end at 120 s, and the other programs three seconds later.
  const { events, pairs } = await go(
    [duelist("shop")],
    busy((seconds) => seconds < 123),
  );
  expect(waits(events)).toEqual(["waiting for 1, 10 at most"]); // a tenth of 120 s would be 12 s
  expect(pauses(events)).toEqual(Array(6).fill("pause 0.5"));
  const again = pairs.find(({ attempt }) => attempt > 0);
  expect(again).toMatchObject({
    slot: 0,
    start: 0,
    began: new Date(123_000).toISOString(),
    host: { probe: [1, 1] },
  });
  expect(events.indexOf("pause 0.5")).toBeLessThan(events.indexOf("down base"));
});

test("all waits together take at most a tenth of the time so far", async () => {
  // The first start ends after 30 s, and 2 of its 3 s are used. The second one ends after 77 s: 7.7 s − 2 s.
  const { events } = await go([duelist("shop")], {
    ...busy((seconds) => seconds < 32 || (seconds > 40 && seconds < 79)),
    takes: 7.5,
  });
  expect(waits(events).slice(0, 2)).toEqual(["waiting for 1, 3 at most", "waiting for 1, 5.7 at most"]);
});

test("after a wait in vain none follows, and the pairs are measured again as they were", async () => {
  const { events, pairs } = await go(
    [duelist("shop")],
    busy(() => true),
  );
  expect(pauses(events)).toHaveLength(20); // 10 s
  expect(waits(events)).toHaveLength(1);
  expect(pairs.filter(({ attempt }) => attempt > 0)).toHaveLength(6); // one for each start
});

test("no wait goes beyond the time of the duel", async () => {
  const { events } = await go(
    [duelist("shop")],
    busy(() => true),
    { budget: 122 },
  );
  expect([waits(events), pauses(events).length]).toEqual([["waiting for 1, 2 at most"], 4]);
});

test.each<[string, Behaviour]>([
  ["lost", { ...busy(() => true), load: failing("head") }],
  ["of a saturated generator", busy(() => false)],
  ["of a start too short for a tenth", { ...busy(() => true), takes: 0.01 }],
])("pairs %s are measured again at once", async (_, behave) => {
  const { events } = await go([duelist("shop")], behave);
  expect([waits(events), pauses(events)]).toEqual([[], []]);
});

test("an interruption ends the wait", async () => {
  const abort = new AbortController();
  const all = [duelist("shop")];
  const at = machine(
    all,
    busy(() => true),
  );
  const pause = async () => abort.abort(new Interrupted("SIGINT"));
  const { ended, pairs } = await runDuel(order(all), { ...at.edges, pause }, abort.signal);
  expect([(ended as Interrupted).by, pairs.length]).toEqual(["SIGINT", 2]);
  expect(at.count("up")).toBe(at.count("down"));
  expect(never.aborted).toBe(false);
});
