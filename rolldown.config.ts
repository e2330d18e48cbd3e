import { defineConfig } from "rolldown";

const ENTRIES = {
  cli: "src/cli/main.ts",
  measure: "src/action/entries/measure.ts",
  post: "src/action/entries/post.ts",
  report: "src/action/entries/report.ts",
  target: "src/action/entries/target.ts",
  refresh: "src/action/entries/refresh.ts",
  track: "src/action/entries/track.ts",
};

// One file each, started by Node 20 and newer: `using` is lowered, and names are kept readable in stacks.
export default defineConfig(
  Object.entries(ENTRIES).map(([name, entry]) => ({
    input: { [name]: entry },
    platform: "node" as const,
    transform: { target: "node20" },
    output: {
      dir: "action/dist",
      format: "esm" as const,
      entryFileNames: "[name].mjs",
      minify: true,
      ...(name === "cli" && { banner: "#!/usr/bin/env node" }),
      codeSplitting: false,
    },
  })),
);
