/** Whether a tag is one of a pattern's, in which `*` stands for any text: "v*", "api/v*". */
export function matchesTag(pattern: string, tag: string): boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return tag === pattern;
  if (!tag.startsWith(first) || !tag.endsWith(last) || tag.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = tag.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= tag.length - last.length;
}

/** The name of the check of comparisons with a release: the check of a change, named so, stays. */
export const releaseCheck = (name: string) => `${name}-release`;
