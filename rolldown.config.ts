import { defineConfig } from "rolldown";

// One file, started by Node 20 and newer: `using` is lowered, and names are kept readable in stacks.
export default defineConfig({
  input: { cli: "src/cli/main.ts" },
  platform: "node",
  transform: { target: "node20" },
  output: {
    dir: "action/dist",
    format: "esm",
    entryFileNames: "[name].mjs",
    minify: true,
    banner: "#!/usr/bin/env node",
    codeSplitting: false,
  },
});
