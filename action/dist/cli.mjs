#!/usr/bin/env node
import { runProgram } from "./chunks/commands/entry.mjs";
import { EXIT, EXIT_MEANINGS, PAIRS, VERSION, errorFacts, exitOf, explain, own, seconds, sinkLike, userError, visible, wrongOption } from "./chunks/base.mjs";
import { ALLOWANCES, BASELINES as BASELINES$1, SCALES, shardOf } from "./chunks/commands/options.mjs";
import { parseArgs } from "node:util";

// src/cli/options.ts
var Given = class {
	values;
	positionals;
	constructor(values, positionals) {
		this.values = values;
		this.positionals = positionals;
	}
	text(name) {
		const value = own(this.values, name);
		return typeof value === "string" ? value : void 0;
	}
	sure(name) {
		return this.text(name) ?? "";
	}
	many(name) {
		const value = own(this.values, name);
		return Array.isArray(value) ? value.map(String) : [];
	}
	list(name) {
		return this.#parsed(name, "a comma-separated list, such as a,b", (text) => {
			const items = text.split(",").map((item) => item.trim());
			return items.includes("") ? void 0 : items;
		});
	}
	whole(name, least, most) {
		return this.#parsed(name, `a whole number from ${least} to ${most}`, (text) => ranged(text, /^\d+$/, least, most));
	}
	number(name, least, most) {
		return this.#parsed(name, `a number from ${least} to ${most}`, (text) => ranged(text, /^\d*\.?\d+$/, least, most));
	}
	given(name) {
		return own(this.values, name) === true;
	}
	duration(name) {
		return this.#parsed(name, "a duration such as 90s or 8m", (text) => seconds(text) || void 0);
	}
	oneOf(name, allowed) {
		return this.#parsed(name, `one of: ${allowed.join(", ")}`, (text) => allowed.find((one) => one === text));
	}
	pairs(name) {
		const pairs = {};
		for (const text of this.many(name)) {
			const [, key, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
			if (key === void 0 || value === void 0) throw wrong(name, text, "NAME=VALUE");
			pairs[key] = value;
		}
		return pairs;
	}
	shard(name) {
		return this.#parsed(name, "a shard such as 2/4: the second of four", shardOf);
	}
	#parsed(name, wanted, parse) {
		const text = this.text(name);
		const found = text === void 0 ? void 0 : parse(text);
		if (text !== void 0 && found === void 0) throw wrong(name, text, wanted);
		return found;
	}
};
function ranged(text, form, least, most) {
	const number = form.test(text) ? Number(text) : NaN;
	return number >= least && number <= most ? number : void 0;
}
const wrong = (name, found, wanted) => wrongOption(name, found, `give ${wanted}`);

// src/cli/flags.ts
const CONFIG = {
	name: "config",
	value: "PATH",
	help: "the config",
	fallback: ".github/steelyard.yml"
};
const COMMON$1 = [{
	name: "json",
	help: "print the result, or the error, as JSON and nothing else"
}, {
	name: "quiet",
	help: "print no messages: the result, warnings and errors alone"
}];
const OUT$1 = {
	name: "out",
	value: "DIR",
	help: "folder for what is written",
	fallback: ".steelyard"
};
const BASELINES = {
	name: "baselines",
	value: "DIR",
	help: "folder of the committed baselines",
	fallback: BASELINES$1
};
const FORMATS = [
	"terminal",
	"comment",
	"summary",
	"junit",
	"csv",
	"json"
];
const FORMAT = {
	name: "format",
	value: "FORMAT",
	help: `what is printed: ${FORMATS.join(", ")}`,
	fallback: "terminal"
};
const MEASURING = [
	CONFIG,
	OUT$1,
	{
		name: "profile",
		value: "NAME",
		help: "a profile of the config"
	},
	{
		name: "only",
		value: "A,B",
		help: "these workloads only"
	},
	{
		name: "variants",
		value: "A,B",
		help: "these variants only, of workloads that have any"
	},
	{
		name: "base",
		value: "REF",
		bare: true,
		help: "pair head with its merge-base with REF (else the default branch)"
	},
	{
		name: "release",
		help: "pair head with the last release, by tags (policy.release)"
	},
	{
		name: "no-base",
		help: "head alone, even in CI or where the config asks for base"
	},
	{
		name: "base-rules",
		help: "measure by the merge-base's config, loads and seed, as a pull request is"
	},
	{
		name: "affected",
		help: "only workloads that the change can affect, by `paths` of the config"
	},
	{
		name: "why",
		value: "WHEN",
		bare: true,
		help: "name functions and statements of what changed, by profilers: auto, always, never"
	},
	{
		name: "budget",
		value: "TIME",
		help: "such as 8m: when the last look at the pairs is made"
	},
	{
		name: "pairs",
		value: "N",
		help: `most pairs of head and base, of each workload (${PAIRS.least} to ${PAIRS.most}), for the config's`
	},
	{
		name: "trials",
		value: "N",
		help: "trials of head alone, of each workload and variant (1 to 200)"
	},
	{
		name: "scale",
		value: "SHARE",
		help: `measure a share of all lengths (${SCALES.least} to ${SCALES.most}), such as 0.05; warm-ups and rates stay`
	},
	{
		name: "seed",
		value: "N",
		help: "repeat the order and the scripts' randomness of an earlier run"
	},
	{
		name: "shard",
		value: "I/N",
		help: "the I-th of N parts; put together by merge"
	},
	{
		name: "stack",
		value: "KIND",
		help: "process, compose or external, where the config has several"
	},
	{
		name: "stack-env",
		value: "NAME=VALUE",
		help: "set in every service of the stack; may be repeated",
		many: true
	},
	{
		name: "runner-class",
		value: "NAME",
		help: "names this machine's baselines; else os-arch-cores"
	},
	{
		name: "no-wait",
		help: "end at once where another measurement uses this machine"
	}
];
const choosing = (given) => ({
	config: given.sure("config"),
	out: given.sure("out"),
	profile: given.text("profile"),
	only: given.list("only"),
	variants: given.list("variants"),
	seed: given.whole("seed", 0, 2 ** 31 - 1),
	stack: given.oneOf("stack", [
		"process",
		"compose",
		"external"
	]),
	runnerClass: given.text("runner-class"),
	wait: !given.given("no-wait")
});
const measuring = (given) => ({
	...choosing(given),
	pairs: given.whole("pairs", PAIRS.least, PAIRS.most),
	trials: given.whole("trials", 1, 200),
	scale: given.number("scale", SCALES.least, SCALES.most),
	shard: given.shard("shard"),
	stackEnv: given.pairs("stack-env"),
	base: baseOf(given),
	release: given.given("release"),
	baseRules: given.given("base-rules"),
	affected: given.given("affected"),
	why: whyOf(given),
	budget: given.duration("budget")
});
const whyOf = (given) => given.text("why") === "" ? "auto" : given.oneOf("why", [
	"auto",
	"always",
	"never"
]);
function baseOf(given) {
	const base = given.text("base");
	if (given.given("release") && (base !== void 0 || given.given("no-base"))) throw wrong("release", "--base or --no-base as well", "one of them");
	if (!given.given("no-base")) return base;
	if (base === void 0) return false;
	throw wrong("no-base", "--base as well", "one of the two");
}
const format = (given) => given.oneOf("format", FORMATS) ?? "terminal";

// src/cli/help.ts
const column = (rows, indent = "  ") => {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
};
function overview(verbs) {
	return `steelyard ${VERSION}: performance checks that know news from noise

usage: steelyard VERB [options]

${column(verbs.map((verb) => [verb.name, verb.summary]))}

  steelyard VERB --help   explains a verb and its options
  steelyard VERB --json   prints its result for a program; --quiet prints nothing else

The first time:
  steelyard init                            writes a config and the workflows, from what is found
  steelyard doctor                          what this machine lacks, and the remedy
  steelyard measure && steelyard baseline   three times: a session each, then commit baselines/
  steelyard check                           from then on
On a branch, with nothing recorded at all:
  steelyard check --base                    the branch against where it left the default branch

${exits()}
`;
}
const exits = () => `Exit codes:\n${column(Object.entries(EXIT_MEANINGS))}`;
function helpOf(verb) {
	const usage = [
		"steelyard",
		verb.name,
		verb.takes,
		"[options]"
	].filter((part) => part !== "").join(" ");
	const examples = verb.examples.map(([command, meaning]) => [command, meaning && `# ${meaning}`]);
	return `usage: ${usage}

${verb.about}

${column(verb.flags.map((flag) => [spelled(flag), described(flag)]))}

${verb.examples.length === 1 ? "example:" : "examples:"}
${column(examples)}

${exits()}
`;
}
const spelled = ({ name, value, bare }) => value === void 0 ? `--${name}` : `--${name} ${bare ? `[${value}]` : value}`;
const described = (flag) => flag.fallback === void 0 ? flag.help : `${flag.help} (${flag.fallback} by default)`;

// src/cli/completion.ts
const SHELLS = [
	"bash",
	"zsh",
	"fish"
];
function completionOf(verbs) {
	const verb = {
		name: "completion",
		summary: "print completions of verbs and options for a shell",
		takes: "bash|zsh|fish",
		arity: [1, 1],
		about: "The shell reads them when it starts: add the line of the example to its file of settings.",
		flags: COMMON$1,
		examples: [
			["source <(steelyard completion bash)", "in ~/.bashrc"],
			["source <(steelyard completion zsh)", "in ~/.zshrc, after compinit"],
			["steelyard completion fish | source", "in ~/.config/fish/config.fish"]
		],
		async run(world, given) {
			const [name = ""] = given.positionals;
			const shell = SHELLS.find((one) => one === name);
			if (shell === void 0) throw userError(`There are no completions for "${name.slice(0, 80)}".`, {
				where: "the command line",
				remedy: `one of: ${SHELLS.join(", ")}`
			});
			const script = SCRIPTS[shell]([...verbs, verb]);
			world.out.write(script);
			return {
				exit: EXIT.ok,
				json: {
					shell,
					script
				}
			};
		}
	};
	return verb;
}
const SCRIPTS = {
	bash,
	zsh,
	fish
};
const option = ({ name }) => `--${name}`;
const names = (verbs) => [...verbs.map(({ name }) => name), "help"].join(" ");
function bash(verbs) {
	const cases = verbs.map(({ name, flags }) => `    ${name}) words="${[...flags.map(option), "--help"].join(" ")}" ;;`);
	return `_steelyard() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "${names(verbs)}" -- "$cur")
    return
  fi
  case "\${COMP_WORDS[1]}" in
    help) words="${names(verbs)}" ;;
${cases.join("\n")}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _steelyard steelyard
`;
}
function zsh(verbs) {
	const text = (plain) => plain.replaceAll("'", "'\\''");
	const inside = (plain) => text(plain.replace(/[[\]:\\]/g, "\\$&"));
	const all = verbs.map(({ name, summary }) => `    '${name}:${inside(summary)}'`);
	const cases = verbs.map(({ name, flags }) => {
		return `    ${name}) _arguments ${[...flags.map((flag) => {
			const value = flag.value === void 0 ? "" : `:${inside(flag.value)}:_files`;
			return `'${flag.many ? "*" : ""}${option(flag)}[${inside(flag.help)}]${value}'`;
		}), "'*:file:_files'"].join(" ")} ;;`;
	});
	return `_steelyard() {
  local -a verbs
  verbs=(
${all.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$verb" in
    help) _describe verb verbs ;;
${cases.join("\n")}
  esac
}
compdef _steelyard steelyard
`;
}
function fish(verbs) {
	const text = (plain) => plain.replace(/['\\]/g, "\\$&");
	const first = verbs.map(({ name, summary }) => `complete -c steelyard -f -n __fish_use_subcommand -a ${name} -d '${text(summary)}'`);
	const rest = verbs.flatMap(({ name, flags }) => flags.map((flag) => {
		const value = flag.value === void 0 ? "" : " -r";
		return `complete -c steelyard -n '__fish_seen_subcommand_from ${name}' -l ${flag.name}${value} -d '${text(flag.help)}'`;
	}));
	return [
		...first,
		...rest,
		""
	].join("\n");
}

// src/cli/explain.ts
const EXPLAIN = {
	name: "explain",
	summary: "say what a key of the config, a verdict, a metric, a word of the report or a file means",
	takes: "NAME",
	arity: [1, 4],
	about: "Prints what it takes, its default and an example. A key may be given whole (workloads.browse.gate), or by\nits end (band, measure.pairs). Metrics, exit codes, files, variables and words of the report are explained,\ntoo. workloads/reference.md and reference-cli.md have all of them.",
	flags: [],
	examples: [
		["steelyard explain measure.pairs", "a key of the config"],
		["steelyard explain inconclusive", "a verdict"],
		["steelyard explain cpu_per_request", "a metric"],
		["steelyard explain cannot tell", "words of the report"]
	],
	async run(world, given) {
		const { explainTerm } = await import("./chunks/commands/lookup.mjs");
		const { text, json } = explainTerm(given.positionals.join(" "));
		world.out.write(text);
		return {
			exit: EXIT.ok,
			json
		};
	}
};

// src/cli/gitlab.ts
const GITLAB = {
	name: "gitlab",
	summary: "measure and report a merge request, in jobs of GitLab",
	takes: "measure|report",
	arity: [1, 1],
	about: "`measure` loads base and head of the job's merge request by base's rules, and writes run.json. It refuses to\nrun where it finds STEELYARD_GITLAB_TOKEN. `report` takes that run from the job's artifacts, judges it, keeps\none note on the merge request and writes junit.xml, all over the API. Its exit code is the verdict's, or 5\nwhere nothing could be compared, for `allow_failure`. `steelyard init --forge gitlab` writes both jobs.",
	flags: [
		CONFIG,
		OUT$1,
		BASELINES,
		...MEASURING.filter(({ name }) => name === "no-wait"),
		{
			name: "job",
			value: "NAME",
			help: "report: the job that measured",
			fallback: "steelyard:measure"
		},
		{
			name: "name",
			value: "NAME",
			help: "report: distinguishes several notes",
			fallback: "steelyard"
		},
		{
			name: "comment",
			value: "MODE",
			help: "report: update, relevant, on-change, new or off",
			fallback: "update"
		},
		{
			name: "trend",
			value: "URL",
			help: "report: the trend page, which the note links to"
		}
	],
	examples: [["steelyard gitlab measure --out steelyard-run", "in a job on the measuring machine"], ["steelyard gitlab report --out steelyard-report", "in a job elsewhere, with the token"]],
	async run(world, given) {
		const { COMMENT_MODES, measureMergeRequest, reportMergeRequest } = await import("./chunks/commands/gitlab.mjs");
		const [task = ""] = given.positionals;
		const [config, baselines, out] = [
			given.sure("config"),
			given.sure("baselines"),
			given.sure("out")
		];
		const places = {
			config,
			baselines,
			out
		};
		if (task === "measure") return await measureMergeRequest(world, {
			...places,
			wait: !given.given("no-wait")
		});
		if (task !== "report") throw userError(`"gitlab" cannot "${task.slice(0, 80)}".`, {
			where: "the command line",
			remedy: "give measure or report"
		});
		return await reportMergeRequest(world, {
			...places,
			job: given.sure("job"),
			name: given.sure("name"),
			trend: given.text("trend"),
			comment: given.oneOf("comment", COMMENT_MODES) ?? "update"
		});
	}
};

// src/cli/init.ts
const INIT = {
	name: "init",
	summary: "write a first config and the workflows for this checkout",
	takes: "",
	arity: [0, 0],
	about: "Finds how the service is started (Compose files, Dockerfiles, Procfile, and the manifests of Node.js, Python,\nGo, Java, Rust, Ruby and PHP), its port and health path, and load scripts. Writes .github/steelyard.yml, a\nfirst script where there is none, and the workflows that measure pull requests and post. Lines that begin with\n\"# check:\" are for a person. Asks in a terminal. Overwrites nothing: done again it does nothing.",
	flags: [
		{
			name: "from",
			value: "OWNER/REPO@REF",
			help: "where the workflows have steelyard from; else where this program is from"
		},
		{
			name: "forge",
			value: "NAME",
			help: "github, ghes (GitHub Enterprise Server), gitea, forgejo or gitlab",
			fallback: "github"
		},
		{
			name: "stack",
			value: "KIND",
			help: "compose or process; else what is most certain"
		},
		{
			name: "yes",
			help: "asks nothing, and measures once at the end"
		}
	],
	examples: [["steelyard init", "at the top of a checkout"], ["steelyard init --yes --stack process", "without containers, and measure once"]],
	async run(world, given) {
		const { FORGES, initialize } = await import("./chunks/commands/init.mjs");
		return initialize(world, {
			from: given.text("from"),
			forge: given.oneOf("forge", FORGES) ?? "github",
			wanted: given.oneOf("stack", ["compose", "process"]) ?? "any",
			yes: given.given("yes")
		});
	}
};

// src/cli/proofs.ts
const COMMON = [
	"profile",
	"only",
	"variants",
	"seed",
	"stack",
	"runner-class",
	"no-wait"
];
const CONTEST = [
	CONFIG,
	OUT$1,
	BASELINES,
	...MEASURING.filter(({ name }) => COMMON.includes(name))
];
const SINGLE = {
	only: {
		value: "A",
		help: "the workload"
	},
	variants: {
		value: "A",
		help: "its variant, where it has any"
	}
};
const STACK_ENV = MEASURING.find(({ name }) => name === "stack-env");
const contesting = (given) => ({
	...choosing(given),
	baselines: given.sure("baselines")
});
const PROOFS = [
	{
		name: "calibrate",
		summary: "pair this commit with itself: noise, false alarms, what can be seen",
		takes: "",
		arity: [0, 0],
		about: "Two stacks of the same commit, always the same number of pairs: whatever differs is noise. Tells, for each\nmetric that gates, how far pairs and starts scatter, in how many sessions the rule raised a false alarm, which\nchange it would see after 6 to 30 pairs, and what would let it see smaller ones; writes calibration.json.\nWith --write, later duels know the noise before their first pair: from four sessions on.\n\nExits with 1 where there are more false alarms than the rule allows, beyond chance; with 3 where a workload\ncannot be judged on this machine.",
		flags: [
			...CONTEST,
			STACK_ENV,
			{
				name: "pairs",
				value: "N",
				help: "pairs of each workload in each session (6 to 200)",
				fallback: "10"
			},
			{
				name: "sessions",
				value: "N",
				help: "sessions, one after the other (1 to 50)",
				fallback: "1"
			},
			{
				name: "write",
				help: "add the noise to the committed baselines"
			}
		],
		examples: [["steelyard calibrate", "one session of 10 pairs"], ["steelyard calibrate --sessions 4 --write", "so that duels know this machine"]],
		async run(world, given) {
			const { calibrate } = await import("./chunks/commands/calibrate.mjs");
			const { calibrationAnswer } = await import("./chunks/commands/proofs.mjs");
			return calibrationAnswer(world, await calibrate(world, {
				...contesting(given),
				stackEnv: given.pairs("stack-env"),
				pairs: given.whole("pairs", PAIRS.least, PAIRS.most),
				sessions: given.whole("sessions", 1, 50),
				write: given.given("write")
			}));
		}
	},
	{
		name: "self-test",
		summary: "slow head down on purpose: proves that the gate fails, and for that alone",
		takes: "",
		arity: [0, 0],
		about: "Two duels of the same commit, judged as a check is: one with a slowdown in head alone, which has to be found\nregressed, and one without it, which must not fail. The slowdown is a variable of the services, or a line\nfor the shell that is run in a worktree of head before it is built. Writes selftest.json, and the comment\nthat a pull request with this slowdown would get.\n\nExits with 0 where both happened, with 1 where the gate is blind or raised a false alarm, and with 3 where it\ncannot be told.",
		flags: [
			...CONTEST,
			{
				...STACK_ENV,
				help: "set in every service of head alone; may be repeated"
			},
			{
				name: "budget",
				value: "TIME",
				help: "such as 1m: when the last look of each duel is made"
			},
			{
				name: "patch",
				value: "CMD",
				help: "run by sh in a worktree of head, instead of --stack-env"
			}
		],
		examples: [["steelyard self-test --stack-env FAULTS=recommend.cpu=300%", "a knob of the service's own"], ["steelyard self-test --patch \"git apply slower.patch\"", "or a patch that makes it slower"]],
		async run(world, given) {
			const budget = given.duration("budget");
			const options = {
				...contesting(given),
				slowdown: slowdown(given),
				budget
			};
			const { selfTest } = await import("./chunks/commands/selftest.mjs");
			const { selfTestAnswer } = await import("./chunks/commands/proofs.mjs");
			return selfTestAnswer(world, await selfTest(world, options));
		}
	},
	{
		name: "bisect",
		summary: "find the commit that made a metric worse, by duels with a good one",
		takes: "GOOD BAD",
		arity: [2, 2],
		about: "Shows first that BAD is worse than GOOD, then searches between them along first parents: each duel pairs\na commit with GOOD, until it is clear whether that one is worse already. A commit that the most pairs leave\nundecided counts by its estimate, and the log says so; one that does not build or start is skipped. In the\nend the culprit is paired with its own parent. Workload and rules are those of the checkout, for all alike;\neach commit's stack is its own.\n\nWhat was measured is kept in bisect.json: the same command goes on where an earlier one ended. Exits with 0\nwhere the commit was found and confirmed, else with 4.",
		flags: [
			...CONTEST.map((flag) => ({
				...flag,
				...SINGLE[flag.name]
			})),
			{
				name: "metric",
				value: "M",
				help: "such as http_req_duration.p50 or cpu_per_request"
			},
			{
				name: "pairs",
				value: "N",
				help: "most pairs of each duel (6 to 200), instead of the config's"
			},
			{
				name: "restart",
				help: "forget what an earlier search in this folder found"
			}
		],
		examples: [["steelyard bisect v1.4 main --only recommend --metric http_req_duration.p50", ""]],
		async run(world, given) {
			const { only, variants, ...common } = contesting(given);
			const { bisect } = await import("./chunks/commands/bisect.mjs");
			const { bisectAnswer } = await import("./chunks/commands/proofs.mjs");
			return bisectAnswer(world, await bisect(world, {
				...common,
				good: given.positionals[0],
				bad: given.positionals[1],
				workload: demanded(one(only), "only", "the workload: --only recommend"),
				variant: variants === void 0 ? void 0 : demanded(one(variants), "variants", "one variant"),
				metric: demanded(given.text("metric"), "metric", "a metric: --metric http_req_duration.p50"),
				pairs: given.whole("pairs", PAIRS.least, PAIRS.most),
				restart: given.given("restart")
			}));
		}
	}
];
function slowdown(given) {
	const stackEnv = given.pairs("stack-env");
	const patch = given.text("patch");
	const named = Object.keys(stackEnv).length > 0;
	if (named === (patch !== void 0)) throw userError(named ? "There are two slowdowns." : "Nothing says how head is to be made slower.", {
		where: "the command line",
		remedy: "give one of --stack-env NAME=VALUE and --patch CMD"
	});
	return patch === void 0 ? { stackEnv } : { patch };
}
function demanded(value, name, remedy) {
	if (value !== void 0) return value;
	throw userError(`One --${name} is needed.`, {
		where: "the command line",
		remedy: `name ${remedy}`
	});
}
const one = (names) => names?.length === 1 ? names[0] : void 0;

// src/cli/testrun.ts
const TESTRUN = {
	name: "k6-operator",
	summary: "run a k6 load on Kubernetes: manifests, and figures from logs",
	takes: "WORKLOAD",
	arity: [1, 1],
	about: "Prints a ConfigMap and a TestRun for k6-operator with as many runners as the workload has segments. With\n--logs it reads what the runners printed, merges it, and prints the figures as JSON. The workload loads a\ndeployed system (stack.external). Nothing is sent to a cluster: kubectl does that. Tried on no cluster yet.",
	flags: [
		CONFIG,
		OUT$1,
		{
			name: "variant",
			value: "NAME",
			help: "of the workload"
		},
		{
			name: "logs",
			value: "FILES",
			help: "logs of all runner pods, saved by kubectl logs"
		}
	],
	examples: [["steelyard k6-operator browse | kubectl apply -f -", "start it"], ["steelyard k6-operator browse --logs 1.log,2.log,3.log", "its figures, of three runners"]],
	async run(world, given) {
		const { testRunFigures, testRunManifests } = await import("./chunks/commands/testrun.mjs");
		const options = {
			config: given.sure("config"),
			out: given.sure("out"),
			variant: given.text("variant"),
			workload: given.positionals[0]
		};
		const logs = given.list("logs");
		const value = logs ? await testRunFigures(world, options, logs) : await testRunManifests(world, options);
		world.out.write(`${JSON.stringify(value, null, 2)}\n`);
		return {
			exit: EXIT.ok,
			json: value
		};
	}
};

// src/cli/trends.ts
const OUT = {
	name: "out",
	value: "DIR",
	help: "folder of the page and its history",
	fallback: ".steelyard/site"
};
const TITLE = {
	name: "title",
	value: "TEXT",
	help: "name on the page; else the repository's"
};
const KEEP = {
	name: "keep-days",
	value: "DAYS",
	help: "keep every run so long, of an older day the last; or all",
	fallback: "90"
};
const days = (given) => given.sure("keep-days") === "all" ? null : given.whole("keep-days", 1, 1e5);
const ENTRY = [
	{
		name: "baselines",
		value: "DIR",
		help: "folder of the committed baselines, for run files",
		fallback: BASELINES$1
	},
	{
		name: "attempt",
		value: "N",
		help: "which measurement of the commit; else the workflow's attempt, or 1"
	},
	{
		name: "release",
		value: "NAME",
		help: "the release that this commit is; else its tag"
	},
	{
		name: "link",
		value: "URL",
		help: "where the run can be looked at; else the workflow run"
	},
	{
		name: "allow",
		value: "dirty",
		help: "take runs that were measured with uncommitted changes"
	}
];
const entry = (given) => ({
	files: given.positionals,
	baselines: given.sure("baselines"),
	attempt: given.whole("attempt", 1, 1e3),
	release: given.text("release"),
	link: given.text("link"),
	title: given.text("title"),
	days: days(given),
	allow: given.oneOf("allow", ["dirty"]) === void 0 ? [] : ["dirty"]
});
const TREND_VERBS = [
	{
		name: "site",
		summary: "add runs to a history and build the trend page in a folder",
		takes: "[RUN|COMPARISON ...]",
		arity: [0, 1e4],
		about: "Keeps a small file of each run under DIR/runs and builds index.html and a badge from all of them. The page is\none file that opens from disk and asks for nothing. The same run twice is one point. Releases, what other\ntools measured, and the runs next to a change of level are kept whatever their age. A history that cannot\nbe read is an error, and is never written over.",
		flags: [
			OUT,
			TITLE,
			KEEP,
			...ENTRY,
			{
				name: "benchmarks",
				value: "PATH",
				help: "show this data.js of github-action-benchmark too",
				many: true
			},
			{
				name: "series",
				value: "DIR",
				help: "write smaller.json and bigger.json for github-action-benchmark"
			}
		],
		examples: [["steelyard site .steelyard/comparison.json", "one more point, and the page with it"], ["steelyard site --benchmarks dev/bench/data.js", "the page again, with another tool's series"]],
		async run(world, given) {
			const options = {
				...entry(given),
				out: given.sure("out"),
				series: given.text("series")
			};
			const { buildSite } = await import("./chunks/commands/site2.mjs");
			const built = await buildSite(world, {
				...options,
				benchmarks: given.many("benchmarks")
			});
			return {
				exit: EXIT.ok,
				json: built
			};
		}
	},
	{
		name: "import",
		summary: "take another tool's history: data.js, k6 summaries",
		takes: "FILE ...",
		arity: [1, 1e4],
		about: "Reads github-action-benchmark's data.js (as JSON; it is never run) and summaries that k6 itself wrote, and\nadds them to the history under DIR. The same file twice changes nothing.",
		flags: [
			OUT,
			TITLE,
			KEEP,
			{
				name: "workload",
				value: "NAME",
				help: "of a k6 summary; else the file's name"
			},
			{
				name: "commit",
				value: "SHA",
				help: "of a k6 summary"
			},
			{
				name: "at",
				value: "TIME",
				help: "of a k6 summary, such as 2026-11-21T10:00:00Z; else now"
			},
			{
				name: "runner-class",
				value: "NAME",
				help: "of a k6 summary",
				fallback: "imported"
			}
		],
		examples: [["steelyard import dev/bench/data.js", "years of points, at once"], ["steelyard import summary.json --commit 1a2b3c4", "a summary that k6 wrote"]],
		async run(world, given) {
			const { importFiles } = await import("./chunks/commands/import.mjs");
			const built = await importFiles(world, {
				files: given.positionals,
				out: given.sure("out"),
				title: given.text("title"),
				days: days(given),
				workload: given.text("workload"),
				runnerClass: given.sure("runner-class"),
				commit: given.text("commit"),
				at: given.text("at")
			});
			return {
				exit: EXIT.ok,
				json: built
			};
		}
	},
	{
		name: "publish",
		summary: "add runs to the history on a branch and push the trend page",
		takes: "[RUN|COMPARISON ...]",
		arity: [0, 1e4],
		about: "Does what site does in a temporary clone of the branch, and pushes it as one commit; when somebody else pushed\nmeanwhile, again on top of theirs. Never forces, and touches nothing on the branch but its own files. The\ntoken is STEELYARD_TOKEN or GITHUB_TOKEN of the environment; without one git's own credentials are used.",
		flags: [
			{
				name: "branch",
				value: "NAME",
				help: "where pages are published from",
				fallback: "gh-pages"
			},
			{
				name: "folder",
				value: "DIR",
				help: "of the branch: where the page lives",
				fallback: "steelyard"
			},
			{
				name: "remote",
				value: "NAME",
				help: "a remote of this checkout, or an address",
				fallback: "origin"
			},
			{
				name: "benchmarks",
				value: "DIR",
				help: "of the branch: github-action-benchmark's, shown too",
				fallback: "dev/bench"
			},
			{
				name: "patience",
				value: "TIME",
				help: "how long others may push first",
				fallback: "5m"
			},
			TITLE,
			KEEP,
			...ENTRY
		],
		examples: [["steelyard publish .steelyard/comparison.json", "in a job on the default branch"]],
		async run(world, given) {
			const { publish } = await import("./chunks/commands/publish.mjs");
			const published = await publish(world, {
				...entry(given),
				branch: given.sure("branch"),
				folder: given.sure("folder"),
				remote: given.sure("remote"),
				benchmarks: given.sure("benchmarks"),
				patience: given.duration("patience") ?? 300
			});
			return {
				exit: EXIT.ok,
				json: published
			};
		}
	}
];

// src/cli/verbs.ts
const WAIVERS = {
	name: "waivers",
	value: "FILE",
	help: "accepted regressions; else .github/steelyard-waivers.yml at the base's tip, or here"
};
const COMPLETE = [
	{
		name: "check",
		summary: "measure, compare and report in one go",
		takes: "",
		arity: [0, 0],
		about: "Starts the stack, runs the workloads, judges the figures against the committed baselines and writes\nrun.json, comparison.json and comment.md. The exit code is the verdict's.\n\nWith --base it builds and starts the merge-base as well and loads both in turns: a few percent are seen,\nand no baseline is needed. In CI, branches are measured so automatically.",
		flags: [
			...MEASURING,
			BASELINES,
			WAIVERS,
			FORMAT
		],
		examples: [
			["steelyard check --base", "as in a pull request: against where the branch began"],
			["steelyard check", "against committed baselines; in CI as with --base"],
			["steelyard check --base HEAD~1 --budget 8m", "the last commit alone, in eight minutes or less"],
			["steelyard check --only recommend --trials 20", "one workload, looked at longer"]
		],
		async run(world, given) {
			const form = format(given);
			const options = {
				...measuring(given),
				baselines: given.sure("baselines"),
				waivers: given.text("waivers")
			};
			const { checkRun } = await import("./chunks/commands/check2.mjs");
			const { rendered } = await import("./chunks/commands/report.mjs");
			const comparison = await checkRun(world, options);
			world.out.write(rendered(world, comparison, form));
			return {
				exit: comparison.exit,
				json: comparison
			};
		}
	},
	{
		name: "measure",
		summary: "start the stack, run the workloads, write run.json",
		takes: "",
		arity: [0, 0],
		about: "Measures and judges nothing: a slow run exits with 0 like a fast one. A failed trial is recorded with its\nreason; if every trial failed, the exit code is 3. Ctrl-C ends it cleanly and keeps the results so far,\nmarked as interrupted.\n\nWith --base both sides run on this machine, base from a git worktree that is removed again. The more finely\ntheir load is interleaved, the smaller the detectable change: --explain says how finely, and why not finer.",
		flags: [...MEASURING, {
			name: "explain",
			help: "say how each workload would be interleaved with base, and start nothing"
		}],
		examples: [
			["steelyard measure --base origin/main", "base and head, paired"],
			["steelyard measure --explain", "what that would be, workload by workload"],
			["steelyard measure --profile pr", "a profile of the config"],
			["steelyard measure --seed 7 --shard 1/2", "the first half; the other half elsewhere"]
		],
		async run(world, given) {
			const options = measuring(given);
			if (given.given("explain")) {
				const { explainMeasurement } = await import("./chunks/commands/explain.mjs");
				return {
					exit: EXIT.ok,
					json: await explainMeasurement(world, options)
				};
			}
			const { hasFigures, measureRun } = await import("./chunks/commands/measure2.mjs");
			const { run } = await measureRun(world, options);
			return {
				exit: hasFigures(run) ? EXIT.ok : EXIT.environment,
				json: run
			};
		}
	},
	{
		name: "compare",
		summary: "judge run.json against the baselines, write comparison.json",
		takes: "[RUN]",
		arity: [0, 1],
		about: "A pure function of the run, the config it was measured with, the baselines and the waivers: the same files\ngive the same verdict everywhere. With --config it judges by that config instead.",
		flags: [
			{
				name: "config",
				value: "PATH",
				help: "judge by this config, not by the one the run carries"
			},
			OUT$1,
			BASELINES,
			WAIVERS,
			FORMAT
		],
		examples: [["steelyard compare", "judges .steelyard/run.json"]],
		async run(world, given) {
			const form = format(given);
			const out = given.sure("out");
			const { compareRun } = await import("./chunks/commands/compare2.mjs");
			const { rendered } = await import("./chunks/commands/report.mjs");
			const comparison = await compareRun(world, {
				run: given.positionals[0] ?? `${out}/run.json`,
				out,
				baselines: given.sure("baselines"),
				config: given.text("config"),
				waivers: given.text("waivers")
			});
			world.out.write(rendered(world, comparison, form));
			return {
				exit: comparison.exit,
				json: comparison
			};
		}
	},
	{
		name: "report",
		summary: "render comparison.json: comment, summary, JUnit, CSV",
		takes: "[COMPARISON]",
		arity: [0, 1],
		about: "Writes comment.md, summary.md, junit.xml and rows.csv, and prints the form that is asked for.",
		flags: [OUT$1, {
			...FORMAT,
			fallback: "comment"
		}],
		examples: [["steelyard report --format comment", "the Markdown that a pull request would get"]],
		async run(world, given) {
			const form = format(given);
			const out = given.sure("out");
			const { rendered, reportOn } = await import("./chunks/commands/report.mjs");
			const comparison = await reportOn(world, {
				comparison: given.positionals[0] ?? `${out}/comparison.json`,
				out
			});
			world.out.write(rendered(world, comparison, form));
			return {
				exit: EXIT.ok,
				json: comparison
			};
		}
	},
	{
		name: "why",
		summary: "explain a finished run: what takes the time, by profilers",
		takes: "[RUN]",
		arity: [0, 1],
		about: "Loads the workloads of which a gate became worse or better once more, on both sides, with a profiler on\neach, and names functions and statements. Writes run.json again with what it found, the report, and\nwhy.html with flame graphs. The verdict stays as it is. The checkout must be the one that was measured.",
		flags: [
			OUT$1,
			{
				name: "all",
				help: "also of workloads that did not change"
			},
			{
				name: "open",
				help: "open why.html"
			},
			...MEASURING.filter(({ name }) => ["only", "no-wait"].includes(name)),
			BASELINES,
			WAIVERS,
			FORMAT
		],
		examples: [["steelyard why --open", "explains .steelyard/run.json, and shows the flame graphs"]],
		async run(world, given) {
			const form = format(given);
			const out = given.sure("out");
			const { whyRun } = await import("./chunks/commands/check2.mjs");
			const { rendered } = await import("./chunks/commands/report.mjs");
			const comparison = await whyRun(world, {
				run: given.positionals[0] ?? `${out}/run.json`,
				out,
				baselines: given.sure("baselines"),
				waivers: given.text("waivers"),
				all: given.given("all"),
				open: given.given("open"),
				only: given.list("only"),
				wait: !given.given("no-wait")
			});
			if (comparison === null) world.out.write("No gate of this run became worse or better: nothing to explain.\n");
			else world.out.write(rendered(world, comparison, form));
			return {
				exit: EXIT.ok,
				json: comparison
			};
		}
	},
	{
		name: "baseline",
		summary: "add run.json as a session to the committed baselines",
		takes: "[RUN]",
		arity: [0, 1],
		about: "A baseline is several sessions, so that the spread between sessions is known: three before it may\nfail a check, eight to be sharp. Refuses runs that should not be a reference: measured on a tree with\nchanges, failed, invalid or regressed. Commit what it writes and let it be reviewed.",
		flags: [
			OUT$1,
			BASELINES,
			{
				name: "only",
				value: "A,B",
				help: "these workloads only"
			},
			{
				name: "allow",
				value: "A,B",
				help: `overrule by name: ${ALLOWANCES.join(", ")}`
			}
		],
		examples: [["steelyard measure && steelyard baseline", "one more session"]],
		async run(world, given) {
			const allow = (given.list("allow") ?? []).map((name) => {
				const known = ALLOWANCES.find((one) => one === name);
				if (known === void 0) throw wrong("allow", name, `one of: ${ALLOWANCES.join(", ")}`);
				return known;
			});
			const { addBaseline } = await import("./chunks/commands/baseline.mjs");
			const written = await addBaseline(world, {
				run: given.positionals[0] ?? `${given.sure("out")}/run.json`,
				baselines: given.sure("baselines"),
				only: given.list("only"),
				allow
			});
			return {
				exit: EXIT.ok,
				json: { written }
			};
		}
	},
	...PROOFS,
	{
		name: "record",
		summary: "the records of the config, filled in from run.json",
		takes: "[RUN]",
		arity: [0, 1],
		about: "A record is a document with tables of what was measured, a row for each run, workload and variant; the config\nsays which columns. Prints it, writes it to record.md, and the figures of each workload to artifacts/.\nWith --to it goes on with a document that is kept: rows of earlier runs stay.",
		flags: [
			{
				name: "config",
				value: "PATH",
				help: "fill in the records of that config, not of the run's own"
			},
			{
				name: "to",
				value: "FILE",
				help: "the document that is gone on with, such as baselines/RECORDS.md"
			},
			OUT$1,
			BASELINES
		],
		examples: [["steelyard measure --profile record && steelyard record", "one more row"]],
		async run(world, given) {
			const out = given.sure("out");
			const { recordRun } = await import("./chunks/commands/records.mjs");
			const record = await recordRun(world, {
				run: given.positionals[0] ?? `${out}/run.json`,
				out,
				baselines: given.sure("baselines"),
				config: given.text("config"),
				to: given.text("to")
			});
			world.out.write(record.document);
			return {
				exit: EXIT.ok,
				json: record
			};
		}
	},
	{
		name: "merge",
		summary: "put the shards of one measurement together",
		takes: "RUN RUN ...",
		arity: [1, 1e3],
		about: "All shards of one plan, of one commit and seed, from machines of one kind; writes run.json.",
		flags: [OUT$1],
		examples: [["steelyard merge a/run.json b/run.json", "two halves"]],
		async run(world, given) {
			const { mergeRuns } = await import("./chunks/commands/merge.mjs");
			const run = await mergeRuns(world, {
				runs: given.positionals,
				out: given.sure("out")
			});
			return {
				exit: EXIT.ok,
				json: run
			};
		}
	},
	{
		name: "down",
		summary: "end what a measurement that was killed left running, and remove kept builds",
		takes: "",
		arity: [0, 0],
		about: "Only a kill -9 or a crash of ours leaves anything: Ctrl-C and SIGTERM end everything themselves. The next\nmeasurement does the same before it begins. Processes are found by what is noted in the output folder,\ncontainers, networks, volumes and images by their labels, whatever folder their run wrote to. A\nmeasurement that is going on is left alone. Builds of base that were kept for the next comparison go as well.",
		flags: [OUT$1],
		examples: [["steelyard down", ""]],
		async run(world, given) {
			const { bringDown } = await import("./chunks/commands/down.mjs");
			return {
				exit: EXIT.ok,
				json: { removed: await bringDown(world, { out: given.sure("out") }) }
			};
		}
	},
	TESTRUN,
	INIT,
	EXPLAIN,
	GITLAB,
	{
		name: "doctor",
		summary: "look at this machine, the tools and the config, and say what to mend",
		takes: "",
		arity: [0, 0],
		about: "Changes nothing and sends no load. Exits with 3 when something would stop a measurement.",
		flags: [CONFIG, OUT$1],
		examples: [["steelyard doctor", ""]],
		async run(world, given) {
			const { examine } = await import("./chunks/commands/doctor.mjs");
			const { checks, text, broken } = await examine(world, {
				config: given.sure("config"),
				out: given.sure("out")
			});
			world.out.write(text);
			return {
				exit: broken ? EXIT.environment : EXIT.ok,
				json: {
					broken,
					checks
				}
			};
		}
	},
	...TREND_VERBS
].map((verb) => ({
	...verb,
	flags: [...verb.flags, ...COMMON$1]
}));
const VERBS = [...COMPLETE, completionOf(COMPLETE)];

// src/cli/cli.ts
async function cli(asked) {
	const world = await asTyped(asked);
	try {
		return await dispatch(world);
	} catch (error) {
		const exit = exitOf(error);
		if (world.argv.includes("--json")) world.out.write(asJson({
			error: errorFacts(error),
			exit
		}));
		world.err.write(`${visible(explain(error))}\n`);
		return exit;
	}
}
async function asTyped(world) {
	if (world.env.npm_command !== "exec" || !import.meta.url.includes("/node_modules/")) return world;
	const { sourceInstalled } = await import("./chunks/commands/source.mjs");
	const source = await sourceInstalled().catch(() => void 0);
	if (source === void 0) return world;
	const { typedThroughNpx } = await import("./chunks/cli/typed.mjs");
	return typedThroughNpx(world, source.repository, VERBS.map(({ name }) => name));
}
async function dispatch(world) {
	const [name, ...rest] = verbFirst(world.argv);
	if (name === "--version") {
		world.out.write(`${VERSION}\n`);
		return EXIT.ok;
	}
	if (name === void 0) {
		world.out.write(overview(VERBS));
		return EXIT.user;
	}
	if (isCommon(name)) throw userError("A verb is missing.", {
		where: "the command line",
		remedy: "steelyard --help lists them"
	});
	if (name === "--help" || name === "-h" || name === "help") {
		const about = rest.find((word) => !isCommon(word));
		world.out.write(about === void 0 ? overview(VERBS) : helpOf(await verbOf(about)));
		return EXIT.ok;
	}
	const verb = await verbOf(name);
	if (rest.includes("--help") || rest.includes("-h")) {
		world.out.write(helpOf(verb));
		return EXIT.ok;
	}
	return answered(verb, world, await parsed(verb, rest));
}
const isCommon = (word) => COMMON$1.some(({ name }) => word === `--${name}`);
function verbFirst(argv) {
	const at = argv.findIndex((word) => !isCommon(word));
	return at === -1 ? [...argv] : [...argv.slice(at), ...argv.slice(0, at)];
}
async function answered(verb, world, given) {
	const err = sinkLike(world.err, { isQuiet: given.given("quiet") });
	if (!given.given("json")) return (await verb.run({
		...world,
		err
	}, given)).exit;
	const answer = await verb.run({
		...world,
		err,
		out: NOWHERE,
		ask: void 0
	}, given);
	world.out.write(asJson(answer.json));
	return answer.exit;
}
const asJson = (value) => `${JSON.stringify(value, null, 2)}\n`;
const NOWHERE = {
	write() {},
	isTerminal: false,
	columns: 80
};
async function verbOf(name) {
	const verb = VERBS.find((one) => one.name === name);
	if (verb) return verb;
	const isOption = name.startsWith("-");
	const options = [
		"help",
		"version",
		...COMMON$1.map((flag) => flag.name)
	].map((option) => `--${option}`);
	const names = isOption ? options : VERBS.map((one) => one.name);
	const { choice } = await import("./chunks/nearest.mjs");
	throw userError(`There is no ${isOption ? "option" : "verb"} "${name.slice(0, 80)}".`, {
		where: "the command line",
		remedy: choice(name, names)
	});
}
function spelledOut(verb, args) {
	const bare = new Set(verb.flags.flatMap(({ name, bare }) => bare ? [`--${name}`] : []));
	return args.map((arg, at) => {
		const next = args[at + 1];
		return bare.has(arg) && (next === void 0 || next.startsWith("-")) ? `${arg}=` : arg;
	});
}
async function parsed(verb, args) {
	const remedy = `steelyard ${verb.name} --help`;
	const options = Object.fromEntries(verb.flags.map((flag) => [flag.name, {
		type: flag.value === void 0 ? "boolean" : "string",
		multiple: flag.many ?? false,
		...flag.fallback === void 0 ? {} : { default: flag.fallback }
	}]));
	try {
		const { values, positionals } = parseArgs({
			args: spelledOut(verb, args),
			options,
			allowPositionals: true,
			strict: true
		});
		const [fewest, most] = verb.arity;
		if (positionals.length < fewest || positionals.length > most) {
			const wanted = verb.takes === "" ? "nothing" : verb.takes;
			throw userError(`"${verb.name}" takes ${wanted} and got: ${positionals.join(" ") || "nothing"}.`, { remedy });
		}
		return new Given(values, positionals);
	} catch (error) {
		if (!(error.code ?? "").startsWith("ERR_PARSE_ARGS")) throw error;
		const [what = ""] = error.message.split(". ");
		const [, typed] = /Unknown option '--([^']+)'/.exec(what) ?? [];
		const names = verb.flags.map(({ name }) => name);
		const { nearest } = await import("./chunks/nearest.mjs");
		const near = typed === void 0 ? void 0 : nearest(typed, names);
		throw userError(`${what.replace(/\.$/, "")}.`, {
			where: "the command line",
			remedy: near === void 0 ? remedy : `did you mean --${near}? ${remedy}`
		});
	}
}

// src/cli/main.ts
await runProgram(cli);

export {  };