import type { Redact } from "./redact.ts";
import type { Sink } from "./world.ts";

/** Where messages for people go. A port: tests and the action pass their own. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  /** Writes a line that replaces itself on a terminal and is left out of a log file. An empty line clears it. */
  progress(line: string): void;
  /** Whether such lines are seen: on a terminal. */
  readonly isLive?: boolean;
  /** Columns that such a line has as it is now; without a limit where absent. */
  readonly columns?: number;
}

/** A log that writes one line for each message to a sink. It hides secrets and makes control characters visible. */
export function logTo(sink: Sink, redact: Redact = (text) => text): Log {
  let live = false;
  const clear = () => {
    if (live) sink.write("\r\u001b[2K");
    live = false;
  };
  const line = (text: string) => {
    clear();
    sink.write(`${visible(redact(text))}\n`);
  };
  return {
    isLive: sink.isTerminal && !sink.isQuiet,
    get columns() {
      return columnsOf(sink);
    },
    info: sink.isQuiet ? () => {} : line,
    warn: (text) => line(`warning: ${text}`),
    progress(text) {
      if (!sink.isTerminal || sink.isQuiet) return;
      clear();
      if (text === "") return;
      const flat = visible(redact(text)).replace(/[\n\t]/g, " "); // one line, which can be cleared
      sink.write(flat.slice(0, columnsOf(sink)));
      live = true;
    },
  };
}

/** The last column stays empty: a terminal may begin a new line after it. */
const columnsOf = ({ columns }: Pick<Sink, "columns">) => Math.max(20, columns - 1);

/** Milliseconds after which a log without live lines says what takes so long. */
const LONG = 30_000;

/** Says what takes long, once, where no live line does. Its disposal is the end. */
export function announce(log: Log, what: string, after = LONG): Disposable {
  const timer = log.isLive ? undefined : setTimeout(() => log.info(what), after);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

/** A log whose messages begin with a name, such as a side's. Its live lines are those of the log. */
export const named = (log: Log, name: string): Log => ({
  info: (line) => log.info(`${name}: ${line}`),
  warn: (line) => log.warn(`${name}: ${line}`),
  progress: (line) => log.progress(line),
  isLive: log.isLive ?? false,
  get columns() {
    return log.columns ?? Infinity;
  },
});

/** A log that discards everything. */
export const silent: Log = { info() {}, warn() {}, progress() {} };

/** Colours of a terminal, which many programs print also into a file. */
const COLOUR = /\u001b\[[\d;]*m/g;

/**
 * The text without colours, with other control characters made visible; newlines and tabs stay. Workflow
 * commands of a CI runner (`::set-output …` at the start of a line, `##[…]` anywhere) are broken up, because logs
 * of the measured services pass through here.
 */
export function visible(text: string): string {
  return text
    .replace(COLOUR, "")
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replace(/^([^\S\n]*):(?=:)/gm, "$1: ")
    .replace(/##(?=\[)/g, "## ");
}
