import { isOurs } from "../model/author.ts";
import type { Delivery } from "../model/delivery.ts";
import { FATES, VERDICTS } from "../model/fates.ts";
import type { Verdict } from "../model/verdict.ts";
import { marker } from "../report/comment.ts";
import { type Forge, ForgeError, type Remark } from "./forge.ts";
import { refusal } from "./refusal.ts";

/**
 * `update` keeps one comment, `relevant` does so from the first news on, `on-change` adds one when the verdict changes,
 * `new` adds one each time, `off` posts none.
 */
export const COMMENT_MODES = ["update", "relevant", "on-change", "new", "off"] as const;
export type CommentMode = (typeof COMMENT_MODES)[number];

export interface CommentOrder {
  /** The rendered comment; its first line is the marker of `key`. */
  readonly text: string;
  readonly key: string;
  readonly verdict: Verdict;
  readonly mode: CommentMode;
  /** Whether a person should look at it: in mode `relevant` the first comment waits for that. */
  readonly news: boolean;
  /** The check of the commit. One that is posted with the comment records its id. */
  readonly check: { readonly sha: string; readonly name: string; readonly posted: boolean };
}

/**
 * Updates the comment of a pull request. Steelyard's comment has its marker in the first line, its verdict in the
 * second, the token's user as author, and is recorded by the check that it names. Every workflow's token has the same
 * user, so a copied comment is left alone. A comment without a check counts while none is recorded. A comment that was
 * deleted meanwhile is created again. If two reports both found none, the second one deletes its comment and updates the
 * other's.
 */
export async function postComment(forge: Forge, pull: number, order: CommentOrder): Promise<Delivery> {
  const place = "comment";
  if (order.mode === "off") return { outcome: "left", place, reason: "the comment is off" };
  try {
    const self = await forge.self();
    const before = ours(await forge.comments(pull), order.key, self);
    const newest = Math.max(0, ...before.map(({ id }) => id));
    const vouched = await vouchedFor(before, order.check.name, forge);
    const last = vouched.at(-1);
    if (order.mode === "relevant" && last === undefined && !order.news) {
      return { outcome: "left", place, reason: "there is nothing that a person should look at" };
    }
    const isResolved = last !== undefined && !order.news && isFailing(verdictOf(last));
    const shown = isResolved ? { ...order, text: resolved(order.text) } : order;
    const changed = last !== undefined && verdictOf(last) !== order.verdict;
    if (last !== undefined && order.mode !== "new" && !(order.mode === "on-change" && changed)) {
      const edited = await editedIfOurs(last.id, stated(shown, last), forge);
      if (edited !== null) return { outcome: "updated", place, url: edited.url, id: edited.id };
    }
    const added = await forge.addComment(pull, stated(shown));
    const created = { outcome: "created", place, url: added.url, id: added.id } as const;
    const all = ours(await forge.comments(pull), order.key, self);
    const recorded = (await recordedComments(order.check.sha, order.check.name, forge)) ?? [];
    const [first] = all.filter(
      (one) =>
        (checkOf(one.body) ?? order.check.sha) === order.check.sha &&
        (one.id > newest || (!vouched.some(({ id }) => id === one.id) && simultaneous(one, added, recorded))),
    );
    if (first === undefined || first.id >= added.id) return created;
    const kept = await editedIfOurs(first.id, stated(shown, first), forge);
    if (kept === null) return created;
    await forge.removeComment(added.id);
    return { outcome: "updated", place, url: kept.url, id: kept.id };
  } catch (error) {
    return refusal(place, error, "pull-requests: write");
  }
}

/** Seconds between the comments of two reports that may have run at the same time. */
const SIMULTANEOUS = 60;

/**
 * Whether an earlier comment on the same commit is that of another report that still runs. Its check may have recorded
 * the comment meanwhile; until any check does, only the age distinguishes it from a copy.
 */
function simultaneous(one: Remark, added: Remark, recorded: readonly number[]): boolean {
  if (recorded.length > 0) return recorded.includes(one.id);
  return Date.parse(added.created) - Date.parse(one.created) < SIMULTANEOUS * 1000;
}

/** Edits a comment; null where it is gone, or is another's whom the forge does not let us change. */
async function editedIfOurs(id: number, text: string, forge: Forge): Promise<Remark | null> {
  try {
    return await forge.editComment(id, text);
  } catch (error) {
    if (error instanceof ForgeError && error.status === 403) return null;
    throw error;
  }
}

/** Comments that our checks on a commit recorded; null where the forge has no checks to ask. */
async function recordedComments(sha: string, check: string, forge: Forge): Promise<number[] | null> {
  const records = await forge.records(sha, check);
  return records?.flatMap((record) => (record.kind === "comment" ? [record.id] : [])) ?? null;
}

/** Those that a check of ours recorded; where none is recorded, those that were posted without a check. */
async function vouchedFor(remarks: readonly Remark[], check: string, forge: Forge): Promise<Remark[]> {
  const known = new Map<string, readonly number[] | null>();
  const vouched: Remark[] = [];
  for (const remark of remarks) {
    const sha = checkOf(remark.body);
    if (sha === undefined) continue;
    if (!known.has(sha)) known.set(sha, await recordedComments(sha, check, forge));
    if (known.get(sha)?.includes(remark.id) ?? true) vouched.push(remark);
  }
  if (vouched.length > 0) return vouched;
  return remarks.filter(({ body }) => checkOf(body) === undefined);
}

/** Oldest first. */
function ours(remarks: readonly Remark[], key: string, self: string | null): Remark[] {
  return remarks
    .filter((remark) => isOurs(remark.author, self) && remark.body.split(/\r?\n/, 1)[0] === marker(key))
    .filter((remark) => verdictOf(remark) !== undefined)
    .sort((a, b) => a.id - b.id);
}

/**
 * The comment with two more hidden lines: its verdict, for the next report, and the commit whose check records it. Where no
 * check is posted, it has that of the comment that it replaces, or none.
 */
function stated({ text, key, verdict, check }: CommentOrder, replaced?: Remark): string {
  const first = `${marker(key)}\n`;
  const sha = check.posted ? check.sha : replaced && checkOf(replaced.body);
  const line = sha === undefined ? "" : `<!-- steelyard:check:${sha} -->\n`;
  return `${first}<!-- steelyard:verdict:${verdict} -->\n${line}${text.slice(first.length)}`;
}

/** A comment without news where there were some: the heading says so, since that of before may have been read. */
const resolved = (text: string) =>
  text.replace(/^(#+ .*)$/m, "$1\n\nResolved: what was reported here before is gone.");

const isFailing = (verdict: string | undefined) =>
  VERDICTS.some((one) => one === verdict && FATES[one].conclusion === "failure");

/** The commit whose check recorded a comment; undefined where none was posted with it. */
const checkOf = (body: string) =>
  /^<!-- steelyard:check:([0-9a-f]{40,64}) -->$/.exec(body.split(/\r?\n/, 3)[2] ?? "")?.[1];

const verdictOf = ({ body }: Remark) =>
  /^<!-- steelyard:verdict:(\w+) -->$/.exec(body.split(/\r?\n/, 2)[1] ?? "")?.[1];
