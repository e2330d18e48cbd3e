import { isOurs } from "../model/author.ts";
import type { Delivery } from "../model/delivery.ts";
import type { Verdict } from "../model/verdict.ts";
import { marker } from "../report/comment.ts";
import type { Forge, Remark } from "./forge.ts";
import { refusal } from "./refusal.ts";

/**
 * `update` keeps one comment, `on-change` adds one when the verdict changes, `new` adds one each time, `off` posts
 * none.
 */
export const COMMENT_MODES = ["update", "on-change", "new", "off"] as const;
export type CommentMode = (typeof COMMENT_MODES)[number];

export interface CommentOrder {
  /** The rendered comment; its first line is the marker of `key`. */
  readonly text: string;
  readonly key: string;
  readonly verdict: Verdict;
  readonly mode: CommentMode;
}

/**
 * Updates the comment of a pull request. Steelyard's comment has its marker in the first line and the token's user
 * as author; a marker that others copied does not count. A comment that was deleted meanwhile is created again. If
 * two reports both found none, the second one deletes its comment and updates the other's.
 */
export async function postComment(forge: Forge, pull: number, order: CommentOrder): Promise<Delivery> {
  const place = "comment";
  if (order.mode === "off") return { outcome: "left", place, reason: "the comment is off" };
  try {
    const self = await forge.self();
    const found = async () => ours(await forge.comments(pull), order.key, self);
    const last = (await found()).at(-1);
    const text = stated(order);
    const changed = last !== undefined && verdictOf(last) !== order.verdict;
    if (last !== undefined && order.mode !== "new" && !(order.mode === "on-change" && changed)) {
      const edited = await forge.editComment(last.id, text);
      if (edited !== null) return { outcome: "updated", place, url: edited.url };
    }
    const added = await forge.addComment(pull, text);
    const [first] = (await found()).filter(({ id }) => id > (last?.id ?? 0));
    if (first === undefined || first.id >= added.id) return { outcome: "created", place, url: added.url };
    const kept = await forge.editComment(first.id, text);
    if (kept === null) return { outcome: "created", place, url: added.url };
    await forge.removeComment(added.id);
    return { outcome: "updated", place, url: kept.url };
  } catch (error) {
    return refusal(place, error, "pull-requests: write");
  }
}

/** Oldest first. */
function ours(remarks: readonly Remark[], key: string, self: string | null): Remark[] {
  return remarks
    .filter((remark) => isOurs(remark.author, self) && remark.body.split(/\r?\n/, 1)[0] === marker(key))
    .sort((a, b) => a.id - b.id);
}

/** The comment with a second hidden line that stores its verdict for the next report. */
function stated({ text, key, verdict }: CommentOrder): string {
  const first = `${marker(key)}\n`;
  return `${first}<!-- steelyard:verdict:${verdict} -->\n${text.slice(first.length)}`;
}

const verdictOf = ({ body }: Remark) =>
  /^<!-- steelyard:verdict:(\w+) -->$/.exec(body.split(/\r?\n/, 2)[1] ?? "")?.[1];
