import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { comparisonJsonSchema } from "../compare/jsonschema.ts";
import { configJsonSchema, waiversJsonSchema } from "../config/jsonschema.ts";
import { headline } from "../report/headline.ts";
import { EXAMPLES } from "../testing/verdicts.ts";
import { ROOT, say } from "./command.ts";
import { commentPicture } from "./pictures.ts";
import { NAMING, named } from "./repository.ts";
import { filled } from "./sections.ts";
import { terminalPicture } from "./terminalpicture.ts";

/** A committed file that is generated from the sources. */
interface Generated {
  /** Relative to the top of the checkout. */
  readonly path: string;
  content(): string;
}

/** Documents with sections that are generated. */
const SECTIONED = [
  "README.md",
  "action/inputs.md",
  "action/trends.md",
  "action/trust.md",
  "src/bench/README.md",
  "src/bench/duel/README.md",
  "src/bench/placebo/README.md",
  "src/bench/why/README.md",
  "src/compare/README.md",
  "src/stats/README.md",
  "workloads/records.md",
  "workloads/reference.md",
  "workloads/reference-cli.md",
];

const GENERATED: readonly Generated[] = [
  schema(".github/steelyard.schema.json", configJsonSchema),
  schema(".github/steelyard-waivers.schema.json", waiversJsonSchema),
  schema(".github/steelyard-comparison.schema.json", comparisonJsonSchema),
  ...[...new Set([...SECTIONED, ...NAMING])].map(document),
  examples(),
  ...(["light", "dark"] as const).map((theme) => {
    const path = `.github/images/comment-${theme}.svg`;
    return { path, content: () => commentPicture(theme, committed(path)) };
  }),
  { path: ".github/images/terminal.svg", content: terminalPicture },
];

function schema(path: string, of: () => object): Generated {
  return { path, content: () => `${JSON.stringify(of(), null, 2)}\n` };
}

/** A document whose marked sections are generated from the sources, and which names this repository. */
function document(path: string): Generated {
  const text = () => named(readFileSync(join(ROOT, path), "utf8"));
  return { path, content: () => (SECTIONED.includes(path) ? filled(text()) : text()) };
}

/** The index of the example comments of each verdict, which are goldens of the report's tests. */
function examples(): Generated {
  const index = Object.entries(EXAMPLES).map(
    ([verdict, one]) => `| [\`${verdict}\`](${verdict}.md) | ${headline(one).title.replaceAll("|", "\\|")} |`,
  );
  const head =
    "# What the comment looks like\n\nThe figures are invented; the comments are the tool's own.\n";
  return {
    path: "src/report/__goldens__/README.md",
    content: () => [head, "| verdict | headline |", "|---|---|", ...index, ""].join("\n"),
  };
}

/** The files whose committed content is out of date. */
function stale(files: readonly Generated[]): Generated[] {
  return files.filter(({ path, content }) => committed(path) !== content());
}

function committed(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

// `npm run generate` writes outdated files; with `--check` it lists them, writes nothing and exits 1.
const check = process.argv.includes("--check");
const files = stale(GENERATED);
for (const { path, content } of files) {
  if (!check) writeFileSync(join(ROOT, path), content());
  say(check ? `${path} is out of date: npm run generate` : `${path} written`);
}
if (check && files.length > 0) process.exitCode = 1;
