import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { say } from "../dev/command.ts";
import { FULL, results, SHORT } from "./judge/bench.ts";
import { details, table } from "./judge/table.ts";
import { withRows } from "./rows.ts";

// False alarms and power of our rules and of other tools' on the same recorded and simulated noise. `--full` takes a
// quarter of an hour and writes judge/results.json, which the tables in the documents are made from; `--write` writes
// it from a short run; `--seed N` draws other pull requests; `--only hosted` looks at one environment.
const { values } = parseArgs({
  options: {
    full: { type: "boolean" },
    write: { type: "boolean" },
    seed: { type: "string", default: "20261121" },
    only: { type: "string", multiple: true },
  },
});
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new RangeError(`--seed takes a whole number, not ${values.seed}`);
say(`seed ${seed}`);
const found = results(values.full ? FULL : SHORT, seed, say, values.only);
console.log(`\n${table(found)}\n\n${details(found)}`);
if ((values.full && !values.only) || values.write) {
  const file = new URL("judge/results.json", import.meta.url);
  writeFileSync(file, withRows(found, "rows"));
  say(`written to ${file.pathname}`);
}
