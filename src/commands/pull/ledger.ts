import { isExpected, userError } from "../../base/errors.ts";
import { matches } from "../../base/pattern.ts";
import { releaseCheck } from "../../base/tags.ts";
import { creepSums, isUnaffected, unmeasuredIn } from "../../compare/creep.ts";
import type { Landed, LandedCommit, LandedSince } from "../../github/landed.ts";
import type { Config } from "../../model/config.ts";
import { itemName } from "../../model/item.ts";
import type { Creep, CreepOutcome, Ledger, Unmeasured } from "../../model/ledger.ts";
import { readLedger } from "../../report/ledger.ts";
import { configAt } from "../rulefiles.ts";

/** The branch whose changes are summed, the workflow that measures, and the name of its check. */
export interface LedgerOptions {
  readonly branch: string;
  readonly workflow: string;
  readonly config: string;
  readonly name: string;
}

/** Commits of the branch that one reading looks up, each by up to three requests: a job's token has 1,000 an hour. */
const MOST_LOOKED_UP = 100;
/** Tags that are tried, from the newest on. */
const MOST_TAGS = 40;
/** The run-name of a comparison with the release that was started over the API. */
export const RELEASE_RUN = "perf against the last release";
const DAY = 86_400_000;

/**
 * Sums the estimates of the changes that were merged since the last release, and starts a comparison with it where a sum asks
 * for one, or where too many changes are unmeasured. It judges nothing itself.
 *
 * The last comparison with that release stands for every change up to its commit.
 *
 * @param now milliseconds since the epoch
 * @throws SteelyardError (user) where there is no config or no release; ForgeError where the forge does not answer
 */
export async function runCreepLedger(options: LedgerOptions, forge: Landed, now: number): Promise<Creep> {
  const { branch, config: path } = options;
  const head = await forge.commit(branch);
  const config = head === null ? null : await configAt(forge.tree(head), path);
  if (head === null || config === null) {
    throw userError(`The branch ${branch} has no config.`, { where: path, remedy: "name it: config" });
  }
  const { policy } = config;
  const release = await lastReleaseBefore(head, policy, forge);
  const line = lineOf(head, release.since.commits);
  const found = await changesOf(line, { ...options, release: release.sha }, forge);
  // Of commits that the forge did not list it is not known which the branch's own are.
  const unlisted = found.compared === null ? release.since.total - release.since.commits.length : 0;
  const beyond = found.left + unlisted;
  const sums = creepSums(found.ledgers, found.compared?.ledger ?? null);
  const most = policy.creep.unmeasured;
  const asks = found.unmeasured.length + beyond > most || sums.some(({ exceeds }) => exceeds);
  return {
    release: release.name,
    head,
    compared: found.compared?.sha ?? null,
    most,
    sums,
    beyond,
    changes: found.changes,
    unaffected: found.ledgers.filter(isUnaffected).length,
    unmeasured: found.unmeasured,
    configs: new Set(found.ledgers.flatMap(({ config }) => config ?? [])).size,
    outcome: asks ? await start(found.isTried, options, forge, now) : { kind: "enough" },
  };
}

/** The newest tag of a release before a commit, as `lastRelease` finds it in a clone. */
async function lastReleaseBefore(head: string, { release: pattern }: Config["policy"], forge: Landed) {
  const [part = ""] = pattern.split("*").sort((one, other) => other.length - one.length);
  const tags = (await forge.newestTags(part)).filter(({ name }) => matches(pattern, name));
  for (const { name, sha } of tags.filter((tag) => tag.sha !== head).slice(0, MOST_TAGS)) {
    const since = await forge.since(sha, head);
    if (since !== null) return { name, sha, since };
  }
  const tried = `none of the ${MOST_TAGS} newest tags that are "${pattern}" is in its history`;
  throw userError(`There is no release before ${head.slice(0, 9)}: ${tried}.`, {
    where: "policy.release",
    remedy: "set it to the pattern of your tags, or make the first release on this branch",
  });
}

/** The branch's own commits, the newest first: of a merge not those that it merged. */
function lineOf(head: string, commits: LandedSince["commits"]): LandedCommit[] {
  const known = new Map(commits.map((one) => [one.sha, one]));
  const line: LandedCommit[] = [];
  for (let at = known.get(head); at !== undefined; at = known.get(at.parents[0] ?? "")) line.push(at);
  return line;
}

/** The changes since the last comparison with the release. */
interface Found {
  readonly compared: { readonly sha: string; readonly ledger: Ledger } | null;
  readonly ledgers: readonly Ledger[];
  readonly unmeasured: readonly Unmeasured[];
  readonly changes: number;
  /** Whether head has a check of a comparison with a release, even one without figures. */
  readonly isTried: boolean;
  /** Older commits that were not looked up. */
  readonly left: number;
}

async function changesOf(
  line: readonly LandedCommit[],
  { branch, name, release }: LedgerOptions & { readonly release: string },
  forge: Landed,
): Promise<Found> {
  const pulls = new Set<number>();
  const ledgers: Ledger[] = [];
  const unmeasured: Unmeasured[] = [];
  let changes = 0;
  let isTried = false;
  const done = (compared: Found["compared"], left = 0): Found => ({
    compared,
    ledgers,
    unmeasured,
    changes,
    isTried,
    left,
  });
  for (const [at, { sha }] of line.entries()) {
    if (at >= MOST_LOOKED_UP) return done(null, line.length - at);
    const comparison = await forge.check(sha, releaseCheck(name));
    if (comparison !== null) {
      isTried ||= at === 0;
      const ledger = ledgerIn(comparison.text, sha);
      if (typeof ledger !== "string" && isOf(release, ledger)) return done({ sha, ledger });
    }
    const pull = await forge.merged(sha, branch);
    if (pull !== null && pulls.has(pull.number)) continue; // another of its commits, put onto the branch one by one
    changes++;
    if (pull === null) {
      unmeasured.push({ change: sha.slice(0, 9), why: "was pushed without a pull request" });
      continue;
    }
    pulls.add(pull.number);
    const check = await forge.check(pull.head, name);
    const ledger = check === null ? "has no check" : ledgerIn(check.text, pull.head);
    const why = typeof ledger === "string" ? ledger : lackOf(ledger);
    if (typeof ledger !== "string") ledgers.push(ledger);
    if (why !== null) unmeasured.push({ change: `#${pull.number}`, why });
  }
  return done(null);
}

/** Whether a comparison with a release measured anything. One that could not be judged has no effects. */
const isOf = (sha: string, { base, release, entries }: Ledger) =>
  release !== null && base === sha && entries.some(({ effect }) => effect !== null);

/** The estimates in a check on a commit, else why there are none. */
function ledgerIn(text: string | null, sha: string): Ledger | string {
  if (text === null || text === "") return "has a check without estimates";
  try {
    const ledger = readLedger(text, "the check");
    return ledger.head === sha ? ledger : "has the estimates of another commit";
  } catch (error) {
    if (!isExpected(error)) throw error;
    return `has estimates that cannot be read: ${error.message}`;
  }
}

/** The metrics for which a change has no estimate, in words; null where it has all. */
function lackOf(ledger: Ledger): string | null {
  if (ledger.entries.length === 0) return "was judged by no reviewed rules";
  const lacking = unmeasuredIn(ledger);
  const [first] = lacking;
  const rest = lacking.length - 1 + ledger.more;
  if (first === undefined) return ledger.more === 0 ? null : `has more gate metrics than fit: ${ledger.more}`;
  const finding = first.verdict === "inconclusive" ? "cannot tell" : "has no estimate";
  const what = `${itemName(first)} ${first.metric}`.trim();
  return `${finding}: ${what}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Starts the comparison, unless it was made at this commit, or is under way. */
async function start(
  isTried: boolean,
  { workflow, branch }: LedgerOptions,
  forge: Landed,
  now: number,
): Promise<CreepOutcome> {
  if (isTried) return { kind: "compared" };
  const since = `${new Date(now - DAY).toISOString().slice(0, 19)}Z`;
  const active = (await forge.recent(workflow, since)).find((one) => one.active && one.title === RELEASE_RUN);
  if (active !== undefined) return { kind: "active", url: active.url };
  await forge.dispatch(workflow, branch, { reference: "release" });
  return { kind: "started" };
}
