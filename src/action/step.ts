import type { z } from "zod";
import { logTo } from "../base/log.ts";
import { redactor } from "../base/redact.ts";
import type { World } from "../base/world.ts";
import { clientOf, type Pace } from "../github/client.ts";
import { contextOf } from "../github/context.ts";
import { restForge } from "../github/rest.ts";
import { explained, reportFailure } from "./failure.ts";
import { inputsOf } from "./inputs.ts";
import { payload } from "./measure.ts";
import type { Runner } from "./runner.ts";

/** Where a step runs, and the time scale of its requests. */
interface Place {
  readonly world: World;
  readonly runner: Runner;
  readonly pace?: Pace | undefined;
}

/** Reads the inputs and the event of a step, masks its token, and connects to the forge. */
export async function connect<S extends z.ZodObject<{ token: z.ZodString }>>(
  schema: S,
  { world, runner, pace }: Place,
) {
  const inputs = inputsOf(schema, world.env);
  const { token } = inputs;
  runner.mask(token);
  const log = logTo(world.err, redactor([token]));
  const event = await payload(world);
  const context = contextOf(world.env, event);
  const client = clientOf({ token, api: context.api, log, ...(pace && { pace }) });
  return { inputs, log, event, context, client, forge: restForge(client, context.repository) };
}

/** The title of a step's failure, and the permissions that the forge may refuse it for. */
interface Failure {
  readonly title: string;
  readonly remedy: string;
}

/** Runs a step that asks the forge. Returns its exit code; never throws. */
export async function step<S extends z.ZodObject<{ token: z.ZodString }>>(
  schema: S,
  place: Place,
  { title, remedy }: Failure,
  act: (connected: Awaited<ReturnType<typeof connect<S>>>) => Promise<number>,
): Promise<number> {
  try {
    return await act(await connect(schema, place));
  } catch (error) {
    return reportFailure(explained(error, remedy), title, place.runner);
  }
}
