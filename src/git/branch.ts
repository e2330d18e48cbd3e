import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, interruption, userError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { sshEnv } from "../exec/env.ts";
import type { Finished } from "../exec/run.ts";
import type { NewCommit } from "../model/proposal.ts";
import { makeTemporaryClone } from "./clone.ts";
import { type Checkout, complaint, git } from "./git.ts";

export interface Pushing {
  /** Address of the repository, without credentials. */
  readonly remote: string;
  readonly branch: string;
  /** For http(s). Passed to git only in its environment. */
  readonly token?: string | undefined;
  /**
   * Writes the content into a fresh copy of the branch. Returns the paths that may have changed, or null if there
   * is nothing to publish. Called again whenever another push came first.
   */
  update(folder: string): Promise<{ readonly paths: readonly string[]; readonly message: string } | null>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
  /** Time limit in seconds. */
  readonly patience: number;
}

/** Git's messages for a push that came second, or met another one in progress. */
const OVERTAKEN =
  /\[rejected\]|fetch first|non-fast-forward|cannot lock ref|failed to update ref|stale info|already exists/i;
/** Git's messages for errors that a retry does not correct. */
const REFUSED =
  /authentication failed|permission|denied|\b40[13]\b|protected branch|hook declined|GH006|GH013|could not read username|repository not found|does not appear to be a git repository/i;
const NO_BRANCH = /couldn't find remote ref|remote ref does not exist/i;
/** The first and the longest wait, in seconds. */
const FIRST_WAIT = 0.25;
const LONGEST_WAIT = 20;
/** Time limit of a fetch or push, in seconds. */
const TRANSFER = 300;

/**
 * Publishes to a branch by ordinary pushes from a temporary clone, never by force. After another push, the update
 * is repeated on top of it, after a random wait that grows with each attempt.
 *
 * @returns the commit, or null if there was nothing to publish
 * @throws SteelyardError (user) for an address with credentials, (environment) for a rejected push or at the time
 *   limit; any error of `update`; Interrupted
 */
export async function pushBranch(
  checkout: Omit<Checkout, "extra">,
  pushing: Pushing,
): Promise<string | null> {
  const { remote, branch, log, random } = pushing;
  refuseCredentials(remote);
  using temporary = await makeTemporaryClone();
  const { folder } = temporary;
  const extra = { ...IDENTITY, ...settings(pushing), ...sshEnv(checkout.env) };
  const clone: Checkout = { ...checkout, cwd: folder, extra };
  await mustRun(clone, ["init", "-q", "--template="]);
  const began = Date.now();
  for (let turn = 0; ; turn++) {
    await resetBranch(clone, remote, branch);
    const made = await pushing.update(folder);
    if (made === null) return null;
    await mustRun(clone, ["add", "-A", "-f", "--", ...made.paths]);
    if ((await git(clone, ["diff", "--cached", "--quiet"])).code === 0) return null;
    await mustRun(clone, ["commit", "-q", "--no-verify", "-m", made.message]);
    const done = await git(clone, ["push", "-q", remote, `HEAD:refs/heads/${branch}`], TRANSFER);
    if (done.code === 0) return (await mustRun(clone, ["rev-parse", "HEAD"])).trim();
    const spent = (Date.now() - began) / 1000;
    const overtaken = OVERTAKEN.test(done.stderr);
    const refused = REFUSED.test(done.stderr) && !overtaken;
    if (refused) throw unpushed(pushing, done);
    if (spent > pushing.patience) {
      throw environmentError(`No push came through in ${Math.round(spent)} s.`, {
        where: `${branch} of ${remote}`,
        remedy: "publish again: nothing is lost, and nothing is published twice",
        cause: complaint(done),
      });
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** turn) * (0.5 + random());
    const why = overtaken ? `another job pushed to ${branch} first` : `the push failed: ${complaint(done)}`;
    log.info(`${why}; trying again in ${wait.toFixed(1)} s`);
    await pause(wait, checkout.signal);
  }
}

/** A commit on top of another, which needs no checkout, and where it goes. */
export interface PushedCommit extends Pick<Pushing, "remote" | "branch" | "token">, NewCommit {
  /** The commit that the branch points to; null where there is no such branch. */
  readonly from: string | null;
}

/**
 * Puts a branch at a new commit, whatever it has been at. Files of the repository are never checked out, so that a link
 * among them leads nowhere.
 *
 * @returns false where the branch has moved meanwhile; it is then left alone
 * @throws as `pushBranch`
 */
export async function pushCommit(
  checkout: Omit<Checkout, "extra" | "cwd">,
  { from, parent, message, files, ...to }: PushedCommit,
): Promise<boolean> {
  const { remote, branch } = to;
  refuseCredentials(remote);
  using temporary = await makeTemporaryClone();
  const { folder } = temporary;
  const clone: Checkout = { ...checkout, cwd: folder, extra: { ...IDENTITY, ...settings(to) } };
  await mustRun(clone, ["init", "-q", "--template="]);
  const got = await git(clone, ["fetch", "-q", "--depth=1", "--no-tags", remote, parent], TRANSFER);
  if (got.code !== 0) throw unfetched(parent.slice(0, 9), remote, got);
  await mustRun(clone, ["read-tree", parent]);
  for (const [path, content] of files) {
    const kept = join(folder, "content");
    await writeFile(kept, content);
    const blob = (await mustRun(clone, ["hash-object", "-w", "--no-filters", kept])).trim();
    await mustRun(clone, ["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`]);
  }
  const tree = (await mustRun(clone, ["write-tree"])).trim();
  const commit = (await mustRun(clone, ["commit-tree", "-p", parent, "-m", message, tree])).trim();
  const ref = `refs/heads/${branch}`;
  const lease = `--force-with-lease=${ref}:${from ?? ""}`;
  const done = await git(clone, ["push", "-q", lease, remote, `${commit}:${ref}`], TRANSFER);
  if (done.code !== 0 && !OVERTAKEN.test(done.stderr)) throw unpushed(to, done);
  return done.code === 0;
}

const unpushed = ({ branch, remote }: Pick<Pushing, "branch" | "remote">, done: Finished) =>
  environmentError("The push was rejected.", {
    where: `${branch} of ${remote}`,
    remedy: `give the job write permission for contents, and let it push to ${branch}`,
    cause: complaint(done),
  });

const unfetched = (what: string, remote: string, done: Finished) =>
  environmentError("The branch cannot be fetched.", {
    where: `${what} of ${remote}`,
    remedy: "check the address and the permission to read it",
    cause: complaint(done),
  });

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await delay(seconds * 1000, undefined, { signal }).catch(() => {
    throw interruption(signal);
  });
}

/** Checks out the present state of the branch, or an empty tree for a new branch. */
async function resetBranch(clone: Checkout, remote: string, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const done = await git(clone, ["fetch", "-q", "--depth=1", "--no-tags", remote, ref], TRANSFER);
  if (done.code === 0) {
    await mustRun(clone, ["checkout", "-q", "-f", "-B", branch, "FETCH_HEAD"]);
  } else if (NO_BRANCH.test(done.stderr)) {
    await mustRun(clone, ["symbolic-ref", "HEAD", ref]);
    await git(clone, ["update-ref", "-d", ref]);
    await mustRun(clone, ["read-tree", "--empty"]);
  } else {
    throw unfetched(branch, remote, done);
  }
  await mustRun(clone, ["clean", "-q", "-ffdx"]);
}

async function mustRun(clone: Checkout, args: readonly string[]): Promise<string> {
  const done = await git(clone, args);
  if (done.code === 0) return done.stdout;
  throw environmentError(`git ${args[0]} failed in the temporary clone.`, { cause: complaint(done) });
}

/** The author of commits. The user's settings, hooks and keys have no effect. */
const WHO = { NAME: "steelyard", EMAIL: "steelyard@users.noreply.github.com" };
const IDENTITY: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: WHO.NAME,
  GIT_AUTHOR_EMAIL: WHO.EMAIL,
  GIT_COMMITTER_NAME: WHO.NAME,
  GIT_COMMITTER_EMAIL: WHO.EMAIL,
};

/** Settings for git in its environment (git 2.31), so that the token is in no argument, address or file. */
export function settings({ remote, token }: Pick<Pushing, "remote" | "token">): Record<string, string> {
  const pairs: [string, string][] = [
    ["core.hooksPath", "/dev/null"],
    ["commit.gpgSign", "false"],
    ["core.autocrlf", "false"],
    ["gc.auto", "0"],
  ];
  const [origin] = /^https?:\/\/[^/]+\//.exec(remote) ?? [];
  if (token !== undefined && origin !== undefined) {
    const word = Buffer.from(`x-access-token:${token}`).toString("base64");
    pairs.push([`http.${origin}.extraHeader`, `AUTHORIZATION: basic ${word}`]);
  }
  const all: Record<string, string> = { GIT_CONFIG_COUNT: String(pairs.length) };
  for (const [i, [key, value]] of pairs.entries()) {
    all[`GIT_CONFIG_KEY_${i}`] = key;
    all[`GIT_CONFIG_VALUE_${i}`] = value;
  }
  return all;
}

function refuseCredentials(remote: string): void {
  if (!/^https?:\/\/[^/]*@/.test(remote)) return;
  throw userError(
    "The address of the repository contains credentials, which would be visible in the list of processes.",
    {
      where: remote.replace(/\/\/[^/]*@/, "//***@"),
      remedy: "remove them, and pass the token in the environment variable GITHUB_TOKEN",
    },
  );
}
