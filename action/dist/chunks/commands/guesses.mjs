import { withoutEnd } from "../base.mjs";
import { STARTER, WRITTEN, guessesIn } from "../init.mjs";

// src/commands/guesses.ts
const GUESS_REMEDY = "Correct what it is about, or find it right, and take the comment out.";
async function guessesOf(config, read) {
	const text = await read(config) ?? "";
	const script = (text.includes("perf/browse.js") ? await read("perf/browse.js") : null) ?? "";
	return [...guessesIn(config, text), ...script.includes("written by `steelyard init`") ? guessesIn(STARTER, script) : []];
}
function guessWarnings(found) {
	const [first] = found;
	if (first === void 0) return [];
	const { path, line, guess } = first;
	const more = found.length === 1 ? "" : `, and ${found.length - 1} more`;
	return [{
		code: "guesses",
		message: `\`steelyard init\` guessed, and nobody has confirmed it: ${withoutEnd(guess, ".")} (${path}:${line})${more}.`,
		remedy: GUESS_REMEDY
	}];
}

export { GUESS_REMEDY, guessWarnings, guessesOf };