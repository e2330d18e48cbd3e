import { createHash } from "node:crypto";
import { environmentError } from "../base/errors.ts";
import type { Redact } from "../base/redact.ts";
import { allowed } from "../exec/env.ts";
import { run } from "../exec/run.ts";
import type { SeedCommand } from "../model/config.ts";
import { targetVariable } from "../model/target.ts";
import { exitReason, LAST_LINES, logTail } from "./exits.ts";
import { filled, unfilled } from "./wiring.ts";

export interface Seeding {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base URL by endpoint. The command receives them as `STEELYARD_TARGET_<ENDPOINT>`. */
  readonly targets: Readonly<Record<string, string>>;
  /** Address by `service:port`, for references in arguments and environment. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly redact: Redact;
  readonly ledger?: string | undefined;
}

/**
 * Runs the seed and returns the digest of the seeded data: SHA-256 of the command in the config and of its standard
 * output. Addresses are first turned back into references, because ports change with each start.
 *
 * A seed that prints what it wrote (counts, digests) gives other data another digest. One that prints the time
 * gives a new digest at every run.
 *
 * @throws SteelyardError (environment) when it fails or times out, (user) when it cannot be started; Interrupted
 */
export async function runSeed(seed: SeedCommand, seeding: Seeding, signal: AbortSignal): Promise<string> {
  const fill = (text: string) => filled(text, seeding.addresses);
  const targets = Object.entries(seeding.targets).map(([name, url]) => [targetVariable(name), url]);
  const declared = Object.entries(seed.env).map(([name, text]) => [name, fill(text)]);
  const lines: string[] = [];
  const finished = await run(seed.run.map(fill), {
    cwd: seeding.cwd,
    env: allowed(seeding.env, Object.fromEntries([...targets, ...declared])),
    signal,
    timeout: seed.within,
    onLine(line) {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
    },
    ...(seeding.ledger === undefined ? {} : { ledger: seeding.ledger }),
  });
  if (finished.code === 0) {
    const printed = unfilled(finished.stdout, seeding.addresses);
    return createHash("sha256")
      .update(JSON.stringify([seed.run, printed]))
      .digest("hex");
  }
  const how = finished.timedOut ? `it took longer than ${seed.within} s` : exitReason(finished, null);
  const command = seeding.redact(seed.run.join(" "));
  throw environmentError(`The seed failed: ${how}.${logTail(lines, seeding.redact)}`, {
    where: command,
    remedy: finished.timedOut
      ? "make it faster, or raise stack.seed.within"
      : "start the stack by hand and run the seed against it",
  });
}
