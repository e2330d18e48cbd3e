import { environmentError, logTo, own, userError, withoutEnd } from "../base.mjs";
import { manifests, obtainK6, prepareTestRun, readTestRun, secretName } from "../load.mjs";
import { trialVariables } from "../measure.mjs";
import { headersVariable, loadOf } from "../model.mjs";
import { readText } from "../store.mjs";
import { prepareOutput } from "./paths.mjs";
import { readConfigFile } from "./rulefiles.mjs";
import { join, resolve } from "node:path";

// src/commands/measure/testrun.ts
async function testRunManifests(world, options) {
	const testrun = await prepared(world, options);
	const log = logTo(world.err);
	for (const variable of testrun.secrets) log.info(`headers come from a Secret: ${variable} of ${secretName(options.workload)}, as a JSON object`);
	return manifests(testrun);
}
async function testRunFigures(world, options, files) {
	const testrun = await prepared(world, options);
	const logs = await Promise.all(files.map(async (file) => ({
		file,
		text: await readText(resolve(world.cwd, file), "log of a runner", "save it: kubectl logs POD > FILE")
	})));
	const result = readTestRun(logs, testrun);
	if (!result.ok) {
		const { code, message } = result.failure;
		throw environmentError(`The trial has no figures: ${message} (${code}).`, { where: files.join(", ") });
	}
	const { workload, variant = null } = options;
	return {
		workload,
		variant,
		id: testrun.id,
		observed: result.observed
	};
}
async function prepared(world, { config: path, out, workload: name, variant }) {
	const { config } = await readConfigFile(world, path);
	const workload = own(config.workloads, name);
	if (workload === void 0) {
		const remedy = `name one of: ${Object.keys(config.workloads).join(", ")}`;
		throw userError(`There is no workload "${name}".`, {
			where: path,
			remedy
		});
	}
	if (variant !== void 0 && own(workload.variants, variant) === void 0) throw userError(`The workload "${name}" has no variant "${variant}".`, { where: path });
	const { kind } = loadOf(workload);
	const { external } = config.stack;
	if (kind !== "k6" || external === void 0) {
		const why = kind === "k6" ? "the config has no stack.external" : `it is a load by ${kind}`;
		throw userError(`k6-operator cannot run the workload "${name}": ${why}.`, {
			where: path,
			remedy: "its runners load a deployed system (stack.external) by a k6 script"
		});
	}
	const endpoints = Object.entries(external.endpoints);
	const headed = endpoints.filter(([, { headers }]) => Object.keys(headers).length > 0);
	const log = logTo(world.err);
	const k6 = await obtainK6({
		env: world.env,
		log,
		signal: world.signal,
		checkout: world.cwd
	});
	const scratch = join(await prepareOutput(world, out), "scratch");
	const place = {
		cwd: world.cwd,
		env: world.env,
		scratch,
		log,
		literals: {}
	};
	const asked = {
		name,
		workload,
		slot: {
			index: 0,
			workload: name,
			variant: variant ?? null,
			side: "head",
			trial: 0,
			seed: 0,
			warmup: workload.warmup,
			duration: workload.measure.duration
		},
		env: trialVariables(workload, variant ?? null),
		targets: Object.fromEntries(endpoints.map(([endpoint, { url }]) => [endpoint, withoutEnd(url, "/")])),
		secrets: headed.map(([endpoint]) => headersVariable(endpoint))
	};
	return prepareTestRun({
		...k6,
		...place
	}, asked, world.signal);
}

export { testRunFigures, testRunManifests };