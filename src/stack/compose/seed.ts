import { createHash } from "node:crypto";
import { environmentError } from "../../base/errors.ts";
import type { Redact } from "../../base/redact.ts";
import type { Seed, Stack } from "../../model/config.ts";
import { targetVariable } from "../../model/target.ts";
import { exitReason, LAST_LINES, logTail } from "../exits.ts";
import { type ByHand, byHand } from "./cli.ts";
import type { Compose } from "./provision.ts";

/** The ways to run a seed. */
interface SeedRunner {
  readonly call: Compose;
  readonly byHand: ByHand;
  readonly redact: Redact;
}

/**
 * Runs a service of the project once and returns the digest of the seeded data: SHA-256 of service, command and
 * standard output.
 *
 * @throws SteelyardError (environment) when it fails or times out; Interrupted
 */
export async function seedService(
  seed: Seed & { readonly service: string },
  { call, byHand: of, redact }: SeedRunner,
  signal: AbortSignal,
): Promise<string> {
  const { service, command = [], within } = seed;
  const args = ["run", "--rm", "--no-deps", "--no-TTY", "--interactive=false", service, ...command];
  const done = await call(args, { signal, timeout: within });
  if (done.code === 0) {
    return createHash("sha256")
      .update(JSON.stringify([service, command, done.stdout]))
      .digest("hex");
  }
  const how = done.timedOut ? `it took longer than ${within} s` : exitReason(done, null);
  const lines = `${done.stdout}\n${done.stderr}`.split(/\r?\n/).filter((line) => line.trim() !== "");
  throw environmentError(`The seed failed: ${how}.${logTail(lines.slice(-LAST_LINES), redact)}`, {
    where: `service "${service}"`,
    remedy: done.timedOut
      ? "make it faster, or raise stack.seed.within"
      : `start the stack by hand and run it: ${byHand(of, "run", "--rm", service, ...command)}`,
  });
}

/** Base URL of each endpoint inside of the network, by variable: there, a service is reached by its name and its own port. */
export const innerTargets = (endpoints: Stack["endpoints"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, { service, port }]) => [
      targetVariable(name),
      `http://${service}:${port}`,
    ]),
  );
