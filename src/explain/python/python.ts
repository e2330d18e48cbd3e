import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Runtime } from "../agents.ts";
import { AGENT } from "./agent.ts";

/** Microseconds between two samples, in the mean. */
const INTERVAL = 2_000;

/**
 * Python from version 3.7: every process imports `sitecustomize` at its start, which is ours; then one of the service's own,
 * if it has one.
 */
export const PYTHON: Runtime = {
  source: "python",
  interval: INTERVAL / 1e6,
  enter(folder, service, { PYTHONPATH = "" }) {
    const here = join(folder, `${service}.py`);
    if (!existsSync(here)) mkdirSync(here);
    const text = AGENT.replace("__SERVICE__", service).replace("__MICROS__", String(INTERVAL));
    writeFileSync(join(here, "sitecustomize.py"), text);
    return { PYTHONPATH: PYTHONPATH === "" ? here : `${here}:${PYTHONPATH}` };
  },
};
