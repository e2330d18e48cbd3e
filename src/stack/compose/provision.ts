import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import type { Finished } from "../../exec/run.ts";
import type { Composed } from "../../model/run.ts";
import { type Call, type Docker, mustSucceed, pull } from "./cli.ts";
import type { Engine } from "./engine.ts";
import type { Resolved } from "./resolved.ts";

/** Seconds that a build or a pull may take. */
const PATIENCE = 1_800;

/** Runs Compose on the project. */
export type Compose = (args: readonly string[], call: Call) => Promise<Finished>;

/**
 * Pulls the images that are missing and builds those that are built; both are shown.
 *
 * @throws SteelyardError (environment) when that fails; Interrupted
 */
export async function provide(
  names: ReadonlySet<string>,
  { services = {} }: Resolved,
  engine: Engine,
  compose: Compose,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const built = [...names].filter((name) => own(services, name)?.build);
  const absent: string[] = [];
  for (const name of names) {
    const image = own(services, name)?.image;
    if (built.includes(name) || typeof image !== "string") continue;
    if (!(await isHere(engine, image))) absent.push(name);
  }
  const call = { signal, timeout: PATIENCE, show: "all" } as const;
  if (absent.length > 0) {
    log.info(`pulling the images of ${absent.join(", ")}`);
    const remedy = "pull them by hand, or check their names and the network";
    mustSucceed(await compose(["pull", ...absent], call), "The images cannot be pulled", { remedy });
  }
  if (built.length > 0) {
    log.info(`building ${built.join(", ")}`);
    const remedy = `build by hand: docker compose build ${built.join(" ")}`;
    mustSucceed(await compose(["build", ...built], call), "The images cannot be built", { remedy });
  }
}

/** Pulls the image that generators run in, where it is another than the services' and is missing. */
export async function provideGenerator(
  image: string | undefined,
  engine: Engine,
  docker: Docker,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  if (image === undefined || (await isHere(engine, image))) return;
  log.info(`pulling ${image}`);
  await pull(docker, image, { signal, timeout: PATIENCE, show: "all" });
}

/** Whether an image is on the engine. */
export async function isHere(engine: Engine, image: string): Promise<boolean> {
  const filters = encodeURIComponent(JSON.stringify({ reference: [image] }));
  return ((await engine.get(`/images/json?filters=${filters}`)) as unknown[]).length > 0;
}

/** The engine's version, and what it has for containers. */
export async function described(engine: Engine): Promise<Pick<Composed, "engine" | "allotted">> {
  const { Version = "unknown" } = (await engine.get("/version")) as { Version?: string };
  const { NCPU, MemTotal } = (await engine.get("/info")) as { NCPU?: number; MemTotal?: number };
  if (NCPU === undefined || MemTotal === undefined) return { engine: Version };
  return { engine: Version, allotted: { cpus: NCPU, memory: MemTotal } };
}

/** A line of `ps --format json`. */
interface Row {
  readonly Service: string;
  readonly State: string;
  readonly ExitCode: number;
}

/**
 * A service that is not up, and how; null where all are. `up` has been seen to say yes to a stack that was not:
 * every service must have a container, and each must run, be about to, or have ended well.
 *
 * @param text what `ps --all --format json` printed: a line a container
 */
export function notUp(text: string, started: readonly string[]): { service: string; how: string } | null {
  const rows = text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Row] : []));
  const fine = ({ State, ExitCode }: Row) =>
    State === "running" || State === "restarting" || (State === "exited" && ExitCode === 0);
  for (const service of started) {
    const own = rows.filter((row) => row.Service === service);
    if (own.length === 0) return { service, how: "has no container" };
    const bad = own.find((row) => !fine(row));
    if (bad) return { service, how: `ended before it was ready: ${bad.State}, exit code ${bad.ExitCode}` };
  }
  return null;
}

/** Of what `up` said, what is not just progress. */
export function complaints(text: string): string {
  const progress = /^\s*(Container|Network|Volume) .*(Creat|Start|Wait|Health|Runn|Recreat)(ing|ed|y)\s*$/;
  return text
    .split("\n")
    .filter((line) => !progress.test(line))
    .join("\n");
}
