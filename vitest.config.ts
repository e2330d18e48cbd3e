import { join } from "node:path";
import { defineConfig } from "vitest/config";
import Order from "./src/dev/order.ts";

// Node's compile cache, for vitest's workers and for the hundreds of command lines that integration tests start. It is set
// here, because `test.env` reaches a worker only after Node has started in it.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node");

/** Node runs TypeScript itself, so that importing takes half the time. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };
const PURE = {
  experimental: NATIVE,
  testTimeout: 20_000,
  isolate: false,
  maxWorkers: "100%", // one for each core; vitest leaves one free by default
};

// Unit tests run in seconds and need nothing. They are pure, so the files of a worker share their modules. Long tests
// compute for seconds each: simulations, growth with size, inputs of megabytes. Integration tests start processes, ports
// and real k6: more files at a time than cores, since each waits more than it computes. None of them judges a time as
// such. Those that need the container engine take turns (src/testing/engine.ts). End-to-end tests are whole comparisons
// from the command line and in workflows, up to minutes each: `npm run test:e2e`, which CI runs after `npm test`. Records
// are whole ones of the demo's reference systems: `npm run test:records`, weekly.
const INTEGRATION = {
  experimental: NATIVE,
  testTimeout: 300_000,
  isolate: false, // a worker for each file costs a second each
  hookTimeout: 120_000,
  maxWorkers: 3,
  maxConcurrency: 3,
  globalSetup: "src/testing/bundles.ts",
};

export default defineConfig({
  test: {
    sequence: { sequencer: Order },
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,action,compose}/**/*.test.ts"],
          exclude: ["**/*.long.test.ts"],
          ...PURE,
        },
      },
      {
        test: {
          name: "long",
          include: ["{src,action,compose}/**/*.long.test.ts"],
          ...PURE,
        },
      },
      {
        test: {
          name: "integration",
          include: ["{src,action,compose}/**/*.itest.ts"],
          exclude: ["**/*.{e2e,record}.itest.ts"],
          ...INTEGRATION,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["{src,action,compose}/**/*.e2e.itest.ts"],
          ...INTEGRATION,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "records",
          include: ["{src,action,compose}/**/*.record.itest.ts"],
          ...INTEGRATION,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
