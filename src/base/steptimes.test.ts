import { expect, test } from "vitest";
import { StepTimes } from "./steptimes.ts";

test("steps that overlap count once, and a build within a start is a build, and all within the explanation is that", async () => {
  let now = 100;
  const stepTimes = new StepTimes(() => now);
  const pass = async (seconds: number) => {
    now += seconds;
  };
  const one = stepTimes.during("start", async () => {
    await pass(2);
    await stepTimes.during("build", () => pass(5));
    await pass(1);
  });
  const other = stepTimes.during("start", () => pass(3)); // begins while the first one runs
  await Promise.all([one, other]);
  await pass(50); // no step
  await stepTimes.during("start", () => pass(4)).catch(() => {});
  await stepTimes.during("why", async () => {
    await pass(1);
    await stepTimes.during("start", () => pass(20));
  });
  expect(stepTimes.seconds).toEqual({ wait: 0, build: 5, start: 10, why: 21 });
});

test("a step that fails has taken its time as well", async () => {
  let now = 0;
  const stepTimes = new StepTimes(() => now);
  const failing = stepTimes.during("build", async () => {
    now += 7;
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect(stepTimes.seconds).toEqual({ wait: 0, build: 7, start: 0, why: 0 });
});
