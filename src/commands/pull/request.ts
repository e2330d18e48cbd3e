import { seconds } from "../../base/duration.ts";
import { SteelyardError, userError } from "../../base/errors.ts";
import type { RepositoryName } from "../../github/answers.ts";
import type { Requests } from "../../github/forge.ts";
import type { Ask } from "../../github/requests.ts";
import { Name } from "../../model/config.ts";
import { codeSpan } from "../../report/escape.ts";
import { findConfig } from "../rulefiles.ts";
import { TRUSTED } from "./target.ts";

/** The parts of `/perf [SHA] [workload …] [--budget TIME]`. */
export interface Command {
  /** The commit that is meant, or the first seven digits or more of it. */
  readonly sha: string | undefined;
  readonly workloads: readonly string[];
  readonly budget: string | undefined;
}

/** The outcome of a request. */
export type Requested =
  | { readonly kind: "started"; readonly pull: number; readonly sha: string }
  | { readonly kind: "refused"; readonly why: SteelyardError };

/** The workflow that measures, and where it and the config are. */
export interface Measuring {
  readonly repository: RepositoryName;
  readonly config: string;
  /** Its file name. */
  readonly workflow: string;
  readonly defaultBranch: string;
}

/** Measurements of one pull request that may be started by hand in an hour. */
const MOST_AN_HOUR = 6;
const HOUR = 3_600_000;
const USAGE = "write it such as: /perf, /perf search checkout --budget 8m, or /perf SHA";

/**
 * The command in the first line of a comment; null where the comment is none.
 *
 * @throws SteelyardError (user) for a word that is no part of it
 */
export function commandIn(body: string): Command | null {
  const [line = ""] = body.trimStart().split(/\r?\n/, 1);
  const [verb, ...words] = line
    .trim()
    .split(/[\s,]+/)
    .filter((word) => word !== "");
  if (verb !== "/perf") return null;
  const sha = /^[0-9a-f]{7,64}$/.test(words[0] ?? "") ? words.shift() : undefined;
  const at = words.findIndex((word) => word.startsWith("--"));
  const [workloads, rest] = at === -1 ? [words, []] : [words.slice(0, at), words.slice(at)];
  const [option, budget, more] = rest;
  const wrong =
    workloads.find((word) => !Name.safeParse(word).success) ??
    (option !== undefined && option !== "--budget" ? option : more);
  if (wrong !== undefined) throw unusable(`\`/perf\` does not know "${wrong.slice(0, 80)}".`);
  if (option !== undefined && !((seconds(budget ?? "") ?? 0) > 0)) throw unusable("`--budget` needs a time.");
  return { sha, workloads, budget };
}

const unusable = (what: string) => userError(what, { where: "the comment", remedy: USAGE });

/**
 * Starts a measurement that somebody asks for by a comment or a label. It is noticed at once, by a reaction or by taking
 * the label away. Only who may write here starts one; others get no answer, so that nobody makes this write.
 *
 * A comment does not carry the head that its author saw. So the head is looked up once, and measured only where the comment
 * names it, or nothing was pushed after the comment. A fork's head has to be named in full, since another commit with
 * the same first digits can be made.
 *
 * @param now milliseconds since the epoch
 * @throws ForgeError where the forge does not answer
 */
export async function startRequested(
  ask: Ask,
  at: Measuring,
  forge: Requests,
  now: number,
): Promise<Requested> {
  if (ask.kind === "comment") await forge.react(ask.comment, "eyes");
  else await forge.removeLabel(ask.pull, ask.label);
  const isTrusted = TRUSTED.includes(await forge.permission(ask.author));
  try {
    if (!isTrusted) throw userError(`${ask.author} may not start measurements.`, {});
    const { command, head } = await wanted(ask, at, forge);
    await demandKnown(command.workloads, head, at, forge);
    await demandRoom(ask.pull, at, forge, now);
    await forge.dispatch(at.workflow, at.defaultBranch, {
      "pull-request": String(ask.pull),
      sha: head,
      ...(command.workloads.length > 0 && { workloads: command.workloads.join(",") }),
      ...(command.budget !== undefined && { budget: command.budget }),
    });
    if (ask.kind === "comment") await forge.react(ask.comment, "rocket");
    return { kind: "started", pull: ask.pull, sha: head };
  } catch (error) {
    if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
    if (ask.kind === "comment") await forge.react(ask.comment, "-1");
    if (isTrusted) await forge.answer(ask.pull, refusal(error));
    return { kind: "refused", why: error };
  }
}

const refusal = ({ message, remedy }: SteelyardError) =>
  [
    `**Not measured:** ${codeSpan(message, 500)}`,
    ...(remedy === undefined ? [] : [codeSpan(remedy, 500)]),
  ].join("\n\n");

/** The command and the head to measure. @throws SteelyardError (user) with the reason why it is not */
async function wanted(
  ask: Ask,
  { repository: { owner, repo } }: Measuring,
  forge: Requests,
): Promise<{ readonly command: Command; readonly head: string }> {
  const command =
    ask.kind === "label" ? { sha: ask.head, workloads: [], budget: undefined } : commandIn(ask.body);
  if (command === null) throw unusable("This comment does not begin with `/perf`.");
  const pull = await forge.pull(ask.pull);
  if (pull === null || !pull.open) throw userError(`Pull request ${ask.pull} is not open.`, {});
  const { head } = pull;
  const remedy = `look at what came since; if that is meant: /perf ${head.sha}`;
  const isOwn = head.repository?.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  if (!isOwn && (ask.kind === "label" || command.sha === undefined || command.sha.length < head.sha.length)) {
    throw userError("This is a fork's pull request, and its commit is not named in full.", {
      remedy: `review its changes; if they may run on the machine: /perf ${head.sha}`,
    });
  }
  if (command.sha !== undefined) {
    if (head.sha.startsWith(command.sha)) return { command, head: head.sha };
    throw userError(`The head is ${head.sha.slice(0, 9)}, and ${command.sha.slice(0, 9)} is named.`, {
      remedy,
    });
  }
  const pushed = await forge.pushed(pull);
  const isOlder = ask.kind === "comment" && pushed !== null && Date.parse(pushed) < Date.parse(ask.written);
  if (isOlder) return { command, head: head.sha };
  throw userError(`${head.sha.slice(0, 9)} was pushed after the comment, or it is not known when.`, {
    remedy,
  });
}

/**
 * A name that is mistyped would end as a failed check.
 *
 * @throws SteelyardError (user) for a workload that neither the head's config has nor that of the default branch
 */
async function demandKnown(
  workloads: readonly string[],
  head: string,
  { config, defaultBranch }: Measuring,
  forge: Requests,
): Promise<void> {
  if (workloads.length === 0) return;
  const known = new Set<string>();
  for (const ref of [head, defaultBranch]) {
    const found = await findConfig(forge.tree(ref), config); // of a damaged one the measurement itself says more
    for (const name of Object.keys(found.config?.workloads ?? {})) known.add(name);
  }
  const unknown = workloads.find((name) => !known.has(name));
  if (unknown === undefined || known.size === 0) return;
  throw userError(`There is no workload "${unknown.slice(0, 80)}".`, {
    remedy: `one of: ${[...known].sort().slice(0, 20).join(", ")}`,
  });
}

/** @throws SteelyardError (user) while one runs, and where there were many in the last hour */
async function demandRoom(
  number: number,
  { workflow }: Measuring,
  forge: Requests,
  now: number,
): Promise<void> {
  const since = `${new Date(now - HOUR).toISOString().slice(0, 19)}Z`;
  const own = `perf of pull request ${number}`; // the run-name of the workflow
  const mine = (await forge.recent(workflow, since)).filter(({ title }) => title === own || title === null);
  const active = mine.find((one) => one.active);
  if (active !== undefined) {
    throw userError("A measurement of this pull request is under way.", {
      remedy: `wait for it: ${active.url}`,
    });
  }
  if (mine.length < MOST_AN_HOUR) return;
  throw userError(`${mine.length} measurements of this pull request were started in the last hour.`, {
    remedy: "wait a while, or start the workflow by hand",
  });
}
