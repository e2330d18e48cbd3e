/** Where a route is declared: on which object. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly on: string;
}

/** How a router is mounted: the router above it, null for the application, and the prefix of its paths: "" or "/x". */
export interface Mount {
  readonly prefix: string;
  readonly into: Place | null;
}

/** The lines around a line that it is indented in, the nearest first. */
export function enclosing(text: string, line: number): { readonly line: number; readonly text: string }[] {
  const lines = text.split("\n");
  const indent = (one: string) => /^\s*/.exec(one)![0].length;
  let least = indent(lines[line - 1] ?? "");
  const found = [];
  for (let at = line - 2; at >= 0 && least > 0; at--) {
    const one = lines[at]!;
    if (one.trim() === "" || indent(one) >= least) continue;
    least = indent(one);
    found.push({ line: at + 1, text: one });
  }
  return found;
}
