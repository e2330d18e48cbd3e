import { createHash } from "node:crypto";
import type { Workload } from "../../model/config.ts";
import type { Load } from "../../model/load.ts";
import { shaping } from "../shaping.ts";

/**
 * What a workload is, as a digest: over its Lua script and over the settings that shape its load. Files that the
 * script itself loads are not seen.
 */
export function wrkDigest(
  { wrk }: Extract<Load, { kind: "wrk" }>,
  script: string | null,
  workload: Workload,
  version: string,
): string {
  const settings = { ...wrk, ...shaping(workload), version: version.split(".")[0] };
  return createHash("sha256")
    .update(JSON.stringify(settings))
    .update(`\0${script ?? ""}`)
    .digest("hex");
}
