import { EXIT_MEANINGS, nearest, own, userError } from "../base.mjs";
import { KNOWN_SINCE, configKeys, keysNamed, knownMetrics, metricNamed } from "../config.mjs";
import { FATES, VERDICTS } from "../model.mjs";
import { TERMS } from "../report.mjs";
import { FILES, FILE_MEANINGS } from "./paths.mjs";

// src/commands/setup/variables.ts
const VARIABLES = [
	{
		variable: "STEELYARD_TARGET_<ENDPOINT>",
		by: "load scripts",
		meaning: "the address of an endpoint, its name in capitals: `STEELYARD_TARGET_API`"
	},
	{
		variable: "STEELYARD_HEADERS_<ENDPOINT>",
		by: "commands",
		meaning: "the headers of a deployed endpoint, as JSON"
	},
	{
		variable: "STEELYARD_PHASE",
		by: "load scripts",
		meaning: "`warmup`, `measured` or `discovery`"
	},
	{
		variable: "STEELYARD_SEED",
		by: "load scripts",
		meaning: "the seed of random numbers, the same for base and head"
	},
	{
		variable: "STEELYARD_DURATION",
		by: "commands",
		meaning: "seconds of load"
	},
	{
		variable: "STEELYARD_OUTPUT",
		by: "commands",
		meaning: "the file to write, with `output: file`"
	},
	{
		variable: "STEELYARD_RUNNER_CLASS",
		by: "steelyard",
		meaning: "the name of this machine's baselines"
	},
	{
		variable: "STEELYARD_GENERATORS",
		by: "steelyard",
		meaning: "machines that share a k6 load, as ssh names them"
	},
	{
		variable: "STEELYARD_GITLAB_TOKEN",
		by: "`gitlab report`",
		meaning: "the token that writes the note"
	},
	{
		variable: "STEELYARD_TOKEN",
		by: "`publish`",
		meaning: "the token that pushes, before `GITHUB_TOKEN`"
	},
	{
		variable: "GITHUB_TOKEN",
		by: "`publish`",
		meaning: "the token that pushes"
	},
	{
		variable: "CI",
		by: "steelyard",
		meaning: "set in CI: base and head are paired automatically"
	},
	{
		variable: "NO_COLOR",
		by: "steelyard",
		meaning: "no colours"
	}
];
const variableNamed = (name) => VARIABLES.find(({ variable }) => variable.endsWith("<ENDPOINT>") ? name === variable || name.startsWith(variable.replace("<ENDPOINT>", "")) : name === variable);

// src/commands/setup/lookup.ts
const MOST = 8;
function explainTerm(term) {
	const found = ofVerdict(term) ?? ofExit(term) ?? ofFile(term) ?? ofKeys(term) ?? ofMetric(term) ?? ofVariable(term) ?? ofTerm(term);
	if (found === void 0) throw unknown(term);
	return found;
}
function ofVerdict(term) {
	const verdict = VERDICTS.find((one) => one === term);
	return verdict && {
		text: verdictText(verdict),
		json: {
			verdict,
			...FATES[verdict]
		}
	};
}
function ofExit(term) {
	const code = /^(?:exit (?:code )?)?(\d{1,3})$/.exec(term)?.[1];
	const meaning = code === void 0 ? void 0 : own(EXIT_MEANINGS, code);
	return meaning === void 0 ? void 0 : {
		text: `exit code ${code}: ${meaning}\n`,
		json: {
			exit: Number(code),
			meaning
		}
	};
}
function ofFile(term) {
	const file = Object.keys(FILES).find((name) => FILES[name] === term);
	if (file === void 0) return void 0;
	const [name, meaning] = [FILES[file], FILE_MEANINGS[file]];
	return {
		text: `${name}: ${meaning}\n`,
		json: {
			file: name,
			meaning
		}
	};
}
function ofKeys(term) {
	const all = configKeys();
	const found = keysNamed(term, all);
	if (found.length === 0) return void 0;
	const more = found.length - MOST;
	const rest = more > 0 ? `and ${more} more: name more of the path\n` : "";
	return {
		text: found.slice(0, MOST).map((key) => keyText(key, all)).join("\n") + (rest && `\n${rest}`),
		json: { keys: found.map((key) => ({
			...key,
			since: KNOWN_SINCE
		})) }
	};
}
function ofMetric(term) {
	const found = metricNamed(term);
	if (found === void 0) return void 0;
	const { metric, meaning, unit, better, statistics } = found;
	return {
		text: `${[
			`${metric}: ${meaning}`,
			`  unit        ${unit}`,
			`  better      ${better}`,
			`  statistics  ${statistics}`
		].join("\n")}\n`,
		json: found
	};
}
function ofVariable(term) {
	const found = variableNamed(term);
	return found && {
		text: `${found.variable}: ${found.meaning}\n  read by  ${found.by}\n`,
		json: found
	};
}
function ofTerm(term) {
	const wanted = term.toLowerCase();
	const word = Object.keys(TERMS).find((one) => {
		const name = one.toLowerCase();
		return name === wanted || name.startsWith(`${wanted} [`);
	});
	return word === void 0 ? void 0 : {
		text: `${word}: ${TERMS[word]}\n`,
		json: {
			term: word,
			meaning: TERMS[word]
		}
	};
}
function verdictText(verdict) {
	const { symbol, meaning, conclusion, exit, fails } = FATES[verdict];
	return `${symbol} ${verdict}: ${meaning}\n  check      ${conclusion}\n  exit code  ${fails || exit === 0 ? String(exit) : `0; ${exit} where \`policy.fail_on.add\` names it`}\n`;
}
const BELOW = /^(?:\.NAME|\[\])?\.(?!NAME$)(\w+)$/;
function keyText({ key, type, usual, required, example, about }, all) {
	const below = all.flatMap((one) => one.key.startsWith(key) ? BELOW.exec(one.key.slice(key.length))?.[1] ?? [] : []);
	const shown = [
		["takes", `${type.replaceAll("`", "")}${below.length === 0 ? "" : `: ${below.join(", ")}`}`],
		[required ? "required" : "default", required ? "yes" : usual],
		["example", example && `${key.split(".").at(-1)}: ${example}`],
		["since", KNOWN_SINCE]
	].flatMap(([name, value]) => value === null ? [] : [`  ${name.padEnd(8)}  ${value}`]);
	return [
		`${key}: ${about}`,
		...shown,
		""
	].join("\n");
}
function unknown(term) {
	const names = [
		...VERDICTS,
		...Object.values(FILES),
		...configKeys().flatMap(({ key }) => [key, key.split(".").at(-1)]),
		...knownMetrics().map(({ metric }) => metric),
		...VARIABLES.map(({ variable }) => variable),
		...Object.keys(TERMS)
	];
	const near = nearest(term, names);
	return userError(`Nothing is called "${term.slice(0, 80)}": no key, verdict, metric, exit code, file or word of a report.`, {
		where: "steelyard explain",
		remedy: near !== void 0 ? `did you mean ${near}?` : "name one, such as policy.band, measure.pairs, inconclusive, cpu_per_request or run.json"
	});
}

export { explainTerm };