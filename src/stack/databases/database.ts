import { z } from "zod";
import { environmentError } from "../../base/errors.ts";
import { withoutValues } from "../../base/sql.ts";
import type { StatementCount } from "../../model/profiling.ts";
import type { DatabaseCounts } from "../../model/work.ts";

/** Statements that are read, at most: those that took longest. */
export const MOST = 500;

/** A kind of database that counts what it executes. Its own client asks it. */
export interface Database {
  /** The last parts of the names of images that run it. */
  readonly images: RegExp;
  /** The port that its images expose. */
  readonly port: number;
  readonly client: string;
  /** The client's argv in a container. */
  readonly argv: (container: string) => readonly string[];
  /** How the client on this machine is started for a URL. No argument holds the password. */
  readonly at: (url: Url) => {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** Input by which the client prints all statements: in a container, whose stack is ours, and elsewhere, where nothing is changed. */
  readonly input: { readonly own: string; readonly foreign: string };
  /** The counts in its output; null where there are none. @throws Error for something else */
  readonly counts: (printed: string, waits?: Waits) => StatementCount[] | null;
  /**
   * Input by which its client prints, again and again, which statements wait for locks: "steelyard", seconds since the epoch,
   * and the database's numbers of them. Absent where the counts have the time.
   */
  readonly locks?: string;
  /**
   * How the sum of all is asked for in a session that stays open: the first that has an answer counts. Absent where such a
   * client is too heavy.
   */
  readonly asked?: (of: {
    /** Words of the server's command; empty where it is not known. */
    readonly command: readonly string[];
  }) => readonly [Asked, ...Asked[]];
}

/** The parts of an address's query (`?a=1&b=2`) whose names are kept, as they are written. */
export const queryOf = (search: string, keeps: (name: string) => boolean): string =>
  search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "" && keeps(part.replace(/=.*$/s, "")))
    .join("&");

/** The parts of a database's address. */
export interface Url {
  readonly whole: string;
  /** The same without the password. */
  readonly bare: string;
  readonly scheme: string;
  readonly host: string;
  /** Empty for the usual one. */
  readonly port: string;
  readonly user: string;
  readonly password: string;
  /** The part after the host, without its slash. */
  readonly database: string;
}

/** Seconds in which statements waited for locks, by the database's number of each. */
export type Waits = ReadonlyMap<string, number>;

/** A question to a session of a client, and the counts in the lines since. */
export interface Asked {
  readonly hello?: string;
  readonly question: string;
  readonly counts: (lines: readonly string[]) => DatabaseCounts | undefined;
}

/** A count in the answer of a client. */
export const count = z.coerce.number().min(0);
const Counted = z.object({
  text: z.string(),
  calls: count,
  rows: count,
  seconds: count,
  /** Seconds of waiting for locks; or the database's numbers of the statement, by which they are known otherwise. */
  locked: count.optional(),
  blocks: count.optional(),
  numbers: z.array(z.string().nullable()).optional(),
});

/** What PostgreSQL shows instead of a statement of another user. */
const HIDDEN = "<insufficient privilege>";

/**
 * Statements of SQL, from a line of JSON: without values, and without those that may hold passwords.
 *
 * @throws SteelyardError (environment) where the client's user may not see them
 */
export function ofSql(printed: string, waits?: Waits): StatementCount[] | null {
  const found = printed.split("\n").find((line) => line.startsWith("["));
  if (found === undefined) return null;
  const counted = z.array(Counted).max(MOST).parse(JSON.parse(found));
  if (counted.some(({ text }) => text === HIDDEN)) {
    throw environmentError("its user may not see the statements of others: grant it pg_read_all_stats");
  }
  return counted.flatMap(({ text, numbers, locked = waited(numbers, waits), ...counts }) => {
    const plain = withoutValues(text);
    return plain === null ? [] : [{ text: plain, ...counts, ...(locked !== undefined && { locked }) }];
  });
}

const waited = (numbers: readonly (string | null)[] | undefined, waits: Waits | undefined) =>
  waits && numbers?.reduce((sum, number) => sum + (waits.get(number ?? "") ?? 0), 0);

/** The argv of a shell script in a container. */
export const inShell = (container: string, script: string) => [
  "docker",
  "exec",
  "-i",
  container,
  "sh",
  "-c",
  script,
];
/** The argv of the first of some programs that is installed here. */
export const installed = (programs: readonly string[], args: readonly string[]) => [
  "sh",
  "-c",
  `${findClient(programs)}; exec "$client" "$@"`,
  "sh",
  ...args,
];
/** A shell script that sets `client` to the first of some programs that is installed. */
export const findClient = (programs: readonly string[]) =>
  `client=$(${programs.map((one) => `command -v ${one}`).join(" || ")}) || { echo "${programs[0]} is not installed" >&2; exit 127; }`;
