import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { Instructions, mayNot } from "./instructions.ts";

// A program in place of perf, which writes as perf 6.1 does: whether the machine can count depends on the machine.
const bins: string[] = [];
afterEach(() => {
  for (const bin of bins.splice(0)) rmSync(bin, { recursive: true, force: true });
});

/** @param asked what `perf stat -- true` writes @param counting shell commands of `perf stat -I` */
function withPerf(asked: string, counting = ""): Instructions {
  const bin = mkdtempSync(join(tmpdir(), "steelyard-instructions-"));
  const perf = join(bin, "perf");
  writeFileSync(
    perf,
    `#!/bin/sh\ncase "$*" in *" -I "*) ${counting || "exit 0"} ;; *) cat >&2 <<'END'\n${asked}\nEND\n;; esac\n`,
  );
  chmodSync(perf, 0o755);
  bins.push(bin);
  return new Instructions({ PATH: `${bin}:${process.env.PATH}` });
}
const COUNTED = "123456,,instructions:u,657757,100.00,,";
/** Prints the counts one after the other, each 20 ms after the one before, as perf does, for each kind of cores; then 0 again and again. */
const printing = (counts: readonly string[], kinds: readonly string[] = ["instructions:u"]) => {
  const line = (count: string) => [
    "sleep 0.02; now=$(($(date +%s%N) - began)); at=$(printf '%d.%09d' $((now / 1000000000)) $((now % 1000000000)))",
    ...kinds.map((kind) => `echo "     $at,${count},,${kind},20000,100.00,," >&2`),
  ];
  return [
    "began=$(date +%s%N)",
    ...counts.flatMap(line),
    ': > "$0.printed.$$"',
    `while :; do ${line("0").join("; ")}; done`,
  ].join("; ");
};
/** Waits until so many processes have printed their counts. */
const printed = (processes: number) =>
  expect.poll(() => readdirSync(bins[0]!).filter((name) => name.includes("printed"))).toHaveLength(processes);

describe("whether instructions are counted", () => {
  test.each([
    ["a counter", COUNTED, null],
    [
      "no counter",
      "<not supported>,,instructions:u,0,100.00,,",
      /no counter for them, as most virtual machines/,
    ],
    [
      "no right",
      "Error:\nNo permission to enable instructions:u event.\nperf_event_paranoid setting is 4:\n  -1: Allow",
      /kernel\.perf_event_paranoid is 4, and 1 or less \(or CAP_PERFMON\) allows it/,
    ],
    ["something else", "perf: it broke", /perf cannot watch it: perf: it broke/],
  ])("%s", async (_, printed, wanted) => {
    const found = await withPerf(printed).refusal();
    if (wanted === null) expect(found).toBeNull();
    else expect(found).toMatch(wanted);
  });

  test("no perf", async () => {
    expect(await new Instructions({ PATH: "/nowhere" }).refusal()).toMatch(/perf is not installed/);
  });

  test.each([
    [
      "failed to open /tmp/steelyard-perf-1-x/web.data: No space left on device",
      "failed to open web.data: No space left on device",
    ],
    ["couldn't open '/home/ci/out/a-b/web.data', and/or 'x'", "couldn't open 'web.data', and/or 'x'"],
    ["failed to mmap with 12 (Cannot allocate memory)", "failed to mmap with 12 (Cannot allocate memory)"],
  ])("%s: folders of this machine are left out", (printed, wanted) =>
    expect(mayNot(`Error:\n${printed}\n`)).toBe(`perf cannot watch it: ${wanted}`),
  );

  test("a message without a word", () => expect(mayNot("")).toBe("perf cannot watch it: it says nothing"));
});

describe("a reading", () => {
  test("is the sum up to the first interval that ends after it began", async () => {
    const counts = await withPerf(COUNTED, printing(["400", "600"])).count([["web", process.pid]]);
    await printed(1);
    expect(await counts.read()).toEqual({ web: 1000 });
    await counts.close();
  });

  test("is of all processes of a service, and of all kinds of cores", async () => {
    const kinds = ["cpu_core/instructions:u/", "cpu_atom/instructions:u/"];
    const counts = await withPerf(COUNTED, printing(["7", "<not counted>", "5"], kinds)).count([
      ["web", process.pid],
      ["web", process.ppid],
    ]);
    await printed(2);
    expect(await counts.read()).toEqual({ web: 48 });
    await counts.close();
  });

  test("is absent where perf ended, or a process of the service is not counted", async () => {
    const counts = await withPerf(COUNTED, "exit 1").count([["web", process.pid]]);
    await delay(100);
    expect(await counts.read()).toEqual({});
    await counts.close();
  });

  test("is of nothing where nothing is counted", async () => {
    const counts = await withPerf("<not supported>,,instructions:u,0,100.00,,").count([["web", process.pid]]);
    expect(await counts.read()).toEqual({});
    await counts.close();
  });
});
