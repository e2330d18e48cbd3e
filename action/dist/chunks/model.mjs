import { EXIT, NUMBER as NUMBER$1, PAIRS, SPAN, SteelyardError, TIMES, decimal, number as number$1, own, resolved, seconds as seconds$2, userError } from "./base.mjs";
import { NEVER, _enum, array, boolean, date, datetime, discriminatedUnion, globalRegistry, literal, number$1 as number$2, object, partialRecord, record, strictObject, string, toJSONSchema, tuple, union, url } from "./npm/zod.mjs";
import { require_dist } from "./npm/yaml.mjs";

// src/model/fates.ts
const VERDICTS = [
	"unaffected",
	"unchanged",
	"new",
	"inconclusive",
	"improved",
	"accepted",
	"incomparable",
	"invalid",
	"missing",
	"expectation",
	"budget",
	"regressed",
	"failed"
];
const pass = (meaning, symbol, conclusion = "success") => ({
	meaning,
	symbol,
	conclusion,
	exit: EXIT.ok,
	fails: false,
	movable: false
});
const fail = (meaning, symbol, exit, movable) => ({
	meaning,
	symbol,
	conclusion: "failure",
	exit,
	fails: true,
	movable
});
const undecided = (meaning, symbol, conclusion) => ({
	meaning,
	symbol,
	conclusion,
	exit: EXIT.undecided,
	fails: false,
	movable: true
});
const FATES = {
	unaffected: pass("the change cannot affect it, so it was not measured", "⏭️"),
	unchanged: pass("shown not to be worse by the band", "✅"),
	new: pass("nothing to compare with yet", "🆕", "neutral"),
	inconclusive: undecided("cannot tell at this precision", "🔍", "success"),
	improved: pass("better by more than the band", "🎉"),
	accepted: pass("regressed within a valid waiver", "🤝"),
	incomparable: undecided("measured under other conditions than the reference", "🔀", "neutral"),
	invalid: fail("this run cannot be judged", "🚫", EXIT.environment, false),
	missing: fail("the base has it, this run does not", "❓", EXIT.worse, false),
	expectation: fail("an expected profile did not happen", "🎭", EXIT.worse, true),
	budget: fail("an absolute limit is broken beyond its noise", "💸", EXIT.worse, true),
	regressed: fail("worse by more than the band", "❌", EXIT.worse, true),
	failed: fail("head itself broke", "💥", EXIT.worse, false)
};
function worst(verdicts) {
	return verdicts.reduce((a, b) => VERDICTS.indexOf(b) > VERDICTS.indexOf(a) ? b : a, verdicts[0] ?? "new");
}

// src/model/verdict.ts
const Verdict = _enum(VERDICTS);
function failing(add, remove) {
	const set = new Set(VERDICTS.filter((verdict) => FATES[verdict].fails));
	for (const verdict of add) set.add(verdict);
	for (const verdict of remove) set.delete(verdict);
	return set;
}
const SEVERITY = [
	EXIT.ok,
	EXIT.undecided,
	EXIT.environment,
	EXIT.worse
];
function exitCode(verdicts, failOn) {
	return verdicts.filter((verdict) => failOn.has(verdict)).map((verdict) => FATES[verdict].exit).reduce((a, b) => SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a, EXIT.ok);
}
function conclusion(overall, exit) {
	if (exit !== EXIT.ok) return "failure";
	const own = FATES[overall].conclusion;
	return own === "failure" ? "neutral" : own;
}
const Movable = _enum(["inconclusive", "incomparable"]);
const Removable = _enum([
	"expectation",
	"budget",
	"regressed"
]);

// src/model/versioned.ts
const FORMATS = {
	schedule: 1,
	run: 1,
	baseline: 1,
	comparison: 1,
	report: 1,
	calibration: 1,
	selftest: 1,
	bisect: 1,
	entry: 1,
	ledger: 1
};
const tag = (format) => `${format}/${FORMATS[format]}`;
function readVersioned(text, format, schema, where, remade) {
	let data;
	try {
		data = JSON.parse(text);
	} catch (cause) {
		const cut = text.trim() === "" ? "is empty" : "is not JSON (cut off or damaged)";
		throw userError(`This ${format} file ${cut}.`, {
			where,
			remedy: remade,
			cause
		});
	}
	const found = data?.schema;
	const [name, version] = typeof found === "string" ? found.split("/") : [];
	if (name !== format || version === void 0 || !/^\d+$/.test(version)) throw userError(`This is not ${format === "entry" ? "an" : "a"} ${format} file: its "schema" is ${show(found)}, not "${tag(format)}".`, {
		where,
		remedy: `name a ${format} file`
	});
	if (Number(version) > FORMATS[format]) throw userError(`This ${format} file was written by a newer steelyard ("${found}"; this one reads "${tag(format)}").`, {
		where,
		remedy: "update steelyard"
	});
	if (Number(version) < FORMATS[format]) throw userError(`This ${format} file was written by an older steelyard ("${found}"; this one reads "${tag(format)}").`, {
		where,
		remedy: remade
	});
	const parsed = schema.safeParse(data);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	throw userError(`This ${format} file does not have the shape of "${tag(format)}": ${issue?.message ?? "unknown"}.`, {
		where: `${where}, ${["$", ...(issue?.path ?? []).map(String)].join(".")}`,
		remedy: remade
	});
}
function show(found) {
	return found === void 0 ? "absent" : (JSON.stringify(found) ?? "unreadable").slice(0, 60);
}

// src/model/report.ts
const text$18 = string().max(8e3);
const Report = strictObject({
	schema: literal(tag("report")),
	run: text$18,
	overall: Verdict,
	exit: number$2().int(),
	conclusion: _enum([
		"success",
		"neutral",
		"failure"
	]),
	title: text$18,
	action: text$18,
	comment: string().max(65536),
	summary: string().max(2 ** 20),
	junit: string(),
	csv: string()
});

// src/model/fingerprint.ts
const text$17 = string().max(2e3);
const Fingerprint = strictObject({
	os: text$17.meta({ description: "operating system, such as linux" }),
	arch: text$17.meta({ description: "architecture, such as x64" }),
	cpu: text$17.meta({ description: "model of the CPU" }),
	cores: number$2().int().min(1).meta({ description: "number of CPUs" }),
	memory: number$2().min(0).meta({ description: "usable memory in bytes" }),
	kernel: text$17.meta({ description: "version of the kernel, major.minor" }),
	node: text$17.meta({ description: "version of Node.js" }),
	generators: record(string(), text$17).meta({ description: "versions of the load generators, by name" }),
	containers: text$17.optional().meta({ description: "container runtime of the services, such as compose; absent for processes and deployed stacks" }),
	engine: text$17.optional().meta({ description: "version of the container engine; absent without containers" }),
	images: record(string(), text$17).optional().meta({ description: "images not built for the run, by service: postgres:16 sha256:… with the digest of the contents" })
});
const SAME_MEMORY = .05;
const isSameMemory = (one, other) => Math.abs(one.memory - other.memory) <= SAME_MEMORY * Math.max(one.memory, other.memory);
const shortImage = (image) => image.replace(/ (?:sha256:)?([0-9a-f]{1,12})[0-9a-f]*$/, " ($1)");

// src/model/figure.ts
const USUAL_DIGITS = 3;
const MOST_DIGITS = 12;
const format = (value, unit, significant = USUAL_DIGITS) => joined(scaled(value, unit, significant));
function formatApart(values, limits, unit) {
	const equal = (a, b, n) => a.toPrecision(n) === b.toPrecision(n);
	const pairs = [...values, ...limits].flatMap((a) => limits.filter((b) => !equal(a, b, MOST_DIGITS)).map((b) => [a, b]));
	const alike = (n) => pairs.some(([a, b]) => equal(a, b, n) || format(a, unit, n) === format(b, unit, n));
	let significant = USUAL_DIGITS;
	while (significant < MOST_DIGITS && alike(significant)) significant++;
	return (value) => format(value, unit, significant);
}
const joined = ({ number, unit }) => unit === "" ? number : `${number} ${unit}`;
function scaled(value, unit, significant = USUAL_DIGITS) {
	const of = (number, shown) => ({
		number: digits(number, significant),
		unit: shown
	});
	if (!Number.isFinite(value)) return {
		number: "n/a",
		unit: ""
	};
	if (unit === "ratio") return of(value * 100, "%");
	if (unit === "1") return of(value, "");
	const size = Math.abs(value);
	if (unit === "/s" || size === 0) return of(value, unit);
	if (unit === "s") {
		if (size >= 120) return of(value / 60, "min");
		if (size >= 1) return of(value, "s");
		return size >= .001 ? of(value * 1e3, "ms") : of(value * 1e6, "µs");
	}
	const step = Math.min(3, Math.max(0, Math.floor(Math.log2(size) / 10)));
	return of(value / 1024 ** step, [
		"B",
		"KiB",
		"MiB",
		"GiB"
	][step]);
}
const ALL_DIGITS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: MOST_DIGITS });
function digits(value, significant = USUAL_DIGITS) {
	const rounded = Number(value.toPrecision(significant));
	if (rounded === 0) return "0";
	const size = Math.abs(rounded);
	if (size >= 1e10 || size < 1e-6) return rounded.toExponential(significant - 1);
	return ALL_DIGITS.format(rounded);
}

// src/model/quantity.ts
const SIZE = {
	B: 1,
	kB: 1e3,
	MB: 1e6,
	GB: 1e9,
	KiB: 1024,
	MiB: 2 ** 20,
	GiB: 2 ** 30
};
function bytes(text) {
	const part = new RegExp(`^(${NUMBER$1})\\s?(B|kB|MB|GB|KiB|MiB|GiB)$`).exec(text);
	return part ? decimal(Number(part[1]) * SIZE[part[2]]) : void 0;
}
function ratio(text) {
	const part = new RegExp(`^(-?${NUMBER$1})\\s?%$`).exec(text);
	return part ? decimal(Number(part[1]) / 100) : void 0;
}
function perSecond(text) {
	const part = new RegExp(`^(${NUMBER$1})\\s?/\\s?(s|m|h)$`).exec(text);
	return part ? Number(part[1]) / TIMES[part[2]] : void 0;
}
function amount(text) {
	const { value, unit } = [
		{
			value: new RegExp(`^-?${NUMBER$1}$`).test(text) ? Number(text) : void 0,
			unit: "1"
		},
		{
			value: seconds$2(text),
			unit: "s"
		},
		{
			value: bytes(text),
			unit: "B"
		},
		{
			value: ratio(text),
			unit: "ratio"
		},
		{
			value: perSecond(text),
			unit: "/s"
		}
	].find((one) => one.value !== void 0) ?? {};
	return value === void 0 || unit === void 0 ? void 0 : {
		value,
		unit
	};
}
const quantity = (text) => amount(text)?.value;
function parsed(parse, pattern, want, { form, least = Number.NEGATIVE_INFINITY } = {}) {
	return union([number$2(), string().meta({ pattern })], want).transform((input, context) => {
		const value = typeof input === "number" ? input : parse(input.trim());
		if (value !== void 0 && Number.isFinite(value) && value >= least) return value;
		context.addIssue({
			code: "custom",
			message: want,
			params: { form },
			input
		});
		return NEVER;
	}).meta({ description: want });
}
const LEAST_DURATION = 1e-9;
const duration = `^${SPAN}$`;
const QUANTITY = `(?:-?${NUMBER$1}\\s?(?:%|/\\s?[smh]|${Object.keys(SIZE).join("|")})?|${SPAN})`;
const WANTED = {
	duration: "a duration such as \"500ms\", \"5s\" or \"1m30s\"",
	durationOrZero: "a duration such as \"0s\", \"500ms\" or \"5s\"",
	ratio: "a percentage such as \"3%\"",
	limit: "a limit such as \"< 250ms\" or \"> 100/s\"",
	knee: "a limit such as \"> 15/s\""
};
const Duration = parsed(seconds$2, duration, WANTED.duration, {
	form: "duration",
	least: LEAST_DURATION
});
const DurationOrZero = parsed(seconds$2, duration, WANTED.durationOrZero, {
	form: "duration",
	least: 0
});
const Ratio = parsed(ratio, `^${NUMBER$1}\\s?%$`, WANTED.ratio, {
	form: "ratio",
	least: 0
});
const Quantity = parsed(quantity, `^${QUANTITY}$`, "a number with a unit, such as \"250ms\", \"1%\", \"64MiB\" or \"100/s\"");

// src/model/item.ts
const itemKey = ({ workload, variant }) => JSON.stringify([workload, variant]);
const itemName = ({ workload, variant }) => variant === null || variant === void 0 ? workload : `${workload}/${variant}`;
const isItem = (a) => (b) => a.workload === b.workload && a.variant === b.variant;
function byItem(all) {
	const found = /* @__PURE__ */ new Map();
	for (const one of all) {
		const key = itemKey(one);
		const list = found.get(key);
		if (list) list.push(one);
		else found.set(key, [one]);
	}
	return (of) => found.get(itemKey(of)) ?? [];
}

// src/model/stack.ts
const Name = string().max(80).regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, "a name of letters, digits, \"_\", \".\" and \"-\", such as \"recommend\"");
const EnvName = string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "an environment variable name such as \"PORT\"");
const Text = union([
	string(),
	number$2(),
	boolean()
], "a text, a number, true or false").transform(String);
const Env = record(EnvName, Text);
const Argv = array(string()).min(1).meta({ description: "a program and its arguments; no shell reads it" });
const Path = string().min(1);
const Port = number$2().int().min(1).max(65535);
const HttpPath = string().startsWith("/", "a path such as \"/health\"");
const Ready = strictObject({
	http: HttpPath.optional().meta({ description: "path that is requested until the status is below 400; without it, an accepted TCP connection counts" }),
	port: Port.optional().meta({ description: "one of the service's ports; the first one by default" }),
	within: Duration.default(60).meta({ description: "time limit" })
});
const ProcessService = strictObject({
	run: Argv,
	cwd: Path.default(".").meta({ description: "working directory, relative to the checkout" }),
	env: Env.default({}).meta({ description: "variables in addition to the allow-listed environment; a service and port in dollar braces, such as `worker:9000`, is replaced by the service's address, and `worker:9000.hostname` and `worker:9000.port` by each part of it" }),
	ports: record(string().regex(/^[1-9]\d{0,4}$/, "a port number from 1 to 65535").refine((port) => Number(port) <= 65535, "a port number from 1 to 65535"), union([EnvName.transform((env) => ({ env })), strictObject({
		env: EnvName.optional().meta({ description: "the variable that gives the process its port" }),
		fixed: Port.optional().meta({ description: "a fixed port instead of a free one; without `env`, the port that the program always listens on" })
	}).refine(({ env, fixed }) => env !== void 0 || fixed !== void 0, { message: "the variable that gives the process its port, or a fixed port" })], "an environment variable's name such as PORT, { env: PORT, fixed: 8080 }, or { fixed: 8080 }")).default({}).meta({ description: "logical port → the environment variable that gives the process a free port to listen on; `fixed` sets the port" }),
	ready: Ready.prefault({}).meta({ description: "when the service counts as ready" })
});
const Header = union([string(), strictObject({
	env: EnvName.meta({ description: "the variable that holds the value" }),
	prefix: string().default("").meta({
		description: "text before the value, such as \"Bearer \"",
		examples: ["Bearer "]
	})
}).meta({ description: "read from an environment variable, and never printed" })], "a text, or { env: API_TOKEN, prefix: \"Bearer \" }");
const ExternalEndpoints = record(Name, strictObject({
	url: url({
		protocol: /^https?$/,
		error: "an address such as \"https://staging.example.com\""
	}).meta({ description: "base address; the scripts add their paths to it" }),
	headers: record(string(), Header).default({}).meta({ description: "sent with every request" })
}));
const ExternalStack = strictObject({
	endpoints: ExternalEndpoints.meta({ description: "addresses to load, by name" }),
	base: strictObject({ endpoints: ExternalEndpoints.meta({ description: "the same endpoints, where base is deployed" }) }).optional().meta({ description: "where the base of a change is deployed, for a paired measurement" }),
	ready: strictObject({
		http: HttpPath.meta({ description: "path that is requested until the status is below 400" }),
		within: Duration.default(60).meta({ description: "time limit" })
	}).optional().meta({ description: "check that the system is up, before any load" }),
	labels: record(Name, Text).default({}).meta({ description: "recorded with the run: image tag, instance size, minimum and maximum instances, warm-up, client time-out …" })
});
const ALLOWANCES = [
	"privileged",
	"capabilities",
	"devices",
	"unconfined",
	"engine-socket",
	"host-files",
	"host-network",
	"host-processes",
	"host-programs",
	"external",
	"checkout-writes",
	"drivers",
	"kernel",
	"network-settings",
	"unchecked"
];
const ComposeAllowance = _enum(ALLOWANCES);
const Build = {
	build: array(Argv).default([]).meta({ description: "build commands, run in order, once per run, at the top of the checkout; in a paired run also in base's tree" }),
	build_within: Duration.default(600).meta({ description: "time limit of each build command" })
};
const ComposeStack = strictObject({
	files: array(Path).min(1, "at least one file").meta({ description: "Compose files, relative to the checkout; later ones override earlier ones" }),
	...Build,
	services: array(Name).default([]).meta({ description: "services to start, with those they depend on" }),
	profiles: array(Name).default([]).meta({ description: "profiles to start, or COMPOSE_PROFILES of .env" }),
	env: Env.default({}).meta({ description: "variables that the Compose files may use; they see nothing else of the environment" }),
	wait: Duration.default(120).meta({ description: "time limit until everything is up and ready" }),
	ready: record(Name, strictObject({
		http: HttpPath.optional().meta({ description: "path that is requested until the status is below 400" }),
		port: Port.optional().meta({ description: "one of the service's ports; that of its endpoint by default" })
	})).default({}).meta({ description: "readiness by service: a path that is requested from outside until the status is below 400, or a port that accepts connections; endpoints are always waited for" }),
	generator_image: string().min(1).optional().meta({ description: "image of the generator's container for workloads `in: network` or `in: <service>`, by default that of the service; the generator must be installed in it, k6 is mounted" }),
	generator_cpus: number$2().int().min(1).max(64).optional().meta({ description: "number of cores reserved for the generator; the services use all others; on machines with fewer than four cores all are shared" }),
	reset: _enum([
		"none",
		"seed",
		"volumes"
	]).default("none").meta({ description: "reset between trials: `seed` runs the seed again, `volumes` recreates containers and volumes and seeds them" }),
	allow: array(ComposeAllowance).default([]).meta({ description: "permissions that the Compose files need, by name (action/trust.md lists them); on a runner only those of the base branch count" })
});
const Seed = strictObject({
	run: Argv.optional().meta({ description: "command on this machine, run once the stack is ready; any exit code other than 0 stops the run; it gets the allow-listed environment, the address of each endpoint (STEELYARD_TARGET_API) and `seed.env`, and no variable of a service" }),
	service: Name.optional().meta({ description: "on Compose, instead of `run`: a service of the project that runs once" }),
	command: Argv.optional().meta({ description: "replaces that service's command" }),
	env: Env.default({}).meta({ description: "additional environment variables" }),
	within: Duration.default(120).meta({ description: "time limit" })
}).refine(({ run, service }) => run !== void 0 || service !== void 0, { message: "a mapping with `run` (a command on this machine) or `service` (of Compose)" });
const REFERENCE = /\$\{([A-Za-z0-9][A-Za-z0-9_.-]*):(\d{1,5})(?:\.(host|hostname|port))?\}/g;
const DatabaseAddress = union([string().regex(/^(?:postgres|postgis|postgresql|postgresql\+\w+|mysql2?|mysql\+\w+|mariadb|mariadb\+\w+|rediss?|mongodb(?:\+srv)?):\/\/./, "an address such as \"postgres://shop@127.0.0.1/shop\""), strictObject({ env: EnvName.meta({ description: "the variable that holds the address, which is never printed" }) })], "an address such as \"postgres://shop@127.0.0.1/shop\", or { env: DATABASE_URL }");
const isShared = (address) => typeof address !== "string" || address.search(REFERENCE) < 0;
const Scrape = strictObject({
	endpoint: Name.optional().meta({ description: "the endpoint of the page" }),
	postgres: strictObject({
		service: Name.meta({ description: "the service that PostgreSQL runs in, on Compose" }),
		user: string().min(1).optional().meta({ description: "its POSTGRES_USER by default" }),
		database: string().min(1).optional().meta({ description: "its POSTGRES_DB by default" })
	}).optional().meta({ description: "instead of a page: statements and rows per request, counted by pg_stat_statements, which the server must preload" }),
	database: DatabaseAddress.optional().meta({ description: "instead of a page: the address of a PostgreSQL, MySQL, MariaDB or Redis, whose own client on this machine counts its statements; `db:5432` in dollar braces is replaced by the address of that service and port; on a runner only the base branch can add one" }),
	path: HttpPath.default("/metrics").meta({ description: "the path of the page" }),
	include: array(string().regex(/^[A-Za-z_:*][A-Za-z0-9_:*]*$/, "a metric such as \"http_requests_total\" or \"http_*\"")).min(1).optional().meta({ description: "metrics to keep, with * as a wildcard; all by default" }),
	split: array(string().regex(/^[A-Za-z_]\w*$/, "a label such as \"error_type\"")).default([]).meta({ description: "labels whose values become sub-metrics, such as error_type" })
});
const Stack = strictObject({
	process: strictObject({
		...Build,
		keep_build: boolean().default(true).meta({ description: "whether base's build is kept for a day and used again outside of CI; false where `build` changes anything outside of the checkout, such as a database" }),
		services: record(Name, ProcessService).meta({ description: "by name" })
	}).optional().meta({ description: "plain local processes, started before the run and stopped after it" }),
	compose: ComposeStack.optional().meta({ description: "a project of Docker Compose, started before the run and removed after it" }),
	external: ExternalStack.optional().meta({ description: "a deployed system, which is loaded but never started" }),
	seed: Seed.optional().meta({ description: "fills the stack with data before any load" }),
	endpoints: record(Name, strictObject({
		service: Name.meta({ description: "a service of `process.services` or of the Compose files" }),
		port: Port.meta({ description: "one of that service's ports" })
	})).default({}).meta({ description: "addresses to load: the script reads that of endpoint `api` from the environment variable STEELYARD_TARGET_API" }),
	metrics: record(Name, Scrape).default({}).meta({ description: "metrics pages of services, read before and after each trial; page `gateway` gives metrics such as `gateway:requests_total`" })
}).refine(({ process, compose, external }) => process || compose || external, { message: "a mapping with `process` (local commands), `compose` (Docker Compose) or `external` (a URL)" });
const STACK_KINDS = [
	"process",
	"compose",
	"external"
];

// src/model/itemkeys.ts
const ItemKeys = {
	workload: Name.meta({ description: "name of the workload" }),
	variant: Name.nullable().meta({ description: "name of its variant; null where it has none" })
};

// src/model/cause.ts
const seconds$1 = number$2().min(0);
const text$16 = string().max(2e3);
const count$13 = number$2().int().min(0);
const Added = strictObject({
	estimate: number$2().meta({ description: "seconds a request; positive is more" }),
	interval: tuple([number$2(), number$2()]).meta({ description: "its two-sided 95 % interval, seconds a request" })
});
const Times = {
	base: seconds$1.meta({ description: "seconds a request in base" }),
	head: seconds$1.meta({ description: "seconds a request in head" })
};
const Both = {
	...Times,
	added: Added.meta({ description: "head less base" })
};
const Share$1 = {
	share: number$2().nullable().meta({ description: "share of the CPU time that was added, or saved, in this workload: 1 is all of it; null where that did not show again, or is too uncertain" }),
	shareInterval: tuple([number$2(), number$2()]).optional().meta({ description: "two-sided 95 % interval of the share; absent with no share, and in files of earlier versions" })
};
const Counted = strictObject({
	base: number$2().min(0).meta({ description: "number a request in base" }),
	head: number$2().min(0).meta({ description: "number a request in head" })
});
const service = Name.meta({ description: "the service" });
const within$1 = string().max(400).optional();
const edited = tuple([count$13.min(1), count$13.min(1)]).nullable().meta({ description: "first and last line of its file that the change edits, in head, next after its beginning; null where it edits none" });
const line = count$13.min(1).nullable().meta({ description: "line of its beginning in head, or in base where head does not have it; null where it is not known" });
const Origin = strictObject({
	file: string().max(400).meta({ description: "path in the repository" }),
	line: count$13.min(1).meta({ description: "number of the line, from 1" }),
	name: string().max(200).meta({ description: "the name as the line has it" }),
	removed: literal(true).optional().meta({ description: "true where the change removes the line; its number is that in base then" })
});
const PackageUpdate = strictObject({
	name: string().max(214).meta({ description: "name of the package" }),
	base: string().max(200).meta({ description: "its version in base; several as \"1.2.0 and 2.0.1\"" }),
	head: string().max(200).meta({ description: "its version in head" }),
	file: string().max(400).optional().meta({ description: "path of the file with the versions in the repository; absent where none has them" })
});
const Cause = discriminatedUnion("kind", [
	strictObject({
		kind: literal("function").meta({ description: "CPU time in a function of the repository and its callees up to the next one; or in a package, or the runtime" }),
		service,
		...Both,
		...Share$1,
		name: string().max(200).meta({ description: "the function, package or part of the runtime; empty for an anonymous function" }),
		file: string().max(400).nullable().meta({ description: "path in the repository, or of the package; null for the runtime" }),
		line,
		total: boolean().meta({ description: "whether the time is that of all it calls, other functions of the repository too" }),
		within: within$1.meta({ description: "the callee that makes up most of it, such as JSON.parse; absent where it does so itself" }),
		update: PackageUpdate.optional().meta({ description: "the updated package that most of it is spent in; absent where there is none" }),
		edited
	}),
	strictObject({
		kind: literal("wait").meta({ description: "time in which a function of the repository waited, with its callees up to the next one" }),
		service,
		...Both,
		name: string().max(200).meta({ description: "the function; empty for an anonymous one" }),
		file: string().max(400).meta({ description: "path in the repository" }),
		line,
		within: within$1.meta({ description: "the reason of most of it, such as a timer or a lock; absent where none has most" }),
		edited
	}),
	strictObject({
		kind: literal("service").meta({ description: "CPU time of a whole service, which has no profile" }),
		service,
		...Both,
		...Share$1
	}),
	strictObject({
		kind: literal("statement").meta({ description: "time in which a database executed a statement, waits included; or in which a service waited for another one" }),
		http: literal(true).optional().meta({ description: "set where a service called another one by HTTP: the text is \"GET pricing:8080\" or \"POST stock:5001/shop.Stock/Get\" (gRPC), and there are no rows" }),
		service,
		...Both,
		text: text$16.meta({ description: "the statement without values, normalised" }),
		calls: Counted.meta({ description: "executions or calls" }),
		rows: Counted.meta({ description: "rows that it returned or changed" }),
		locked: strictObject(Times).optional().meta({ description: "the part of its time in which it waited for locks; absent where the database does not report it" }),
		blocks: Counted.optional().meta({ description: "blocks that it read; absent where the database does not report it" }),
		origin: Origin.optional().meta({ description: "a line that the change adds or removes, and that it may come from; absent where there is none" }),
		repeated: boolean().meta({ description: "whether it looks like one query for each element of a list: below 1.5 calls a request before, three or more now" })
	})
]);
const MOST_CAUSES = 5;
const Causes = strictObject({
	...ItemKeys,
	starts: count$13.meta({ description: "starts of both sides: the sample" }),
	cpu: strictObject(Both).meta({ description: "CPU time of all services" }),
	latency: strictObject(Both).nullable().meta({ description: "mean latency; null where the load reports none" }),
	changed: boolean().meta({ description: "whether a gate metric of it became worse or better" }),
	gates: strictObject({
		cpu: boolean().meta({ description: "whether a gate of CPU time did" }),
		latency: boolean().meta({ description: "whether a gate of latency did" })
	}).optional().meta({ description: "which kinds of gates changed in that direction; absent in files of earlier versions" }),
	reappeared: strictObject({
		cpu: boolean().meta({ description: "whether it showed in CPU time" }),
		latency: boolean().meta({ description: "whether it showed in latency" })
	}).meta({ description: "whether the change showed here again in the direction of the verdict" }),
	causes: array(Cause).max(5).meta({ description: "parts that explain it, most time first; empty where no single place does" }),
	elsewhere: number$2().meta({ description: "CPU seconds a request that other places take less (negative), or more where the verdict is that it became faster" }),
	lacking: array(strictObject({
		service,
		why: text$16.meta({ description: "the reason in words" })
	})).max(200).meta({ description: "services without a profile" })
});
const isUnseen = ({ gates, latency, reappeared }) => gates?.latency === true && !gates.cpu && latency !== null && !reappeared.latency;

// src/model/generator.ts
const generatorKind = (kind) => kind;
const metricsOf = (kind, unit, names) => Object.fromEntries(names.split(" ").map((name) => [name, {
	kind,
	unit
}]));
const REQUEST_METRICS = {
	...metricsOf("trend", "s", "http_req_duration"),
	...metricsOf("share", "ratio", "http_req_failed"),
	...metricsOf("counter", "1", "http_reqs"),
	...metricsOf("counter", "B", "data_received")
};
const withConnections = (settings, connections) => ({
	...settings,
	connections,
	threads: Math.min(settings.threads, connections)
});
const connectionsText = ({ threads, connections }) => `${threads} × ${number$1(connections)}`;
const threadProblems = (subject, { threads, connections }) => threads <= connections ? [] : [{
	at: ["threads"],
	what: `${subject} has ${threads} threads for ${connections} connections.`,
	remedy: "use at least one connection a thread"
}];

// src/model/mapping.ts
const UNITS = {
	ns: {
		unit: "s",
		factor: 1e-9
	},
	us: {
		unit: "s",
		factor: 1e-6
	},
	ms: {
		unit: "s",
		factor: .001
	},
	s: {
		unit: "s",
		factor: 1
	},
	B: {
		unit: "B",
		factor: 1
	},
	kB: {
		unit: "B",
		factor: 1e3
	},
	MB: {
		unit: "B",
		factor: 1e6
	},
	GB: {
		unit: "B",
		factor: 1e9
	},
	KiB: {
		unit: "B",
		factor: 1024
	},
	MiB: {
		unit: "B",
		factor: 2 ** 20
	},
	GiB: {
		unit: "B",
		factor: 2 ** 30
	},
	"%": {
		unit: "ratio",
		factor: .01
	},
	ratio: {
		unit: "ratio",
		factor: 1
	},
	"/s": {
		unit: "/s",
		factor: 1
	},
	"1": {
		unit: "1",
		factor: 1
	}
};
const Printed = _enum(Object.keys(UNITS));
const Pointer = string().max(1e3).regex(/^(?:\/(?:[^~/]|~[01])*)+$/, "a JSON pointer (RFC 6901) such as \"/latency/p50\" or \"/runs/0/rps\"");
const PlainName = string().max(200).regex(/^[A-Za-z_]\w*$/, "a name of letters, digits and \"_\", such as \"query_time\"");
const Mapping = strictObject({
	requests: Pointer.optional().meta({ description: "where the number of requests stands, for cpu_per_request" }),
	errors: Pointer.optional().meta({ description: "where the number of failed requests stands" }),
	metrics: record(PlainName, strictObject({
		at: Pointer.meta({ description: "where it stands, as a JSON pointer: \"/latency/p50\"" }),
		unit: Printed.meta({ description: "what it is printed in" }),
		better: _enum(["lower", "higher"]).meta({ description: "which way is better" })
	})).refine((all) => Object.keys(all).length > 0, "at least one metric").meta({ description: "the figures, by the name that gates and budgets call them" })
});

// src/load/commandline.ts
const COMMAND_FILES = /\.sh$|(?:^|\/)(?:GNU)?[mM]akefile$|\.mk$/;
const TOLD = {
	ready: true,
	variables: [],
	pauses: false,
	special: null
};
const UNREAD = { doubt: "the path of its URL could not be read, so it asks /." };
function calledIn(text, program) {
	const joined = text.replace(/\\\r?\n/g, " ");
	const rest = new RegExp(`^(?!\\s*#)(?:[^#\\n]*[\\s;&|@(])?${program}[ \\t]+((?:"[^"\\n]*"|'[^'\\n]*'|[^\\n;&|#"'])+)`, "m").exec(joined)?.[1];
	if (rest === void 0) return null;
	const words = [...rest.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ""));
	const url = words.find((word) => /^https?:\/\//.test(word)) ?? words.findLast((word) => word.startsWith("$"));
	if (url === void 0) return null;
	const [, path = ""] = /^(?:https?:\/\/)?(?:\$\{[^}]*\}|\$\([^)]*\)|[^/])*(\/.*)?$/.exec(url) ?? [];
	const isRead = !/[$\\{}()<>\s]/.test(path);
	const option = (...names) => {
		for (const [i, word] of words.entries()) for (const name of names) {
			if (word === name) return words[i + 1];
			const joint = name.startsWith("--") ? `${name}=` : name;
			if (word.startsWith(joint)) return word.slice(joint.length);
		}
	};
	return {
		path: isRead && path !== "" ? path : "/",
		doubt: isRead ? {} : UNREAD,
		option
	};
}
function connectionsOf({ option }) {
	const count = Number(option("-c", "--connections"));
	return `connections: ${Number.isInteger(count) && count > 0 && count <= 1e4 ? count : 4}`;
}

// src/load/command/finders.ts
const FIXED_PLAN = "it does not read the property `steelyard_url`";
const FIXED_SIMULATION = "its address is fixed: let it read the property `baseUrl`";
const DURATIONS = ["http_req_duration.p50", "cpu_per_request"];
const lineOf = (shell, rest) => `command: { run: ["sh", "-c", ${JSON.stringify(shell)}], ${rest} }`;
const locust = {
	files: /\.py$/,
	find: (text) => /^\s*(?:from|import)\s+locust\b/m.test(text) && /\b(?:Fast)?HttpUser\b/.test(text) ? TOLD : null,
	line: (path) => lineOf(`exec locust --headless --skip-log --json --exit-code-on-error 0 -f ${path} -H "$STEELYARD_TARGET_API" -u 4 -r 4 -t "\${STEELYARD_DURATION%.*}s"`, "format: locust"),
	gate: DURATIONS
};
const jmeter = {
	files: /\.jmx$/,
	find: (text) => /<jmeterTestPlan\b/.test(text) ? {
		...TOLD,
		special: /__P\(\s*steelyard_/.test(text) ? null : FIXED_PLAN
	} : null,
	line: (path) => lineOf(`exec jmeter -n -t ${path} -l "$STEELYARD_OUTPUT" -Jsteelyard_url="$STEELYARD_TARGET_API"`, "output: file, format: jmeter"),
	gate: DURATIONS
};
const artillery = {
	files: /\.ya?ml$/,
	find: (text) => /^config:/m.test(text) && /^scenarios:/m.test(text) && /^\s+phases:/m.test(text) ? TOLD : null,
	line: (path) => lineOf(`exec npx --no-install artillery run --quiet --target "$STEELYARD_TARGET_API" --output "$STEELYARD_OUTPUT" ${path}`, "output: file, format: { json: { requests: \"/aggregate/counters/http.requests\", metrics: { http_p50: { at: \"/aggregate/summaries/http.response_time/median\", unit: ms, better: lower } } } }"),
	gate: ["http_p50", "cpu_per_request"]
};
const REPORT = "ls -t target/gatling/*/js/stats.js* build/reports/gatling/*/js/stats.js* | head -n 1";
const gatling = (files, start) => ({
	files,
	find: (text) => {
		const name = /\bclass\s+(\w+)[^{]*(?:\bextends\s+|:\s*)Simulation\b/.exec(text)?.[1];
		if (name === void 0 || !/\bio\.gatling\b/.test(text)) return null;
		const home = /^package\s+([\w.]+)/m.exec(text)?.[1];
		const property = /\bgetProperty\(\s*"(\w*(?:[uU]rl|URL|[hH]ost|HOST)\w*)"/.exec(text)?.[1];
		const variable = /\b(?:getenv|sys\.env(?:\.getOrElse)?)\(\s*"(\w*(?:URL|HOST)\w*)"/.exec(text)?.[1];
		const address = "\"$STEELYARD_TARGET_API\"";
		const [before, option] = property === void 0 && variable !== void 0 ? [`export ${variable}=${address}; `, ""] : ["", ` -D${property ?? "baseUrl"}=${address}`];
		const run = start(home === void 0 ? name : `${home}.${name}`, option);
		return {
			...TOLD,
			special: property === void 0 && variable === void 0 ? FIXED_SIMULATION : null,
			line: lineOf(`${before}${run} >&2 && cp "$(${REPORT})" "$STEELYARD_OUTPUT"`, "output: file, format: gatling")
		};
	},
	line: () => "",
	gate: ["http_p50", "cpu_per_request"]
});
const FINDERS = [
	locust,
	jmeter,
	artillery,
	gatling(/(?<=\bsrc\/gatling\/.*)\.(?:scala|java|kt)$/, (simulation, address) => `sh ./gradlew -q gatlingRun --simulation ${simulation}${address}`),
	gatling(/\.(?:scala|java|kt)$/, (simulation, address) => `M=./mvnw; test -x $M || M=mvn; $M -B -q gatling:test -Dgatling.simulationClass=${simulation}${address}`)
];

// src/load/command/kind.ts
const Command = strictObject({
	run: Argv,
	format: union([_enum([
		"steelyard",
		"benchmark-smaller",
		"benchmark-bigger",
		"locust",
		"jmeter",
		"gatling"
	]), strictObject({ json: Mapping.meta({ description: "where in its JSON the figures stand" }) })], "steelyard, benchmark-smaller, benchmark-bigger, locust, jmeter, gatling, or { json: { metrics: … } }").meta({ description: "what it prints: steelyard's own JSON, github-action-benchmark's custom lists where smaller or bigger is better, the statistics of `locust --json`, JMeter's results as CSV, Gatling's `stats.js`, or any JSON with a mapping" }),
	output: _enum(["stdout", "file"]).default("stdout").meta({ description: "where it prints: its standard output, or the file that STEELYARD_OUTPUT names" })
});
const command = generatorKind({
	schema: Command.meta({ description: "any program loads the stack, and prints what it saw" }),
	names: "a program",
	subject: "A command",
	metrics: {},
	placeable: false,
	countsDropped: false,
	bad: null,
	exposesHeaders: false,
	levelVariable: "default",
	levels: {},
	scripts: () => [],
	hostCommands: () => [[]],
	label: ({ run }) => run.join(" "),
	init: FINDERS,
	mapping: ({ format }) => typeof format === "object" ? {
		at: ["format", "json"],
		mapping: format.json
	} : void 0,
	direction({ format }, metric, printed) {
		if (typeof format === "object") return own(format.json.metrics, metric)?.better;
		return format === "steelyard" ? printed : format === "benchmark-bigger" ? "higher" : "lower";
	}
});

// src/model/here.ts
const HERE = [
	"localhost",
	"127.0.0.1",
	"0.0.0.0",
	"[::1]",
	"host.docker.internal"
];

// src/load/k6/kind.ts
const METRICS = {
	...metricsOf("trend", "s", "http_req_duration http_req_blocked http_req_connecting http_req_tls_handshaking"),
	...metricsOf("trend", "s", "http_req_sending http_req_waiting http_req_receiving iteration_duration"),
	...metricsOf("trend", "s", "group_duration ws_connecting ws_session_duration ws_ping grpc_req_duration"),
	...metricsOf("share", "ratio", "http_req_failed checks"),
	...metricsOf("counter", "1", "http_reqs iterations dropped_iterations ws_sessions ws_msgs_sent ws_msgs_received"),
	...metricsOf("counter", "B", "data_sent data_received"),
	...metricsOf("gauge", "1", "vus")
};
const IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["']k6(?:\/[\w./-]+)?["']/;
const ENTRY = /\bexport\s+default\b(?!\s*[{[])|\bexport\s*\{[^{}]*\bdefault\b|\bexports\.default\b|\bscenarios\s*:/;
const OTHERS = /DATABASE|_DB_|^DB_|REDIS|KAFKA|RABBIT|MONGO|POSTGRES|MYSQL|INFLUX|PROM|LOKI|GRAFANA|SLACK|WEBHOOK|PROXY/i;
const ADDRESS = /__ENV(?:\.|\[["'])(\w*(?:URL|URI|HOST|TARGET|ENDPOINT|ADDR|BASE|ORIGIN)\w*|(?:\w*_)?PORT\b)/gi;
const NUMBER = /(?:(?:\b(?:Number|parseInt|parseFloat)\(|[=(,:?[{|&]\s*\+)\s*__ENV(?:\.|\[["'])(\w+)|__ENV(?:\.|\[["'])(\w+)(?:["']\])?\s*(?:\|\||\?\?)\s*["'`]?\d[\d_]*(?:\.\d+)?\b(?![.:/]))/g;
const NAMED = /\b(?:https?|wss?):\/\/([\w.-]+:\d{2,5})\b|["'`]((?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d{2,5})\b|\bhttp:\/\/(localhost|127\.0\.0\.1)(?=[/"'`])/g;
const COMMENT = /^[ \t]*(?:\/\/|\/?\*).*$/gm;
const GIVEN = String.raw`__ENV(?:\.|\[["'])(\w+)(?:["']\])?\s*(?:\|\||\?\?|\?\s*__ENV(?:\.|\[["'])\1\b(?:["']\])?\s*:)\s*["'\x60]`;
const DEFAULT = new RegExp(String.raw`${GIVEN}(?:https?|(wss?))://([^\s/:"'\x60$]+)(?::(\d{2,5}))?(/[\w./~%?=&+-]*)?["'\x60]`, "g");
const WITH_PORT = new RegExp(String.raw`${GIVEN}(?:\w+://)?[^\s/:"'\x60$]+:\d{2,5}(?=[/"'\x60])`, "g");
const IMPORTED = /\b(?:from|import|require\()\s*["'][^"'\n]*["']/g;
const SITE$1 = /["'`]https?:\/\/((?:[\w-]+\.)+[a-z]{2,})(?=[/:?#"'`])/gi;
const OWN$1 = /(?:\bhttp\.\w+\(?\s*(?:["'`]\w+["'`],\s*)?|\b(?:Origin|Referer)["'`]?\]?\s*[:=]\s*)["'`]https?:\/\//gi;
const RESERVED = /(?:^|\.)(?:example\.\w+|test|example|invalid|localhost|local|internal|svc)$/i;
const isNear$1 = (host) => HERE.includes(host) || !host.includes(".");
const sitesIn = (code, variables) => [...new Set([...code.replace(IMPORTED, "").replace(OWN$1, "").replace(DEFAULT, (all, name) => variables.has(name) ? "" : all).matchAll(SITE$1)].map(([, host]) => host.toLowerCase()).filter((host) => !RESERVED.test(host)))];
const PORTED = /\$\{(?:__ENV(?:\.|\[["'])(\w+)|(\w+))\b[^}\n]{0,80}\}:\d{2,5}\b/g;
const PORTED_DEFAULT = /\$\{__ENV(?:\.|\[["'])(\w+)[^|?}\n]{0,80}(?:\|\||\?\?)\s*["'`]([^"'`$}\n]*)["'`]\s*\}(?=:\d{2,5}\b)/g;
const CONSTANT = /\b(?:const|let|var)\s+(\w+)\s*=\s*__ENV(?:\.|\[["'])(\w+)(?:["']\])?(?:\s*(?:\|\||\?\?)\s*(["'`][^"'`$\n]{0,80}["'`]))?/g;
function withPorts(code) {
	const full = new Set([...code.matchAll(WITH_PORT)].map(([, name]) => name));
	const found = [...code.matchAll(PORTED)].filter(([, name]) => !full.has(name));
	const names = new Set(found.map(([, , name]) => name));
	const constants = [...code.matchAll(CONSTANT)].filter(([, constant, variable]) => !full.has(variable) && names.has(constant));
	const defaults = new Map(constants.flatMap(([, constant = "", , quoted]) => quoted === void 0 ? [] : [[constant, quoted]]));
	return {
		ported: /* @__PURE__ */ new Set([...found.map(([, name]) => name), ...constants.map(([, , name]) => name)]),
		code: code.replace(PORTED_DEFAULT, (all, name, given) => full.has(name) ? all : given).replace(/\$\{(\w+)\}/g, (all, name) => defaults.get(name)?.slice(1, -1) ?? all).replace(CONSTANT, (all, constant, _, quoted) => defaults.has(constant) && quoted !== void 0 ? all.replace(quoted, "\"\"") : all)
	};
}
const READ = /__ENV(?:\.|\[["'])(\w+)(?:["']\])?(\s*(?:\|\||\?|&&|[!=]==?|\)))?/g;
function unset(code, addresses) {
	const reads = [...code.matchAll(READ)];
	const optional = new Set(reads.flatMap(([, name, more]) => more === void 0 ? [] : [name]));
	const open = [...new Set(reads.map(([, name = ""]) => name))].filter((name) => !optional.has(name) && !addresses.has(name) && !/^(?:STEELYARD|K6)_/.test(name));
	return open.length === 0 ? {} : { doubt: `variables without a default: ${open.slice(0, 6).join(", ")}. Write their values under \`env\`.` };
}
const Script = Path.meta({ description: "a k6 script (JavaScript or TypeScript), relative to the checkout" });
const MOST_SEGMENTS = 64;
const K6Settings = union([Script, strictObject({
	script: Script,
	segments: number$2().int().min(1).max(MOST_SEGMENTS).default(1).meta({ description: "k6 processes that share the load by k6's execution segments, on this machine or on those in STEELYARD_GENERATORS" })
})], "a script's path, or { script: load/browse.ts, segments: 4 }").meta({ description: "a k6 script (JavaScript or TypeScript), relative to the checkout" });
const scriptOf = (settings) => typeof settings === "string" ? settings : settings.script;
const segmentsOf = (settings) => typeof settings === "string" ? 1 : settings.segments;
const OTHER_PROTOCOL = "speaks another protocol than HTTP";
const SPECIAL = [
	[/["']k6\/(?:experimental\/)?browser["']|browser:\s*\{\s*type:/, "drives a browser"],
	[/["']k6\/x\//, "needs an extension of k6"],
	[
		/["']k6\/net\/grpc["']/,
		OTHER_PROTOCOL,
		"grpc_req_duration.p50"
	],
	[
		/["']k6\/(?:experimental\/)?(?:ws|websockets)["']/,
		OTHER_PROTOCOL,
		"ws_connecting.p50"
	],
	[/["']k6\/(?:experimental\/)?redis["']|xk6/, "loads another program than the service"]
];
function specialIn(text) {
	const found = SPECIAL.filter(([sign]) => sign.test(text));
	const [[, special, latency] = [null, null]] = found;
	const isOnly = found.every(([, reason]) => reason === special);
	return {
		special,
		...latency !== void 0 && isOnly && { gate: [latency, "cpu_per_request"] }
	};
}
const STAGES = /\bstages\s*[:=]\s*\[([^\]]*)/g;
const STAGE = /\bduration\s*:\s*["'`]([\w.]+)["'`]/g;
function courseOf(code) {
	const lengths = [...code.matchAll(STAGES)].map(([, stages = ""]) => [...stages.matchAll(STAGE)].reduce((sum, [, length = ""]) => sum + (seconds$2(length) ?? 0), 0));
	return lengths.length === 0 ? {} : { course: Math.max(...lengths) };
}
const k6 = generatorKind({
	schema: K6Settings,
	names: "a script",
	subject: "k6",
	metrics: METRICS,
	placeable: true,
	countsDropped: true,
	bad: "statuses",
	exposesHeaders: false,
	levelVariable: "default",
	levels: {},
	scripts: (settings) => [{
		at: typeof settings === "string" ? [] : ["script"],
		file: scriptOf(settings)
	}],
	hostCommands: () => [],
	label: scriptOf,
	init: {
		files: /\.[cm]?[jt]s$/,
		module: IMPORT,
		find(text, through, modules) {
			if (!through && !IMPORT.test(text) || !ENTRY.test(text)) return null;
			if (through && !IMPORT.test(text) && !/__ENV\b|\bexport\s+(?:const|let)\s+options\b|\bsleep\(/.test(text)) return null;
			const { code, ported } = withPorts([text, ...modules()].join("\n"));
			const plain = code.replace(COMMENT, "");
			const named = plain.matchAll(NAMED);
			const numbers = new Set([...code.matchAll(NUMBER)].map(([, read, given]) => read ?? given));
			const defaults = [...code.matchAll(DEFAULT)];
			const near = defaults.filter(([, , , host = ""]) => isNear$1(host));
			const variables = new Set([...code.matchAll(ADDRESS), ...near].map(([, name]) => name).filter((name) => !ported.has(name) && (name.endsWith("PORT") || !numbers.has(name))));
			return {
				ready: [...variables].some((name) => name.startsWith("STEELYARD_TARGET_")),
				variables: [...variables].filter((name) => !name.startsWith("STEELYARD_") && !OTHERS.test(name)),
				defaults: Object.fromEntries(defaults.map(([, name = "", socket, , port, path = ""]) => [name, {
					isSocket: socket !== void 0,
					port: port === void 0 ? null : Number(port),
					path
				}])),
				addresses: [...new Set([...named].map(([, address, other, host]) => address ?? other ?? `${host}:80`))],
				sites: sitesIn(plain, variables),
				pauses: /\bsleep\s*\(/.test(text),
				...courseOf(plain),
				...specialIn(text),
				...unset(plain, variables)
			};
		},
		line: (path) => `k6: ${path}`
	}
});

// src/load/oha/kind.ts
const PERCENTILES = [
	10,
	25,
	50,
	75,
	90,
	95,
	99,
	99.9,
	99.99
];
const Oha = strictObject({
	endpoint: Name.optional().meta({
		description: "what is loaded; the stack's only endpoint by default",
		examples: ["api"]
	}),
	path: HttpPath.default("/").meta({ description: "the path that is requested, with its query" }),
	method: _enum([
		"GET",
		"HEAD",
		"POST",
		"PUT",
		"PATCH",
		"DELETE",
		"OPTIONS"
	]).default("GET").meta({ description: "the HTTP method" }),
	body: Path.optional().meta({
		description: "a file with the body of each request, relative to the checkout",
		examples: ["load/order.json"]
	}),
	content_type: string().max(200).regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/, "a media type such as \"application/json\"").optional().meta({
		description: "the Content-Type header of each request",
		examples: ["application/json"]
	}),
	connections: number$2().int().min(1).max(1e4).default(10).meta({ description: "connections, each with one request at a time" }),
	rate: number$2().positive().max(1e6).optional().meta({ description: "requests a second (an open model); latency then counts from the time that each request was due. As fast as possible by default" }),
	threads: number$2().int().min(1).max(256).default(1).meta({ description: "threads of oha; more than one only where it has cores that the stack does not use" }),
	timeout: Duration.default(2).meta({ description: "a response that takes longer counts as failed" }),
	keepalive: boolean().default(true).meta({ description: "whether connections serve more than one request" })
});
const oha = generatorKind({
	schema: Oha.meta({ description: "oha loads an endpoint with one request, at full speed or at a rate" }),
	names: "an endpoint",
	subject: "oha",
	metrics: REQUEST_METRICS,
	percentiles: PERCENTILES,
	placeable: true,
	countsDropped: false,
	bad: "statuses",
	exposesHeaders: true,
	levelVariable: "none",
	levels: {
		connections: withConnections,
		rate: (settings, level) => ({
			...settings,
			rate: level
		})
	},
	scripts: ({ body }) => body === void 0 ? [] : [{
		at: ["body"],
		file: body
	}],
	hostCommands: () => [],
	label: ({ path }) => path,
	connections: connectionsText,
	endpoint: ({ endpoint }) => endpoint ?? null,
	problems: (settings) => threadProblems("oha", settings),
	init: {
		files: COMMAND_FILES,
		find: (text) => {
			const found = calledIn(text, "oha");
			if (found === null) return null;
			const method = found.option("-m", "--method")?.toUpperCase();
			const rate = Number(found.option("-q"));
			const hasBody = [
				"-d",
				"-D",
				"-F"
			].some((name) => found.option(name) !== void 0);
			const settings = [
				`path: ${JSON.stringify(found.path)}`,
				...method === void 0 || method === "GET" ? [] : [`method: ${method}`],
				connectionsOf(found),
				...rate > 0 ? [`rate: ${rate}`] : []
			];
			const doubt = hasBody ? { doubt: "its body has to be a file, which `body` names." } : found.doubt;
			return {
				...TOLD,
				...doubt,
				line: `oha: { ${settings.join(", ")} }`
			};
		},
		line: () => "oha: { path: / }"
	}
});

// src/load/wrk/kind.ts
const Wrk = strictObject({
	endpoint: Name.optional().meta({
		description: "what is loaded; the stack's only endpoint by default",
		examples: ["api"]
	}),
	path: HttpPath.default("/").meta({ description: "the path that is asked for, with its query" }),
	script: Path.optional().meta({
		description: "a Lua script of wrk's, relative to the checkout: its request, response, init, delay and done",
		examples: ["load/search.lua"]
	}),
	connections: number$2().int().min(1).max(1e4).default(10).meta({ description: "connections kept open, over all threads" }),
	threads: number$2().int().min(1).max(256).default(1).meta({ description: "threads of wrk; more than one only where it has cores that the stack does not use" }),
	timeout: Duration.default(2).meta({ description: "an answer that takes longer counts as failed, in whole seconds" })
});
const SIGNS = [/\bwrk\.(?:format|method|headers|body|path|host|scheme|lookup|connect|init|thread)\b/, /^\s*(?:function\s+(?:request|response)\b|(?:request|response)\s*=\s*function\b)/m];
const PATH = /\bwrk\.path\s*=|\bwrk\.format\([^,)\n]*,\s*[^\s)]/;
const NO_PATH = { doubt: "it names no path, so it asks / over 4 connections." };
const wrk = generatorKind({
	schema: Wrk.meta({ description: "wrk loads an endpoint, with a Lua script or without" }),
	names: "an endpoint",
	subject: "wrk",
	metrics: REQUEST_METRICS,
	placeable: true,
	countsDropped: false,
	bad: { selector: "http_req_errors{kind:status}.count" },
	exposesHeaders: false,
	levelVariable: "named",
	levels: { connections: withConnections },
	scripts: ({ script }) => script === void 0 ? [] : [{
		at: ["script"],
		file: script
	}],
	hostCommands: ({ script }) => script === void 0 ? [] : [["script"]],
	label: ({ script, path }) => script ?? path,
	connections: connectionsText,
	endpoint: ({ endpoint }) => endpoint ?? null,
	problems: (settings) => threadProblems("wrk", settings),
	init: [{
		files: /\.lua$/,
		find: (text) => SIGNS.some((sign) => sign.test(text)) ? {
			...TOLD,
			...PATH.test(text) ? {} : NO_PATH
		} : null,
		line: (path) => `wrk: { path: /, script: ${path}, connections: 4 }`
	}, {
		files: COMMAND_FILES,
		find: (text) => {
			const found = calledIn(text, "wrk");
			if (found === null || found.option("-s", "--script") !== void 0) return null;
			return {
				...TOLD,
				...found.doubt,
				line: `wrk: { path: ${JSON.stringify(found.path)}, ${connectionsOf(found)} }`
			};
		},
		line: () => "wrk: { path: / }"
	}]
});

// src/load/registry.ts
const KINDS$1 = {
	k6,
	wrk,
	oha,
	command
};

// src/model/axis.ts
const AXES = {
	rate: "RATE",
	vus: "VUS",
	connections: "CONNECTIONS"
};

// src/model/load.ts
const LOADS = Object.keys(KINDS$1);
const loadsIn = (workload) => LOADS.filter((kind) => workload[kind] !== void 0);
function loadIn(workload) {
	const [kind] = loadsIn(workload);
	if (kind === void 0) return void 0;
	return {
		kind,
		settings: workload[kind],
		about: KINDS$1[kind]
	};
}
function loadOf(workload) {
	const load = loadIn(workload);
	if (load === void 0) throw new Error("a workload without a load");
	return load;
}
function settingsOf(kind, workload) {
	const load = loadOf(workload);
	if (load.kind !== kind) throw new Error(`${kind} was given a workload of ${load.kind}`);
	return load.settings;
}
function mappingOf(workload) {
	const { kind, settings, about } = loadOf(workload);
	const found = about.mapping?.(settings);
	return found && {
		path: [kind, ...found.at],
		mapping: found.mapping
	};
}
function scriptsOf(workload) {
	const { kind, settings, about } = loadOf(workload);
	return about.scripts(settings).map(({ at, file }) => ({
		key: [kind, ...at],
		file
	}));
}
function listed(words, joint) {
	const last = words.at(-1) ?? "";
	return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}

// src/model/money.ts
const HOURS = {
	h: 1,
	day: 24,
	month: 730
};
const HOURS_A_MONTH = HOURS.month;
const WANT = "a price such as \"0.0416 USD/h\" or \"30 EUR/month\"";
const PATTERN$1 = String.raw`^\s*(\d+(?:\.\d+)?)\s*([A-Z]{3})\s*/\s*(h|day|month)\s*$`;
function price(text) {
	const [, amount, currency, time] = new RegExp(PATTERN$1).exec(text) ?? [];
	if (amount === void 0 || currency === void 0 || time === void 0) return void 0;
	const perHour = Number(amount) / HOURS[time];
	return Number.isFinite(perHour) ? {
		perHour,
		currency
	} : void 0;
}
const Price = union([string().meta({ pattern: PATTERN$1 }), strictObject({
	perHour: number$2().min(0).meta({ description: "price of an hour" }),
	currency: string().regex(/^[A-Z]{3}$/).meta({ description: "three letters, such as USD" })
})], WANT).transform((input, context) => {
	const found = typeof input === "string" ? price(input) : input;
	if (found !== void 0) return found;
	context.addIssue({
		code: "custom",
		message: WANT,
		input
	});
	return NEVER;
}).meta({ description: WANT });
const money = (amount, currency) => `${digits(amount)} ${currency}`;

// src/model/levels.ts
const AxisName = _enum(Object.keys(AXES));
const MOST_PROBES = 100;
const MOST_LEVEL_TRIALS = 50;
const Level = number$2().int().min(1).max(1e6);
const variable = string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "an environment variable name such as \"RATE\"").optional().meta({ description: "the variable that gives the load its level; RATE, VUS or CONNECTIONS by default" });
const within = Duration.default(900).meta({ description: "time after which no further level is begun" });
const trials = (least) => number$2().int().min(least).max(50);
const KNEE = String.raw`^\s*>=?\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:\/\s?s)?\s*$`;
const Sweep = strictObject({
	rate: tuple([Quantity, Quantity]).optional().meta({
		description: "lowest and highest arrival rate, such as [10/s, 160/s], of an open model",
		examples: [["10/s", "160/s"]]
	}),
	vus: tuple([Level, Level]).optional().meta({ description: "fewest and most users of a closed model" }),
	connections: tuple([Level, Level]).optional().meta({ description: "fewest and most connections" }),
	variable,
	precision: Ratio.default(.05).meta({ description: "the search ends when the levels around the knee are this close to each other" }),
	trials: trials(2).default(3).meta({ description: "trials per measurement of a level" }),
	confirm: number$2().int().min(0).max(5).default(2).meta({ description: "how often the levels around the knee are measured again, each time with a fresh start of the stack" }),
	probes: number$2().int().min(3).max(100).default(30).meta({ description: "maximum number of measurements of levels" }),
	within,
	knee: string(WANTED.knee).refine((text) => new RegExp(KNEE).test(text), {
		message: WANTED.knee,
		params: { form: "limit" }
	}).meta({ pattern: KNEE }).optional().meta({ description: "a budget for the knee, such as \"> 15/s\"; without it the sweep never fails the check" })
});
const Levels = array(Level).min(2).max(40);
const Scaling = strictObject({
	vus: Levels.optional().meta({
		description: "numbers of users of a closed model, such as [1, 2, 4, 8, 16, 32]",
		examples: [[
			1,
			2,
			4,
			8,
			16,
			32
		]]
	}),
	connections: Levels.optional().meta({ description: "numbers of connections" }),
	variable,
	trials: trials(1).default(2).meta({ description: "trials per measurement of a level" }),
	repeats: number$2().int().min(2).max(10).default(3).meta({ description: "how often every level is measured, in random order, each time with a fresh start of the stack" }),
	within,
	headroom: Ratio.default(.3).meta({ description: "share of an instance's capacity that is kept free" }),
	loads: array(Quantity).max(20).default([]).meta({
		description: "loads for which instances are calculated, such as [500/s, 2000/s]",
		examples: [["500/s", "2000/s"]]
	}),
	prices: record(string().min(1).max(80), Price).default({}).meta({
		description: "prices, such as \"0.0416 USD/h\": `instance` counts per instance, everything else once for any load",
		examples: [{ instance: "0.0416 USD/h" }]
	})
});
const axesIn = (levels) => Object.keys(AXES).filter((axis) => levels[axis] !== void 0);
function alongOf(levels, workload) {
	const [axis] = axesIn(levels);
	if (axis === void 0) throw new Error("levels of nothing");
	return {
		axis,
		variable: loadIn(workload)?.about.levels[axis] !== void 0 && levels.variable === void 0 ? null : levels.variable ?? AXES[axis],
		levels: [...levels[axis]]
	};
}
const wantedKnee = (text) => Number(/[\d.]+/.exec(text)?.[0]);
function atLevel(workload, { axis, variable }, level) {
	if (variable !== null) return {
		...workload,
		env: {
			...workload.env,
			[variable]: String(level)
		}
	};
	const load = loadIn(workload);
	const set = load?.about.levels[axis];
	if (load === void 0 || set === void 0) return workload;
	return {
		...workload,
		[load.kind]: set(load.settings, level)
	};
}
function levelling(workload) {
	const levels = workload.sweep ?? workload.scaling;
	return levels === void 0 || axesIn(levels).length !== 1 ? void 0 : alongOf(levels, workload);
}
const isLevelled = ({ sweep, scaling }) => sweep !== void 0 || scaling !== void 0;
function levelText(level, axis) {
	const n = number$1(level);
	if (axis === "rate") return `${n} /s`;
	if (axis === "vus") return level === 1 ? "1 VU" : `${n} VUs`;
	return level === 1 ? "1 connection" : `${n} connections`;
}

// src/model/measure.ts
const Mode = _enum([
	"auto",
	"trial",
	"request",
	"slice",
	"turns",
	"duet"
]);
const SHORT_COURSE = 15;
const MOST_PAIRS = {
	usual: 30,
	long: 20
};
const PairCount = number$2().int().min(PAIRS.least).max(PAIRS.most);
const Measure = strictObject({
	mode: Mode.default("auto").meta({ description: "how finely a duel interleaves head and base; `auto` chooses the finest possible mode" }),
	duration: Duration.default(5).meta({ description: "measured time of one trial" }),
	trials: number$2().int().min(1).max(200).default(10).meta({ description: "trials per session" }),
	pairs: tuple([PairCount, PairCount]).default([6, MOST_PAIRS.usual]).meta({ description: "fewest and most pairs of a duel; a single workload on Compose, whose pairs have 4 s, has 20 instead of 30" }),
	block: Duration.optional().meta({ description: "length of one block in `request` mode; by default 2 s (1 s in comparisons of more than two workloads), and 4 s where a pair would have few requests, or for a single workload on Compose, where starts take long" }),
	pace: _enum(["script", "full"]).default("script").meta({ description: "`full` shortens the pauses of a k6 script in pairs, in both sides alike, until the busiest service uses half a core, or half of its limit where that is less than a core: more requests, so a smaller change is found in the same time" }),
	cold: boolean().default(false).meta({ description: "whether each trial starts the stack and loads it as soon as it is ready, without warm-up; adds the metrics cold_ready, cold_first_request, cold_opening and cold_steady" }),
	stages: number$2().positive().max(1).optional().meta({ description: `factor for the lengths of a k6 script's stages, 1 by default; in paired runs, thresholds and budgets are judged in a course of at most ${15} s unless it is set` })
});

// src/model/metric.ts
const QUANTILES = [
	...Array.from({ length: 99 }, (_, i) => i + 1),
	99.5,
	99.9,
	99.95,
	99.99
];
const UnitName = _enum([
	"s",
	"B",
	"ratio",
	"/s",
	"1"
]);
const count$12 = number$2().int().min(0);
const MOST = 1e60;
const LEAST_SECONDS = 1e-9;
const Finite = number$2().min(-1e60).max(MOST);
const Seconds = number$2().min(LEAST_SECONDS).max(MOST);
const direction = { better: _enum(["lower", "higher"]).optional() };
const Trend = strictObject({
	kind: literal("trend"),
	unit: UnitName,
	n: count$12.min(1),
	mean: Finite,
	min: Finite,
	max: Finite,
	quantiles: array(Finite).length(QUANTILES.length),
	errors: array(Finite.min(0)).length(QUANTILES.length).optional(),
	...direction
});
const Share = strictObject({
	kind: literal("share"),
	hits: count$12,
	total: count$12.min(1),
	...direction
});
const Counter = strictObject({
	kind: literal("counter"),
	unit: UnitName,
	count: Finite,
	seconds: Seconds,
	...direction
});
const Gauge = strictObject({
	kind: literal("gauge"),
	unit: UnitName,
	value: Finite,
	...direction
});
const Metric = discriminatedUnion("kind", [
	Trend,
	Share,
	Counter,
	Gauge
]);
const Metrics = record(string().max(400), Metric);
const STAT = /^(.+?)\.(p\d{1,2}(?:\.\d+)?|mean|min|max|rate|count|value)$/s;
function selector(text) {
	const open = text.indexOf("{");
	const close = open === -1 ? -1 : text.indexOf("}", open) + 1;
	const [before, tags, after] = close > 0 ? [
		text.slice(0, open),
		text.slice(open, close),
		text.slice(close)
	] : [
		text,
		"",
		""
	];
	if (text === "" || /\s/.test(before + after)) return void 0;
	const [, metric, stat] = STAT.exec(`${before}${tags.replaceAll(".", "\0")}${after}`) ?? [];
	if (metric !== void 0 && stat !== void 0) return {
		metric: metric.replaceAll("\0", "."),
		stat
	};
	return /^[A-Za-z_][\w:]*(?:\{[^}]*\})?$/.test(text) ? {
		metric: text,
		stat: "value"
	} : void 0;
}
const HIGHER = /* @__PURE__ */ new Set([
	"http_reqs",
	"iterations",
	"ws_sessions",
	"ws_msgs_received",
	"ws_msgs_sent",
	"checks",
	"data_received",
	"data_sent",
	"grpc_streams"
]);
const betterOf = (metric) => HIGHER.has(family(metric)) ? "higher" : "lower";
const family = (metric) => metric.replace(/\{.*$/s, "");
const familyOf = (text) => family(selector(text)?.metric ?? text);
const LATENCIES = [
	"http_req_duration",
	"grpc_req_duration",
	"ws_session_duration",
	"iteration_duration"
];
const PARTS = [
	"http_req_sending",
	"http_req_waiting",
	"http_req_receiving"
];
function isOfLatency(text) {
	const { metric, stat } = selector(text) ?? {
		metric: text,
		stat: "value"
	};
	const name = family(metric);
	return stat === "rate" && (name === "http_reqs" || name === "iterations") || [...LATENCIES, ...PARTS].includes(name);
}
const prefixOf = (name) => name.replace(/\W/g, "_").replace(/^(?=\d)/, "_");
function nature({ metric, stat }, observed, declared = {}) {
	const better = declared.better ?? observed.better ?? betterOf(metric);
	const natural = observed.kind === "share" ? "ratio" : observed.kind === "counter" && stat === "rate" ? "/s" : observed.unit;
	const counted = stat === "count" && observed.kind !== "counter";
	return {
		better,
		unit: declared.unit ?? (counted ? "1" : natural)
	};
}
function value(observed, stat) {
	switch (observed.kind) {
		case "trend": return trendValue(observed, stat);
		case "share": return stat === "rate" ? observed.hits / observed.total : stat === "count" ? observed.hits : void 0;
		case "counter": return stat === "count" ? observed.count : stat === "rate" ? observed.count / observed.seconds : void 0;
		case "gauge": return stat === "value" ? observed.value : void 0;
	}
}
function trendValue(trend, stat) {
	if (stat === "mean") return trend.mean;
	if (stat === "min") return trend.min;
	if (stat === "max") return trend.max;
	if (stat === "count") return trend.n;
	if (!stat.startsWith("p")) return void 0;
	const at = QUANTILES.indexOf(Number(stat.slice(1)));
	return at === -1 ? void 0 : trend.quantiles[at];
}
function select(metrics, text) {
	const wanted = selector(text);
	const observed = wanted && own(metrics, wanted.metric);
	return wanted && observed ? value(observed, wanted.stat) : void 0;
}

// src/model/policy.ts
const PATTERN = "a path such as \"gateway/**\", or \"!docs/**\" for files that do not matter";
const Paths = array(string(PATTERN).max(400).regex(/^!?[^!/\s][^\n]*$/, PATTERN)).min(1).max(200).optional();
const TRUSTS = ["any", "compose-only"];
const WHYS = [
	"auto",
	"always",
	"never"
];
const RELEASE = "tags of releases, such as \"v*\"";
const USUAL_BAND = .03;
const Policy = strictObject({
	reference: _enum([
		"auto",
		"baseline",
		"base"
	]).default("auto").meta({ description: "the reference for head: `baseline` is the committed baseline, `base` is a paired measurement of base, `auto` uses the baseline first and pairs what stays undecided" }),
	release: string(RELEASE).regex(/^[\w./*-]{1,100}$/, RELEASE).default("v*").meta({ description: "tags of releases, as a pattern in which `*` stands for any text; the last one before head is the reference of a comparison with the release (`--release`)" }),
	band: Ratio.default(USUAL_BAND).meta({ description: "smallest change that matters for p50, mean, rate and CPU" }),
	floor: Quantity.optional().meta({ description: "smallest change of a latency that matters, such as 50us" }),
	fail_on: strictObject({
		add: array(Movable).default([]).meta({ description: "verdicts that fail the check as well" }),
		remove: array(Removable).default([]).meta({ description: "verdicts that are only shown" })
	}).prefault({}).meta({ description: "changes to the set of verdicts that fail the check" }),
	failed_trials: Ratio.default(.2).meta({ description: "share of a workload's trials that may fail" }),
	starts: number$2().int().min(1).max(10).default(3).meta({ description: "starts of the stack per run; in a paired run at least 3 before the first look, and more before each further one" }),
	trust: _enum(TRUSTS).default("any").meta({ description: "what a change may run on the measuring machine; only the base branch's setting counts: `compose-only` refuses to measure a change that would run commands of its own outside of containers (processes, builds, seed.run, command, scripts that can start programs)" }),
	why: _enum(WHYS).default("auto").meta({ description: "whether a paired run loads workloads again with profilers, to name functions and statements that take more or less time: `auto` those of which a gate metric changed (the five that changed most), `always` all, `never` none" }),
	queue: _enum(["measure", "trust"]).default("measure").meta({ description: "what happens to a group of a merge queue: `measure` compares it with the commit before it; `trust` measures nothing where each of its pull requests passed the check with the same config and at most one can affect a workload (`paths`)" }),
	creep: strictObject({ unmeasured: number$2().int().min(0).max(1e4).default(20).meta({ description: "merged changes without estimates after which the release is compared with" }) }).prefault({}).meta({ description: "when the creep ledger, which sums the estimates of merged changes, starts a comparison with the last release" }),
	paths: Paths.meta({ description: "files whose changes can affect workloads that have no `paths` of their own; everything is always measured by default" }),
	runner: _enum(["shared", "dedicated"]).default("shared").meta({ description: "whether other programs may run on the measuring machine at the same time" }),
	runner_class: Name.optional().meta({ description: "name of this machine's baselines; os-arch-cores by default" }),
	profile: Name.optional().meta({ description: "the profile that the action uses if its inputs name none" })
});

// src/model/record.ts
const FIELDS = {
	date: "the day of the measurement",
	env: "`local`; for a deployed stack its label `env`",
	stack: "process, compose or external",
	commit: "the first nine digits of the commit",
	class: "the runner class",
	workload: "the workload's name",
	variant: "the variant's name",
	load: "the script, path or program that generates the load",
	connections: "of a generator with a fixed number: its threads × connections",
	place: "origin of the load: host, network or a service",
	scale: "share of the config's lengths that was measured; 1 for full lengths",
	trials: "number of measured trials",
	seconds: "measured time of a trial, the median",
	ready: "time until the stack was ready, the median over its starts",
	requests: "requests sent",
	errors: "failed requests",
	statuses: "responses by status code",
	bad: "responses with a status of 400 and above",
	dropped: "iterations that an open model should have started and could not",
	timeouts: "requests that timed out at the client",
	checks: "passed checks, of all",
	limits: "whether budgets and expectations held",
	peak: "requests per second in the best trial; for a scaling curve the highest rate and its level",
	sustained: "requests per second that every trial reached; for a scaling curve the highest rate within the budgets",
	target: "in a row for a target: its metric",
	wanted: "in a row for a target: its limit",
	achieved: "in a row for a target: the measured figure; in a row for a level: arrivals, or requests, per second",
	outcome: "PASS, FAIL, or the expectation and its reason; in a row for a level: whether the budgets hold",
	bucket: "in a row for a bucket: its range",
	count: "in a row for a bucket: observations in it, over all trials",
	share: "in a row for a bucket: their share of all observations",
	kinds: "in a row for a bucket: observations by the label of the table",
	knee: "for a sweep: the levels between which the knee lies",
	saturation: "for a scaling curve: the level from which on the rate hardly rises",
	law: "for a scaling curve: the fitted Universal Scalability Law, or why there is none",
	instances: "for a scaling curve: instances for each of its loads",
	cost: "for a scaling curve: cost of these instances per month and per million requests",
	level: "in a row for a level: the level",
	served: "in a row for a level: successful responses per second",
	service_cpu: "in a row for a level: CPU per request of each service"
};
const SCOPES = [
	"env",
	"stack_env",
	"label"
];
const PLACEHOLDER = /\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const STATUS = /^statuses\.(\d{3})$/;
const VARIABLE = new RegExp(`^(${SCOPES.join("|")})\\.(\\w+)$`);
function parts(cell) {
	const found = [];
	let at = 0;
	for (const match of cell.matchAll(PLACEHOLDER)) {
		if (match.index > at) found.push({
			kind: "text",
			text: cell.slice(at, match.index)
		});
		found.push(part(match[1].trim()));
		at = match.index + match[0].length;
	}
	if (at < cell.length) found.push({
		kind: "text",
		text: cell.slice(at)
	});
	return found;
}
function part(text) {
	if (Object.hasOwn(FIELDS, text)) return {
		kind: "field",
		field: text
	};
	const [, scope, name] = VARIABLE.exec(text) ?? [];
	if (name !== void 0) return {
		kind: "variable",
		scope,
		name
	};
	const [, code] = STATUS.exec(text) ?? [];
	if (code !== void 0) return {
		kind: "status",
		code
	};
	const wanted = selector(text);
	const bare = wanted?.stat === "value" && wanted.metric === text;
	if (wanted === void 0 || bare && !OWN.includes(text)) return void 0;
	return {
		kind: "metric",
		selector: text
	};
}
const OWN = [
	"cpu_per_request",
	"memory_peak",
	"cold_ready",
	"cold_first_request"
];
const Cell = string().max(400).refine((text) => !parts(text).includes(void 0), `a text with ${Object.keys(FIELDS).map((field) => `{${field}}`).join(", ")}, {env.NAME}, {stack_env.NAME}, {label.NAME}, {statuses.202}, or a figure such as {http_req_duration.p95}`);
const Buckets = strictObject({
	histogram: string().max(400).regex(/^[A-Za-z_][\w:]*$/, "a histogram such as \"gateway:http_request_duration_seconds\"").meta({ description: "a histogram of `stack.metrics`, with its prefix" }),
	bounds: array(Quantity).min(1).refine((all) => all.every((bound, i) => i === 0 || bound > all[i - 1]), "each above the one before").meta({ description: "upper bounds of the rows, each one a bound of the histogram: [250ms, 2.5s]" }),
	by: string().regex(/^[A-Za-z_]\w*$/, "a label such as \"error_type\"").optional().meta({ description: "the label that {kinds} counts by; the histogram must be split by it" })
});
const Title = string().min(1).max(200);
const Sentence = string().min(1).max(2e3);
const Signal = strictObject({
	say: Title.meta({ description: "the statement, such as: no request failed in steady state" }),
	workload: Name.meta({ description: "the workload of the figure; every variant and trial counts" }),
	metric: string().max(400).refine((text) => selector(text) !== void 0, "a metric and a statistic, such as \"http_req_failed.rate\"").meta({ description: "the figure" }),
	between: tuple([Quantity, Quantity]).refine(([low, high]) => low <= high, "the lower bound first, such as [25%, 55%]").meta({
		description: "lowest and highest figure for which the statement holds, such as [0%, 0%]",
		examples: [["0%", "0%"]]
	})
});
const Decision = strictObject({
	title: Title.meta({ description: "the subject" }),
	date: date("a day such as \"2026-11-21\"").meta({ description: "the day of the decision, such as 2026-11-21" }),
	decision: Sentence.meta({ description: "the decision" }),
	rationale: Sentence.meta({ description: "the reason" }),
	table: Title.meta({ description: "the table that it is based on; it is shown below that table" }),
	variants: array(Name).min(1).optional().meta({ description: "the variants that it is based on; all of the table by default" })
});
const RecordSpec = strictObject({
	title: Title.meta({ description: "the heading" }),
	about: string().max(4e3).optional().meta({ description: "introduction: the measurement and its settings" }),
	tables: record(Title, strictObject({
		workloads: array(Name).min(1).meta({ description: "workloads with a row in the table" }),
		history: boolean().default(false).meta({ description: "whether rows of earlier runs stay when the document is updated; add a {date} column" }),
		each: union([_enum([
			"workload",
			"level",
			"target"
		]), Buckets], "workload, level, target, or { histogram: gateway:request_seconds, bounds: [250ms, 2.5s] }").default("workload").meta({ description: "one row for each workload and variant (at its knee, if measured at levels), for each level, for each target (budget or expectation), or for each bucket of a histogram" }),
		columns: record(string().min(1).max(60), Cell).refine((all) => Object.keys(all).length > 0, "at least one column").meta({ description: "headings and cells: text with figures in braces, such as {http_req_duration.p95}" })
	})).refine((all) => Object.keys(all).length > 0, "at least one table").meta({ description: "tables by their heading, each with a row for each workload and variant" }),
	signals: array(Signal).max(50).default([]).meta({ description: "statements that the figures confirm or refute" }),
	decisions: array(Decision).max(50).default([]).meta({ description: "decisions based on the figures, each shown below its table" }),
	comment: boolean().default(false).meta({ description: "whether the pull request's comment contains it too" })
});
const text$15 = string().max(2e3);
const RecordShown = strictObject({
	name: Name.meta({ description: "its name in the config" }),
	title: text$15.meta({ description: "the heading" }),
	about: string().max(4e3).nullable().meta({ description: "introduction; null without one" }),
	tables: array(strictObject({
		title: text$15.meta({ description: "heading of the table" }),
		columns: array(text$15).meta({ description: "headings of the columns" }),
		rows: array(array(text$15)).max(2e3).meta({ description: "cells of each row, in words" }),
		history: boolean().meta({ description: "whether rows of earlier runs stay in the document" })
	})).meta({ description: "the filled tables" }),
	signals: array(strictObject({
		say: text$15.meta({ description: "the statement" }),
		holds: boolean().nullable().meta({ description: "whether the figures confirm it; null where the run has no such figure" }),
		because: text$15.meta({ description: "the figures and the allowed range" })
	})).meta({ description: "statements about the figures" }),
	decisions: array(strictObject({
		title: text$15.meta({ description: "the subject" }),
		date: text$15.meta({ description: "the day, such as 2026-11-21" }),
		decision: text$15.meta({ description: "the decision" }),
		rationale: text$15.meta({ description: "the reason" }),
		table: text$15.meta({ description: "heading of the table that it is based on" }),
		variants: array(Name).meta({ description: "variants that it is based on" }),
		unmeasured: array(Name).meta({ description: "those of them without figures in this run" })
	})).default([]).meta({ description: "decisions based on the tables" }),
	targets: array(strictObject(ItemKeys)).meta({ description: "workloads and variants with a row, each once" }),
	comment: boolean().meta({ description: "whether the pull request's comment contains it too" })
});

// src/model/config.ts
const SelectorText = string().max(400).refine((text) => selector(text) !== void 0, "a metric and a statistic, such as \"http_req_duration.p95\"");
const Budget = union([string().meta({ pattern: `^\\s*[<>]=?\\s*${QUANTITY}\\s*$` }), strictObject({
	op: _enum(["<", ">"]).meta({ description: "the allowed side of the limit" }),
	limit: number$2().meta({ description: "the limit in seconds, bytes, shares or per second" })
})], WANTED.limit).transform((input, context) => {
	if (typeof input !== "string") return input;
	const text = input.trim();
	const op = text[0];
	const limit = quantity(text.slice(text[1] === "=" ? 2 : 1).trim());
	if (limit !== void 0 && (op === "<" || op === ">")) return {
		op,
		limit
	};
	context.addIssue({
		code: "custom",
		message: WANTED.limit,
		params: { form: "limit" },
		input
	});
	return NEVER;
}).meta({ description: WANTED.limit });
const isKept = ({ op, limit }, value) => op === "<" ? value <= limit : value >= limit;
const misses = ({ op, limit }, low, high) => op === "<" ? low >= limit : high <= limit;
const Because = string().min(1).meta({ description: "the reason, shown with the result" });
const Expect = union([
	literal("equal").meta({ description: "exactly base's figure" }),
	strictObject({
		between: tuple([Quantity, Quantity]).meta({
			description: "lowest and highest, such as [25%, 55%]",
			examples: [["25%", "55%"]]
		}),
		because: Because,
		target: Budget.optional().meta({
			description: "a limit that the expected figure misses, such as \"< 500ms\"; a record shows it as failed as expected",
			examples: ["< 500ms"]
		})
	}).refine(({ between: [low, high] }) => low <= high, {
		path: ["between"],
		message: "the lower bound first, such as [25%, 55%]"
	}).refine(({ between: [low, high], target }) => !target || misses(target, low, high), {
		path: ["target"],
		message: "a target that everything in `between` misses"
	}),
	strictObject({
		equal: union([Quantity, SelectorText], "a number with a unit, or another metric such as \"rows_in\"").meta({ description: "a number, or another metric of the same trial, such as rows_in" }),
		within: Ratio.default(0).meta({ description: "allowed deviation from it, such as 5%" }),
		because: Because
	})
], "the word \"equal\", or { between: [25%, 55%], because: \"overload profile\" }, or { equal: rows_in, because: … }");
const MetricRule = strictObject({
	better: _enum(["lower", "higher"]).optional().meta({ description: "which direction is better" }),
	unit: UnitName.optional().meta({ description: "seconds, bytes, a share, per second, or a plain number" }),
	band: Ratio.optional().meta({ description: "smallest change that matters" }),
	floor: Quantity.optional().meta({ description: "smallest absolute change that matters" })
});
const Variant = strictObject({
	stack_env: Env.default({}).meta({ description: "environment of every service while this variant is measured" }),
	env: Env.default({}).meta({ description: "environment of the load script" })
});
const GATE = ["http_req_duration.p50", "cpu_per_request"];
const ONE_LOAD = `exactly one of ${listed(LOADS.map((kind) => `${kind} (${KINDS$1[kind].names})`), "and")}`;
const OWN_GATE = "a gate: which of a program's metrics may fail the check, only its user knows";
const hasDefaultGate = (kind) => Object.keys(KINDS$1[kind].metrics).length > 0;
const LOAD_KEYS = Object.fromEntries(LOADS.map((kind) => [kind, KINDS$1[kind].schema.optional()]));
const WorkloadShape = strictObject({
	...LOAD_KEYS,
	in: Name.default("host").meta({ description: "where the generator runs: `host` is this machine; on Compose also `network`, a separate container in the project's network, or the name of a service, to share its network" }),
	env: Env.default({}).meta({ description: "environment of the load script; `${api}` is replaced by the URL of that endpoint, `${api.host}` by its host and port, `${api.hostname}` and `${api.port}` by each of the two" }),
	variants: record(Name, Variant).default({}).meta({ description: "the same load under several settings, each measured and judged separately" }),
	warmup: DurationOrZero.default(2).meta({ description: "load after each start of the stack whose figures are discarded; 6s for Node and other JIT runtimes; paired closed loads take up to twice as long while they still get faster" }),
	settle: DurationOrZero.default(.5).meta({ description: "load at the start of every further trial whose figures are discarded" }),
	measure: Measure.prefault({}).meta({ description: "length, number and mode of trials and pairs" }),
	paths: Paths.meta({ description: "files whose changes can affect this workload, as patterns; pull requests that change none of them do not measure it. `!` stands before files that do not matter; the last match decides; the default is that of `policy.paths`" }),
	timeout: Duration.optional().meta({ description: "time after which a trial is killed; by default its planned length + 60s" }),
	split: array(Name).default(["name"]).meta({ description: "tags whose values become sub-metrics, found by a short run of the script" }),
	gate: array(SelectorText).min(1, "at least one metric; leave `gate` out for the default").optional().meta({
		description: "the metrics that may fail the check; everything else is advisory",
		default: GATE
	}),
	budgets: record(SelectorText, Budget).default({}).meta({ description: "absolute limits, independent of base" }),
	expect: record(SelectorText, Expect).default({}).meta({ description: "expected figures; a deviation in either direction fails the check" }),
	metrics: record(SelectorText, MetricRule).default({}).meta({ description: "rules for single metrics" }),
	sweep: Sweep.optional().meta({ description: "a search for the highest level of load that keeps the budgets, instead of trials at one level" }),
	scaling: Scaling.optional().meta({ description: "measures throughput and CPU at several levels, and derives instances and cost" })
});
const Workload = WorkloadShape.superRefine((workload, context) => {
	const wrong = (what, message, remedy) => context.addIssue({
		code: "custom",
		message,
		params: {
			what,
			remedy
		}
	});
	const loads = loadsIn(workload);
	if (loads.length === 0) wrong("does not say what loads it", ONE_LOAD, "add it, such as k6: workloads/browse.ts");
	else if (loads.length > 1) wrong(`has ${loads.join(" and ")}`, ONE_LOAD, "keep one, and move the other to a workload of its own");
	else if (!loads.every(hasDefaultGate) && workload.gate === void 0) wrong(`is a ${loads[0]} without a gate`, OWN_GATE, "name one or two metrics it prints: gate: [query_time]");
}).meta({ oneOf: LOADS.map((kind) => ({ required: hasDefaultGate(kind) ? [kind] : [kind, "gate"] })) }).transform((workload) => ({
	...workload,
	gate: workload.gate ?? GATE
}));
const hasLimits = ({ budgets, expect }) => Object.keys(budgets).length + Object.keys(expect).length > 0;
const meansFailures = ({ budgets, expect }) => [budgets, expect].some((limits) => Object.hasOwn(limits, "http_req_failed.rate"));
const Profile = strictObject({
	only: array(Name).optional().meta({ description: "workloads of this profile; all by default" }),
	trials: number$2().int().min(1).max(200).optional().meta({ description: "trials per session" }),
	duration: Duration.optional().meta({ description: "measured time of one trial" }),
	warmup: DurationOrZero.optional().meta({ description: "warm-up whose figures are discarded" }),
	starts: number$2().int().min(1).max(10).optional().meta({ description: "starts of the stack per run, as in policy" }),
	cold: boolean().optional().meta({ description: "whether all its workloads are measured cold" }),
	in: Name.optional().meta({ description: "origin of the load of all its workloads; overrides theirs" })
});
const SITE = "an address such as \"https://example.github.io/shop/steelyard/\"";
const Site = string(SITE).max(300).regex(/^https?:\/\/[\w.-]+(:\d+)?(\/[\w.~%/-]*)?$/, SITE).meta({ description: "address of the published trend page, which the comment links to" });
const Config = strictObject({
	version: literal(1).meta({ description: "version of this file's format" }),
	stack: Stack.meta({ description: "the system under test" }),
	workloads: record(Name, Workload).refine((all) => Object.keys(all).length > 0, "at least one workload").meta({ description: "the loads, by name" }),
	policy: Policy.prefault({}).meta({ description: "the rules: what counts as worse, and what fails the check" }),
	profiles: record(Name, Profile).default({}).meta({ description: "shorter or longer runs of the same workloads, chosen by name" }),
	records: record(Name, RecordSpec).default({}).meta({ description: "documents with tables of measurements, one row per run: steelyard record" }),
	site: Site.optional()
});

// src/model/noise.ts
const MOST_RECORDS = 12;
const text$14 = string().max(2e3);
const count$11 = number$2().int().min(0);
const PairMode = _enum([
	"request",
	"slice",
	"trial",
	"turns",
	"duet"
]);
const UNEXPLAINED = {
	duet: "share a core",
	turns: "are never up at the same time"
};
const isWhole = (mode) => mode !== "request" && mode !== "slice";
const NoiseFigures = strictObject({
	variance: number$2().min(0),
	starts: array(strictObject({
		pairs: count$11.min(1).max(2e3),
		mean: number$2()
	})).min(1).max(50)
}).refine(({ starts }) => starts.reduce((sum, { pairs }) => sum + pairs, 0) >= 2, "two pairs at least");
const NoiseRecord = strictObject({
	run: text$14,
	commit: text$14.nullable(),
	at: datetime(),
	fingerprint: Fingerprint,
	digest: text$14,
	mode: PairMode,
	block: number$2().positive(),
	pace: literal("full").optional(),
	variants: record(string().max(100), record(string().max(400), NoiseFigures))
});
const isSameWay = (a, b) => a.mode === b.mode && a.block === b.block && a.pace === b.pace;
const NoiseRecords = array(NoiseRecord).max(PairMode.options.length * 12);

// src/model/evidence.ts
const text$13 = string().max(8e3);
const count$10 = number$2().int().min(0);
const probability = number$2().min(0).max(1);
const Sample = strictObject({
	values: array(number$2()).min(1).max(2e3).meta({ description: "figures in the row's unit: one for each trial, stored session or pair" }),
	center: number$2().meta({ description: "the figure that the estimate compares, in the row's unit. For trials: their median. For stored sessions: the geometric mean of their medians (the mean where some are not above zero). For pairs: two figures around the common middle whose ratio is the estimate. Head over base is therefore the printed change." })
});
const Evidence = strictObject({
	mode: _enum(["baseline", ...PairMode.options]).meta({ description: "baseline: compared with stored sessions; otherwise with base, in pairs by request, slice of one load, or trial; turns: never up at the same time; duet: simultaneously on one core" }),
	n: count$10.meta({ description: "number of stored sessions or pairs that head is compared with" }),
	estimate: number$2().meta({ description: "the estimated change, a log ratio: 0.049 is 5 %. Positive is worse. Where a figure is not above zero: a difference as a share of the metric's size." }),
	interval: tuple([number$2(), number$2()]).meta({ description: "95 % interval of the estimate, log ratios, not adjusted for the number of tests" }),
	se: number$2().positive().meta({ description: "standard error of the estimate, a log ratio" }),
	df: number$2().positive().meta({ description: "degrees of freedom of the standard error" }),
	pWorse: probability.meta({ description: "one-sided p-value of \"head is not worse\", from 0 to 1" }),
	pBetter: probability.meta({ description: "one-sided p-value of \"head is not better\", from 0 to 1" }),
	level: probability.meta({ description: "error level of the whole family of tests, from 0 to 1" }),
	family: count$10.meta({ description: "number of tests in the family" }),
	band: number$2().positive().meta({ description: "smallest change that matters, a log ratio" }),
	floor: number$2().min(0).meta({ description: "smallest absolute change that matters, in the row's unit; 0 for none" }),
	mde: number$2().positive().meta({ description: "smallest worsening that 8 of 10 such runs detect, a log ratio" }),
	prior: strictObject({
		used: boolean().meta({ description: "whether it entered the standard error" }),
		df: number$2().min(0).meta({ description: "its degrees of freedom; 0 for none" }),
		sd: number$2().min(0).meta({ description: "its standard deviation, a log ratio" })
	}).meta({ description: "the noise that was known before this run" }),
	duel: strictObject({
		look: count$10.meta({ description: "the look that decided the test" }),
		looks: count$10.meta({ description: "number of planned looks" }),
		closed: _enum([
			"regressed",
			"settled",
			"futile",
			"last",
			"failed",
			"invalid"
		]).nullable().meta({ description: "why no more pairs were measured. regressed: a metric is worse; settled: every test is decided; futile: no estimate came near its band, and more pairs would hardly have decided; last: the last look; failed and invalid: the workload. Null where more may follow." }),
		starts: number$2().min(1).meta({ description: "effective number of starts in which the pairs were measured" }),
		toFind: strictObject({
			pairs: count$10.meta({ description: "about how many pairs find a worsening of 5 %" }),
			startSd: number$2().min(0).nullable().meta({ description: "standard deviation between starts of one build, a log ratio, where starts were the sample; null where pairs were" })
		}).optional().meta({ description: "the effort that an undecided test needs; absent for others" })
	}).optional().meta({ description: "course of a gate test of pairs; absent for other tests" })
});
const tolerated = ({ band, floor }, value) => Math.max(band, Math.log1p(floor / value));
const Limit = strictObject({
	wanted: text$13.meta({ description: "the limit for display: \"< 250 ms\", \"25 % to 55 %\"" }),
	range: tuple([number$2().nullable(), number$2().nullable()]).optional().meta({ description: "lowest and highest allowed figure in the row's unit; null where that side has no limit" }),
	because: text$13.nullable().meta({ description: "the reason that the config gives; null where it gives none" }),
	seen: number$2().meta({ description: "estimate on head, in the row's unit" }),
	bounds: tuple([number$2(), number$2()]).nullable().meta({ description: "one-sided 95 % bounds of the estimate, in the row's unit; null where one trial gives none" }),
	outcome: _enum([
		"pass",
		"risk",
		"fail"
	]).meta({ description: "pass: kept; risk: the limit lies within the noise; fail: broken beyond the noise" }),
	crossed: strictObject({
		trials: count$10.meta({ description: "trials that crossed the limit" }),
		of: count$10.meta({ description: "all trials" })
	}).optional().meta({ description: "for a limit that each trial crossed or kept, without a figure of its own" })
});
const limitFormat = ({ seen, bounds, range }, unit) => formatApart([seen, ...bounds ?? []], range?.flatMap((end) => end ?? []) ?? [], unit);
function limitText(limit, unit) {
	const print = limitFormat(limit, unit);
	const { seen, bounds, range, outcome } = limit;
	const [least, most] = range ?? [];
	return (outcome === "fail" && range !== void 0 && seen >= (least ?? -Infinity) && seen <= (most ?? Infinity) && bounds !== null && bounds[0] < bounds[1] ? bounds : [seen]).map(print).join(" to ");
}

// src/model/schedule.ts
const Side = _enum(["head", "base"]);
const SIDES = ["base", "head"];
const Slot = strictObject({
	index: number$2().int().min(0),
	workload: Name,
	variant: Name.nullable(),
	side: Side,
	trial: number$2().int().min(0),
	warmup: number$2().min(0),
	duration: Seconds,
	cold: literal(true).optional(),
	seed: number$2().int().min(0)
});
const Start = strictObject({
	start: number$2().int().min(0),
	stackEnv: record(string(), string()),
	slots: array(Slot).min(1)
});
const Levelled = strictObject({
	workload: Name,
	variant: Name.nullable(),
	stackEnv: record(string(), string()),
	warmup: number$2().min(0),
	settle: number$2().min(0),
	duration: Seconds,
	seed: number$2().int().min(0)
});
const Schedule = strictObject({
	schema: literal(tag("schedule")),
	seed: number$2().int().min(0),
	shard: strictObject({
		index: number$2().int().min(1),
		of: number$2().int().min(1)
	}).nullable(),
	starts: array(Start),
	levels: array(Levelled).optional()
});
const slotsIn = ({ starts }) => starts.flatMap(({ slots }) => slots);
const workloadsIn = (slots) => [...new Set(slots.map(({ workload }) => workload))];

// src/model/slow.ts
const Instant$3 = datetime();
const SlowRequest = strictObject({
	at: Instant$3,
	seconds: number$2().positive(),
	status: number$2().int().min(0).max(999),
	name: string().max(200).nullable(),
	first: boolean()
});
const ServiceEvent = strictObject({
	at: Instant$3,
	service: Name,
	kind: _enum([
		"start",
		"ready",
		"starved",
		"end",
		"log"
	]),
	text: string().max(300)
});
const BEFORE = 2e3;
const AFTER = 500;
function isNear(event, request, isCold) {
	const [began, at] = [time$1(request), time$1(event)];
	return (isCold && request.first && (event.kind === "start" || event.kind === "ready") || at >= began - 2e3) && at <= began + 1e3 * request.seconds + AFTER;
}
const time$1 = ({ at }) => Date.parse(at);
const Slow = strictObject({
	limit: number$2().positive(),
	requests: array(SlowRequest).min(1).max(20),
	happened: array(ServiceEvent).max(200).nullable()
});
const text$12 = string().max(2e3);
const SlowShown = strictObject({
	...ItemKeys,
	trial: number$2().int().min(0).meta({ description: "number of the trial, from 0" }),
	at: Instant$3.meta({ description: "when the first of them began" }),
	requests: number$2().int().min(1).meta({ description: "number of slow requests" }),
	least: number$2().positive().meta({ description: "seconds of the fastest of them" }),
	most: number$2().positive().meta({ description: "seconds of the slowest of them" }),
	cause: _enum([
		"deed",
		"lines",
		"none",
		"unknown"
	]).meta({ description: "deed: a service started or ended; lines: log lines; none: no event; unknown: events are not available" }),
	text: text$12.meta({ description: "the explanation in words, without a full stop" }),
	lines: array(strictObject({
		service: Name.meta({ description: "the service that wrote it" }),
		text: text$12.meta({ description: "the line" })
	})).max(10).meta({ description: "log lines from that time" })
});

// src/model/work.ts
const WORK = {
	bytes_received: "B",
	bytes_sent: "B",
	disk_read: "B",
	disk_written: "B",
	page_faults: "1",
	context_switches: "1",
	instructions: "1",
	compilation: "s"
};
const WORK_NAMES = Object.keys(WORK);
const Work = partialRecord(_enum(WORK_NAMES), number$2().min(0));
const EXECUTED = ["statements", "rows"];
const KEPT = [
	"connections",
	"transactions",
	"rows_read",
	"rows_written",
	"sequential_scans",
	"blocks"
];
const COUNTERS = new Set([
	...WORK_NAMES,
	...EXECUTED,
	...KEPT
].map(perRequestName));
function perRequestName(name) {
	return `${name}_per_request`;
}
const isExecuted = (metric) => EXECUTED.some((name) => perRequestName(name) === family(metric));
const NAMED_KEPT = new Set(KEPT.map((name) => `:${perRequestName(name)}`));
const isWork = (metric) => COUNTERS.has(family(metric)) || NAMED_KEPT.has(family(metric).replace(/^\w+(?=:)/, ""));
const workBetween = (before, after) => combined(before, after, (first, last) => last < first ? void 0 : last - first);
const workSum = (one, other) => combined(one, other, (a, b) => a + b);
function combined(one, other, how) {
	const found = {};
	for (const name of WORK_NAMES) {
		const [a, b] = [one?.[name], other?.[name]];
		const value = a === void 0 || b === void 0 ? void 0 : how(a, b);
		if (value !== void 0) found[name] = value;
	}
	return found;
}

// src/model/trial.ts
const text$11 = string().max(2e3);
const count$9 = number$2().int().min(0);
const Instant$2 = datetime();
const CONTENDED_PROBE = 1.25;
const HostState = strictObject({
	probe: tuple([number$2().min(0), number$2().min(0)]).nullable(),
	steal: number$2().min(0).max(1).nullable(),
	pressure: number$2().min(0).nullable(),
	busy: number$2().min(0).max(1).nullable(),
	load: number$2().min(0).nullable()
});
const CONTENDED_STEAL = .05;
function contendedAround({ probe, steal }) {
	return probe !== null && Math.min(...probe) > 1.25 || steal !== null && steal > CONTENDED_STEAL;
}
const ServiceUse = strictObject({
	cpu: number$2().min(0).nullable(),
	memory: number$2().min(0).nullable(),
	restarts: count$9,
	work: Work.optional()
});
const GeneratorUse = strictObject({
	cpu: number$2().min(0).nullable(),
	wall: number$2().min(0),
	dropped: count$9,
	achieved: number$2().min(0).nullable(),
	segments: strictObject({
		count: number$2().int().min(2),
		machines: number$2().int().min(1),
		spread: number$2().min(0)
	}).optional()
});
const Observed = strictObject({
	seconds: Seconds,
	metrics: Metrics,
	requests: count$9,
	errors: count$9,
	statuses: record(string().regex(/^(\d{3}|other)$/), count$9),
	unanswered: strictObject({
		timeouts: count$9,
		refused: count$9,
		other: count$9
	}),
	checks: array(strictObject({
		name: text$11,
		passes: count$9,
		fails: count$9
	})).max(1e3),
	thresholds: array(strictObject({
		metric: text$11,
		limit: text$11,
		held: boolean()
	})).max(1e3),
	generator: GeneratorUse
});
const FailureCode = _enum([
	"dead-target",
	"no-requests",
	"service-died",
	"script-error",
	"setup-timeout",
	"timeout",
	"no-summary",
	"bad-numbers",
	"generator",
	"interrupted"
]);
const Failure = strictObject({
	code: FailureCode,
	message: string().max(8e3),
	skipped: literal(true).optional()
});
const TrialBase = {
	index: count$9,
	workload: Name,
	variant: Name.nullable(),
	side: Side,
	trial: count$9,
	start: count$9,
	began: Instant$2,
	warmup: number$2().min(0),
	host: HostState
};
const Trial = discriminatedUnion("outcome", [strictObject({
	outcome: literal("ok"),
	...TrialBase,
	observed: Observed,
	services: record(Name, ServiceUse),
	slow: Slow.optional()
}), strictObject({
	outcome: literal("failed"),
	...TrialBase,
	failure: Failure
})]);

// src/model/levelrun.ts
const count$8 = number$2().int().min(0);
const level = count$8.min(1);
const text$10 = string().max(2e3);
const ProbeReason = _enum([
	"bracket",
	"halve",
	"again",
	"confirm",
	"planned"
]);
const Probe = strictObject({
	level,
	why: ProbeReason,
	start: count$8,
	trials: array(Trial).min(1).max(50)
});
const LevelRecord = strictObject({
	workload: Name,
	variant: Name.nullable(),
	seed: count$8,
	probes: array(Probe).max(100 * 5),
	ended: _enum([
		"done",
		"time",
		"failing",
		"interrupted"
	]),
	because: text$10.nullable(),
	seconds: number$2().min(0)
});
const LevelStatus = _enum([
	"holds",
	"breaks",
	"undecided",
	"limited"
]);
const figure = number$2().nullable();
const LevelRow = strictObject({
	level: level.meta({ description: "arrivals a second, users or connections, by the axis" }),
	probes: count$8.meta({ description: "number of measurements of the level" }),
	trials: count$8.meta({ description: "trials of them all" }),
	failed: count$8.meta({ description: "failed ones of these trials" }),
	achieved: figure.meta({ description: "arrivals per second for an open model, requests per second for a closed one; the median over trials; null where there are none" }),
	served: figure.meta({ description: "successful responses per second, the median over trials; null where there are none" }),
	cpu: figure.meta({ description: "CPU seconds per request of all services, the median over trials; null where not known" }),
	services: record(Name, number$2().min(0)).meta({ description: "CPU seconds per request of each service, the median over trials" }),
	p50: figure.meta({ description: "median latency in seconds, the median over trials" }),
	p95: figure.meta({ description: "95th percentile of latency in seconds, the median over trials" }),
	p99: figure.meta({ description: "99th percentile of latency in seconds, the median over trials" }),
	requests: count$8.meta({ description: "requests of all good trials" }),
	errors: count$8.meta({ description: "failed ones of these requests" }),
	statuses: text$10.meta({ description: "responses by status code, for display: \"202: 1,200, 429: 31\"" }),
	status: LevelStatus.meta({ description: "holds: the budgets are kept; breaks: they are not; undecided; limited: the generator could not produce the load, so nothing follows for the service" }),
	reason: text$10.meta({ description: "the reason of the status in words" })
});
const Knee = strictObject({
	holds: level.nullable().meta({ description: "highest level shown to hold; null where none was" }),
	breaks: level.nullable().meta({ description: "lowest level above it shown to break; null where none was" }),
	limit: _enum([
		"service",
		"generator",
		"range",
		"unknown"
	]).meta({ description: "the limiting factor: the service, the generator, or the configured range; unknown: none of them was shown" }),
	confirmed: tuple([count$8, count$8]).meta({ description: "numbers of fresh starts of the stack in which `holds` and `breaks` were confirmed" })
});
const estimate = strictObject({
	value: number$2().meta({ description: "the estimate" }),
	interval: tuple([number$2(), number$2()]).nullable().meta({ description: "its 95 % interval; null where the value lies at its bound of 0" })
});
const place = strictObject({
	level: level.meta({ description: "users or connections" }),
	rate: number$2().positive().meta({ description: "successful responses per second" })
});
const Curve = strictObject({
	peak: place.nullable().meta({ description: "the measured level with the highest rate; null where none served anything" }),
	saturation: level.nullable().meta({ description: "lowest level that served almost as much; null where the highest level still served more than the one before" }),
	sustained: place.nullable().meta({ description: "the highest rate at a level that keeps the budgets; null where none does" }),
	law: discriminatedUnion("kind", [strictObject({
		kind: literal("fitted").meta({ description: "the law was fitted: the rate at level N is λN / (1 + σ(N − 1) + κN(N − 1))" }),
		lambda: estimate.meta({ description: "λ: successful responses per second at level 1" }),
		sigma: estimate.meta({ description: "σ: contention, the share of the work that waits for the others" }),
		kappa: estimate.meta({ description: "κ: coherency, the cost of agreement between any two" }),
		residual: number$2().min(0).meta({ description: "typical deviation from the curve, a share of the rate" }),
		peak: strictObject({
			at: number$2().min(1).meta({ description: "its level" }),
			rate: number$2().meta({ description: "its successful responses per second" }),
			measured: boolean().meta({ description: "whether it lies within the measured levels" })
		}).nullable().meta({ description: "the maximum of the fitted curve; null where it is not shown to fall" })
	}), strictObject({
		kind: literal("refused").meta({ description: "the law was not fitted" }),
		why: text$10.meta({ description: "the reason in words" })
	})]).meta({ description: "the fit of Gunther's Universal Scalability Law, or why there is none" }),
	capacity: number$2().positive().nullable().meta({ description: "successful responses per second that one instance may carry: the sustained rate minus the headroom; null without one" }),
	plans: array(strictObject({
		load: number$2().positive().meta({ description: "requests per second" }),
		instances: count$8.min(1).meta({ description: "instances that they need" }),
		cost: strictObject({
			perMonth: number$2().meta({ description: "cost of a month (730 hours)" }),
			perMillion: number$2().meta({ description: "cost of a million requests" }),
			currency: string().length(3).meta({ description: "three letters, such as USD" })
		}).nullable().meta({ description: "cost of the instances; null where they have no price" })
	})).max(50).meta({ description: "instances and cost for each load of the config; without such loads, for the capacity of one instance" })
});
const LevelsShown = strictObject({
	...ItemKeys,
	axis: AxisName.meta({ description: "rate: arrivals a second of an open model; vus and connections: users and connections of a closed one" }),
	said: text$10.meta({ description: "the conclusion in one sentence" }),
	notes: array(text$10).max(50).meta({ description: "notes on the conclusion" }),
	rows: array(LevelRow).max(100).meta({ description: "the levels, lowest first" }),
	knee: Knee.nullable().meta({ description: "highest level within the budgets, found by a sweep; null for a scaling curve" }),
	curve: Curve.nullable().meta({ description: "conclusions of a scaling curve; null for a sweep" })
});

// src/model/duel.ts
const text$9 = string().max(2e3);
const count$7 = number$2().int().min(0);
const PairSide = strictObject({
	seconds: Seconds,
	metrics: Metrics,
	requests: count$7,
	errors: count$7,
	failing: array(string().max(200)).max(3).optional(),
	checks: count$7,
	failedChecks: count$7,
	services: record(Name, ServiceUse)
});
const PairBase = {
	workload: Name,
	variant: Name.nullable(),
	slot: count$7,
	attempt: count$7,
	start: count$7,
	began: datetime()
};
const PairRecord = discriminatedUnion("outcome", [strictObject({
	outcome: literal("ok"),
	...PairBase,
	host: HostState,
	load: strictObject({
		iterations: count$7,
		dropped: count$7,
		achieved: number$2().min(0).nullable(),
		busy: number$2().min(0).nullable(),
		pauses: number$2().min(0).max(1).optional()
	}),
	base: PairSide,
	head: PairSide
}), strictObject({
	outcome: literal("lost"),
	...PairBase,
	side: Side,
	failure: Failure
})]);
const pausesText = (pauses) => `the pauses of its script had ${Number((100 * pauses).toPrecision(2))} % of their length (\`pace: full\`)`;
const BLOCKS = [
	1,
	2,
	4
];
const LONGEST_BLOCK = BLOCKS[BLOCKS.length - 1];
const Pairing = strictObject({
	workload: Name,
	variant: Name.nullable(),
	mode: PairMode,
	pace: literal("full").optional(),
	why: text$9.nullable(),
	block: Seconds,
	pairs: tuple([count$7, count$7]),
	script: Side,
	notes: array(text$9).max(50).optional()
});
const Looks = {
	looks: array(count$7.min(1)).min(1).max(50),
	seen: array(count$7).max(50),
	cut: count$7.min(1).nullable()
};
const DuelPart = strictObject({
	...Looks,
	own: strictObject({
		pairings: count$7,
		pairs: count$7
	})
});
const DuelRecord = strictObject({
	base: strictObject({
		sha: string().regex(/^[0-9a-f]{40,64}$/).nullable(),
		subject: text$9,
		ref: text$9,
		release: literal(true).optional(),
		adopted: literal(true).optional()
	}),
	starts: count$7.min(1),
	pairings: array(Pairing).max(2e3),
	alike: literal(true).optional(),
	variables: array(text$9).max(10).optional(),
	gone: array(Name).max(2e3).optional(),
	...Looks,
	budget: number$2().positive().nullable(),
	pairs: array(PairRecord).max(1e5),
	shards: count$7.min(1).optional(),
	parts: array(DuelPart).min(1).max(1e3).optional()
});
function machineRecords({ parts, ...whole }) {
	if (parts === void 0) return [whole];
	const from = {
		pairings: 0,
		pairs: 0
	};
	return parts.map(({ own, ...looks }) => {
		const pairings = whole.pairings.slice(from.pairings, from.pairings + own.pairings);
		const pairs = whole.pairs.slice(from.pairs, from.pairs + own.pairs);
		from.pairings += own.pairings;
		from.pairs += own.pairs;
		return {
			...whole,
			...looks,
			pairings,
			pairs
		};
	});
}
function joinedDuel(records) {
	const [first] = records;
	if (first === void 0) throw new RangeError("no paired run");
	const gone = [...new Set(records.flatMap((record) => record.gone ?? []))];
	return {
		...first,
		starts: Math.min(...records.map(({ starts }) => starts)),
		seen: [],
		cut: null,
		...gone.length > 0 && { gone },
		pairings: records.flatMap(({ pairings }) => pairings),
		pairs: records.flatMap(({ pairs }) => pairs),
		parts: records.map(({ looks, seen, cut, pairings, pairs }) => ({
			looks,
			seen,
			cut,
			own: {
				pairings: pairings.length,
				pairs: pairs.length
			}
		}))
	};
}

// src/model/profiling.ts
const text$8 = string().max(2e3);
const count$6 = number$2().int().min(0);
const RELATIVE = /^(?![\\/]|[A-Za-z]:[\\/]|[Ff][Ii][Ll][Ee]:)/;
const Frame = strictObject({
	name: string().max(200),
	file: string().max(400).regex(RELATIVE).nullable(),
	line: count$6.min(1).nullable()
});
const CallTree = array(tuple([
	number$2().int().min(-1),
	count$6,
	number$2().min(0)
])).max(2e4);
const DEEPEST = 500;
function shallow(nodes) {
	const kept = [];
	const depths = [];
	const at = [];
	for (const [i, [caller, frame, seconds]] of nodes.entries()) {
		const above = caller < i ? at[caller] ?? -1 : caller;
		const depth = 1 + (depths[above] ?? 0);
		if (depth > 500) {
			kept[above][2] += seconds;
			at.push(above);
		} else {
			at.push(kept.push([
				above,
				frame,
				seconds
			]) - 1);
			depths.push(depth);
		}
	}
	return kept;
}
const COLLECTOR = "(garbage collector)";
const CpuProfile = strictObject({
	start: count$6,
	side: Side,
	service: Name,
	source: _enum([
		"node",
		"python",
		"go",
		"java",
		"perf"
	]),
	interval: number$2().positive(),
	sampling: strictObject({
		thread: number$2().min(0),
		samples: count$6,
		price: number$2().min(0)
	}).optional(),
	versions: record(string().max(214), string().max(80)).optional(),
	frames: array(Frame).max(1e4),
	nodes: CallTree,
	waits: CallTree.optional(),
	allocated: CallTree.optional()
});
const StatementCount = strictObject({
	text: string().max(2e3),
	calls: count$6,
	rows: count$6,
	seconds: number$2().min(0),
	locked: number$2().min(0).optional(),
	blocks: count$6.optional()
});
function byText(counts) {
	const sums = /* @__PURE__ */ new Map();
	const added = (sum, one) => one === void 0 ? sum : (sum ?? 0) + one;
	for (const { text, calls, rows, seconds, ...told } of counts) {
		const sum = sums.get(text) ?? {
			text,
			calls: 0,
			rows: 0,
			seconds: 0
		};
		const locked = added(sum.locked, told.locked);
		const blocks = added(sum.blocks, told.blocks);
		sums.set(text, {
			text,
			calls: sum.calls + calls,
			rows: sum.rows + rows,
			seconds: sum.seconds + seconds,
			...locked !== void 0 && { locked },
			...blocks !== void 0 && { blocks }
		});
	}
	return sums;
}
const StatementsRun = strictObject({
	http: literal(true).optional(),
	start: count$6,
	side: Side,
	service: Name,
	counts: array(StatementCount).max(1e3)
});
const Hunk = strictObject({
	base: tuple([count$6, count$6]),
	head: tuple([count$6, count$6])
});
const StatementOrigin = Origin.extend({ text: text$8 });
const Profiled = strictObject({
	workload: Name,
	variant: Name.nullable(),
	pairs: array(PairRecord).max(100),
	profiles: array(CpuProfile).max(500),
	statements: array(StatementsRun).max(500),
	lacking: array(strictObject({
		service: Name,
		why: text$8
	})).max(200)
});
const MOST_ORIGINS = 1e3;
const MOST_UPDATES = 1e3;
const Profiling = strictObject({
	workloads: array(Profiled).min(1).max(200),
	changes: record(string().max(400), array(Hunk).max(1e4)),
	origins: array(StatementOrigin).max(MOST_ORIGINS).optional(),
	updates: array(PackageUpdate).max(MOST_UPDATES).optional()
});
const ofTree = (profiles) => {
	const isOwn = ({ source, frames }) => source !== "perf" || frames.some(({ file }) => file !== null);
	return profiles.filter((one) => profiles.some((other) => other.service === one.service && isOwn(other)));
};

// src/model/run.ts
const text$7 = string().max(2e3);
const Instant$1 = datetime();
const seconds = number$2().min(0);
const Sha$1 = string().regex(/^[0-9a-f]{40,64}$/);
const WorkloadFacts = strictObject({
	digest: text$7,
	model: _enum([
		"open",
		"closed",
		"iterations",
		"mixed"
	]),
	generator: text$7
});
const Composed = strictObject({
	engine: text$7,
	allotted: strictObject({
		cpus: number$2().min(0),
		memory: number$2().min(0)
	}).optional(),
	services: record(Name, strictObject({
		image: text$7,
		id: text$7,
		content: text$7.optional(),
		config: text$7
	})),
	mounted: array(text$7).optional()
});
const StartFacts = strictObject({
	start: number$2().int().min(0),
	began: Instant$1,
	ready: record(Name, number$2().min(0))
});
const RulesUsed = strictObject({
	base: Sha$1,
	edited: array(strictObject({
		workload: Name,
		as: Name.nullable()
	})).max(2e3),
	service: array(text$7).max(2e3)
});
const Edits = strictObject({
	tracked: text$7.nullable(),
	untracked: text$7.nullable()
});
const Spent = strictObject({
	load: seconds.meta({ description: "seconds in trials and pairs, warm-up included" }),
	total: seconds.meta({ description: "seconds of the whole run" }),
	measured: seconds.optional().meta({ description: "measured seconds, without warm-up; absent in files of earlier versions" }),
	build: seconds.optional().meta({ description: "seconds of builds; those at the same time count once; absent in files of earlier versions" }),
	start: seconds.optional().meta({ description: "seconds of starts and stops of stacks; those at the same time count once; absent in files of earlier versions" }),
	why: seconds.optional().meta({ description: "seconds to explain the verdict, starts and load included; absent where nothing was measured for it" }),
	wait: seconds.optional().meta({ description: "seconds until another measurement on this machine had ended; absent where there was none" })
});
const secondsTaken = ({ total, wait = 0 }) => total - wait;
const Run = strictObject({
	schema: literal(tag("run")),
	id: text$7,
	began: Instant$1,
	ended: Instant$1,
	state: _enum(["complete", "interrupted"]),
	steelyard: text$7,
	runnerClass: Name,
	profile: Name.nullable(),
	scale: number$2().positive().max(1).optional(),
	only: array(Name).nullable(),
	variants: array(Name).optional(),
	commit: strictObject({
		sha: Sha$1,
		subject: text$7,
		dirty: boolean()
	}).nullable(),
	edits: Edits.optional(),
	editsAfter: Edits.optional(),
	config: strictObject({
		path: text$7,
		digest: text$7,
		resolved: Config
	}),
	fingerprint: Fingerprint,
	stack: strictObject({
		kind: _enum(STACK_KINDS),
		labels: record(string(), text$7),
		seed: text$7.nullable(),
		env: record(string(), text$7),
		composed: Composed.optional()
	}),
	workloads: record(Name, WorkloadFacts),
	schedule: Schedule,
	starts: array(StartFacts).max(5e3).optional(),
	trials: array(Trial).max(2e4),
	rules: RulesUsed.optional(),
	duel: DuelRecord.optional(),
	fallback: text$7.optional(),
	shards: strictObject({
		of: number$2().int().min(1),
		absent: array(strictObject({
			index: number$2().int().min(1),
			why: text$7
		})).max(1e3)
	}).optional(),
	unable: text$7.max(2e3).optional(),
	screened: record(Name, text$7).optional(),
	differences: array(text$7).max(20).optional(),
	unaffected: record(Name, text$7).optional(),
	levels: array(LevelRecord).max(2e3).optional(),
	profiling: Profiling.optional(),
	spent: Spent
});
const trialsIn = ({ trials, levels = [] }) => [...trials, ...levels.flatMap(({ probes }) => probes.flatMap((probe) => probe.trials))];

// src/model/waiver.ts
const MOST_WAIVERS = 200;
const About = {
	workload: Name.meta({ description: "the workload that is allowed to be worse" }),
	variant: Name.optional().meta({ description: "one variant of it; all of them by default" })
};
const Term = {
	expires: date("a day such as \"2026-12-31\"").meta({ description: "the last day on which it counts, in UTC, such as 2026-12-31" }),
	because: string().trim().min(1).max(1e3).meta({ description: "the reason, shown with the result" })
};
const Waiver = strictObject({
	...About,
	metric: SelectorText.meta({ description: "the metric, as a gate names it: \"http_req_duration.p50\"" }),
	ceiling: Ratio.meta({ description: "how much worse it may be, such as 15%" }),
	...Term
});
const LoadWaiver = strictObject({
	...About,
	...Term
});
const WaiverFile = strictObject({
	version: literal(1).meta({ description: "version of this file's format" }),
	waivers: array(Waiver).max(200).meta({ description: "the regressions that are accepted" }),
	loads: array(LoadWaiver).max(200).default([]).meta({ description: "workloads whose load a change may edit so that base's load no longer drives head: their figures are accepted" })
});
const WaiverFate = _enum([
	"accepted",
	"exceeded",
	"expired",
	"unused",
	"unmatched",
	"unmeasured"
]);
const WaiversUsed = strictObject({
	from: string().max(2e3).meta({ description: "the tree that they were read from: \"origin/main\", \"the checkout\"" }),
	rows: array(strictObject({
		waiver: Waiver.meta({ description: "the row of the file; its ceiling is a share here, 0.15 for 15%" }),
		fate: WaiverFate.meta({ description: "accepted: a regression was accepted; exceeded: it lay above the ceiling; expired: its last day had passed; unused: there was no regression; unmatched: nothing has this name; unmeasured: its workload was not measured" })
	})).max(200).meta({ description: "waivers of regressions" }),
	loads: array(strictObject({
		waiver: LoadWaiver.meta({ description: "the row of the file" }),
		fate: _enum([
			"accepted",
			"expired",
			"unused"
		]).meta({ description: "accepted: the edited load was accepted; expired: its last day had passed; unused: no load was edited" })
	})).max(200).optional().meta({ description: "waivers of edited loads; absent where none was read" })
});

// src/model/comparison.ts
const text$6 = string().max(8e3);
const count$5 = number$2().int().min(0);
const Warning = strictObject({
	code: Name.meta({ description: "the kind of warning, such as noisy" }),
	message: text$6.meta({ description: "the problem in words" }),
	remedy: text$6.nullable().meta({ description: "the remedy in words; null where there is none" }),
	tally: strictObject({
		n: count$5.meta({ description: "the first number" }),
		of: count$5.meta({ description: "the second number" }),
		rest: text$6.meta({ description: "the text after both" })
	}).optional().meta({ description: "the parts of a message such as \"3 of 10 trials …\"; absent for other messages" })
});
const RowKind = _enum([
	"gate",
	"advisory",
	"errors",
	"checks",
	"budget",
	"expect",
	"workload"
]);
const Row = strictObject({
	kind: RowKind.meta({ description: "gate: a metric that may fail the check; advisory: one that may not; errors: failed requests; checks: checks of the script; budget and expect: a limit of the config; workload: the workload as such" }),
	...ItemKeys,
	metric: string().max(400).meta({ description: "metric and statistic, such as http_req_duration.p50; empty where there is none" }),
	verdict: Verdict.meta({ description: "the verdict on this row" }),
	gates: boolean().meta({ description: "whether the row counts for the overall verdict and the exit code" }),
	reason: text$6.meta({ description: "the reason of the verdict in words" }),
	unit: UnitName.meta({ description: "unit of the figures: s (seconds), B (bytes), ratio (a share from 0 to 1), /s (per second), or 1 (a number)" }),
	better: _enum(["lower", "higher"]).meta({ description: "which direction is better" }),
	head: Sample.nullable().meta({ description: "head's figures; null where there are none" }),
	base: Sample.nullable().meta({ description: "figures of base or the baseline; null where there are none" }),
	evidence: Evidence.nullable().meta({ description: "result of the test; null where nothing was tested" }),
	limit: Limit.nullable().meta({ description: "limit of the row; null where it has none" }),
	warnings: array(Warning).meta({ description: "warnings about this row" })
});
function changeOf({ kind, verdict }) {
	if (kind !== "gate") return 0;
	if (verdict === "regressed" || verdict === "accepted") return 1;
	return verdict === "improved" ? -1 : 0;
}
const endedWorse = ({ evidence }) => evidence?.duel?.closed === "regressed";
function visible(row) {
	const { verdict, evidence, base } = row;
	if (evidence === null || verdict === "inconclusive" && endedWorse(row)) return null;
	const { mde, band, floor, interval } = evidence;
	if (verdict !== "unchanged") return mde;
	const isByFloor = floor > 0 && Math.log1p(floor / (base?.center ?? 0)) > band;
	return Math.min(mde, isByFloor ? Math.max(band, interval[1]) : band);
}
function visibleIn(rows) {
	const seen = rows.flatMap((row) => row.kind === "gate" && !endedWorse(row) ? visible(row) ?? [] : []);
	return seen.length > 0 ? Math.max(...seen) : null;
}
const WorkloadSummary = strictObject({
	...ItemKeys,
	trials: count$5.meta({ description: "planned trials or pairs" }),
	failed: count$5.meta({ description: "failed ones of these trials or pairs" }),
	requests: count$5.meta({ description: "head's requests in good trials or pairs" }),
	errors: count$5.meta({ description: "failed ones of these requests" }),
	statuses: record(string(), count$5).meta({ description: "responses by status code; empty where only pairs were measured" }),
	timeouts: count$5.meta({ description: "requests that timed out at the client; 0 where only pairs were measured" }),
	saturated: boolean().meta({ description: "whether head's own trials left almost no CPU of the host" })
});
const Commit$1 = strictObject({
	sha: text$6.meta({ description: "its full hash" }),
	subject: text$6.meta({ description: "first line of its message" }),
	dirty: boolean().meta({ description: "whether the checkout had uncommitted changes" })
});
const Reference = strictObject({
	kind: _enum([
		"baseline",
		"base",
		"none"
	]).meta({ description: "baseline: stored sessions; base: a commit measured paired with head; none: nothing" }),
	base: strictObject({
		sha: text$6.nullable().meta({ description: "its full hash; null where it is not known" }),
		subject: text$6.meta({ description: "first line of its message" }),
		ref: text$6.meta({ description: "its name, such as origin/main" }),
		release: literal(true).optional().meta({ description: "set where it is a release, whose tag `ref` is" }),
		adopted: literal(true).optional().meta({ description: "set where it has no config, so that it was measured by head's" })
	}).optional().meta({ description: "the commit that was measured paired with head, if any" }),
	sessions: record(Name, array(strictObject({
		run: text$6.meta({ description: "the run that measured it" }),
		commit: text$6.nullable().meta({ description: "the measured commit; null where it is not known" }),
		at: datetime().meta({ description: "when it was measured" })
	}))).meta({ description: "the stored sessions used, by workload" }),
	unlike: count$5.optional().meta({ description: "where no stored session was comparable: the largest number of stored sessions of a workload" })
});
const Comparison = strictObject({
	schema: literal(tag("comparison")).meta({ description: "format and version of this file" }),
	steelyard: text$6.meta({ description: "version of Steelyard that judged" }),
	run: text$6.meta({ description: "the judged run, by its id" }),
	commit: Commit$1.nullable().meta({ description: "head; null where it is not known" }),
	at: datetime().meta({ description: "when the run was judged" }),
	runnerClass: Name.meta({ description: "name that machines of the same kind share" }),
	fingerprint: Fingerprint.meta({ description: "the machine and the tools of the run" }),
	reference: Reference.meta({ description: "the figures that head is compared with" }),
	overall: Verdict.meta({ description: "the worst verdict of all rows that count; inconclusive at best where gates were tested and none of them counts" }),
	exit: number$2().int().meta({ description: "exit code: 0, or 1 (head is worse or broken), 3 (no verdict is possible), 4 (undecided, and the policy demands a decision)" }),
	conclusion: _enum([
		"success",
		"neutral",
		"failure"
	]).meta({ description: "conclusion of the check" }),
	failOn: array(Verdict).meta({ description: "the verdicts that fail the check under the policy of this judgement" }),
	mde: number$2().positive().nullable().meta({ description: "smallest worsening that no gate can have missed, a log ratio; null where none was tested" }),
	rows: array(Row).max(2e4).meta({ description: "the judged metrics, limits and workloads" }),
	workloads: array(WorkloadSummary).meta({ description: "counts of each workload" }),
	waivers: WaiversUsed.optional().meta({ description: "the waivers that applied; absent where there is no waiver file" }),
	warnings: array(Warning).meta({ description: "warnings about the whole run" }),
	causes: array(Causes).max(200).optional().meta({ description: "explanations of changed workloads, which never enter a verdict; absent where nothing was measured for them" }),
	slow: array(SlowShown).min(1).max(50).optional().meta({ description: "requests that took far longer than the others of their trial; absent where there were none" }),
	records: array(RecordShown).optional().meta({ description: "records of the config for which this run has measurements" }),
	levels: array(LevelsShown).optional().meta({ description: "results of the workloads measured at levels; absent where there are none" }),
	spent: Spent.meta({ description: "seconds that the run took" }),
	replay: array(text$6).meta({ description: "the command that repeats this measurement: its arguments, without the program" }),
	site: text$6.optional().meta({ description: "address of the trend page, where the config names one" })
});

// src/model/runtime.ts
const FIXED_YOUNG_GENERATION = "--min-semi-space-size=64 --max-semi-space-size=64";

// src/model/view.ts
const OVERVIEW = {
	chart: null,
	hidden: [],
	from: null,
	to: null,
	axis: "time",
	zero: false,
	a: null,
	b: null,
	mark: null,
	all: false,
	find: ""
};
function fragment(view) {
	const pairs = new URLSearchParams();
	const { chart, mark } = view;
	if (chart) {
		pairs.set("workload", chart.workload);
		pairs.set("metric", chart.metric);
		if (chart.runnerClass !== "") pairs.set("class", chart.runnerClass);
	}
	for (const variant of view.hidden) pairs.append("hide", variant);
	if (view.from !== null) pairs.set("from", time(view.from));
	if (view.to !== null) pairs.set("to", time(view.to));
	if (view.axis === "run") pairs.set("x", "run");
	if (view.zero) pairs.set("zero", "1");
	if (view.a !== null) pairs.set("a", view.a);
	if (view.b !== null) pairs.set("b", view.b);
	if (mark) {
		pairs.set("value", String(mark.value));
		if (mark.interval) pairs.set("interval", mark.interval.join("~"));
		if (mark.label !== "") pairs.set("label", mark.label);
		if (mark.variant !== null) pairs.set("variant", mark.variant);
	}
	if (view.all) pairs.set("all", "1");
	if (view.find !== "") pairs.set("find", view.find);
	return pairs.toString();
}
const time = (seconds) => (/* @__PURE__ */ new Date(seconds * 1e3)).toISOString().slice(0, 19);

// src/model/baseline.ts
const MOST_TRIALS = 20;
const MOST_SESSIONS = 12;
const text$5 = string().max(2e3);
const count$4 = number$2().int().min(0);
const VariantSession = strictObject({
	values: record(string().max(400), array(number$2()).min(1).max(20)),
	requests: count$4,
	errors: count$4,
	saturated: boolean()
});
const Session = strictObject({
	run: text$5,
	commit: text$5.nullable(),
	at: datetime(),
	fingerprint: Fingerprint,
	digest: text$5,
	variants: record(string(), VariantSession)
});
const Baseline = strictObject({
	schema: literal(tag("baseline")),
	workload: Name,
	runnerClass: Name,
	sessions: array(Session).min(1).max(12),
	noise: NoiseRecords.optional()
});

// src/model/bisect.ts
const MOST_COMMITS = 1e4;
const text$4 = string().max(8e3);
const count$3 = number$2().int().min(0);
const Sha = string().regex(/^[0-9a-f]{40,64}$/);
const BisectQuestion = strictObject({
	good: Sha,
	bad: Sha,
	workload: Name,
	variant: Name.nullable(),
	metric: string().max(400),
	runnerClass: Name,
	stack: text$4,
	digest: text$4
});
const BisectDuel = strictObject({
	verdict: Verdict,
	reason: text$4,
	estimate: number$2().nullable(),
	interval: tuple([number$2(), number$2()]).nullable(),
	pairs: count$3,
	run: text$4
});
const Found = _enum([
	"good",
	"bad",
	"skip"
]);
const BisectStep = strictObject({
	sha: Sha,
	subject: text$4,
	found: Found,
	how: _enum([
		"shown",
		"nearer",
		"skipped"
	]),
	why: text$4,
	duel: BisectDuel.nullable()
});
const BisectCommit = strictObject({
	sha: Sha,
	subject: text$4,
	authored: text$4
});
const BisectResult = discriminatedUnion("kind", [
	strictObject({
		kind: literal("found"),
		culprit: BisectCommit,
		parent: Sha,
		confirmed: BisectDuel
	}),
	strictObject({
		kind: literal("left"),
		commits: array(BisectCommit).min(2).max(MOST_COMMITS)
	}),
	strictObject({ kind: literal("not-worse") })
]);
const Bisect = strictObject({
	schema: literal(tag("bisect")),
	steelyard: text$4,
	began: datetime(),
	question: BisectQuestion,
	commits: array(Sha).min(1).max(MOST_COMMITS),
	verified: BisectDuel.nullable(),
	steps: array(BisectStep).max(MOST_COMMITS),
	result: BisectResult.nullable()
}).refine(({ commits, question }) => commits.at(-1) === question.bad, "the last commit is bad").refine(({ commits, steps }) => steps.every(({ sha }) => commits.indexOf(sha) < commits.length - 1 && commits.includes(sha)), "every step is one of the commits before bad").refine(({ steps }) => new Set(steps.map(({ sha }) => sha)).size === steps.length, "a commit is tried once");

// src/model/calibration.ts
const MOST_CALIBRATED = 50;
const text$3 = string().max(2e3);
const count$2 = number$2().int().min(0);
const share = number$2().min(0).max(1);
const sd = number$2().min(0);
const Alarms = strictObject({
	sessions: count$2.min(1),
	regressed: count$2,
	interval: tuple([share, share])
});
const CalibratedMetric = strictObject({
	metric: string().max(400),
	pairs: count$2,
	pair: sd.nullable(),
	start: strictObject({
		sd,
		most: sd,
		differ: boolean()
	}).nullable(),
	assumed: strictObject({
		sd,
		learned: boolean()
	}),
	band: number$2().positive(),
	alarms: Alarms.nullable(),
	mde: array(strictObject({
		pairs: count$2.min(1),
		change: number$2().positive()
	})).max(20)
});
const Advice = strictObject({
	code: _enum([
		"finer-mode",
		"more-starts",
		"longer-blocks",
		"quieter-machine",
		"less-load",
		"learn"
	]),
	message: text$3
});
const CalibratedWorkload = strictObject({
	workload: Name,
	variant: Name.nullable(),
	mode: PairMode,
	why: text$3.nullable(),
	block: number$2().positive(),
	pairs: count$2,
	lost: count$2,
	contended: share,
	saturated: share,
	fault: text$3.nullable(),
	metrics: array(CalibratedMetric).max(100),
	advice: array(Advice).max(20)
});
const CalibrationReport = strictObject({
	schema: literal(tag("calibration")),
	steelyard: text$3,
	runnerClass: Name,
	fingerprint: Fingerprint,
	commit: strictObject({
		sha: text$3,
		subject: text$3,
		dirty: boolean()
	}).nullable(),
	began: datetime(),
	ended: datetime(),
	pairs: count$2.min(1),
	runs: array(text$3).min(1).max(50),
	level: share,
	alarms: Alarms.nullable(),
	workloads: array(CalibratedWorkload).min(1).max(2e3),
	written: array(text$3).max(2e3)
});

// src/model/selftest.ts
const text$2 = string().max(8e3);
const count$1 = number$2().int().min(0);
const TestedGate = strictObject({
	workload: Name,
	variant: Name.nullable(),
	metric: string().max(400),
	verdict: Verdict,
	reason: text$2,
	estimate: number$2().nullable(),
	interval: tuple([number$2(), number$2()]).nullable(),
	mde: number$2().positive().nullable()
});
const TestedDuel = strictObject({
	run: text$2,
	overall: Verdict,
	exit: count$1,
	pairs: count$1,
	gates: array(TestedGate).max(2e3)
});
const SelfTest = strictObject({
	schema: literal(tag("selftest")),
	steelyard: text$2,
	runnerClass: Name,
	fingerprint: Fingerprint,
	commit: strictObject({
		sha: text$2,
		subject: text$2,
		dirty: boolean()
	}).nullable(),
	began: datetime(),
	ended: datetime(),
	slowdown: union([strictObject({ stackEnv: record(string(), text$2) }), strictObject({ patch: text$2 })]),
	slowed: TestedDuel,
	unslowed: TestedDuel,
	outcome: _enum([
		"proved",
		"refuted",
		"unjudged"
	]),
	why: array(text$2).min(1).max(10)
});

// src/model/tree.ts
const KINDS = {
	12e4: "link",
	16e4: "submodule"
};
const treeEntry = (mode, content) => ({
	kind: KINDS[mode] ?? "file",
	id: `${mode} ${content}`
});

// src/model/packages.ts
const PACKAGES_OF_JAVA = "(jar)";
const PACKAGE_FOLDERS = [
	"node_modules",
	"site-packages",
	"dist-packages",
	PACKAGES_OF_JAVA
];
function packageIn(file) {
	const [, module] = /^pkg\/mod\/([^@]+)@/.exec(file) ?? [];
	if (module !== void 0) return ["pkg/mod", module];
	const [folder = "", first = "", second = ""] = file.split("/");
	if (!PACKAGE_FOLDERS.includes(folder)) return null;
	return [folder, first.startsWith("@") ? `${first}/${second}` : first];
}
const plainPackage = (name) => name.replaceAll("!", "").replaceAll(/[-_.]+/g, "-").toLowerCase();
const LIST = /-(?:bom|platform|dependencies)$/;
function packageFinder(listed) {
	const exact = new Map(listed.map((one) => [plainPackage(one.name), one]));
	const ofJava = listed.flatMap((one) => {
		const [group = "", artifact] = one.name.split(":");
		const words = artifact?.toLowerCase().replace(LIST, "").split(/[-_.]/);
		return words === void 0 ? [] : [{
			one,
			group,
			words
		}];
	});
	return (name) => {
		const same = exact.get(plainPackage(name));
		if (same !== void 0 || ofJava.length === 0) return same;
		const parts = name.split(".");
		const scored = ofJava.map(({ one, group, words }) => {
			const isInGroup = `${name}.`.startsWith(`${group}.`);
			return {
				one,
				score: (isInGroup || `${group}.`.startsWith(`${parts.slice(0, 2).join(".")}.`)) && words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 + words.length : Number(isInGroup)
			};
		});
		const best = Math.max(...scored.map(({ score }) => score));
		const found = scored.filter(({ score }) => score > 0 && score === best);
		return found.length === 1 ? found[0].one : void 0;
	};
}

// src/model/composefile.ts
var import_dist = require_dist();
const servicesIn = (text) => sectionIn(text, "services");
function sectionIn(text, section) {
	const found = keyIn(text, section);
	if (typeof found !== "object" || found === null) return {};
	return Object.fromEntries(Object.entries(found).filter(([name, one]) => /^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/.test(name) && typeof one === "object" && one !== null));
}
function includesIn(text) {
	const found = keyIn(text, "include");
	return (Array.isArray(found) ? found : []).map((one) => {
		const { path, project_directory: folder } = Object(typeof one === "string" ? { path: one } : one);
		return {
			paths: [path].flat().filter((each) => typeof each === "string"),
			folder: typeof folder === "string" ? folder : null
		};
	});
}
const composePath = (folder, path) => path.startsWith("/") ? null : resolved(folder, path);
function withIncludes(files, textOf, seen = /* @__PURE__ */ new Set()) {
	return files.flatMap((placed) => {
		if (seen.has(placed.file)) return [];
		seen.add(placed.file);
		return [...withIncludes(includesIn(textOf(placed.file)).flatMap(({ paths, folder }) => {
			const all = paths.flatMap((path) => composePath(placed.folder, path) ?? []);
			const at = folder === null ? composePath(all[0] ?? placed.file, "..") : composePath(placed.folder, folder);
			return at === null ? [] : all.map((file) => ({
				file,
				folder: at
			}));
		}), textOf, seen), placed];
	});
}
function keyIn(text, key) {
	try {
		return (0, import_dist.parse)(text, {
			merge: true,
			maxAliasCount: 100,
			logLevel: "silent"
		})?.[key];
	} catch {
		return;
	}
}
function buildersIn(services, started) {
	const all = Object.entries(services);
	const isStarted = new Set(started);
	const ordered = [...all.filter(([name]) => isStarted.has(name)), ...all.filter(([name]) => !isStarted.has(name))];
	const made = new Map(ordered.flatMap(([name, { build, image }]) => build && image ? [[tagged(String(image)), name]] : []).reverse());
	return new Map(all.flatMap(([name, { build, image }]) => {
		const builder = build ? name : image ? made.get(tagged(String(image))) : void 0;
		return builder === void 0 ? [] : [[name, builder]];
	}));
}
const tagged = (image) => /[:@][^/]*$/.test(image) ? image : `${image}:latest`;
const isUnpublishable = (mode) => /^(?:host$|none$|service:|container:)/.test(String(mode ?? ""));
function portsIn(list) {
	return (Array.isArray(list) ? list : []).flatMap((entry) => {
		const { target, published, protocol = "tcp" } = typeof entry === "object" && entry !== null ? entry : short(entry);
		const inside = port(target);
		return protocol !== "tcp" || inside === null ? [] : [{
			inside,
			outside: port(published)
		}];
	});
}
function short(entry) {
	const [addresses = "", protocol] = withDefaults(String(entry)).split("/");
	const [target, published] = addresses.split(":").reverse();
	return {
		target,
		published,
		protocol
	};
}
const withDefaults = (text) => text.replace(/\$\{\w+(?::?-([^}]*))?\}/g, "$1");
function port(value) {
	const number = Number(withDefaults(String(value ?? "")));
	return Number.isInteger(number) && number >= 1 && number <= 65535 ? number : null;
}

// src/model/conflict.ts
var PortConflict = class extends SteelyardError {
	service;
	port;
	constructor(service, port, taken) {
		super("environment", `The service "${service}" listens on port ${port}, which is not under its \`ports\` and is ${taken}.`, {
			where: `stack.process.services.${service}.ports`,
			remedy: `have the program read that port from a variable, and name it: { ${port}: VARIABLE }`
		});
		this.service = service;
		this.port = port;
	}
};

// src/model/target.ts
const shouted = (endpoint) => endpoint.toUpperCase().replace(/[^A-Z0-9]/g, "_");
const targetVariable = (endpoint) => `STEELYARD_TARGET_${shouted(endpoint)}`;
const headersVariable = (endpoint) => `STEELYARD_HEADERS_${shouted(endpoint)}`;
const ADDRESS_PARTS = [
	"host",
	"hostname",
	"port"
];

// src/model/jsonschema.ts
function jsonSchema(type, title, description, { grows = false } = {}) {
	const { $schema, ...schema } = toJSONSchema(type, {
		io: "input",
		target: "draft-07",
		override({ zodSchema, jsonSchema }) {
			const { def } = zodSchema._zod;
			if (def.type === "default" || def.type === "prefault") jsonSchema.default = def.defaultValue;
			const { examples } = globalRegistry.get(zodSchema) ?? {};
			if (Array.isArray(examples)) jsonSchema.examples = examples;
			if (jsonSchema.format === "starts_with") delete jsonSchema.format;
			if (grows && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
		}
	});
	return {
		$schema,
		title,
		description,
		...schema
	};
}

// src/model/datafolder.ts
const named$1 = (...names) => new RegExp(`(?:^|/)(?:${names.join("|")})(?:$|[:@])`);
const DATABASE_IMAGES = {
	postgres: {
		names: named$1("postgres", "postgis", "timescaledb?(?:-ha)?", "pgvector"),
		data: /^\/(?:var\/lib\/postgresql|home\/postgres\/pgdata)(?:\/|$)/
	},
	mysql: {
		names: named$1("mysql", "mysql-server", "mariadb", "percona(?:-server)?"),
		data: /^\/var\/lib\/mysql\/?$/
	},
	redis: {
		names: named$1("redis", "valkey", "redis-stack(?:-server)?", "keydb"),
		data: /^\/data\/?$/
	},
	mongodb: {
		names: named$1("mongo", "mongodb-(?:community|enterprise)-server", "percona-server-mongodb"),
		data: /^\/data\/db\/?$/
	}
};
const keepsData = (image, folder) => Object.values(DATABASE_IMAGES).some(({ names, data }) => names.test(image) && data.test(folder));
const isPlaceholder = (path) => /(?:^|\/)\.(?:git)?(?:keep|ignore)$/.test(path);

// src/model/literals.ts
function meanings(endpoints, outside) {
	const found = /* @__PURE__ */ new Map();
	const add = (address, endpoint) => void found.set(address, (found.get(address) ?? /* @__PURE__ */ new Set()).add(endpoint));
	for (const [endpoint, { service, port }] of Object.entries(endpoints)) {
		add(`${service.toLowerCase()}:${port}`, endpoint);
		for (const host of [...HERE, "private"]) for (const one of own(outside, `${service}:${port}`) ?? [port]) add(`${host}:${one}`, endpoint);
	}
	for (const [endpoint, { port }] of Object.entries(endpoints)) for (const host of [...HERE, "private"]) if (!found.has(`${host}:${port}`)) add(`${host}:${port}`, endpoint);
	return Object.fromEntries([...found].flatMap(([address, [endpoint, ...others]]) => endpoint === void 0 || others.length > 0 ? [] : [[address, endpoint]]));
}
const PRIVATE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/;
function isMeant(known, address) {
	const [host = "", port] = address.toLowerCase().split(/:(?=\d+$)/);
	return Object.hasOwn(known, `${PRIVATE.test(host) ? "private" : host}:${port}`);
}
function publishedPorts(texts) {
	const all = /* @__PURE__ */ new Map();
	for (const [name, { ports }] of texts.flatMap((text) => Object.entries(servicesIn(text)))) for (const { inside, outside } of portsIn(ports)) {
		const key = `${name}:${inside}`;
		if (outside !== null) all.set(key, [...all.get(key) ?? [], outside]);
	}
	return Object.fromEntries(all);
}

// src/model/author.ts
const isOurs = (author, self) => self === null ? author?.bot === true : author?.login === self;

// src/model/ledger.ts
const count = number$2().int().min(0);
const sha = string().regex(/^[0-9a-f]{40,64}$/);
const Effect = strictObject({
	estimate: number$2(),
	interval: tuple([number$2(), number$2()]),
	se: number$2().min(0),
	tolerated: number$2().positive()
});
const LedgerEntry = strictObject({
	workload: Name,
	variant: Name.nullable(),
	metric: string().max(400),
	verdict: Verdict,
	effect: Effect.nullable()
});
const Ledger = strictObject({
	schema: literal(tag("ledger")),
	head: sha,
	base: sha.nullable(),
	release: string().max(500).nullable(),
	config: string().max(64).nullable(),
	rules: sha.optional(),
	entries: array(LedgerEntry).max(2e3),
	more: count
});

// src/model/trend.ts
const text$1 = string().max(2e3);
const named = string().min(1).max(400);
const number = number$2();
const Instant = datetime();
const Address = string().max(2e3).regex(/^https?:\/\//, "an http or https address");
const Figure = strictObject({
	metric: named,
	unit: UnitName,
	better: _enum(["lower", "higher"]),
	gate: boolean(),
	value: number,
	interval: tuple([number, number]).nullable(),
	n: number$2().int().min(1).nullable(),
	verdict: Verdict.nullable(),
	change: strictObject({
		estimate: number,
		interval: tuple([number, number])
	}).nullable(),
	band: number$2().positive().nullable(),
	budget: tuple([number.nullable(), number.nullable()]).nullable()
});
const Result = strictObject({
	workload: named,
	variant: named.nullable(),
	verdict: Verdict.nullable(),
	figures: array(Figure).max(1e3)
});
const SOURCES = [
	"steelyard",
	"github-action-benchmark",
	"k6"
];
const Entry = strictObject({
	schema: literal(tag("entry")),
	source: _enum(SOURCES),
	run: named,
	at: Instant,
	commit: strictObject({
		sha: string().regex(/^[0-9a-f]{7,64}$/),
		subject: text$1,
		author: text$1.nullable(),
		at: Instant.nullable()
	}).nullable(),
	attempt: number$2().int().min(1).max(1e3),
	release: text$1.nullable(),
	link: Address.nullable(),
	runnerClass: named,
	fingerprint: Fingerprint.nullable(),
	verdict: Verdict.nullable(),
	mde: number$2().positive().nullable(),
	results: array(Result).min(1).max(1e3)
});

// src/model/benchmarkdata.ts
const text = string().max(2e4);
const Commit = object({
	id: text,
	message: text.catch(""),
	timestamp: text.catch(""),
	author: object({
		name: text.optional(),
		username: text.optional()
	}).catch({})
});
const Bench = object({
	name: text,
	value: number$2(),
	unit: text.catch(""),
	range: text.optional().catch(void 0)
});
const BenchmarkData = object({ entries: record(text, array(object({
	commit: Commit,
	date: number$2().min(0).max(864e13),
	tool: text,
	benches: array(Bench)
}))) });

export { ADDRESS_PARTS, AXES, BEFORE, BLOCKS, Baseline, BenchmarkData, Bisect, COLLECTOR, CONTENDED_PROBE, CalibrationReport, Comparison, Config, CpuProfile, DATABASE_IMAGES, EXECUTED, Entry, FATES, FIXED_YOUNG_GENERATION, Frame, HERE, HOURS_A_MONTH, KEPT, KINDS$1 as KINDS, LATENCIES, LOADS, LONGEST_BLOCK, Ledger, MOST_COMMITS, MOST_ORIGINS, MOST_PAIRS, MOST_UPDATES, Name, OVERVIEW, PACKAGES_OF_JAVA, PACKAGE_FOLDERS, PERCENTILES, PRIVATE, PlainName, PortConflict, QUANTILES, REFERENCE, Report, Run, SIDES, STACK_KINDS, SelfTest, Spent, UNEXPLAINED, UNITS, USUAL_BAND, UnitName, VERDICTS, WANTED, WHYS, WORK, WORK_NAMES, WaiverFate, WaiverFile, Workload, alongOf, amount, atLevel, axesIn, betterOf, buildersIn, byItem, byText, changeOf, composePath, conclusion, contendedAround, digits, endedWorse, exitCode, failing, family, familyOf, format, formatApart, fragment, hasLimits, headersVariable, isExecuted, isItem, isKept, isLevelled, isMeant, isNear, isOfLatency, isOurs, isPlaceholder, isSameMemory, isSameWay, isShared, isUnpublishable, isUnseen, isWhole, isWork, itemKey, itemName, joined, joinedDuel, jsonSchema, keepsData, levelText, levelling, limitFormat, limitText, listed, loadIn, loadOf, machineRecords, mappingOf, meanings, meansFailures, metricsOf, money, nature, ofTree, packageFinder, packageIn, parts, pausesText, perRequestName, portsIn, prefixOf, publishedPorts, readVersioned, scaled, scriptOf, scriptsOf, secondsTaken, sectionIn, segmentsOf, select, selector, servicesIn, settingsOf, shallow, shortImage, slotsIn, tag, targetVariable, time$1 as time, tolerated, treeEntry, trialsIn, value, visible, visibleIn, wantedKnee, withIncludes, workBetween, workSum, workloadsIn, worst };