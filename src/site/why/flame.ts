import { h } from "../dom.ts";
import { moreText, seconds } from "./text.ts";
import {
  added,
  type Box,
  below,
  boxes,
  foundShare,
  isFound,
  movedTo,
  type Stack,
  size,
  type View,
} from "./tree.ts";

/** Share of the width below which a box is not drawn: less than two pixels of a wide page. */
const LEAST = 0.0015;
/** Shares of the difference from which a box is coloured more strongly. */
const STEPS = [0.03, 0.1, 0.3, 0.6];

/** A flame graph, which starts at the top. */
export interface Flame {
  readonly element: HTMLElement;
  /** Shows another view, or other words that are looked for. */
  show(view: View, words: string): void;
}

/**
 * Draws a tree as boxes: a box is a function in one call stack, above its callees. Clicking a box, or Enter, gives
 * it the full width; Escape goes back by one. Arrow keys move within the tree.
 */
export function flame(root: Stack): Flame {
  const ids = new Map([...below(root)].map((stack, i) => [stack, `stack-${i}`]));
  const most = Math.max(Math.abs(added(root)), 0.01 * Math.max(root.total.base, root.total.head));
  let view: View = "head";
  let words = "";
  let wide = root;
  let active = root;
  const detail = h("p", { class: "detail small", role: "status" });
  const tree = h("div", {
    class: "flame",
    role: "tree",
    tabindex: 0,
    "aria-label": "Functions by call stack",
    onkeydown: (event: KeyboardEvent) => {
      if (key(event.key)) event.preventDefault();
    },
    onclick: (event: MouseEvent) => {
      const stack = stackAt(event.target);
      if (stack) widen(stack);
    },
    onmouseover: (event: MouseEvent) => {
      const stack = stackAt(event.target);
      if (stack) say(stack);
    },
    onmouseleave: () => say(active),
  });
  const drawn = new Map<HTMLElement, Stack>();
  const stackAt = (target: EventTarget | null) => drawn.get(target as HTMLElement);
  const say = (stack: Stack) => detail.replaceChildren(...about(stack, root));

  function draw(): void {
    drawn.clear();
    const all = boxes(wide, view, LEAST);
    if (!all.some(({ stack }) => stack === active)) active = wide;
    const elements = all.map((box) => {
      const element = boxed(box);
      drawn.set(element, box.stack);
      return element;
    });
    tree.replaceChildren(...elements);
    tree.style.height = `${1.4 * (1 + Math.max(...all.map(({ stack }) => stack.depth)))}rem`;
    tree.setAttribute("aria-activedescendant", ids.get(active)!);
    say(active);
  }

  function boxed({ stack, left, width }: Box): HTMLElement {
    const share = added(stack) / most;
    const step = STEPS.filter((least) => Math.abs(share) >= least).length;
    const element = h(
      "div",
      {
        id: ids.get(stack)!,
        role: "treeitem",
        class: `box ${step === 0 ? "" : `${share > 0 ? "more" : "less"}${step}`} ${isFound(stack, words) ? "found" : ""}`,
        "aria-level": stack.depth + 1,
        "aria-selected": String(stack === active),
        "aria-label": `${stack.name}, ${moreText(added(stack))}`,
      },
      width > 0.02 && `${stack.name}${step === 0 ? "" : ` ${moreText(added(stack))}`}`,
    );
    element.style.left = `${100 * left}%`;
    element.style.width = `${100 * width}%`;
    element.style.top = `${1.4 * stack.depth}rem`;
    return element;
  }

  function widen(stack: Stack): void {
    active = stack;
    if (size(stack, view) > 0) wide = stack;
    draw();
  }

  /** Whether a key means something here. */
  function key(name: string): boolean {
    if (name === "Enter" || name === " ") widen(active);
    else if (name === "Escape") {
      wide = wide.caller ?? root;
      draw();
    } else {
      const to = movedTo(active, view, name);
      if (to === undefined) return name.startsWith("Arrow");
      active = to;
      draw();
      // A box may be too narrow to be drawn, or not below the one that has the full width.
      if (active !== to) {
        active = to;
        wide = to.caller ?? root;
        draw();
      }
      document.getElementById(ids.get(active)!)?.scrollIntoView({ block: "nearest" });
    }
    return true;
  }

  return {
    element: h("div", {}, tree, detail),
    show(now, find) {
      [view, words] = [now, find];
      if (size(wide, view) === 0) wide = root;
      draw();
      const share = foundShare(root, view, words);
      if (words !== "") detail.replaceChildren(`${(100 * share).toFixed(1)} % in functions with "${words}"`);
    },
  };
}

/** A stack in words. */
function about(stack: Stack, root: Stack): (Node | string)[] {
  const { name, place, self, total } = stack;
  const share = total.head / root.total.head;
  return [
    h("b", {}, name),
    place === "" ? "" : ` ${place}`,
    `: ${seconds(total.base)} before, ${seconds(total.head)} now, ${moreText(added(stack))} of CPU a request`,
    ` (${(100 * share).toFixed(1)} % of all now); in itself ${moreText(self.head - self.base)}`,
  ];
}
