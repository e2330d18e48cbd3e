/** The attributes of an element, and its listeners such as `onclick`. */
type Parts = Readonly<
  Record<string, string | number | boolean | null | undefined | ((event: never) => void)>
>;
type Child = Node | string | null | undefined | false;

/**
 * Creates an element. Children are inserted as text or nodes only, so data can never become markup.
 *
 * Omits an attribute that is null, undefined or false; true becomes an empty one.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parts: Parts = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
export function svg(
  tag: string,
  parts: Readonly<Record<string, string | number>> = {},
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(parts)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A link to another site; plain text where the address is not http(s). */
export function outward(address: string | null, text: string): Node {
  if (address === null || !/^https?:\/\//.test(address)) return document.createTextNode(text);
  return h("a", { href: address, rel: "noreferrer noopener", target: "_blank" }, text);
}

/** Offers a content as a file to download. */
export function save(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name.replace(/[^\w.-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
