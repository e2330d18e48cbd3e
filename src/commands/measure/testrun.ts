import { join, resolve } from "node:path";
import { environmentError, userError } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { withoutEnd } from "../../base/text.ts";
import type { World } from "../../base/world.ts";
import { obtainK6 } from "../../load/k6/obtain.ts";
import { manifests, secretName } from "../../load/k6/operator/manifest.ts";
import { prepareTestRun, readTestRun, type TestRun } from "../../load/k6/operator/testrun.ts";
import { trialVariables } from "../../measure/plan.ts";
import { loadOf } from "../../model/load.ts";
import type { Slot } from "../../model/schedule.ts";
import { headersVariable } from "../../model/target.ts";
import { readText } from "../../store/files.ts";
import { prepareOutput } from "../paths.ts";
import { readConfigFile } from "../rulefiles.ts";

/** A trial that k6-operator runs on a cluster. */
export interface TestRunOptions {
  readonly config: string;
  readonly out: string;
  readonly workload: string;
  readonly variant?: string | undefined;
}

/**
 * The manifests of a trial for k6-operator. Nothing is loaded.
 *
 * @throws SteelyardError (user) for a workload that is not of k6, or a stack that is not deployed
 */
export async function testRunManifests(world: World, options: TestRunOptions): Promise<object> {
  const testrun = await prepared(world, options);
  const log = logTo(world.err);
  for (const variable of testrun.secrets) {
    log.info(`headers come from a Secret: ${variable} of ${secretName(options.workload)}, as a JSON object`);
  }
  return manifests(testrun);
}

/**
 * The figures of such a trial, from the saved logs of its runners.
 *
 * @throws SteelyardError (user) for a log that does not belong to it; (environment) for a trial without figures
 */
export async function testRunFigures(
  world: World,
  options: TestRunOptions,
  files: readonly string[],
): Promise<object> {
  const testrun = await prepared(world, options);
  const logs = await Promise.all(
    files.map(async (file) => ({
      file,
      text: await readText(resolve(world.cwd, file), "log of a runner", "save it: kubectl logs POD > FILE"),
    })),
  );
  const result = readTestRun(logs, testrun);
  if (!result.ok) {
    const { code, message } = result.failure;
    throw environmentError(`The trial has no figures: ${message} (${code}).`, { where: files.join(", ") });
  }
  const { workload, variant = null } = options;
  return { workload, variant, id: testrun.id, observed: result.observed };
}

async function prepared(
  world: World,
  { config: path, out, workload: name, variant }: TestRunOptions,
): Promise<TestRun> {
  const { config } = await readConfigFile(world, path);
  const workload = own(config.workloads, name);
  if (workload === undefined) {
    const remedy = `name one of: ${Object.keys(config.workloads).join(", ")}`;
    throw userError(`There is no workload "${name}".`, { where: path, remedy });
  }
  if (variant !== undefined && own(workload.variants, variant) === undefined) {
    throw userError(`The workload "${name}" has no variant "${variant}".`, { where: path });
  }
  const { kind } = loadOf(workload);
  const { external } = config.stack;
  if (kind !== "k6" || external === undefined) {
    const why = kind === "k6" ? "the config has no stack.external" : `it is a load by ${kind}`;
    throw userError(`k6-operator cannot run the workload "${name}": ${why}.`, {
      where: path,
      remedy: "its runners load a deployed system (stack.external) by a k6 script",
    });
  }
  const endpoints = Object.entries(external.endpoints);
  const headed = endpoints.filter(([, { headers }]) => Object.keys(headers).length > 0);
  const log = logTo(world.err);
  const k6 = await obtainK6({ env: world.env, log, signal: world.signal, checkout: world.cwd });
  const scratch = join(await prepareOutput(world, out), "scratch");
  const place = { cwd: world.cwd, env: world.env, scratch, log, literals: {} };
  const slot: Slot = {
    index: 0,
    workload: name,
    variant: variant ?? null,
    side: "head",
    trial: 0,
    seed: 0,
    warmup: workload.warmup,
    duration: workload.measure.duration,
  };
  const asked = {
    name,
    workload,
    slot,
    env: trialVariables(workload, variant ?? null),
    targets: Object.fromEntries(endpoints.map(([endpoint, { url }]) => [endpoint, withoutEnd(url, "/")])),
    secrets: headed.map(([endpoint]) => headersVariable(endpoint)),
  };
  return prepareTestRun({ ...k6, ...place }, asked, world.signal);
}
