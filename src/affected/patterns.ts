import picomatch from "picomatch";

/** Whether the patterns say that a file matters, or that it does not; null where none of them matches. */
export type Patterns = (path: string) => boolean | null;

/**
 * The patterns of `paths`. `*` stands for anything but a slash, `**` for any folders, and a pattern with `!` before it is
 * for files that do not matter. The last that matches decides. A pattern that ends in a slash is for all below it.
 */
export function patterns(written: readonly string[]): Patterns {
  const rules = written.map((text) => {
    const matters = !text.startsWith("!");
    const glob = (matters ? text : text.slice(1)).replace(/\/$/, "/**");
    return { matters, matches: picomatch(glob, { dot: true, nonegate: true, noextglob: true }) };
  });
  return (path) => rules.findLast(({ matches }) => matches(path))?.matters ?? null;
}
