import { resolve } from "node:path";
import { own } from "../../base/own.ts";
import type { World } from "../../base/world.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { ANSWERED, STARTER, withoutPaths } from "../../init/starter.ts";
import type { Run } from "../../model/run.ts";
import { readText, writeText } from "../../store/files.ts";
import { readRun } from "../../store/records.ts";

/** Paths of the first script of which no request was answered with success, in any trial. */
export function refusedPaths({ trials }: Pick<Run, "trials">): string[] {
  const passes: Record<string, number> = {};
  for (const trial of trials) {
    if (trial.outcome !== "ok") continue;
    for (const check of trial.observed.checks)
      passes[check.name] = (own(passes, check.name) ?? 0) + check.passes;
  }
  return Object.entries(passes).flatMap(([name, n]) =>
    n === 0 && name.endsWith(ANSWERED) ? [name.slice(0, -ANSWERED.length)] : [],
  );
}

/** What became of the first script after the first measurement. */
export interface Cleared {
  /** Sentences for a person. */
  readonly text: string;
  /** Whether it asks less than before, so that the figures are of another load. */
  readonly isChanged: boolean;
}

/**
 * Takes out of the first script what the first measurement got no answer for, such as pages for those with an account:
 * verdicts would be about their refusal.
 *
 * @returns null where everything was answered
 */
export async function withoutRefused(world: World, out: string): Promise<Cleared | null> {
  const paths = refusedPaths(await readRun(resolve(world.cwd, out, "run.json")));
  if (paths.length === 0) return null;
  const file = groundedPath(world.cwd, STARTER);
  const text = withoutPaths(await readText(file, "script", "mend its permissions"), paths);
  const failed = `Every request to ${paths.join(", ")} failed: it may need an account or parameters.`;
  if (text === null)
    return { text: `${failed} Let ${STARTER} ask something that is answered.`, isChanged: false };
  await writeText(file, text);
  const them = paths.length === 1 ? "it" : "them";
  return { text: `${failed} ${STARTER} no longer asks ${them}.`, isChanged: true };
}
