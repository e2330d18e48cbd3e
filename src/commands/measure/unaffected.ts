import { type Change, effects } from "../../affected/affected.ts";
import { isExpected } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { gitListing } from "../../git/tree.ts";
import type { Config } from "../../model/config.ts";
import { type Schedule, slotsIn, workloadsIn } from "../../model/schedule.ts";

/** Whether any workload of a config says which files it depends on. */
export const hasPaths = ({ policy, workloads }: Config): boolean =>
  policy.paths !== undefined || Object.values(workloads).some(({ paths }) => paths !== undefined);

/** Workloads that a change cannot affect, and why in words. */
export async function unaffectedBy(change: Change): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const [name, effect] of await effects(change)) {
    if (effect.kind === "unaffected") found.push([name, reasonFor(effect.files)]);
  }
  return Object.fromEntries(found);
}

/** Why so many changed files cannot affect a workload, in words. */
function reasonFor(files: number): string {
  if (files === 0) return "the change changes no file";
  const which = files === 1 ? "the changed file cannot" : `none of the ${files} changed files can`;
  return `${which} affect it, by its \`paths\``;
}

/**
 * The planned workloads that the checked-out commit cannot affect, by the rules of its merge-base. None where either
 * commit's files cannot be listed: in doubt everything is measured.
 */
export async function skippable(
  world: World,
  rules: { readonly config: Config; readonly sha: string },
  path: string,
  schedule: Schedule,
  log: Log,
): Promise<Record<string, string>> {
  if (!hasPaths(rules.config)) return {};
  try {
    const [base, head] = [await gitListing(world, rules.sha), await gitListing(world, "HEAD")];
    if (base === null || head === null) {
      log.warn(
        "the files of the change cannot be listed at the top of its repository: everything is measured",
      );
      return {};
    }
    const found = await effects({ config: rules.config, path, base, head });
    const skipped: Record<string, string> = {};
    for (const name of workloadsIn([...slotsIn(schedule), ...(schedule.levels ?? [])])) {
      const effect = found.get(name);
      if (effect?.kind === "unaffected") skipped[name] = reasonFor(effect.files);
      else if (effect !== undefined) log.info(`${name}: ${effect.file} can affect it (${effect.because})`);
    }
    for (const [name, why] of Object.entries(skipped)) log.info(`${name} is not measured: ${why}`);
    return skipped;
  } catch (error) {
    if (!isExpected(error)) throw error;
    log.warn(`what the change can affect is not known: ${error.message}`);
    return {};
  }
}
