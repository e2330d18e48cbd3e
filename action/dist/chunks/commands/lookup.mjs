import { EXIT_MEANINGS, nearest, own, userError } from "../base.mjs";
import { configKeys, keysNamed } from "../config.mjs";
import { FATES, VERDICTS } from "../model.mjs";
import { FILES, FILE_MEANINGS } from "./paths.mjs";

// src/commands/setup/lookup.ts
const MOST = 8;
function explainTerm(term) {
	const verdict = VERDICTS.find((one) => one === term);
	if (verdict !== void 0) return {
		text: verdictText(verdict),
		json: {
			verdict,
			...FATES[verdict]
		}
	};
	const exit = /^\d{1,3}$/.test(term) ? own(EXIT_MEANINGS, term) : void 0;
	if (exit !== void 0) return {
		text: `exit code ${term}: ${exit}\n`,
		json: {
			exit: Number(term),
			meaning: exit
		}
	};
	const file = Object.keys(FILES).find((name) => FILES[name] === term);
	if (file !== void 0) {
		const [name, meaning] = [FILES[file], FILE_MEANINGS[file]];
		return {
			text: `${name}: ${meaning}\n`,
			json: {
				file: name,
				meaning
			}
		};
	}
	const keys = configKeys();
	const found = keysNamed(term, keys);
	if (found.length === 0) throw unknown(term, keys);
	const more = found.length - MOST;
	const rest = more > 0 ? `and ${more} more: name more of the path\n` : "";
	return {
		text: found.slice(0, MOST).map(keyText).join("\n") + (rest && `\n${rest}`),
		json: { keys: found }
	};
}
function verdictText(verdict) {
	const { symbol, meaning, conclusion, exit, fails } = FATES[verdict];
	return `${symbol} ${verdict}: ${meaning}\n  check      ${conclusion}\n  exit code  ${fails || exit === 0 ? String(exit) : `0; ${exit} where \`policy.fail_on.add\` names it`}\n`;
}
function keyText({ key, type, usual, required, example, about }) {
	const shown = [
		["takes", type.replaceAll("`", "")],
		[required ? "required" : "default", required ? "yes" : usual],
		["example", example && `${key.split(".").at(-1)}: ${example}`]
	].flatMap(([name, value]) => value === null ? [] : [`  ${name.padEnd(8)}  ${value}`]);
	return [
		`${key}: ${about}`,
		...shown,
		""
	].join("\n");
}
function unknown(term, keys) {
	const names = [
		...VERDICTS,
		...Object.values(FILES),
		...keys.flatMap(({ key }) => [key, key.split(".").at(-1)])
	];
	const near = nearest(term, names);
	return userError(`There is no key, verdict, exit code or file "${term.slice(0, 80)}".`, {
		where: "steelyard explain",
		remedy: near !== void 0 ? `did you mean ${near}?` : "name one, such as policy.band, measure.pairs, inconclusive or run.json"
	});
}

export { explainTerm };