import { statfsSync } from "node:fs";
import { release } from "node:os";
import { SteelyardError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { shellWord } from "../../base/shell.ts";
import { counted } from "../../base/text.ts";
import { realPath } from "../../exec/grounded.ts";
import { readProc } from "../../exec/proc.ts";
import type { ComposeStack } from "../../model/config.ts";
import { format } from "../../model/quantity.ts";
import { apart, ownCores, sharedNote } from "../cores.ts";
import { type Check, fail, ok, warn } from "../machinechecks.ts";
import { hasRoot } from "./cgroup.ts";
import { compose, type Docker, engineAddress } from "./cli.ts";
import { type Engine, engineAt, FAR, isFar } from "./engine.ts";
import { empty } from "./judges.ts";
import { readProject } from "./project.ts";
import { isHere } from "./provision.ts";
import { active, demandServices, type Mapping, type NamedServices, type Resolved } from "./resolved.ts";
import { listed, mountedFrom, within } from "./sources.ts";

/** Seconds until Compose must report its features. */
const TIMEOUT = 30;
/** Free bytes in the folder of images and volumes below which there is a warning. */
const LEAST_FREE = 5 * 2 ** 30;

interface Info {
  readonly ServerVersion?: string;
  readonly CgroupVersion?: string;
  readonly DockerRootDir?: string;
  readonly OperatingSystem?: string;
  readonly KernelVersion?: string;
}

/** Checks whether a compose stack can be measured here. Pulls, builds and starts nothing. */
export async function composeChecks(
  { compose: stack, endpoints, seed }: NamedServices & { readonly compose: ComposeStack },
  docker: Docker,
  signal: AbortSignal,
): Promise<Check[]> {
  let engine: Engine;
  let info: Info;
  try {
    engine = engineAt(await engineAddress(docker, signal), docker.env);
    info = (await engine.get("/info")) as Info;
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return [fail("engine", `${error.message} ${error.where ?? ""}`.trim(), error.remedy ?? "start it")];
  }
  const addressed = { ...docker, address: engine.address };
  const capable = await featureCheck(addressed, signal);
  const checks = [
    engineCheck(info, engine.address),
    capable,
    cgroupCheck(info, release(), hasRoot(readProc)),
    ...coresChecks(stack),
    ...spaceChecks(info),
  ];
  if (capable.state === "fail") return checks;
  try {
    const { resolved, profiles } = await readProject(stack, addressed, signal);
    const started = active(resolved, profiles);
    const used = [...started, ...(seed?.service === undefined ? [] : [seed.service])];
    const external = await externalChecks(resolved, used, engine);
    return [
      ...checks,
      ok("compose files", `${stack.files.join(", ")}: ${counted(started.length, "service")}`),
      ...namedChecks({ compose: stack, endpoints, seed }, resolved, started),
      await imagesCheck(resolved, used, engine),
      ...(stack.build.length > 0 ? [] : codeChecks(resolved, started, realPath(docker.cwd))),
      ...external.map((check) => unlessBuilt(check, stack)),
    ];
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    const failed = fail("compose files", error.message, error.remedy ?? "correct them");
    return [...checks, error.absent.length > 0 ? unlessBuilt(failed, stack) : failed];
  }
}

/** A failure where the config names a service that the files lack, that is not started, or that cannot be reached. */
function namedChecks(named: NamedServices, resolved: Resolved, started: readonly string[]): Check[] {
  try {
    demandServices(named, resolved, started);
    return [];
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return [fail("services", `${error.message} (${error.where})`, error.remedy ?? null)];
  }
}

/** The failure of a check that something is missing, which the commands of a build may make. */
const unlessBuilt = ({ name, detail, remedy }: Check, { build }: ComposeStack): Check =>
  build.length === 0
    ? fail(name, detail, remedy)
    : warn(name, detail, `stack.compose.build runs first and may make it; if it does not, ${remedy}`);

function engineCheck({ ServerVersion = "unknown" }: Info, address: string): Check {
  const detail = `Docker ${ServerVersion} at ${address}`;
  return isFar(address) ? fail("engine", detail, FAR) : ok("engine", detail);
}

/** Tries out each Compose feature that is used. The versions of self-built programs are not reliable. */
async function featureCheck(docker: Docker, signal: AbortSignal): Promise<Check> {
  const call = { signal, timeout: TIMEOUT };
  const name = "compose";
  const version = await compose(docker, [], "steelyard", ["version", "--short"], call);
  if (version.code !== 0) {
    return fail(name, "docker has no Compose v2", "install it: package docker-compose-plugin");
  }
  const wanted = {
    config: ["--no-env-resolution", "--hash"],
    up: ["--detach", "--no-build", "--no-deps", "--pull"],
    ps: ["--all", "--format"],
    run: ["--rm", "--no-TTY"],
  };
  const lacking: string[] = [];
  for (const [verb, options] of Object.entries(wanted)) {
    const { stdout } = await compose(docker, [], "steelyard", [verb, "--help"], call);
    lacking.push(
      ...options.filter((option) => !stdout.includes(option)).map((option) => `${verb} ${option}`),
    );
  }
  const detail = `${version.stdout.trim() || "unknown version"}`;
  if (lacking.length === 0) return ok(name, detail);
  return fail(name, `${detail} lacks ${lacking.join(", ")}`, "update it: package docker-compose-plugin");
}

/**
 * Whether the counters of containers can be read as files: they are those of the kernel that runs them.
 *
 * @param kernel release of the kernel here
 * @param whole whether the control groups of all containers are visible here
 */
export function cgroupCheck(
  { CgroupVersion, OperatingSystem = "", KernelVersion }: Info,
  kernel: string,
  whole: boolean,
): Check {
  const name = "control groups";
  const less = "figures come from the engine, and some are missing";
  if (KernelVersion !== kernel) {
    const where = OperatingSystem === "" ? "" : ` (${OperatingSystem})`;
    const remedy = "measure on Linux, on the engine's own machine, for exact CPU and memory of every service";
    return warn(name, `not on this machine${where}: ${less}`, remedy);
  }
  if (whole) return ok(name, `version ${CgroupVersion ?? "unknown"}`);
  const remedy = "start this container with -v /sys/fs/cgroup:/sys/fs/cgroup:ro";
  return warn(name, `this container sees only its own: ${less}`, remedy);
}

/** Whether cores can be reserved for the generator, if the config asks for it. */
function coresChecks({ generator_cpus: wanted }: ComposeStack): Check[] {
  if (wanted === undefined) return [];
  const own = ownCores();
  const cores = apart(own, wanted);
  const name = "cores apart";
  if (cores) return [ok(name, `${cores.generator} for the generator, ${cores.services} for the services`)];
  const remedy = "measure on a machine with more cores, or leave stack.compose.generator_cpus out";
  return [warn(name, sharedNote(wanted, own.length), remedy)];
}

function spaceChecks({ DockerRootDir }: Info): Check[] {
  try {
    const { bavail, bsize } = statfsSync(DockerRootDir ?? "/var/lib/docker");
    const free = bavail * bsize;
    const detail = `${format(free, "B")} free in ${DockerRootDir}`;
    return [
      free >= LEAST_FREE ? ok("image disk", detail) : warn("image disk", detail, "docker system prune"),
    ];
  } catch {
    return []; // not on this machine, or not readable
  }
}

/** Whether the images of services are here. */
async function imagesCheck(
  { services }: Resolved,
  needed: readonly string[],
  engine: Engine,
): Promise<Check> {
  const names = needed.flatMap((name) => {
    const { build, image } = own(services, name) ?? {};
    return build || typeof image !== "string" ? [] : [image];
  });
  const all = [...new Set(names)];
  const missing: string[] = [];
  for (const image of all) {
    if (!(await isHere(engine, image))) missing.push(image);
  }
  if (missing.length === 0) return ok("images", `${all.length} here`);
  const remedy = `the first measurement pulls them; or pull them by hand: ${missing.map((one) => `docker pull ${shellWord(one)}`).join("; ")}`;
  return warn("images", `missing: ${missing.join(", ")}`, remedy);
}

/** Scripts that fill a new database, in images of PostgreSQL, MySQL, MariaDB and MongoDB: the code of no service. */
const FILLING = "/docker-entrypoint-initdb.d";

/**
 * A warning where no started service is built, or mounts code of the checkout: base and head are then the same.
 *
 * @param top of the checkout, with its links followed
 */
export function codeChecks(resolved: Resolved, started: readonly string[], top: string): Check[] {
  const isBuilt = started.some((name) => own(resolved.services, name)?.build);
  const isCode = (target: string) => !within(target, FILLING);
  const hasCode = isBuilt || mountedFrom(resolved, started, top, isCode).length > 0;
  if (hasCode || started.length === 0) return [];
  const detail =
    "no service is built from the checkout or mounts its code: base and head start from the same images";
  const remedy =
    "give the service a `build` in a further file of stack.compose.files, or measure it as a process";
  return [warn("code", detail, remedy)];
}

/** External networks and volumes that started services use and the engine lacks. Compose makes none of these. */
export async function externalChecks(
  resolved: Resolved,
  started: readonly string[],
  engine: Pick<Engine, "find">,
): Promise<Check[]> {
  const services = started.map((name) => own(resolved.services, name) ?? {});
  const used = {
    network: services.flatMap(({ networks }) => Object.keys((networks ?? {}) as Mapping)),
    volume: services.flatMap(({ volumes }) =>
      listed(volumes).flatMap(({ type, source }) => (type === "volume" ? [String(source)] : [])),
    ),
  };
  const checks: Check[] = [];
  for (const kind of ["network", "volume"] as const) {
    for (const [key, one] of Object.entries(resolved[`${kind}s`] ?? {})) {
      if (empty(one?.external) || !used[kind].includes(key)) continue;
      const name = String(one?.name ?? key);
      if ((await engine.find(`/${kind}s/${encodeURIComponent(name)}`)) !== undefined) continue;
      const remedy = `create it: docker ${kind} create ${shellWord(name)}`;
      checks.push(fail(`external ${kind}`, `the engine has no ${kind} ${name}`, remedy));
    }
  }
  return checks;
}
