import { defineConfig } from "rolldown";
import { DESCRIPTION } from "./src/dev/chunks.ts";

const ENTRIES = {
  cli: "src/cli/main.ts",
  measure: "src/action/entries/measure.ts",
  report: "src/action/entries/report.ts",
  target: "src/action/entries/target.ts",
  request: "src/action/entries/request.ts",
  watch: "src/action/entries/watch.ts",
  refresh: "src/action/entries/refresh.ts",
  track: "src/action/entries/track.ts",
  ledger: "src/action/entries/ledger.ts",
};
/** Folders of src that only wire: each verb and each step loads the parts that it needs. */
const WIRING = ["commands", "cli", "action"];

/**
 * The chunk that holds a module: one for each package, and one for each folder of src, so that a change shows in the
 * file that is named after it. Folders import each other in one direction (src/layers.test.ts), and so do these chunks.
 */
function chunkOf(id: string): string | null {
  if (id.startsWith("\0@oxc-project")) return "helpers"; // what `using` is lowered to
  const [, owner] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  if (owner !== undefined) return `npm/${owner.replace("@", "").replace("/", "-")}`;
  if (DESCRIPTION.test(id)) return "model";
  const [, folder] = /\/src\/([^/]+)\//.exec(id) ?? [];
  return folder === undefined || WIRING.includes(folder) ? null : folder;
}

const SHARED = {
  platform: "node" as const,
  transform: { target: "node20" },
  // The steps do not ask for OIDC tokens, and so need no HTTP client for it: the post step starts in half the time.
  treeshake: { moduleSideEffects: [{ test: /node_modules\/@actions\//, sideEffects: false }] },
};
const READABLE = {
  dir: "action/dist",
  format: "esm",
  entryFileNames: "[name].mjs",
  minify: false,
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

// One build of all entries, readable, for Node 20 and newer. Names have no hashes, and the same sources give the same
// bytes. Everything is below action/dist, because a workflow checks out nothing but action/. Steps load all of their
// chunks when they start; only the command line loads by verb. The post step runs after measured code, which could have
// changed a chunk: it is one file of its own.
const entries = defineConfig({
  ...SHARED,
  input: ENTRIES,
  preserveEntrySignatures: "allow-extension",
  output: {
    ...READABLE,
    cleanDir: true, // `npm run bundle` writes the trend page and the licences after this
    chunkFileNames: ({ moduleIds, facadeModuleId }) => {
      const [, folder] = /\/src\/(\w+)\//.exec(facadeModuleId ?? moduleIds.at(-1) ?? "") ?? [];
      return folder !== undefined && WIRING.includes(folder)
        ? `chunks/${folder}/[name].mjs`
        : "chunks/[name].mjs";
    },
    minifyInternalExports: false, // an export more renames none of the others
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: "parts", name: chunkOf }] },
    banner: ({ name, isEntry }) => (isEntry && name === "cli" ? "#!/usr/bin/env node" : ""),
  },
});

const post = defineConfig({
  ...SHARED,
  input: { post: "src/action/entries/post.ts" },
  output: { ...READABLE, codeSplitting: false },
});

export default [entries, post];
