import { join } from "node:path";
import type { Redact } from "../../base/redact.ts";
import { writePrivate } from "../../exec/linkless.ts";
import { logTail } from "../exits.ts";
import { containersOf, lastLinesOf } from "./container.ts";
import type { Engine } from "./engine.ts";

/** Lines that are saved of each container's log. */
const KEPT = 5_000;

/** The output of a project's containers. */
export class Logs {
  private readonly engine: Engine;
  private readonly project: string;
  private readonly redact: Redact;

  constructor(engine: Engine, project: string, redact: Redact) {
    this.engine = engine;
    this.project = project;
    this.redact = redact;
  }

  /** A service's last lines as a block below an error; empty if they are not available. */
  async tailOf(service: string): Promise<string> {
    const own = (await this.containers()).find((one) => one.service === service);
    if (own === undefined) return "";
    return logTail(await lastLinesOf(this.engine, own.id, 20).catch(() => []), this.redact);
  }

  /** The last lines of every service that ended with an error, each with its name; empty if there is none. */
  async tailsOfFailed(): Promise<string> {
    const failed = (await this.containers()).filter(({ running, exitCode }) => !running && exitCode !== 0);
    const tails = failed.map(
      async ({ service, exitCode }) =>
        `; "${service}" ended with exit code ${exitCode}${await this.tailOf(service)}`,
    );
    return (await Promise.all(tails)).join("");
  }

  /** Writes each container's last lines to `<folder>/<service>-<start>.log`. */
  async keep(folder: string, start: number): Promise<void> {
    const all = await this.containers();
    const write = async ({ service, id }: (typeof all)[number], at: number) => {
      const twin = all.findIndex((one) => one.service === service) < at ? `-${at}` : "";
      const text = await lastLinesOf(this.engine, id, KEPT);
      writePrivate(join(folder, `${service}${twin}-${start}.log`), `${text.join("\n")}\n`);
    };
    await Promise.all(all.map(write));
  }

  private containers() {
    return containersOf(this.engine, this.project).catch(() => []);
  }
}
