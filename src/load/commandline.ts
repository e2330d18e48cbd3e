import type { FoundScript } from "../model/generator.ts";

/** Files in which people keep the command lines of generators. */
export const COMMAND_FILES = /\.sh$|(?:^|\/)(?:GNU)?[mM]akefile$|\.mk$/;

/** A generator that gets the address of the service as an argument. */
export const TOLD: FoundScript = { ready: true, variables: [], pauses: false, special: null };

/** A call of a generator by its command line. */
export interface Called {
  /** The path of the URL that it asks; "/" where none can be read. */
  readonly path: string;
  /** What a person must check of it. */
  readonly doubt: Pick<FoundScript, "doubt">;
  /** The value of an option by any of its names: `-c 10`, `-c10`, `--connections=10`. */
  option(...names: readonly string[]): string | undefined;
}

const UNREAD = { doubt: "the path of its URL could not be read, so it asks /." };

/** The first call of a program in a shell script or a Makefile; null where there is none with a URL. */
export function calledIn(text: string, program: string): Called | null {
  const joined = text.replace(/\\\r?\n/g, " ");
  const rest = new RegExp(
    `^(?!\\s*#)(?:[^#\\n]*[\\s;&|@(])?${program}[ \\t]+((?:"[^"\\n]*"|'[^'\\n]*'|[^\\n;&|#"'])+)`,
    "m",
  ).exec(joined)?.[1];
  if (rest === undefined) return null;
  const words = [...rest.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/["']/g, ""),
  );
  // Options may be variables, too, and stand before the address.
  const url =
    words.find((word) => /^https?:\/\//.test(word)) ?? words.findLast((word) => word.startsWith("$"));
  if (url === undefined) return null;
  const [, path = ""] = /^(?:https?:\/\/)?(?:\$\{[^}]*\}|\$\([^)]*\)|[^/])*(\/.*)?$/.exec(url) ?? [];
  const isRead = !/[$\\{}()<>\s]/.test(path);
  const option = (...names: readonly string[]) => {
    for (const [i, word] of words.entries()) {
      for (const name of names) {
        if (word === name) return words[i + 1];
        const joint = name.startsWith("--") ? `${name}=` : name;
        if (word.startsWith(joint)) return word.slice(joint.length);
      }
    }
    return undefined;
  };
  return { path: isRead && path !== "" ? path : "/", doubt: isRead ? {} : UNREAD, option };
}

/** The number of connections that a call asks for, as a setting; 4 where none can be read. */
export function connectionsOf({ option }: Called): string {
  const count = Number(option("-c", "--connections"));
  return `connections: ${Number.isInteger(count) && count > 0 && count <= 10_000 ? count : 4}`;
}
