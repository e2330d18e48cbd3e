import { KINDS, portsIn, servicesIn } from "./model.mjs";

// src/init/workflows.ts
const NOWHERE = {
	repository: "OWNER/REPO",
	ref: "v1"
};
function sourceOf(text) {
	const [, repository, ref] = /^([\w.-]{1,100}\/[\w.-]{1,100})@([\w./-]{1,200})$/.exec(text) ?? [];
	return repository === void 0 || ref === void 0 ? void 0 : {
		repository,
		ref
	};
}
const RELEASE_CRON = "43 3 * * 1";
const events = (branch, inputs = "", isCalled = false) => `on:
  pull_request:
${isCalled ? "  merge_group: # of merge queues\n" : ""}  push:
    branches: [${JSON.stringify(branch)}]
  schedule:
    - cron: "17 3 * * 1" # a session a week for the baselines, proposed as a pull request
${isCalled ? `    # - cron: "${RELEASE_CRON}" # once there are releases: a comparison with the last one a week\n` : ""}\
  workflow_dispatch:
    inputs:
${inputs}      refresh-baseline: { description: "Propose the figures as a session of the baselines", type: boolean }`;
const BY_HAND = `      pull-request: { description: "Number of a pull request to measure again", type: string }
      ref: { description: "Or a branch, tag or commit", type: string }
      sha: { description: "The commit it has to be; required for forks", type: string }
      workloads: { description: "These workloads only, separated by commas", type: string }
      variants: { description: "These variants of them only, likewise", type: string }
      profile: { description: "A profile of the config", type: string }
      trials: { description: "Trials of head alone, of each workload", type: string }
      reference:
        { description: "What head is compared with", type: choice, options: [auto, base, baseline, release], default: auto }
      budget: { description: "When base beside head is looked at last, such as 8m", type: string }
`;
const perfWorkflow = ({ repository, ref }, branch) => `# Measures pull requests, and posts one comment and a check. Written by \`steelyard init\`.
# Its measuring job runs the code of the pull request, on your runner: read how to set that up safely first
# (action/runner.md in ${repository}).
name: perf
run-name: \${{ inputs.pull-request && format('perf of pull request {0}', inputs.pull-request) || inputs.reference == 'release' && 'perf against the last release' || '' }}

${events(branch, BY_HAND, true)}

permissions: {}

jobs:
  perf:
    # The most that any of its jobs may ask for; each asks for less, and the measuring one only reads.
    permissions:
      actions: read # the figures, which are an artifact
      checks: write # on the commit that was measured
      contents: write # the branch of a proposed baseline
      pull-requests: write # the comment, and that proposal
    uses: ${repository}/.github/workflows/perf.yml@${ref}
    with:
      runner: '["self-hosted", "perf"]' # labels of the machine that measures
      # shards: 3 # so many machines with these labels share the workloads (perf-fork.yml needs the same line)
      pull-request: \${{ inputs.pull-request }}
      ref: \${{ inputs.ref }}
      sha: \${{ inputs.sha }}
      workloads: \${{ inputs.workloads }}
      variants: \${{ inputs.variants }}
      profile: \${{ inputs.profile }}
      trials: \${{ inputs.trials }}
      reference: \${{ github.event.schedule == '${RELEASE_CRON}' && 'release' || inputs.reference || 'auto' }}
      budget: \${{ inputs.budget }}
      refresh-baseline: \${{ inputs.refresh-baseline || github.event_name == 'schedule' }}
`;
const forkWorkflow = ({ repository, ref }) => `# Posts the verdict for pull requests of forks and of Dependabot, whose own runs may not write.
# Written by \`steelyard init\`. It runs no code of the pull request: it reads figures, and judges them by the rules
# of the base branch.
name: perf-fork

on:
  # zizmor: ignore[dangerous-triggers] nothing of the pull request is checked out or run
  workflow_run:
    workflows: [perf]
    types: [completed]

permissions: {}

jobs:
  report:
    permissions:
      actions: read # the figures, which are an artifact
      checks: write # on the commit that was measured
      contents: read
      pull-requests: write # the comment
    uses: ${repository}/.github/workflows/perf-fork.yml@${ref}
    with:
      workflow: .github/workflows/perf.yml
`;
const requestWorkflow = ({ repository, ref }) => `# Measures a pull request when somebody with write permission comments \`/perf\` or gives it the label \`perf\`; and the
# default branch beside the last release, when the estimates of merged changes add up. Written by \`steelyard init\`.
# It runs no code of the repository: it only starts perf.yml.
name: perf-request

on:
  issue_comment: # zizmor: ignore[dangerous-triggers] nothing of the repository is checked out or run
    types: [created]
  pull_request:
    types: [labeled]
  workflow_dispatch: # sums the estimates now
  # schedule: # once there are releases: each night
  #   - cron: "43 4 * * *"

permissions: {}

jobs:
  request:
    permissions:
      actions: write # the start of perf.yml
      checks: read # the estimates of merged changes
      contents: read
      pull-requests: write # the reaction, the label, and the reason where it is refused
    uses: ${repository}/.github/workflows/perf-request.yml@${ref}
    with:
      workflow: perf.yml
`;
const FORGES = [
	"github",
	"ghes",
	"gitea",
	"forgejo"
];
const perfPath = (forge) => `.${forge === "ghes" ? "github" : forge}/workflows/perf.yml`;
function workflows(forge, source, branch) {
	if (forge === "github") return {
		[perfPath(forge)]: perfWorkflow(source, branch),
		".github/workflows/perf-fork.yml": forkWorkflow(source),
		".github/workflows/perf-request.yml": requestWorkflow(source)
	};
	return { [perfPath(forge)]: (forge === "ghes" ? twoJobsWorkflow : oneJobWorkflow)(source, branch) };
}
const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
const UPLOAD = "actions/upload-artifact@c24449f33cd45d4826c6702db7e49f7cdb9b551d # v3.2.1-node20";
const OWN = "github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name == github.repository";
const REFERENCE = "(inputs.refresh-baseline || github.event_name == 'schedule') && 'baseline' || 'auto'";
const measuring = ({ repository, ref }) => `      - uses: ${CHECKOUT}
        with:
          ref: \${{ github.event.pull_request.head.sha || github.sha }}
          fetch-depth: 0 # for a paired run with the merge-base
          persist-credentials: false
      - id: measure
        uses: ${repository}/action@${ref}
        with:
          reference: \${{ ${REFERENCE} }}
`;
const twoJobsWorkflow = (source, branch) => `# Measures pull requests and ${branch}, and posts one comment and a check. Written by \`steelyard init\`.
# Its measuring job runs the code of the pull request, on your runner: read how to set that up safely first
# (action/runner.md in ${source.repository}). It is run for branches of this repository only, and not for forks.
name: perf

${events(branch)}

permissions: {}

jobs:
  measure:
    if: \${{ ${OWN} }}
    runs-on: [self-hosted, perf] # labels of the machine that measures
    timeout-minutes: 90
    permissions:
      contents: read
    steps:
${measuring(source)}      - uses: ${UPLOAD}
        if: \${{ always() && steps.measure.outputs.run != '' }}
        with:
          name: steelyard
          path: \${{ steps.measure.outputs.run }}

  report:
    needs: measure
    if: \${{ !cancelled() && needs.measure.result != 'skipped' }}
    runs-on: [self-hosted, report] # labels of another machine, which runs no code of pull requests
    timeout-minutes: 20
    permissions:
      actions: read # the figures, which are an artifact
      checks: write # on the commit that was measured
      contents: write # the branch of a proposed baseline
      pull-requests: write # the comment, and that proposal
      statuses: write # in place of the check, where there are none
    steps:
      - uses: ${source.repository}/action/report@${source.ref}
        with:
          reference: \${{ ${REFERENCE} }}
      - if: \${{ success() && (inputs.refresh-baseline || github.event_name == 'schedule') }}
        uses: ${source.repository}/action/refresh@${source.ref}
`;
const oneJobWorkflow = (source, branch) => `# Measures pull requests and ${branch}, and posts one comment and a commit status. Written by \`steelyard init\`.
# One job measures and reports, because jobs of this forge cannot hand figures on. So nothing keeps the token of the job
# from the code of a pull request. It is run for branches of this repository only, and not for forks.
name: perf

${events(branch)}

jobs:
  perf:
    if: \${{ ${OWN} }}
    runs-on: [self-hosted, perf] # labels of the machine that measures
    timeout-minutes: 90
    steps:
${measuring(source)}      - name: Comment and status
        if: \${{ always() && steps.measure.outputs.run != '' }}
        uses: ${source.repository}/action/report@${source.ref}
        with:
          figures: \${{ steps.measure.outputs.run }}
          reference: \${{ ${REFERENCE} }}
          check: status
      - name: Trend page
        if: \${{ always() && github.event_name == 'push' && steps.measure.outputs.run != '' }}
        uses: ${source.repository}/action/publish@${source.ref}
        with:
          files: \${{ steps.measure.outputs.run }}
          benchmarks: "off" # github-action-benchmark knows github.com only
      - name: Proposed baseline
        if: \${{ success() && (inputs.refresh-baseline || github.event_name == 'schedule') }}
        uses: ${source.repository}/action/refresh@${source.ref}
        with:
          figures: \${{ steps.measure.outputs.run }}
`;
const badge = (repository, branch) => {
	const page = `https://github.com/${repository}/actions/workflows/perf.yml`;
	return `[![perf](${page}/badge.svg?branch=${encodeURIComponent(branch).replace(/[()]/g, (c) => c === "(" ? "%28" : "%29")})](${page})`;
};
function repositoryOf(remote) {
	return /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(remote.trim())?.[1] ?? null;
}

// src/init/scripts.ts
const FINDERS = Object.keys(KINDS).flatMap((kind) => {
	const { init } = KINDS[kind];
	return init === void 0 ? [] : [{
		kind,
		...init
	}];
});
const NO_SCRIPT = /\.d\.[cm]?ts$|(?:^|\/)(?:node_modules|vendor|dist|build)\//;
const mayBeScript = (path) => FINDERS.some(({ files }) => files.test(path));
function scriptIn(path, text) {
	if (NO_SCRIPT.test(path)) return null;
	for (const { kind, files, find } of FINDERS) {
		const found = files.test(path) ? find(text) : null;
		if (found) return {
			path,
			kind,
			...found
		};
	}
	return null;
}
const loadLine = (kind, path) => FINDERS.find((finder) => finder.kind === kind)?.line(path) ?? `${kind}: ${path}`;
const GENERIC = /* @__PURE__ */ new Set([
	"script",
	"index",
	"main",
	"test",
	"load",
	...Object.keys(KINDS),
	"perf",
	"bench",
	"benchmark"
]);
const USUAL_ENDING = new RegExp(`[._-](?:${[
	...Object.keys(KINDS),
	"load",
	"perf",
	"test"
].join("|")})$`, "i");
const withoutEnding = (path) => FINDERS.reduce((rest, { files }) => rest.replace(files, ""), path);
function workloadNames(paths) {
	const taken = /* @__PURE__ */ new Set();
	return paths.map((path) => {
		const steps = withoutEnding(path).split("/");
		const plain = (text) => text.replace(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+|[-.]+$/g, "");
		const usual = steps.map(plain).map((step) => step.replace(USUAL_ENDING, ""));
		const own = usual.at(-1) || "load";
		const folder = usual.at(-2);
		const name = (GENERIC.has(own.toLowerCase()) && folder ? folder : own).slice(0, 60);
		const longer = folder ? `${folder}-${own}`.slice(0, 60) : name;
		const free = (one) => !taken.has(one.toLowerCase());
		const chosen = [
			name,
			longer,
			...Array.from({ length: taken.size + 1 }, (_, i) => `${name}-${i + 2}`)
		].find(free);
		taken.add(chosen.toLowerCase());
		return chosen;
	});
}

// src/init/config.ts
const MOST = 6;
const STARTER = "perf/browse.js";
const STARTING = {
	path: STARTER,
	kind: "k6",
	ready: true,
	variables: [],
	pauses: false
};
const scalar = (text) => /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);
function configText(found) {
	const scripts = found.scripts.length > 0 ? found.scripts : [STARTING];
	const names = workloadNames(scripts.map(({ path }) => path));
	const all = scripts.map((script, i) => ({
		...script,
		name: names[i]
	}));
	const left = all.slice(MOST).map(({ path }) => `  # Found as well: ${path}`);
	return [
		"# What steelyard measures, and what counts as worse. Written by `steelyard init`; from now on it is yours.",
		"# `steelyard doctor` checks it and the machine; `steelyard check` measures and judges.",
		"version: 1",
		"",
		"stack:",
		...stack(found),
		"",
		"workloads:",
		...all.slice(0, MOST).flatMap(workload),
		...left,
		"",
		"policy:",
		"  band: 3% # the smallest change that matters",
		"  # Undecided results pass; to have them fail: fail_on: { add: [inconclusive] }",
		"  # Pull requests that change only files which do not matter need no measurement: paths: [\"!docs/**\", \"!**/*.md\"]",
		""
	].join("\n");
}
function stack({ compose, node }) {
	if (compose) return composeStack(compose);
	if (node) return processStack(node);
	return [
		"  # CHANGE: nothing to start was found, so this expects a service that is up already. To have it started, write",
		"  # `process: { services: { app: { run: [\"./server\"], ports: { 8080: PORT } } } }` and `endpoints` instead.",
		"  external:",
		"    endpoints:",
		"      api: { url: http://127.0.0.1:8080 } # scripts get it as STEELYARD_TARGET_API"
	];
}
function composeStack({ path, target, seed }) {
	const { service, port, health } = target ?? {
		service: "app",
		port: 8080,
		health: null
	};
	const ready = health === null ? [] : [`    ready: { ${scalar(service)}: { http: ${scalar(health)} } } # asked from outside`];
	return [
		"  compose:",
		`    files: [${scalar(path)}]`,
		"    wait: 120s # until everything is up and ready",
		...ready,
		...seed === null ? [] : [`  seed: { service: ${scalar(seed)} } # run once, inside, before any load`],
		"  endpoints:",
		...target ? [] : ["    # CHANGE: no service of the Compose file publishes a port; name the one to be loaded."],
		`    api: { service: ${scalar(service)}, port: ${port} } # scripts get it as STEELYARD_TARGET_API`
	];
}
function processStack({ folder, locked }) {
	const install = JSON.stringify([
		"npm",
		...folder === "." ? [] : ["--prefix", folder],
		"ci"
	]);
	return [
		"  process:",
		...locked ? [`    build: [${install}] # base gets a fresh checkout, with nothing installed`] : [],
		"    services:",
		"      app:",
		"        run: [\"npm\", \"start\"]",
		...folder === "." ? [] : [`        cwd: ${scalar(folder)}`],
		"        ports: { 8080: PORT } # the free port that we choose arrives in $PORT",
		"        ready: { within: 60s } # a connection; with http: /health, an answer",
		"  endpoints:",
		"    api: { service: app, port: 8080 } # scripts get it as STEELYARD_TARGET_API"
	];
}
function workload(script) {
	const { name, path, kind, pauses } = script;
	const pointed = pointedVariables(script).map(([variable, value]) => `${scalar(variable)}: "${value}"`);
	return [
		`  ${scalar(name)}:`,
		`    ${loadLine(kind, scalar(path))}`,
		...pointed.length === 0 ? [] : [`    env: { ${pointed.join(", ")} } # where the stack is`],
		"    warmup: 6s # discarded after each start; 2s will do without a JIT",
		pauses ? "    measure: { duration: 5s, trials: 10, pace: full } # shorter pauses beside base: more requests, an earlier verdict" : "    measure: { duration: 5s, trials: 10 }",
		"    gate: [http_req_duration.p50, cpu_per_request] # these may fail the check; all else is advisory",
		"    # budgets: { http_req_failed.rate: \"< 1%\", http_req_duration.p99: \"< 250ms\" }"
	];
}
const pointedVariables = ({ ready, variables }) => ready ? [] : variables.map((name) => [name, `$\{${isHost(name) ? "api.host" : "api"}}`]);
const isHost = (name) => /HOST|ADDR/i.test(name) && !/UR[LI]/i.test(name);
const starterText = [
	"// A first load script, written by `steelyard init`: make it ask what your users ask.",
	"import { check } from \"k6\";",
	"import http from \"k6/http\";",
	"",
	"// How it loads; how long is said in .github/steelyard.yml.",
	"export const options = { vus: 2, duration: \"5s\" };",
	"",
	"export default function () {",
	"  const answer = http.get(__ENV.STEELYARD_TARGET_API + \"/\", { tags: { name: \"home\" } });",
	"  check(answer, { \"is 200\": ({ status }) => status === 200 });",
	"}",
	""
].join("\n");
function todo(found) {
	const { compose, node, otherCompose, scripts } = found;
	const said = [];
	if (!compose && !node) said.push("Say what to start: nothing was found (`stack` in the config).");
	if (compose && !compose.target) said.push("Name the service that is loaded: none publishes a port (`endpoints`).");
	if (compose && otherCompose.length > 0) said.push(`Compose starts ${compose.path} alone; left alone: ${otherCompose.slice(0, 5).join(", ")}.`);
	const fixed = scripts.filter(({ ready, variables }) => !ready && variables.length === 0);
	for (const { path } of fixed.slice(0, MOST)) said.push(`${path} asks an address of its own: let it ask __ENV.STEELYARD_TARGET_API, which is where the stack is.`);
	if (scripts.length > MOST) said.push(`${scripts.length - MOST} further scripts are named in the config, and not measured.`);
	if (scripts.length === 0) said.push(`Make ${STARTER} ask what your users ask.`);
	return said;
}

// src/init/compose.ts
const COMPOSE = /^(?:docker-)?compose(?:[.-]([\w-]+))?\.ya?ml$/;
const isCompose = (path) => COMPOSE.test(path.split("/").at(-1));
function ranked(paths) {
	const rank = (path) => {
		const name = path.split("/").at(-1);
		const suffix = COMPOSE.exec(name)?.[1];
		return [
			path.split("/").length,
			suffix === void 0 ? 0 : 1,
			name.startsWith("docker") ? 1 : 0
		];
	};
	return [...paths].sort((a, b) => {
		const [one, other] = [rank(a), rank(b)];
		const at = one.findIndex((value, i) => value !== other[i]);
		return at === -1 ? a < b ? -1 : 1 : one[at] - other[at];
	});
}
const BEHIND = /postg|timescale|mysql|mariadb|mongo|redis|valkey|memcache|rabbitmq|kafka|zookeeper|elastic|opensearch|clickhouse|minio|nats|localstack|prometheus|grafana|jaeger|zipkin|otel|mailhog|mailpit|adminer|pgadmin|cassandra|etcd|consul/i;
const FRONT = [
	/gateway|proxy|ingress|edge|nginx|traefik|caddy/i,
	/^(?:web|www|front)/i,
	/api|app|server|service/i
];
const SEED = /^(?:db-?)?(?:seed|seeder|seeds|fixtures|demo-data|load-?data)$/i;
function composedIn(text) {
	const services = Object.entries(servicesIn(text));
	const seed = services.find(([name]) => SEED.test(name))?.[0] ?? null;
	const candidates = services.filter(([name, { image, profiles }]) => {
		const program = typeof image === "string" ? image.split("/").at(-1) : "";
		return profiles === void 0 && !SEED.test(name) && !BEHIND.test(`${name} ${program}`);
	}).flatMap(([name, service]) => {
		const [published] = portsIn(service.ports);
		const port = (published ?? portsIn(service.expose)[0])?.inside;
		return port === void 0 ? [] : [{
			name,
			service,
			port,
			published: published !== void 0
		}];
	});
	const front = (name) => {
		const at = FRONT.findIndex((sign) => sign.test(name));
		return at === -1 ? FRONT.length : at;
	};
	const [best] = candidates.sort((a, b) => Number(b.published) - Number(a.published) || front(a.name) - front(b.name));
	return {
		target: (best && {
			service: best.name,
			port: best.port,
			health: healthOf(best.service)
		}) ?? null,
		seed
	};
}
function healthOf({ healthcheck }) {
	const test = healthcheck?.test;
	const words = Array.isArray(test) ? test.join(" ") : typeof test === "string" ? test : "";
	return /https?:\/\/[^/\s"']+(\/[\w./~%-]*)/.exec(words)?.[1] ?? null;
}

// src/init/findings.ts
const isReadable = (path) => mayBeScript(path) || isCompose(path) || path.split("/").at(-1) === "package.json";
function findings(paths, text) {
	const inside = paths.filter((path) => !/(?:^|\/)(?:node_modules|vendor|\.git)\//.test(path)).sort();
	const [main, ...otherCompose] = ranked(inside.filter(isCompose));
	const folder = inside.filter((path) => path.split("/").at(-1) === "package.json" && starts(text(path))).sort((a, b) => a.split("/").length - b.split("/").length)[0]?.replace(/\/?package\.json$/, "");
	const lock = folder === "" ? "package-lock.json" : `${folder}/package-lock.json`;
	return {
		compose: main === void 0 ? null : {
			path: main,
			...composedIn(text(main))
		},
		otherCompose,
		node: folder === void 0 ? null : {
			folder: folder || ".",
			locked: inside.includes(lock)
		},
		scripts: inside.filter(isReadable).flatMap((path) => scriptIn(path, text(path)) ?? [])
	};
}
function starts(text) {
	try {
		return typeof JSON.parse(text)?.scripts?.start === "string";
	} catch {
		return false;
	}
}

export { FORGES, NOWHERE, STARTER, badge, configText, findings, isReadable, perfPath, repositoryOf, sourceOf, starterText, todo, workflows };