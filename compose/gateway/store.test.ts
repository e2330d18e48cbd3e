import { expect, test } from "vitest";
import { embedded } from "./store.ts";

const A = { id: "1", user: "u1", item: "a" };
const B = { id: "2", user: "u1", item: "b" };

test("events are kept once, in the order they came, each tenant's apart", async () => {
  const store = embedded();
  expect(await store.ingest("shop", [A, B])).toEqual({ added: 2, known: 0 });
  expect(await store.ingest("shop", [B, A, A])).toEqual({ added: 0, known: 3 });
  expect(await store.ingest("other", [B])).toEqual({ added: 1, known: 0 }); // the id is the tenant's own
  expect(await store.events("shop")).toEqual([A, B]);
  expect(await store.events("other")).toEqual([B]);
  expect(await store.events("nobody")).toBeUndefined();
});

test.each([
  ["an event that is there", [{ ...A, item: "z" }]],
  ["an event of its own batch", [B, { ...B, user: "u9" }]],
])("a batch that contradicts %s is refused whole", async (_name, batch) => {
  const store = embedded();
  await store.ingest("shop", [A]);
  expect(await store.ingest("shop", [{ id: "3", user: "u3", item: "c" }, ...batch])).toEqual({
    conflict: batch.at(-1)!.id,
  });
  expect(await store.events("shop")).toEqual([A]);
});

test("an empty batch makes no tenant", async () => {
  const store = embedded();
  expect(await store.ingest("shop", [])).toEqual({ added: 0, known: 0 });
  expect(await store.events("shop")).toBeUndefined();
});
