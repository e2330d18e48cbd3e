import { require_fastest_levenshtein } from "../npm/fastest-levenshtein.mjs";

// src/commands/closest.ts
var import_fastest_levenshtein = require_fastest_levenshtein();
const CLOSE = 3;
const closest = (names, typed) => [...new Set(names)].map((name) => ({
	name,
	far: (0, import_fastest_levenshtein.distance)(name, typed)
})).filter(({ name, far }) => far <= Math.min(CLOSE, name.length / 2)).sort((a, b) => a.far - b.far).slice(0, 3).map(({ name }) => name);

export { closest };