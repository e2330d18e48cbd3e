import type { Log } from "../../base/log.ts";
import type { ComposeStack, Stack } from "../../model/config.ts";
import { notUp } from "./provision.ts";
import { awaitedPorts, ENDS_AGAIN, type Starting, type Unready, untilAnswering } from "./ready.ts";
import { untilListening } from "./relied.ts";

/**
 * Waits until all is up that is loaded, or that this relies on. Returns when each service was seen ready, or the first that is not.
 *
 * @throws Interrupted
 */
export async function untilUp(
  {
    endpoints,
    compose,
    started,
    relied,
    silent,
    log,
    ...starting
  }: Starting & {
    readonly endpoints: Stack["endpoints"];
    readonly compose: Pick<ComposeStack, "ready">;
    readonly started: readonly string[];
    readonly relied: readonly string[];
    readonly silent: Set<string>;
    readonly log: Log;
  },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | Unready> {
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
