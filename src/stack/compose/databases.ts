import { own } from "../../base/own.ts";
import type { Stack } from "../../model/config.ts";
import type { Executed, StatementCounts } from "../../model/ports.ts";
import { AddressedDatabases } from "../databases/addressed.ts";
import { ask, type Client, statementsBy } from "../databases/client.ts";
import { databaseOf } from "../databases/databases.ts";
import { LockWaits } from "../databases/locks.ts";
import { ASK_PRELOADED, IN_POSTGRES, POSTGRES, preloadedIn, psqlArgv } from "../databases/postgres.ts";
import { Session } from "../databases/session.ts";
import { namesModules } from "./attached.ts";
import { type Docker, dockerEnv } from "./cli.ts";
import type { Container } from "./container.ts";

/**
 * The databases of a project: those that `stack.metrics` names, and others that count in any case. Each is asked by its own
 * client, inside of its container.
 */
export class ComposeDatabases {
  private readonly named = new Map<string, Session>();
  private readonly others = new Map<string, Session>();
  private readonly lockWaits = new LockWaits();
  private readonly addressed: AddressedDatabases;
  private readonly metrics: Stack["metrics"];
  private readonly docker: Docker;
  private readonly preloaded: Map<string, string>;

  /** @param preloaded modules of each PostgreSQL that no option names, by service; it is asked once */
  constructor(metrics: Stack["metrics"], docker: Docker, preloaded: Map<string, string>) {
    this.metrics = metrics;
    this.docker = docker;
    this.preloaded = preloaded;
    this.addressed = new AddressedDatabases(metrics, docker);
  }

  private client(argv: readonly string[]): Client {
    const { cwd, ledger } = this.docker;
    return { argv, cwd, env: dockerEnv(this.docker), ledger };
  }

  /** Opens all sessions anew, before any load. */
  async open(containers: readonly Container[]): Promise<void> {
    await this.closeSessions();
    const running = containers.filter((one) => one.running);
    await Promise.all(running.map((one) => this.keepPreloaded(one)));
    const wanted = Object.entries(this.metrics).flatMap(([name, { postgres }]) =>
      postgres === undefined ? [] : [{ name, postgres }],
    );
    const named = wanted.map(async ({ name, postgres }) => {
      const found = running.find(({ service }) => service === postgres.service);
      if (found === undefined) return;
      const client = this.client(psqlArgv(found.id, postgres));
      this.named.set(name, await Session.open(client, [IN_POSTGRES]));
    });
    const configured = new Set(wanted.map(({ postgres }) => postgres.service));
    const others = running.map(async (container) => {
      const { id, service, image } = container;
      const database = configured.has(service) ? undefined : databaseOf(image);
      const questions = database?.asked?.(container);
      if (database === undefined || questions === undefined) return;
      this.others.set(service, await Session.open(this.client(database.argv(id)), questions));
    });
    await Promise.all([...named, ...others, this.addressed.open(new Map())]);
  }

  /** Asks a PostgreSQL for the modules of its configuration: those of an option may be ours. */
  private async keepPreloaded({ id, service, image, command }: Container): Promise<void> {
    if (this.preloaded.has(service) || databaseOf(image) !== POSTGRES || namesModules(command)) return;
    const found = preloadedIn(await ask(this.client(POSTGRES.argv(id)), ASK_PRELOADED));
    if (found !== undefined) this.preloaded.set(service, found);
  }

  /** Counts up to now of a database that `stack.metrics` names. */
  async counts(name: string): Promise<Executed> {
    if (own(this.metrics, name)?.postgres === undefined) return this.addressed.counts(name);
    return (await this.named.get(name)?.counts()) ?? { lacking: "its service does not run" };
  }

  /** Counts up to now of all others, by service. */
  async all(): Promise<Record<string, Executed>> {
    const counts = [...this.others].map(async ([service, one]) => [service, await one.counts()] as const);
    return Object.fromEntries(await Promise.all(counts));
  }

  /**
   * The executions of all databases among containers that run, by service, or why they are not known. Statements are without
   * values, and utility statements, which may hold passwords, are left out.
   *
   * @throws Interrupted
   */
  async statements(
    containers: readonly Container[],
    signal: AbortSignal,
  ): Promise<Record<string, StatementCounts>> {
    const all = containers.map(async ({ id, service, image, running }) => {
      const database = running ? databaseOf(image) : undefined;
      if (database === undefined) return [];
      const client = this.client(database.argv(id));
      const waits = () => this.lockWaits.of(id, database, client);
      return [[service, await statementsBy(client, database.input.own, database, waits, signal)] as const];
    });
    return Object.fromEntries((await Promise.all(all)).flat());
  }

  /** Before containers are replaced. */
  async closeSessions(): Promise<void> {
    const open = [...this.named.values(), ...this.others.values()];
    this.named.clear();
    this.others.clear();
    await Promise.allSettled([...open.map((one) => one[Symbol.asyncDispose]()), this.addressed.close()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.closeSessions(), this.lockWaits.close()]);
  }
}
