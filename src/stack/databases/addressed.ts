import { SteelyardError, userError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import type { Redact } from "../../base/redact.ts";
import { firstLine } from "../../base/text.ts";
import { allowed } from "../../exec/env.ts";
import { isShared, type Stack } from "../../model/config.ts";
import type { Executed, StatementCounts } from "../../model/ports.ts";
import { filled } from "../wiring.ts";
import { type Client, statementsBy } from "./client.ts";
import type { Database, Url } from "./database.ts";
import { databaseAt } from "./databases.ts";
import { LockWaits } from "./locks.ts";
import { Session } from "./session.ts";

/** Where the clients run. */
interface Here {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ledger?: string | undefined;
}

type Address = NonNullable<Stack["metrics"][string]["database"]>;
/** @param hide the parts of a private address in the words of the client */
type Found =
  | { readonly database: Database; readonly client: Client; readonly hide: Redact }
  | { readonly lacking: string };
const MONGODB_LATER = "MongoDB's client is too heavy to stay open; it is asked after a verdict";

/**
 * The databases that `stack.metrics` has an address of. A client on this machine asks them, and changes nothing. Counts that
 * are lacking have a reason instead, and only an abort rejects.
 */
export class AddressedDatabases {
  private readonly metrics: Stack["metrics"];
  private readonly here: Here;
  private readonly sessions = new Map<string, Session>();
  private readonly lockWaits = new LockWaits();
  /** By name. */
  private found: ReadonlyMap<string, Found> = new Map();

  constructor(metrics: Stack["metrics"], here: Here) {
    this.metrics = metrics;
    this.here = here;
  }

  /** Opens a session of each, before any load. @param addresses by `service:port` */
  async open(addresses: ReadonlyMap<string, string>): Promise<void> {
    await this.close();
    this.found = new Map(
      Object.entries(this.metrics).flatMap(([name, { database }]) =>
        database === undefined ? [] : [[name, this.find(database, addresses)] as const],
      ),
    );
    const opened = [...this.found].map(async ([name, found]) => {
      if ("lacking" in found) return;
      const questions = found.database.asked?.({ command: [] });
      if (questions !== undefined) this.sessions.set(name, await Session.open(found.client, questions));
    });
    await Promise.all(opened);
  }

  private find(wanted: Address, addresses: ReadonlyMap<string, string>): Found {
    const { cwd, env, ledger } = this.here;
    try {
      const text = typeof wanted === "string" ? filled(wanted, addresses) : variable(wanted.env, env);
      const { database, url } = databaseAt(text);
      const how = database.at(url);
      const hide = typeof wanted === "string" ? (words: string) => words : hiding(url);
      return { database, client: { argv: how.argv, cwd, env: allowed(env, how.env), ledger }, hide };
    } catch (error) {
      if (error instanceof SteelyardError) return { lacking: firstLine(error.message) };
      throw error;
    }
  }

  /** Counts of the database of a name up to now. */
  async counts(name: string): Promise<Executed> {
    const found = this.found.get(name);
    if (found === undefined) return { lacking: "only a Compose stack has it" };
    if ("lacking" in found) return found;
    const counts = (await this.sessions.get(name)?.counts()) ?? { lacking: MONGODB_LATER };
    return "lacking" in counts ? { lacking: found.hide(counts.lacking) } : counts;
  }

  /** Counts of each statement up to now, by name, of those that each stack has one of its own of. @throws Interrupted */
  async statements(signal: AbortSignal): Promise<Record<string, StatementCounts>> {
    const all = [...this.found].map(async ([name, found]) => {
      if (isShared(own(this.metrics, name)?.database)) return [];
      if ("lacking" in found) return [[name, found] as const];
      const { database, client } = found;
      const waits = () => this.lockWaits.of(name, database, client);
      return [[name, await statementsBy(client, database.input.foreign, database, waits, signal)] as const];
    });
    return Object.fromEntries((await Promise.all(all)).flat());
  }

  async close(): Promise<void> {
    const open = [...this.sessions.values()];
    this.sessions.clear();
    await Promise.allSettled([...open.map((one) => one[Symbol.asyncDispose]()), this.lockWaits.close()]);
  }
}

function variable(name: string, env: Here["env"]): string {
  const value = own(env, name);
  if (value === undefined) throw userError(`The variable ${name} is not set.`);
  return value;
}

/** Addresses of the Internet Protocol. Where one may begin, a time of day is taken for one. */
const IP = /\d+(?:\.\d+){3}|(?:[\da-f]*:){2,}[\da-f.]*/gi;

/** Hides an address's host, user, database and parameters in a complaint of a client, and all IP addresses. */
function hiding({ whole, host, user, database }: Url): Redact {
  const parts = [...host.split(","), user, database, ...new URL(whole).searchParams.values()]
    .filter((one) => /\D/.test(one)) // a database of Redis is a number
    .sort((a, b) => b.length - a.length);
  const hidden = (text: string, part: string) =>
    text.replace(new RegExp(`(?<!\\w)${part.replace(/\W/g, "\\$&")}(?!\\w)`, "gi"), "***");
  return (text) => parts.reduce(hidden, text).replace(IP, "***");
}

/** Addresses from the environment, and their passwords. They must never be printed. */
export function passwordsIn(metrics: Stack["metrics"], env: Here["env"]): string[] {
  const given = Object.values(metrics).flatMap(({ database }) =>
    typeof database === "object" ? [own(env, database.env) ?? ""] : [],
  );
  return given.flatMap((text) => {
    try {
      return [text, databaseAt(text).url.password].filter((one) => one !== "");
    } catch {
      return text === "" ? [] : [text];
    }
  });
}
