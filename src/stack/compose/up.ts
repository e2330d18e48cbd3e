import { environmentError, type SteelyardError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Finished } from "../../exec/run.ts";
import type { ComposeStack, Stack } from "../../model/config.ts";
import { byHand, mustSucceed } from "./cli.ts";
import { type Checking, type Stage, untilMet } from "./healthchecks.ts";
import type { Project } from "./project.ts";
import { complaints } from "./provision.ts";
import { awaitedPorts, ENDS_AGAIN, notUp, type Unready, untilAnswering } from "./ready.ts";
import { untilListening, waitingRemedy } from "./relied.ts";
import { readOnlyRemedy } from "./sources.ts";

/** The options of Compose that choose profiles. */
const chosen = (profiles: readonly string[]): string[] =>
  profiles.flatMap((profile) => ["--profile", profile]);

/**
 * The arguments with which Compose starts these services, or all. Services of earlier stages are left alone: it would start again
 * one that has ended.
 */
export const upOf = (profiles: readonly string[], services: readonly string[]): string[] => [
  ...[...chosen(profiles), "up", "--detach", "--no-build", "--pull", "never"],
  ...(services.length === 0 ? [] : ["--no-deps", ...services]),
];

/** The config, and the project as it was read. */
export interface ReadStack {
  readonly compose: Pick<ComposeStack, "wait" | "files" | "env">;
  readonly project: Pick<Project, "resolved" | "profiles" | "warnings">;
}

/** @param tails the last lines of the logs @throws SteelyardError (environment) for an `up` that failed */
export function mustBeUp(done: Finished, tails: string, read: ReadStack): void {
  const { wait, files } = read.compose;
  const what = `The stack did not come up${done.timedOut ? ` within ${wait} s` : ""}${tails}`;
  const remedy = done.timedOut ? "make it faster, or raise stack.compose.wait" : remedyOf(what, read);
  const failed = { ...done, timedOut: false, stderr: complaints(done.stderr) };
  mustSucceed(failed, what, { where: files.join(", "), remedy });
}

/** The error for a service that is not up. @param tail the last lines of its log */
export function unreadyError(
  { service, how, isLate }: Unready,
  tail: string,
  read: ReadStack,
): SteelyardError {
  const longer = isLate ? "; raise stack.compose.wait if it only needs longer" : "";
  const what = `The service "${service}" ${how}.${tail}`;
  const remedy = `${waitingRemedy(read.project.resolved, service)}${remedyOf(what, read)}${longer}`;
  return environmentError(what, { where: read.compose.files.join(", "), remedy });
}

function remedyOf(what: string, { compose, project: { profiles, warnings } }: ReadStack): string {
  const up = byHand(compose, ...chosen(profiles), "up");
  return readOnlyRemedy(what, warnings) ?? `start it by hand: ${up}`;
}

/** The services that have to be up, and the way to start them. */
export interface UpOrder extends Checking {
  readonly endpoints: Stack["endpoints"];
  readonly compose: Pick<ComposeStack, "ready">;
  readonly started: readonly string[];
  /** Services that those of the endpoints rely on. */
  readonly relied: readonly string[];
  readonly silent: Set<string>;
  readonly log: Log;
  readonly stages: readonly Stage[];
  /** Starts these services; all where none is named. */
  readonly start: (services: readonly string[]) => Promise<void>;
}

/**
 * Starts the services in their stages, and waits until all is up that is loaded, or that this relies on. Returns when each service
 * was seen ready, or the first that is not.
 *
 * @throws Interrupted, and what `start` throws
 */
export async function untilUp(
  { endpoints, compose, started, relied, silent, log, stages, start, ...starting }: UpOrder,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | Unready> {
  if (stages.length === 0) await start([]);
  for (const stage of stages) {
    await start(stage.services);
    const unmet = await untilMet(stage, starting, signal);
    if (unmet !== null) return unmet;
  }
  const bad = notUp(await starting.containers(), started);
  if (bad !== null) return bad;
  const ready = await untilAnswering(awaitedPorts({ endpoints, compose }), starting, signal);
  if ("how" in ready) return ready;
  const heard = await untilListening({ ...starting, services: relied, silent }, signal);
  if (heard.ended !== null) return { service: heard.ended, how: ENDS_AGAIN, isLate: false };
  for (const name of heard.mute) {
    log.info(
      `${name} did not listen in time, and is not waited for again; where it is a server, name its port: stack.compose.ready: { ${name}: { port: … } }`,
    );
  }
  return notUp(await starting.containers(), started) ?? new Map([...heard.ready, ...ready]);
}
