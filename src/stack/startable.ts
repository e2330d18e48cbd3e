import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, relative, resolve } from "node:path";
import { SteelyardError } from "../base/errors.ts";
import { isDirectory, refusal } from "../exec/refusal.ts";
import type { Stack } from "../model/config.ts";
import { type Check, fail, ok } from "./machinechecks.ts";
import { claim } from "./port.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A command that the config starts, with its working directory. */
interface Command {
  readonly where: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Where programs are searched. The command's own PATH overrides that of Steelyard. */
  readonly path: string;
}

/**
 * Checks whether the programs of a config exist and its fixed ports are free. Starts nothing. Empty for a config
 * without commands.
 *
 * @param cwd the checkout
 */
export async function startChecks(stack: Stack, cwd: string, env: Env): Promise<Check[]> {
  const checks: Check[] = [];
  const commands = commandsOf(stack, cwd, env);
  const unbuilt = commands.map((command) => unbuiltOf(command, stack, cwd));
  const toBuild = unbuilt.filter((path) => path !== null);
  const missing = commands.filter((_, i) => unbuilt[i] === null).flatMap(programCheck);
  const built = toBuild.length === 0 ? "" : `; ${toBuild.length} to be built: ${toBuild.join(", ")}`;
  if (commands.length > 0)
    checks.push(...failedOrOk(missing, "programs", `${commands.length - toBuild.length} found${built}`));
  const ports = Object.entries(stack.process?.services ?? {}).flatMap(([service, { ports }]) =>
    Object.values(ports).flatMap(({ fixed }) => (fixed === undefined ? [] : [{ service, fixed }])),
  );
  const taken: Check[] = [];
  for (const { service, fixed } of ports) taken.push(...(await portCheck(service, fixed)));
  if (ports.length > 0) checks.push(...failedOrOk(taken, "ports", `${ports.length} fixed, free`));
  return checks;
}

/** The failed checks, or one passed check if there are none. */
const failedOrOk = (failed: readonly Check[], name: string, detail: string) =>
  failed.length > 0 ? failed : [ok(name, detail)];

/**
 * The program or working directory that a command lacks and that may come from the build, because its place is in the
 * checkout; null if there is none. An absolute folder of the PATH does not count: base is built in another checkout.
 */
function unbuiltOf(command: Command, { process }: Stack, checkout: string): string | null {
  const { cwd } = command;
  const [program = ""] = command.argv;
  if (!process?.build.length || program.includes("${")) return null;
  const mayBeMade = (path: string) =>
    path.startsWith(`${resolve(checkout)}/`) && lookAt(path) === "ENOENT" && !isDirectory(path);
  if (placesOf(command, () => true).some((place) => lookAt(place) === "ok")) {
    return mayBeMade(cwd) ? relative(checkout, cwd) : null;
  }
  return placesOf(command, (folder) => folder !== "" && !isAbsolute(folder)).some(mayBeMade) ? program : null;
}

/** The files that a command's program may be, in the folders of the PATH that count. */
function placesOf({ argv: [program = ""], cwd, path }: Command, counts: (folder: string) => boolean) {
  if (program.includes("/")) return [resolve(cwd, program)];
  const folders = path.split(delimiter).filter(counts);
  return folders.map((folder) => resolve(cwd, folder, program));
}

function commandsOf({ process, seed }: Stack, cwd: string, env: Env): Command[] {
  const builds = (process?.build ?? []).map((argv, i) => {
    return { where: `stack.process.build[${i}]`, argv, cwd, path: env.PATH ?? "" };
  });
  const services = Object.entries(process?.services ?? {}).map(([name, service]) => ({
    where: `stack.process.services.${name}.run`,
    argv: service.run,
    cwd: resolve(cwd, service.cwd),
    path: service.env.PATH ?? env.PATH ?? "",
  }));
  if (seed?.run === undefined) return [...builds, ...services];
  return [
    ...builds,
    ...services,
    { where: "stack.seed.run", argv: seed.run, cwd, path: seed.env.PATH ?? env.PATH ?? "" },
  ];
}

/** A failed check for a program that the system could not start, worded as its start would fail. */
function programCheck(command: Command): Check[] {
  const { where, argv, cwd } = command;
  if (argv[0]?.includes("${")) return []; // known only after ports are assigned
  const found = placesOf(command, () => true).map(lookAt);
  const code = !isDirectory(cwd) ? "ENOENT" : (found.find((one) => one === "EACCES") ?? "ENOENT");
  if (isDirectory(cwd) && found.includes("ok")) return [];
  const { message, remedy } = refusal(argv, cwd, { code });
  return [fail("programs", `${message} (${where})`, remedy ?? "correct it")];
}

async function portCheck(service: string, port: number): Promise<Check[]> {
  try {
    await claim(port, service);
    return [];
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return [fail("ports", error.message, error.remedy ?? "choose another port")];
  }
}

function lookAt(path: string): "ok" | "EACCES" | "ENOENT" {
  try {
    if (!statSync(path).isFile()) return "ENOENT";
  } catch {
    return "ENOENT";
  }
  try {
    accessSync(path, constants.X_OK);
    return "ok";
  } catch {
    return "EACCES";
  }
}
