/**
 * Interprets a report as a Markdown reader would: an oracle for tests, which shares no code with the report writers. It
 * knows the part of GitHub's Markdown that reports use, and treats everything else as a fault.
 */

export interface Reading {
  /** Faults, with their lines. */
  readonly faults: readonly string[];
  /** Text that is not code: what GitHub would look for mentions and links in. */
  readonly outside: string;
  readonly tables: number;
}

/** Our own lines of HTML; there are no others. */
const DETAILS = /^(?:<details>|<\/details>|<summary>[\w ,]+<\/summary>)$/;
/** Our own links. */
const FOOTER =
  /^\[(?:Trend|Data of this run|Measure again)\]\(https:[^\s()]+\)(?: · \[[\w ]+\]\(https:[^\s()]+\))*$/;
/** Brackets of ours: intervals, bounds, the head of a column. With some neighbours they would be a link or an image. */
const BRACKETS =
  /(?<![!\]])\[(?:95 %|[-+−×\d.,]+(?: [%µnm]?[a-zA-Z/]*)?(?:,| to) [-+−×\d.,]+(?: [%µnm]?[a-zA-Z/]*)?|n\/a, n\/a)\](?![([:])/g;

export function reading(markdown: string): Reading {
  const faults: string[] = [];
  const outside: string[] = [];
  let fenced = false;
  let depth = 0;
  let tables = 0;
  let columns: number | undefined;
  for (const [i, line] of markdown.split("\n").entries()) {
    const fault = (what: string) => faults.push(`line ${i + 1}: ${what}: ${line.slice(0, 200)}`);
    if (/^\s*(?:::|##\[)/.test(line)) fault("workflow command");
    if (/[\p{Cc}\p{Cf}]/u.test(line)) fault("unseen character");
    if (/^ {0,3}(?:`{3}|~{3})/.test(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || (i === 0 && /^<!-- steelyard:comment:[\w.-]+ -->$/.test(line))) continue;
    if (FOOTER.test(line)) continue;
    if (DETAILS.test(line)) {
      if (line === "<details>") depth += 1;
      if (line === "</details>") depth -= 1;
      if (depth < 0 || depth > 1) fault("details not paired");
      continue;
    }
    const row = line.startsWith("|");
    const parts = row ? cells(line) : [line];
    if (row) {
      if (columns === undefined) tables += 1;
      if (columns !== undefined && columns !== parts.length) fault(`${parts.length} cells, not ${columns}`);
      columns = parts.length;
    } else columns = undefined;
    for (const part of parts) {
      const text = withoutCode(part);
      if (text === undefined) fault("backticks that do not close");
      else {
        outside.push(text);
        for (const what of meanings(text, row)) fault(what);
      }
    }
  }
  if (fenced) faults.push("a code block is open at the end");
  if (depth !== 0) faults.push("details are open at the end");
  return { faults, outside: outside.join("\n"), tables };
}

/** Cells between the pipes that no backslash escapes; a backslash that is itself escaped is a fault elsewhere. */
function cells(line: string): string[] {
  const found = line.split(/(?<!\\)\|/);
  return found.slice(1, -1);
}

/** The text around code spans; undefined where a run of backticks has no partner of its length. */
function withoutCode(text: string): string | undefined {
  let rest = text;
  let outside = "";
  for (;;) {
    const open = /`+/.exec(rest);
    if (open === null) return outside + rest;
    const [run] = open;
    const after = rest.slice(open.index + run.length);
    const close = new RegExp(`(?<!\`)${run}(?!\`)`).exec(after);
    if (close === null) return undefined;
    outside += `${rest.slice(0, open.index)}\u25a1`;
    rest = after.slice(close.index + run.length);
  }
}

/** What Markdown, GitHub or GitLab would see in a text without code, beyond words. */
function meanings(text: string, row: boolean): string[] {
  const heading = text
    .replace(/^### /, "")
    .replace(/^\*\*([\w ,]+)\*\*$/, "$1")
    .replace(/^- /, "");
  const plain = heading
    .replace(BRACKETS, "\u25a1")
    .replace(/&(?:lt|gt|amp);/g, "\u25a1")
    .replace(/ {2}$/, "");
  const rule = row && /^-+:?$/.test(text);
  const checks: [RegExp, string][] = [
    [/</, "HTML"],
    [/@/, "a mention"],
    [/[[\]]/, "brackets"],
    [/:\/\/|(?<![a-z0-9])www\./i, "an address"], // "wwww." is a word
    [/#/, "a reference or a heading"],
    [/[*_~$^\\{}|]/, "an emphasis, a formula or an escape"],
    [/&/, "an entity"],
    [/\b[0-9a-f]{7,40}\b/i, "a commit"],
    [row ? /(?!)/ : /^\s*(?:>|[-+*](?:\s|$)|\d+[.)](?:\s|$)|(?:-+|=+)\s*$)/, "a list, a quotation or a rule"],
    [/:[a-z]\w*:/i, "an emoji's name"],
    [/\bGH-\d/i, "an issue"],
    [/!\d|%["a-z\d]/i, "a merge request or a milestone of GitLab"],
    [/^\s*\/\w\w/, "a quick action of GitLab"],
  ];
  return rule ? [] : checks.filter(([pattern]) => pattern.test(plain)).map(([, what]) => what);
}
