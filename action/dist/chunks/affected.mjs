import { __toESM } from "./rolldown-runtime.mjs";
import { own } from "./base.mjs";
import { SIDES, loadOf, scriptsOf, servicesIn } from "./model.mjs";
import { require_dist } from "./npm/yaml.mjs";
import { require_picomatch } from "./npm/picomatch.mjs";
import { isDeepStrictEqual } from "node:util";
import { posix } from "node:path";

// src/affected/parts.ts
var import_dist = require_dist();
const WHOLE = ".";
const isIn = (path, { path: part }) => part === WHOLE || path === part || path.startsWith(`${part}/`);
async function stackParts({ stack }, base) {
	const { process, compose, external, seed } = stack;
	const services = Object.entries(process?.services ?? {}).map(([name, { cwd }]) => ({
		path: normal(cwd),
		because: `the folder of the service ${name}`
	}));
	const whole = (because) => ({
		path: WHOLE,
		because
	});
	return [
		...services,
		...(process?.build ?? []).length > 0 ? [whole("the build runs in the checkout")] : [],
		...external === void 0 ? [] : [whole("what is deployed is not known here")],
		...seed?.run === void 0 ? [] : [whole("the seed is a command in the checkout")],
		...compose === void 0 ? [] : await composedParts(compose.files, base)
	];
}
const MOST_READ$1 = 100;
async function composedParts(files, base) {
	const found = [];
	const queue = files.map(normal);
	const project = posix.dirname(queue[0] ?? WHOLE);
	const seen = /* @__PURE__ */ new Set();
	for (let file = queue.shift(); file !== void 0; file = queue.shift()) {
		if (seen.has(file)) continue;
		seen.add(file);
		found.push({
			path: file,
			because: "a file of the Compose project"
		});
		const text = await base.text(file);
		if (text === null) continue;
		if (seen.size > MOST_READ$1) return [...found, {
			path: WHOLE,
			because: "there are too many Compose files"
		}];
		for (const word of textsIn(text)) {
			if (word.includes("$")) {
				found.push({
					path: WHOLE,
					because: `${file} names ${word.slice(0, 80)}, which is known only when it runs`
				});
				continue;
			}
			for (const folder of /* @__PURE__ */ new Set([posix.dirname(file), project])) {
				const path = normal(posix.join(folder, word));
				if (!exists(path, base)) continue;
				found.push({
					path,
					because: `named in ${file}`
				});
				if (/\.ya?ml$/.test(path)) queue.push(path);
			}
		}
	}
	return [...found, {
		path: posix.join(project, ".env"),
		because: "read by Compose"
	}];
}
const NO_PATHS = /* @__PURE__ */ new Set([
	"image",
	"environment",
	"ports",
	"labels",
	"container_name",
	"args",
	"hostname"
]);
const PATHS = /* @__PURE__ */ new Set([
	...[
		"additional_contexts",
		"build",
		"context",
		"dockerfile"
	],
	...[
		"device",
		"file",
		"path",
		"source",
		"volumes"
	],
	...[
		"env_file",
		"include",
		"label_file",
		"project_directory"
	]
]);
function textsIn(text) {
	const found = [];
	const visit = (value, key) => {
		if (typeof value === "string") found.push(...pieces(value, key));
		else if (Array.isArray(value)) for (const one of value) {
			visit(one, key);
			if (typeof one === "string") visit(/=(.*)/s.exec(one)?.[1] ?? "", key);
		}
		else if (typeof value === "object" && value !== null) {
			found.push(...dockerfileIn(value));
			for (const [name, one] of Object.entries(value)) {
				const below = key === "additional_contexts" ? key : name;
				if (!NO_PATHS.has(below)) visit(one, below);
			}
		}
	};
	try {
		visit((0, import_dist.parse)(text, {
			merge: true,
			maxAliasCount: 100,
			logLevel: "error"
		}), "");
	} catch {
		return ["$"];
	}
	return found;
}
function dockerfileIn({ context, dockerfile }) {
	if (typeof context !== "string" || typeof dockerfile !== "string" || dockerfile.startsWith("/")) return [];
	return pieces(`${context}/${dockerfile}`, "dockerfile");
}
function pieces(text, key) {
	if (/\s/.test(text) && !PATHS.has(key) || text.includes("://")) return [];
	return text.replaceAll("$$", "").replace(/\$\{\w+:?-([^{}$]*)\}/g, "$1").split(":").filter((piece) => piece !== "" && !piece.startsWith("/"));
}
function exists(path, { entries }) {
	if (path === WHOLE || entries.has(path)) return true;
	const within = `${path}/`;
	for (const name of entries.keys()) if (name.startsWith(within)) return true;
	return false;
}
async function loadParts(workload, base) {
	const folders = [];
	const files = [];
	if (loadOf(workload).kind === "command") folders.push({
		path: WHOLE,
		because: "the load is a command in the checkout"
	});
	const seen = /* @__PURE__ */ new Set();
	const visit = async (file) => {
		if (seen.has(file)) return;
		seen.add(file);
		files.push({
			path: file,
			because: "a file of the load"
		});
		const text = await base.text(file);
		if (text === null) return;
		const { imported, unknown } = importsOf(text);
		if (unknown) folders.push({
			path: WHOLE,
			because: `${file} opens files whose names are known only when it runs`
		});
		for (const one of imported) await visit(normal(posix.join(posix.dirname(file), one)));
	};
	for (const script of scriptsOf(workload)) {
		const file = normal(script.file);
		const folder = posix.dirname(file);
		if (folder !== WHOLE) folders.push({
			path: folder,
			because: "the folder of the load"
		});
		await visit(file);
	}
	return {
		files,
		folders
	};
}
function importsOf(text) {
	const fixed = [...text.matchAll(/\b(?:from|import)\s*["']([^"'\n]+)["']/g)].map(([, name]) => name);
	const calls = [...text.matchAll(/\b(?:require|open|import)\s*\(\s*(["'`]?)([^"'`)\n]*)/g)];
	const opened = calls.flatMap(([, quote, name]) => quote === "" || name.includes("${") ? [] : [name]);
	return {
		imported: [...fixed, ...opened].filter((name) => /^\.|^[\w-]+[./]/.test(name) && !/^(?:k6(?:$|\/)|https?:)/.test(name)),
		unknown: calls.some(([, quote, name]) => quote === "" || name.includes("${"))
	};
}
const EVERYWHERE = {
	lockfile: "a lock file",
	toolchain: "the version of a toolchain",
	checkout: "how git checks files out"
};
const NAMES = {
	...named("lockfile", [
		"package-lock.json",
		"npm-shrinkwrap.json",
		"yarn.lock",
		"pnpm-lock.yaml",
		"bun.lock",
		"bun.lockb",
		"deno.lock",
		"go.sum",
		"go.mod",
		"go.work",
		"go.work.sum",
		"Cargo.lock",
		"poetry.lock",
		"uv.lock",
		"pdm.lock",
		"Pipfile.lock",
		"Gemfile.lock",
		"composer.lock",
		"gradle.lockfile",
		"mix.lock",
		"packages.lock.json",
		"pubspec.lock",
		"flake.lock",
		"pnpm-workspace.yaml"
	]),
	...named("toolchain", [
		".nvmrc",
		".node-version",
		".tool-versions",
		"mise.toml",
		".mise.toml",
		"rust-toolchain",
		"rust-toolchain.toml",
		".python-version",
		".ruby-version",
		".java-version",
		".sdkmanrc",
		"global.json"
	]),
	...named("checkout", [".gitmodules", ".gitattributes"])
};
const REQUIREMENTS = /(?:^|\/)(?:requirements|constraints)(?:[\w.-]*|\/[\w.-]+)\.(?:txt|in)$/;
function everywhere(path) {
	const name = posix.basename(path);
	return own(NAMES, name) ?? (REQUIREMENTS.test(path) ? "lockfile" : void 0);
}
function named(kind, names) {
	return Object.fromEntries(names.map((name) => [name, kind]));
}
const normal = (path) => posix.normalize(path).replace(/(.)\/$/, "$1");

// src/affected/patterns.ts
var import_picomatch = /* @__PURE__ */ __toESM(require_picomatch(), 1);
function patterns(written) {
	const rules = written.map((text) => {
		const matters = !text.startsWith("!");
		const glob = (matters ? text : text.slice(1)).replace(/\/$/, "/**");
		return {
			matters,
			matches: (0, import_picomatch.default)(glob, {
				dot: true,
				nonegate: true,
				noextglob: true
			})
		};
	});
	return (path) => rules.findLast(({ matches }) => matches(path))?.matters ?? null;
}

// src/affected/affected.ts
async function effects({ config, path, base, head }) {
	const found = /* @__PURE__ */ new Map();
	const changed = changedFiles(base, head);
	const links = linksIn([base, head]);
	let stack;
	for (const [name, workload] of Object.entries(config.workloads)) {
		const written = workload.paths ?? config.policy.paths;
		if (written === void 0) continue;
		stack ??= await stackParts(config, base);
		const load = await loadParts(workload, base);
		const always = [{
			path: normal(path),
			because: "the config"
		}, ...load.files];
		const parts = [...stack, ...load.folders];
		const rules = patterns(written);
		const linked = await linkedParts([...parts, ...always], rules, links);
		found.set(name, effect(changed, rules, {
			always,
			parts: [...parts, ...linked]
		}, {
			base,
			head
		}));
	}
	return found;
}
function changedFiles(base, head) {
	return [.../* @__PURE__ */ new Set([...base.entries.keys(), ...head.entries.keys()])].filter((path) => base.entries.get(path)?.id !== head.entries.get(path)?.id).sort();
}
function effect(changed, rules, { always, parts }, { base, head }) {
	for (const file of changed) {
		const why = (because) => ({
			kind: "affected",
			file,
			because
		});
		const kind = everywhere(file);
		const fixed = kind ? EVERYWHERE[kind] : always.find((part) => isIn(file, part))?.because;
		if (fixed !== void 0) return why(fixed);
		const ruled = rules(file);
		if (ruled === true) return why("named by `paths`");
		if (ruled === false) continue;
		if ([base, head].some(({ entries }) => entries.get(file)?.kind === "submodule")) return why("a submodule");
		const part = parts.find((one) => isIn(file, one));
		if (part !== void 0) return why(part.because);
	}
	return {
		kind: "unaffected",
		files: changed.length
	};
}
const MOST_LINKS = 500;
const MOST_READ = 100;
function linksIn(listings) {
	const found = /* @__PURE__ */ new Map();
	for (const listing of listings) for (const [path, { kind, id }] of listing.entries) {
		if (kind !== "link") continue;
		let target;
		found.set(`${id} ${path}`, {
			path,
			target: () => target ??= targetOf(path, listing)
		});
	}
	return {
		all: [...found.values()],
		read: /* @__PURE__ */ new Set()
	};
}
async function targetOf(path, listing) {
	const target = normal(posix.join(posix.dirname(path), await listing.text(path) ?? "."));
	return target.startsWith("..") || target.startsWith("/") ? null : target;
}
async function linkedParts(parts, rules, { all, read }) {
	const whole = [{
		path: ".",
		because: "there are too many links to follow"
	}];
	if (all.length > MOST_LINKS) return whole;
	const found = [];
	let links = all;
	const leads = ({ path }) => rules(path) === true || [...parts, ...found].some((part) => isIn(path, part) || isIn(part.path, { path }));
	for (let next = links.filter(leads); next.length > 0; next = links.filter(leads)) {
		links = links.filter((one) => !next.includes(one));
		for (const link of next) {
			if (read.add(link).size > MOST_READ) return whole;
			const target = await link.target();
			if (target !== null) found.push({
				path: target,
				because: `the link ${link.path} leads there`
			});
		}
	}
	return found;
}

// src/affected/lockfiles.ts
const LONGEST = 2e7;
function packagesIn(name, text) {
	const read = FORMATS.find(({ names }) => names.test(name))?.read;
	if (read === void 0 || text.length > LONGEST) return null;
	try {
		const found = /* @__PURE__ */ new Map();
		for (const [pack, version] of read(text)) {
			const versions = found.get(pack);
			if (versions) versions.add(version);
			else found.set(pack, /* @__PURE__ */ new Set([version]));
		}
		return found;
	} catch {
		return null;
	}
}
const MANIFESTS_OF_JAVA = [
	{
		names: /^pom\.xml$/,
		read: maven
	},
	{
		names: /^build\.gradle(?:\.kts)?$/,
		read: gradle
	},
	{
		names: /^libs\.versions\.toml$/,
		read: gradleCatalog
	}
];
const FORMATS = [
	...MANIFESTS_OF_JAVA,
	{
		names: /^(?:package-lock|npm-shrinkwrap)\.json$/,
		read: npm
	},
	{
		names: /^yarn\.lock$/,
		read: yarn
	},
	{
		names: /^pnpm-lock\.yaml$/,
		read: pnpm
	},
	{
		names: /^bun\.lock$/,
		read: (text) => matches(text, /^ +"[^"\n]+": \["(@?[^@"\s]+)@([^@"\s]+)"/gm)
	},
	{
		names: /^go\.sum$/,
		read: (text) => matches(text, /^(\S+) (v[^\s/]+) h1:/gm)
	},
	{
		names: /^(?:Cargo|poetry|uv|pdm)\.lock$/,
		read: toml
	},
	{
		names: /^Gemfile\.lock$/,
		read: (text) => matches(text, /^ {4}([\w.-]+) \(([\w.-]+)\)$/gm)
	},
	{
		names: /^composer\.lock$/,
		read: composer
	},
	{
		names: /^Pipfile\.lock$/,
		read: pipfile
	},
	{
		names: /^gradle\.lockfile$/,
		read: (text) => matches(text, /^([\w.-]+:[\w.-]+):([\w.+-]+)=/gm)
	},
	{
		names: /\.(?:txt|in)$/,
		read: (text) => matches(text, /^([\w.-]+)(?:\[[\w,-]*\])?==([\w.+!-]+)/gm)
	}
];
const isManifestOfJava = (name) => MANIFESTS_OF_JAVA.some(({ names }) => names.test(name));
const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, name, version]) => [name, version]);
function npm(text) {
	const { packages, dependencies } = JSON.parse(text);
	if (packages === void 0) return nested(dependencies ?? {});
	return Object.entries(packages).flatMap(([path, { version }]) => {
		const [name] = path.split("node_modules/").slice(-1);
		return version === void 0 || !path.includes("node_modules/") ? [] : [[name, version]];
	});
}
const nested = (packages) => Object.entries(packages).flatMap(([name, { version = "", dependencies = {} }]) => [[name, version], ...nested(dependencies)]);
function* yarn(text) {
	let name;
	for (const line of text.split("\n")) {
		if (/^[^\s#]/.test(line)) name = /^"?(@?[^@"\s]+)@/.exec(line)?.[1];
		const version = /^ {2}version:? "?([^"\s]+)"?$/.exec(line)?.[1];
		if (name !== void 0 && version !== void 0) yield [name, version];
	}
}
function* pnpm(text) {
	let section = "";
	for (const line of text.split("\n")) {
		section = /^(\w+):/.exec(line)?.[1] ?? section;
		const key = section === "packages" ? /^ {2}['"]?\/?([^\s'"]+?)['"]?:/.exec(line)?.[1] : void 0;
		if (key === void 0) continue;
		const plain = key.replace(/\(.*$/, "");
		const [, name, version] = /^(@?[^@]+)@(.+)$/.exec(plain) ?? /^(.+)\/([^/]+)$/.exec(plain) ?? [];
		if (name !== void 0 && version !== void 0) yield [name, version];
	}
}
function* toml(text) {
	let name;
	for (const line of text.split("\n")) {
		if (line.startsWith("[")) name = void 0;
		const [, key, value] = /^(name|version) = "([^"]*)"/.exec(line) ?? [];
		if (key === "name") name = value;
		else if (key === "version" && name !== void 0) yield [name, value];
	}
}
function composer(text) {
	const found = JSON.parse(text);
	return [...found.packages ?? [], ...found["packages-dev"] ?? []].map(({ name, version }) => [name, version]);
}
function pipfile(text) {
	const { default: own = {} } = JSON.parse(text);
	return Object.entries(own).flatMap(([name, { version }]) => version === void 0 ? [] : [[name, version.replace("==", "")]]);
}
function maven(text) {
	const [, listed = ""] = text.split("<properties>");
	const [properties = ""] = listed.split("</properties>");
	const values = new Map(matches(properties, /<([\w.-]+)>([^<]*)</g));
	return ["dependency", "parent"].flatMap((tag) => text.split(`<${tag}>`).slice(1)).flatMap((rest) => {
		const [one = ""] = rest.split(/<\/(?:dependency|parent)>/, 1);
		const [group, artifact, version] = [
			"groupId",
			"artifactId",
			"version"
		].map((tag) => {
			const [, value = ""] = new RegExp(`<${tag}>([^<]*)<`).exec(one) ?? [];
			return value.trim().replace(/^\$\{([^{}]*)\}$/, (whole, name) => values.get(name) ?? whole);
		});
		return group && artifact && version ? [[`${group}:${artifact}`, version]] : [];
	});
}
function gradle(text) {
	return [...matches(text, /["']([\w.-]{1,100}:[\w.-]{1,100}):([\w.+-]{1,100})["'@]/g), ...matches(text, /\bid[ (]{1,2}["']([\w.-]{1,100})["'] {0,2}\)? {0,4}version {1,4}["']([\w.+-]{1,100})["']/g)];
}
function gradleCatalog(text) {
	const versions = new Map(matches(text, /^([\w.-]+) *= *"([^"]*)"/gm));
	return text.split("\n").flatMap((line) => {
		const value = (key) => new RegExp(`\\b${key} *= *"([^"]*)"`).exec(line)?.[1];
		const [, short, direct] = /^[\w.-]+ *= *"([\w.-]+:[\w.-]+):([\w.+-]+)"/.exec(line) ?? [];
		const name = short ?? value("module") ?? [value("group"), value("name")].join(":");
		const version = direct ?? versions.get(value("version\\.ref") ?? "") ?? value("version");
		return /^[^:]+:[^:]+$/.test(name) && version !== void 0 ? [[name, version]] : [];
	});
}

// src/affected/differences.ts
const MOST = 20;
const MOST_PACKAGES = 3;
const SHOWN = 80;
const LONGEST_NAME = 214;
async function differencesBetween(base, head, { composeKeys: wanted = true } = {}) {
	const found = [];
	for (const file of changedFiles(base, head)) {
		const compare = comparerOf(file);
		if (compare === void 0 || !wanted && compare === composeKeys || found.length === MOST) continue;
		const [before, after] = [await base.text(file), await head.text(file)];
		const what = compare(before ?? "", after ?? "");
		if (what !== null) found.push(`\`${shown(file)}\`: ${what}`);
	}
	return found;
}
function updatesIn(files, text) {
	return files.filter(namesVersions).flatMap((file) => {
		const [before, after] = SIDES.map((side) => packagesIn(posix.basename(file), text(side, file) ?? ""));
		return [...before ?? []].flatMap(([name, versions]) => {
			const [base, head] = [versionsOf(versions), versionsOf(after?.get(name))];
			return head !== "" && head !== base && name.length <= LONGEST_NAME ? [{
				name,
				file,
				base: shown(base),
				head: shown(head)
			}] : [];
		});
	});
}
const namesVersions = (file) => everywhere(file) === "lockfile" || isManifestOfJava(posix.basename(file));
function comparerOf(file) {
	const name = posix.basename(file);
	if (/^(?:Dockerfile|Containerfile)|\.(?:dockerfile|Dockerfile)$/.test(name)) return images;
	if (name === "go.mod") return goVersion;
	if (/^(?:docker-)?compose[\w.-]*\.ya?ml$/.test(name)) return composeKeys;
	if (everywhere(file) === "toolchain") return (before, after) => step(firstOf(before), firstOf(after));
	return namesVersions(file) ? (before, after) => packages(name, before, after) : void 0;
}
const shown = (text) => (text.length > SHOWN ? `${text.slice(0, 79)}…` : text).replaceAll("`", "'");
function step(before, after) {
	const [gone, come] = [before, after].map((text) => `\`${shown(text)}\``);
	if (before === after) return null;
	if (before === "") return `${come} added`;
	return after === "" ? `${gone} removed` : `${gone} → ${come}`;
}
const firstOf = (text) => text.split("\n").find((line) => /^\s*[^\s#]/.test(line))?.trim() ?? "";
const goVersion = (before, after) => {
	const of = (text) => (text.match(/^(?:go|toolchain) \S+/gm) ?? []).join(", ");
	return step(of(before), of(after));
};
const images = (before, after) => {
	const of = (text) => {
		const stages = [...text.matchAll(/^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/gim)];
		const names = new Set(stages.map(([, , name]) => name));
		return stages.flatMap(([, image]) => names.has(image) ? [] : [image]);
	};
	const [gone, come] = [of(before), of(after)];
	const only = (one, other) => [...new Set(one.filter((image) => !other.includes(image)))].join(", ");
	return step(only(gone, come), only(come, gone));
};
const composeKeys = (before, after) => {
	const [gone, come] = [servicesIn(before), servicesIn(after)];
	const changed = [.../* @__PURE__ */ new Set([...Object.keys(gone), ...Object.keys(come)])].sort().flatMap((name) => {
		const [one, other] = [own(gone, name), own(come, name)];
		return one && other ? keysThatDiffer(one, other).map((key) => `${name}.${key}`) : [name];
	});
	const named = changed.slice(0, MOST_PACKAGES).map((key) => `\`${shown(key).replace(/\s+/g, " ")}\``);
	return changed.length === 0 ? null : `${named.join(", ")}${changed.length > MOST_PACKAGES ? ", …" : ""}`;
};
const keysThatDiffer = (one, other) => {
	const [before, after] = [one, other].map((service) => new Map(Object.entries(service)));
	return [.../* @__PURE__ */ new Set([...before.keys(), ...after.keys()])].sort().filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)));
};
function packages(name, before, after) {
	const [gone, come] = [before, after].map((text) => text === "" ? /* @__PURE__ */ new Map() : packagesIn(name, text));
	if (!gone || !come) return "changed";
	const names = [.../* @__PURE__ */ new Set([...gone.keys(), ...come.keys()])].sort();
	const isIn = (one) => Number(gone.has(one)) * 2 + Number(come.has(one));
	names.sort((a, b) => isIn(b) - isIn(a));
	const changed = names.flatMap((one) => versionStep(one, gone, come));
	if (changed.length === 0) return null;
	const more = changed.length > MOST_PACKAGES ? ", …" : "";
	return `${changed.length === 1 ? "1 package" : `${changed.length} packages`}: ${changed.slice(0, MOST_PACKAGES).join(", ")}${more}`;
}
function versionStep(name, before, after) {
	const change = step(versionsOf(before.get(name)), versionsOf(after.get(name)));
	return change === null ? [] : [`${shown(name).replaceAll("\n", " ")} ${change.replaceAll("`", "")}`];
}
const versionsOf = (versions = /* @__PURE__ */ new Set()) => [...versions].sort().join(" and ");

export { differencesBetween, effects, updatesIn };