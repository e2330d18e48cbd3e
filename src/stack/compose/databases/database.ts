import { z } from "zod";
import { withoutValues } from "../../../base/sql.ts";
import type { StatementCount } from "../../../model/profiling.ts";
import type { DatabaseCounts } from "../../../model/work.ts";
import type { Container } from "../container.ts";

/** Statements that are read, at most: those that took longest. */
export const MOST = 500;

/** A kind of database that counts what it executes. Its own client asks it, inside of its container. */
export interface Database {
  /** Whether an image runs it. */
  readonly is: (image: unknown) => boolean;
  readonly client: string;
  readonly argv: (container: string) => readonly string[];
  /** Input of the client. */
  readonly input: string;
  /** The counts in its output; null where there are none. @throws Error for something else */
  readonly counts: (printed: string, waits?: Waits) => StatementCount[] | null;
  /**
   * Input by which its client prints, again and again, which statements wait for locks: "steelyard", seconds since the epoch,
   * and the database's numbers of them. Absent where the counts have the time.
   */
  readonly locks?: string;
  /** How the sum of all is asked for in a session that stays open; absent where such a client is a burden to the container. */
  readonly asked?: (container: Pick<Container, "command">) => Asked;
}

/** Seconds in which statements waited for locks, by the database's number of each. */
export type Waits = ReadonlyMap<string, number>;
/** Those of a container; undefined where they are not known. */
export type WaitsOf = (of: Pick<Container, "id" | "image">) => Promise<Waits | undefined>;

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
  numbers: z.array(z.string()).optional(),
});

/** Statements of SQL, from a line of JSON: without values, and without those that may hold passwords. */
export function ofSql(printed: string, waits?: Waits): StatementCount[] | null {
  const found = printed.split("\n").find((line) => line.startsWith("["));
  if (found === undefined) return null;
  const counted = z.array(Counted).max(MOST).parse(JSON.parse(found));
  return counted.flatMap(({ text, numbers, locked = waited(numbers, waits), ...counts }) => {
    const plain = withoutValues(text);
    return plain === null ? [] : [{ text: plain, ...counts, ...(locked !== undefined && { locked }) }];
  });
}

const waited = (numbers: readonly string[] | undefined, waits: Waits | undefined) =>
  waits && numbers?.reduce((sum, number) => sum + (waits.get(number) ?? 0), 0);

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
/** Images by the last part of their names. */
export const named = (...names: readonly string[]) => {
  const pattern = new RegExp(`(?:^|/)(?:${names.join("|")})(?:$|[:@])`);
  return (image: unknown) => typeof image === "string" && pattern.test(image);
};
