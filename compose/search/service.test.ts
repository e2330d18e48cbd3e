import { expect, test } from "vitest";
import { loaded, NotLoaded, queue, unloaded } from "./service.ts";
import { documents } from "./vectors.ts";

const never = new AbortController().signal;
const turns = () => new Promise(setImmediate);

test("the index is made at the first query, and once", async () => {
  let made = 0;
  const search = loaded(() => {
    made += 1;
    return documents({ documents: 20, dimensions: 4, topics: 2, seed: 1 });
  });
  expect(made).toBe(0);
  expect(await search("a", 3, never)).toHaveLength(3);
  expect(await search("b", 5, never)).toHaveLength(5);
  expect(made).toBe(1);
});

/** Named work that ends when the test ends it. */
function works() {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    running.push(name);
    await new Promise<void>((end) => ends.set(name, end));
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await turns();
  };
  return { running, work, end };
}

test("so many at once, the others in their order, and those that are given up leave the line", async () => {
  const line = queue(2);
  const { running, work, end } = works();
  const gone = new AbortController();
  const done = ["a", "b", "c"].map((name) => line(work(name), never));
  const left = line(work("left"), gone.signal).catch((error) => error.name);
  const last = line(work("d"), never);
  await turns();
  expect(running).toEqual(["a", "b"]);
  gone.abort();
  expect(await left).toBe("AbortError");
  await end("a");
  expect(running).toEqual(["a", "b", "c"]);
  await end("c");
  expect(running).toEqual(["a", "b", "c", "d"]);
  await end("b");
  await end("d");
  expect(await Promise.all([...done, last])).toEqual(["a", "b", "c", "d"]);
  void line(work("e"), never);
  void line(work("f"), never);
  void line(work("g"), never);
  await turns();
  expect(running.slice(4)).toEqual(["e", "f"]); // both places are free again, and no more
});

test("work that fails frees its place, and who has gone already never stands in line", async () => {
  const line = queue(1);
  await expect(line(() => Promise.reject(new Error("broken")), never)).rejects.toThrow("broken");
  await expect(line(async () => 1, AbortSignal.abort())).rejects.toThrow("abort");
  expect(await line(async () => 2, never)).toBe(2);
});

test("without an index every query is refused in its turn", async () => {
  const search = unloaded({ most: 1, ms: 1 });
  const order: number[] = [];
  const all = [0, 1, 2].map((n) =>
    search("q", 1, never).catch((error) => {
      order.push(n);
      return error;
    }),
  );
  for (const error of await Promise.all(all)) expect(error).toBeInstanceOf(NotLoaded);
  expect(order).toEqual([0, 1, 2]);
});
