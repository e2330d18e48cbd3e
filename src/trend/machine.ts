import { digits } from "../model/figure.ts";
import type { Fingerprint } from "../model/fingerprint.ts";

/** Memory that is reserved differently from start to start is no other machine: a difference below this share. */
const SAME_MEMORY = 0.05;

/** What of the machine or its tools is not as it was, in words; empty where nothing is, or nothing is known. */
export function difference(before: Fingerprint | null, after: Fingerprint | null): string {
  if (before === null || after === null) return "";
  const found: string[] = [];
  for (const part of ["cpu", "cores", "arch", "os", "kernel", "node"] as const) {
    if (before[part] !== after[part]) found.push(`${part}: ${before[part]} → ${after[part]}`);
  }
  if (Math.abs(Math.log(after.memory / before.memory)) > SAME_MEMORY) {
    found.push(`memory: ${gib(before.memory)} → ${gib(after.memory)}`);
  }
  const containers = [before.containers ?? "plain processes", after.containers ?? "plain processes"];
  if (containers[0] !== containers[1]) found.push(`stack: ${containers.join(" → ")}`);
  for (const [name, version] of Object.entries(after.generators)) {
    const old = before.generators[name];
    if (old !== undefined && old !== version) found.push(`${name}: ${old} → ${version}`);
  }
  return found.join(", ");
}

const gib = (bytes: number) => `${digits(bytes / 2 ** 30)} GiB`;
