import { createHash } from "node:crypto";
import type { Workload } from "../../model/config.ts";
import { shaping } from "../shaping.ts";
import type { Wrk } from "./kind.ts";

/**
 * The digest of a workload: of its Lua script and of the settings that shape its load. Files that the script itself
 * loads are not part of it.
 */
export function wrkDigest(wrk: Wrk, script: string | null, workload: Workload, version: string): string {
  const settings = { ...wrk, ...shaping(workload), version: version.split(".")[0] };
  return createHash("sha256")
    .update(JSON.stringify(settings))
    .update(`\0${script ?? ""}`)
    .digest("hex");
}
