import type { Both, StatementWork, WaitWork } from "../../model/why.ts";
import { h } from "../dom.ts";
import { counts, moreText, seconds } from "./text.ts";
import { added, type FunctionTime, functionsOf, isOwn, type Stack } from "./tree.ts";

/** Functions that are listed, at most. */
const MOST = 25;

/** The functions whose time differs most, the repository's first and in bold. */
export function functionTable(root: Stack): HTMLElement {
  const all = functionsOf(root);
  const own = all.filter(isOwn).slice(0, MOST);
  const listed = [...own, ...all.filter((one) => !isOwn(one)).slice(0, MOST - own.length)];
  return table(
    ["Function", "Before", "Now", "More", "In itself"],
    listed.map((one) => [named(one), seconds(one.total.base), seconds(one.total.head), ...differences(one)]),
  );
}

const named = ({ name, place }: FunctionTime) =>
  h("span", {}, isOwn({ place }) ? h("b", {}, name) : name, h("span", { class: "soft small" }, ` ${place}`));

const differences = (one: FunctionTime) => [moreText(added(one)), moreText(one.self.head - one.self.base)];

/** The statements of databases, or the calls of other services, before and now. */
export function statementTable(
  statements: readonly StatementWork[],
  first: "Statement" | "Call",
): HTMLElement {
  const hasRows = first === "Statement";
  const haveBlocks = statements.some(({ blocks }) => blocks !== undefined);
  const haveLocks = statements.some(({ locked }) => locked !== undefined && locked.base + locked.head > 0);
  return table(
    [
      first,
      "Times a request",
      ...(hasRows ? ["Rows a request"] : []),
      ...(haveBlocks ? ["Blocks a request"] : []),
      "Time a request",
      ...(haveLocks ? ["Waiting for locks"] : []),
      "More",
    ],
    statements.map(({ service, text, calls, rows, blocks, seconds: time, locked, added: more }) => [
      h("span", {}, h("code", {}, text), h("span", { class: "soft small" }, ` ${service}`)),
      both(calls, counts),
      ...(hasRows ? [both(rows, counts)] : []),
      ...(haveBlocks ? [blocks === undefined ? "" : both(blocks, counts)] : []),
      both(time, seconds),
      ...(haveLocks ? [locked === undefined ? "" : both(locked, seconds)] : []),
      moreOf(time, more),
    ]),
  );
}

/** The functions that wait, before and now. */
export const waitTable = (waits: readonly WaitWork[]): HTMLElement =>
  table(
    ["Waiting in", "Time a request", "More"],
    waits.map(({ service, name, place, seconds: time, added: more }) => [
      h(
        "span",
        {},
        h("b", {}, name || "anonymous"),
        h("span", { class: "soft small" }, ` ${place} of ${service}`),
      ),
      both(time, seconds),
      moreOf(time, more),
    ]),
  );

const moreOf = ({ base, head }: Both, more: StatementWork["added"]): string =>
  more === null
    ? moreText(head - base)
    : `${moreText(more.estimate)} [${more.interval.map(moreText).join(", ")}]`;

/** "1.0 → 3.0", or one figure where both are the same. */
function both({ base, head }: Both, text: (value: number) => string): string {
  const [before, now] = [text(base), text(head)];
  return before === now ? now : `${before} → ${now}`;
}

function table(heads: readonly string[], rows: readonly (readonly (Node | string)[])[]): HTMLElement {
  return h(
    "div",
    { class: "scroll", role: "region", tabindex: 0, "aria-label": heads[0]! },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h(
        "tbody",
        {},
        ...rows.map(([first, ...cells]) =>
          h("tr", {}, h("th", { scope: "row" }, first), ...cells.map((cell) => h("td", {}, cell))),
        ),
      ),
    ),
  );
}
