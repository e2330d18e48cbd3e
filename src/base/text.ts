/** A text without the characters of a set at its end; linear, as no regular expression for it is. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The first line of a text without the space around it, and of that line at most so many characters. */
export const firstLine = (text: string, most = 2_000): string =>
  text.trim().split("\n", 1)[0]!.slice(0, most);

/** A place in a file, "src/a.ts:12"; the file alone where no line is known. */
export const locationOf = ({
  file,
  line,
}: {
  readonly file: string;
  readonly line: number | null;
}): string => (line === null ? file : `${file}:${line}`);

const GROUPED = new Intl.NumberFormat("en-US"); // built once: making one costs more than a thousand uses

/** A number for people: "12,000". */
export const number = (n: number) => GROUPED.format(n);

/** "1 trial", "12 trials" */
export const counted = (n: number, one: string, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;
