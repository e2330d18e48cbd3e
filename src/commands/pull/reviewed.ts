import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { World } from "../../base/world.ts";
import type { Tree } from "../../model/tree.ts";
import { writeText } from "../../store/files.ts";
import { baselineFiles } from "../../store/records.ts";

/** A folder of baselines; disposing of it removes it. */
export interface ReviewedBaselines extends Disposable {
  readonly folder: string;
}

/**
 * The baselines of the merge-base as files, for the engine to learn the noise from and to screen by: those in the
 * checkout are the change's own. Empty where there is no merge-base, or it has none.
 *
 * It lies where the runner itself clears up after a job that was killed.
 */
export async function reviewedBaselines(
  { env }: World,
  base: Tree | null,
  place: string,
): Promise<ReviewedBaselines> {
  const folder = mkdtempSync(join(realpathSync(env.RUNNER_TEMP || tmpdir()), "steelyard-baselines-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const runnerClass of (await base?.folder(place)) ?? []) {
      if (base === null || !PLAIN.test(runnerClass)) continue;
      for (const path of await baselineFiles(base, join(place, runnerClass))) {
        const name = basename(path);
        const text = PLAIN.test(name) ? await base.file(path) : null;
        if (text !== null) await writeText(join(folder, runnerClass, name), text);
      }
    }
    return { folder, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** As runner classes and workloads are called. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
