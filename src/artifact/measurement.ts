import { userError } from "../base/errors.ts";
import { Run } from "../model/run.ts";
import { readVersioned } from "../model/versioned.ts";
import { CAPS, type Caps } from "./caps.ts";
import { demandBounded } from "./json.ts";
import { withoutStatementValues } from "./statements.ts";
import { unpacked } from "./zip.ts";

/**
 * The run in an artifact. The whole archive must be harmless; only `run.json` is read.
 *
 * @throws SteelyardError (user) for an archive, file or figure that the measuring step cannot have written
 */
export async function measurementIn(archive: Uint8Array, caps: Caps = CAPS): Promise<Run> {
  const files = await unpacked(archive, caps);
  const found = [...files.keys()].filter((name) => name === "run.json" || name.endsWith("/run.json"));
  const [name] = found;
  if (name === undefined || found.length > 1) {
    throw userError(
      name === undefined ? "The artifact holds no run.json." : `The artifact holds ${found.length} run.json.`,
      {
        where: "the artifact",
        remedy: `upload the run.json of the measuring step: path: \${{ steps.measure.outputs.run }}`,
      },
    );
  }
  return runIn(files.get(name)!, name, caps);
}

/** The run in the bytes of a run file. @throws SteelyardError (user) as `measurementIn` */
export function runIn(bytes: Uint8Array, name: string, caps: Caps = CAPS): Run {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw userError("The run.json is not UTF-8.", {
      where: name,
      remedy: "measure again: steelyard measure",
      cause,
    });
  }
  demandBounded(text, name, caps);
  const run = readVersioned(text, "run", Run, name, "steelyard measure");
  return run.profiling ? { ...run, profiling: withoutStatementValues(run.profiling) } : run;
}
