import { distance } from "fastest-levenshtein";

/** The known name that was probably intended, or undefined where none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wanted = plain(name.slice(0, 100));
  if (wanted === "") return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, far: slips(wanted, plain(candidate)) }))
    .sort((a, b) => a.far - b.far);
  const most = wanted.length <= 4 ? 1 : Math.max(2, 0.4 * wanted.length);
  return best !== undefined && best.far <= most && best.far < wanted.length ? best.candidate : undefined;
}

/** The remedy for a name that is none of those known: the one that was probably meant, else all. */
export function choice(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `one of: ${known.join(", ")}` : `did you mean ${near}?`;
}

/** Edit distance: letters added, omitted or replaced. The same letters in another order count as one edit. */
function slips(a: string, b: string): number {
  const sorted = (text: string) => [...text].sort().join("");
  return a !== b && sorted(a) === sorted(b) ? 1 : distance(a, b);
}
