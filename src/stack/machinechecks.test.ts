import { expect, test } from "vitest";
import {
  type Check,
  coresCheck,
  diskCheck,
  governorCheck,
  loadCheck,
  memoryCheck,
  nodeCheck,
  noiseCheck,
  pressureCheck,
  schedstatCheck,
} from "./machinechecks.ts";

const GiB = 2 ** 30;
test.each<[Check, Check["state"], RegExp]>([
  [coresCheck(4, null), "ok", /^4$/],
  [coresCheck(1, 1.5), "warn", /^1, limited by a control group to 1\.5$/],
  [memoryCheck(8 * GiB), "ok", /^8 GiB$/],
  [memoryCheck(GiB), "warn", /^1 GiB$/],
  [loadCheck(0.2, 2), "ok", /0\.20 .* 2 cores/],
  [loadCheck(0.7, 2), "warn", /0\.70/], // more than 0.3 × 2
  [noiseCheck([1, 1.01, 1.02, 1, 1, 1, 1, 1, 1, 1.4]), "ok", /median 1\.00, worst 1\.40, 1 contended/],
  [noiseCheck([1, 1, 1, 1, 1, 1, 1, 1.3, 1.3, 1.3]), "warn", /3 contended/], // more than a fifth
  [noiseCheck([1.1, 1.1, 1.1]), "warn", /median 1\.10/],
  [noiseCheck([]), "warn", /too coarse/],
  [governorCheck(undefined), "ok", /not controllable from here/],
  [governorCheck("performance\n"), "ok", /^performance$/],
  [governorCheck("powersave\n"), "warn", /^powersave$/],
  [pressureCheck(0), "ok", /^available$/],
  [pressureCheck(null), "warn", /not available/],
  [schedstatCheck("0 48112 1\n"), "ok", /nanoseconds/],
  [schedstatCheck(undefined), "warn", /ticks of 10 ms/],
  [nodeCheck("v24.21.0"), "ok", /v24/],
  [nodeCheck("v20.11.0"), "ok", /v20/],
  [nodeCheck("v20.10.9"), "fail", /v20/],
  [nodeCheck("v18.20.0"), "fail", /v18/],
  [diskCheck(5 * GiB), "ok", /5 GiB free/],
  [diskCheck(GiB / 2), "warn", /512 MiB free/],
  [diskCheck(GiB / 20), "fail", /51\.2 MiB free/],
])("%j is %s", (check, state, detail) => {
  expect(check.state).toBe(state);
  expect(check.detail).toMatch(detail);
  expect(check.remedy === null).toBe(state === "ok"); // every warning has a remedy
});
