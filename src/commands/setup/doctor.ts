import { resolve } from "node:path";
import { explain, SteelyardError } from "../../base/errors.ts";
import { silent } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { counted } from "../../base/text.ts";
import type { World } from "../../base/world.ts";
import { WAIVERS_PATH } from "../../config/waivers.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { Instructions } from "../../exec/instructions.ts";
import { commitAt } from "../../git/commit.ts";
import { credentialsOfUser } from "../../git/credentials.ts";
import { unfilled } from "../../git/worktree.ts";
import { NOWHERE } from "../../init/source.ts";
import { FORGES, perfPath } from "../../init/workflows.ts";
import { PROGRAMS } from "../../load/programs.ts";
import { isFile } from "../../load/script.ts";
import type { Config } from "../../model/config.ts";
import { isLevelled } from "../../model/levels.ts";
import { LOADS, type LoadKind, loadOf, scriptsOf } from "../../model/load.ts";
import { composeChecks } from "../../stack/compose/enginechecks.ts";
import { reachableChecks } from "../../stack/external.ts";
import { javaChecks } from "../../stack/javas.ts";
import { machine } from "../../stack/machine.ts";
import { type Check, fail, machineChecks, ok, warn } from "../../stack/machinechecks.ts";
import { startChecks } from "../../stack/startable.ts";
import { filesIn, readIfThere, readText } from "../../store/files.ts";
import { readBaselines } from "../../store/records.ts";
import { GUESS_REMEDY, guessesOf } from "../guesses.ts";
import { hasFixedPorts } from "../measure/fixedports.ts";
import { generatorOf } from "../measure/generators.ts";
import { runnerClassOf } from "../measure/runnerclass.ts";
import { BASELINES, type DoctorOptions } from "../options.ts";
import { readConfigFile, waiversAt } from "../rulefiles.ts";

/** Whether the instructions of services are counted. No verdict needs them. */
const ofInstructions = (refusal: string | null): Check =>
  ok("instructions", refusal === null ? "counted for each request" : `not counted: ${refusal}`);

/** Looks at the machine, the tools and the config; `broken` when a measurement could not be made. */
export async function examine(
  world: World,
  options: DoctorOptions,
): Promise<{ checks: readonly Check[]; text: string; broken: boolean }> {
  const { check: configCheck, config } = await ofConfig(world, options.config);
  const out = groundedPath(world.cwd, options.out);
  const generators = await ofGenerators(world, config);
  const found = generators.flatMap(({ name, state }) => (state === "ok" ? [name] : []));
  const checks = [
    ...(await machineChecks(out)),
    ofInstructions(await new Instructions(world.env).refusal()),
    ...generators,
    await ofGit(world),
    ...(await ofContent(world)),
    await ofCredentials(world),
    configCheck,
    ...(config ? await guessChecks(world.cwd, options.config) : []),
    ...(await ofWaivers(world, config)),
    ...(await ofWorkflow(world)),
    ...(config ? await ofScripts(world, config, { out, found }) : []),
    ...(config ? await ofPlan(world, config) : []),
  ];
  return { checks, text: checks.map(shown).join(""), broken: checks.some(({ state }) => state === "fail") };
}

const MARKS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

function shown({ name, state, detail, remedy }: Check): string {
  const advice = state === "ok" || remedy === null ? "" : `\n       fix: ${remedy}`;
  return `${MARKS[state]}  ${name}: ${detail}${advice}\n`;
}

async function ofConfig(world: World, path: string): Promise<{ check: Check; config: Config | null }> {
  try {
    const { config } = await readConfigFile(world, path);
    const detail = `${path}: ${counted(Object.keys(config.workloads).length, "workload")}`;
    return { check: ok("config", detail), config };
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return { check: fail("config", explain(error), null), config: null };
  }
}

/** A check for each guess of `init` that is still in the config or its script. */
export async function guessChecks(cwd: string, config: string): Promise<Check[]> {
  const found = await guessesOf(config, async (path) =>
    isFile(resolve(cwd, path)) ? await readText(resolve(cwd, path), "file", "mend its permissions") : null,
  );
  return found.map(({ path, line, guess }) =>
    warn("guess of init", `${path}:${line}: ${guess}`, GUESS_REMEDY),
  );
}

/** The waivers of this checkout, where it has some: whether they can be read, and which of them count no more. */
async function ofWaivers(world: World, config: Config | null): Promise<Check[]> {
  const name = "waivers";
  try {
    const found = await waiversAt(filesIn(world.cwd, "waivers file", "mend its permissions"));
    if (found === null) return [];
    const { rows: waivers, loads = [] } = found;
    const rows = [...waivers, ...loads.map((load) => ({ ...load, metric: "load" }))];
    const today = world.now().toISOString().slice(0, 10);
    const idle = rows.filter(
      ({ workload, expires }) => expires < today || (config && !Object.hasOwn(config.workloads, workload)),
    );
    const detail = `${WAIVERS_PATH}: ${rows.length}`;
    if (idle.length === 0) return [ok(name, detail)];
    const named = idle
      .slice(0, 5)
      .map(({ workload, metric, expires }) => `${workload} ${metric} (${expires})`);
    const remedy = "take them out: their last day is over, or the config has no such workload";
    return [warn(name, `${detail}, idle: ${named.join(", ")}`, remedy)];
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return [fail(name, explain(error), null)];
  }
}

/** For workflows that measure pull requests: the duties of the machine's owner that no program can fulfil. */
async function ofWorkflow(world: World): Promise<Check[]> {
  const paths = FORGES.map((forge) => resolve(world.cwd, perfPath(forge)));
  const texts = await Promise.all(paths.map((path) => readIfThere(path, "workflow", "mend its permissions")));
  if (texts.every((text) => text === undefined)) return [];
  const runner = warn(
    "runner",
    "pull requests run code on the machine that measures, and can falsify their own figures; no program can see whether its owner prevents that",
    "require approval for outside contributors, give the machine to that workflow alone (a runner group), and a new runner to each job (action/runner.md of steelyard)",
  );
  if (!texts.some((text) => text?.includes(NOWHERE.repository))) return [runner];
  const nowhere = `the workflow calls ${NOWHERE.repository}, a placeholder: it cannot run`;
  const remedy = "steelyard init --from REPOSITORY@REF, with the repository that has Steelyard";
  return [runner, warn("workflow", nowhere, remedy)];
}

/** The generators that the config's workloads need; k6 without a config. */
async function ofGenerators(world: World, config: Config | null): Promise<Check[]> {
  const used = config ? Object.values(config.workloads).map((one) => loadOf(one).kind) : ["k6"];
  const checks = await Promise.all(
    LOADS.filter((kind) => used.includes(kind)).map((kind) => ofGenerator(world, kind)),
  );
  return checks.flatMap((check) => check ?? []);
}

/** Looks for a generator's program, without fetching or building it; null for one without a program of its own. */
async function ofGenerator(world: World, name: LoadKind): Promise<Check | null> {
  const { look } = PROGRAMS[name];
  if (look === null) return null;
  try {
    const { version, how } = await look.find({ env: world.env, cwd: world.cwd, signal: world.signal });
    return ok(name, `${version}, ${how}`);
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return warn(name, error.message, look.remedy ?? error.remedy ?? null);
  }
}

async function ofGit(world: World): Promise<Check> {
  const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
  const name = "git";
  if (commit === null) {
    const remedy = "run it inside a git checkout with a commit, so that results name what was measured";
    return warn(name, "no commit here", remedy);
  }
  const detail = `${commit.sha.slice(0, 12)}${commit.dirty ? " with uncommitted changes" : ""}`;
  const remedy = "commit or stash before recording a baseline";
  return { name, state: commit.dirty ? "warn" : "ok", detail, remedy };
}

/** Files that git names and this checkout lacks: the service would be built without them. */
async function ofContent(world: World): Promise<Check[]> {
  const { submodules, pointers } = await unfilled(world);
  const shown = (paths: readonly string[]) =>
    paths.slice(0, 3).join(", ") + (paths.length > 3 ? ` and ${paths.length - 3} more` : "");
  return [
    ...lackingCheck(
      "submodules",
      "not checked out",
      shown(submodules),
      "git submodule update --init --recursive",
    ),
    ...lackingCheck("git lfs", "pointers without their content", shown(pointers), "git lfs pull"),
  ];
}

const lackingCheck = (name: string, what: string, paths: string, remedy: string): Check[] =>
  paths === "" ? [] : [warn(name, `${what}: ${paths}`, remedy)];

/** Credentials that the measuring user keeps for git. A job refuses those in its clone, but cannot refuse these. */
async function ofCredentials(world: World): Promise<Check> {
  const name = "git credentials";
  const found = await credentialsOfUser(world);
  if (found.length === 0) return ok(name, "this user keeps none");
  const detail = `code that is measured can read them: ${found.map(({ key, where }) => `${key} (${where})`).join(", ")}`;
  const remedy = "measure pull requests as a user of its own, who has none (action/runner.md of steelyard)";
  return warn(name, detail, remedy);
}

/** The conditions that a measurement by this config would find. */
async function ofPlan(world: World, config: Config): Promise<Check[]> {
  const started = await startChecks(config.stack, world.cwd, world.env);
  const { compose, endpoints, external, seed } = config.stack;
  const reachable = await reachableChecks(external, world.signal);
  const docker = { cwd: world.cwd, env: world.env, variables: compose?.env ?? {}, log: silent };
  const composed = compose ? await composeChecks({ compose, endpoints, seed }, docker, world.signal) : [];
  // Where another kind of stack is what is measured, Compose may be missing.
  const judged = compose && config.stack.process ? composed.map(optional) : composed;
  return [
    ...portChecks(config),
    ...started,
    ...(await javaChecks(config.stack, world)),
    ...judged,
    ...reachable,
    await ofBaselines(world, config),
  ];
}

/** A failure that only `--stack compose` would meet. */
function optional(check: Check): Check {
  return check.state === "fail"
    ? warn(check.name, `${check.detail} (matters with --stack compose)`, check.remedy)
    : check;
}

/**
 * Whether the scripts are files, and whether their generators can read them, which needs no load.
 *
 * @param found the generators that are on this machine; scripts of others are not read
 */
async function ofScripts(
  world: World,
  config: Config,
  { out, found }: { readonly out: string; readonly found: readonly string[] },
): Promise<Check[]> {
  const checks = scriptChecks(config, world.cwd);
  if (checks.some(({ state }) => state === "fail")) return checks;
  const generator = generatorOf(world, out, silent, { literals: {} });
  const refusals = new Set<string>();
  for (const [name, workload] of Object.entries(config.workloads)) {
    if (!found.includes(loadOf(workload).kind)) continue;
    try {
      await generator.facts(name, workload, world.signal);
    } catch (error) {
      if (!(error instanceof SteelyardError)) throw error;
      refusals.add(explain(error));
    }
  }
  return refusals.size === 0 ? checks : [...refusals].map((text) => warn("scripts", text, null));
}

/** Whether the script of every workload is a file. */
export function scriptChecks({ workloads }: Config, cwd: string): Check[] {
  const name = "scripts";
  const all = Object.entries(workloads).flatMap(([workload, load]) =>
    scriptsOf(load).map(({ key, file }) => ({ file, at: ["workloads", workload, ...key].join(".") })),
  );
  const lacking = all.filter(({ file }) => !isFile(resolve(cwd, file)));
  if (lacking.length === 0) return [ok(name, `${all.length} found`)];
  const remedy = "create it, or correct the path (relative to the checkout)";
  return lacking.map(({ file, at }) => fail(name, `${file} is no file (${at})`, remedy));
}

/** Base and head cannot both have a fixed port. */
export function portChecks(config: Config): Check[] {
  if (!hasFixedPorts("process", config)) return [];
  const detail =
    "a service has a `fixed` port: base and head take turns (`--base`, pull requests), which takes longer to tell as much";
  return [warn("ports", detail, "leave `fixed` out: a free port is chosen and told to the process")];
}

async function ofBaselines(world: World, config: Config): Promise<Check> {
  try {
    return await baselineCheck(world, config);
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    return fail("baselines", error.message, error.remedy ?? null);
  }
}

/** @throws SteelyardError for a runner class that cannot be one, or baselines that cannot be read */
async function baselineCheck(world: World, config: Config): Promise<Check> {
  const named = runnerClassOf(undefined, world.env, config, machine());
  const found = await readBaselines(resolve(world.cwd, BASELINES), named);
  const name = "baselines";
  const names = Object.keys(config.workloads).filter((one) => !isLevelled(own(config.workloads, one)!)); // these have none
  const lacking = names.filter((one) => (found.get(one)?.sessions.length ?? 0) < 3);
  const detail = `runner class ${named}: ${found.size} of ${names.length} workloads`;
  const remedy = `three sessions each make a gate: steelyard measure && steelyard baseline (lacking: ${lacking.join(", ")})`;
  return { name, state: lacking.length === 0 ? "ok" : "warn", detail, remedy };
}
