import { userError } from "../../base/errors.ts";
import type { Context } from "../../github/context.ts";
import type { Lookup } from "../../github/forge.ts";

/** A request to measure, as a person makes it by hand. */
export interface Wanted {
  /** Number of a pull request. */
  readonly pull?: number | undefined;
  /** Or a branch, tag or commit. */
  readonly ref?: string | undefined;
  /** The commit that it has to be. */
  readonly sha?: string | undefined;
}

/** A commit that may be measured, and the pull request it is the head of. */
export interface Target {
  readonly sha: string;
  readonly pull: number | null;
  /** The branch that the pull request goes to. */
  readonly base: string | null;
}

/** Permissions of those who may let a stranger's commit onto the machine. */
export const TRUSTED: readonly string[] = ["admin", "maintain", "write"];

/**
 * The commit to measure: the head of the pull request or of the ref, else the commit that the workflow was started at.
 * It is looked up before anything of it is fetched.
 *
 * A fork's code runs on the machine only where somebody with write access names that very commit. If the branch moves
 * between the review and the start, nothing is measured.
 *
 * @param actor who started it
 * @throws SteelyardError (user) where it is not the named commit, or may not be measured; with a remedy
 */
export async function wantedTarget(
  wanted: Wanted,
  context: Pick<Context, "repository" | "sha">,
  actor: string,
  look: Lookup,
): Promise<Target> {
  const { pull, ref, sha } = wanted;
  if (pull !== undefined && ref !== undefined) {
    throw userError("Both a pull request and a ref are named.", {
      where: "the inputs `pull-request` and `ref`",
      remedy: "name one of them",
    });
  }
  if (pull !== undefined) return pullTarget(pull, sha, context, actor, look);
  if (ref !== undefined && /^(?:refs\/)?pull\//.test(ref)) {
    throw userError(`The ref ${ref.slice(0, 200)} is that of a pull request, which may be of a fork.`, {
      where: "the input `ref`",
      remedy: "give its number: pull-request",
    });
  }
  const found = ref === undefined ? context.sha : await look.commit(ref);
  if (found === null) {
    throw userError(`There is no commit "${ref?.slice(0, 200)}".`, {
      where: "the input `ref`",
      remedy: "name a branch, tag or commit of this repository",
    });
  }
  if (sha !== undefined && sha !== found) throw movedOn(ref ?? "the branch", sha, found);
  return { sha: found, pull: null, base: null };
}

async function pullTarget(
  number: number,
  sha: string | undefined,
  { repository }: Pick<Context, "repository">,
  actor: string,
  look: Lookup,
): Promise<Target> {
  const where = `pull request ${number}`;
  const pull = await look.pull(number);
  if (pull === null)
    throw userError(`There is no pull request ${number}.`, { where: "the input `pull-request`" });
  if (!pull.open)
    throw userError(`Pull request ${number} is closed.`, { where, remedy: "open it again, or name a ref" });
  const { head, base } = pull;
  const own = head.repository?.toLowerCase() === `${repository.owner}/${repository.repo}`.toLowerCase();
  if (!own && sha === undefined) {
    throw userError(`Pull request ${number} is of a fork, and the commit is not named.`, {
      where: "the input `sha`",
      remedy: `review its changes; if they may run on the machine: sha: ${head.sha}`,
    });
  }
  if (sha !== undefined && sha !== head.sha) throw movedOn(where, sha, head.sha);
  if (!own && !look.isBot(actor)) {
    const permission = await look.permission(actor);
    if (!TRUSTED.includes(permission)) {
      throw userError(`${actor} may not let a fork's commit onto the machine (permission: ${permission}).`, {
        where,
        remedy: "ask somebody who may write to this repository to start it",
      });
    }
  }
  return { sha: head.sha, pull: number, base };
}

const movedOn = (what: string, named: string, now: string) =>
  userError(`${what} has moved on: ${named.slice(0, 9)} was named, and it is at ${now.slice(0, 9)}.`, {
    where: "the input `sha`",
    remedy: `look at what came since; if that may be measured: sha: ${now}`,
  });
