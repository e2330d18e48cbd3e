import { expect, test } from "vitest";
import { aRun } from "../../testing/runs.ts";
import { noteUncounted } from "./counted.ts";

const NONE = "this machine has no counter for them, as most virtual machines";

/** The log of a machine that refuses with these words, or counts; null where it is not even asked. */
async function logged(config: object, refused: string | null): Promise<readonly string[] | null> {
  const { resolved } = aRun({
    workloads: { browse: { trials: [0.01], config }, search: { trials: [0.01] } },
  }).config;
  const lines: string[] = [];
  let isAsked = false;
  const refusal = async () => {
    isAsked = true;
    return refused;
  };
  await noteUncounted(resolved, { info: (line) => void lines.push(line) }, {}, refusal);
  return isAsked ? lines : null;
}

test.each([
  ["gates on them", { gate: ["cpu_per_request", "instructions_per_request"] }],
  ["gates on those of one service", { gate: ["instructions_per_request{service:web}"] }],
  ["has a budget for them", { budgets: { instructions_per_request: "< 1000000" } }],
])("a workload that %s: the reason is logged once, and nothing where they are counted", async (_, config) => {
  expect(await logged(config, NONE)).toEqual([`instructions are not counted: ${NONE}`]);
  expect(await logged(config, null)).toEqual([]);
});

test("where no workload asks for them, nothing is said and perf is not asked", async () => {
  expect(await logged({}, NONE)).toBeNull();
});
