import { isExpected } from "../../base/errors.ts";
import { announce, type Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { sha256 } from "../../exec/digest.ts";
import { realPath } from "../../exec/grounded.ts";
import type { Finished } from "../../exec/run.ts";
import type { Composed } from "../../model/run.ts";
import { basesOfBuild } from "./bases.ts";
import { type ByHand, byHand, type Call, type Docker, mustSucceed, pull, unquoted } from "./cli.ts";
import type { Container } from "./container.ts";
import { type Engine, findImage } from "./engine.ts";
import type { Images } from "./images.ts";
import type { Prepared } from "./projects.ts";
import type { Mapping, Resolved } from "./resolved.ts";
import { mountedFrom } from "./sources.ts";

/** Time limit of a build or pull, in seconds. */
const TIMEOUT = 1_800;

/** Runs Compose on the project. */
export type Compose = (args: readonly string[], call: Call) => Promise<Finished>;

/** The ways to the engine and to the project. */
export interface Provider {
  readonly engine: Engine;
  readonly docker: Docker;
  readonly compose: Compose;
  readonly byHand: ByHand;
}

/**
 * Pulls missing images, and builds those of services with a build that were not built before. A build is one line of the
 * log, and all of its output where it fails. Images that builds take from elsewhere are pulled first where they are missing.
 * The engine prefers its own images unless it is asked for newer ones, which `permitted` prevents. So both sides have the
 * same ones, even where a tag moves between the builds.
 *
 * @throws SteelyardError (environment) when one fails; Interrupted
 */
export async function provide(
  names: ReadonlySet<string>,
  resolved: Resolved,
  images: Images,
  { engine, docker, compose, byHand: of }: Provider,
  signal: AbortSignal,
): Promise<void> {
  const { log } = docker;
  const { services = {} } = resolved;
  const imageOf = images.names(resolved);
  const built = [...names].filter((name) => imageOf.has(name));
  const absent: string[] = [];
  for (const name of names) {
    const image = own(services, name)?.image;
    if (built.includes(name) || typeof image !== "string") continue;
    if (!(await isHere(engine, image))) absent.push(name);
  }
  const call = { signal, timeout: TIMEOUT } as const;
  if (absent.length > 0) {
    log.info(`pulling the images of ${absent.join(", ")}`);
    const remedy = "pull them by hand, or check their names and the network";
    mustSucceed(await compose(["pull", ...absent], { ...call, show: "all" }), "The images cannot be pulled", {
      remedy,
    });
  }
  const missing = built.filter((name) => !images.isBuilt(imageOf.get(name)!));
  if (missing.length === 0) return;
  await pullBases(
    missing.map((name) => own(services, name)!.build as Mapping),
    { engine, docker, call },
  );
  images.begun = true;
  const began = performance.now();
  using _slow = announce(log, `building ${missing.join(", ")}`);
  const done = await compose(["build", ...missing], { ...call, show: "live" });
  if (done.code !== 0) for (const line of unquoted(done)) log.info(`  | ${line}`);
  const remedy = `build by hand: ${byHand(of, "build", ...missing)}`;
  mustSucceed(done, "The images cannot be built", { remedy });
  for (const name of missing) images.add(imageOf.get(name)!);
  log.info(`built ${missing.join(", ")} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Pulls the missing images that builds begin with. One that cannot be pulled is left to the build, which says so. */
async function pullBases(
  builds: readonly Mapping[],
  { engine, docker, call }: { engine: Engine; docker: Docker; call: Call },
): Promise<void> {
  for (const image of new Set(builds.flatMap(basesOfBuild))) {
    if (await isHere(engine, image)) continue;
    docker.log.info(`pulling ${image}, which a build begins with`);
    await pull(docker, image, { ...call, show: "live" }).catch((error: unknown) => {
      if (!isExpected(error) || call.signal?.aborted) throw error;
    });
  }
}

/** Pulls the generators' image, if the config sets one and it is missing. */
export async function provideGenerator(
  image: string | undefined,
  engine: Engine,
  docker: Docker,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  if (image === undefined || (await isHere(engine, image))) return;
  log.info(`pulling ${image}`);
  await pull(docker, image, { signal, timeout: TIMEOUT, show: "all" });
}

/** Whether the engine has an image. */
export const isHere = async (engine: Engine, image: string): Promise<boolean> =>
  (await findImage(engine, image)) !== undefined;

/** The facts about a stack and its engine that a run records. */
export async function factsOf(
  { engine, docker }: { readonly engine: Engine; readonly docker: Pick<Docker, "cwd"> },
  containers: readonly Container[],
  { project, resolved }: Prepared,
): Promise<Composed> {
  const digests = await project.digests();
  const services = await Promise.all(
    containers.map(async ({ service, image: { name, id } }) => {
      const content = await contentOf(engine, id);
      return [service, { image: name, id, ...(content && { content }), config: own(digests, service) ?? "" }];
    }),
  );
  const started = containers.map(({ service }) => service);
  const mounted = mountedFrom(resolved, started, realPath(docker.cwd));
  return { ...(await readEngineInfo(engine)), services: Object.fromEntries(services), mounted };
}

/** The digest of an image's layers and of its start. Its labels do not count, since those of a build name the side. */
async function contentOf(engine: Engine, id: string): Promise<string | null> {
  const found = (await findImage(engine, id)) as
    | { readonly RootFS?: Mapping; readonly Config?: Mapping }
    | undefined;
  if (found?.RootFS === undefined) return null;
  const { Env, Entrypoint, Cmd, User, WorkingDir } = found.Config ?? {};
  return sha256(JSON.stringify([found.RootFS, Env, Entrypoint, Cmd, User, WorkingDir]));
}

/** The engine's version, and its CPUs and memory for containers. */
async function readEngineInfo(engine: Engine): Promise<Pick<Composed, "engine" | "allotted">> {
  const { Version = "unknown" } = (await engine.get("/version")) as { Version?: string };
  const { NCPU, MemTotal } = (await engine.get("/info")) as { NCPU?: number; MemTotal?: number };
  if (NCPU === undefined || MemTotal === undefined) return { engine: Version };
  return { engine: Version, allotted: { cpus: NCPU, memory: MemTotal } };
}

/** The output of `up` without its progress. */
export function complaints(text: string): string {
  const progress = /^\s*(Container|Network|Volume) .*(Creat|Start|Wait|Health|Runn|Recreat)(ing|ed|y)\s*$/;
  return text
    .split("\n")
    .filter((line) => !progress.test(line))
    .join("\n");
}
