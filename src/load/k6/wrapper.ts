import type { Options } from "./options.ts";
import { MARK } from "./shape.ts";

/** Words that the wrapper logs at the borders of the measured part, followed by milliseconds since the epoch. */
export const MARKS = { begin: "steelyard:begin", end: "steelyard:end" } as const;

export interface Wrapping {
  /** Address of the user's module. */
  readonly script: string;
  /** Name of a module in the wrapper's folder that is loaded before the user's; none where absent. */
  readonly before?: string;
  /** Options that replace the script's own of the same name. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether a scenario runs the default function; a script may do without. */
  readonly hasDefault: boolean;
  /** Whether the script wants its `teardown` called, where it has one. */
  readonly teardown: boolean;
  /** File the summary is written to; null for a run whose figures nobody wants. */
  readonly summary: string | null;
  /** Whether the script's own `handleSummary` is called; it is unless this is false. */
  readonly ownSummary?: boolean;
  /** A name that the summary repeats. */
  readonly of?: string;
}

/**
 * A module that k6 runs in place of the user's, which stays as it is: all its exports, with the options ours.
 *
 * The summary is what k6 hands to `handleSummary`, because it names each metric's type and unit, which
 * `--summary-export` leaves out. The script's own `handleSummary` and `teardown` are called as k6 would.
 */
export function wrapper(wrapping: Wrapping): string {
  const { script, before, options, hasDefault, teardown, summary, ownSummary = true, of } = wrapping;
  const lines = [
    before === undefined ? "" : `import ${text(`./${before}`)};`,
    `import * as user from ${text(script)};`,
    `export * from ${text(script)};`,
    hasDefault ? `export { default } from ${text(script)};` : "",
    `const { ${SHORTCUTS.join(", ")}, ...kept } = user.options || {};`,
    `export const options = Object.assign(kept, ${text(options)});`,
    `export function ${MARK}() { console.log("${MARKS.begin} " + Date.now()); }`,
    `export function teardown(data) {`,
    `  console.log("${MARKS.end} " + Date.now());`,
    teardown ? "  return user.teardown ? user.teardown(data) : undefined;" : "",
    `}`,
    `export function handleSummary(data) {`,
  ];
  if (summary === null) return [...lines, "  return {};", "}", ""].join("\n");
  return [
    ...lines,
    ownSummary ? "" : WANTED,
    `  const shown = { metrics: ${ownSummary ? "data.metrics" : "wanted(data.metrics)"}, checks: data.root_group, of: ${text(of)} };`,
    `  const ours = { ${text(summary)}: JSON.stringify(shown) };`,
    ownSummary ? `  if (!user.handleSummary) return ours;` : "  return ours;",
    `  try {`,
    `    return Object.assign({}, user.handleSummary(data), ours);`,
    `  } catch (error) {`,
    `    console.warn("handleSummary of the script failed: " + error);`,
    `    return ours;`,
    `  }`,
    `}`,
    ``,
  ].join("\n");
}

/** Of the many percentiles that processes of a shared load report, only those of trends that are read: it is half of them. */
const WANTED = `  const wanted = (all) => Object.fromEntries(
    Object.entries(all).filter(([name, { type }]) => type !== "trend" || name in options.thresholds),
  );`;

/** System tags that series select by, and that k6 needs to tell checks apart. */
const NEEDED = ["status", "error_code", "name", "check", "group", "scenario", "expected_response"];

/** The script's own list of system tags, where it has one, with those that are needed. */
export function systemTags({ systemTags: own }: Options): { systemTags?: string[] } {
  return own ? { systemTags: [...new Set([...own, ...NEEDED])] } : {};
}

/** Options that would steer the load in addition to the scenarios, or scale the figures of the summary. */
export const SHORTCUTS = [
  "vus",
  "duration",
  "iterations",
  "stages",
  "scenarios",
  "thresholds",
  "summaryTimeUnit",
];

/** A value as a JavaScript literal. JSON is one since ES2019, line separators included. */
const text = (value: unknown) => JSON.stringify(value);
