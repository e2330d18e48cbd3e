import { readFileSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";
import { Comparison } from "../model/comparison.ts";
import { readVersioned } from "../model/versioned.ts";
import { comment } from "../report/comment.ts";
import { ROOT } from "./command.ts";

/** A measured comparison: a change of the demo paired with its base, on the machine that the file names. */
const MEASURED = ".github/examples/demo-beside.json";

export function measured(): Comparison {
  const text = readFileSync(join(ROOT, MEASURED), "utf8");
  return readVersioned(text, "comparison", Comparison, MEASURED, "measure it again");
}

/** The part of the measured comment that is not folded, as Markdown. */
function shownComment(): string {
  const [shown = ""] = comment(measured()).split("<details>");
  return shown
    .split("\n")
    .filter((line) => !line.startsWith("<!--"))
    .join("\n")
    .trim();
}

/** Colours of GitHub's two themes: background, text, muted text, lines, links, code, rows. */
const THEMES = {
  light: ["#ffffff", "#1f2328", "#59636e", "#d1d9e0", "#0969da", "#818b981f", "#f6f8fa"],
  dark: ["#0d1117", "#f0f6fc", "#9198a1", "#3d444d", "#4493f8", "#656c7633", "#151b23"],
} as const;
export type Theme = keyof typeof THEMES;

const styleOf = ([back, text, muted, line, link, code, row]: (typeof THEMES)[Theme]) => `
.box { background: ${back}; color: ${text}; border: 1px solid ${line}; border-radius: 6px; overflow: hidden;
  font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
.head { background: ${row}; color: ${muted}; border-bottom: 1px solid ${line}; padding: 8px 16px; }
.head b { color: ${text}; }
.body { padding: 16px; }
h3 { font-size: 17px; line-height: 1.25; margin: 0 0 12px; }
p { margin: 0 0 12px; }
p:last-child { margin: 0; }
a { color: ${link}; text-decoration: none; }
code { font: 85%/1.4 ui-monospace, "Liberation Mono", Menlo, monospace; background: ${code}; border-radius: 6px; padding: 0.2em 0.4em; }
table { border-collapse: collapse; margin: 0 0 12px; }
th, td { border: 1px solid ${line}; padding: 5px 11px; text-align: left; }
tr:nth-child(2n) td { background: ${row}; }
[align="right"] { text-align: right; }
`;

const WIDTH = 860;
/** Height of a picture whose contents nobody has laid out yet. */
const UNKNOWN = 600;

/**
 * The measured comment as GitHub shows it, as a picture that needs no program to be drawn.
 *
 * @param before the picture so far, whose height is kept: only a browser can tell it (pictures.itest.ts)
 */
export function commentPicture(theme: Theme, before: string | undefined): string {
  const height = Number(/ height="(\d+)"/.exec(before ?? "")?.[1] ?? UNKNOWN);
  const body = xhtml(marked.parse(shownComment(), { gfm: true, async: false }));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">
<title>A comment on a pull request</title>
<foreignObject width="100%" height="100%">
<div xmlns="http://www.w3.org/1999/xhtml" class="box"><style>${styleOf(THEMES[theme])}</style>
<div class="head"><b>github-actions</b> commented</div>
<div class="body">
${body.trim()}
</div></div>
</foreignObject>
</svg>
`;
}

/** HTML as XML: elements without an end get one, and named characters become themselves. */
const xhtml = (html: string) =>
  html.replace(/<(br|hr|img)((?:\s[^<>]*?)?)\s*\/?>/g, "<$1$2/>").replaceAll("&nbsp;", "\u00a0");
