import { defineConfig } from "rolldown";

// One file, started by Node 20 and newer: `using` is lowered, and names are kept readable in stacks.
export default defineConfig({
  input: { cli: "src/cli/main.ts" },
  platform: "node",
  // write-file-atomic is CommonJS and names its temporary files after __filename, which modules do not have.
  transform: { target: "node20", define: { __filename: "import.meta.filename" } },
  output: {
    dir: "action/dist",
    format: "esm",
    entryFileNames: "[name].mjs",
    minify: true,
    banner: "#!/usr/bin/env node",
    codeSplitting: false,
  },
});
