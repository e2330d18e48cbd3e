import { defineConfig } from "vitest/config";

// Unit tests run in seconds and need nothing; integration tests start processes, ports and real k6, so they
// run one file at a time: two loads at once on one machine would disturb each other.
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
          fileParallelism: false,
        },
      },
    ],
  },
});
