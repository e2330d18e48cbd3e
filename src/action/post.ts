import { exitOf, explain } from "../base/errors.ts";
import { visible } from "../base/log.ts";
import type { World } from "../base/world.ts";
import { bringDown } from "../commands/measure/down.ts";
import { NO_TRUST, runnerless } from "../commands/measure/trust.ts";
import { outOf } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/**
 * The post step. It ends and removes leftovers of the measuring step; there are none unless that was killed. It finds
 * processes by marks, control groups and notes, and containers by labels. Measured code may have written the notes: they
 * are checked, and nothing in them is run. Returns the exit code; never throws.
 */
export async function postStep(world: World, runner: Runner): Promise<number> {
  const saved = runner.saved("out");
  if (saved === "") return 0; // the step before ended before it started anything
  try {
    const out = outOf(saved);
    await runner.group("Leftovers", () =>
      bringDown({ ...world, env: runnerless(world.env, NO_TRUST) }, { out }),
    );
    return 0;
  } catch (error) {
    runner.log.write(`${visible(explain(error))}\n`);
    runner.remark({
      level: "warning",
      title: "Something is left running",
      message: "What the measurement started could not all be removed; on the machine itself: steelyard down",
    });
    return exitOf(error);
  }
}
