import { expect, test } from "vitest";
import type { Reply } from "../search/client.ts";
import { cached } from "./cache.ts";
import { type Searched, type SearchRules, searching } from "./search.ts";

const RULES: SearchRules = { attempts: 3, backoff: 0, deadline: 20, silences: 3, open: 1 };
const FOUND: Reply = { hits: [{ id: "doc-1", score: 0.5 }] };
const lacking = (why: Extract<Reply, { lacking: string }>["lacking"]): Reply => ({ lacking: why });
const never = new AbortController().signal;

/** A search whose service gives these replies in turn and then repeats the last; and its number of calls. */
function served(...replies: Reply[]) {
  const clock = { now: 0 };
  const asked: { text: string; k: number; within: number }[] = [];
  const nearest = async (query: { text: string; k: number }, within: number) => {
    asked.push({ ...query, within });
    return replies.length > 1 ? replies.shift()! : replies[0]!;
  };
  const find = searching(
    { client: async () => ({ nearest }), cache: cached(() => 0), now: () => clock.now, random: () => 1 },
    RULES,
  );
  return { clock, asked, find: (text = "q", k = 3) => find(text, k, never) };
}

test.each([
  [[FOUND], { ...FOUND, cached: false }, 1],
  [[lacking("timeout"), FOUND], { ...FOUND, cached: false }, 2],
  [[lacking("not_loaded"), lacking("unavailable"), FOUND], { ...FOUND, cached: false }, 3],
  [[lacking("not_loaded")], { error: "not_loaded" }, 3],
  [[lacking("not_loaded"), lacking("not_loaded"), lacking("timeout")], { error: "timeout" }, 3], // the last one's
  [[lacking("internal")], { error: "internal" }, 1], // trying again does not mend it
] as [Reply[], Searched, number][])("replies %j give %j after %d attempts", async (replies, want, times) => {
  const { find, asked } = served(...replies);
  expect(await find()).toEqual(want);
  expect(asked).toEqual(Array(times).fill({ text: "q", k: 3, within: 20 }));
});

test("what was found is asked once; another text or k is another question; failures are not kept", async () => {
  const { find, asked } = served(lacking("internal"), FOUND);
  expect(await find()).toEqual({ error: "internal" });
  expect(await find()).toMatchObject({ cached: false });
  expect(await find()).toEqual({ ...FOUND, cached: true });
  expect(await find("other")).toMatchObject({ cached: false });
  expect(await find("q", 4)).toMatchObject({ cached: false });
  expect(asked).toHaveLength(4);
});

test("after silence it answers at once without asking, and finds again when the service does", async () => {
  const { find, asked, clock } = served(
    ...Array<Reply>(3).fill(lacking("timeout")),
    lacking("unavailable"),
    FOUND,
  );
  expect(await find()).toEqual({ error: "timeout" });
  expect(await find()).toEqual({ error: "breaker_open" });
  expect(asked).toHaveLength(3);
  clock.now = 1; // one attempt is let through: in vain, so that the second one of the same search is not
  expect(await find()).toEqual({ error: "breaker_open" });
  expect(asked).toHaveLength(4);
  clock.now = 2;
  expect(await find()).toMatchObject({ cached: false });
  expect(await find("other")).toMatchObject({ cached: false });
});

test("a service that refuses is there: the breaker stays closed", async () => {
  const { find, asked } = served(lacking("not_loaded"));
  for (let i = 0; i < 10; i++) expect(await find()).toEqual({ error: "not_loaded" });
  expect(asked).toHaveLength(30);
});

test("what nobody waits for any more ends, and counts neither way", async () => {
  const gone = new AbortController();
  let asked = 0;
  const nearest = (_query: object, _within: number, signal: AbortSignal) =>
    new Promise<Reply>((_resolve, reject) => {
      asked += 1;
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const parts = { client: async () => ({ nearest }), cache: cached(() => 0), now: () => 0, random: () => 1 };
  const find = searching(parts, RULES);
  const all = Array.from({ length: 5 }, () => find("q", 1, gone.signal).catch((error) => error.name));
  await new Promise(setImmediate);
  expect(asked).toBe(5);
  gone.abort();
  expect(await Promise.all(all)).toEqual(Array(5).fill("AbortError"));
  void find("q", 1, new AbortController().signal);
  await new Promise(setImmediate);
  expect(asked).toBe(6); // five of which nothing is known have not opened the breaker
});
