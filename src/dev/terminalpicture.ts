import { terminal } from "../report/terminal.ts";
import { measured } from "./pictures.ts";

const COLUMNS = 96;
/** Pixels of a column, a line and the space around the text. */
const SIZE = { column: 7.8, line: 18, edge: 16 };
/** A terminal's colours, on a ground that is dark on both themes of a page. */
const COLOURS: Readonly<Record<number, string>> = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341" };
const [GROUND, TEXT, DIM] = ["#0d1117", "#e6edf3", "#8d96a0"];

/** A stretch of text in one style, at a column of its line. */
interface Stretch {
  readonly at: number;
  readonly text: string;
  readonly fill: string;
  readonly bold: boolean;
}

/** The measured comparison as `check --base` prints it, as a picture that needs no program to be drawn. */
export function terminalPicture(): string {
  const [shown = ""] = terminal(measured(), { colour: true, columns: COLUMNS }).split("\u001b[1mReplay");
  const lines = [
    stretches("\u001b[2m$\u001b[0m steelyard check --base"),
    [],
    ...shown.trimEnd().split("\n").map(stretches),
  ];
  const width = Math.ceil(COLUMNS * SIZE.column + 2 * SIZE.edge);
  const height = lines.length * SIZE.line + 2 * SIZE.edge;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>What steelyard check --base prints</title>
<rect width="100%" height="100%" rx="8" fill="${GROUND}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="13" xml:space="preserve">
${lines.flatMap((line, i) => line.map((one) => drawn(one, i))).join("\n")}
</g>
</svg>
`;
}

/** Each stretch has its place and its length, so that columns stand in line whatever the font. */
function drawn({ at, text, fill, bold }: Stretch, line: number): string {
  const x = (SIZE.edge + at * SIZE.column).toFixed(1);
  const y = SIZE.edge + line * SIZE.line + 13;
  const length = (text.length * SIZE.column).toFixed(1);
  const weight = bold ? ' font-weight="bold"' : "";
  return `<text x="${x}" y="${y}" textLength="${length}" fill="${fill}"${weight}>${escaped(text)}</text>`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A line with the escapes of a terminal as stretches, without the spaces around them. */
function stretches(line: string): Stretch[] {
  const found: Stretch[] = [];
  let [at, fill, bold] = [0, TEXT, false];
  for (const [, codes, text = ""] of line.matchAll(/(?:\u001b\[([\d;]+)m)|([^\u001b]+)/g)) {
    for (const code of codes?.split(";").map(Number) ?? []) {
      if (code === 0) [fill, bold] = [TEXT, false];
      else if (code === 1) bold = true;
      else fill = code === 2 ? DIM : (COLOURS[code] ?? TEXT);
    }
    for (const word of text.matchAll(/\S+(?: \S+)*/g)) {
      found.push({ at: at + word.index, text: word[0], fill, bold });
    }
    at += text.length;
  }
  return found;
}
