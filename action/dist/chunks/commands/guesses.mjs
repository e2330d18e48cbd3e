import { STARTER, guessesIn } from "../init.mjs";
import { scriptsOf } from "../model.mjs";

// src/commands/guesses.ts
const GUESS_REMEDY = "Correct what it is about, or find it right, and take the comment out.";
async function guessesOf(path, { workloads }, read) {
	const found = (Object.values(workloads).some((load) => scriptsOf(load).some(({ file }) => file === "perf/browse.js")) ? [path, STARTER] : [path]).map(async (file) => guessesIn(file, await read(file) ?? ""));
	return (await Promise.all(found)).flat();
}
function guessWarnings(found) {
	const [first] = found;
	if (first === void 0) return [];
	const { path, line, doubt } = first;
	return [{
		code: "guesses",
		message: `\`steelyard init\` guessed, and nobody has confirmed it: ${doubt} (${path}:${line})${found.length === 1 ? "" : `, and ${found.length - 1} more`}.`,
		remedy: GUESS_REMEDY
	}];
}

export { GUESS_REMEDY, guessWarnings, guessesOf };