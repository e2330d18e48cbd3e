import { defineConfig } from "vitest/config";

// Unit tests run in seconds and need nothing. Integration tests start processes, ports and real k6: two files at a time,
// since each waits more than it computes. None of them judges a time as such; `npm test` gives one that failed beside
// another a second try alone. Those that need the container engine take turns (src/testing/engine.ts).
export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["{src,action,compose}/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          name: "integration",
          include: ["{src,action,compose}/**/*.itest.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
