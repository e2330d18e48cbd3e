import { isExpected } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Context } from "../../github/context.ts";
import type { CheckRun, Forge, QueueEntry } from "../../github/forge.ts";
import type { Config } from "../../model/config.ts";
import { readLedger } from "../../report/ledger.ts";
import { unaffectedBy } from "../measure/unaffected.ts";
import { configAt } from "../rulefiles.ts";

/** Where the config is, and the name of the check that pull requests need. */
export interface QueueOptions {
  readonly config: string;
  readonly name: string;
}

/**
 * The pull requests of a group of a merge queue that passes without a measurement; null where it has to be measured, with
 * the reason in the log. In doubt it is measured.
 *
 * It passes where the config of the commit before it says `policy.queue: trust`. The newest check of each of its pull
 * requests has to be a success of ours at the head that was queued. That same config has to have judged it, and the rules of
 * the commit where it left this branch. At most one of them may be able to affect a workload: nobody has measured the effects
 * of two together.
 */
export async function trustedGroup(
  { group, sha }: Pick<Context, "group" | "sha">,
  { config: path, name }: QueueOptions,
  forge: Forge,
  log: Log,
): Promise<readonly QueueEntry[] | null> {
  if (group === null) return null;
  try {
    const config = await configAt(forge.tree(group.base), path);
    if (config?.policy.queue !== "trust") return null;
    const members = groupOf(await forge.queue(group.branch), group.base, sha);
    const doubt =
      typeof members === "string" ? members : await doubtOf(members, config, { path, name }, forge);
    if (doubt === null) return members as readonly QueueEntry[];
    log.info(`the group is measured: ${doubt}`);
  } catch (error) {
    if (!isExpected(error)) throw error;
    log.warn(`the group is measured, because whether it may be trusted is not known: ${error.message}`);
  }
  return null;
}

/** The entries from one commit of a queue to another, the last one first; else what is missing. */
function groupOf(queue: readonly QueueEntry[] | null, base: string, head: string): QueueEntry[] | string {
  const members: QueueEntry[] = [];
  for (let at = head; at !== base; ) {
    const entry = queue?.find(({ after }) => after === at);
    if (entry === undefined || members.includes(entry))
      return `the queue does not tell what ${short(at)} is of`;
    members.push(entry);
    at = entry.before;
  }
  return members.length === 0 ? "it changes nothing" : members;
}

/** Why these pull requests cannot be trusted together; null where they can. */
async function doubtOf(
  members: readonly QueueEntry[],
  config: Config,
  { path, name }: { readonly path: string; readonly name: string },
  forge: Forge,
): Promise<string | null> {
  const rules = await forge.tree(members.at(-1)!.before).id(path);
  for (const { pull, head } of members) {
    const check = await forge.newestCheck(head, name);
    if (check?.conclusion !== "success") {
      return `pull request ${pull} has ${check === null ? "no check" : `the check ${check.conclusion}`} at ${short(head)}`;
    }
    const base = await forge.mergeBase(members.at(-1)!.before, head);
    if (base === null || (await forge.tree(base).id(path)) !== rules) {
      return `pull request ${pull} was judged by another ${path}`;
    }
    // A check belongs to a commit: a pull request of that commit into another branch may have got it.
    if (readLedger(check.text ?? "", `the check of ${short(head)}`).rules !== base) {
      return `pull request ${pull} was judged by the rules of another commit than ${short(base)}`;
    }
  }
  if (members.length === 1) return null;
  const affecting: number[] = [];
  for (const entry of members) if (await canAffect(entry, config, path, forge)) affecting.push(entry.pull);
  if (affecting.length < 2) return null;
  return `pull requests ${affecting.sort((a, b) => a - b).join(" and ")} can each affect a workload`;
}

/** Whether an entry can affect any workload. */
async function canAffect(
  { before, after }: QueueEntry,
  config: Config,
  path: string,
  forge: Forge,
): Promise<boolean> {
  const [base, head] = [await forge.listing(before), await forge.listing(after)];
  if (base === null || head === null) return true;
  const unaffected = await unaffectedBy({ config, path, base, head });
  return Object.keys(config.workloads).some((workload) => !Object.hasOwn(unaffected, workload));
}

/** The check of a group that passes by its pull requests' own. */
export function trustedCheck(
  members: readonly QueueEntry[],
  { sha, runUrl }: Pick<Context, "sha" | "runUrl">,
  name: string,
): CheckRun {
  const list = members.map(({ pull, head }) => `- #${pull} at ${short(head)}`).reverse();
  const which = members.length === 1 ? "This pull request" : "Each of these pull requests";
  const rest = members.length === 1 ? "" : " At most one of them changes files that can affect a workload.";
  const rule = "Nothing was measured: `policy.queue: trust` on the base branch.";
  return {
    name,
    sha,
    conclusion: "success",
    title: "Trusted, not measured",
    details: runUrl,
    summary: `${which} passed at the commit that was queued, by the same config.${rest} ${rule}\n\n${list.join("\n")}`,
    annotations: [],
    compared: false,
  };
}

const short = (sha: string) => sha.slice(0, 9);
