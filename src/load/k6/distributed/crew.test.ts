import { expect, test } from "vitest";
import { Interrupted } from "../../../base/errors.ts";
import type { FailureCode } from "../../../model/run.ts";
import { fail } from "../../failure.ts";
import type { EndingWithOutput } from "../../process.ts";
import { Api } from "./api.ts";
import { type Crewing, type Member, runCrew } from "./crew.ts";

const spoken = (code: number | null): EndingWithOutput => ({
  code,
  signal: null,
  timedOut: false,
  seconds: 1,
  cpu: 0.5,
  stdout: "",
  stderr: "",
  cut: false,
});

/** A k6 that does as it is told; each thing done to it is noted in the common list. */
class Double extends Api {
  readonly member: Member;
  private readonly done: string[];
  private readonly name: string;
  private end: (spoken: EndingWithOutput) => void = () => {};
  private isReady: () => void = () => {};
  private readonly whenReady = new Promise<void>((resolve) => {
    this.isReady = resolve;
  });
  /** The code with which it ends after it was resumed; it runs on where null. */
  endsWith: number | null = 0;
  resumeFault: string | null = null;

  constructor(name: string, done: string[]) {
    super("");
    this.name = name;
    this.done = done;
    this.member = {
      name,
      api: this,
      run: (signal) =>
        new Promise((resolve, reject) => {
          this.end = resolve;
          done.push(`${name} starts`);
          signal.addEventListener("abort", () => {
            done.push(`${name} is ended`);
            reject(new Error("aborted"));
          });
        }),
      broken: ({ code }) => (code === 0 ? null : fail(CODE, `it ended with ${code}`)),
    };
  }
  becomesReady = () => this.isReady();
  dies = (code: number) => this.end(spoken(code));

  override async ready(signal: AbortSignal): Promise<void> {
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
    await Promise.race([this.whenReady, aborted]);
    this.done.push(`${this.name} is ready`);
  }
  override async put(data: unknown): Promise<void> {
    this.done.push(`${this.name} gets ${JSON.stringify(data)}`);
  }
  override async resume(): Promise<void> {
    this.done.push(`${this.name} goes`);
    if (this.resumeFault !== null) throw new Error(this.resumeFault);
    if (this.endsWith !== null) this.end(spoken(this.endsWith));
  }
  override async stop(): Promise<void> {
    this.done.push(`${this.name} is asked to stop`);
  }
}
const CODE: FailureCode = "generator";

function crew(more: Partial<Crewing> = {}) {
  const done: string[] = [];
  const all = ["a", "b", "c"].map((name) => new Double(name, done));
  const [a, b, c] = all as [Double, Double, Double];
  const setUp = async () => {
    done.push("setup");
    return { data: { token: 1 } };
  };
  const crewing = { setUp, readyTimeout: 60, signal: new AbortController().signal, ...more };
  const running = runCrew(
    all.map(({ member }) => member),
    crewing,
  );
  running.catch(() => {});
  return { done, all, a, b, c, running };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("nobody goes before the last one is ready, set up once, with the same data", async () => {
  const { done, a, b, c, running } = crew();
  a.becomesReady();
  c.becomesReady();
  await settled();
  expect(done).toEqual(["a starts", "b starts", "c starts", "a is ready", "c is ready"]);
  b.becomesReady();
  const finish = await running;
  expect(done.slice(5)).toEqual([
    "b is ready",
    "setup",
    `a gets {"token":1}`,
    `b gets {"token":1}`,
    `c gets {"token":1}`,
    "a goes",
    "b goes",
    "c goes",
  ]);
  expect(finish).toMatchObject({ endings: [{ code: 0 }, { code: 0 }, { code: 0 }] });
});

test("without data of setup() nothing is handed over", async () => {
  const { done, all, running } = crew({ setUp: async () => ({ data: null }) });
  for (const one of all) one.becomesReady();
  await running;
  expect(done.filter((what) => /gets/.test(what))).toEqual([]);
});

test("one dies under load: it is named, and all others are stopped", async () => {
  const { done, all, b, running } = crew();
  for (const one of all) {
    one.endsWith = null;
    one.becomesReady();
  }
  while (!done.includes("c goes")) await settled();
  b.dies(107);
  const failure = await running;
  expect(failure).toEqual(fail(CODE, "b: it ended with 107 (all segments were stopped)"));
  expect(done).toEqual(expect.arrayContaining(["a is asked to stop", "a is ended", "c is ended"]));
});

test("one dies before it is ready: nobody goes", async () => {
  const { done, a, c, running } = crew();
  a.becomesReady();
  c.dies(1);
  expect(await running).toMatchObject({
    failure: { message: expect.stringMatching(/^c: it ended with 1 /) },
  });
  expect(done.filter((what) => what.endsWith("goes"))).toEqual([]);
});

test("one never gets ready: it is named, nobody goes", async () => {
  const { done, a, c, running } = crew({ readyTimeout: 0.02 });
  a.becomesReady();
  c.becomesReady();
  expect(await running).toMatchObject({
    failure: { code: "generator", message: "b: k6 was not ready within 0.02 s (all segments were stopped)" },
  });
  expect(done.filter((what) => what.endsWith("goes"))).toEqual([]);
  expect(done).toEqual(expect.arrayContaining(["a is ended", "b is ended", "c is ended"]));
});

test("setup() fails: nobody goes", async () => {
  const failed = fail("setup-timeout", "setup() took too long");
  const { done, all, running } = crew({ setUp: async () => failed });
  for (const one of all) one.becomesReady();
  expect(await running).toEqual(failed);
  expect(done.filter((what) => what.endsWith("goes"))).toEqual([]);
});

test("a bug in setup() is no failure of the trial", async () => {
  const { all, running } = crew({ setUp: () => Promise.reject(new Error("a bug")) });
  for (const one of all) one.becomesReady();
  await expect(running).rejects.toThrow("a bug");
});

test("an API that fails at the start ends the trial", async () => {
  const { all, b, running } = crew();
  b.resumeFault = "connection reset";
  for (const one of all) {
    one.endsWith = null;
    one.becomesReady();
  }
  expect(await running).toMatchObject({
    failure: { message: expect.stringMatching(/^b: its API failed: connection reset/) },
  });
});

test("where the API fails before the end of its process is seen, the message is about the end", async () => {
  const { done, all, b, running } = crew();
  b.resumeFault = "fetch failed";
  for (const one of all) {
    one.endsWith = null;
    one.becomesReady();
  }
  while (!done.includes("b goes")) await settled();
  await settled();
  b.dies(107);
  expect(await running).toEqual(fail(CODE, "b: it ended with 107 (all segments were stopped)"));
});

test("cancelled under load: all are asked to stop, then ended", async () => {
  const cancel = new AbortController();
  const { done, all, running } = crew({ signal: cancel.signal });
  for (const one of all) {
    one.endsWith = null;
    one.becomesReady();
  }
  while (!done.includes("c goes")) await settled();
  cancel.abort();
  await expect(running).rejects.toThrow(Interrupted);
  expect(done.slice(-6).map((what) => what.slice(2))).toEqual([
    "is asked to stop",
    "is asked to stop",
    "is asked to stop",
    "is ended",
    "is ended",
    "is ended",
  ]);
});
