import { expect, test } from "vitest";
import { Spending } from "./spending.ts";

test("steps that overlap count once, and a build within a start is a build, and all within the explanation is that", async () => {
  let now = 100;
  const spending = new Spending(() => now);
  const pass = async (seconds: number) => {
    now += seconds;
  };
  const one = spending.during("start", async () => {
    await pass(2);
    await spending.during("build", () => pass(5));
    await pass(1);
  });
  const other = spending.during("start", () => pass(3)); // begins while the first one runs
  await Promise.all([one, other]);
  await pass(50); // no step
  await spending.during("start", () => pass(4)).catch(() => {});
  await spending.during("why", async () => {
    await pass(1);
    await spending.during("start", () => pass(20));
  });
  expect(spending.seconds).toEqual({ build: 5, start: 10, why: 21 });
});

test("a step that fails has taken its time as well", async () => {
  let now = 0;
  const spending = new Spending(() => now);
  const failing = spending.during("build", async () => {
    now += 7;
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect(spending.seconds).toEqual({ build: 7, start: 0, why: 0 });
});
