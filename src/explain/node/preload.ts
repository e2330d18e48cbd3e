import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Runtime } from "../agents.ts";
import { agent } from "./agent.ts";
import { countCalls } from "./calls.ts";
import { sources } from "./sources.ts";
import { watchWaits } from "./waits.ts";

/** Microseconds between two samples. */
const INTERVAL = 500;
/** The oldest Node.js in which the agent runs. */
export const OLDEST = 18;

/** Node.js: every process loads a module of ours first, before all others that the service's own options name. */
export const NODE: Runtime = {
  source: "node",
  interval: INTERVAL / 1e6,
  enter(folder, service, { NODE_OPTIONS = "" }) {
    const parts = `module.exports = { agent: ${agent}, watchWaits: ${watchWaits}, sources: ${sources}, countCalls: ${countCalls} };\n`;
    writeFileSync(join(folder, "agent.cjs"), parts);
    const file = join(folder, `${service}.cjs`);
    const call = `agent(require, __dirname, ${JSON.stringify(service)}, ${INTERVAL}, watchWaits(require), sources(require), countCalls(require))`;
    const start = `const { agent, watchWaits, sources, countCalls } = require("./agent.cjs"); ${call};`;
    writeFileSync(file, `try { if (parseInt(process.versions.node) >= ${OLDEST}) { ${start} } } catch {}\n`);
    return { NODE_OPTIONS: `--require ${JSON.stringify(file)} ${NODE_OPTIONS}`.trim() };
  },
};
