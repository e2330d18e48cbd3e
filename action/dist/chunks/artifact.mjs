import { userError, visible, withoutValues } from "./base.mjs";
import { Run, readVersioned } from "./model.mjs";
import { require_yauzl } from "./npm/yauzl.mjs";

// src/artifact/caps.ts
const CAPS = {
	archive: 64 * 2 ** 20,
	entries: 16,
	unpacked: 192 * 2 ** 20,
	name: 100,
	values: 1e7,
	depth: 40,
	text: 2e5
};

// src/artifact/json.ts
function demandBounded(text, where, caps = CAPS) {
	const refuse = (why) => userError(`This file is rejected: ${why}.`, {
		where,
		remedy: "upload the run.json of the measuring step"
	});
	let depth = 0;
	let values = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === QUOTE) {
			const end = closing(text, at);
			if (end - at > caps.text) throw refuse(`a text has more than ${caps.text} characters`);
			at = end;
			values++;
		} else if (character === OPEN_LIST || character === OPEN_OBJECT) {
			depth++;
			values++;
			if (depth > caps.depth) throw refuse(`it nests deeper than ${caps.depth} levels`);
		} else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
		else if (isWord(character)) {
			const begin = at;
			while (at + 1 < text.length && isWord(text.charCodeAt(at + 1))) at++;
			if (at - begin > MOST_DIGITS) throw refuse("a number has too many digits");
			const size = Math.abs(Number(text.slice(begin, at + 1)));
			if (size > LARGEST || size > 0 && size < SMALLEST) throw refuse("a number is out of range");
			values++;
		}
		if (values > caps.values) throw refuse(`it has more than ${caps.values} values`);
	}
}
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
	34,
	92,
	91,
	93,
	123,
	125
];
const MOST_DIGITS = 40;
const LARGEST = 1e60;
const SMALLEST = 1e-60;
function closing(text, begin) {
	for (let at = begin + 1; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === BACKSLASH) at++;
		else if (character === QUOTE) return at;
	}
	return text.length;
}
const isWord = (character) => character >= 48 && character <= 57 || character >= 97 && character <= 122 || character === 43 || character === 45 || character === 46 || character === 69;

// src/artifact/statements.ts
const NAMED = /^(?:[A-Z\d_.-]+(?: [A-Z\d_.-]+)?|reads|writes|commands|transactions)$/;
const plain = (text) => NAMED.test(text) ? text : withoutValues(text);
function withoutStatementValues(profiling) {
	const all = (ones) => ones.flatMap((one) => {
		const text = plain(one.text);
		return text === null ? [] : [{
			...one,
			text
		}];
	});
	const { workloads, origins } = profiling;
	return {
		...profiling,
		workloads: workloads.map((workload) => ({
			...workload,
			statements: workload.statements.map((one) => one.http ? one : {
				...one,
				counts: all(one.counts)
			})
		})),
		...origins && { origins: all(origins) }
	};
}

// src/artifact/zip.ts
var import_yauzl = require_yauzl();
async function unpacked(archive, caps = CAPS) {
	if (archive.length > caps.archive) throw refused(`it has ${archive.length} bytes, more than ${caps.archive}`);
	const zip = await opened(archive);
	if (zip.entryCount > caps.entries) throw refused(`it has ${zip.entryCount} entries, more than ${caps.entries}`);
	const files = /* @__PURE__ */ new Map();
	let room = caps.unpacked;
	try {
		for await (const entry of zip.eachEntry()) {
			const fault = faultOf(entry, caps) ?? (files.has(entry.fileName) ? "it occurs twice" : void 0);
			if (fault !== void 0) throw refused(`${shown(entry.fileName)}: ${fault}`);
			if (entry.uncompressedSize > room) throw refused(`its files have more than ${caps.unpacked} bytes`);
			const bytes = await content(zip, entry);
			room -= bytes.length;
			files.set(entry.fileName, bytes);
		}
	} catch (error) {
		throw asRefusal(error);
	}
	return files;
}
async function opened(archive) {
	try {
		return await (0, import_yauzl.fromBufferPromise)(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength), {
			validateEntrySizes: true,
			strictFileNames: true
		});
	} catch (error) {
		throw asRefusal(error);
	}
}
const UNIX = 3;
const KIND = 61440;
const REGULAR = 32768;
function faultOf(entry, caps) {
	const { fileName, fileNameLength, externalFileAttributes: attributes, versionMadeBy } = entry;
	const kind = attributes >>> 16 & KIND;
	if (fileNameLength > caps.name) return `its name has more than ${caps.name} bytes`;
	if (versionMadeBy >>> 8 === UNIX && kind !== 0 && kind !== REGULAR) return "it is a link, or not a file";
	if (!/^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.json$/.test(fileName)) return "only JSON files with plain names are accepted";
	if (entry.isEncrypted()) return "it is encrypted";
}
async function content(zip, entry) {
	const stream = await zip.openReadStreamPromise(entry);
	const chunks = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}
const refused = (why) => userError(`The artifact is rejected: ${why}.`, {
	where: "the artifact",
	remedy: "upload the run.json of the measuring step, and nothing else"
});
function asRefusal(error) {
	if (!(error instanceof Error) || error.name === "SteelyardError") return error;
	return refused(`it is damaged, or not an archive (${visible(error.message).replaceAll("\n", " ").slice(0, 200)})`);
}
const shown = (name) => visible(JSON.stringify(name.slice(0, 60)));

// src/artifact/measurement.ts
async function measurementIn(archive, caps = CAPS) {
	const files = await unpacked(archive, caps);
	const found = [...files.keys()].filter((name) => name === "run.json" || name.endsWith("/run.json"));
	const [name] = found;
	if (name === void 0 || found.length > 1) throw userError(name === void 0 ? "The artifact holds no run.json." : `The artifact holds ${found.length} run.json.`, {
		where: "the artifact",
		remedy: `upload the run.json of the measuring step: path: \${{ steps.measure.outputs.run }}`
	});
	return runIn(files.get(name), name, caps);
}
function runIn(bytes, name, caps = CAPS) {
	let text;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (cause) {
		throw userError("The run.json is not UTF-8.", {
			where: name,
			remedy: "measure again: steelyard measure",
			cause
		});
	}
	demandBounded(text, name, caps);
	const run = readVersioned(text, "run", Run, name, "steelyard measure");
	return run.profiling ? {
		...run,
		profiling: withoutStatementValues(run.profiling)
	} : run;
}

export { CAPS, measurementIn, runIn };