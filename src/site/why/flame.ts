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
  shareOfHead,
  size,
  type View,
} from "./tree.ts";

/** Share of the width below which a box is not drawn: less than two pixels of a wide page. */
const LEAST = 0.0015;
/** Shares of the difference from which a box is coloured more strongly. */
const STEPS = [0.03, 0.1, 0.3, 0.6];

/**
 * A flame graph: a box is a function in one call stack, above its callees. Clicking a box, or Enter, gives it the full
 * width; Escape goes back by one. Arrow keys move within the tree. It starts at the top.
 */
export class Flame {
  readonly element: HTMLElement;
  readonly #root: Stack;
  readonly #ids: ReadonlyMap<Stack, string>;
  /** The difference that has the strongest colour. */
  readonly #most: number;
  readonly #tree: HTMLElement;
  readonly #detail = h("p", { class: "detail small", role: "status" });
  readonly #drawn = new Map<EventTarget | null, Stack>();
  #view: View = "head";
  #words = "";
  /** The stack that has the full width, and the one that the keys are at. */
  #wide: Stack;
  #active: Stack;

  constructor(root: Stack) {
    this.#root = root;
    this.#wide = root;
    this.#active = root;
    this.#ids = new Map([...below(root)].map((stack, i) => [stack, `stack-${i}`]));
    this.#most = Math.max(Math.abs(added(root)), 0.01 * Math.max(root.total.base, root.total.head));
    this.#tree = h("div", {
      class: "flame",
      role: "tree",
      tabindex: 0,
      "aria-label": "Functions by call stack",
      onkeydown: (event: KeyboardEvent) => {
        if (this.#press(event.key)) event.preventDefault();
      },
      onclick: ({ target }: MouseEvent) => {
        const stack = this.#drawn.get(target);
        if (stack) this.#widen(stack);
      },
      onmouseover: ({ target }: MouseEvent) => {
        const stack = this.#drawn.get(target);
        if (stack) this.#say(stack);
      },
      onmouseleave: () => this.#say(this.#active),
    });
    this.element = h("div", {}, this.#tree, this.#detail);
  }

  /** Shows another view, or other words that are looked for. */
  show(view: View, words: string): void {
    this.#view = view;
    this.#words = words;
    if (size(this.#wide, view) === 0) this.#wide = this.#root;
    this.#draw();
    const share = foundShare(this.#root, view, words);
    if (words !== "")
      this.#detail.replaceChildren(`${(100 * share).toFixed(1)} % in functions with "${words}"`);
  }

  #say(stack: Stack): void {
    this.#detail.replaceChildren(...about(stack, this.#root));
  }

  #draw(): void {
    this.#drawn.clear();
    const all = boxes(this.#wide, this.#view, LEAST);
    if (!all.some(({ stack }) => stack === this.#active)) this.#active = this.#wide;
    const elements = all.map((box) => {
      const element = this.#boxed(box);
      this.#drawn.set(element, box.stack);
      return element;
    });
    this.#tree.replaceChildren(...elements);
    this.#tree.style.height = `${1.4 * (1 + Math.max(...all.map(({ stack }) => stack.depth)))}rem`;
    this.#tree.setAttribute("aria-activedescendant", this.#ids.get(this.#active)!);
    this.#say(this.#active);
  }

  #boxed({ stack, left, width }: Box): HTMLElement {
    const share = added(stack) / this.#most;
    const step = STEPS.filter((least) => Math.abs(share) >= least).length;
    const color = step === 0 ? "" : `${share > 0 ? "more" : "less"}${step}`;
    const element = h(
      "div",
      {
        id: this.#ids.get(stack)!,
        role: "treeitem",
        class: `box ${color} ${isFound(stack, this.#words) ? "found" : ""}`,
        "aria-level": stack.depth + 1,
        "aria-selected": String(stack === this.#active),
        "aria-label": `${stack.name}, ${moreText(added(stack))}`,
      },
      width > 0.02 && `${stack.name}${step === 0 ? "" : ` ${moreText(added(stack))}`}`,
    );
    element.style.left = `${100 * left}%`;
    element.style.width = `${100 * width}%`;
    element.style.top = `${1.4 * stack.depth}rem`;
    return element;
  }

  #widen(stack: Stack): void {
    this.#active = stack;
    if (size(stack, this.#view) > 0) this.#wide = stack;
    this.#draw();
  }

  /** Whether a key means something here. */
  #press(key: string): boolean {
    if (key === "Enter" || key === " ") this.#widen(this.#active);
    else if (key === "Escape") {
      this.#wide = this.#wide.caller ?? this.#root;
      this.#draw();
    } else {
      const to = movedTo(this.#active, this.#view, key);
      if (to === undefined) return key.startsWith("Arrow");
      this.#move(to);
    }
    return true;
  }

  #move(to: Stack): void {
    this.#active = to;
    this.#draw();
    // A box may be too narrow to be drawn, or not below the one that has the full width.
    if (this.#active !== to) {
      this.#active = to;
      this.#wide = to.caller ?? this.#root;
      this.#draw();
    }
    document.getElementById(this.#ids.get(this.#active)!)?.scrollIntoView({ block: "nearest" });
  }
}

/** A stack in words. */
function about(stack: Stack, root: Stack): (Node | string)[] {
  const { name, place, self, total } = stack;
  return [
    h("b", {}, name),
    place === "" ? "" : ` ${place}`,
    `: ${seconds(total.base)} before, ${seconds(total.head)} now, ${moreText(added(stack))} of CPU a request`,
    ` (${(100 * shareOfHead(stack, root)).toFixed(1)} % of all now); in itself ${moreText(self.head - self.base)}`,
  ];
}
