import { format } from "../model/figure.ts";
import { type Fingerprint, isSameMemory, shortImage } from "../model/fingerprint.ts";

/** The differences between two machines and their tools; empty where there are none, or a fingerprint is unknown. */
export function difference(before: Fingerprint | null, after: Fingerprint | null): string {
  if (before === null || after === null) return "";
  const found: string[] = [];
  for (const part of ["cpu", "cores", "arch", "os", "kernel", "node"] as const) {
    if (before[part] !== after[part]) found.push(`${part}: ${before[part]} → ${after[part]}`);
  }
  if (!isSameMemory(before, after)) {
    found.push(`memory: ${format(before.memory, "B")} → ${format(after.memory, "B")}`);
  }
  const containers = [before.containers ?? "plain processes", after.containers ?? "plain processes"];
  if (containers[0] !== containers[1]) found.push(`stack: ${containers.join(" → ")}`);
  const versions = ({ generators, engine, images = {} }: Fingerprint): Record<string, string> => ({
    ...generators,
    ...(engine !== undefined && { engine }),
    ...Object.fromEntries(Object.entries(images).map(([name, image]) => [name, shortImage(image)])),
  });
  const old = versions(before);
  for (const [name, version] of Object.entries(versions(after))) {
    if (Object.hasOwn(old, name) && old[name] !== version) found.push(`${name}: ${old[name]} → ${version}`);
  }
  return found.join(", ");
}
