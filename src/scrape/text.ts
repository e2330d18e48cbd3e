/** A series at one moment. */
export interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** A parsed page of metrics. */
export interface Page {
  /** Types from its comments, by family: counter, gauge, histogram, summary, … */
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
}

/** A page in another format; the message gives the place. */
export class Malformed extends Error {}

/** Most series of a page. A page with more has a label with too many values. */
const MOST_SAMPLES = 50_000;

const NAME = /[A-Za-z_:][A-Za-z0-9_:]*/y;
const LABEL = /[A-Za-z_][A-Za-z0-9_]*/y;
const BLANK = /[ \t]*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
/** The part of Go's ParseFloat that exporters use: decimal numbers, NaN and infinities. */
const VALUE = /[+-]?(?:Inf(?:inity)?|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|NaN/iy;
/** A timestamp (milliseconds, or seconds in OpenMetrics) and an exemplar may follow; both are ignored. */
const REST = /(?:[ \t]+-?\d+(?:\.\d*)?(?:e[+-]?\d+)?)?(?:[ \t]+#[ \t].*)?[ \t]*$/iy;

/**
 * Parses a page in Prometheus' text format 0.0.4 or OpenMetrics 1.0, including quoted names (Prometheus 3).
 *
 * @throws Malformed for anything else, with the line: half a page would look like missing figures
 */
export function page(text: string): Page {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (/^# EOF\s*$/.test(line)) break;
    if (line.startsWith("#")) {
      const [, name, type] = /^#[ \t]+TYPE[ \t]+("(?:[^"\\]|\\.)*"|\S+)[ \t]+(\w+)[ \t]*$/.exec(line) ?? [];
      if (name !== undefined && type !== undefined) types.set(unquoted(name), type.toLowerCase());
      continue;
    }
    if (line.trim() === "") continue;
    if (samples.length === MOST_SAMPLES) throw new Malformed(`it has more than ${MOST_SAMPLES} series`);
    samples.push(new Line(line, index + 1).sample());
  }
  return { types, samples };
}

/** A line, and the position up to which it was read. */
class Line {
  private at = 0;
  private readonly text: string;
  private readonly number: number;

  constructor(text: string, number: number) {
    this.text = text;
    this.number = number;
  }

  sample(): Sample {
    this.take(BLANK);
    let name = this.take(NAME);
    const labels = new Map<string, string>();
    this.take(BLANK);
    if (this.text[this.at] === "{") name = this.labels(labels) ?? name;
    if (name === undefined) throw this.wrong("the name of a metric");
    const before = this.at;
    this.take(BLANK);
    const value = this.take(VALUE);
    // without labels, a blank separates the name and its value
    if (value === undefined || (this.at === before && labels.size === 0)) throw this.wrong("a number");
    if (this.take(REST) === undefined) throw this.wrong("the end of the line");
    return { name, labels, value: number(value) };
  }

  /** Reads the labels between braces. Returns the name if it is among them. */
  private labels(into: Map<string, string>): string | undefined {
    let name: string | undefined;
    this.at++;
    for (;;) {
      this.take(BLANK);
      if (this.text[this.at] === "}") break;
      const quoted = this.take(QUOTED);
      const label = quoted === undefined ? this.take(LABEL) : unquoted(quoted);
      if (label === undefined) throw this.wrong("a label");
      this.take(BLANK);
      if (this.text[this.at] === "=") {
        this.at++;
        this.take(BLANK);
        const value = this.take(QUOTED);
        if (value === undefined) throw this.wrong("the value of a label in quotes");
        into.set(label, unquoted(value));
      } else if (quoted !== undefined && name === undefined) name = label;
      else throw this.wrong('"="');
      this.take(BLANK);
      if (this.text[this.at] === ",") this.at++;
      else if (this.text[this.at] !== "}") throw this.wrong('"," or "}"');
    }
    this.at++;
    return name;
  }

  /** The text that the pattern matches here; undefined if it does not match. */
  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private wrong(wanted: string): Malformed {
    return new Malformed(`line ${this.number}, column ${this.at + 1}: expected ${wanted}`);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", '"': '"', "\\": "\\" };

/** A text without its quotes and escapes. Unknown escapes stay. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/gs, (whole, character: string) => ESCAPES[character] ?? whole);
}

function number(text: string): number {
  if (!/^[+-]?(?:inf|nan)/i.test(text)) return Number(text);
  if (/nan/i.test(text)) return Number.NaN;
  return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
