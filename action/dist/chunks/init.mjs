import { counted, locationOf, own, resolved, shellWord as shellWord$1 } from "./base.mjs";
import { DATABASE_IMAGES, FIXED_YOUNG_GENERATION, KINDS as KINDS$1, buildersIn, format, isMeant, isPlaceholder, isUnpublishable, keepsData, meanings, portsIn, publishedPorts, sectionIn, servicesIn, targetVariable, withIncludes } from "./model.mjs";
import { require_dist } from "./npm/yaml.mjs";

// src/init/guess.ts
const GUESS = "check: ";
const WRITTEN = "written by `steelyard init`";
const IN_COMMENT = new RegExp(`(?:^|\\s)(?:#|//) (?:.*, )?${GUESS}(.+)$`);
const guessesIn = (path, text) => text.split("\n").flatMap((line, i) => {
	const guess = IN_COMMENT.exec(line)?.[1];
	return guess === void 0 ? [] : [{
		path,
		line: i + 1,
		guess
	}];
});
const remark = (text) => text.replace(/\s+/g, " ");

// src/init/starter.ts
const STARTER = "perf/browse.js";
const ANSWERED = " is answered";
function starterText({ routes }) {
	const paths = routes.length > 0 ? routes : [{
		path: "/",
		file: "",
		line: null,
		isRelative: false
	}];
	return [
		`// A first load script, ${WRITTEN}: make it ask what your users ask.`,
		"import { check } from \"k6\";",
		"import http from \"k6/http\";",
		"",
		"// How it loads; how long is said in .github/steelyard.yml.",
		"export const options = { vus: 2, duration: \"5s\" };",
		"",
		"const paths = [",
		...paths.map((route) => {
			const found = `${GUESS}${routes.length > 0 ? "no route but the one for health was found" : "no GET route without an account or parameters was found"}`;
			const at = route.file === "" ? found : remark(locationOf(route));
			const guess = route.isRelative ? `, ${GUESS}its router may have a prefix` : "";
			return `  ${JSON.stringify(route.path)}, // ${at}${guess}`;
		}),
		"];",
		"",
		"export default function () {",
		"  for (const path of paths) {",
		"    // A redirect is no answer: it may lead to a page for logging in.",
		"    const answer = http.get(__ENV.STEELYARD_TARGET_API + path, { redirects: 0, tags: { name: path } });",
		`    check(answer, { [path + "${ANSWERED}"]: ({ status }) => status >= 200 && status < 300 });`,
		"  }",
		"}",
		""
	].join("\n");
}
function withoutPaths(text, paths) {
	const isPath = (line) => /^ {2}"/.test(line);
	const left = text.split("\n").filter((line) => !paths.some((path) => line.startsWith(`  ${JSON.stringify(path)},`)));
	return left.some(isPath) ? left.join("\n") : null;
}

// src/init/source.ts
const NOWHERE = {
	repository: "OWNER/REPO",
	ref: "v1"
};
const sourceOf = (text) => sourceIn(/^([\w.-]{1,100}\/[\w.-]{1,100})@([\w./-]{1,200})$/.exec(text));
const installedSource = (resolved) => sourceIn(/github\.com[:/]([\w.-]{1,100}\/[\w.-]{1,100}?)(?:\.git)?#([0-9a-f]{40})$/.exec(resolved));
const sourceIn = (found) => found === null ? void 0 : {
	repository: found[1],
	ref: found[2]
};

// src/init/gitlab.ts
const GITLAB_CI = ".gitlab-ci.yml";
const GITLAB_PART = ".gitlab/steelyard.yml";
function packageOf({ repository, ref }) {
	const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(ref) ?? [];
	if (version === void 0) return `github:${repository}#${ref}`;
	return `https://github.com/${repository}/releases/download/${ref}/steelyard-${version}.tgz`;
}
const gitlabJobs = ({ repository, ref }) => `# Measures merge requests, keeps one note on each, and fails the job if they are slower. Written by
# \`steelyard init\`. Tried against GitLab's published API description; not on a server. How to set it up, and what the
# measured code can reach: action/gitlab.md in ${repository}.
# Branches of this project only: nothing is run for forks.

.steelyard:
  variables:
    STEELYARD: ${JSON.stringify(packageOf({
	repository,
	ref
}))} # as npx takes it
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID
  before_script:
    - export NODE_EXTRA_CA_CERTS="$CI_SERVER_TLS_CA_FILE" # of a server with a certificate of its own

# Runs the code of the merge request, on a machine of yours that has Node.js and git.
steelyard:measure:
  extends: .steelyard
  tags: [perf] # of the runner on the machine that measures
  timeout: 90m
  interruptible: true
  variables:
    GIT_DEPTH: "0" # the history up to the merge-base, and the target branch
  script:
    - git checkout --quiet --detach "\${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}"
    - git remote set-url origin "$CI_PROJECT_URL.git" # without the token that the runner put there
    - npx --yes --package "$STEELYARD" steelyard gitlab measure --out steelyard-run
  after_script:
    - npx --yes --package "$STEELYARD" steelyard down --out steelyard-run # what a cancelled job left running
  artifacts:
    when: always
    paths: [steelyard-run/run.json] # and nothing else: the report refuses it
    expire_in: 30 days

# Runs nothing of the merge request: figures and rules come over the API. It needs STEELYARD_GITLAB_TOKEN, limited to this
# environment. Give it another machine than the measuring one.
steelyard:report:
  extends: .steelyard
  image: node:24
  timeout: 20m
  needs:
    - job: steelyard:measure
      artifacts: false # they are not unpacked here
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID
      when: always
  environment:
    name: steelyard
    action: access
  variables:
    GIT_STRATEGY: none
  script:
    - cd "$(mktemp -d)" # npx reads settings of the folder that it is started in
    - npx --yes --package "$STEELYARD" steelyard gitlab report --out "$CI_PROJECT_DIR/steelyard-report"
  allow_failure:
    exit_codes: [5] # nothing was compared, such as on first adoption
  artifacts:
    when: always
    paths: [steelyard-report/]
    reports:
      junit: steelyard-report/junit.xml
    expire_in: 30 days
`;
function gitlabFiles(source, existing) {
	const jobs = gitlabJobs(source);
	if (existing === void 0 || existing.includes("steelyard:measure:")) return {
		files: { [GITLAB_CI]: jobs },
		open: []
	};
	return {
		files: { [GITLAB_PART]: jobs },
		open: existing.includes(".gitlab/steelyard.yml") ? [] : [`Add to ${GITLAB_CI}: include: [{ local: ${GITLAB_PART} }], or one more line to the include that it has.`]
	};
}

// src/init/triggers.ts
const RELEASE_CRON = "43 3 * * 1";
const BY_HAND = `      pull-request: { description: "Number of a pull request to measure again", type: string }
      ref: { description: "Or a branch, tag or commit", type: string }
      sha: { description: "The commit it has to be; required for forks", type: string }
      workloads: { description: "These workloads only, separated by commas", type: string }
      variants: { description: "These variants of them only, likewise", type: string }
      profile: { description: "A profile of the config", type: string }
      trials: { description: "Trials of head alone, of each workload", type: string }
      reference:
        { description: "What head is compared with", type: choice, options: [auto, base, baseline, release], default: auto }
      budget: { description: "When the last look at the pairs of base and head is made, such as 8m", type: string }
`;
const events = (branch, isCalled = false) => `on:
  pull_request:
${isCalled ? "  merge_group: # of merge queues\n" : ""}  push:
    branches: [${JSON.stringify(branch)}]
  schedule:
    - cron: "17 3 * * 1" # a session a week for the baselines, proposed as a pull request
${isCalled ? `    # - cron: "${RELEASE_CRON}" # once there are releases: a comparison with the last one a week\n` : ""}\
  workflow_dispatch:
    inputs:
${BY_HAND}      refresh-baseline: { description: "Propose the figures as a session of the baselines", type: boolean }`;

// src/init/ownworkflows.ts
const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
const UPLOAD = "actions/upload-artifact@c24449f33cd45d4826c6702db7e49f7cdb9b551d # v3.2.1-node20";
const DOWNLOAD = "actions/download-artifact@ad191675b41f6a5b46da9a048cb6893812da158b # v3.1.0-node20";
const MEASURING = "[self-hosted, perf]";
const REPORTING = "[self-hosted, report]";
const FIGURES = ".steelyard/figures";
const BY_HAND_ONLY = "github.event_name == 'workflow_dispatch' &&";
const HEAD = `\${{ ${BY_HAND_ONLY} needs.target.outputs.sha || github.event.pull_request.head.sha || github.sha }}`;
const OWN = "github.event.pull_request.head.repo.full_name == github.repository";
const BASELINE = "(inputs.refresh-baseline || github.event_name == 'schedule')";
const WANTED = `          only: \${{ inputs.workloads }}
          variants: \${{ inputs.variants }}
          profile: \${{ inputs.profile }}
          trials: \${{ inputs.trials }}
          reference: ${`\${{ inputs.reference == 'release' && 'release' || ${BASELINE} && 'baseline' || inputs.reference || 'auto' }}`}
          budget: \${{ inputs.budget }}
`;
function ownWorkflow(source, branch, forge) {
	const { repository, ref } = source;
	const isGitea = forge !== "ghes";
	return `# Measures pull requests and ${branch}, and posts one comment and a ${isGitea ? "commit status" : "check"}. Written by \`steelyard init\`.
# \`measure\` runs the code of the pull request, on your runner: read how to set that up safely first (action/runner.md in
# ${repository}). \`report\` runs none of it, and judges by the rules of the base branch. A fork's commit is measured only
# where somebody who may write starts that by hand${isGitea ? "" : ", or comments `/perf SHA`"}.
name: perf
run-name: \${{ inputs.pull-request && format('perf of pull request {0}', inputs.pull-request) || github.event_name == 'workflow_dispatch' && 'perf' || '' }}

${events(branch)}

permissions: {}

concurrency:
  group: perf-\${{ github.event.pull_request.number || inputs.pull-request || inputs.ref || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

env:
  SHARDS: 1 # machines that share the workloads; with 3 of them it is 3, and \`shard: [1, 2, 3]\` below

jobs:
  # What is measured by hand, before anything of it is checked out.
  target:
    if: \${{ github.event_name == 'workflow_dispatch' }}
    runs-on: ${REPORTING} # labels of a machine that runs no code of pull requests
    timeout-minutes: 5
    permissions:
      contents: read # commits${isGitea ? "" : ", and the permission of the user who started the workflow"}
      pull-requests: read # head and base of the pull request
    outputs:
      sha: \${{ steps.target.outputs.sha }}
      pull-request: \${{ steps.target.outputs.pull-request }}
      base: \${{ steps.target.outputs.base }}
    steps:
      - id: target
        uses: ${repository}/action/target@${ref}
        with:
          pull-request: \${{ inputs.pull-request }}
          ref: \${{ inputs.ref }}
          sha: \${{ inputs.sha }}

  measure:
    needs: target
    if: \${{ !failure() && !cancelled() && (github.event_name != 'pull_request' || ${OWN}) }}
    runs-on: ${MEASURING} # labels of the machine that measures
    timeout-minutes: 90
    strategy:
      fail-fast: false # what the others measure is judged
      matrix:
        shard: [1]
    permissions:
      contents: read
    steps:
      - uses: ${CHECKOUT}
        with:
          ref: ${HEAD}
          fetch-depth: 0 # for a paired run with the merge-base
          persist-credentials: false
      - id: measure
        uses: ${repository}/action@${ref}
        with:
${WANTED}          # Naming a base asks for a paired run, whatever the config says, so it is named only where it is not the usual one.
          base: \${{ ${BY_HAND_ONLY} needs.target.outputs.base && needs.target.outputs.base != github.event.repository.default_branch && format('refs/remotes/origin/{0}', needs.target.outputs.base) || '' }}
          shard: \${{ env.SHARDS > 1 && format('{0}/{1}', matrix.shard, env.SHARDS) || '' }}
          seed: \${{ env.SHARDS > 1 && github.run_number || '' }}
          sha: ${HEAD}
      - uses: ${UPLOAD}
        if: \${{ always() && steps.measure.outputs.run != '' }}
        with:
          name: \${{ env.SHARDS > 1 && format('steelyard-{0}of{1}', matrix.shard, env.SHARDS) || 'steelyard' }}
          path: \${{ steps.measure.outputs.run }}

  report:
    needs: [target, measure]
    if: \${{ !cancelled() && needs.target.result != 'failure' && needs.measure.result != 'skipped' }}
    runs-on: ${REPORTING}
    timeout-minutes: 20
    permissions:
      actions: read # the figures, which are an artifact
      checks: write # on the commit that was measured
      contents: write # ${isGitea ? "the commit status, the trend page, " : ""}the branch of a proposed baseline
      pull-requests: write # the comment, and that proposal
      statuses: write # in place of the check, where there are none
    steps:
${isGitea ? handedOn : ""}      - id: report
        uses: ${repository}/action/report@${ref}
        with:
${isGitea ? `          figures: ${FIGURES}\n          check: status\n` : ""}          shards: \${{ env.SHARDS }}
${WANTED}          pull-request: \${{ ${BY_HAND_ONLY} needs.target.outputs.pull-request || '' }}
          sha: \${{ ${BY_HAND_ONLY} needs.target.outputs.sha || '' }}
          rerun: perf.yml
      - name: Flame graphs and statements
        if: \${{ always() && steps.report.outputs.why != '' }}
        uses: ${UPLOAD}
        with:
          name: steelyard-why
          path: \${{ steps.report.outputs.why }}
${isGitea ? page(source) : ""}      - name: Proposed baseline
        if: \${{ success() && inputs.reference != 'release' && ${BASELINE} }}
        uses: ${repository}/action/refresh@${ref}
        with:
${isGitea ? `          figures: ${FIGURES}\n` : ""}          shards: \${{ env.SHARDS }}
`;
}
const handedOn = `      - name: Authors and tags of what was measured, for the trend page
        if: \${{ github.event_name == 'push' }}
        uses: ${CHECKOUT}
        with:
          fetch-depth: 0
          persist-credentials: false
      - name: The figures
        continue-on-error: true # without any the report says so
        uses: ${DOWNLOAD}
        with:
          path: ${FIGURES}
`;
const page = ({ repository, ref }) => `      - name: Trend page
        if: \${{ always() && github.event_name == 'push' && needs.measure.result == 'success' }}
        uses: ${repository}/action/publish@${ref}
        with:
          files: ${FIGURES}/steelyard/run.json # of several machines a line each: ${FIGURES}/steelyard-1of3/run.json
          benchmarks: "off" # github-action-benchmark knows github.com only
`;
function ownRequestWorkflow({ repository, ref }, forge) {
	return `# Measures a pull request when somebody with write permission comments \`/perf\` or gives it the label \`perf\`.
# Written by \`steelyard init\`. It runs no code of the repository: it only starts perf.yml.
name: perf-request

on:
  issue_comment: # zizmor: ignore[dangerous-triggers] nothing of the repository is checked out or run
    types: [created]
  pull_request:
    types: [labeled]

permissions: {}

jobs:
  request:
    # A fork's pull request cannot be measured by a label.
    if: >-
      \${{ github.event_name == 'issue_comment' && github.event.issue.pull_request &&
      startsWith(github.event.comment.body, '/perf') || github.event_name == 'pull_request' &&
      ${forge === "ghes" ? "github.event.label.name == 'perf' && " : ""}${OWN} }}
    concurrency:
      # One request at a time per pull request: each sees what the one before it has started. Other comments do not join.
      group: perf-request-\${{ github.event.issue.number || github.event.pull_request.number }}
      cancel-in-progress: false
    runs-on: ${REPORTING} # labels of a machine that runs no code of pull requests
    timeout-minutes: 5
    permissions:
      actions: write # the start of perf.yml
      contents: read # the config, and when the branch was pushed
      pull-requests: write # the reaction, the label, and the reason where it is refused
    steps:
      - uses: ${repository}/action/request@${ref}
        with:
          workflow: perf.yml
${forge === "ghes" ? "" : `          # Only who administers a repository may ask who may write to it. In one of an organization this needs a token of theirs.
          token: \${{ secrets.STEELYARD_TOKEN || github.token }}
`}`;
}

// src/init/workflows.ts
const perfWorkflow = ({ repository, ref }, branch) => `# Measures pull requests, and posts one comment and a check. Written by \`steelyard init\`.
# Its measuring job runs the code of the pull request: read how to set up a machine of your own safely first
# (action/runner.md in ${repository}).
name: perf
run-name: \${{ inputs.pull-request && format('perf of pull request {0}', inputs.pull-request) || inputs.reference == 'release' && 'perf against the last release' || '' }}

${events(branch, true)}

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
      runner: '["ubuntu-24.04"]' # labels of the machine that measures; one of your own: '["self-hosted", "perf"]'
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
# default branch, paired with the last release, when the estimates of merged changes add up. Written by \`steelyard init\`.
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
	"forgejo",
	"gitlab"
];
const isOwn = (forge) => forge !== "github" && forge !== "gitlab";
const perfPath = (forge) => forge === "gitlab" ? GITLAB_CI : `.${forge === "ghes" ? "github" : forge}/workflows/perf.yml`;
function workflows(forge, source, branch, existing) {
	if (forge === "gitlab") return gitlabFiles(source, existing).files;
	if (forge === "github") return {
		[perfPath(forge)]: perfWorkflow(source, branch),
		".github/workflows/perf-fork.yml": forkWorkflow(source),
		".github/workflows/perf-request.yml": requestWorkflow(source)
	};
	return {
		[perfPath(forge)]: ownWorkflow(source, branch, forge),
		[perfPath(forge).replace("perf.yml", "perf-request.yml")]: ownRequestWorkflow(source, forge)
	};
}
const badge = (repository, branch) => {
	const page = `https://github.com/${repository}/actions/workflows/perf.yml`;
	return `[![perf](${page}/badge.svg?branch=${encodeURIComponent(branch).replace(/[()]/g, (c) => c === "(" ? "%28" : "%29")})](${page})`;
};
function repositoryOf(remote) {
	return /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(remote.trim())?.[1] ?? null;
}

// src/init/endpoints.ts
function moreEndpoints(chosen, scripts) {
	if (chosen?.plan.kind !== "compose") return [];
	const asked = scripts.flatMap(({ variables: names, defaults }) => names.map((name) => own(defaults, name)?.port));
	const used = chosen.plan.others.filter(({ outside }) => outside !== chosen.reached && asked.includes(outside));
	const taken = /* @__PURE__ */ new Set([targetVariable("api")]);
	return used.map((one, i) => {
		const short = one.service.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 60);
		const longer = `${short}-${one.port}`;
		const name = [short, longer].find((free) => !taken.has(targetVariable(free))) ?? `${longer}-${i}`;
		taken.add(targetVariable(name));
		return {
			...one,
			name
		};
	});
}
function asksItsOwn({ ready, variables, addresses = [] }, chosen, more) {
	if (ready || variables.length > 0) return false;
	if (chosen === null || addresses.length === 0) return true;
	const { plan } = chosen;
	const api = {
		service: plan.service,
		port: plan.kind === "compose" ? plan.port : plan.given.port
	};
	const endpoints = {
		...Object.fromEntries(more.map((one) => [one.name, one])),
		api
	};
	const known = meanings(endpoints, plan.kind === "compose" ? plan.published : {});
	return !addresses.every((address) => isMeant(known, address));
}
function elsewhere({ ready, variables: names, defaults }, chosen, more) {
	const reached = chosen?.reached ?? null;
	if (ready || reached === null) return [];
	const known = [
		reached,
		...more.map(({ outside }) => outside),
		null
	];
	const at = names.flatMap((name) => {
		const url = own(defaults, name);
		return url === void 0 || known.includes(url.port) ? [] : [`${name} (port ${url.port})`];
	});
	return at.length === 0 ? [] : [`by default the script asks another address than that of api, which is at port ${reached}: ${at.join(", ")}.`];
}
function pointedVariables({ ready, variables: names, defaults }, more) {
	const host = names.some(isPort) ? "api.hostname" : "api.host";
	const value = (name) => {
		const url = own(defaults, name);
		const endpoint = more.find(({ outside }) => outside === url?.port)?.name ?? "api";
		if (url !== void 0) return `${url.isSocket ? `ws://$\{${endpoint}.host}` : `$\{${endpoint}}`}${url.path}`;
		return `$\{${isPort(name) ? "api.port" : isHost(name) ? host : "api"}}`;
	};
	return ready ? [] : names.map((name) => [name, value(name)]);
}
const isPort = (name) => /(?:^|_)PORT$/i.test(name);
const isHost = (name) => /HOST|ADDR/i.test(name) && !/UR[LI]/i.test(name);

// src/init/tree.ts
const STRANGE = /(?:^|\/)(?:node_modules|vendor|\.git|\.venv|venv|target|\.next)\/|[:\\"\p{C}]/u;
const ASIDE$2 = /(?:^|\/)(?:tests?|__tests__|spec|e2e|testdata|fixtures|examples?|docs?|cypress|bench(?:es|marks?)?|\.github|dist|\.devcontainer|stories|mocks?)\/|[._-](?:test|spec|stories)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.(?:go|py)$|\.d\.ts$/i;
const PACKAGES = /(^|\/)src\/main\/(?:java|kotlin|groovy|scala)\/(?:[^/]+\/)*/;
const POINTER = "version https://git-lfs.github.com/spec/v1";
var Tree = class {
	paths;
	known;
	listed;
	content;
	constructor(paths, content) {
		this.paths = paths.filter((path) => !STRANGE.test(path)).sort();
		this.known = new Set(this.paths);
		this.listed = paths;
		this.content = content;
	}
	has(path) {
		return this.known.has(path);
	}
	lists(path) {
		return this.listed.some((one) => one === path || isBelow(one, path));
	}
	mayHave(path) {
		return this.lists(path) || ancestors(path).some((above) => this.has(above));
	}
	text(path) {
		const text = this.known.has(path) ? this.content(path) : "";
		return text.startsWith("version https://git-lfs.github.com/spec/v1") ? "" : text;
	}
	json(path) {
		try {
			const value = JSON.parse(this.text(path));
			return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
		} catch {
			return {};
		}
	}
	named(name) {
		return this.paths.filter((path) => name.test(baseName(path))).sort((a, b) => depth(a) - depth(b));
	}
	sources(folder, ending) {
		return this.paths.filter((path) => isBelow(path, folder) && ending.test(path) && !isAside(path)).sort((a, b) => depth(a) - depth(b));
	}
	first(files, pattern) {
		for (const file of files) {
			const text = this.text(file);
			const found = pattern.exec(text);
			if (found) return {
				file,
				line: lineAt(text, found.index),
				groups: found.slice(1)
			};
		}
		return null;
	}
	all(files, pattern) {
		return files.flatMap((file) => {
			const text = this.text(file);
			let [line, counted] = [1, 0];
			return [...text.matchAll(pattern)].map((found) => {
				line += lineAt(text.slice(counted), found.index - counted) - 1;
				counted = found.index;
				return {
					file,
					line,
					groups: found.slice(1)
				};
			});
		});
	}
};
const lineAt = (text, index) => text.slice(0, index).split("\n").length;
const escaped = (text) => text.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");
const moduleAt = (tree, path) => [
	path,
	path?.replace(/\.js$/, ".ts"),
	...[
		"js",
		"ts",
		"mjs",
		"cjs"
	].flatMap((end) => [`${path}.${end}`, `${path}/index.${end}`])
].find((one) => typeof one === "string" && tree.has(one)) ?? null;
const baseName = (path) => path.split("/").at(-1);
const depth = (path) => path.split("/").length;
const folderOf = (path) => path.split("/").slice(0, -1).join("/") || ".";
const ancestors = (folder) => folder === "." ? [] : [folderOf(folder), ...ancestors(folderOf(folder))];
const join = (folder, path) => folder === "." ? path : `${folder}/${path}`;
const isBelow = (path, folder) => folder === "." || path.startsWith(`${folder}/`);
const isAside = (path) => ASIDE$2.test(path.replace(PACKAGES, "$1"));
const wayUp = (folder) => folder === "." ? "." : folder.split("/").map(() => "..").join("/");

// src/init/scripts.ts
const portsOf = ({ addresses = [] }) => addresses.map((address) => Number(/\d+$/.exec(address)));
const FINDERS = Object.keys(KINDS$1).flatMap((kind) => {
	const { init } = KINDS$1[kind];
	return init === void 0 ? [] : [init].flat().map((finder) => ({
		kind,
		finder
	}));
});
const NO_SCRIPT = /\.d\.[cm]?ts$|(?:^|\/)(?:node_modules|vendor|dist|build)\//;
const mayBeScript = (path) => FINDERS.some(({ finder }) => finder.files.test(path));
function scriptsIn(tree) {
	const through = modulesOf(tree);
	return tree.paths.flatMap((path) => {
		const modules = () => importedBy(tree, path).map((module) => tree.text(module));
		return scriptIn(path, tree.text(path), through.has(path), modules) ?? [];
	}).sort((a, b) => Number(a.special !== null) - Number(b.special !== null));
}
function scriptIn(path, text, through = false, modules = () => []) {
	if (NO_SCRIPT.test(path)) return null;
	for (const { kind, finder } of FINDERS) {
		const found = finder.files.test(path) ? finder.find(text, through, modules) : null;
		if (found) return {
			path,
			kind,
			finder,
			...found
		};
	}
	return null;
}
const RELATIVE$1 = /(?:\bfrom|\bimport|\brequire\()\s*["'](\.{1,2}\/[^"'\n]+)["']/g;
const importsOf = (tree, path) => [...tree.text(path).matchAll(RELATIVE$1)].flatMap(([, name = ""]) => moduleAt(tree, resolved(folderOf(path), name)) ?? []);
function importedBy(tree, path) {
	const found = /* @__PURE__ */ new Set([path]);
	for (const at of found) for (const target of importsOf(tree, at)) found.add(target);
	return [...found].slice(1);
}
function modulesOf(tree) {
	const files = tree.paths.filter((path) => mayBeScript(path) && !NO_SCRIPT.test(path));
	const importers = /* @__PURE__ */ new Map();
	for (const path of files) for (const target of importsOf(tree, path)) importers.set(target, [...importers.get(target) ?? [], path]);
	const modules = FINDERS.flatMap(({ finder }) => finder.module ?? []);
	const open = files.filter((path) => modules.some((pattern) => pattern.test(tree.text(path))));
	const found = /* @__PURE__ */ new Set();
	for (let next = open.pop(); next !== void 0; next = open.pop()) for (const path of importers.get(next) ?? []) {
		if (!found.has(path)) open.push(path);
		found.add(path);
	}
	return found;
}
const loadLine = ({ kind, finder, line, path }, scalar) => line ?? (finder === null ? `${kind}: ${scalar}` : finder.line(kind === "command" ? shellWord(path) : scalar));
const shellWord = (path) => /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
const GENERIC = /* @__PURE__ */ new Set([
	"script",
	"scripts",
	"tests",
	"index",
	"main",
	"test",
	"load",
	...Object.keys(KINDS$1),
	"perf",
	"bench",
	"benchmark",
	"locustfile",
	"artillery",
	"run",
	"makefile"
]);
const USUAL_ENDING = new RegExp(`[._-](?:${[
	...Object.keys(KINDS$1),
	"load",
	"perf",
	"test"
].join("|")})$`, "i");
const withoutEnding = (path) => FINDERS.reduce((rest, { finder }) => rest.replace(finder.files, ""), path);
function workloadNames(paths) {
	const taken = /* @__PURE__ */ new Set();
	return paths.map((path) => {
		const steps = withoutEnding(path).split("/");
		const plain = (text) => text.replace(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+|[-.]+$/g, "");
		const usual = steps.map(plain).map((step) => step.replace(USUAL_ENDING, ""));
		const own = usual.at(-1) || "load";
		const folder = usual.at(-2);
		const isGeneric = (step) => GENERIC.has(step.toLowerCase());
		const name = (isGeneric(own) && folder && !isGeneric(folder) ? folder : own).slice(0, 60);
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

// src/init/sites.ts
const CLIENT = new RegExp([
	String.raw`\b(?:from|import|import\(|require\()\s*["'](?:axios|cheerio|got|needle|node-fetch|superagent|undici|puppeteer|playwright)(?:-\w+)?["']`,
	String.raw`^[ \t]*(?:import|from)[ \t]+(?:requests|httpx|bs4|scrapy|urllib\.request|selenium|playwright)\b`,
	String.raw`\baiohttp\.ClientSession\(`,
	String.raw`\bhttp\.(?:Get|Head|Post|NewRequest|NewRequestWithContext)\(|"github\.com/(?:gocolly/colly|go-resty/resty)\b`,
	String.raw`\breqwest::`,
	String.raw`\b(?:RestTemplate|WebClient|RestClient|OkHttpClient|Jsoup|HttpClient)\b`,
	String.raw`\b(?:Net::HTTP|Faraday|HTTParty)\b`,
	String.raw`\b(?:GuzzleHttp\\|curl_init\()`
].join("|"), "m");
const clientIn = (tree, code) => tree.first(code, CLIENT);
function asksSites({ ready, variables, addresses = [], sites = [] }, chosen) {
	const client = chosen?.client ?? null;
	const loadsSite = !ready && variables.length === 0 && addresses.length === 0;
	return sites.length === 0 || client === null || loadsSite ? [] : [`it has addresses of ${sites.slice(0, 4).join(", ")}, and the service may ask other sites (${locationOf(client)}): their times would be part of the result. Let it name a server of your own.`];
}

// src/init/config.ts
const MOST = 3;
const STARTING = {
	path: STARTER,
	kind: "k6",
	finder: null,
	ready: true,
	variables: [],
	pauses: false,
	special: null
};
const scalar = (text) => /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);
const list = (words) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
function selected(scripts) {
	const stem = (path) => path.replace(/\.[cm]?[jt]s$/, "");
	const ordinary = scripts.filter(({ special }) => special === null);
	const usable = ordinary.length > 0 ? ordinary : scripts.filter(({ gate }) => gate !== void 0);
	const chosen = usable.filter(({ path }, i) => usable.findIndex((other) => stem(other.path) === stem(path)) === i).slice(0, MOST);
	return {
		chosen,
		left: scripts.filter((script) => !chosen.includes(script)),
		isStarting: chosen.length === 0
	};
}
function configText(found) {
	const { chosen, left, isStarting } = selected(found.scripts);
	const scripts = isStarting ? [STARTING] : chosen;
	const names = workloadNames(scripts.map(({ path }) => path));
	const more = moreEndpoints(found.chosen, scripts);
	return [
		"# What steelyard measures, and what counts as worse. Written by `steelyard init`; from now on it is yours.",
		"# `steelyard doctor` checks it and the machine; `steelyard check` measures and judges.",
		"version: 1",
		"",
		"stack:",
		...stack(found, scripts, more),
		"",
		"workloads:",
		...scripts.flatMap((script, i) => workload({
			...script,
			name: names[i]
		}, found.chosen, more)),
		...left.slice(0, 30).map(({ path, special }) => `  # Found as well: ${remark(path)}${special === null ? "" : ` (${special})`}`),
		"",
		"policy:",
		"  band: 3% # the smallest change that matters",
		"  # Undecided results pass; to have them fail: fail_on: { add: [inconclusive] }",
		"  # Pull requests that change only files which do not matter need no measurement: paths: [\"!docs/**\", \"!**/*.md\"]",
		""
	].join("\n");
}
function stack({ chosen, others, lacking }, scripts, more) {
	const mentioned = [...others.slice(0, 3), ...lacking.slice(0, 3)].map(other);
	if (chosen === null) {
		const [port = 8080] = scripts.flatMap(portsOf);
		return [
			`  # ${GUESS}nothing to start was found, so this expects a service that is up already.`,
			...mentioned,
			"  # To have it started, write `process: { services: { app: { run: [\"./server\"], ports: { 8080: PORT } } } }` and `endpoints`.",
			"  external:",
			"    endpoints:",
			`      api: { url: http://127.0.0.1:${port} } # scripts get it as STEELYARD_TARGET_API`
		];
	}
	const { plan, evidence, checks, title } = chosen;
	const places = [...new Set(evidence.map(locationOf))].slice(0, 4).map(remark);
	return [
		`  # ${remark(title)}, by ${places.join(", ")}`,
		...checks.map((check) => `  # ${GUESS}${remark(check)}`),
		...mentioned,
		...plan.kind === "compose" ? composeStack(plan, more) : processStack(plan)
	];
}
function other({ title, plan, lacks = [] }) {
	const kind = plan.kind === "compose" ? "Compose" : "a process";
	const reason = lacks.length === 0 ? "" : `; the checkout lacks ${lacks.slice(0, 6).join(", ")}`;
	return `  # Found as well: ${remark(title)} (${kind}${remark(reason)})`;
}
function builds(build) {
	if (build.length === 0) return [];
	return ["    build: # base gets a fresh checkout, with nothing installed", ...build.map((argv) => `      - ${list(argv)}`)];
}
const variables$1 = (env) => `{ ${Object.entries(env).map(([name, value]) => `${scalar(name)}: ${JSON.stringify(value)}`).join(", ")} }`;
function composeStack(plan, more) {
	const { service, files, services, leftOut, profiles, build, env, allow, port, health, seed } = plan;
	const command = seed?.command ? `, command: ${list(seed.command)}` : "";
	return [
		"  compose:",
		`    files: [${files.map(scalar).join(", ")}]`,
		...services.length === 0 ? [] : [`    services: [${services.map(scalar).join(", ")}] # and what they depend on; not ${remark(leftOut.join(", "))}`],
		...profiles.length === 0 ? [] : [`    profiles: [${profiles.map(scalar).join(", ")}]`],
		...builds(build),
		...Object.keys(env).length === 0 ? [] : [`    env: ${variables$1(env)}`],
		...allow.length === 0 ? [] : [`    allow: [${allow.join(", ")}]`],
		"    wait: 120s # until everything is up and ready",
		...health === null ? [] : [`    ready: { ${scalar(service)}: { http: ${scalar(health)} } } # asked from outside`],
		...seed === null ? [] : [`  seed: { service: ${scalar(seed.service)}${command} } # run once, inside, before any load`],
		"  endpoints:",
		`    api: { service: ${scalar(service)}, port: ${port} } # scripts get it as STEELYARD_TARGET_API`,
		...more.map((one) => `    ${scalar(one.name)}: { service: ${scalar(one.service)}, port: ${one.port} }`)
	];
}
function processStack(plan) {
	const { service, folder, build, migrates, run, env, hints, given, health, seed } = plan;
	const name = scalar(service);
	const ports = given.env === null ? `{ ${given.port}: { fixed: ${given.port} } }` : `{ ${given.port}: ${scalar(given.env)} } # the free port that we choose arrives in $${given.env}`;
	const seeded = seed === null || Object.keys(seed.env).length === 0 ? "" : `, env: ${variables$1(seed.env)}`;
	const ready = health === null ? "{ within: 60s } # a connection" : `{ http: ${scalar(health)}, within: 60s }`;
	return [
		"  process:",
		...builds(build),
		...migrates ? ["    keep_build: false # its migrations have to run each time"] : [],
		"    services:",
		`      ${name}:`,
		...hints.map((hint) => `        # ${remark(hint)}`),
		`        run: ${list(run)}`,
		...folder === "." ? [] : [`        cwd: ${scalar(folder)}`],
		...Object.keys(env).length === 0 ? [] : [`        env: ${variables$1(env)}`],
		`        ports: ${ports}`,
		`        ready: ${ready}`,
		...seed === null ? [] : [`  seed: { run: ${list(seed.run)}${seeded} } # once the service is ready, before any load`],
		"  endpoints:",
		`    api: { service: ${name}, port: ${given.port} } # scripts get it as STEELYARD_TARGET_API`
	];
}
const warmUp = (chosen) => chosen !== null && COMPILED.some((file) => chosen.code.ending.test(file)) && !chosen.code.ending.test("a.js") ? "    warmup: 2s # discarded after each start; 6s where a JIT compiles" : "    warmup: 6s # discarded after each start; 2s will do without a JIT";
const COMPILED = ["a.go", "a.rs"];
function workload(script, chosen, more) {
	const { name, path, finder, doubt, gate } = script;
	const pointed = pointedVariables(script, more).map(([variable, value]) => `${scalar(variable)}: "${value}"`);
	return [
		`  ${scalar(name)}:`,
		...asksItsOwn(script, chosen, more) ? [`    # ${GUESS}it reads no variable of ours: an address in it has to be that of the service.`] : [],
		...doubt === void 0 ? [] : [`    # ${GUESS}${remark(doubt)}`],
		...[...elsewhere(script, chosen, more), ...asksSites(script, chosen)].map((text) => `    # ${GUESS}${remark(text)}`),
		`    ${loadLine(script, scalar(path))}`,
		...pointed.length === 0 ? [] : [`    env: { ${pointed.join(", ")} } # where the stack is`],
		warmUp(chosen),
		...measure(script),
		`    gate: [${(gate ?? finder?.gate ?? ["http_req_duration.p50", "cpu_per_request"]).join(", ")}] # these may fail the check; all else is advisory`,
		"    # budgets: { http_req_failed.rate: \"< 1%\", http_req_duration.p99: \"< 250ms\" }"
	];
}
function measure({ pauses, course = 0 }) {
	const isLong = course > 2 * 15;
	const settings = [
		"duration: 5s",
		"trials: 10",
		...isLong ? [`stages: ${Number((15 / course).toPrecision(1))}`] : [],
		...pauses ? ["pace: full"] : []
	];
	return [...isLong ? [`    # Its stages take ${format(course, "s")}: head alone runs them in some ${15} s; pairs have their mean load.`] : [], `    measure: { ${settings.join(", ")} }${pauses ? " # shorter pauses in pairs: more requests, an earlier verdict" : ""}`];
}
function todo(found) {
	const { chosen, scripts, routes, guarded } = found;
	const picked = selected(scripts);
	const remarks = [];
	if (chosen === null) remarks.push("Say what to start: nothing was found (`stack` in the config).");
	else remarks.push(...chosen.checks.map((check) => `Check: ${check}`));
	const more = moreEndpoints(chosen, picked.chosen);
	const fixed = picked.chosen.filter((script) => asksItsOwn(script, chosen, more));
	for (const { path, gate } of fixed) remarks.push(gate === void 0 ? `${path} asks an address of its own: let it ask __ENV.STEELYARD_TARGET_API, which is where the stack is.` : `${path} asks an address of its own: let it read a variable, and set that under \`env\` to "$\{api.host}", the host and port of the stack.`);
	for (const { path, doubt } of picked.chosen) if (doubt !== void 0) remarks.push(`Check: ${path}: ${doubt}`);
	if (!picked.isStarting && picked.left.length > 0) {
		const be = ({ length }) => length === 1 ? "is" : "are";
		remarks.push(`${picked.chosen.map(({ path }) => path).join(", ")} ${be(picked.chosen)} measured; ${counted(picked.left.length, "further script")} ${be(picked.left)} named in the config.`);
	}
	if (picked.isStarting) {
		const asked = routes.length > 0 ? routes.map(({ path }) => path).join(", ") : "/, as no GET route without an account or parameters was found";
		const [first] = guarded;
		const others = first === void 0 ? "" : `, and not the ${counted(guarded.length, "route")} for which it has to log in: ${first.path} (${locationOf(first)})${guarded.length > 1 ? " and others" : ""}`;
		remarks.push(`Make ${STARTER} ask what your users ask. It asks ${asked}${others}.`);
	}
	return remarks;
}

// src/init/code.ts
const MOST_FILES = 1500;
const codeIn = (tree, { folder, ending, except = [] }) => tree.sources(folder, ending).filter((path) => !except.some((other) => path.startsWith(`${other}/`))).slice(0, MOST_FILES);
const NUMBER = String.raw`["'\`:]*(\d{2,5})\b`;
const VARIABLES = [
	String.raw`process\.env(?:\.|\[["'])(\w*PORT\w*)(?:["']\])?\s*(?:\|\||\?\?|:)\s*${NUMBER}`,
	String.raw`(?:environ\.get|getenv|env(?:\.int)?|config)\(\s*["'](\w*PORT\w*)["']\s*,\s*(?:default\s*=\s*)?${NUMBER}`,
	String.raw`ENV\.fetch\(\s*["'](\w*PORT\w*)["']\s*(?:,\s*|\)\s*\{\s*)${NUMBER}`,
	String.raw`(?:[gG]et[eE]nv\w*|env_or\w*|LookupEnv\w*)\(\s*"(\w*PORT\w*)"\s*,\s*${NUMBER}`,
	String.raw`env::var\(\s*"(\w*PORT\w*)"\s*\)[^;\n]{0,60}?unwrap_or\w*\([^"\d]{0,20}${NUMBER}`,
	String.raw`env(?:config)?:"(\w*PORT\w*)(?:,\w+)*"[^\`\n]{0,40}?[dD]efault[:=]"?${NUMBER}`
];
const READS$1 = [
	String.raw`process\.env(?:\.|\[["'])(PORT|\w+_PORT)\b`,
	String.raw`(?:environ(?:\.get)?[([]|getenv\()\s*["'](PORT|\w+_PORT)["']`,
	String.raw`\b(?:[gG]et[eE]nv|LookupEnv)\w*\("(PORT|\w+_PORT)"`,
	String.raw`env::var\(\s*"(PORT|\w+_PORT)"`,
	String.raw`ENV\[["'](PORT|\w+_PORT)["']`
];
const LITERALS = [
	String.raw`\b(?:listen|addr|address|bind|port)\w*\s*:?=\s*["'\`][\w.\[\]]*:(\d{2,5})["'\`]`,
	String.raw`\.listen\(\s*(?:\{\s*port:\s*)?(\d{2,5})\b`,
	String.raw`(?:ListenAndServe\w*|\.Run|\.Listen|\.Start|net\.Listen)\([^)\n]{0,40}?:(\d{2,5})"`,
	String.raw`"(?:0\.0\.0\.0|127\.0\.0\.1|localhost|\[::\])?:(\d{4,5})"`,
	String.raw`\bbind\(\s*\(?\s*"[\w.:]+"\s*,\s*(\d{2,5})`,
	String.raw`\(\s*\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]\s*,\s*(\d{2,5})\s*\)`,
	String.raw`\.run\([^)\n]{0,60}?port\s*=\s*(\d{2,5})`,
	String.raw`^[ \t]*(?:const|let|var)\s+(?:port|PORT)\s*(?::\s*\w+\s*)?=\s*(\d{2,5})\b`,
	String.raw`^[ \t]*port\s*:=\s*"?(\d{2,5})\b`,
	String.raw`\bembeddedServer\([^)]{0,200}?\bport\s*=\s*(\d{2,5})`,
	String.raw`^[ \t]*(?:private\s+)?const val (?:SERVER_|HTTP_|APP_)?PORT\s*=\s*(\d{2,5})\b`
];
const OTHERS$1 = /(?:^|_)(?:DB|DATABASE|PG|POSTGRES\w*|MYSQL|MARIA\w*|MONGO\w*|REDIS|CACHE|SMTP|MAIL\w*|EMAIL|RABBIT\w*|AMQP|KAFKA|NATS|ELASTIC\w*|METRICS?|PROMETHEUS|GRPC|DEBUG|VITE|HMR|PROXY|LDAP|FTP|SSH|MINIO|S3|VALKEY|MEMCACHED?|TYPEORM|DOCKER|SUPPORT\w*|EX\w*PORT\w*|IMPORT\w*|REPORT\w*)_|SMTP|(?:EX|IM|RE|SUP|TRANS|PASS)PORT/i;
const isOwnPort = (name) => !OTHERS$1.test(name);
const NOT_HTTP = /* @__PURE__ */ new Set([
	1025,
	2379,
	3306,
	4317,
	4318,
	5432,
	5672,
	6060,
	6379,
	8025,
	9042,
	9092,
	9200,
	9411,
	11211,
	14268,
	27017,
	65535
]);
const mayBeHttp = (port) => !NOT_HTTP.has(port);
function portIn(tree, files, usual) {
	const numbered = VARIABLES.flatMap((pattern) => tree.all(files, new RegExp(pattern, "g"))).filter(({ groups: [name = ""] }) => isOwnPort(name));
	const [best] = order(numbered, files);
	if (best) return {
		file: best.file,
		line: best.line,
		env: best.groups[0],
		port: Number(best.groups[1])
	};
	const read = READS$1.flatMap((pattern) => tree.all(files, new RegExp(pattern, "g"))).filter(({ groups: [name = ""] }) => isOwnPort(name));
	const [plain] = order(read, files);
	if (plain) return {
		file: plain.file,
		line: plain.line,
		env: plain.groups[0],
		port: usual
	};
	const literals = LITERALS.flatMap((pattern) => tree.all(files, new RegExp(pattern, "gm"))).filter(({ groups: [number], file, line }) => mayBeHttp(Number(number)) && !isSide(tree.text(file), line));
	const literal = literals.find(({ groups: [number] }) => Number(number) === usual) ?? literals[0];
	return literal ? {
		file: literal.file,
		line: literal.line,
		env: null,
		port: Number(literal.groups[0])
	} : null;
}
function isSide(text, line) {
	const lines = text.split("\n").slice(Math.max(0, line - 3), line);
	return /grpc/i.test(lines.at(-1) ?? "") || /\bfunc\b.*(?:redirect|pprof|debug)/i.test(lines.join("\n"));
}
const order = (found, files) => [...found].sort((a, b) => Number(a.groups[0] !== "PORT") - Number(b.groups[0] !== "PORT") || files.indexOf(a.file) - files.indexOf(b.file));
function dockerPort(tree, file) {
	const env = tree.first([file], /^ENV\s(?:[\s\S]*?\s)?(PORT|\w+_PORT)[= ]"?(\d{2,5})"?/m);
	if (env && isOwnPort(env.groups[0] ?? "")) return {
		file,
		line: env.line,
		env: env.groups[0],
		port: Number(env.groups[1])
	};
	const text = tree.text(file);
	const isFpmAlone = !/^(?:CMD|ENTRYPOINT)\b/im.test(text);
	const isFastCgi = (port) => startsFpm(text) && (isFpmAlone || port === 9e3);
	const exposed = tree.all([file], /^EXPOSE\s+(\d{2,5})/gm).find(({ groups: [port] }) => !isFastCgi(Number(port)));
	return exposed === void 0 ? null : {
		file,
		line: exposed.line,
		env: null,
		port: Number(exposed.groups[0])
	};
}
const FASTCGI = 9e3;
const isFpm = (image) => /(?:^|\/)php:\S*fpm|(?:^|\/)php-fpm\b/.test(image);
function startsFpm(text) {
	const stages = [...text.matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/gim)];
	const imageOf = (name, before) => {
		const at = stages.slice(0, before).findLastIndex(([, , stage]) => stage === name);
		return at === -1 ? name : imageOf(stages[at][1], at);
	};
	const last = stages.at(-1)?.[1];
	return last !== void 0 && isFpm(imageOf(last, stages.length - 1)) || /^(?:CMD|ENTRYPOINT)\s+\[?\s*"?\S*php-fpm/m.test(text);
}
function dockerArgs(tree, folder, program, isOnly = false) {
	for (const file of dockerfilesOf(tree, folder).slice(0, 3)) {
		const [started = "", ...args] = ["ENTRYPOINT", "CMD"].flatMap((name) => [...tree.text(file).matchAll(new RegExp(`^${name}\\s*\\[(.*)\\]`, "gm"))].slice(-1).flatMap(([, list = ""]) => [...list.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word)));
		const name = baseName(started);
		const isBuilt = new RegExp(`\\sbuild\\b.*\\s-o[ =](?:\\S*/)?${escaped(name)}(?:\\s|$)`, "m");
		if ((name === program || isOnly && name !== "" && isBuilt.test(tree.text(file))) && args.every((arg) => /^[\w.=-]+$/.test(arg))) return args;
	}
	return [];
}
const dockerHealth = (tree, dockerfile) => dockerfile === null ? "" : /^HEALTHCHECK[\s\S]*?CMD\s+(.*)$/m.exec(tree.text(dockerfile))?.[1] ?? "";
const MANIFEST$1 = /^(?:package\.json|pyproject\.toml|requirements\.txt|manage\.py|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json)$/;
const APP = new RegExp(`${MANIFEST$1.source}|^(?:tsconfig\\.app|project)\\.json$`);
const dockerfilesIn = (tree) => tree.named(/^(?:[\w.-]+\.)?Dockerfile(?:\.[\w.-]+)?$/).filter((path) => !/test|e2e|dev\b|ci\b/i.test(path)).sort((a, b) => Number(baseName(a) !== "Dockerfile") - Number(baseName(b) !== "Dockerfile"));
function dockerfilesOf(tree, folder) {
	const projects = tree.named(MANIFEST$1).map(folderOf);
	const others = new Set(projects.filter((other) => other !== folder && isBelow(other, folder)));
	return dockerfilesIn(tree).filter((path) => (isBelow(path, folder) || !path.includes("/")) && !ancestors(path).some((above) => others.has(above)));
}

// src/init/binds.ts
var import_dist = require_dist();
const CODE$8 = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs)$/;
const isBind = (mount) => mount.isBind && mount.source !== null;
const mountsOf = ({ volumes }) => (Array.isArray(volumes) ? volumes : []).flatMap((volume) => {
	if (typeof volume === "string") return [short(volume)];
	const { type, source, target, read_only } = Object(volume);
	if (typeof target !== "string" || type !== "bind" && type !== "volume") return [];
	return [{
		source: textOf(source),
		target,
		isBind: type === "bind",
		isReadOnly: read_only === true
	}];
});
const textOf = (source) => typeof source === "string" ? withDefaults(source) : null;
const withDefaults = (text) => text.replace(/\$\{\w+:?-([^}:]*)\}/g, "$1");
function short(volume) {
	const [first = "", target, mode = ""] = withDefaults(volume).split(":");
	if (target === void 0) return {
		source: null,
		target: first,
		isBind: false,
		isReadOnly: false
	};
	return {
		source: first,
		target,
		isBind: /^[./~$]/.test(first),
		isReadOnly: /\bro\b/.test(mode)
	};
}
const inCheckout = (source, folder) => /^[/~]/.test(source) || source.includes("$") ? null : resolved(folder, source);
const mountedCode = (tree, service, folder) => mountsOf(service).flatMap((mount) => isBind(mount) ? inCheckout(mount.source, folder) ?? [] : []).find((path) => tree.sources(path, CODE$8).length > 0) ?? null;
const unlistedBinds = (tree, services, folder) => services.flatMap(({ name, service }) => mountsOf(service).flatMap((mount) => {
	const path = isBind(mount) && mount.isReadOnly ? inCheckout(mount.source, folder) : null;
	return path === null || path === "." || tree.mayHave(path) ? [] : [{
		name,
		path
	}];
}));

// src/init/images.ts
const FRONT = /^(?:nginx(?:-\w+)?|traefik|caddy|envoy|haproxy|httpd|openresty|kong|apisix)$/;
const BEHIND = /^(?:postg\w*|pg\w*|timescale\w*|mysql\w*|mariadb|percona\w*|mssql\w*|oracle\w*|cockroach\w*|mongo(?:db)?(?:-express)?|redis\w*|redis-\w+|valkey|keydb|dragonfly|memcached?|rabbitmq|kafka\w*|cp-\w+|redpanda|zookeeper|nats\w*|activemq|pulsar|mosquitto|emqx|elasticmq|elastic\w*|opensearch\w*|kibana|logstash|filebeat|solr|meilisearch|typesense|clickhouse\w*|cassandra|scylla|neo4j|influxdb\w*|couchdb|couchbase|dynamodb\w*|etcd|consul|vault|minio|mc|localstack|azurite|s3\w*|moto|fake-gcs-server|mail(?:hog|pit|dev|catcher|slurper)|inbucket|smtp4dev|greenmail|adminer|phpmyadmin|pgadmin\w*|sqlpad|portainer|dozzle|watchtower|autoheal|prometheus|grafana|alloy|loki|tempo|pyroscope|mimir|promtail|alertmanager|node-exporter|cadvisor|\w+-exporter|jaeger|all-in-one|zipkin|otel\w*|opentelemetry-collector\w*|datadog\w*|agent|keycloak|dex|hydra|selenium|standalone-\w+|browserless|chrom\w+|playwright|cypress|k6|locust|wiremock|mockserver|swagger-ui|certbot|ngrok|flower|temporal\w*|docker-socket-proxy|socket-proxy|db|database|cache|queue|broker|mail|smtp)$/i;
const programOf = (image) => image.replace(/\$\{\w+:?-([^}]*)\}/g, "$1").replace(/@.*$/, "").split("/").at(-1).replace(/:.*$/, "");
const OWNERS = /(?:^|\/)(?:bitnami|mysql|mongo|grafana|prom|confluentinc|axllent|dpage|elastic|minio)\//;
function roleOf(name, image, isBuilt) {
	const program = image === null || isBuilt ? name : programOf(image);
	if (FRONT.test(program)) return "front";
	if (BEHIND.test(program)) return "behind";
	if (!isBuilt && image !== null && OWNERS.test(image) && !image.includes(name)) return "behind";
	return "other";
}

// src/init/included.ts
const reached = (tree, files) => withIncludes(files, (file) => tree.text(file));
const readOf = (files) => files.map((file) => ({
	file,
	folder: folderOf(files[0])
}));
const filesOf$1 = (tree, files) => reached(tree, readOf(files)).map(({ file }) => file);
const namedBy = (tree, file) => [...filesOf$1(tree, [file]).filter((path) => path !== file), ...Object.values(servicesIn(tree.text(file))).flatMap((service) => extendedBy(service, {
	file,
	folder: folderOf(file)
})?.file ?? [])];
function servicesOf(tree, files) {
	const top = folderOf(files[0]);
	const all = /* @__PURE__ */ new Map();
	for (const read of reached(tree, readOf(files))) for (const [name, service] of Object.entries(servicesIn(tree.text(read.file)))) {
		const found = rebased(extended(tree, service, read), read.folder, top);
		all.set(name, merged(all.get(name) ?? {}, found));
	}
	return all;
}
function withOverride(tree, file) {
	const stem = file.replace(/\.ya?ml$/, "");
	const override = [`${stem}.override.yml`, `${stem}.override.yaml`].find((path) => tree.has(path));
	return override === void 0 ? [file] : [file, override];
}
const isComplete = (tree, files) => [...servicesOf(tree, files)].every(([, one]) => [
	"image",
	"build",
	"provider"
].some((key) => key in one));
function completed(tree, file, others) {
	const usual = withOverride(tree, file);
	if ([usual, [file]].some((files) => isComplete(tree, files))) return [file];
	const folder = folderOf(file);
	const found = [folder, ...ancestors(folder)].flatMap((at) => others.filter((path) => !usual.includes(path) && folderOf(path) === at)).find((path) => isComplete(tree, [path]) && isComplete(tree, [path, file]));
	return found === void 0 ? null : [found, file];
}
function declaredIn(tree, files, section) {
	const top = folderOf(files[0]);
	return reached(tree, readOf(files)).flatMap(({ file, folder }) => Object.entries(sectionIn(tree.text(file), section)).map(([name, one]) => ({
		external: one.external,
		ipam: one.ipam,
		name,
		file: typeof one.file === "string" ? from(one.file, folder, top) : null
	})));
}
function extendedBy({ extends: wanted }, { file, folder }) {
	const { service: name, file: path } = Object(typeof wanted === "string" ? { service: wanted } : wanted);
	if (typeof name !== "string") return null;
	if (typeof path !== "string") return {
		name,
		file,
		folder
	};
	const at = resolved(folder, path);
	return at === null ? null : {
		name,
		file: at,
		folder: folderOf(at)
	};
}
function extended(tree, service, read, depth = 0) {
	const base = extendedBy(service, read);
	const found = base === null ? void 0 : own(servicesIn(tree.text(base.file)), base.name);
	if (base === null || found === void 0 || depth > 5) return service;
	return merged(rebased(extended(tree, found, base, depth + 1), base.folder, read.folder), service);
}
function merged(one, other) {
	const joined = [
		"ports",
		"expose",
		"volumes",
		"env_file"
	].flatMap((key) => {
		const [a, b] = [one[key], other[key]];
		return a === void 0 || b === void 0 ? [] : [[key, [a, b].flat()]];
	});
	return {
		...one,
		...other,
		...Object.fromEntries(joined)
	};
}
function from(path, folder, other) {
	if (folder === other || /^[/~$]/.test(path)) return path;
	const at = resolved(folder, path);
	return at === null ? `${wayUp(other)}/..` : `./${wayUp(other)}/${at}`;
}
function rebased(service, folder, other) {
	if (folder === other) return service;
	const { build, volumes, env_file } = service;
	const at = (path) => typeof path === "string" ? from(path, folder, other) : path;
	const isPlain = typeof build === "string";
	return {
		...service,
		...build === void 0 ? {} : { build: isPlain ? at(build) : {
			...Object(build),
			context: at(Object(build).context ?? ".")
		} },
		...Array.isArray(volumes) ? { volumes: volumes.map((one) => {
			if (typeof one !== "string") return Object(one).type === "bind" ? {
				...Object(one),
				source: at(Object(one).source)
			} : one;
			const [source = "", ...rest] = one.split(":");
			return source.startsWith(".") ? [at(source), ...rest].join(":") : one;
		}) } : {},
		...env_file === void 0 ? {} : { env_file: [env_file].flat().map((one) => typeof one === "string" ? at(one) : {
			...Object(one),
			path: at(Object(one).path)
		}) }
	};
}

// src/init/variables.ts
const EXAMPLE = /^\.?env(?:\.|-)(?:example|sample|dist|template|defaults?)(?:[.-][\w-]+)?$|^(?:example|sample)\.env$/;
const PLACEHOLDER$2 = /[{<][\w -]+[}>]|change[-_ ]?(?:me|this)|your[-_ ]|xxx|replace[-_](?:me|with)|\bTODO\b/i;
const ADDRESS = /^(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|amqp)(?:\+\w+)?:\/\//;
const SECRET = /SECRET|_KEY$|TOKEN|PASSWORD|SALT/;
const OF_ONE = /[.-](?:example|sample|dist|template|defaults?)$/;
const OF_ONE_BEFORE = /[.-](?:example|sample|dist|template)(\.\w+)$/;
const OF_PHP_TOOL = /^(?:\.?php|psalm|infection|behat)[\w-]*\.(?:dist\.\w+|\w+\.dist)$/;
const isOtherExample = (path) => OF_ONE.test(path) && path.replace(OF_ONE, "").endsWith(".env");
function isExample(path) {
	const name = baseName(path);
	return EXAMPLE.test(name) || name === ".env" || name.startsWith(".env.") && OF_ONE.test(name);
}
function linesIn(text) {
	return text.split("\n").flatMap((line) => {
		const found = /^(\s*(?:export\s+)?([A-Za-z_]\w*)\s*=)\s*(.*?)\s*$/.exec(line);
		if (!found) return [];
		const [, start = "", name = "", value = ""] = found;
		return [{
			name,
			start,
			value: /^(["'])(.*)\1/.exec(value)?.[2] ?? value.replace(/\s+#.*$/, "")
		}];
	});
}
const valuesIn = (text) => Object.fromEntries(linesIn(text).map(({ name, value }) => [name, value]));
const exampleAt = (tree, path) => ({
	path,
	values: valuesIn(tree.text(path)),
	starts: Object.fromEntries(linesIn(tree.text(path)).map(({ name, start }) => [name, start]))
});
const examplesIn = (tree, folder) => tree.paths.filter((path) => folderOf(path) === folder && EXAMPLE.test(baseName(path)));
function exampleFor(tree, folder) {
	const of = (at) => examplesIn(tree, at).sort((a, b) => Number(/document|mongo|test/.test(a)) - Number(/document|mongo|test/.test(b)));
	const path = [folder, ...ancestors(folder)].flatMap(of)[0];
	return path === void 0 ? null : exampleAt(tree, path);
}
function exampleOf(tree, file) {
	if (file.startsWith("/")) return null;
	const folder = folderOf(file);
	const own = tree.paths.find((path) => OF_ONE.test(path) && path.replace(OF_ONE, "") === file);
	if (own !== void 0) return {
		...exampleAt(tree, own),
		isGuess: false
	};
	const isOther = baseName(file).startsWith(".env.");
	const found = baseName(file) === ".env" || isOther && examplesIn(tree, folder).length === 1 ? exampleFor(tree, folder) : null;
	return found && {
		...found,
		isGuess: isOther
	};
}
const committed = (tree, folder) => valuesIn(tree.text(join(folder, ".env")));
function copied(example, to, values = {}) {
	const edits = Object.entries(values).map(([start, value]) => `s/^${start}.*/${start}${value}/`);
	const [from, path] = [shellWord$1(example), shellWord$1(to)];
	return [
		"sh",
		"-c",
		`test -e ${path} || ${edits.length === 0 ? `cp ${from} ${path}` : `sed '${edits.join("; ")}' ${from} > ${path}`}`
	];
}
function madeForContainer(example, to, { given = [], known }) {
	const values = Object.entries(example.values);
	const hosts = values.filter(([name, value]) => /ALLOWED_HOSTS$/.test(name) && !/\*|127\.0\.0\.1/.test(value));
	const limits = raised(example);
	const others = Object.fromEntries(values.filter(([name]) => !given.includes(name)));
	const addresses = unbound(others, known);
	const changed = Object.entries({
		...Object.fromEntries(hosts.map(([name]) => [name, "*"])),
		...Object.fromEntries(addresses.map((name) => [name, "0.0.0.0"])),
		...limits.env
	});
	return {
		argv: copied(example.path, to, Object.fromEntries(changed.map(([name, value]) => [own(example.starts, name), value]))),
		checks: [...doubts({
			path: example.path,
			values: others
		}, [to]).flatMap(({ about, text }) => about === "values" ? [text] : []), ...limits.checks]
	};
}
function ignoredFiles(tree, folder) {
	const ignored = new Set(tree.text(".gitignore").split("\n").map((line) => line.trim().replace(/^\//, "")));
	return tree.paths.flatMap((from) => {
		const path = from.replace(OF_ONE, "").replace(OF_ONE_BEFORE, "$1");
		const isExtra = isAside(from) || isExample(from) || OF_PHP_TOOL.test(baseName(from));
		const isOurs = isBelow(from, folder) && !isExtra && shellWord$1(from) === from;
		if (path.endsWith(".enc")) return [];
		const isLacking = path !== from && !tree.has(path) && (ignored.has(path) || ignored.has(baseName(path)));
		return isOurs && isLacking ? [{
			path,
			from
		}] : [];
	});
}
const KEY = "only-for-measurements-0123456789abcdef0123456789";
const isLimit = (name) => /RATE_?LIMIT\w*|THROTTLE_LIMIT/.test(name) && !OF_LIMITS.test(name);
const OF_LIMITS = /WINDOW|TIME|TTL|_MS$|SECONDS|MINUTES|HOUR|DURATION|PERIOD|INTERVAL|ENABLED?|PORT|(?:^|_)DB$|HOST|REDIS|URL|LEVEL|LIST/;
const RAISED = "1000000";
function raised({ path, values }) {
	const limits = Object.entries(values).filter(([name, value]) => isLimit(name) && /^\d+$/.test(value));
	return {
		env: Object.fromEntries(limits.map(([name]) => [name, RAISED])),
		checks: limits.map(([name, value]) => `${name} of ${path} is ${value}: a load needs more, so it is raised.`)
	};
}
const NO_NAMES = [
	"localhost",
	"true",
	"false",
	"none",
	"null"
];
const unbound = (values, known) => Object.keys(values).filter((name) => {
	const value = own(values, name);
	return /^(?:(?:HTTP_|SERVER_|LISTEN_|BIND_)(?:HOST|ADDR(?:ESS)?)|HOST)$/.test(name) && (value === "::1" || /^[a-z][\w-]*$/i.test(value) && ![...known, ...NO_NAMES].includes(value));
});
const isKey = (name) => /_KEY$|SECRET/.test(name) && !/AWS|ACCESS|CLIENT|APPLE|S3|\w_API_KEY$|RECAPTCHA/.test(name);
const openKeys = (variables, all) => variables.flatMap(([name, value]) => {
	const isOpen = isKey(name) && !value.includes("$") && PLACEHOLDER$2.test(value);
	const isShared = all.some(([other, text]) => other !== name && text.includes(value));
	return isOpen && !isShared ? [[name, KEY]] : [];
});
function overruled(example) {
	const keys = Object.entries(example.values).filter(([name, value]) => isKey(name) && (value === "" || PLACEHOLDER$2.test(value)));
	const limits = raised(example);
	return {
		env: {
			...Object.fromEntries([...keys.map(([name]) => [name, KEY]), ...unbound(example.values, []).map((name) => [name, "127.0.0.1"])]),
			...limits.env
		},
		checks: limits.checks
	};
}
function replaced(values, used) {
	const open = used.filter((name) => SECRET.test(name) && PLACEHOLDER$2.test(own(values, name) ?? ""));
	return {
		env: Object.fromEntries(open.map((name) => [name, KEY])),
		checks: open.length === 0 ? [] : [`the committed values of ${open.join(", ")} are placeholders: \`env\` has others.`]
	};
}
const permitting = ({ values }) => Object.fromEntries(Object.entries(values).flatMap(([name, value]) => /SEED/.test(name) && /^(?:0|false|no)$/i.test(value) ? [[name, value === "0" ? "1" : "true"]] : []));
const isDatabaseHost = (name) => /^(?:DB|DATABASE|MYSQL|POSTGRES|PG|MONGO|REDIS)\w*HOST$/.test(name);
function doubts({ path, values }, made) {
	const open = Object.entries(values).filter(([name, value]) => PLACEHOLDER$2.test(value) || value === "" && SECRET.test(name) && !/AWS|ACCESS|CLIENT|APPLE|S3/.test(name));
	const databases = Object.entries(values).filter(([, value]) => ADDRESS.test(value) || value === "mysql");
	const hosts = Object.entries(values).filter(([name, value]) => isDatabaseHost(name) && value !== "");
	return [...open.length === 0 || made.length === 0 ? [] : [{
		about: "values",
		text: `${made.join(" and ")} ${made.length === 1 ? "gets" : "get"} the values of ${path}, of which some are placeholders: ${names(open)}.`
	}], ...databases.length + hosts.length === 0 ? [] : [{
		about: "database",
		text: `it needs what ${path} names, at the same address for both sides: ${names([...databases, ...hosts])}.`
	}]];
}
const names = (entries) => entries.slice(0, 5).map(([name]) => name).join(", ") + (entries.length > 5 ? ` and ${entries.length - 5} more` : "");

// src/init/compose.ts
const COMPOSE_FILE = /(?:^|\/)(?:docker-)?compose(?:(?:[.-]([\w.-]+))?\.ya?ml|\/([\w-][\w.-]*)\.ya?ml)$/;
const isCompose = (path) => COMPOSE_FILE.test(path);
function suffixOf(path) {
	const [, inName, inFolder] = COMPOSE_FILE.exec(path) ?? [];
	return inName ?? inFolder;
}
function ranked(paths) {
	const rank = (path) => [
		depth(path),
		suffixOf(path) === void 0 ? 0 : 1,
		/test|e2e|ci\b|debug|dev|deploy|cloud|microservices/.test(suffixOf(path) ?? "") ? 1 : 0,
		baseName(path).startsWith("docker") ? 1 : 0
	];
	return [...paths].sort((a, b) => {
		const [one, other] = [rank(a), rank(b)];
		const at = one.findIndex((value, i) => value !== other[i]);
		return at === -1 ? a < b ? -1 : 1 : one[at] - other[at];
	});
}
function composedIn(tree, files) {
	const folder = folderOf(files[0]);
	const values = knownValues(tree, folder);
	const all = servicesOf(tree, files);
	const started = [...all].flatMap(([name, service]) => profilesOf(service).length === 0 ? [name] : []);
	const builders = buildersIn(Object.fromEntries(all), started);
	return [...all].map(([name, service]) => {
		const image = typeof service.image === "string" ? service.image : null;
		const { dockerfile, context } = buildOf$1(all.get(builders.get(name) ?? name)?.build, folder);
		const published = portsIn(filled(service.ports, values));
		const ports = [
			...published.map(({ inside }) => inside),
			...portsIn(filled(service.expose, values)).map(({ inside }) => inside),
			...labelled(service.labels)
		];
		return {
			name,
			service,
			image,
			dockerfile,
			context,
			mounted: mountedCode(tree, service, folder),
			published,
			role: roleOf(name, image, dockerfile !== null),
			profiles: profilesOf(service),
			ports: [...new Set(ports)]
		};
	});
}
function namesOf$1({ name, service }) {
	const aliases = Object.values(Object(service.networks)).flatMap((one) => Object(one).aliases ?? []);
	const links = (Array.isArray(service.links) ? service.links : []).map((one) => String(one).split(":")[1]);
	return [
		name,
		service.container_name,
		service.hostname,
		...aliases,
		...links
	].filter((one) => typeof one === "string");
}
const reachedIn = ({ name, published }) => published.flatMap(({ inside, outside }) => outside === null ? [] : [{
	service: name,
	port: inside,
	outside
}]);
const profilesOf = ({ profiles }) => (Array.isArray(profiles) ? profiles : []).map(String);
const knownValues = (tree, folder) => ({
	...exampleFor(tree, folder)?.values,
	...committed(tree, folder)
});
const filledIn = (text, values) => text.replace(/\$\{?(\w+)(?::?[-?][^}]*)?\}?/g, (all, name) => own(values, name) || all);
const filled = (list, values) => Array.isArray(list) ? list.map((entry) => typeof entry === "string" ? filledIn(entry, values) : entry) : list;
const labelled = (labels) => pairs(labels).flatMap(([key, value]) => /loadbalancer\.server\.port$/.test(key) ? [Number(value)] : []);
function pairs(value) {
	if (Array.isArray(value)) return value.map((entry) => {
		const [key = "", ...rest] = String(entry).split("=");
		return [key, rest.join("=")];
	});
	return typeof value === "object" && value !== null ? Object.entries(value).map(([key, one]) => [key, one === null ? "" : String(one)]) : [];
}
function buildOf$1(build, folder) {
	const isPlain = typeof build === "string";
	if (!isPlain && (typeof build !== "object" || build === null)) return {
		dockerfile: null,
		context: null
	};
	const { context = ".", dockerfile = "Dockerfile" } = Object(isPlain ? { context: build } : build);
	const at = resolved(folder, String(context));
	return {
		dockerfile: at === null ? null : resolved(at, String(dockerfile)),
		context: /[$:]/.test(String(context)) ? null : at
	};
}
const wordsOf = (value) => Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : "";
function healthOf(check) {
	const [, port, path] = /https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::(\d+))?(\/[\w./~%-]*)?/.exec(check) ?? [];
	return {
		port: port === void 0 ? null : Number(port),
		path: path ?? null
	};
}
const SEED = /^(?:[\w-]+-)?(?:db-?)?(?:seed|seeder|seeds|fixtures|demo-data|load-?data)$/i;
const seedIn = (services) => services.find(({ name }) => SEED.test(name))?.name ?? null;
const isSeed = ({ name }) => SEED.test(name);
function variablesIn(text) {
	const found = [...new import_dist.Lexer().lex(text)].filter((token) => !token.startsWith("#")).join("").replaceAll("$$", "").matchAll(/\$(?:\{(\w+)(?:(:?[-+])[^}]*|:?\?[^}]*)?\}|([A-Za-z_]\w*))/g);
	return [...new Set([...found].flatMap(([, braced, fallback, plain]) => fallback ? [] : braced ?? plain ?? []))];
}
const envFilesOf = ({ env_file }, folder) => [env_file].flat().flatMap((entry) => {
	const { path, required } = Object(typeof entry === "string" ? { path: entry } : entry);
	if (typeof path !== "string" || required === false) return [];
	return path.startsWith("/") ? path : resolved(folder, path) ?? [];
});
function missingFiles(tree, services, files) {
	const folder = folderOf(files[0]);
	const mounted = ["configs", "secrets"].flatMap((kind) => {
		const declared = declaredIn(tree, files, kind);
		const used = services.flatMap(({ service }) => [service[kind] ?? [], Object(service.build)[kind] ?? []].flat()).map((one) => String(Object(one).source ?? one));
		return declared.flatMap(({ name, file }) => file !== null && used.includes(name) ? [file] : []);
	});
	const paths = [
		...services.flatMap(({ service, dockerfile }) => {
			if (dockerfile === null || Object(service.build).dockerfile === void 0) return [];
			return /[$:]/.test(dockerfile) || ancestors(dockerfile).some((path) => tree.has(path)) ? [] : [dockerfile];
		}),
		...services.flatMap(({ service }) => envFilesOf(service, folder)),
		...mounted.flatMap((path) => inCheckout(path, folder) ?? [])
	];
	return [...new Set(paths)].filter((path) => !tree.has(path));
}
const BUILT_FILE = join("perf", "compose.yaml");

// src/init/copies.ts
const COPY = /^[ \t]*(?:COPY|ADD)[ \t]+((?:[^\\\n]|\\\r?\n|\\.)*)$/gim;
const UNCERTAIN = /[*?[\]$\\]|^<<|^[\w.+-]+:\/\/|^git@/;
const copiesIn = (text, isOfStage = true) => [...text.matchAll(COPY)].flatMap(([, rest = ""]) => {
	const words = rest.replace(/\\\r?\n/g, " ").trim();
	const [, flags = "", paths = ""] = /^((?:--\S+\s+)*)(.*)$/s.exec(words) ?? [];
	if (!isOfStage && /--from=/.test(flags)) return [];
	const listed = /^\[(.*)\]$/s.exec(paths)?.[1];
	return (listed === void 0 ? paths.split(/\s+/) : [...listed.matchAll(/"([^"]*)"/g)].map(([, one = ""]) => one)).slice(0, -1);
});
const copiedIn = (text) => copiesIn(text, false).filter((path) => !UNCERTAIN.test(path));
function uncopied(tree, dockerfile, context) {
	const paths = copiedIn(tree.text(dockerfile)).flatMap((source) => resolved(context, source) ?? []);
	return [...new Set(paths)].filter((path) => !tree.mayHave(path));
}
function buildContext(tree, file) {
	const own = folderOf(file);
	const [here, atTop] = [own, "."].map((folder) => uncopied(tree, file, folder).length);
	const manifests = tree.named(MANIFEST$1).map(folderOf);
	const isOnly = manifests.includes(own) && !manifests.includes(".");
	return here < atTop || here === atTop && isOnly ? own : ".";
}
function buildLine(tree, file, folder) {
	const context = buildContext(tree, file);
	const [way, name] = context === "." ? [wayUp(folder), file] : [join(wayUp(folder), context), baseName(file)];
	return `{ context: ${JSON.stringify(way)}, dockerfile: ${JSON.stringify(name)} }`;
}

// src/init/front.ts
const FORWARDS = /gateway|proxy|ingress|balancer/i;
function behind(tree, { name, role, service, dockerfile, context }, services, folder) {
	if (role !== "front" && !FORWARDS.test(name)) return [];
	const mounted = mountsOf(service).flatMap((mount) => isBind(mount) ? inCheckout(mount.source, folder) ?? [] : []);
	const built = dockerfile === null ? [] : [context === "." ? folderOf(dockerfile) : context ?? []].flat();
	const places = [...mounted, ...built].filter((place) => place !== ".");
	const text = tree.paths.filter((path) => places.some((place) => path === place || isBelow(path, place))).map((path) => tree.text(path)).join("\n");
	return services.flatMap((one) => {
		const word = one.name.replace(/\./g, "\\.");
		return new RegExp(`(?://|\\s)${word}:\\d|//${word}(?![\\w.-])`).test(text) && one.name !== name ? [one.name] : [];
	});
}

// src/init/springsettings.ts
const plainKey = (key) => key.toLowerCase().replace(/[^a-z0-9]/g, "");
const known = /* @__PURE__ */ new WeakMap();
const keysIn$1 = (tree, path) => documentsIn(tree, path).flatMap((one) => [...one.keys()]);
function setting(tree, files, key) {
	return files.flatMap((path) => documentsIn(tree, path)).filter((one) => !isOfProfile(one)).flatMap((one) => one.get(plainKey(key)) ?? []).at(0)?.replace(/^\$\{[\w.-]+:(.*)\}$/, "$1");
}
function settingsOf(file) {
	const [module = ""] = /^(?:.*\/)?(?=src\/main\/)/.exec(file) ?? [];
	return [
		"properties",
		"yml",
		"yaml"
	].map((end) => `${module}src/main/resources/application.${end}`);
}
const contextPath = (tree, files) => ["server.servlet.context-path", "spring.webflux.base-path"].flatMap((key) => setting(tree, files, key) ?? []).find((path) => /^\/[\w/-]*$/.test(path))?.replace(/\/$/, "") ?? "";
function isSwitchedOn(tree, settings, file) {
	const condition = /^@ConditionalOnProperty\(([^)]*)\)/m.exec(tree.text(file))?.[1];
	if (condition === void 0) return true;
	const given = (name) => new RegExp(`\\b${name}\\s*=\\s*"?([\\w.-]+)`).exec(condition)?.[1];
	const key = given("name") ?? given("value") ?? /^\s*"([^"]+)"/.exec(condition)?.[1] ?? "";
	const prefix = given("prefix");
	const value = setting(tree, settings, prefix === void 0 ? key : `${prefix}.${key}`);
	const wanted = given("havingValue");
	if (value === void 0) return given("matchIfMissing") === "true";
	return wanted === void 0 ? value !== "false" : value === wanted;
}
const isOfProfile = (one) => ["spring.config.activate.on-profile", "spring.profiles"].some((key) => one.has(plainKey(key)));
function documentsIn(tree, path) {
	const files = known.get(tree) ?? /* @__PURE__ */ new Map();
	known.set(tree, files);
	const found = files.get(path) ?? (path.endsWith(".properties") ? ofProperties : ofYaml)(tree.text(path));
	files.set(path, found);
	return found;
}
const documentOf = (all) => new Map(all.map(([key, value]) => [plainKey(key), value]));
const ofProperties = (text) => text.split(/^[#!]---[ \t]*$/m).map((one) => documentOf([...one.matchAll(/^[ \t]*([^\s=:#!]+)[ \t]*[=:](.*)/gm)].map(([, key = "", value = ""]) => [key, value.trim()])));
function ofYaml(text) {
	const under = (value, prefix) => typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, one]) => [[`${prefix}${key}`, typeof one === "object" ? "" : String(one)], ...under(one, `${prefix}${key}.`)]) : [];
	try {
		return (0, import_dist.parseAllDocuments)(text, { logLevel: "silent" }).map((one) => documentOf(under(one.toJS(), "")));
	} catch {
		return [];
	}
}

// src/init/routes/route.ts
function below$1(prefix, path) {
	return `/${path === "" ? prefix : `${prefix}/${path}`}`.replace(/\/{2,}/g, "/");
}
const withoutSlash = (path) => path.replace(/(.)\/$/, "$1");
const hasParameter = (path) => /[{}<>:*()[\]\\]/.test(path);
const HEALTH = /^\/(?:[\w.-]+\/){0,3}(?:health|healthz|healthcheck|healthchecker|health-check|health_check|ready|readyz|readiness|live|livez|liveness|heartbeat|ping|up|status)\/?$/i;
const isHealth = (path) => HEALTH.test(path);
const PREFERENCE = [
	/read/i,
	/health/i,
	/live/i,
	/heartbeat|up|ping|status/i
];
const NO_LOAD = /log-?(?:in|out|off)|(?<!as|de)sign|admin|auth(?!ors?\b)|callback|confirm|password|forgot|setup|restore|\/[_.]|oauth|debug|shutdown|delete|websocket|stream|\/(?:ws|sse)\b|metrics|swagger|openapi|\/(?:me|user|account|profile|feed|self)\b|\*|\.(?:js|css|png|svg|ico|txt|xml)$|(?:^|\/)(?:test)?[45]\d\d\/?$|download|reset|verify|crash|o[ou]ps|error|settings|edit|new$/i;
const FORM = /(?:log-?in|sign-?(?:in|up)|register)\/?$/i;
function healthIn(routes) {
	const found = routes.filter(({ path, isRelative }) => HEALTH.test(path) && !isRelative);
	const rank = ({ path }) => PREFERENCE.findIndex((pattern) => pattern.test(path));
	return [...found].sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length)[0] ?? null;
}
function loadable(routes) {
	const useful = routes.filter(({ path }) => !NO_LOAD.test(path));
	const own = useful.filter(({ path }) => !HEALTH.test(path));
	const rank = ({ path, isRelative }) => path === "/" ? 0 : isRelative ? 2 : 1;
	return [...[
		own,
		useful,
		routes.filter(({ path }) => FORM.test(path))
	].find((list) => list.length > 0) ?? []].sort((a, b) => rank(a) - rank(b)).slice(0, 5);
}

// src/init/routes/mounts/mount.ts
const mountedAt = (path, into) => ({
	prefix: path.replace(/\/$/, ""),
	into
});
const prefixAround = (text, line, pattern) => enclosing(text, line).reduceRight((before, one) => {
	const prefix = pattern.exec(one.text)?.[1];
	return prefix === void 0 ? before : below$1(before, prefix);
}, "");
function enclosing(text, line) {
	const lines = text.split("\n");
	const indent = (one) => /^\s*/.exec(one)[0].length;
	let least = indent(lines[line - 1] ?? "");
	const found = [];
	for (let at = line - 2; at >= 0 && least > 0; at--) {
		const one = lines[at];
		if (one.trim() === "" || indent(one) >= least) continue;
		least = indent(one);
		found.push({
			line: at + 1,
			text: one
		});
	}
	return found;
}

// src/init/routes/aspnet.ts
const ROUTE = /\[(?:\w+,\s*)*Route\(\s*"([^"]*)"/;
const CLASS = /^[ \t]*(?:(?:public|internal|abstract|sealed|partial)\s+)*class\s+(\w+)(?:\([^)]*\))?\s*(?::\s*(\w+))?/m;
const LONGEST_STATEMENT = 20;
const MAPPED = /^[ \t]*(?:\w+\s*=\s*)?(\w+)\s*\.(?:MapGet|MapHealthChecks)\(\s*"([^"]*)"/gm;
function aspnet(tree, files) {
	const code = files.filter((path) => path.endsWith(".cs"));
	return [...code.flatMap((file) => inController(tree, code, file)), ...mapped(tree, code)].filter(({ path }) => !hasParameter(path));
}
function inController(tree, code, file) {
	const text = tree.text(file);
	const declared = CLASS.exec(text);
	const [, name = "", base] = declared ?? [];
	if (declared === null || !/\[HttpGet\b/.test(text)) return [];
	const head = text.slice(0, declared.index);
	const above = base && code.find((path) => new RegExp(`\\bclass\\s+${base}\\b`).test(tree.text(path)));
	const prefix = (ROUTE.exec(head) ?? ROUTE.exec(above ? tree.text(above) : ""))?.[1];
	const isClosed = /\[Authorize\b/.test(head);
	const own = name.replace(/Controller$/, "");
	const lines = text.split("\n");
	return tree.all([file], /^[ \t]*\[HttpGet\b(?:\(\s*"([^"]*)")?/gm).flatMap(({ line, groups: [given] }) => {
		const attributes = around(lines, line - 1);
		const isOpen = /AllowAnonymous/.test(attributes) || !(isClosed || /\[Authorize\b/.test(attributes));
		const written = given ?? ROUTE.exec(attributes)?.[1] ?? "";
		const isWhole = /^~?\//.test(written);
		const path = below$1(isWhole ? "" : prefix ?? "", written.replace(/^~/, "")).replace("[controller]", own);
		return isOpen ? [{
			file,
			line,
			path,
			isRelative: !isWhole && prefix === void 0
		}] : [];
	});
}
function around(lines, at) {
	const isAttribute = (line) => /^\s*\[/.test(line);
	const first = lines.slice(0, at).findLastIndex((line) => !isAttribute(line)) + 1;
	const after = lines.slice(at).findIndex((line) => !isAttribute(line));
	return lines.slice(first, after === -1 ? void 0 : at + after).join("\n");
}
function mapped(tree, code) {
	return tree.all(code, MAPPED).flatMap(({ file, line, groups: [on = "", own = ""] }) => {
		const lines = tree.text(file).split("\n").slice(line - 1, line - 1 + LONGEST_STATEMENT);
		const group = groupOf(tree, code, upTo(tree, file, line), on);
		return [statement(lines.join("\n")), group.text].some((one) => /RequireAuthorization/.test(one)) ? [] : [{
			file,
			line,
			path: below$1(group.prefix, own),
			isRelative: group.isRelative
		}];
	});
}
const statement = (text) => /^[\s\S]*?(?:;[ \t]*$|\n(?=\s*\w+\.Map[A-Z]))/m.exec(text)?.[0] ?? text;
const upTo = (tree, file, line) => tree.text(file).split("\n").slice(0, line).join("\n");
function groupOf(tree, code, text, on, depth = 6) {
	const last = (pattern) => [...text.matchAll(new RegExp(pattern, "g"))].at(-1);
	const made = last(`\\b${on}\\s*=\\s*(\\w+)\\s*\\.MapGroup\\(\\s*"([^"]*)"[^;]*;`);
	if (made !== void 0 && made[1] !== on) {
		const above = groupOf(tree, code, text.slice(0, made.index), made[1], depth);
		return {
			...above,
			prefix: below$1(above.prefix, made[2]),
			text: `${above.text}${made[0]}`
		};
	}
	const isApp = last(`\\b${on}\\s*=\\s*\\w+\\.Build\\(`) !== void 0 || on === "endpoints";
	const method = last(`\\b(\\w+)\\(\\s*this\\s+\\w+\\s+${on}\\b`)?.[1];
	const call = method && depth > 0 ? tree.first(code, new RegExp(`\\b(\\w+)\\.${method}\\(`)) : null;
	if (!call) return {
		prefix: "",
		isRelative: !isApp,
		text: ""
	};
	return groupOf(tree, code, upTo(tree, call.file, call.line), call.groups[0], depth - 1);
}

// src/init/routes/django.ts
const MOST_INCLUDES = 6;
const ROOT = "urlpatterns";
function django$1(tree, files) {
	const root = tree.first(files, /^ROOT_URLCONF\s*=\s*["']([\w.]+)["']/m);
	const file = root && moduleFile(tree, files, root.groups[0]);
	return file === null ? [] : addressesOf(tree, files, {
		file,
		name: ROOT,
		above: ""
	}, 0);
}
const moduleFile = (tree, files, name) => {
	const path = `${name.replaceAll(".", "/")}.py`;
	return tree.has(path) ? path : files.find((file) => file.endsWith(`/${path}`)) ?? null;
};
const ENTRY = /^[ \t]*(?:\w+\s*\+?=\s*\[\s*)?(path|re_path|url)\(\s*(?:r?["']([^"']*)["']|(\w+))\s*,\s*((?:[^(),]|\((?:[^()]|\([^()]*\))*\))*)/gm;
function addressesOf(tree, files, { file, name, above }, depth) {
	if (depth > MOST_INCLUDES) return [];
	const text = tree.text(file);
	return [...tree.all([file], ENTRY).flatMap(({ line, groups: [kind, given, variable = "", view = ""] }) => {
		if (listAt(text, line) !== name) return [];
		const set = new RegExp(`^${variable}\\s*=\\s*["']([^"']*)["']`, "m");
		const pattern = given ?? set.exec(text)?.[1];
		if (pattern === void 0) return [];
		const plain = kind === "path" ? pattern : pattern.replace(/^\^|\\?\/\?\$?$|\$$/g, "");
		if (hasParameter(plain) || /\.urls\s*$/.test(view)) return [];
		const [, module, local] = /include\(\s*\(?\s*(?:["']([\w.]+)["']|(\w+)\s*[,)])/.exec(view) ?? [];
		const path = `${above}${plain}`;
		const included = module === void 0 ? null : moduleFile(tree, files, module);
		if (included !== null) return addressesOf(tree, files, {
			file: included,
			name: ROOT,
			above: path
		}, depth + 1);
		if (local !== void 0) return addressesOf(tree, files, {
			file,
			name: local,
			above: path
		}, depth + 1);
		if (/^include\s*$/.test(view)) return [];
		if (/include\(/.test(view)) return registered(tree, file, path);
		if (isForAccounts(tree, file, view)) return [];
		return [{
			file,
			line,
			path: below$1("", path),
			isRelative: false
		}];
	}), ...addedTo(tree, files, {
		file,
		name,
		above
	}, depth)];
}
function addedTo(tree, files, { file, name, above }, depth) {
	return tree.all([file], new RegExp(String.raw`^${name}\s*\+?=\s*(\w+)(\.urls)?[ \t]*$`, "gm")).flatMap(({ groups: [other = "", isRouter] }) => {
		if (isRouter !== void 0) return registered(tree, file, above);
		const [, module] = new RegExp(String.raw`^from ([\w.]+) import .*\b${other}\b`, "m").exec(tree.text(file)) ?? [];
		const at = module === void 0 ? file : moduleFile(tree, files, module);
		return at === null ? [] : addressesOf(tree, files, {
			file: at,
			name: other,
			above
		}, depth + 1);
	});
}
const VIEWS$1 = /views.*\.py$|(?:^|\/)(?:apis?|viewsets?|endpoints)(?:\/.*)?\.py$/;
function listAt(text, line) {
	const start = text.split("\n").slice(0, line).findLast((one) => /^\s*\w+\s*(?::[^=]*)?\+?=\s*[\w.(]*\[/.test(one)) ?? "";
	return /^\s*(\w+)/.exec(start)?.[1] ?? ROOT;
}
function registered(tree, file, prefix) {
	const slash = /trailing_slash\s*=\s*False/.test(tree.text(file)) ? "" : "/";
	return tree.all([file], /\.register\(\s*r?["']([\w/-]+)["']/g).map(({ line, groups: [name = ""] }) => ({
		file,
		line,
		path: below$1("", `${prefix}${name}${slash}`),
		isRelative: false
	}));
}
function isForAccounts(tree, urls, view) {
	if (/login_required|staff_member_required|permission_required/.test(view)) return true;
	const name = /(\w+)(?:\.as_view\b.*)?\s*$/s.exec(view)?.[1];
	if (name === void 0) return true;
	const folder = folderOf(urls);
	const views = tree.paths.filter((path) => isBelow(path, folder) && VIEWS$1.test(path));
	const [decorators = "", bases = "", body = ""] = tree.first(views, new RegExp(String.raw`((?:^@[^\n]*\n)*)^(?:async )?(?:def|class)\s+${name}\b([^\n]*)((?:\n(?!\S)[^\n]*)*)`, "m"))?.groups ?? [];
	if (/login_required|LoginRequired|permission|staff|require_|authoriz|authenticat/i.test(decorators + bases)) return true;
	return /\bAPIView\b|\bView\b/.test(bases) && /def (?:post|put|delete)\(/.test(body) && !/def get\(/.test(body);
}

// src/init/routes/mounts/go.ts
const NEW_ROUTER = /\b\w+\.(?:Default|New(?:Router|Mux|ServeMux)?)\(/;
function ofNewRouter(tree, files, maker) {
	const name = /^func\s+(?:\([^)]*\)\s*)?(\w+)\(/.exec(maker)?.[1] ?? "main";
	const mounts = tree.all(files.filter((path) => path.endsWith(".go")), new RegExp(String.raw`(\w+)\.Mount\(\s*"([^"]*)"\s*,\s*[\w.]*\b${name}\(`, "g"));
	const [first] = mounts;
	if (first === void 0) return {
		prefix: "",
		into: null
	};
	if (mounts.length > 1) return null;
	const [on = "", prefix = ""] = first.groups;
	return mountedAt(prefix, {
		file: first.file,
		line: first.line ?? 1,
		on
	});
}
function goMount(tree, files, { file, line, on }) {
	const text = tree.text(file);
	const around = enclosing(text, line);
	const block = around.find(({ text: one }) => new RegExp(`\\.Route\\(\\s*"[^"]*",\\s*func\\(${on}\\s`).test(one));
	if (block) {
		const [, into = "", prefix = ""] = /(\w+)\.Route\(\s*"([^"]*)"/.exec(block.text) ?? [];
		return mountedAt(prefix, {
			file,
			line: block.line,
			on: into
		});
	}
	const start = around.at(-1)?.line ?? 1;
	const before = text.split("\n").slice(start - 1, line - 1);
	const assigned = before.findLastIndex((one) => new RegExp(`\\b${on}\\s*:?=[^=]`).test(one));
	if (assigned !== -1) {
		const value = before[assigned];
		const [, into, prefix = ""] = /=\s*(?:\w+\.)*(\w+)\.(?:Group|PathPrefix)\(\s*"([^"]*)"/.exec(value) ?? [];
		if (into !== void 0) return mountedAt(prefix, {
			file,
			line: start + assigned,
			on: into
		});
		return NEW_ROUTER.test(value) ? ofNewRouter(tree, files, around.at(-1)?.text ?? "") : null;
	}
	const [, receiver, name, parameters = ""] = /^func\s+(\([^)]*\)\s*)?(\w+)\(([^)]*)\)/.exec(around.at(-1)?.text ?? "") ?? [];
	const position = parameters.split(",").findIndex((one) => one.trim().split(/\s+/)[0] === on);
	if (name === void 0 || position === -1) return {
		prefix: "",
		into: null
	};
	const folder = folderOf(file);
	const packages = [escaped(baseName(folder)), ...aliases(tree, files, folder)].join("|");
	return ofCall(tree, files, receiver === void 0 ? `(?:(?<![\\w.])|\\b(?:${packages})\\.)${name}` : `\\.${name}`, position);
}
const aliases = (tree, files, folder) => tree.all(files, new RegExp(`^\\s*(?:import\\s+)?(\\w+)\\s+"[^"\\n]*/${escaped(folder)}"`, "gm")).flatMap(({ groups: [name] }) => name ?? []);
function ofCall(tree, files, called, position) {
	const nested = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`;
	const found = tree.first(files.filter((path) => path.endsWith(".go")), new RegExp(String.raw`^(?!func\b)[^\n]*?${called}\((${nested})\)`, "m"));
	const given = topLevel(found?.groups[0] ?? "")[position]?.trim() ?? "";
	const [, on, prefix = ""] = /^(?:\w+\.)*?(\w+)(?:\.(?:Group|PathPrefix)\(\s*"([^"]*)".*)?$/s.exec(given) ?? [];
	return found === null || on === void 0 ? null : mountedAt(prefix, {
		file: found.file,
		line: found.line ?? 1,
		on
	});
}
function topLevel(text) {
	const found = [""];
	let depth = 0;
	for (const one of text) {
		if (one === "," && depth === 0) found.push("");
		else found[found.length - 1] += one;
		depth += one === "(" ? 1 : one === ")" ? -1 : 0;
	}
	return found;
}

// src/init/routes/guards.ts
const BORDER = /\.(?:route|get|post|put|patch|delete|all|use|HandleFunc)\(/i;
const GUARD$2 = /login_required|permission_required|[aA]uth(?:enticat|oriz|User|Guard|\()|requireAuth|isAuth|[cC]urrent\w*[uU]ser|(?:check|verify|validate|require|ensure)(?:Token|Jwt|JWT)|passport\.|jwt/;
function isGuarded(tree, files, { file, line, on }) {
	const lines = tree.text(file).split("\n");
	const at = line - 1;
	const isPython = file.endsWith(".py");
	const after = lines.slice(at + 1, at + (isPython ? 9 : 4));
	const border = isPython ? /\)[^)]*:/ : BORDER;
	const found = after.findIndex((text) => border.test(text));
	const end = isPython ? found + 1 : found;
	const own = [lines[at], ...after.slice(0, found === -1 ? after.length : end)];
	if (GUARD$2.test(own.join("\n"))) return true;
	if (file.endsWith(".go")) return isInGuardedGroup(tree, files, {
		file,
		line,
		on
	});
	if (!isPython) return false;
	return tree.first(files, new RegExp(`@${on}\\.before_request\\s*\\n\\s*@\\w+\\.login_required`)) !== null;
}
const MIDDLEWARE = /^(?!.*(?:optional|\(false\))).*(?:auth|jwt|logged_?in|require\w*user)/i;
function isInGuardedGroup(tree, files, place, above = 0) {
	if (above > 6) return false;
	const { file, line, on } = place;
	const text = tree.text(file);
	const lines = text.split("\n");
	const around = enclosing(text, line);
	const block = around.find((one) => new RegExp(`\\bfunc\\(${on}\\s`).test(one.text));
	const start = block?.line ?? around.at(-1)?.line ?? 1;
	const depth = lines[line - 1].search(/\S|$/);
	const before = lines.slice(start, line - 1).filter((one) => one.search(/\S|$/) <= depth);
	const made = before.findLastIndex((one) => new RegExp(`\\b${on}\\s*:?=[^=]`).test(one));
	if (made !== -1 && NEW_ROUTER.test(before[made])) return false;
	const given = new RegExp(`\\b${on}\\s*:?=.*?\\.(?:Group|With)\\((.*)|\\b${on}\\.Use\\((.*)`);
	if (before.slice(Math.max(0, made)).some((one) => {
		const [, group, use] = given.exec(one.replace(/"[^"]*"/g, "")) ?? [];
		return MIDDLEWARE.test(group ?? use ?? "");
	})) return true;
	const outer = block && /(\w+)\.(?:Route|Group)\(/.exec(block.text)?.[1];
	const next = outer ? {
		file,
		line: start,
		on: outer
	} : goMount(tree, files, place)?.into ?? null;
	return next !== null && isInGuardedGroup(tree, files, next, above + 1);
}
const NEST_GUARD = /@UseGuards\([^)]*(?:auth|jwt|token|session|roles?|permission|log(?:ged)?in)|@(?:Auth|Roles|ApiBearerAuth)\(/i;
const NEST_FOR_ALL = /\bAPP_GUARD\s*,\s*useClass:\s*\w*(?:auth|jwt|token)|\buseGlobalGuards\([^;]*(?:auth|jwt|token)/i;
const NEST_OPEN = /@(?:Is)?(?:Public|SkipAuth|NoAuth|AllowAnonymous|Unprotected)\w*\(/i;
const DECLARED = /^\s*(?:(?:export|default|abstract|public|async)\s+)*(?:class\b|\w+\s*[(<])/;
function decoratorsAround(text, line) {
	const lines = text.split("\n");
	const start = lines.slice(0, line - 1).findLastIndex((one) => /^\s*\}?\s*$/.test(one)) + 1;
	const end = lines.findIndex((one, i) => i >= line && DECLARED.test(one));
	return lines.slice(start, end === -1 ? line : end).join("\n");
}
const isGuardedAsWhole = (tree, files) => tree.first(files, NEST_FOR_ALL) !== null;
function isGuardedByNest(text, { line, controller }, asWhole) {
	const own = decoratorsAround(text, line);
	if (NEST_OPEN.test(own)) return false;
	const ofClass = decoratorsAround(text, controller);
	return NEST_GUARD.test(`${own}\n${ofClass}`) || asWhole && !NEST_OPEN.test(ofClass);
}

// src/init/routes/java.ts
const PATH$1 = /@Path\(\s*(?:value\s*=\s*)?"([^"]*)"/;
const GUARD$1 = /@(?:RolesAllowed|PermissionsAllowed|DenyAll|Authenticated|Secured)\b(?!\([^)]*\boptional\s*=\s*true)/;
const DEMANDED$1 = /@(?:Rest)?(?:Query|Header)(?:Param)?\b[^,]*@Not(?:Null|Blank|Empty)|@Not(?:Null|Blank|Empty)[^,]*@(?:Rest)?(?:Query|Header)(?:Param)?\b/;
const ENDLESS$1 = /SERVER_SENT_EVENTS|text\/event-stream|\bSseEventSink\b/;
const ABOVE = [
	"quarkus.rest.path",
	"quarkus.resteasy-reactive.path",
	"quarkus.resteasy.path"
];
function jaxrs(tree, files) {
	const code = files.filter((path) => /\.(?:java|kt)$/.test(path) && /\bws\.rs\b/.test(tree.text(path)) && !/@RegisterRestClient\b/.test(tree.text(path)));
	const application = tree.first(code, /@ApplicationPath\(\s*(?:value\s*=\s*)?"([^"]*)"/)?.groups[0];
	return code.flatMap((file) => {
		const text = tree.text(file);
		const head = text.slice(0, /^(?:\w+ )*(?:class|interface)\s/m.exec(text)?.index ?? 0);
		const own = PATH$1.exec(head)?.[1];
		if (own === void 0) return [];
		const [root = "", above = ""] = [["quarkus.http.root-path"], ABOVE].map((keys) => keys.flatMap((key) => setting(tree, settingsOf(file), key) ?? [])[0]);
		const prefix = below$1(below$1(root, application ?? above), own);
		return tree.all([file], /@GET\b/g).flatMap(({ line }) => {
			const { annotations, parameters } = methodAt(text, line);
			const path = withoutSlash(below$1(prefix, PATH$1.exec(annotations)?.[1] ?? ""));
			if (hasParameter(path) || DEMANDED$1.test(parameters) || ENDLESS$1.test(annotations + parameters)) return [];
			const isGuarded = GUARD$1.test(annotations) || GUARD$1.test(head) && !/@PermitAll\b/.test(annotations);
			return [{
				file,
				line,
				path,
				isRelative: false,
				...isGuarded && { isGuarded }
			}];
		});
	});
}
function methodAt(text, line) {
	const lines = text.split("\n");
	const start = lines.slice(0, line - 1).findLastIndex((one) => /^\s*$|[;{}]\s*$/.test(one)) + 1;
	const rest = lines.slice(start).join("\n");
	const plain = rest.replace(/"[^"\n]*"/g, (one) => "_".repeat(one.length));
	const name = /[\w>\]?]\s+\w+\s*\(/.exec(plain)?.index ?? rest.length;
	const end = /[{;]/.exec(plain.slice(name))?.index ?? 0;
	return {
		annotations: rest.slice(0, name),
		parameters: rest.slice(name, name + end)
	};
}
const GIVEN$2 = String.raw`\b(?:\(\s*(?:(?:value|uri)\s*=\s*)?"([^"]*?)(?:\{\?[^}"]*\})?")?`;
const SECURED = /@Secured\((?![^)]*(?:IS_ANONYMOUS|isAnonymous))|@RolesAllowed\b/;
function micronaut(tree, files) {
	const controllers = files.filter((path) => /\.(?:java|kt|groovy)$/.test(path) && /\bmicronaut\.http\b/.test(tree.text(path)));
	return tree.all(controllers, new RegExp(`@Controller${GIVEN$2}`, "g")).flatMap(({ file, groups: [own = ""] }) => {
		const text = tree.text(file);
		const [head = "", declared = ""] = /^[\s\S]*?^(?:\w+ )*class\s([^{]*)/m.exec(text) ?? [];
		const known = (key) => setting(tree, settingsOf(file), key) ?? "";
		const filled = own.replace(/\$\{([\w.-]+)(?::([^}]*))?\}/g, (_, key, or = "") => known(key) || or);
		const prefix = below$1(known("micronaut.server.context-path"), filled);
		const names = new Set(declared.match(/\w+/g));
		const interfaces = tree.paths.filter((path) => names.has(baseName(path).replace(/\.(?:java|kt|groovy)$/, "")));
		return tree.all([.../* @__PURE__ */ new Set([file, ...interfaces])], new RegExp(`@Get${GIVEN$2}`, "g")).flatMap(({ file: place, line, groups: [path = ""] }) => {
			const { annotations, parameters } = methodAt(tree.text(place), line);
			const whole = withoutSlash(below$1(prefix, path));
			const isDemanding = parameters.split(/,(?![^(]*\))/).some((one) => /@(?:QueryValue|Header)\b/.test(one) && !/defaultValue|@Nullable|Optional\b|\?/.test(one));
			if (hasParameter(whole) || isDemanding || /EVENT_STREAM/.test(annotations)) return [];
			const isGuarded = SECURED.test(annotations) || SECURED.test(head) && !/@Secured\b/.test(annotations);
			return [{
				file: place,
				line,
				path: whole,
				isRelative: false,
				...isGuarded && { isGuarded }
			}];
		});
	});
}

// src/init/routes/ktor.ts
const BLOCK = /\broute\(\s*"([^"]*)"/;
const GUARD = /\b(?:authenticate|(?:require|with)[A-Z]\w*|\w+Auth)\s*(?:\{|\((?!.*\boptional\s*=\s*true).*\{|\(\s*$)/;
function ktor(tree, files) {
	const code = files.filter((path) => path.endsWith(".kt") && /\bio\.ktor\b/.test(tree.text(path)));
	return tree.all(code, /^[ \t]*get\s*(?:\(\s*"([^"]*)"\s*\)\s*)?\{/gm).flatMap(({ file, line, groups: [own = ""] }) => {
		const blocks = blocksAround(tree, code, {
			file,
			line
		});
		const isGuarded = blocks.some((text) => GUARD.test(text));
		const whole = blocks.reduce((after, text) => below$1(BLOCK.exec(text)?.[1] ?? "", after), own);
		const path = withoutSlash(whole);
		return hasParameter(path) || /\brespondRedirect\(/.test(blocks[0]) ? [] : [{
			file,
			line,
			path,
			isRelative: false,
			...isGuarded && { isGuarded }
		}];
	});
}
function blocksAround(tree, code, { file, line }, calls = 0) {
	const text = tree.text(file);
	const blocks = [text.split("\n")[line - 1] ?? "", ...enclosing(text, line).map((one) => one.text)];
	const name = blocks.flatMap((one) => /\bfun\s+Rout(?:e|ing)\.(\w+)\(/.exec(one)?.[1] ?? [])[0];
	const call = name === void 0 ? null : tree.first(code, new RegExp(`(?:^[ \\t]+|\\{[ \\t]*)${name}\\(`, "m"));
	if (call === null || calls > 6) return blocks;
	return [...blocks, ...blocksAround(tree, code, {
		file: call.file,
		line: call.line
	}, calls + 1)];
}

// src/init/routes/mounts/node.ts
const NODE$1 = /\.[cm]?[jt]sx?$/;
const NODE_APP = /^(?:app|server|application|this)$/;
function nodeMount(tree, files, { file, line, on }) {
	const text = tree.text(file);
	const plugin = pluginAround(text, line, on);
	const isApp = NODE_APP.test(on);
	if (isApp && plugin === null) return {
		prefix: "",
		into: null
	};
	const own = new RegExp(`\\b${on}\\s*=\\s*(?:new\\s+)?[\\w.]+\\(\\s*\\{[^}]*?prefix:\\s*["'\`](/[^"'\`]*)`).exec(text)?.[1] ?? new RegExp(`\\b${on}\\.prefix\\(\\s*["'\`](/[^"'\`]*)`).exec(text)?.[1];
	for (const { file: at, names } of [{
		file,
		names: [plugin ?? on]
	}, ...importersOf(tree, files, file)]) for (const name of names) {
		const mount = mountedBy(tree, at, name, at === file && plugin === null ? on : null);
		if (mount !== null) return {
			prefix: `${mount.prefix}${own ?? ""}`,
			into: mount.into
		};
	}
	return isApp ? {
		prefix: "",
		into: null
	} : null;
}
const pluginAround = (text, line, on) => {
	const made = new RegExp(`\\b(?:function|const|let|var)\\s+(\\w+)[^(\\n]{0,80}\\(\\s*${on}\\s*[,:)]`);
	return enclosing(text, line).flatMap((one) => made.exec(one.text)?.[1] ?? [])[0] ?? null;
};
const RELATIVE = String.raw`["'\`](\.{1,2}(?:\/[\w.@-]*)*)["'\`]`;
const IMPORTS$1 = [
	String.raw`import\s+(?:\*\s+as\s+)?(\{[^}]*\}|\w+)[^"'\n]*?from\s*${RELATIVE}`,
	String.raw`(?:const|let|var)\s+(\{[^}]*\}|\w+)\s*=\s*(?:await\s+)?require\(\s*${RELATIVE}\s*\)`,
	String.raw`()require\(\s*${RELATIVE}\s*\)`
];
const importers = /* @__PURE__ */ new WeakMap();
function importersOf(tree, files, file) {
	const all = importers.get(files) ?? importersIn(tree, files);
	importers.set(files, all);
	return all.get(file) ?? [];
}
function importersIn(tree, files) {
	const found = /* @__PURE__ */ new Map();
	for (const file of files.filter((path) => NODE$1.test(path))) for (const [all, names = "", path = ""] of IMPORTS$1.flatMap((pattern) => [...tree.text(file).matchAll(new RegExp(pattern, "g"))])) {
		const target = moduleAt(tree, resolved(folderOf(file), path));
		if (target === null || target === file) continue;
		const importer = {
			file,
			names: (names === "" ? [escaped(all)] : names.replace(/[{}]/g, "").split(",").map(lastWord)).filter((name) => name !== "")
		};
		found.set(target, [...found.get(target) ?? [], importer]);
	}
	return found;
}
const lastWord = (name) => name.trim().split(/\s+/).at(-1) ?? "";
function mountedBy(tree, file, name, self) {
	const text = tree.text(file);
	const path = String.raw`["'\`](/[\w./-]*)["'\`]`;
	const inner = String.raw`(?:[\w.]+(?:\([^()]*\))?\s*,\s*)*`;
	const use = new RegExp(String.raw`\.use\(\s*(?:${path}\s*,\s*)?${inner}${name}(?!\w)(?:\.(?:routes|middleware)\(\))?\s*[,)]`);
	const register = new RegExp(String.raw`\.register\(\s*${name}(?!\w)\s*(?:,\s*\{[^}]*?prefix:\s*["'\`]\/?([\w./-]*)["'\`])?`);
	const table = new RegExp(String.raw`path:\s*${path}\s*,\s*\w+:\s*${name}(?!\w)`);
	for (const pattern of [
		use,
		register,
		table
	]) {
		const found = pattern.exec(text);
		if (found === null) continue;
		const into = pattern === table ? /(\w+)\.use\(/.exec(text)?.[1] ?? null : receiver(text, found.index);
		if (into === null || into === self) continue;
		const prefix = pattern === register && found[1] ? `/${found[1]}` : found[1] ?? "";
		return mountedAt(prefix, {
			file,
			line: lineAt(text, found.index),
			on: into
		});
	}
	return null;
}
function receiver(text, at) {
	const before = text.slice(0, at);
	const near = /(\w+)$/.exec(before)?.[1];
	if (near !== void 0) return near;
	const start = before.split("\n").findLast((line) => !/^\s*[.)]/.test(line) && line.trim() !== "") ?? "";
	return /(?:const|let|var)\s+(\w+)\s*=/.exec(start)?.[1] ?? (/export default|module\.exports/.test(start) ? "exports" : null);
}

// src/init/routes/mounts/python.ts
function pythonMount(tree, files, { file, on }) {
	const text = tree.text(file);
	if (new RegExp(`\\b${on}\\s*(?::\\s*\\w+\\s*)?=\\s*(?:\\w+\\.)?(?:FastAPI|Flask|Starlette|Quart|Sanic|Litestar)\\(`).test(text)) return {
		prefix: "",
		into: null
	};
	const own = new RegExp(`\\b${on}\\s*=\\s*\\w+\\([^)]*(?:url_)?prefix\\s*=\\s*["'](/[^"']*)["']`).exec(text)?.[1] ?? "";
	const mounting = files.filter((path) => /include_router|register_blueprint/.test(tree.text(path)));
	for (const other of [file, ...mounting.filter((path) => path.endsWith(".py") && path !== file)]) {
		const names = other === file ? [on] : namesOf(tree, other, file, on);
		for (const name of names) {
			const found = tree.first([other], new RegExp(String.raw`(\w+)\.(include_router|register_blueprint)\(\s*(?:\w+\s*=\s*)?${escaped(name)}\s*((?:,(?:[^()]|\([^()]*\))*)?)\)`));
			if (found === null) continue;
			const [into = "", method, given = ""] = found.groups;
			const prefix = prefixIn(tree, files, given);
			if (prefix === null) return null;
			if (method === "register_blueprint") return {
				prefix: prefix === "" ? own : prefix,
				into: null
			};
			return {
				prefix: `${prefix}${own}`,
				into: {
					file: other,
					line: found.line ?? 1,
					on: into
				}
			};
		}
	}
	return null;
}
function namesOf(tree, at, file, on) {
	const init = `${folderOf(file)}/__init__.py`;
	const isMade = (path) => new RegExp(`^${on}\\s*=`, "m").test(tree.text(path));
	const module = (!isMade(file) && isMade(init) ? init : file).replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", ".");
	const isOf = (name) => {
		const plain = name.replace(/^\.+/, "");
		return plain !== "" && (module === plain || module.endsWith(`.${plain}`));
	};
	const folder = folderOf(file).replaceAll("/", ".");
	const handed = at === init || !tree.has(init) ? [] : namesOf(tree, init, file, on);
	const isHandedBy = (from) => `.${folder}`.endsWith(`.${from.replace(/^\.+/, "")}`);
	return [...tree.text(at).matchAll(/^[ \t]*from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([^\n(]+))/gm)].flatMap(([, from = "", many, one]) => (many ?? one ?? "").split(",").flatMap((item) => {
		const [name = "", alias = name] = item.replace(/#.*$/m, "").trim().split(/\s+as\s+/);
		if (name === "") return [];
		const dots = (/^\.+$/.test(from) ? name : `${from}.${name}`).replace(/^\.+/, "");
		if (isOf(dots)) return [`${alias}.${on}`];
		const [, rest] = module.split(`${dots}.`);
		if (rest !== void 0 && module.endsWith(`${dots}.${rest}`)) return [`${alias}.${rest}.${on}`];
		return isOf(from) && name === on || handed.includes(name) && isHandedBy(from) ? [alias] : [];
	}));
}
function prefixIn(tree, files, given) {
	const [, plain, name] = /prefix\s*=\s*(?:["']([^"']*)["']|([\w.]+))/.exec(given) ?? [];
	if (name === void 0) return plain ?? "";
	const setting = name.split(".").at(-1);
	return tree.first(files, new RegExp(`\\b${setting}\\b(?:\\s*:\\s*[\\w\\[\\]]+)?\\s*=\\s*["']([^"']*)["']`))?.groups[0] ?? null;
}

// src/init/routes/mounts/prefix.ts
function prefixOf(tree, files, place, above = 0) {
	if (above > 6) return null;
	const mount = mountOf$1(tree, files, place);
	if (mount === null) return null;
	if (mount.into === null) return mount.prefix;
	const rest = prefixOf(tree, files, mount.into, above + 1);
	return rest === null ? null : `${rest}${mount.prefix}`;
}
function mountOf$1(tree, files, place) {
	if (place.file.endsWith(".py")) return pythonMount(tree, files, place);
	if (place.file.endsWith(".go")) return goMount(tree, files, place);
	if (NODE$1.test(place.file)) return nodeMount(tree, files, place);
	return null;
}

// src/init/routes/frameworks.ts
const frameworkRoutes = (tree, files) => [
	nest,
	spring,
	byFile,
	hapi,
	fastify,
	zodOpenApi,
	rails,
	laravel,
	symfony,
	django$1,
	aiohttp,
	flaskRestful,
	jsonServer,
	aspnet,
	ktor,
	jaxrs,
	micronaut
].flatMap((routes) => routes(tree, files));
function nest(tree, all) {
	const files = all.filter((path) => /\.[cm]?[jt]s$/.test(path));
	const start = files.find((path) => /(?:^|\/)main\.ts$/.test(path));
	const [call, prefix] = start && /^[ \t]*\w[\w. ]*\.setGlobalPrefix\(\s*(?:["'`]([\w./-]*)["'`])?/m.exec(tree.text(start)) || [];
	const isKnown = prefix !== void 0 || call === void 0;
	const asWhole = isGuardedAsWhole(tree, files);
	return tree.all(files, /@Controller\(\s*(?:["'`]([\w./-]*)["'`])?\s*\)/g).flatMap(({ file, line: at, groups: [controller = ""] }) => tree.all([file], /@Get\(\s*(?:["'`]([\w./-]*)["'`])?\s*\)/g).map(({ line, groups: [own = ""] }) => {
		const path = withoutSlash(below$1(below$1(prefix ?? "", controller), own));
		const isGuarded = isGuardedByNest(tree.text(file), {
			line,
			controller: at
		}, asWhole);
		return {
			file,
			line,
			path,
			isRelative: !isKnown && path !== "/",
			...isGuarded && { isGuarded }
		};
	}));
}
const ANNOTATED = String.raw`\(\s*(?:(?:value|path)\s*=\s*)?\{?\s*"([^"]*)"`;
const DEMANDED = /@Request(?:Param|Header)\b(?!\([^)]*\b(?:required\s*=\s*false|defaultValue)\b)(?!(?:\([^)]*\))?\s+(?:final\s+)?(?:\w+\s*:\s*)?(?:(?:Optional|(?:MultiValue)?Map|HttpHeaders)\b|\S+\?))/;
const BODY = /\)\s*(?:throws\b[^{;]*|:[^{=;]*)?[{=;]/;
function spring(tree, files) {
	return files.filter((path) => /\.(?:java|kt)$/.test(path) && /@(?:Rest)?Controller\b/.test(tree.text(path))).flatMap((file) => {
		const text = tree.text(file);
		const head = text.slice(0, /^(?:public\s+|open\s+|final\s+)*class\s/m.exec(text)?.index ?? 0);
		const own = new RegExp(`@RequestMapping${ANNOTATED}`).exec(head)?.[1] ?? "";
		const prefix = below$1(contextPath(tree, settingsOf(file)), own);
		return tree.all([file], /@GetMapping\b(?:\(([^)]*)\))?((?:(?!@\w+Mapping\b)[\s\S]){0,1500})/g).filter(({ groups: [, method = ""] }) => !DEMANDED.test(method.split(BODY)[0])).map(({ line, groups: [given = ""] }) => {
			const path = new RegExp(ANNOTATED).exec(`(${given}`)?.[1] ?? "";
			return {
				file,
				line,
				path: below$1(prefix, path),
				isRelative: false
			};
		}).filter(({ path }) => !hasParameter(path));
	});
}
const byFile = (tree, files) => files.flatMap((file) => {
	const inApp = /(?:^|\/)app(\/(?:[\w-]+\/)*)route\.[jt]s$/.exec(file)?.[1];
	const path = inApp ?? /(?:^|\/)pages(\/api\/[\w/-]+)\.[jt]s$/.exec(file)?.[1];
	if (path === void 0) return [];
	const text = tree.text(file);
	if (!(inApp === void 0 || /export\s+(?:async\s+)?(?:function|const)\s+GET\b/.test(text)) || /auth|session/i.test(text)) return [];
	return [{
		file,
		line: null,
		path: path.replace(/\/$/, ""),
		isRelative: false
	}];
});
const TABLED = /method:\s*["']GET["']\s*,\s*(?:path|url):\s*["'](\/[\w./-]*)["'](?!(?:(?!method:)[\s\S]){0,300}?auth:\s*["'])/g;
function hapi(tree, files) {
	if (tree.first(["package.json"], /"(?:@hapi\/)?hapi"\s*:/) === null) return [];
	const prefixes = tree.all(files, /routes:\s*\{\s*prefix:\s*["'](\/[^"']*)["']/g);
	const prefix = prefixes.length === 1 ? prefixes[0]?.groups[0] ?? "" : "";
	return tree.all(files, TABLED).map(({ file, line, groups: [path = ""] }) => ({
		file,
		line,
		path: below$1(prefix, path),
		isRelative: prefixes.length > 1
	}));
}
function fastify(tree, files) {
	if (tree.first(["package.json"], /"fastify"\s*:/) === null) return [];
	return tree.all(files, TABLED).map(({ file, line, groups: [path = ""] }) => {
		const prefix = autoloaded(tree, file);
		return {
			file,
			line,
			path: below$1(prefix ?? "", path),
			isRelative: prefix === null
		};
	});
}
function zodOpenApi(tree, files) {
	const code = files.filter((path) => tree.text(path).includes("@hono/zod-openapi"));
	const isRelative = tree.first(files, /\.(?:basePath|route)\(\s*["'`]\/[^"'`]/) !== null;
	return tree.all(code, /\bcreateRoute\(\s*\{((?:(?!createRoute\()[\s\S]){0,2000})/g).flatMap(({ file, line, groups: [table = ""] }) => {
		const path = /\bpath:\s*["'`]([^"'`]*)["'`]/.exec(table)?.[1];
		const isOpen = /\bmethod:\s*["'`]get["'`]/i.test(table) && !/\bsecurity:|\bmiddleware:.*auth/i.test(table);
		if (path === void 0 || !isOpen || hasParameter(path)) return [];
		return [{
			file,
			line,
			path: below$1("", path),
			isRelative: isRelative && path !== "/"
		}];
	});
}
function autoloaded(tree, file) {
	const own = /\bautoPrefix\s*=\s*["']([^"']*)["']/.exec(tree.text(file))?.[1];
	const folder = /(?:^|\/)routes\/(.+)\/[^/]+$/.exec(file)?.[1];
	if (own !== void 0) return own;
	if (folder !== void 0) return `/${folder}`;
	return /(?:^|\/)routes\//.test(file) ? "" : null;
}
function rails(tree) {
	const file = "config/routes.rb";
	const text = tree.text(file);
	return tree.all([file], /^[ \t]*(?:(resources)\s+:(\w+)([^\n]*)|(get)\s+(?::(?=\w)|["']\/?)([^"'\s,]*)([^\n]*)|(root)\b[^\n]*)$/gm).flatMap(({ line, groups: [list, resource = "", options = "", , path = "", more = "", root] }) => {
		if (enclosing(text, line).map((one) => one.text).some((one) => /^\s*(?:resources?|member|authenticate|authenticated|constraints|devise_scope)\b/.test(one))) return [];
		if (list && /only:(?!.*\bindex\b)|except:.*\bindex\b/.test(options)) return [];
		if (hasParameter(path) || /\bto:\s*redirect|=>\s*redirect/.test(more)) return [];
		const own = root ? "" : list ? /\bpath:\s*["']([\w/-]*)["']/.exec(options)?.[1] ?? resource : path;
		const prefix = prefixAround(text, line, /^\s*(?:namespace|scope)\s+(?:path:\s*)?[:"']\/?([\w/-]+)/);
		return [{
			file,
			line,
			path: below$1(prefix, own),
			isRelative: false
		}];
	});
}
function laravel(tree) {
	const tables = ["routes/api.php", "routes/web.php"].filter((file) => tree.has(file));
	const own = /apiPrefix:\s*["']([\w/-]*)["']/.exec(tree.text("bootstrap/app.php"))?.[1];
	return tree.all(tables, /Route::(get|resource|apiResource)\(\s*["'](\/?[\w./-]*)["']([^;]*)/g).flatMap(({ file, line, groups: [method = "", path = "", rest = ""] }) => {
		const around = enclosing(tree.text(file), line).map((one) => one.text);
		if (path.includes(".") || [rest, ...around].some((one) => /auth|verified/.test(one))) return [];
		if (method !== "get" && /only['"\s=>(]+(?!.*index)|except.*['"]index/s.test(rest)) return [];
		const groups = prefixAround(tree.text(file), line, /prefix(?:\(\s*|["']\s*=>\s*)["']\/?([\w/-]+)/);
		const api = file.endsWith("api.php") ? own ?? "api" : "";
		return [{
			file,
			line,
			path: below$1(below$1(api, groups), path),
			isRelative: false
		}];
	});
}
function symfony(tree, files) {
	const code = files.filter((path) => path.endsWith(".php") && /\bRoute\(/.test(tree.text(path)));
	const [locale = "en"] = tree.first(["config/packages/translation.yaml", "config/services.yaml"], LOCALE)?.groups ?? [];
	const prefix = tree.first(["config/routes.yaml"], /^[ \t]+prefix:[ \t]*["']?([^\s"']+)/m)?.groups[0] ?? "";
	return code.flatMap((file) => {
		const text = tree.text(file);
		const start = /^(?:(?:final|abstract|readonly)\s+)*class\s/m.exec(text)?.index ?? 0;
		const head = text.slice(0, start);
		if (GUARDED.test(head)) return [];
		const above = below$1(prefix.replace("{_locale}", locale), new RegExp(`#\\[Route${ATTRIBUTE}`).exec(head)?.[1] ?? "");
		return tree.all([file], new RegExp(`^[ \\t]+#\\[Route${ATTRIBUTE}([^\\n]*)((?:\\n[ \\t]+#\\[[^\\n]*)*)`, "gm")).flatMap(({ line, groups: [own = "", rest = "", more = ""] }) => {
			const path = below$1(above, own);
			return !/methods:(?!.*\bGET\b)/.test(rest) && !GUARDED.test(rest + more) && !hasParameter(path) ? [{
				file,
				line,
				path,
				isRelative: false
			}] : [];
		});
	});
}
const ATTRIBUTE = String.raw`\(\s*(?:path:\s*)?["']([^"']*)["']`;
const LOCALE = /^[ \t]+(?:default_|app\.)?locale:\s*["']?([a-z]{2})\b/m;
const GUARDED = /\bIsGranted\(/;
const DATA$1 = String.raw`[\w./-]*\b(?:db|data)\.json`;
const isData = (path) => /^(?:db|data)\.json$/.test(baseName(path));
function jsonServer(tree, files) {
	const code = tree.first(files, /(?:require\(|from)\s*["']json-server["']/);
	const found = (code && tree.first([code.file], new RegExp(`["'\`](${DATA$1})["'\`]`))) ?? tree.first(["package.json"], new RegExp(`\\bjson-server\\b[^"]*?[ =](${DATA$1})`));
	const file = found && resolved(folderOf(found.file), found.groups[0]);
	if (file === null) return [];
	return Object.entries(tree.json(file)).flatMap(([name, list]) => Array.isArray(list) && /^[\w-]+$/.test(name) ? [{
		name,
		size: list.length
	}] : []).sort((a, b) => a.size - b.size).map(({ name }) => ({
		file,
		line: null,
		path: `/${name}`,
		isRelative: false
	}));
}
const PLACE = String.raw`\(\s*["'](\/[^"']*)["']`;
const AIOHTTP = [
	String.raw`\brouter\.add_get${PLACE}`,
	String.raw`\badd_route\(\s*["']GET["']\s*,\s*["'](\/[^"']*)["']`,
	String.raw`\bweb\.get${PLACE}`,
	String.raw`^@\w*routes?\.get${PLACE}`
];
function aiohttp(tree, files) {
	const code = files.filter((path) => path.endsWith(".py"));
	const has = (pattern) => code.some((path) => pattern.test(tree.text(path)));
	if (!has(/^(?:from aiohttp import .*\bweb\b|import aiohttp\.web|from aiohttp\.web import)/m)) return [];
	const isRelative = has(/\.add_subapp\(/);
	return AIOHTTP.flatMap((pattern) => tree.all(code, new RegExp(pattern, "gm"))).flatMap(({ file, line, groups: [path = ""] }) => hasParameter(path) ? [] : [{
		file,
		line,
		path,
		isRelative
	}]);
}
function flaskRestful(tree, files) {
	const code = files.filter((path) => path.endsWith(".py"));
	if (tree.first(code, /\bflask_restful\b/) === null) return [];
	return tree.all(code, /\b(\w+)\.add_resource\(\s*(?:\w+\.)*(\w+)\s*,\s*["'](\/[^"']*)["']/g).flatMap(({ file, line, groups: [api = "", name = "", path = ""] }) => {
		const resource = new RegExp(`^class ${name}\\b((?:(?!^class )[\\s\\S])*?)^[ \\t]+def get\\(`, "m");
		const before = tree.first(code, resource)?.groups[0];
		if (before === void 0 || GUARD$2.test(before) || hasParameter(path)) return [];
		const [, on = "", options = ""] = new RegExp(`\\b${api}\\s*=\\s*(?:\\w+\\.)?Api\\(\\s*(\\w*)([^)]*)\\)`).exec(tree.text(file)) ?? [];
		const own = /\bprefix\s*=\s*["']([^"']*)["']/.exec(options)?.[1] ?? "";
		const above = prefixOf(tree, code, {
			file,
			line,
			on
		});
		return [{
			file,
			line,
			path: below$1(`${above ?? ""}${own}`, path),
			isRelative: above === null
		}];
	});
}

// src/init/routes/mounts/rust.ts
const MOUNT = String.raw`\.(?:nest\(\s*"([^"]*)"\s*,\s*|merge\(\s*)`;
function axumPrefix(tree, files, file, line) {
	const start = tree.text(file).split("\n").slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
	const at = tree.text(file).indexOf(".route(", start);
	return at === -1 ? null : prefixAt(tree, files, {
		file,
		at
	}, 0);
}
function prefixAt(tree, files, { file, at }, above) {
	if (above > 6) return null;
	const text = tree.text(file);
	const chain = chainBefore(text, at);
	const within = ({ prefix, spot }) => {
		const rest = prefixAt(tree, files, spot, above + 1);
		return rest === null ? null : below$1(rest, prefix);
	};
	if (chain.argument) {
		const mount = new RegExp(`${MOUNT}$`).exec(text.slice(0, chain.start));
		if (mount === null) return /\bserve\([^()]*$/.test(text.slice(0, chain.start)) ? "" : null;
		return within({
			prefix: mount[1] ?? "",
			spot: {
				file,
				at: mount.index
			}
		});
	}
	const variable = variableOf(text, chain.start);
	const end = text.indexOf("\n}", chain.start);
	const rest = text.slice(chain.start, end === -1 ? void 0 : end);
	const mounted = variable === null ? null : mountOf(rest, escaped(variable));
	if (mounted !== null) return within({
		prefix: mounted.prefix,
		spot: {
			file,
			at: chain.start + mounted.index
		}
	});
	const name = [...text.slice(0, chain.start).matchAll(/\bfn\s+(\w+)/g)].at(-1)?.[1];
	if (name === void 0 || name === "main") return "";
	const [, type] = [...text.slice(0, chain.start).matchAll(/^impl(?:<[^>]*>)?\s+(\w+)|^\}/gm)].at(-1) ?? [];
	return ofFunction(tree, files, {
		file,
		name,
		type
	}, within);
}
function ofFunction(tree, files, { file, name, type }, within) {
	const code = files.filter((path) => path.endsWith(".rs"));
	const owner = type ?? /([^/]+?)(?:\/mod)?\.rs$/.exec(file)?.[1] ?? "";
	const called = (path) => {
		const isPlain = path === file || new RegExp(`\\buse\\s[^;]*\\b${owner}::[^;]*\\b${name}\\b`).test(tree.text(path));
		return `(?:(?:\\w+::)*(?:${owner}|Self)::${isPlain ? "|(?<![\\w:])" : ""})${name}\\(`;
	};
	for (const path of code) {
		const mount = mountOf(tree.text(path), called(path));
		if (mount !== null) return within({
			prefix: mount.prefix,
			spot: {
				file: path,
				at: mount.index
			}
		});
	}
	return code.some((path) => new RegExp(`(?<!\\bfn\\s+)${called(path)}`).test(tree.text(path))) ? "" : null;
}
function mountOf(text, router) {
	const found = new RegExp(`${MOUNT}${router}`).exec(text);
	return found && {
		prefix: found[1] ?? "",
		index: found.index
	};
}
function chainBefore(text, at) {
	let depth = 0;
	for (let i = at - 1; i >= 0; i--) {
		const one = text[i];
		if (")]}".includes(one)) depth++;
		else if (depth > 0) depth -= "([{".includes(one) ? 1 : 0;
		else if ("([{,;=".includes(one)) {
			const isWrapper = one === "(" && /\b(?:Ok|Some)$/.test(text.slice(Math.max(0, i - 4), i));
			return {
				start: i + 1,
				argument: !isWrapper && "(,".includes(one)
			};
		}
	}
	return {
		start: 0,
		argument: false
	};
}
function variableOf(text, start) {
	const assigned = /\b(\w+)\s*(?::[^=;{}]*)?=$/.exec(text.slice(Math.max(0, start - 200), start))?.[1];
	if (assigned !== void 0) return assigned;
	const [, first] = /^\s*(\w+)\s*\./.exec(text.slice(start)) ?? [];
	return first ?? null;
}

// src/init/routes/routes.ts
const PATH = String.raw`["'\`](\/?[\w./~-]*)["'\`]`;
const ROUTES = [
	String.raw`\b(\w+)\.(?:get|Get)\(\s*${PATH}`,
	String.raw`(\.route)\(\s*${PATH}\s*,(?:\s|\/\/[^\n]*\n)*(?:(?:\w+::)*\w+\([^()]*\)\s*\.\s*)*(?:\w+::)*get\(`,
	String.raw`(#\[get)\(\s*"(\/[\w./~-]*)(?:\?[^"]*)?"`,
	String.raw`\b(\w+)\.route\(\s*${PATH}\s*\)\s*\.get\(`,
	String.raw`\b(\w+\.HandleFunc)\(\s*"(?:GET )?(\/[\w./~-]*)(?:\{\$\})?"`,
	String.raw`^[ \t]*(get)\s+${PATH}`,
	String.raw`(?<![.\w])(Route)\(\s*${PATH}\s*,(?![^)\n]*methods=\[["']POST["']\])`
];
const ON_ANY = [String.raw`\b(\w+)\.GET\(\s*${PATH}`, String.raw`^[ \t]*@(\w+)\.(?:get|route)\(\s*${PATH}(?![^)\n]*methods=[[(]["']POST["'],?[\])])`];
const ROUTER = /^(?:app|application|api|router|\w*[rR]outers?|server|fastify|main|routes?|Route|r|e|g|v\d+|mux|\w*[sS]erver|\w*[gG]roup|engine|(?:\w+_)?bp|\w*blueprint|[.#]\w+|#\[get|.*HandleFunc|get|auth|web|views?|public)$/;
const APPLICATION = /^(?:app|application|server|[.#].*|get|Route)$/;
function routesIn(tree, files, isGuarded = false) {
	const taken = /* @__PURE__ */ new Set();
	return [...frameworkRoutes(tree, files), ...onRouters(tree, files)].filter((route) => {
		const plain = withoutSlash(route.path);
		return (route.isGuarded ?? false) === isGuarded && !taken.has(plain) && taken.add(plain);
	});
}
const isComment$1 = (line) => /^\s*(?:\/\/|\*|#(?!\[))/.test(line);
function onRouters(tree, files) {
	const code = files.filter((path) => !/(?:^|\/)config\/routes\.rb$|\.php$/.test(path));
	const all = (pattern) => tree.all(code, new RegExp(pattern, "gm"));
	const named = ROUTES.flatMap(all).filter(({ groups: [on = ""] }) => ROUTER.test(on));
	const declared = [...ON_ANY.flatMap(all), ...named];
	const prefixes = /* @__PURE__ */ new Map();
	return declared.flatMap(({ file, line, groups: [on = "", own = ""] }) => {
		if (isComment$1(tree.text(file).split("\n")[line - 1] ?? "")) return [];
		const place = {
			file,
			line,
			on: on.replace(".HandleFunc", "")
		};
		const key = `${file} ${on} ${/\.(?:[cm]?[jt]sx?|py)$/.test(file) && !APPLICATION.test(on) ? "" : line}`;
		if (!prefixes.has(key)) prefixes.set(key, knownPrefix(tree, code, place));
		const prefix = prefixes.get(key);
		const isAxum = isOfAxum(tree, place);
		const path = below$1(prefix ?? "", isAxum && prefix && own === "/" ? "" : own);
		const isRelative = prefix === null && (isAxum || file.endsWith(".go") || !APPLICATION.test(on));
		if (hasParameter(path) || demandsQuery(tree, place) || !isPlain(tree, files, place)) return [];
		const guard = isGuarded(tree, files, place) && { isGuarded: true };
		return isRelative && path === "/" ? [] : [{
			file,
			line,
			path,
			isRelative,
			...guard
		}];
	});
}
const isOfAxum = (tree, { file, on }) => on === ".route" && file.endsWith(".rs") && !/\bscope\(/.test(tree.text(file));
function knownPrefix(tree, files, place) {
	const { file, line, on } = place;
	if (on === "fastify") return autoloaded(tree, file);
	if (isOfAxum(tree, place)) return axumPrefix(tree, files, file, line);
	if (on === ".route" && file.endsWith(".rs")) return scopesAround(tree.text(file), line);
	if (on === "#[get") return ofHandler(tree, files, file, line);
	return /^\w+$/.test(on) ? prefixOf(tree, files, place) : null;
}
function scopesAround(text, line) {
	const scopes = [...enclosing(text, line).map((one) => one.text).reverse(), text.split("\n")[line - 1] ?? ""].flatMap((one) => [...one.matchAll(/\bscope\(\s*"([^"]*)"/g)].map(([, scope]) => scope ?? ""));
	return scopes.length === 0 ? null : scopes.join("");
}
function ofHandler(tree, files, file, line) {
	const after = tree.text(file).split("\n").slice(line, line + 5).join("\n");
	const name = /\bfn\s+(\w+)/.exec(after)?.[1];
	if (name === void 0) return null;
	const mounted = new RegExp(String.raw`\.mount\(\s*"([^"]*)"\s*,\s*(?:rocket::)?routes!\[[^\]]*\b${name}\b`);
	const scoped = new RegExp(String.raw`scope\(\s*"([^"]*)"\s*\)(?:(?!scope\()[\s\S]){0,800}?\.service\(\s*[\w:]*\b${name}\b`);
	return (tree.first(files, mounted) ?? tree.first(files, scoped))?.groups[0]?.replace(/\/$/, "") ?? null;
}
const QUERY = /\bdef \w+\((?:[^()]|\([^()]*\))*?\b\w+\s*:\s*(?:str|int|float|bool|UUID|date(?:time)?)\s*[,)]/;
function demandsQuery(tree, { file, line }) {
	const after = file.endsWith(".py") ? tree.text(file).split("\n").slice(line, line + MOST_LINES) : [];
	const begin = after.findIndex((text) => /\bdef\b/.test(text));
	const end = after.findIndex((text, i) => i >= begin && /\)[^()]*:\s*(?:\.\.\.|#.*)?$/.test(text));
	return begin !== -1 && QUERY.test(after.slice(begin, end + 1).join("\n"));
}
const ENDLESS = /\bupgrade[r\w]*\(|\bupgrader\.|websocket\.accept|text\/event-stream|EventSourceResponse/i;
const MOST_LINES = 40;
function isPlain(tree, files, { file, line }) {
	const declaration = tree.text(file).split("\n")[line - 1] ?? "";
	const methods = /\.Methods\(([^)]*)\)/.exec(declaration)?.[1];
	if (methods !== void 0 && !/GET|MethodGet/.test(methods)) return false;
	const name = /,\s*(?:\w+\.)*(\w+)\s*\)/.exec(declaration)?.[1];
	const found = name === void 0 ? null : tree.first([file, ...files.filter((other) => other !== file && folderOf(other) === folderOf(file))], new RegExp(String.raw`(?:\bfunc\s*(?:\([^)]*\)\s*)?|\bfunction\s+|\bdef\s+|\bconst\s+)${name}\b`));
	const start = found?.line ?? line;
	const body = tree.text(found?.file ?? file).split("\n").slice(start, start + MOST_LINES - 1);
	const end = body.findIndex((text) => found === null ? BORDER.test(text) : /^(?:\}|func\b|def\b|function\b|@)/.test(text));
	return !ENDLESS.test(body.slice(0, end === -1 ? body.length : end).join("\n"));
}

// src/init/projects/security.ts
const CHAIN = /\bSecurity(?:Web)?FilterChain\b|\bWebSecurityConfigurerAdapter\b/;
const RULE = String.raw`[\s\S]*?\b(permitAll|has[A-Z]\w*|authenticated|denyAll|access)\b`;
function springHealth(tree, settings, code, hasActuator) {
	const context = contextPath(tree, settings);
	const base = setting(tree, settings, "management.endpoints.web.base-path") ?? "/actuator";
	const path = hasActuator ? `${base.replace(/\/+$/, "")}/health` : healthIn(routesIn(tree, code))?.path.slice(context.length).replace(/\/$/, "");
	if (path !== void 0 && !isOpen(tree, code, path)) return null;
	if (!hasActuator) return void 0;
	return setting(tree, settings, "management.server.port") !== void 0 ? null : `${context}${path}`;
}
function isOpen(tree, code, path) {
	const chains = code.filter((file) => CHAIN.test(tree.text(file)));
	const patterns = [path, ...ancestors(path.slice(1)).map((folder) => folder === "." ? "/" : `/${folder}/`)].map((one) => escaped(one));
	const named = String.raw`"(?:${patterns[0]}|(?:${patterns.join("|")})\/?\*\*?)"|EndpointRequest\.to(?:AnyEndpoint\b|\(\s*(?:"health"|Health))`;
	const rule = tree.first(chains, new RegExp(`(?:${named})${RULE}`)) ?? tree.first(chains, new RegExp(String.raw`\bany(?:Request|Exchange)\b${RULE}`));
	return chains.length === 0 || rule?.groups[0] === "permitAll";
}

// src/init/projects/clients.ts
const MANIFESTS$1 = [
	"package.json",
	"go.mod",
	"requirements.txt",
	"pyproject.toml",
	"pom.xml",
	"build.gradle",
	"build.gradle.kts",
	"Cargo.toml",
	"Gemfile"
];
const SQL$1 = {
	PostgreSQL: "pg|pg-promise|postgres|postgresql|psycopg\\d?(?:-binary)?|asyncpg|tokio-postgres|github\\.com/lib/pq|github\\.com/jackc/pgx/v\\d|gorm\\.io/driver/postgres",
	MySQL: "mysql2?|mariadb|PyMySQL|mysqlclient|aiomysql|mysql-connector(?:-j|-java)?|mariadb-java-client|github\\.com/go-sql-driver/mysql|gorm\\.io/driver/mysql",
	"SQL Server": "mssql|tedious|mssql-jdbc|github\\.com/(?:denisenkom|microsoft)/go-mssqldb|gorm\\.io/driver/sqlserver|tiberius"
};
const OTHERS = {
	MongoDB: "mongodb|mongoose|pymongo|motor|spring-boot-starter-data-mongodb(?:-reactive)?|go\\.mongodb\\.org/mongo-driver(?:/v\\d)?",
	Redis: "redis|ioredis|aioredis|deadpool-redis|redis-(?:rs-|actor-)?session(?:-\\w+)*|tower-sessions-redis-store|spring-boot-starter-data-redis(?:-reactive)?|github\\.com/(?:go-redis/redis|redis/go-redis)(?:/v\\d)?|github\\.com/gomodule/redigo",
	RabbitMQ: "amqplib|aio-pika|pika|lapin|spring-boot-starter-amqp|github\\.com/rabbitmq/amqp091-go",
	Kafka: "kafkajs|aiokafka|confluent-kafka|spring-kafka|spring-boot-starter-kafka|rdkafka|github\\.com/(?:segmentio/kafka-go|IBM/sarama)"
};
const EMBEDDED = /sqlite|\bh2\b|hsqldb/i;
function clientDoubt(tree, folder, files) {
	const manifests = MANIFESTS$1.map((name) => join(folder, name)).filter((path) => tree.has(path));
	const isEmbedded = manifests.some((path) => !path.endsWith("go.mod") && EMBEDDED.test(needed(tree, path))) || usesSqlite(tree, files);
	const found = Object.entries(isEmbedded ? OTHERS : {
		...SQL$1,
		...OTHERS
	}).flatMap(([program, names]) => {
		const pattern = new RegExp(`(?<![\\w./@-])(?:${names})(?![\\w./-])`, "im");
		const at = manifests.find((path) => pattern.test(needed(tree, path)));
		if (at === void 0) return [];
		const line = at.endsWith("package.json") ? tree.first([at], pattern).line : lineOf(needed(tree, at), pattern);
		return [`${program} (${locationOf({
			file: at,
			line
		})})`];
	});
	return found.length === 0 ? [] : [`it has a client of ${found.join(", ")}: this stack starts no such server, so both sides would share one. Give its address under \`env\`.`];
}
function containerDoubt(tree, folder, files, known) {
	const services = new Map(tree.paths.filter(isCompose).flatMap((file) => Object.keys(servicesIn(tree.text(file))).map((name) => [name, file])));
	const found = Object.entries(committed(tree, folder)).flatMap(([name, value]) => {
		const file = services.get(hostOf(name, value));
		const isRead = () => tree.first(files, new RegExp(`\\b${name}\\b`)) !== null;
		return file !== void 0 && !known.includes(name) && isRead() ? [{
			name,
			file
		}] : [];
	});
	const [first] = found;
	if (first === void 0) return [];
	const names = found.slice(0, 5).map(({ name }) => name);
	return [`${join(folder, ".env")} has addresses of services of ${first.file} (${names.join(", ")}), which a process does not reach: give others under \`env\`.`];
}
function hostOf(name, value) {
	const [, scheme, host = "", port] = /^([\w+:]+:\/\/(?:[^@/]*@)?)?([\w.-]+)(:\d+)?(?:[/?,]|$)/.exec(value) ?? [];
	return scheme !== void 0 || port !== void 0 || /(?:HOST|SERVER|ADDR(?:ESS)?)$/.test(name) ? host : "";
}
const IMPORTS = /^import[ \t]*(?:\([\s\S]*?^[ \t]*\)|.*)/gm;
const DRIVER = /^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"(?:github\.com\/(?:mattn\/go-sqlite3|glebarez\/|ncruces\/go-sqlite3)|modernc\.org\/sqlite|gorm\.io\/driver\/sqlite)/m;
const APART = /(?:^|\/)(?:test\w*|\w*test|cmd\/migrat\w*)\//;
const TOOLS = /^\/\/go:build (?:tools?|ignore)\b/m;
function usesSqlite(tree, files) {
	const isGo = (path) => path.endsWith(".go");
	const others = files.filter((path) => !isGo(path));
	const imports = (path) => {
		const text = tree.text(path).replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, "");
		return TOOLS.test(text) ? [] : text.match(IMPORTS) ?? [];
	};
	return files.some((path) => isGo(path) && !APART.test(path) && imports(path).some((one) => DRIVER.test(one))) || tree.first(others, /^(?![ \t]*(?:\/\/|#|\*)).*sqlite/im) !== null;
}
const lineOf = (text, pattern) => text.slice(0, text.search(pattern)).split("\n").length;
const emptied = (text) => text.replace(/[^\n]+/g, "");
function needed(tree, path) {
	if (path.endsWith("package.json")) return Object.keys(Object(tree.json(path).dependencies)).join("\n");
	return tree.text(path).replace(/<dependency>[\s\S]{0,3000}?<\/dependency>/g, (one) => /<scope>\s*test\s*<\/scope>/.test(one) ? emptied(one) : one).replace(/^\[(?:\w+[.-])*dev(?:[.-]\w+)*\][^[]*/gm, emptied).replace(/^.*(?:\/\/ indirect|\btest(?:Implementation|RuntimeOnly)\b).*$/gm, "").replace(/^[ \t]*(?:#|\/\/).*$/gm, "");
}

// src/init/limiters.ts
const LIMITERS = [
	{
		name: "@nestjs/throttler",
		use: /\bThrottlerModule\.forRoot(?:Async)?\(/g
	},
	{
		name: "express-rate-limit",
		imported: /["']express-rate-limit["']/,
		use: /(?<!function )\b\w{0,20}[rR]ate_?[lL]imit\w{0,20}\(\s{0,20}\{/g
	},
	{
		name: "@fastify/rate-limit",
		use: /\b(?:from|require\(|import\()\s*["']@fastify\/rate-limit["']/g
	},
	{
		name: "flask-limiter",
		imported: /\bflask_limiter\b/,
		use: /\bdefault_limits\s*=|\.limit\(\s*["']\s*\d/g
	},
	{
		name: "slowapi",
		imported: /\bslowapi\b/,
		use: /\bdefault_limits\s*=|\.limit\(\s*["']\s*\d/g
	},
	{
		name: "django-ratelimit",
		imported: /\b(?:django_)?ratelimit\.decorators\b/,
		use: /@ratelimit\(/g
	},
	{
		name: "Django REST framework",
		use: /\bDEFAULT_THROTTLE_RATES\b["']?\s*[:=]\s*\{\s*["']/g
	},
	{
		name: "rack-attack",
		imported: /\bRack::Attack\b/,
		use: /^[ \t]{0,40}(?:Rack::Attack\.)?throttle\(/gm
	},
	{
		name: "Bucket4j",
		imported: /\bbucket4j\b/,
		use: /\bBandwidth\.(?:classic|simple|builder)\(/g
	},
	{
		name: "Resilience4j",
		imported: /\bresilience4j\b/,
		use: /@RateLimiter\(/g
	},
	{
		name: "Ktor's RateLimit",
		imported: /\bplugins\.ratelimit\b/,
		use: /\b(?:rateLimit|rateLimiter)\(/g
	},
	{
		name: "Spring Cloud Gateway",
		files: /(?:^|\/)application(?:-[\w-]+)?\.ya?ml$/,
		use: /^[ \t-]{0,40}(?:name:[ \t]{0,9})?RequestRateLimiter\b/gm
	}
];
function limited(tree, code, chosen) {
	const { plan } = chosen;
	if (JSON.stringify([plan.env, plan.build]).includes("1000000")) return [];
	for (const { name, imported, use, files: others } of LIMITERS) {
		const all = others === void 0 ? code : tree.sources(chosen.code.folder, others);
		const files = imported === void 0 ? all : all.filter((file) => imported.test(tree.text(file)));
		const found = tree.all(files, use).find((one) => !isComment(tree, one) && !isOff(tree, one));
		if (found === void 0) continue;
		return [`${name} may refuse requests of a load with 429 (${locationOf(found)}): raise its limit for measurements, for example with a variable.`];
	}
	return [];
}
const isOff = (tree, { file }) => /\bglobal\s{0,9}:\s{0,9}false\b/.test(tree.text(file));
const isComment = (tree, { file, line }) => /^\s*(?:\/\/|\/?\*|#)/.test(tree.text(file).split("\n")[line - 1] ?? "");

// src/init/projects/spring.ts
const SETTINGS$1 = /\/(?:application|bootstrap)(?:-[\w-]+)?\.(?:properties|ya?ml)$/;
const ADDRESSES = [/^(?![ \t]*(?:#|%(?:dev|test)\.)).*?\b(?:localhost|127\.0\.0\.1):(\d{2,5})\b/gm, /^[ \t]*(?:[\w.-]+\.)?host[ \t]*[=:][ \t]*(?:\$\{\w+:)?(?:localhost|127\.0\.0\.1)\b.*\n[ \t]*(?:[\w.-]+\.)?port[ \t]*[=:][ \t]*(?:\$\{\w+:)?(\d{2,5})\b/gm];
function localServers(tree, settings, own) {
	const found = ADDRESSES.flatMap((pattern) => tree.all(settings, pattern)).filter(({ groups: [port] }) => Number(port) !== own);
	const places = [...new Set(found.map((one) => `localhost:${one.groups[0]} (${locationOf(one)})`))];
	return places.length === 0 ? [] : [`its settings name ${places.slice(0, 6).join(", ")}: this stack starts no server there, so both sides would share one. Give the addresses under \`env\`.`];
}
const ANNOTATION = /@(?:Value|FeignClient)\s*\(([^)]{0,500})\)/g;
const PLACEHOLDER$1 = /\$\{([\w.-]+)\}/g;
const GIVEN$1 = /^(?:java|user|os|random|local)\.|^server\.port$|^(?:HOSTNAME|HOME|USER|PATH)$/;
const ELSEWHERE = /spring-cloud-starter-(?:config|consul-config|vault-config|kubernetes)|@PropertySource\b/;
const OPTIONAL = /^@(?:Profile|Conditional\w*)\b/m;
const OF_SETTINGS = /(?<!(?:^|\s)#.*|^%(?:dev|test)\..*)\$\{([A-Z][A-Z0-9_]+)\}/gm;
function unsetKeys(tree, folder, files, given) {
	const code = files.filter((path) => /\.(?:java|kt)$/.test(path));
	const manifests = [
		"pom.xml",
		"build.gradle",
		"build.gradle.kts"
	].map((name) => join(folder, name));
	if (tree.first([...manifests, ...code], ELSEWHERE) !== null) return [];
	const settings = tree.paths.filter((path) => SETTINGS$1.test(`/${path}`));
	const known = /* @__PURE__ */ new Set([...settings.flatMap((path) => keysIn$1(tree, path)), ...given.map(plainKey)]);
	const own = settingsOf(join(folder, "src/main/java"));
	const variables = (own.some((path) => /profiles\W+active/.test(tree.text(path))) ? [] : tree.all(own, OF_SETTINGS)).filter(({ groups: [name = ""] }) => !given.includes(name) && tree.first(own, new RegExp(`^\\s*${name}\\s*[=:]`, "m")) === null);
	return [...tree.all(code.filter((path) => !OPTIONAL.test(tree.text(path))), ANNOTATION).filter((at) => !isComment(tree, at)).flatMap((at) => [...(at.groups[0] ?? "").matchAll(PLACEHOLDER$1)].map(([, key = ""]) => ({
		...at,
		groups: [key]
	}))).filter(({ groups: [key = ""] }) => !known.has(plainKey(key))), ...variables].filter(({ groups: [key = ""] }) => !GIVEN$1.test(key));
}

// src/init/projects/demanded.ts
const DEMANDS = [/(?:\bos\.|(?<![\w.]))environ\[\s*["'](\w+)["']\s*\]/g, /\benv::var\(\s*"(\w+)"\s*\)\s*\.(?:expect|unwrap)\(/g];
const NAME = "[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+";
const MESSAGE = new RegExp(`["'\`](?:[^"'\`\\n]{0,40}[^\\w"'\`\\n])?(${NAME})(?: (?:environment|env) variable)? (?:is required|is missing|(?:must be|is not) (?:set|defined|configured))\\b`, "g");
const READS = new RegExp(`(?:[eE]nv|ENV|[cC]onf|viper)[\\w.:<>?!]{0,40}[\\s("'\`[{.$]{0,40}[("'\`[{.$](${NAME})\\b`, "g");
const TAKEN = /\{([^{}]*)\}\s*=\s*process\.env\b/g;
const SETS = [/\b(?:process\.env|environ|ENV)(?:\.|\[\s*["'])(\w+)(?:["']\s*\])?\s*(?:\?\?|\|\|)?=(?![=>~])/g, /\b(?:[sS]etenv|env::set_var|environ\.setdefault)\(\s*["'](\w+)["']/g];
const SETTINGS = /^class \w+\([^)\n]*\bBaseSettings\b[^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*\n?|\n)*)/gm;
const PREFIX = /\benv_prefix["']?\s*[:=]\s*["'](\w+)["']/;
const FIELD = /^(?: {2}| {4}|\t)(\w+)[ \t]*:[ \t]*(?!.*\b(?:ClassVar|Optional|None)\b)[\w.]+(?:\[.*\])?[ \t]*(?:#.*)?$/gm;
const ENDS = /\b(?:[eE]xit|SystemExit|abort|[pP]anic\w*|die|[fF]atal\w*)!?\(/;
const THROWS = /\b(?:throw|raise)\b/;
const OUTERMOST = /^(?:if|unless|throw|raise)\b/;
const NEARBY = 4;
const indent = (line) => line.search(/\S|$/);
function ends(lines, at) {
	let first = at;
	while (at - first < NEARBY && lines[first - 1]?.trimEnd().endsWith("(")) first -= 1;
	const depth = indent(lines[first]);
	const after = depth === 0 || /^\s*if\b/.test(lines[first]) ? [] : lines.slice(at + 1, at + 1 + NEARBY);
	const closing = after.findIndex((line) => line.trim() !== "" && indent(line) < depth);
	const block = closing < 0 ? after : after.slice(0, closing);
	let top = first;
	while (at - top < NEARBY && top > 0 && indent(lines[top]) > 0) top -= 1;
	const text = (from) => [...lines.slice(from, at + 1), ...block].join("\n");
	return ENDS.test(text(first)) || OUTERMOST.test(lines[top]) && THROWS.test(text(top));
}
function fatal(tree, file) {
	const found = tree.all([file], MESSAGE);
	if (found.length === 0) return [];
	const lines = tree.text(file).split("\n");
	const taken = tree.all([file], TAKEN).flatMap(({ groups: [names = ""] }) => names.match(/\w+/g) ?? []);
	const reads = /* @__PURE__ */ new Set([...taken, ...tree.all([file], READS).map(({ groups: [name] }) => name)]);
	return found.filter(({ line, groups: [name] }) => reads.has(name) && ends(lines, line - 1));
}
const settings = (tree, files) => tree.all(files, SETTINGS).flatMap(({ groups: [body = ""], ...at }) => {
	const prefix = PREFIX.exec(body)?.[1] ?? "";
	return [...body.matchAll(FIELD)].map(([, name]) => ({
		...at,
		groups: [`${prefix}${name}`.toUpperCase()]
	}));
});
function demanded(tree, folder, files, given) {
	const all = [
		...Object.keys({
			...committed(tree, folder),
			...exampleFor(tree, folder)?.values
		}),
		...SETS.flatMap((pattern) => tree.all(files, pattern)).map(({ groups: [name = ""] }) => name),
		...given,
		...[
			"PORT",
			"HOME",
			"SERVER_NAME"
		]
	];
	const known = new Set(all.flatMap((name) => [name, name.toUpperCase()]));
	const found = [
		...DEMANDS.flatMap((pattern) => tree.all(files, pattern)),
		...files.flatMap((file) => fatal(tree, file)),
		...settings(tree, files),
		...unsetKeys(tree, folder, files, [...known])
	].filter(({ groups: [name] }) => !known.has(name));
	const [first] = found;
	if (!first) return [];
	return [`it does not start without ${[...new Set(found.map(({ groups: [name] }) => name))].slice(0, 5).join(", ")} (${locationOf(first)}), which nothing in the checkout sets.`];
}

// src/init/projects/dotenv.ts
const NAMED = /(?:\benvFilePath\s*:|(\bdotenv\w*\.|\bdotenv[\w-]*["']\)+\.|(?<![\w.]))config\(\s*\{[^{}]*?\bpath\s*:)\s*(\[[^\]]*\]|[^\n;]*)/g;
const LITERAL = /(["'`])([^\n]*?)\1/g;
const OF_TOOL = /^(?!(?:.*\/)?src\/).*\.config\.[cm]?[jt]s$/;
const dotenvFiles = (tree, folder, files) => pathsIn(tree, folder, files).flatMap((path) => {
	const from = exampleOf(tree, path) ?? exampleFor(tree, folder);
	return from === null ? [] : [{
		path,
		from
	}];
});
function refused(tree, files, made, given) {
	const code = files.filter((file) => /["']dotenv-safe\b/.test(tree.text(file))).map((file) => tree.text(file));
	if (code.length === 0 || code.some((text) => /\ballowEmptyValues\s*:\s*true/.test(text))) return [];
	return made.flatMap(({ from: { path, values } }) => {
		const empty = Object.keys(values).filter((name) => own(values, name) === "" && !given.includes(name));
		return empty.length === 0 ? [] : [`dotenv-safe refuses variables without a value: give one to ${empty.join(", ")} of ${path}.`];
	});
}
function pathsIn(tree, folder, files) {
	const ours = files.filter((file) => !OF_TOOL.test(file));
	const named = tree.all(ours, NAMED).flatMap(({ file, groups: [caller, expression = ""] }) => {
		if (caller === "" && !/["']dotenv/.test(tree.text(file))) return [];
		const words = [...expression.matchAll(LITERAL)].map(([, , word = ""]) => word);
		const isOfFile = /__dirname|import\.meta/.test(expression);
		const isJoined = isOfFile || /\bcwd\(/.test(expression);
		const up = isOfFile ? words.filter((word) => /^[./]+$/.test(word)) : [];
		return words.filter((word) => /^(?:[\w./-]*\/)?\.env(?:\.(?!test)[\w.-]+)?$/.test(word)).filter((word) => isJoined || !word.startsWith("/")).flatMap((word) => resolved(isOfFile ? folderOf(file) : folder, [...up, word].join("/")) ?? []).filter((path) => tree.paths.some((other) => isBelow(other, folderOf(path))));
	});
	return [.../* @__PURE__ */ new Set([...named, join(folder, ".env")])];
}

// src/init/projects/shared.ts
function processCandidate(tree, draft) {
	const { folder, ending, except = [], evidence } = draft;
	const code = codeIn(tree, {
		folder,
		ending,
		except
	});
	const files = [...draft.entries ?? [], ...code.filter((path) => !draft.entries?.includes(path))];
	const dotenv = draft.readsDotenv === true ? dotenvFiles(tree, folder, files) : [];
	const made = dotenv.filter(({ path }) => !tree.has(path));
	const lacking = ignoredFiles(tree, folder);
	const copies = [...made.map(({ path, from }) => ({
		path,
		from: from.path
	})), ...lacking];
	const examples = [...new Map(dotenv.map(({ from }) => [from.path, from])).values()];
	const { given, at, checks, isGuessed } = portOf$2(tree, draft, files, [...examples.map(({ path }) => path), ...lacking.filter(({ path }) => path.endsWith(".env")).map(({ from }) => from)]);
	const routes = routesIn(tree, files);
	const health = draft.health === void 0 ? healthIn(routes) : null;
	const about = examples.flatMap((one) => doubts(one, made.filter(({ from }) => from.path === one.path).map(({ path }) => path)));
	const exampleNeeds = about.some((doubt) => doubt.about === "database");
	const database = exampleNeeds ? null : databaseDoubt(tree, {
		...draft,
		files
	});
	const known = database === null ? [] : [database.name];
	const contained = containerDoubt(tree, folder, [...files, ...draft.settings ?? []], known);
	const needs = draft.needs === true || exampleNeeds || database !== null || contained.length > 0;
	const demands = demanded(tree, folder, files, [
		...Object.keys(draft.env ?? {}),
		given.env ?? "",
		...known
	]);
	const fixedCosts = needs ? .1 : .3;
	const settings = examples.map(overruled);
	const plain = (word) => unreferred(word, `${nameOf(folder)}:${given.port}`);
	const plan = {
		kind: "process",
		service: nameOf(folder),
		folder,
		build: [...copies.map(({ path, from }) => copied(from, path)), ...draft.build],
		migrates: draft.migrates ?? false,
		run: draft.run.map(plain),
		env: {
			...Object.assign({}, ...settings.map(({ env }) => env)),
			...draft.env
		},
		hints: draft.hints ?? [],
		given,
		health: draft.health ?? health?.path ?? null,
		seed: draft.seed ? {
			run: draft.seed.map(plain),
			env: Object.assign({}, ...examples.map(permitting))
		} : null
	};
	return {
		title: folder === "." ? draft.title : `${draft.title} in ${folder}/`,
		plan,
		reached: isGuessed ? null : given.port,
		isPortGuessed: isGuessed,
		confidence: draft.confidence - (given.env === null ? fixedCosts : 0) - (needs ? .15 : 0) - (demands.length > 0 ? .1 : 0) - .02 * (folder === "." ? 0 : 1),
		evidence: [
			...evidence,
			...at ? [at] : [],
			...health ? [{
				file: health.file,
				line: health.line
			}] : []
		],
		checks: [
			...draft.checks ?? [],
			...demands,
			...about.map(({ text }) => text),
			...refused(tree, files, made, [...Object.keys(plan.env), given.env ?? ""]),
			...lacking.map(({ from, path }) => `${path} gets the text of ${from}.`),
			...settings.flatMap((one) => one.checks),
			...database !== null ? [database.check] : exampleNeeds ? [] : clientDoubt(tree, folder, files),
			...contained,
			...draft.seed ? [] : unloaded(tree, folder, { isMade: plan.migrates }),
			...checks
		],
		code: {
			folder,
			ending,
			except
		}
	};
}
const DATABASE_READ = /(?:process\.env\.|process\.env\[["']|env\(["']|environ(?:\.get)?[([]["']|[gG]etenv\(["']|env::var\(")((?:DATABASE|DB|MONGO(?:DB)?|POSTGRES(?:QL)?|PG|MYSQL|MARIADB)_(?:URL|URI|DSN))\b/;
function databaseDoubt(tree, { folder, env = {}, files, seed }) {
	if (usesSqlite(tree, files)) return null;
	const schemas = tree.paths.filter((path) => /\.prisma$|prisma\.config\.[jt]s$/.test(path));
	const read = tree.first([...files, ...schemas], DATABASE_READ);
	const name = read?.groups[0] ?? "";
	if (read === null || Object.hasOwn(env, name)) return null;
	const set = own(committed(tree, folder), name);
	if (set !== void 0 && /^(?:file|sqlite)\b/.test(set)) return null;
	if (set !== void 0) {
		const dotenv = join(folder, ".env");
		return {
			name,
			check: `it reads ${name} (${locationOf(read)}), which ${dotenv} sets: both sides would share that database.`
		};
	}
	const example = exampleFor(tree, folder);
	const known = example !== null && Object.hasOwn(example.values, name) ? `of which ${example.path} has an example` : "which nothing in the checkout sets";
	const where = seed ? "`env`, and under `seed.env`, as the seed gets no variable of the service" : "`env`";
	return {
		name,
		check: `it reads ${name} (${locationOf(read)}), ${known}: write it under ${where}.`
	};
}
const unreferred = (word, own) => word.replace(/\$\{([A-Za-z0-9][\w.-]*):(\d{1,5})\}/g, (all, name, port) => `${name}:${port}` === own ? all : `\${${name}: ${port}}`);
const nameOf = (folder) => baseName(folder === "." ? "app" : folder).replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || "app";
function portOf$2(tree, draft, files, examples) {
	if (draft.given) return {
		given: draft.given,
		at: null,
		checks: [],
		isGuessed: false
	};
	const docker = dockerfilesOf(tree, draft.folder).slice(0, 3).flatMap((file) => dockerPort(tree, file) ?? []);
	const named = docker.find(({ env }) => env !== null);
	const code = portIn(tree, files, docker[0]?.port ?? draft.usual);
	const example = portInExamples(tree, examples);
	const found = code?.env ? code : named ?? example ?? code ?? docker[0] ?? null;
	if (found === null) return {
		given: {
			port: draft.usual,
			env: "PORT"
		},
		at: null,
		checks: [],
		isGuessed: true
	};
	const { port, env } = found;
	const fixed = `port ${port} is fixed in ${locationOf(found)}: base and head take turns, which takes longer, until the program reads it from a variable.`;
	return {
		given: {
			port,
			env
		},
		at: found,
		checks: env === null ? [fixed] : [],
		isGuessed: false
	};
}
function portInExamples(tree, examples) {
	const found = tree.all(examples, PORT_LINE).find(({ groups: [name = ""] }) => isOwnPort(name));
	return found ? {
		file: found.file,
		line: found.line,
		env: found.groups[0],
		port: Number(found.groups[1])
	} : null;
}
const PORT_LINE = /^[ \t]*(?:#[ \t]*)?(?:export\s+)?(PORT|(?:\w+_)?(?:HTTP|APP|SERVER|WEB|LISTEN)_PORT)[ \t]*=[ \t]*["']?(\d{2,5})\b/gm;
const procfileWeb = (tree, folder) => procfile$1(tree, folder, "web");
function procfileRelease(tree, folder, programs) {
	const found = procfile$1(tree, folder, "release");
	if (found === null) return [];
	return [lineIn(folder, `PATH="$PWD/${programs}:$PATH"; ${execLast(found.command)}`)];
}
function procfile$1(tree, folder, process) {
	const found = tree.first([join(folder, "Procfile")], new RegExp(`^${process}:\\s*(\\S.*)$`, "m"));
	return found && {
		command: found.groups[0].trim(),
		at: {
			file: found.file,
			line: found.line
		}
	};
}
const SCHEMA = /(?:^|\/)(?:schema|structure|init|dump)\.sql$/i;
const DATA = /(?:^|\/)(?:seeds?|seeders?|seed[-_.]?(?:data|db|dev|all)|(?:demo|sample)[-_]?data)\.(?:sql|[cm]?[jt]s|py|rb|sh)$|(?:^|\/)seeds\/[^/]+\.(?:sql|[cm]?[jt]s)$/i;
const filesOf = (tree, folder, pattern) => tree.paths.filter((path) => isBelow(path, folder) && pattern.test(path) && !isAside(path) && !/\bresources\//.test(path));
const STATEMENT = /^[ \t]*(?!#|\/\/|--)\S/m;
const dataFiles = (tree, folder) => filesOf(tree, folder, DATA).filter((path) => tree.text(path) === "" || STATEMENT.test(tree.text(path)));
function unloaded(tree, folder, { isMade, isSeed = false }) {
	const [first, ...more] = [...isMade ? [] : filesOf(tree, folder, SCHEMA), ...dataFiles(tree, folder)];
	if (first === void 0) return [];
	return [`${first}${more.length === 0 ? "" : ` (and ${more.length} more)`} is for a database, by its name, and nothing loads it: ${isSeed ? "run its command behind that of `seed`" : "give its command as `seed`"}.`];
}
function execLast(command) {
	const [, before = "", last = ""] = /^(.*(?:;|&&)\s*)?(.*)$/s.exec(command) ?? [];
	return /[|&]/.test(last) || /^\w+=|^exec\s/.test(last) ? command : `${before}exec ${last}`;
}
const argvOf = (command) => /[$&|;<>()`"'\\*?~={}]/.test(command) ? [
	"sh",
	"-c",
	execLast(command)
] : command.split(/\s+/);
const inFolder = (folder, argv) => folder === "." ? argv : lineIn(folder, argv.map(shellWord$1).join(" "));
const lineIn = (folder, line) => [
	"sh",
	"-c",
	folder === "." ? line : `cd ${shellWord$1(folder)} && ${line}`
];
const inFoldersWith = (manifest, candidate) => (tree) => {
	const paths = tree.named(manifest).filter((path) => !ASIDE$1.test(path));
	return [...new Set(paths.map(folderOf))].slice(0, 20).flatMap((folder) => candidate(tree, folder) ?? []);
};
const ASIDE$1 = /(?:^|\/)(?:tests?|examples?|docs?|e2e|fixtures)\//;
function outputFolder(tree) {
	const ignored = new Set(tree.text(".gitignore").split("\n").map((line) => line.trim().replace(/^\/|\/\*?$/g, "")));
	return [
		"bin",
		"build",
		"dist",
		"out",
		"tmp"
	].find((name) => ignored.has(name)) ?? "bin";
}

// src/init/projects/java.ts
const CODE$7 = /\.(?:java|kt|groovy)$/;
const FRAMEWORKS = [
	{
		sign: /spring-boot|org\.springframework\.boot/,
		env: "SERVER_PORT",
		health: "/actuator/health"
	},
	{
		sign: /io\.quarkus|quarkus-/,
		env: "QUARKUS_HTTP_PORT",
		health: "/q/health"
	},
	{
		sign: /io\.micronaut|micronaut[-.]/,
		env: "MICRONAUT_SERVER_PORT",
		health: "/health"
	},
	{
		sign: /ktor[-.]server/,
		env: "PORT",
		health: void 0
	}
];
const VERSION = /\bJavaLanguageVersion\.of\(\s*(\d+)|\bjvmToolchain\(\s*(\d+)|\bJavaVersion\.VERSION_(?:1_)?(\d+)|\bsourceCompatibility(?:\s*=)?\s*["']?(?:1\.)?(\d+)|<(?:java\.version|maven\.compiler\.release)>\s*(?:1\.)?(\d+)\s*</;
const MAIN = /@SpringBootApplication|static void main\(|^fun main\(/m;
const OF_QUARKUS = /@QuarkusMain|^@Path\(/m;
const PORTS = [
	"server.port",
	"micronaut.server.port",
	"quarkus.http.port"
];
const MANIFEST = /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/;
const JAVA = {
	files: /(?:^|\/)(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|mvnw|gradlew|(?:application|bootstrap)(?:-[\w-]+)?\.(?:properties|ya?ml))$/,
	code: CODE$7,
	candidates: inFoldersWith(MANIFEST, inProject$3)
};
function inProject$3(tree, folder) {
	const manifest = manifestIn(tree, folder);
	const text = tree.text(manifest);
	if (/<packaging>\s*pom\s*<\/packaging>/.test(text)) return null;
	const sources = tree.sources(join(folder, "src"), CODE$7);
	const hasModules = tree.paths.some((path) => isBelow(path, folder) && folderOf(path) !== folder && MANIFEST.test(baseName(path)));
	const code = sources.length > 0 || hasModules ? sources : tree.sources(folder, CODE$7);
	const framework = FRAMEWORKS.find(({ sign }) => sign.test(text));
	const isKtor = framework?.env === "PORT";
	const isQuarkus = framework?.env === "QUARKUS_HTTP_PORT";
	const isInstalled = isKtor || framework?.env === "MICRONAUT_SERVER_PORT" && !manifest.endsWith("pom.xml");
	const main = tree.first(code, MAIN) ?? (isQuarkus ? tree.first(code, OF_QUARKUS) : null);
	if (!framework || !main || isKtor && manifest.endsWith("pom.xml")) return null;
	const { build, jar, output, flyway } = manifest.endsWith("pom.xml") ? maven(tree, folder, text) : gradle(tree, folder, text, isInstalled);
	if (isInstalled && baseName(jar) === ".") return null;
	const migration = /flyway-maven-plugin|org\.flywaydb\.flyway\b/.test(text) && !/flyway-core/.test(text) ? [flyway] : [];
	const isSpring = framework.env === "SERVER_PORT";
	const at = isQuarkus ? `${output}/quarkus-app/quarkus-run.jar` : jar;
	const settings = tree.paths.filter((path) => isBelow(path, folder) && !isAside(path) && /\/application\.(?:properties|ya?ml)$/.test(path));
	const [port] = PORTS.flatMap((key) => /[1-9]\d*/.exec(setting(tree, settings, key) ?? "")?.[0] ?? []);
	const active = code.filter((file) => isSwitchedOn(tree, settings, file));
	const closed = tree.first(active, /\bany(?:Exchange|Request)\(\)\s*\.authenticated\(\)/);
	const isClosed = closed !== null && !/\bpermitAll\b/.test(tree.text(closed.file));
	const isGateway = /spring-cloud-starter-(?:gateway|netflix-zuul)/.test(text);
	const version = javaVersion(tree, folder);
	const servers = localServers(tree, settings, Number(port ?? 8080));
	const hasHealth = /actuator|smallrye-health|micronaut[-.]management/.test(text);
	return processCandidate(tree, {
		title: `the ${isInstalled ? "start script" : "JAR"} of ${manifest}`,
		folder,
		build: [build, ...migration],
		migrates: migration.length > 0,
		run: isInstalled ? [jar] : at.includes("*") ? [
			"sh",
			"-c",
			`exec java -jar ${at}`
		] : [
			"java",
			"-jar",
			at
		],
		given: isKtor ? ktorPort(tree, folder, code) : {
			port: Number(port ?? 8080),
			env: framework.env
		},
		usual: 8080,
		health: isSpring ? springHealth(tree, settings, active, hasHealth) : hasHealth ? framework.health : void 0,
		confidence: isGateway ? .65 : .75,
		evidence: [{
			file: manifest,
			line: null
		}, main],
		checks: [
			...isClosed ? [`every request needs an account (${locationOf(closed)}): let the load send one, or measure a service behind it.`] : [],
			...version === null ? [] : [`it is built for Java ${version.groups.find(Boolean)} (${locationOf(version)}), and \`java\` of the PATH runs it: that has to be this version or a later one.`],
			...servers
		],
		needs: servers.length > 0,
		settings,
		readsDotenv: isQuarkus || tree.first(code, /\bcdimascio\.dotenv\b/) !== null,
		ending: CODE$7
	});
}
const MANIFESTS = [
	"pom.xml",
	"build.gradle",
	"build.gradle.kts"
];
const manifestIn = (tree, folder) => MANIFESTS.map((name) => join(folder, name)).find((path) => tree.has(path));
const javaVersion = (tree, folder) => tree.first([folder, ...ancestors(folder)].flatMap((one) => manifestIn(tree, one) ?? []), VERSION);
function packaging(tree, folder, isInstalled) {
	const manifest = manifestIn(tree, folder) ?? "";
	const text = tree.text(manifest);
	if (manifest.endsWith("pom.xml")) return maven(tree, folder, text).build;
	return (isInstalled || /springframework\.boot|quarkus/.test(text)) && manifest !== "" ? gradle(tree, folder, text, isInstalled).build : null;
}
function makesImage(tree, name) {
	const made = new RegExp(`(?<!\\bfrom[\\s.>{]*)(?:<(?:name|image|imageName|repository)>|\\bimage(?:Name)?(?:\\.set\\(|\\s*=)?\\s*["'])\\s*(?:[^\\s<>"']*/)?${escaped(name)}(?![\\w./-])`);
	return ofProject(tree.text("pom.xml"), "artifactId") === name || tree.first(MANIFESTS, made) !== null;
}
function maven(tree, folder, text) {
	const top = ancestors(folder).findLast((above) => {
		return tree.all([join(above, "pom.xml")], /<module>\s*([^<\s]+)\s*<\/module>/g).some(({ groups: [name = ""] }) => isIn$1(folder, join(above, name)));
	});
	const at = top ?? folder;
	const chosen = top === void 0 ? [] : ["-pl", below(folder, top)];
	const call = [
		...buildTool(tree, at, "mvnw", "mvn"),
		"--batch-mode",
		"-q"
	];
	const made = top === void 0 ? [] : ["-am"];
	return {
		build: inFolder(at, [
			...call,
			"-DskipTests",
			...chosen,
			...made,
			"package"
		]),
		jar: `target/${finalName(text, top === void 0 ? "" : tree.text(join(top, "pom.xml"))) ?? "*"}.jar`,
		output: "target",
		flyway: inFolder(at, [
			...call,
			...chosen,
			"flyway:migrate"
		])
	};
}
function buildTool(tree, folder, wrapper, program) {
	const path = join(folder, wrapper);
	if (!tree.has(path)) return [program];
	return [/^#!.*\bbash\b/.test(tree.text(path)) ? "bash" : "sh", `./${wrapper}`];
}
function ofProject(pom, name) {
	const head = pom.replace(/<parent>[\s\S]*?<\/parent>/, "").replace(/<(?:dependencies|build|profiles)>[\s\S]*/, "");
	return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(head)?.[1];
}
function finalName(text, parent) {
	const [artifactId, version] = [ofProject(text, "artifactId"), ofProject(text, "version")];
	const shown = ofProject(text, "name");
	const written = [text, parent].flatMap((one) => /<finalName>\s*([^<]*?)\s*</.exec(one)?.[1] ?? [])[0];
	const values = {
		artifactId,
		version,
		name: shown ?? artifactId
	};
	const name = written?.replace(/\$\{(?:project\.)?(artifactId|version|name)\}/g, (all, key) => own(values, key) ?? all) ?? named(artifactId, version);
	return /^[\w.-]+$/.test(name ?? "") ? name : null;
}
function gradle(tree, folder, text, isInstalled) {
	const settingsOf = (at) => tree.text(join(at, "settings.gradle")) || tree.text(join(at, "settings.gradle.kts"));
	const top = ancestors(folder).find((above) => {
		const path = below(folder, above).replaceAll("/", ":");
		return new RegExp(`["']:?${escaped(path)}["']`).test(settingsOf(above));
	});
	const at = top ?? folder;
	const name = /rootProject\.name\s*=\s*["']([\w.-]+)["']/.exec(settingsOf(folder))?.[1];
	const version = /^version\s*=\s*["']([\w.-]+)["']/m.exec(text)?.[1];
	const call = [...buildTool(tree, at, "gradlew", "gradle"), "-q"];
	const project = top === void 0 ? "" : `:${below(folder, top).replaceAll("/", ":")}:`;
	const task = isInstalled ? "installDist" : /quarkus/.test(text) ? "quarkusBuild" : "bootJar";
	const script = /\bapplicationName\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1] ?? name ?? baseName(folder);
	return {
		build: inFolder(at, [...call, `${project}${task}`]),
		jar: isInstalled ? `build/install/${script}/bin/${script}` : `build/libs/${(top === void 0 ? named(name, version) : null) ?? "*"}.jar`,
		output: "build",
		flyway: inFolder(at, [...call, `${project}flywayMigrate`])
	};
}
function ktorPort(tree, folder, code) {
	if (tree.first(code, /\bembeddedServer\(/) !== null) return void 0;
	const files = tree.paths.filter((path) => isBelow(path, folder) && /\/application\.(?:conf|ya?ml)$/.test(path));
	const [env] = tree.first(files, /^[ \t]*port\s*[=:]\s*"?\$\{?\??(\w+)/m)?.groups ?? [];
	const [port] = tree.first(files, /^[ \t]*port\s*[=:]\s*"?(?:\$\w+:)?(\d+)/m)?.groups ?? [];
	return port === void 0 ? void 0 : {
		port: Number(port),
		env: env ?? null
	};
}
const below = (folder, above) => above === "." ? folder : folder.slice(above.length + 1);
const isIn$1 = (folder, other) => folder === other || isBelow(folder, other);
const named = (name, version) => name === void 0 || version === void 0 ? null : `${name}-${version}`;

// src/init/projects/migrations.ts
const SCRIPT = /^(?:(?:db|prisma|database|knex|drizzle|typeorm|sequelize):)?migrat(?:e|ions?)(?:[:_-](?:run|up|latest|deploy|prod))?$/;
const KNEX = /(?:^|\/)knexfile\.[cm]?[jt]s$/;
function knex(tree, folder, command) {
	const file = tree.paths.find((path) => isBelow(path, folder) && KNEX.test(path));
	if (file === void 0) return null;
	const way = folder === "." ? file : file.slice(folder.length + 1);
	return [
		"npx",
		"knex",
		command,
		...folderOf(file) === folder ? [] : ["--knexfile", way]
	];
}
function migrationOf(tree, { folder, scripts }, manager) {
	const name = Object.keys(scripts).find((one) => SCRIPT.test(one) && !/migrate dev\b/.test(scripts[one]));
	if (name !== void 0) return [
		manager,
		"run",
		name
	];
	const below = (pattern) => tree.paths.some((path) => isBelow(path, folder) && pattern.test(path));
	const found = PROGRAMS$1.find(([, ...files]) => files.every(below));
	return found ? ["npx", ...found[0].split(" ")] : knex(tree, folder, "migrate:latest");
}
const PROGRAMS$1 = [
	["prisma migrate deploy", /(?:^|\/)prisma\/migrations\//],
	["sequelize-cli db:migrate", /(?:^|\/)\.sequelizerc$/],
	[
		"sequelize-cli db:migrate",
		/(?:^|\/)config\/config\.js(?:on)?$/,
		/(?:^|\/)migrations\/\d{8,}[\w-]*\.c?js$/
	],
	[
		"drizzle-kit migrate",
		/(?:^|\/)drizzle\.config\.[cm]?[jt]s$/,
		/(?:^|\/)meta\/_journal\.json$/
	]
];
const PUSH = "npx prisma db push >&2";
function unpushedSchema(tree, { folder, scripts }, start) {
	const inFiles = (at) => tree.paths.filter((path) => path === at || folderOf(path) === at && path.endsWith(".prisma"));
	const schema = [
		"prisma/schema.prisma",
		"schema.prisma",
		"prisma/schema"
	].map((path) => join(folder, path)).find((at) => inFiles(at).length > 0);
	if (schema === void 0 || tree.first(inFiles(schema), /provider\s*=\s*["']mongodb/) !== null) return null;
	const migrations = [schema, folderOf(schema)].map((at) => join(at, "migrations"));
	const isMade = (path) => migrations.some((at) => isBelow(path, at)) || isBelow(path, folder) && /\.(?:db|sqlite3?)$/.test(path) && !isAside(path);
	const { build = "", postinstall = "", seed = "", "db:seed": other = "" } = scripts;
	const run = [
		start,
		build,
		postinstall,
		seed,
		other
	].join(" ");
	return tree.paths.some(isMade) || /prisma (?:db push|migrate)/.test(run) ? null : schema;
}

// src/init/projects/nodestart.ts
function startOf(tree, folder, scripts) {
	const manifest = join(folder, "package.json");
	const web = procfileWeb(tree, folder);
	const name = [
		/^(?:npm|yarn|pnpm|bun)(?: run)? (start[\w:-]*)$/.exec(web?.command ?? "")?.[1],
		"start:prod",
		"start:production",
		"prod",
		"start",
		"serve"
	].find((one) => one !== void 0 && scripts[one] !== void 0);
	if (name !== void 0) {
		const line = tree.first([manifest], new RegExp(`"${name.replace(/[^\w:-]/g, "")}"\\s*:`))?.line ?? null;
		const { rest, builds } = withoutBuild(scripts[name]);
		const other = scripts[/^(?:npm|yarn|pnpm|bun)(?: run)? ([\w:-]+)$/.exec(rest)?.[1] ?? ""];
		return {
			...about(tree, folder, underlying(tree, folder, other ?? rest)),
			title: `\`npm run ${name}\``,
			at: {
				file: manifest,
				line
			},
			builds,
			before: scripts[`pre${name}`] === void 0 ? null : `pre${name}`
		};
	}
	const file = [
		String(tree.json(manifest).main ?? ""),
		"server.js",
		"app.js",
		"index.js",
		"src/server.js",
		"src/index.js"
	].map((one) => join(folder, one.replace(/^\.\//, ""))).find((one) => tree.has(one));
	if (file === void 0 || !/\.listen\(|createServer\(/.test(tree.text(file))) return null;
	const path = folder === "." ? file : file.slice(folder.length + 1);
	const own = {
		title: path,
		at: {
			file,
			line: null
		},
		builds: null,
		before: null
	};
	return {
		...about(tree, folder, `node ${path}`),
		...own
	};
}
function withoutBuild(command) {
	const parts = command.split(/\s*&&\s*/);
	const builds = parts.slice(0, -1).map((part) => /^(?:npm|yarn|pnpm|bun)(?: run)? (\S*build\S*)$/.exec(part)?.[1]);
	return builds.length > 0 && builds.every((name) => name !== void 0) ? {
		rest: parts.at(-1),
		builds
	} : {
		rest: command,
		builds: null
	};
}
function underlying(tree, folder, command) {
	const [, , compiled] = /^tsc-watch\b.*\s--onSuccess\s+(["'])(.*?)\1/.exec(command) ?? [];
	if (compiled !== void 0) return compiled;
	const [, watched] = /^(?:npx )?nodemon\s+([\w./-]+\.[cm]?js)$/.exec(command) ?? [];
	if (watched !== void 0) return `node ${watched}`;
	const nx = /^(?:npx )?nx (?:serve(?: ([\w-]+))?|run ([\w-]+):serve)$/.exec(command);
	const served = nx && builtByNx(tree, folder, nx[1] ?? nx[2]);
	if (served) return `node ${served}`;
	const file = /\bpm2(?:-runtime)?\s+(?:start\s+)?(\S+\.json)/.exec(command)?.[1];
	const [app] = (file === void 0 ? [] : tree.json(join(folder, file)).apps) ?? [];
	const started = app?.script;
	if (typeof started === "string") return `node ${started}`;
	if (/^nest start$/.test(command) && !/"monorepo"|"entryFile"/.test(tree.text(join(folder, "nest-cli.json")))) return "node dist/main";
	return command.replace(/^(?:cross-env\s+)((?:\w+=\S+\s+)*)/, "$1");
}
function builtByNx(tree, folder, project) {
	const files = tree.named(/^project\.json$/).filter((path) => isBelow(path, folder));
	const own = join(folder, "project.json");
	const { outputPath, main } = (files.map((path) => [path, tree.json(path)]).find(([path, { name }]) => project === void 0 ? path === own : name === project)?.[1])?.targets?.build?.options ?? {};
	if (typeof outputPath !== "string" || typeof main !== "string") return null;
	const made = `${outputPath.replace(/^\{workspaceRoot\}\//, "")}/${baseName(main).replace(/\.[cm]?ts$/, ".js")}`;
	return shellWord$1(made) === made ? made : null;
}
function about(tree, folder, command) {
	const entry = /\b(?:node|bun(?: run)?)\s+(?:-\S+\s+)*(\S+)/.exec(command)?.[1]?.replace(/^\.\//, "");
	const made = entry !== void 0 && !tree.has(join(folder, entry)) && !tree.has(join(folder, `${entry}.js`));
	const source = (entry ?? "").replace(/^(?:dist|build|lib|out)\/(?:src\/)?/, "src/").replace(/\.[cm]?js$/, "");
	const entries = [
		entry ?? "",
		`${source}.ts`,
		`${source}.js`,
		"src/main.ts",
		"src/index.ts",
		"src/server.ts"
	].map((path) => join(folder, path)).filter((path, i, all) => tree.has(path) && all.indexOf(path) === i);
	const plain = /^(?:node|deno|bun|sh|bash)\s/.test(command);
	const run = plain ? argvOf(command) : [
		"npx",
		"--no-install",
		...argvOf(command)
	];
	return {
		command,
		run: /^(?:\w+=|.*[&|;])/.test(command) ? [
			"sh",
			"-c",
			`PATH="$PWD/node_modules/.bin:$PATH"; ${execLast(command)}`
		] : run,
		needsBuild: made || !plain || /^(?:dist|build|out)\//.test(entry ?? ""),
		listens: tree.first(entries, /\.listen\(|createServer\(/) !== null,
		entries
	};
}

// src/init/projects/workspace.ts
function builtBefore(tree, folder, root) {
	if (!(tree.has(join(root, "pnpm-workspace.yaml")) || tree.json(join(root, "package.json")).workspaces !== void 0)) return [];
	const folders = new Map(tree.named(/^package\.json$/).filter((path) => isBelow(path, root)).map((path) => [String(tree.json(path).name), folderOf(path)]));
	const seen = /* @__PURE__ */ new Set([folder]);
	const visit = (at) => {
		const { dependencies, devDependencies } = tree.json(join(at, "package.json"));
		return Object.keys({
			...Object(dependencies),
			...Object(devDependencies)
		}).flatMap((name) => {
			const next = folders.get(name);
			if (next === void 0 || seen.has(next)) return [];
			seen.add(next);
			return [...visit(next), next];
		});
	};
	return visit(folder).filter((at) => scriptsOf$1(tree, at).build !== void 0);
}
const scriptsOf$1 = (tree, folder) => Object(tree.json(join(folder, "package.json")).scripts);
function filteredBuild(tree, { folder, root, manager, isBuilt }) {
	const { name } = tree.json(join(folder, "package.json"));
	if (typeof name !== "string") return null;
	const filter = `${name}${isBuilt ? "..." : "^..."}`;
	if (/"build"\s*:/.test(tree.text(join(root, "turbo.json")))) return [
		"npx",
		"turbo",
		"run",
		"build",
		`--filter=${filter}`
	];
	return manager === "pnpm" ? [
		"pnpm",
		"--filter",
		filter,
		"run",
		"build"
	] : null;
}

// src/init/projects/node.ts
const CODE$6 = /\.[cm]?[jt]sx?$/;
const SERVERS$2 = /^(?:express|fastify|koa|@nestjs\/core|@hapi\/hapi|hono|@hono\/node-server|restify|polka|@feathersjs\/\w+|@adonisjs\/core|apollo-server(?:-express)?|@apollo\/server|graphql-yoga|@trpc\/server|socket\.io|moleculer-web|json-server|@loopback\/rest|h3|elysia)$/;
const PAGES = /^(?:next|nuxt|@remix-run\/serve|@sveltejs\/adapter-node|astro)$/;
const WATCHES = /\bnest start\b|nodemon|ts-node-dev|--watch|\b-w\b|\btsx watch\b|\bvite(?: dev)?$|react-scripts start|next dev|nuxt dev|ng serve|vue-cli-service serve|webpack serve|http-server|expo start|electron|storybook|\bnx (?:serve|run \S+:serve)\b/;
const NODE = {
	files: /(?:^|\/)(?:package\.json|project\.json|config\/(?:custom-environment-variables|default)\.(?:json|ya?ml)|(?:npm-shrinkwrap|package-lock)\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lockb?|Procfile|[\w.-]+\.prisma|\.npmrc|nest-cli\.json|turbo\.json|\.yarnrc\.yml|ecosystem\.config\.json)$/,
	code: CODE$6,
	candidates: inFoldersWith(/^package\.json$/, inPackage)
};
function isOfPages(tree, folder) {
	const names = Object.keys(texts(tree.json(join(folder, "package.json")).dependencies));
	return names.some((name) => PAGES.test(name)) && !names.some((name) => SERVERS$2.test(name));
}
function packageIn$1(tree, folder) {
	const manifest = tree.json(join(folder, "package.json"));
	const scripts = texts(manifest.scripts);
	const start = startOf(tree, folder, scripts);
	if (start === null) return null;
	const dependencies = texts(manifest.dependencies);
	const has = (pattern) => Object.keys(dependencies).some((name) => pattern.test(name));
	const isPages = has(PAGES) || /^(?:next|nuxt) start\b/.test(start.command);
	return {
		folder,
		scripts,
		dependencies,
		start,
		isServer: has(SERVERS$2),
		isPages
	};
}
function inPackage(tree, folder) {
	const found = packageIn$1(tree, folder);
	if (found === null) return null;
	const { scripts, start, isServer, isPages } = found;
	const manager = managerOf(tree, folder);
	const setsMode = /\bNODE_ENV=/.test(start.command);
	const production = setsMode ? null : productionAt(tree, folder);
	const seed = seedOf$2(tree, found, manager.name);
	const migrates = migration$1(tree, found, manager.name);
	const schema = migrates.length > 0 ? null : unpushedSchema(tree, found, `${start.command} ${scripts[start.before ?? ""] ?? ""}`);
	const where = folder === "." ? "" : ` in ${folder}`;
	const checks = [
		...WATCHES.test(start.command) ? [`${start.at.file} starts it with \`${start.command}\`, which compiles or watches at every start.`] : [],
		...manager.locked ? [] : [`no lock file${where}: base and head may get other versions of packages.`],
		...schema === null || seed !== null ? [] : [`no migration of ${schema} was found: \`npx prisma db push\`, as \`seed\`, creates the tables.`]
	];
	return processCandidate(tree, {
		title: start.title,
		folder,
		build: [...buildOf(tree, found, manager), ...migrates],
		migrates: migrates.length > 0 || /migrat|prisma db push/.test(scripts[start.before ?? ""] ?? ""),
		run: start.run,
		env: production === null ? {} : { NODE_ENV: "production" },
		hints: [...start.run[0] === "node" ? STEADIER : [], ...production === null && !setsMode && isServer ? [MODE$1] : []],
		usual: 3e3,
		given: isPages && !isServer ? {
			port: 3e3,
			env: "PORT"
		} : configuredPort$1(tree, folder),
		seed: seed === null ? null : schema === null ? inFolder(folder, seed) : lineIn(folder, `${PUSH} && ${seed.map(shellWord$1).join(" ")}`),
		confidence: confidenceOf(found),
		evidence: [start.at, ...production === null ? [] : [production]],
		checks,
		ending: CODE$6,
		entries: start.entries,
		readsDotenv: readsDotenv(tree, found)
	});
}
function configuredPort$1(tree, folder) {
	const named = (name) => [
		"json",
		"yml",
		"yaml"
	].map((end) => join(folder, `config/${name}.${end}`));
	const found = (name, value) => tree.all(named(name), new RegExp(`\\bport["']?\\s*:\\s*["']?(${value})\\b`, "g")).flatMap(({ groups: [one] }) => one ?? []);
	const env = found("custom-environment-variables", "\\w*PORT").find(isOwnPort);
	const port = found("default", "\\d{2,5}").map(Number).find(mayBeHttp);
	return env === void 0 ? void 0 : {
		env,
		port: port ?? 3e3
	};
}
const generated = (folder, { dependencies, scripts }) => own(Object(dependencies), "@prisma/client") === void 0 || /prisma generate/.test(Object.values(Object(scripts)).join(" ")) ? [] : [inFolder(folder, [
	"npx",
	"prisma",
	"generate"
])];
function buildOf(tree, found, manager) {
	const { folder, scripts, dependencies, start, isServer, isPages } = found;
	const compiles = start.before !== null && /build|\btsc\b/.test(scripts[start.before]);
	const building = start.builds ?? (scripts.build === void 0 || compiles ? [] : ["build"]);
	const own = isServer && !isPages && !start.needsBuild && start.builds === null && !servesBuilt(tree, folder) ? [] : building;
	const before = builtBefore(tree, folder, manager.folder);
	const isBuilt = own.length === 1 && own[0] === "build";
	const together = before.length === 0 ? null : filteredBuild(tree, {
		folder,
		root: manager.folder,
		manager: manager.name,
		isBuilt
	});
	return [
		inFolder(manager.folder, manager.install),
		...generated(folder, {
			dependencies,
			scripts
		}),
		...together === null ? before.map((at) => script(manager.name, at, "build")) : [inFolder(manager.folder, together)],
		...together !== null && isBuilt ? [] : own.map((name) => script(manager.name, folder, name)),
		...start.before === null ? [] : [script(manager.name, folder, start.before)]
	];
}
function servesBuilt(tree, folder) {
	const code = tree.sources(folder, CODE$6).filter((path) => !/config/.test(path));
	return tree.all(code, /(?:static|sendFile|readFile)[^\n]*["'`/]((?:client\/)?(?:dist|build))\b/gi).some(({ groups: [at = ""] }) => !tree.paths.some((path) => isBelow(path, join(folder, at))));
}
const confidenceOf = ({ start, isServer, isPages }) => (isServer ? .75 : isPages ? .7 : start.listens ? .55 : .2) - (WATCHES.test(start.command) ? .25 : 0);
const DOTENV = [
	"dotenv",
	"@nestjs/config",
	"@fastify/env",
	"env-cmd",
	"dotenv-cli",
	"dotenv-safe"
];
const readsDotenv = (tree, { dependencies, scripts, start }) => DOTENV.some((name) => Object.hasOwn(dependencies, name)) || /env-file/.test(Object.values(scripts).join(" ")) || tree.first(start.entries, /\bloadEnvFile\(/) !== null;
const STEADIER = ["Starts differ less, and smaller changes are found sooner, with a young generation of fixed size:", `node ${FIXED_YOUNG_GENERATION} …`];
const MODE$1 = "Packages may be slower without it. If production sets it: env: { NODE_ENV: production }";
const productionAt = (tree, folder) => tree.first(dockerfilesOf(tree, folder).slice(0, 3), /^ENV\s(?:[^\n]*\s)?NODE_ENV[= ]"?production\b/m);
function managerOf(tree, folder) {
	const above = [folder, ...ancestors(folder)];
	for (const at of above) {
		const has = (file) => tree.has(join(at, file));
		const pinned = /^(npm|pnpm|yarn|bun)@(\d+)?/.exec(String(tree.json(join(at, "package.json")).packageManager ?? ""));
		const found = {
			folder: at,
			locked: true
		};
		if (has("pnpm-lock.yaml")) return {
			name: "pnpm",
			install: [
				"pnpm",
				"install",
				"--frozen-lockfile"
			],
			...found
		};
		if (has("bun.lock") || has("bun.lockb")) return {
			name: "bun",
			install: [
				"bun",
				"install",
				"--frozen-lockfile"
			],
			...found
		};
		if (has("yarn.lock")) return {
			name: "yarn",
			install: [
				"yarn",
				"install",
				has(".yarnrc.yml") || Number(pinned?.[2] ?? 1) > 1 ? "--immutable" : "--frozen-lockfile"
			],
			...found
		};
		if (has("package-lock.json") || has("npm-shrinkwrap.json")) return {
			name: "npm",
			install: ["npm", "ci"],
			...found
		};
		const name = pinned?.[1];
		if (name !== void 0) return {
			name,
			install: [name, "install"],
			folder: at,
			locked: false
		};
	}
	return {
		name: "npm",
		install: [
			"npm",
			"install",
			"--no-audit",
			"--no-fund"
		],
		folder,
		locked: false
	};
}
const script = (manager, folder, name) => inFolder(folder, [
	manager,
	"run",
	name
]);
function migration$1(tree, found, manager) {
	const step = migrationOf(tree, found, manager);
	return step === null ? procfileRelease(tree, found.folder, "node_modules/.bin") : [inFolder(found.folder, step)];
}
function seedOf$2(tree, { folder, scripts }, manager) {
	const name = Object.keys(scripts).find((one) => /^(?:db:)?seed(?:[:_-](?:run|db|relational|up|data))*$/.test(one));
	if (name !== void 0) return [
		manager,
		"run",
		name
	];
	if (Object.hasOwn(texts(tree.json(join(folder, "package.json")).prisma), "seed")) return [
		"npx",
		"prisma",
		"db",
		"seed"
	];
	const data = dataFiles(tree, folder);
	const seeds = data.some((path) => /(?:^|\/)seeds\//.test(path)) ? knex(tree, folder, "seed:run") : null;
	if (seeds !== null) return seeds;
	const [only, ...more] = data;
	return only !== void 0 && more.length === 0 && /\.[cm]?js$/.test(only) ? ["node", folder === "." ? only : only.slice(folder.length + 1)] : null;
}
const texts = (value) => typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).filter((entry) => typeof entry[1] === "string")) : {};

// src/init/target.ts
const FOR_DEVELOPERS = /\bdev\b(?!\/)|--reload|--watch|tsx watch|nodemon|watchmedo|watchfiles|(?<!log-level[ =])\bdebug\b(?!=false)|runserver|sleep infinity|(?<![\w-])air\b|CompileDaemon/;
const FRONT_END = /front|(?:^|web|[-_])(?:ui|client|admin)(?:$|[-_])/i;
const BACK_END = /(?:^|[-_])(?:api|backend|server)(?:$|[-_])/i;
const HELPER = /(?:^|[-_])(?:(?:mock|fake|stub|mail|smtp|sql|eureka|discovery|registry)(?:s|er|[-_]?server)?|(?:config|auth)[-_]?server)(?:$|[-_])/i;
const OTHER_PROTOCOL = /(?:^|_)(?:GRPC|SMTP|SSH|S?FTP|LDAP|MQTT|AMQP|TCP|UDP)_/;
const RANK = {
	built: 0,
	mounted: 0,
	published: 10,
	proxy: 20
};
function targetOf(tree, services, folder, asked) {
	const own = services.filter((one) => one.role !== "behind" && !isSeed(one) && !isUnpublishable(one.service.network_mode));
	const withPort = own.flatMap((composed) => {
		const { port, at, checks } = portOf$1(tree, composed, folder, asked);
		return port === null ? [] : [{
			composed,
			port,
			evidence: at,
			checks,
			isDoubtful: checks.length > 0
		}];
	});
	const isOfCheckout = (one) => one.dockerfile !== null || one.mounted !== null;
	const isBehind = (one) => isOfCheckout(one) && isPhpFpm(tree, one) && !withPort.some(({ composed }) => composed === one);
	const isAsked = (one) => askedPort(one, asked) !== null;
	const made = (one) => {
		if (one.dockerfile !== null) return "built";
		if (one.mounted !== null && one.role === "other") return "mounted";
		if (one.role === "front" && own.some(isAsked(one) ? isOfCheckout : isBehind)) return "built";
		return isOwnImage(tree, one, folder) ? "published" : "proxy";
	};
	const rank = ({ composed, port }) => RANK[made(composed)] + (made(composed) === "proxy" && composed.role !== "front" ? 10 : 0) + (composed.published.length > 0 ? 0 : 4) - (isAsked(composed) ? 8 : 0) + (/test|playwright|cypress|worker|migrat|cron|docs|storybook/i.test(composed.name) ? 5 : 0) + (BACK_END.test(composed.name) ? 0 : /gateway|proxy|app|web/i.test(composed.name) ? .5 : 1) + (FRONT_END.test(composed.name) || hasPages(tree, composed) ? 5 : 0) + (HELPER.test(composed.name) ? 15 : 0) + (port === 5432 || port === 6379 ? 50 : 0);
	const open = withPort.filter(({ composed }) => composed.profiles.length === 0);
	const [best] = (open.some((one) => rank(one) < 20) ? open : withPort).sort((a, b) => rank(a) - rank(b));
	if (!best || rank(best) >= 30) return null;
	const { composed } = best;
	const equals = open.filter((one) => rank(one) === rank(best)).map((one) => one.composed);
	for (const front of isAsked(composed) || equals.length < 2 ? [] : open) {
		const names = behind(tree, front.composed, equals, folder);
		if (names.length < 2) continue;
		const check = `${front.composed.name} forwards to ${names.join(", ")}: their routes may have other paths there.`;
		return {
			...front,
			checks: [check],
			isDoubtful: true,
			profiles: [],
			made: "built"
		};
	}
	const profile = [
		"default",
		"all",
		"full",
		"app",
		"prod"
	].find((one) => withPort.some((each) => each.composed.profiles.includes(one)));
	const byProfile = withPort.filter((one) => profile !== void 0 && one.composed.profiles.includes(profile)).sort((a, b) => rank(a) - rank(b))[0];
	const chosen = composed.profiles.length > 0 && byProfile ? byProfile : best;
	const asks = chosen.composed.profiles.length === 0 ? [] : [profile ?? chosen.composed.profiles[0]];
	const profiles = [.../* @__PURE__ */ new Set([...asks, ...profilesBehind(services, chosen.composed, asks)])];
	return {
		...chosen,
		profiles,
		made: made(chosen.composed)
	};
}
function profilesBehind(services, composed, asks) {
	const found = /* @__PURE__ */ new Set([composed]);
	for (const { service } of found) {
		const names = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(Object(service.depends_on));
		for (const one of services) if (names.includes(one.name)) found.add(one);
	}
	return [...found].flatMap(({ profiles }) => profiles.some((one) => asks.includes(one)) ? [] : profiles.slice(0, 1));
}
const askedPort = ({ published }, asked) => published.find(({ outside }) => outside !== null && asked.has(outside))?.inside ?? null;
function portOf$1(tree, composed, folder, scripts) {
	const { service, dockerfile, name } = composed;
	const ports = composed.ports.filter((port) => port !== 9e3 || !isPhpFpm(tree, composed));
	const backend = Object.entries(exampleFor(tree, folder)?.values ?? {}).filter(([key]) => /API|BACKEND|SERVER/.test(key)).map(([, value]) => Number(/localhost:(\d+)/.exec(value)?.[1])).find((one) => ports.includes(one));
	const health = healthOf(wordsOf(service.healthcheck?.test));
	const image = dockerfile === null ? null : dockerPort(tree, dockerfile);
	const variables = pairs(service.environment);
	const variable = variables.find(([key]) => key === "PORT")?.[1];
	const named = ports.includes(Number(variable)) ? Number(variable) : null;
	const similar = variables.find(([key]) => key.endsWith("_PORT") && isOwnPort(key))?.[1];
	const asked = health.port ?? httpOf(variables);
	const usual = ports.filter((port) => port !== 9229 && port !== 5005);
	const wanted = askedPort(composed, scripts);
	const port = (wanted !== null && ports.includes(wanted) ? wanted : null) ?? (asked !== null && (usual.length === 0 || usual.includes(asked)) ? asked : null) ?? backend ?? named ?? (image !== null && usual.includes(image.port) ? image.port : usual[0]) ?? (Number(variable) || image?.port || Number(similar) || null);
	const isOther = (one) => variables.some(([key, value]) => OTHER_PROTOCOL.test(key) && /^(?:[\d.]*:)?(\d+)$/.exec(value)?.[1] === String(one));
	const others = usual.filter((one) => one !== port && mayBeHttp(one) && !isOther(one));
	return {
		port,
		at: image !== null && ports.length === 0 ? [{
			file: image.file,
			line: image.line
		}] : [],
		checks: others.length > 0 && port !== wanted && port !== asked && port !== backend && port !== named ? [`${name} has further ports: ${others.join(", ")}.`] : []
	};
}
function httpOf(variables) {
	const addresses = variables.find(([key]) => key === "ASPNETCORE_URLS")?.[1] ?? "";
	const [, port] = /\bhttp:\/\/[^;:]*:(\d+)/.exec(addresses) ?? [];
	return port === void 0 ? null : Number(port);
}
function hasPages(tree, { dockerfile, mounted }) {
	const folder = dockerfile === null ? mounted : folderOf(dockerfile);
	return folder !== null && isOfPages(tree, folder);
}
const isPhpFpm = (tree, { dockerfile, image }) => dockerfile === null ? isFpm(image ?? "") : startsFpm(tree.text(dockerfile));
function isOwnImage(tree, { name, image, role }, folder) {
	if (image === null || role !== "other") return false;
	const program = programOf(image).replace(/-(?:local|dev|server|app)$/, "");
	const module = tree.first(["go.mod"], /^module\s+(\S+)/m)?.groups[0] ?? "";
	if ([String(tree.json("package.json").name ?? ""), baseName(module.replace(/\/v\d+$/, ""))].includes(program)) return dockerfileFor(tree, folder, name) !== null;
	const buildsIt = (path) => [folder, "."].includes(folderOf(path)) || path.split("/").includes(name) || tree.sources(folderOf(path), CODE$8).length === 0;
	const place = folderOf(dockerfileFor(tree, folder, name) ?? "");
	if (programOf(image).endsWith(`-${name}`) && baseName(place) === name) return true;
	if (image.includes("/")) return program === name && dockerfilesIn(tree).some(buildsIt);
	return [join(folder, "Dockerfile"), "Dockerfile"].some((path) => tree.has(path)) && makesImage(tree, programOf(image));
}
function dockerfileFor(tree, folder, name) {
	const top = [join(folder, "Dockerfile"), "Dockerfile"].find((path) => tree.has(path));
	const all = dockerfilesIn(tree);
	return top ?? all.find((path) => path.split("/").includes(name)) ?? all[0] ?? null;
}
function productionFile(tree, main, { name, service, dockerfile }) {
	const starts = service.command !== void 0 && !FOR_DEVELOPERS.test(wordsOf(service.command));
	const image = dockerfile === null ? "" : tree.text(dockerfile);
	if (starts || service.command === void 0 && /^(?:CMD|ENTRYPOINT)\b/m.test(image)) return null;
	const stem = main.replace(/\.ya?ml$/, "");
	const found = ["prod", "production"].flatMap((word) => [`${stem}.${word}.yml`, `${stem}.${word}.yaml`]).find((path) => tree.has(path));
	if (found === void 0) return null;
	return composedIn(tree, [found]).some((one) => one.name === name && one.service.command !== void 0) ? found : null;
}

// src/init/projects/mounted.ts
function needsOfMounted(tree, loaded, services, top) {
	const others = services.filter((one) => one !== loaded && one.mounted !== null);
	const known = services.flatMap(namesOf$1);
	const all = [loaded, ...others].flatMap((one) => mountedNeeds(tree, one, {
		top,
		known
	}));
	return [...new Map(all.map((need) => [need.argv.join("\0"), need])).values()];
}
const stageName = (text) => /^FROM\s.*\sAS\s+(\S+)/i.exec(text)?.[1]?.toLowerCase();
function stagesOf(tree, { service, dockerfile }) {
	const stages = (dockerfile === null ? "" : tree.text(dockerfile)).split(/^(?=FROM\s)/im);
	const wanted = String(Object(service.build).target ?? "").toLowerCase();
	const at = stages.findIndex((text) => stageName(text) === wanted);
	return at === -1 ? stages : stages.slice(0, at + 1);
}
function lastStage(stages) {
	const last = stages.at(-1) ?? "";
	const [, from = ""] = /^FROM\s+(?:--\S+\s+)*(\S+)/i.exec(last) ?? [];
	const at = stages.slice(0, -1).findIndex((text) => stageName(text) === from.toLowerCase());
	return at === -1 ? last : lastStage(stages.slice(0, at + 1)) + last;
}
const lastInstruction = (tree, composed, name) => [...stagesOf(tree, composed).join("").matchAll(new RegExp(`^${name}\\s+(.*)$`, "gim"))].at(-1)?.[1] ?? "";
function commandOf(tree, composed) {
	const { service } = composed;
	const last = (name) => {
		const text = lastInstruction(tree, composed, name);
		return text.startsWith("[") ? [...text.matchAll(/"([^"]*)"/g)].map(([, word]) => word).join(" ") : text.trim();
	};
	const { entrypoint, command } = service;
	return [entrypoint == null ? last("ENTRYPOINT") : wordsOf(entrypoint), command == null ? entrypoint == null ? last("CMD") : "" : wordsOf(command)].join(" ").trim();
}
const packageIn = (tree, { context, mounted }) => [mounted, context].find((one) => one !== null && tree.has(join(one, "package.json"))) ?? null;
function scriptsOf(tree, composed, command) {
	const scripts = Object(tree.json(join(packageIn(tree, composed) ?? ".", "package.json")).scripts);
	const found = /* @__PURE__ */ new Map();
	const add = (text) => {
		for (const [, name = ""] of text.matchAll(CALL)) for (const one of [`pre${name}`, name]) {
			const script = own(scripts, one);
			if (typeof script !== "string" || found.has(one)) continue;
			found.set(one, script);
			add(script);
		}
	};
	add(command);
	return [...found.values()].join("\n");
}
const CALL = /\b(?:npm|yarn|pnpm|bun) (?:run(?:-script)? )?([\w:.-]+)/g;
function shellIn(tree, command) {
	const [, name] = /([\w.-]+\.sh)\b/.exec(command) ?? [];
	const path = name === void 0 ? void 0 : tree.paths.find((one) => baseName(one) === name);
	return path === void 0 ? "" : tree.text(path).replace(/^\s*#.*$/gm, "");
}
function startText(tree, composed) {
	const command = commandOf(tree, composed);
	const own = `${command}\n${shellIn(tree, command)}`;
	return `${own}\n${scriptsOf(tree, composed, own)}`;
}
const compiledAtStart = (tree, composed) => /\b(?:go run|cargo run|cargo watch|CompileDaemon|spring-boot:run|bootRun|nest start|ts-node)\b(?!.*(?:swc|transpile))/.exec(startText(tree, composed).replace(/["'\s]+/g, " "))?.[0] ?? null;
const isTypeScript = (compiler) => ["nest start", "ts-node"].includes(compiler);
function forDevelopers(tree, services, replaced) {
	const commands = /* @__PURE__ */ new Map();
	for (const one of services) {
		if (one === replaced || one.dockerfile === null && one.mounted === null) continue;
		const command = commandOf(tree, one);
		const last = `${command}\n${shellIn(tree, command).trim().split("\n").at(-1)}`;
		if (!FOR_DEVELOPERS.test(`${last}\n${scriptsOf(tree, one, last)}`)) continue;
		commands.set(command, [...commands.get(command) ?? [], one.name]);
	}
	return [...commands].map(([command, names]) => `\`${command}\` of ${names.join(", ")} is for developers: measure the command of production.`);
}
const BUILT = /(?:^|[\s"'=/])(dist|build|\.output)\/[\w./-]*/;
function startsBuilt(tree, composed, folder, volumes) {
	const command = commandOf(tree, composed);
	const made = BUILT.exec(`${command} ${scriptsOf(tree, composed, command)}`)?.[1];
	if (made === void 0 || tree.paths.some((path) => path.startsWith(`${join(folder, made)}/`))) return false;
	return !volumes.some((one) => one.split(":").some((path) => path.endsWith(`/${made}`)));
}
function isInside(tree, { dockerfile, context, mounted }, path) {
	if (mounted !== null || dockerfile === null || context === null) return true;
	if (tree.text(join(context, ".dockerignore")).split("\n").some((line) => [
		".env",
		".env*",
		"*.env"
	].includes(line.trim().replace(/^(?:\*\*)?\//, "")))) return false;
	return copiesIn(tree.text(dockerfile), false).some((from) => /[*?[$]/.test(from) || isBelow(path, resolved(context, from) ?? path));
}
function dotenvOf(tree, composed, top) {
	const { service, dockerfile } = composed;
	const isMade = /\bcp\b.*env/.test(dockerfile === null ? "" : tree.text(dockerfile));
	if (service.env_file !== void 0 || isMade) return [];
	const folder = packageIn(tree, composed) ?? top;
	const { dependencies = {} } = tree.json(join(folder, "package.json"));
	const code = codeIn(tree, {
		folder,
		ending: NODE.code
	});
	if (!(/"dotenv(?:-safe)?"|@nestjs\/config/.test(JSON.stringify(dependencies)) || composed.mounted === folder && tree.first(code, /["']dotenv(?:-safe)?(?:\/config)?["']/) !== null)) return [];
	const found = dotenvFiles(tree, folder, code);
	const own = join(folder, ".env");
	return (!tree.has(own) || found.some(({ path }) => path === own) ? found : [...found, {
		path: own,
		from: exampleAt(tree, own)
	}]).filter(({ path }) => isInside(tree, composed, path));
}
function mountedNeeds(tree, composed, { top, known }) {
	const { service, dockerfile, mounted } = composed;
	const volumes = (Array.isArray(service.volumes) ? service.volumes : []).map(String);
	const folder = packageIn(tree, composed) ?? top;
	const image = dockerfile === null ? "" : tree.text(dockerfile);
	const manifest = tree.json(join(folder, "package.json"));
	const code = codeIn(tree, {
		folder,
		ending: NODE.code
	});
	const dotenv = dotenvOf(tree, composed, top);
	const given = pairs(service.environment).map(([name]) => name);
	const copies = dotenv.filter(({ path }) => !tree.has(path)).map((one) => {
		const { argv, checks } = madeForContainer(one.from, one.path, { known });
		return {
			argv,
			checks: [...checks, ...refused(tree, code, [one], given)]
		};
	});
	const isNode = /\b(?:node|bun|deno|npm|yarn|pnpm)\b/.test([
		image,
		service.image,
		wordsOf(service.command),
		wordsOf(service.entrypoint)
	].join(" "));
	const isCovered = mounted === folder && isNode;
	const hides = isCovered && manifest.dependencies !== void 0 && !volumes.some((one) => /node_modules/.test(one)) && !/\b(?:npm|yarn|pnpm) (?:ci|i|install)\b/.test(wordsOf(service.command));
	const manager = managerOf(tree, folder);
	const building = isCovered && own(Object(manifest.scripts), "build") !== void 0 && startsBuilt(tree, composed, folder, volumes);
	const ignored = (mounted === null ? [] : ignoredFiles(tree, mounted)).filter(({ path }) => !envFilesOf(service, top).includes(path) && !dotenv.some((one) => one.path === path)).map(({ path, from }) => ({
		argv: copied(from, path),
		checks: [`${path} gets the text of ${from}.`]
	}));
	return [
		...copies,
		...ignored,
		...hides || building ? [inFolder(folder, manager.install), ...generated(folder, manifest)].map((argv) => ({
			argv,
			checks: []
		})) : [],
		...building ? [{
			argv: script(manager.name, folder, "build"),
			checks: []
		}] : []
	];
}

// src/init/outside.ts
const HOST = /^(?:jdbc:)?(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|amqp)s?(?:\+\w+)?:\/\/(?:[^\s/?#]*@|(?![^\s/?#]*@))(\w[\w.-]*|\[::1\])|^[^$]*\b(host\.docker\.internal)\b/;
const HOST_NAME = /^(?:\w[\w.-]*|\[?::1\]?)$/;
const ASIDE = /TEST|LOCAL|NO_PROXY|ALLOWED/i;
const PLACEHOLDER = /^[A-Z_]+$/;
const ITSELF = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;
const SERVERS$1 = [
	[/postgres|^pg|^(?:db|database)\w*host=/i, DATABASE_IMAGES.postgres.names],
	[/mysql|mariadb|^(?:db|database)\w*host=/i, DATABASE_IMAGES.mysql.names],
	[/mongo/i, DATABASE_IMAGES.mongodb.names],
	[/redis/i, DATABASE_IMAGES.redis.names],
	[/amqp/i, /(?:^|\/)rabbitmq(?:$|[:@])/]
];
function unstarted(tree, services, folder) {
	const values = knownValues(tree, folder);
	const known = new Set(services.flatMap(namesOf$1).map((one) => filledIn(one, values).toLowerCase()));
	const named = services.flatMap((one) => hostsIn(tree, one, folder));
	return named.filter(({ host }, i) => !ITSELF.test(host) && !known.has(host.toLowerCase()) && named.findIndex((other) => other.host === host) === i);
}
function startedIn(tree, folder, host) {
	return ranked(tree.paths.filter((path) => isCompose(path) && folderOf(path) === folder)).flatMap((file) => composedIn(tree, [file]).map((server) => ({
		file,
		server
	}))).find(({ server }) => namesOf$1(server).includes(host)) ?? null;
}
const HARMLESS = ["depends_on", "links"];
function withServers(tree, files) {
	const folder = folderOf(files[0]);
	const services = composedIn(tree, files);
	const more = unstarted(tree, services, folder).flatMap(({ host, service }) => {
		const { file, server } = startedIn(tree, folder, host) ?? {};
		if (file === void 0 || server === void 0 || server.profiles.length > 0) return [];
		const isChanged = composedIn(tree, [file]).some((one) => services.some(({ name }) => name === one.name) && Object.keys(one.service).some((key) => !HARMLESS.includes(key)));
		return networksOf(server).some((one) => networksOf(service).includes(one)) && !isChanged && isComplete(tree, [...files, file]) ? [file] : [];
	});
	return [.../* @__PURE__ */ new Set([...files, ...more])];
}
const networksOf = ({ service: { networks } }) => Array.isArray(networks) ? networks.map(String) : Object.keys(Object(networks ?? { default: null }));
function outside(tree, services, folder) {
	const own = /* @__PURE__ */ new Map();
	for (const one of services) {
		if (one.role === "behind" || isUnpublishable(one.service.network_mode)) continue;
		for (const named of hostsIn(tree, one, folder)) {
			const variable = `${named.key}=${named.value}`;
			if (ITSELF.test(named.host)) own.set(variable, [...own.get(variable) ?? [], named]);
		}
	}
	return [...unstarted(tree, services, folder).map(({ host, key, service }) => {
		const at = startedIn(tree, folder, host)?.file;
		return at === void 0 ? `${key} of ${service.name} names ${host}, which the files do not start: it has to be up, and both sides would share it.` : `${key} of ${service.name} names ${host}, which only ${at} starts: add that file to \`files\`, or one with this service alone.`;
	}), ...[...own].map(([variable, all]) => {
		const { key, host, from } = all[0];
		const images = SERVERS$1.flatMap(([words, names]) => words.test(variable) ? [names] : []);
		const server = services.find(({ image }) => image !== null && images.some((names) => names.test(image)));
		return `${key} of ${`${all.map(({ service }) => service.name).join(", ")}${from === null ? "" : ` (${from})`}`} names ${host}, which is the container itself: ${services.some(({ role }) => role === "behind") ? `name ${server?.name ?? "the server"} instead` : "the files start no server, so add one and name it"}, in \`environment\`.`;
	})];
}
const hostsIn = (tree, composed, folder) => variablesOf$1(tree, composed, folder).flatMap((one) => {
	const [, database, machine] = HOST.exec(one.value) ?? [];
	const host = database ?? machine ?? (isDatabaseHost(one.key) && HOST_NAME.test(one.value) ? one.value : null);
	return host === null || ASIDE.test(one.key) || PLACEHOLDER.test(host) ? [] : [{
		...one,
		service: composed,
		host
	}];
});
const MODE = /^(?:(?:NODE|APP|RAILS|RACK|FLASK|ASPNETCORE|DOTNET)_ENV(?:IRONMENT)?=dev(?:elopment)?|(?:(?:\w+_)?DEBUG|(?:(?:APP|WEB|GUNICORN|UVICORN)_)?RELOAD)=(?:true|1|on|yes))$/i;
const modeDoubt = (composed, given) => given.flatMap(({ key, value, from }) => {
	const [at, how] = from === null ? ["", "a further file in `files` can replace it."] : [` (${from})`, "edit that file in `build`, because `env` is only for the Compose files."];
	return MODE.test(`${key}=${value}`) ? [`${key} of ${composed.name}${at} is ${value}: measure as production does; ${how}`] : [];
});
const OF_SCHEMA = /\b(?:url|directUrl)\s*=\s*env\(\s*["'](\w+)["']/g;
function unsetOfSchema(tree, composed, given) {
	const at = packageIn(tree, composed);
	if (at === null) return [];
	const code = codeIn(tree, {
		folder: at,
		ending: /\.(?:[cm]?[jt]s|prisma)$/
	});
	if (tree.first(code, /\bdatasource(?:s|Url)\s*:/) !== null) return [];
	const known = /* @__PURE__ */ new Set([...given.map(({ key }) => key), ...[at, join(at, "prisma")].flatMap((own) => Object.keys(committed(tree, own)))]);
	const elsewhere = `${composed.dockerfile === null ? "" : tree.text(composed.dockerfile)}\n${wordsOf(composed.service.command)}`;
	const read = tree.all(code, OF_SCHEMA).filter(({ groups: [name = ""] }) => {
		const isSet = new RegExp(`\\benv(?:\\.|\\[["'])${name}(?:["']\\])?\\s*(?:\\?\\?|\\|\\|)?=(?!=)`);
		return !known.has(name) && !elsewhere.includes(name) && tree.first(code, isSet) === null;
	});
	return [...new Set(read.map(({ groups: [name] }) => name))].map((name) => {
		const place = locationOf(read.find(({ groups }) => groups[0] === name));
		return `${composed.name} reads ${name} (${place}), which nothing in the checkout sets: add it to its \`environment\`.`;
	});
}
function redirectDoubt(tree, { name }, given, code) {
	const variable = given.find(({ key, value }) => /^ASPNETCORE_(?:URLS|HTTPS_PORTS?)$/.test(key) && /https:|^\d+$/.test(value));
	const at = variable && tree.first(tree.sources(code, /\.cs$/), /\bUseHttpsRedirection\(/);
	return at ? [`${name} redirects HTTP to HTTPS (${locationOf(at)}), because ${variable.key} names that: a redirect is no answer for the load.`] : [];
}
function unsetOfSettings(tree, composed, given, code) {
	const files = [
		"yml",
		"yaml",
		"properties"
	].map((end) => join(code, `src/main/resources/application.${end}`));
	const image = composed.dockerfile === null ? "" : tree.text(composed.dockerfile);
	const keys = given.map(({ key }) => key);
	const set = `${image}\n${wordsOf(composed.service.command)}\n${keys.join("\n")}`;
	if (/SPRING_PROFILES_ACTIVE|spring\.profiles/i.test(set)) return [];
	const read = tree.all(files, OF_SETTINGS).filter(({ groups: [name = ""] }) => !new RegExp(`\\b${name}\\b`).test(set));
	const [first] = read;
	if (first === void 0) return [];
	const names = [...new Set(read.map(({ groups: [name] }) => name))];
	const more = names.length > 6 ? ` and ${names.length - 6} more` : "";
	return [`${composed.name} reads ${names.slice(0, 6).join(", ")}${more} (${locationOf(first)}), which nothing in the checkout sets: add them to its \`environment\`.`];
}
function variablesOf$1(tree, composed, folder) {
	const { service } = composed;
	const values = knownValues(tree, folder);
	const all = [...[...dotenvOf(tree, composed, folder).map(({ path, from }) => tree.has(path) ? path : from.path), ...envFilesOf(service, folder).map((path) => tree.has(path) ? path : exampleOf(tree, path)?.path ?? path)].flatMap((from) => Object.entries(valuesIn(tree.text(from))).map(([key, value]) => ({
		key,
		value,
		from
	}))), ...pairs(service.environment).map(([key, value]) => ({
		key,
		value: filledIn(value, values),
		from: null
	}))];
	return [...new Map(all.map((one) => [one.key, one])).values()];
}
function variableDoubts(tree, composed, folder, code) {
	const given = variablesOf$1(tree, composed, folder);
	return [
		...unsetOfSchema(tree, composed, given),
		...redirectDoubt(tree, composed, given, code),
		...unsetOfSettings(tree, composed, given, code),
		...modeDoubt(composed, given)
	];
}

// src/init/rights.ts
function rightsOf(tree, files) {
	const folder = folderOf(files[0]);
	const services = composedIn(tree, files);
	const mounts = services.flatMap((service) => mountsOf(service.service).flatMap((mount) => isBind(mount) ? [{
		...mount,
		service
	}] : []));
	const declared = ["configs", "secrets"].flatMap((kind) => declaredIn(tree, files, kind).flatMap(({ file }) => file === null ? [] : [{ source: file }]));
	const outside = [...mounts, ...declared].flatMap(({ source }) => hostRight(source, folder) ?? []);
	const inside = mounts.flatMap((mount) => {
		const path = inCheckout(mount.source, folder);
		return path === null ? [] : [{
			...mount,
			path
		}];
	});
	const stored = inside.filter((bind) => isStored(tree, bind, inside)).map(({ path }) => path);
	const binds = inside.filter(({ path }) => !stored.includes(path));
	const paths = [...binds.map(({ path }) => path), ...declared.flatMap(({ source }) => inCheckout(source, folder) ?? [])];
	const shared = sharedBy(tree, files, services);
	const written = writes(tree, binds, paths);
	const allow = [
		...written.allow,
		...outside,
		...services.flatMap(({ service }) => RIGHTS.flatMap(([right, needs]) => needs(service) ? [right] : [])),
		...shared.map(({ right }) => right)
	];
	const checks = /* @__PURE__ */ new Set([...written.checks, ...shared.map(({ check }) => check)]);
	return {
		allow: [...new Set(allow)],
		checks: [...checks]
	};
}
const RIGHTS = [
	["privileged", ({ privileged }) => privileged === true],
	["host-network", ({ network_mode }) => network_mode === "host"],
	["capabilities", ({ cap_add }) => Array.isArray(cap_add)],
	["unconfined", ({ security_opt }) => listed(security_opt).some((option) => !CONFINED.test(String(option)))],
	["devices", ({ devices, gpus, deploy }) => Array.isArray(devices) || gpus !== void 0 || Object(deploy).resources?.reservations?.devices !== void 0],
	["host-processes", ({ pid, ipc }) => pid === "host" || ipc === "host"],
	["drivers", ({ logging }) => !/^(?:json-file|local|none)$/.test(Object(logging).driver ?? "local")]
];
const CONFINED = /^(?:no-new-privileges(?:[:=]true)?|apparmor[:=]docker-default)$/;
const listed = (value) => Array.isArray(value) ? value : [];
const holdsData = ({ image }, { target, isReadOnly }) => keepsData(programOf(image ?? ""), target) && !isReadOnly;
const isStored = (tree, { path, service, ...mount }, binds) => holdsData(service, mount) && !service.service.user && !tree.paths.some((file) => isBelow(file, path) && !isPlaceholder(file)) && !binds.some((other) => other.path !== path && isBelow(other.path, path));
function sharedBy(tree, files, services) {
	const held = services.flatMap((one) => mountsOf(one.service).flatMap((mount) => !mount.isBind && holdsData(one, mount) ? [mount.source] : []));
	return [
		"networks",
		"volumes",
		"configs",
		"secrets"
	].flatMap((section) => declaredIn(tree, files, section).flatMap(({ name, external, ipam }) => {
		const kind = section.slice(0, -1);
		if (external !== void 0 && external !== false) {
			if (section === "volumes" && held.includes(name)) return [];
			return [{
				right: "external",
				check: `the ${kind} ${name} is external: it has to exist on the machine, and base and head share it.`
			}];
		}
		if (Object(ipam).config === void 0) return [];
		return [{
			right: "network-settings",
			check: `the ${kind} ${name} has a fixed range of addresses, which base and head cannot have at once.`
		}];
	}));
}
function hostRight(source, folder) {
	if (/(?:docker|containerd|podman)\.sock$|^\/(?:(?:var\/)?run\/?|var\/?)?$/.test(source)) return "engine-socket";
	return inCheckout(source, folder) === null ? "host-files" : null;
}
function writes(tree, binds, paths) {
	const below = (folder) => paths.find((path) => path !== folder && isBelow(path, folder));
	const writable = binds.filter(({ isReadOnly }) => !isReadOnly);
	const whole = writable.filter(({ path }) => path === ".");
	const nested = writable.find(({ path }) => path !== "." && below(path) !== void 0);
	const inWhole = whole.length === 0 ? void 0 : below(".");
	const writer = whole.find((bind) => mustWrite(tree, bind));
	const lying = (folder, path, name) => `host-files lets ${path} be mounted from ${folder}, which ${name} may write to: \`:ro\` at each mount of ${folder} makes it unnecessary.`;
	return {
		allow: [...whole.length > 0 && (inWhole === void 0 || writer !== void 0) ? ["checkout-writes"] : [], ...nested !== void 0 || inWhole !== void 0 && writer !== void 0 ? ["host-files"] : []],
		checks: [...nested === void 0 ? [] : [lying(nested.path, below(nested.path), nested.service.name)], ...inWhole === void 0 ? [] : writer !== void 0 ? [lying("the checkout", inWhole, writer.service.name)] : [`the checkout is read-only in ${whole[0].service.name}, because ${inWhole} of it is mounted as well: if it writes there, \`allow: [checkout-writes, host-files]\` lets it.`]]
	};
}
const COMPILES = /\bCompileDaemon\b|\btsc\b(?!.*--noEmit)|\b(?:npm|yarn|pnpm|bun)(?: run)? build\b/;
function mustWrite(tree, { path, target, service }) {
	const top = target.replace(/\/$/, "");
	const lacks = mountsOf(service.service).some(({ target: other }) => {
		if (!other.startsWith(`${top}/`)) return false;
		const at = join(path, other.slice(top.length + 1).replace(/\/$/, ""));
		return !tree.paths.some((one) => one === at || isBelow(one, at));
	});
	const command = commandOf(tree, service);
	const compiles = COMPILES.test(`${command}\n${scriptsOf(tree, service, command)}`);
	return lacks || compiles || tree.has(join(path, "composer.json"));
}

// src/init/projects/bystanders.ts
const PROGRAMS = /* @__PURE__ */ new Set([...Object.keys(KINDS$1), ..."locust artillery vegeta hey bombardier autocannon jmeter gatling newman cypress".split(" ")]);
const TESTS = /(?:^|[\s;&|/])(?:(?:go|cargo|mvnw?|gradlew?|dotnet|playwright|(?:npm|yarn|pnpm|bun)(?: run)?|manage\.py) test|py\.?test|rspec|phpunit|jest|vitest|(?:k6|newman|cypress|artillery) run|locust)(?=$|[\s:])[^;&|]*$/;
const VIEWERS = /^(?:adminer|phpmyadmin|pgadmin\w*|pgweb|sqlpad|cloudbeaver|dbgate|mongo-express|redis-?(?:commander|insight)|kafka-ui|kafdrop|akhq|flower|portainer\S*|dozzle|watchtower|autoheal|cadvisor|\w+-exporter|prometheus|grafana\S*)$/i;
const VIEWS = /\bcelery\b[^;&|]*\sflower\b/;
function bystandersIn(tree, services, loaded) {
	const found = /* @__PURE__ */ new Set();
	const rest = () => services.filter((one) => !found.has(one));
	const isFree = (one) => one !== loaded && !isSeed(one) && !rest().some(({ service }) => neededBy(service).includes(one.name));
	const hasProxy = services.some(({ role }) => role === "front");
	const isViewer = (one) => (one.image !== null && one.dockerfile === null && VIEWERS.test(programOf(one.image)) || VIEWS.test(commandOf(tree, one))) && !hasProxy && !rest().some((other) => other !== one && mentions(other, one));
	const isTester = (one) => [one.image ?? "", lastImage(tree, one)].some((image) => PROGRAMS.has(programOf(image))) || TESTS.test(commandOf(tree, one));
	const isTold = neededBy(loaded.service).length > 0;
	const isLeft = (one) => isTold && [...found].some(({ service }) => neededBy(service).includes(one.name)) && !rest().some((other) => other !== one && mentions(other, one));
	for (let last = -1; last < found.size;) {
		last = found.size;
		for (const one of rest()) if (isFree(one) && (isTester(one) || isViewer(one) || isLeft(one))) found.add(one);
	}
	return [...found];
}
const rootsOf = (services) => services.flatMap(({ name }) => services.some(({ service }) => neededBy(service).includes(name)) ? [] : name);
const neededBy = ({ depends_on: needs, links, network_mode: network }) => [
	...Array.isArray(needs) ? needs.map(String) : Object.keys(Object(needs)),
	...(Array.isArray(links) ? links : []).map((one) => String(one).split(":")[0]),
	.../^service:(.+)$/.exec(String(network))?.slice(1) ?? []
];
const mentions = ({ service }, other) => new RegExp(`(?<![\\w-])(?:${namesOf$1(other).map(escaped).join("|")})(?![\\w-])`).test(JSON.stringify(service));
const lastImage = (tree, { dockerfile }) => dockerfile === null ? "" : [...tree.text(dockerfile).matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)/gim)].at(-1)?.[1] ?? "";

// src/init/projects/jars.ts
const MADE = /^(?:(.*)\/)?(?:target|build\/(?:libs|quarkus-app|(install)))\//;
const VALUES = /^(?:ARG|ENV)\s+(\w+)[= ]["']?([^"'\s]+)/gm;
function jarsOf(tree, services) {
	const all = services.flatMap((one) => jarOf(tree, one) ?? []);
	return [...new Map(all.map((jar) => [jar.check, jar])).values()];
}
function jarOf(tree, { dockerfile, context }) {
	if (dockerfile === null || context === null) return null;
	const text = tree.text(dockerfile);
	const values = Object.fromEntries([...text.matchAll(VALUES)].map(([, name, value]) => [name, value]));
	const paths = copiesIn(text, false).flatMap((path) => resolved(context, filledIn(path, values)) ?? []).filter((path) => MADE.test(path) && !tree.lists(path));
	const [, folder = ".", install] = MADE.exec(paths[0] ?? "") ?? [];
	const argv = paths.length === 0 ? null : packaging(tree, folder, install !== void 0);
	if (argv === null) return null;
	const version = javaVersion(tree, folder);
	const needs = version === null ? "" : ` ${version.groups.find(Boolean)} or later (${locationOf(version)})`;
	return {
		argv,
		paths,
		check: `${dockerfile} copies what \`${argv.join(" ")}\` makes, which needs Java${needs} on the machine.`
	};
}

// src/init/projects/mountedphp.ts
const KEYED = `sed 's/^APP_KEY=$/APP_KEY=${`base64:${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`}/' .env > .env.keyed && mv .env.keyed .env`;
const OF_CONTAINERS = /(?:^|\/)\.env\.docker(?:\.[\w-]+)?$/;
function needsOfPhp(tree, services, top) {
	const known = services.flatMap(namesOf$1);
	const all = services.flatMap((one) => {
		const { mounted: folder, service } = one;
		if (folder === null || !tree.has(join(folder, "composer.json"))) return [];
		const installs = /\bcomposer (?:i|install)\b/;
		const isInstalled = /vendor/.test(JSON.stringify(service.volumes)) || installs.test(commandOf(tree, one)) || tree.first(tree.sources(".", /\.sh$/), installs) !== null;
		const argv = [
			"composer",
			"install",
			"--no-interaction",
			"--quiet",
			"--ignore-platform-reqs"
		];
		return [...variablesOf(tree, folder, {
			known,
			isMade: services.some((other) => envFilesOf(other.service, top).includes(join(folder, ".env")))
		}), ...isInstalled ? [] : [{
			argv: inFolder(folder, argv),
			checks: []
		}]];
	});
	return [...new Map(all.map((need) => [need.argv.join("\0"), need])).values()];
}
function variablesOf(tree, folder, { known, isMade }) {
	const path = join(folder, ".env");
	if (!tree.has(join(folder, "artisan")) || tree.has(path)) return [];
	const isOfServices = ({ values }) => Object.entries(values).some(([name, value]) => isDatabaseHost(name) && known.includes(value));
	const from = tree.paths.filter((one) => folderOf(one) === folder && OF_CONTAINERS.test(one)).map((one) => exampleAt(tree, one)).find(isOfServices) ?? exampleOf(tree, path);
	if (from === null) return [];
	const made = madeForContainer(from, path, { known });
	return [...isMade ? [] : [{
		argv: made.argv,
		checks: made.checks
	}], ...from.values.APP_KEY === "" ? [{
		argv: inFolder(folder, [
			"sh",
			"-c",
			KEYED
		]),
		checks: []
	}] : []];
}

// src/init/projects/rust.ts
const CODE$5 = /\.rs$/;
const SERVERS = /^\s*(?:axum|actix-web|warp|rocket|poem|salvo|tide|hyper|ntex|gotham|tonic)\b/m;
const SERVES$1 = /\bserve\(|\.bind\(|\bbind\(|HttpServer::new|\.launch\(\)|\blisten\(/;
const RUST = {
	files: /(?:^|\/)(?:Cargo\.toml|Rocket\.toml|(?:config|configuration|settings)\/(?:base|default)\.(?:ya?ml|toml))$/,
	code: CODE$5,
	candidates: inFoldersWith(/^Cargo\.toml$/, inCrate)
};
const unlocked = (tree, folder) => tree.has(join(folder, "Cargo.toml")) && ![folder, ...ancestors(folder)].some((above) => tree.has(join(above, "Cargo.lock"))) ? ["no Cargo.lock in git: base and head may get other versions of crates."] : [];
function inCrate(tree, folder) {
	const manifest = join(folder, "Cargo.toml");
	const text = tree.text(manifest);
	const name = /^\[package\]\n(?:(?!\[)[^\n]*\n)*?name\s*=\s*"([^"]+)"/m.exec(text)?.[1];
	const listed = [...text.matchAll(/^\[\[bin\]\][^[]*?^name\s*=\s*"([^"]+)"/gms)].map(([, bin]) => bin);
	if (name === void 0 || !SERVERS.test(text)) return null;
	const isNamed = listed.length > 0 || tree.has(join(folder, "src/main.rs"));
	const bins = isNamed ? listed : foundBins(tree, folder);
	if (!isNamed && bins.length === 0) return null;
	const bin = bins.find((one) => /server|api|web/.test(one)) ?? bins[0] ?? name;
	const workspace = folder !== "." && /^\[workspace\]/m.test(tree.text("Cargo.toml"));
	const build = [
		"cargo",
		"build",
		"--release",
		"--bin",
		bin
	];
	const code = tree.sources(folder, CODE$5);
	const isRocket = /^\s*rocket\b/m.test(text);
	const hasSqlx = /^\s*sqlx\b/m.test(text);
	const isChecked = hasSqlx && !tree.paths.some((path) => /(?:^|\/)(?:\.sqlx\/|sqlx-data\.json$)/.test(path)) && tree.first(code, /\bquery(?:_as|_scalar|_file\w*)?!\(/) !== null;
	const isMigrated = hasSqlx && tree.paths.some((path) => isBelow(path, join(folder, "migrations")) && path.endsWith(".sql")) && tree.first(code, /\bmigrate!|\bMigrator::new\(/) === null;
	const migrates = isChecked || isMigrated;
	return processCandidate(tree, {
		title: `cargo build --bin ${bin}`,
		folder,
		build: [...migrates ? [inFolder(folder, [
			"sqlx",
			"database",
			"setup"
		])] : [], workspace ? [
			...build,
			"--package",
			name
		] : inFolder(folder, build)],
		migrates,
		run: [workspace ? `${wayUp(folder)}/target/release/${bin}` : `target/release/${bin}`, ...dockerArgs(tree, folder, bin)],
		given: isRocket ? {
			port: 8e3,
			env: "ROCKET_PORT"
		} : configuredPort(tree, folder, code),
		usual: 8080,
		confidence: .75 - .05 * Math.max(0, bins.length - 1),
		evidence: [{
			file: manifest,
			line: text.slice(0, text.indexOf("[package]")).split("\n").length
		}],
		checks: [
			...unlocked(tree, folder),
			...isChecked ? ["it compiles only with its database up: sqlx-cli sets it up at DATABASE_URL before."] : isMigrated ? ["sqlx-cli runs its migrations, in the database at DATABASE_URL: that has to be the one that the service uses."] : [],
			...bins.length > 1 ? [`the package has several programs: ${bins.join(", ")}.`] : []
		],
		ending: CODE$5,
		entries: code.filter((path) => folderOf(path) === join(folder, "src")),
		readsDotenv: /^\s*dotenv\w*\b/m.test(text)
	});
}
function foundBins(tree, folder) {
	const start = join(folder, "src/bin/");
	return tree.paths.flatMap((path) => {
		const bin = path.startsWith(start) ? /^([\w-]+)(?:\.rs|\/main\.rs)$/.exec(path.slice(start.length))?.[1] : void 0;
		return bin === void 0 ? [] : [{
			bin,
			serves: SERVES$1.test(tree.text(path))
		}];
	}).sort((a, b) => Number(b.serves) - Number(a.serves)).map(({ bin }) => bin);
}
const SECTION = "(application|app|server|http|web)";
function configuredPort(tree, folder, code) {
	const [prefix = "", calls = ""] = tree.first(code, /\bEnvironment::with_prefix\(\s*"(\w+)"\s*\)([^;]{0,200})/)?.groups ?? [];
	const [, separator] = /(?<!_)\bseparator\(\s*"([^"]+)"/.exec(calls) ?? [];
	const [, first = separator] = /\bprefix_separator\(\s*"([^"]+)"/.exec(calls) ?? [];
	const files = tree.paths.filter((path) => isBelow(path, folder) && /\/(?:base|default)\.\w+$/.test(path));
	const found = tree.first(files, new RegExp(`^${SECTION}:\\n(?:[ \\t]+.*\\n)*?[ \\t]+port:\\s*"?(\\d+)`, "m")) ?? tree.first(files, new RegExp(`^\\[${SECTION}\\]\\n(?:(?!\\[).*\\n)*?port\\s*=\\s*"?(\\d+)`, "m"));
	if (separator === void 0 || found === null) return void 0;
	const [section = "", port] = found.groups;
	return {
		port: Number(port),
		env: `${prefix}${first}${section}${separator}port`.toUpperCase()
	};
}

// src/init/projects/python.ts
const CODE$4 = /\.py$/;
const PYTHON = {
	files: /(?:^|\/)(?:pyproject\.toml|requirements[\w./-]*\.txt|Pipfile(?:\.lock)?|uv\.lock|poetry\.lock|manage\.py|alembic\.ini|Procfile)$/,
	code: CODE$4,
	candidates: inFoldersWith(/^(?:pyproject\.toml|requirements\.txt|Pipfile|manage\.py)$/, inProject$2)
};
const REQUIREMENTS = ["requirements.txt", ...[
	"production",
	"prod",
	"base"
].map((name) => `requirements/${name}.txt`)];
const PACKAGE = ["pyproject.toml", "setup.py"];
function environmentOf(tree, folder) {
	const has = (file) => tree.has(join(folder, file));
	const inVenv = (name) => [`.venv/bin/${name}`];
	if (has("uv.lock")) return {
		build: [inFolder(folder, [
			"uv",
			"sync",
			"--frozen"
		])],
		program: inVenv
	};
	if (folder !== "." && tree.has("uv.lock")) {
		const name = tree.first([join(folder, "pyproject.toml")], /^name\s*=\s*"([\w.-]+)"/m)?.groups[0];
		return {
			build: [[
				"uv",
				"sync",
				"--frozen",
				...name === void 0 ? [] : ["--package", name]
			]],
			program: (one) => [`${wayUp(folder)}/.venv/bin/${one}`]
		};
	}
	if (has("poetry.lock")) return {
		build: [inFolder(folder, ["poetry", "install"])],
		program: (name) => [
			"poetry",
			"run",
			name
		]
	};
	if (has("Pipfile")) return {
		build: [inFolder(folder, ["pipenv", "sync"])],
		program: (name) => [
			"pipenv",
			"run",
			name
		]
	};
	const listed = REQUIREMENTS.find(has);
	const wanted = listed === void 0 ? PACKAGE.some(has) ? ["."] : [] : ["-r", listed];
	const install = inFolder(folder, [
		".venv/bin/pip",
		"install",
		"--quiet",
		...wanted
	]);
	return {
		build: [inFolder(folder, [
			"python3",
			"-m",
			"venv",
			".venv"
		]), ...wanted.length === 0 ? [] : [install]],
		checks: wanted.length === 0 ? [`no list of requirements was found${folder === "." ? "" : ` in ${folder}`}: \`build\` has to install them.`] : [],
		program: inVenv
	};
}
function inProject$2(tree, folder) {
	const environment = environmentOf(tree, folder);
	const code = tree.sources(folder, CODE$4);
	const requires = requirements(tree, folder);
	const hasGunicorn = /(?:^|["'\s])gunicorn\b/m.test(requires);
	const address = `\${${nameOf(folder)}:8000}`;
	const { program } = environment;
	const served = serverOf({
		tree,
		folder,
		code,
		requires,
		hasGunicorn,
		address,
		program
	});
	if (served === null) return null;
	const named = tree.first(code, /\benviron\[\s*["']SERVER_NAME["']\s*\]/) !== null;
	const migrates = migrations(tree, folder, environment, named ? "SERVER_NAME=localhost " : "");
	return processCandidate(tree, {
		title: served.title,
		folder,
		build: [...environment.build, ...migrates],
		migrates: migrates.length > 0,
		run: served.run,
		env: {
			...served.env,
			...named ? { SERVER_NAME: address } : {}
		},
		usual: 8e3,
		given: {
			port: 8e3,
			env: served.variable
		},
		confidence: served.confidence,
		evidence: [served.at],
		seed: seedOf$1(tree, folder, environment),
		checks: [
			...environment.checks ?? [],
			...served.checks ?? [],
			...versionCheck(tree, folder),
			...fixtures(tree, folder)
		],
		ending: CODE$4,
		readsDotenv: /dotenv|environ\b|decouple|pydantic.settings/.test(requires) || tree.first(code, /load_dotenv|env_file\s*=|read_env\(/) !== null
	});
}
function versionCheck(tree, folder) {
	const found = tree.first(dockerfilesOf(tree, folder), /^FROM\s+(?:\S+\/)?python:(\d+\.\d+)/m);
	const isPinned = tree.has(join(folder, "uv.lock")) || tree.has("uv.lock");
	return found === null || isPinned ? [] : [`${locationOf(found)} has Python ${found.groups[0]}: python3 of the machine should be the same.`];
}
function requirements(tree, folder) {
	return tree.paths.filter((path) => isBelow(path, folder) && /(?:pyproject\.toml|Pipfile|requirements[\w./-]*\.txt)$/.test(path)).map((path) => tree.text(path)).join("\n").toLowerCase();
}
const serverOf = (project) => procfile(project) ?? django(project) ?? asgi(project) ?? wsgi(project);
function procfile({ tree, folder, program, address }) {
	const web = procfileWeb(tree, folder);
	if (!web || /^(?:npm|yarn|node|bundle|java)\b/.test(web.command)) return null;
	const [name = "", ...rest] = web.command.split(/\s+/);
	const bound = name === "gunicorn" && !/\s(?:-b|--bind)\b/.test(web.command) ? ["-b", address] : [];
	return {
		title: "web of the Procfile",
		run: argvOf(web.command).includes("-c") ? [
			"sh",
			"-c",
			`PATH="$PWD/.venv/bin:$PATH"; ${execLast(web.command)}`
		] : [
			...program(name),
			...bound,
			...rest
		],
		variable: "PORT",
		at: web.at,
		confidence: .75
	};
}
const isDjango = (tree, folder) => /DJANGO_SETTINGS_MODULE/.test(tree.text(join(folder, "manage.py")));
function django({ tree, folder, code, hasGunicorn, address, program }) {
	if (!isDjango(tree, folder)) return null;
	const hosts = hostsVariable(tree, code);
	const wsgi = code.find((path) => /(?:^|\/)wsgi\.py$/.test(path));
	const common = {
		variable: "PORT",
		env: hosts === null ? {} : { [hosts]: "127.0.0.1,localhost" },
		at: {
			file: join(folder, "manage.py"),
			line: null
		}
	};
	if (hasGunicorn && wsgi !== void 0) {
		const object = `${moduleOf(wsgi, folder)}:application`;
		const run = [
			...program("gunicorn"),
			"-b",
			address,
			object
		];
		return {
			...common,
			title: `gunicorn ${object}`,
			run,
			confidence: .75
		};
	}
	return {
		...common,
		title: "manage.py runserver",
		run: [
			...program("python"),
			"manage.py",
			"runserver",
			"--noreload",
			address
		],
		confidence: .65,
		checks: ["this is Django's development server: no other was found among the requirements."]
	};
}
function asgi({ tree, folder, code, requires, program }) {
	const app = tree.first(code, /^(\w+)(?:\s*:\s*\w+)?\s*=\s*(?:fastapi\.)?(?:FastAPI|Starlette|Litestar|Quart|Sanic)\(/m);
	if (!app) return null;
	const [at, names] = [folderOf(app.file), imported(tree.text(app.file))];
	const below = at.slice(folder === "." ? 0 : folder.length + 1);
	const isInside = ![".", below.split("/")[0]].some((one) => names.includes(one)) && names.some((one) => isIn(tree, at, one) && !isIn(tree, folder, one));
	const object = `${moduleOf(app.file, isInside ? at : folder)}:${app.groups[0]}`;
	const within = isInside ? ["--app-dir", shellWord$1(below)] : [];
	const words = [
		...program("uvicorn"),
		object,
		...within,
		"--host",
		"127.0.0.1",
		"--port",
		"$PORT"
	];
	return {
		title: `uvicorn ${object}`,
		run: [
			"sh",
			"-c",
			`exec ${words.join(" ")}`
		],
		variable: "PORT",
		at: app,
		confidence: /uvicorn|fastapi\[(?:standard|all)/.test(requires) ? .75 : .55,
		checks: ["it is one worker, so that its CPU time is that of one process; production may have more."]
	};
}
function wsgi({ tree, folder, code, hasGunicorn, program, address }) {
	const served = code.filter((path) => !/^from alembic import/m.test(tree.text(path)));
	const app = tree.first(served, /^(\w+)\s*=\s*(?:flask\.)?Flask\(/m) ?? tree.first(served, /^(app|application)\s*=\s*create_app\(/m);
	const factory = app ?? tree.first(served, /^def (create_app|make_app)\(/m);
	if (!factory) return null;
	const object = `${moduleOf(factory.file, folder)}:${factory.groups[0]}${app ? "" : "()"}`;
	if (hasGunicorn) return {
		title: `gunicorn ${object}`,
		run: [
			...program("gunicorn"),
			"-b",
			address,
			object
		],
		variable: "PORT",
		at: factory,
		confidence: .75
	};
	return {
		title: `flask run of ${object}`,
		run: [...program("flask"), "run"],
		env: { FLASK_APP: object.replace(/\(\)$/, "") },
		variable: "FLASK_RUN_PORT",
		at: factory,
		confidence: .65,
		checks: ["this is Flask's development server: no other was found among the requirements."]
	};
}
const hostsVariable = (tree, code) => tree.first(code, /(?:getenv|environ(?:\.get)?|env(?:\.\w+)?|config|split_env)[([]\s*["'](\w*ALLOWED_HOSTS)["']/)?.groups[0] ?? null;
function moduleOf(file, folder) {
	return (folder === "." ? file : file.slice(folder.length + 1)).replace(/\.py$/, "").replace(/\/__init__$/, "").replaceAll("/", ".");
}
function migrations(tree, folder, { program }, variables) {
	const below = (name) => tree.paths.find((path) => isBelow(path, folder) && path.endsWith(name) && !isAside(path));
	if (isDjango(tree, folder)) return [inFolder(folder, [
		...program("python"),
		"manage.py",
		"migrate",
		"--noinput"
	])];
	const deploy = tree.first(tree.sources(folder, CODE$4), /@\w+\.cli\.command\([^)]*\)\s*\n(?:@.*\n)*def (deploy|init_db|migrate)\(/);
	if (deploy) {
		const command = String(deploy.groups[0]).replaceAll("_", "-");
		const app = folder === "." ? deploy.file : deploy.file.slice(folder.length + 1);
		const argv = [...program("flask"), command];
		return [lineIn(folder, `${variables}FLASK_APP=${shellWord$1(app)} ${argv.join(" ")}`)];
	}
	if (below("alembic.ini") === join(folder, "alembic.ini")) return [inFolder(folder, [
		...program("alembic"),
		"upgrade",
		"head"
	])];
	return procfileRelease(tree, folder, ".venv/bin");
}
const RUNS = /^if __name__|^(?:with|for|async with)\b|^try:(?!\s+(?:import|from)\b)|^(?!(?:logging|warnings|random|django|sys\.path|os\.environ)\.|load_dotenv\()[\w.]+\(/m;
const KEEPS = /^(?:async )?def (\w+)\b[\s\S]*^\w+ = (?:asyncio\.run\()?\1\(/m;
function seedOf$1(tree, folder, { program }) {
	const [only, ...more] = dataFiles(tree, folder);
	if (only === void 0 || more.length > 0 || !CODE$4.test(only)) return null;
	const text = tree.text(only);
	if (/\/management\/commands\//.test(only) || !(RUNS.test(text) || KEEPS.test(text))) return null;
	const module = moduleOf(only, folder);
	const isModule = /^\w+(?:\.\w+)+$/.test(module) && imported(text).some((one) => one === "." || isIn(tree, folder, one));
	const file = folder === "." ? only : only.slice(folder.length + 1);
	return inFolder(folder, [...program("python"), ...isModule ? ["-m", module] : [file]]);
}
const imported = (text) => [...text.matchAll(/^[ \t]*(?:from|import)[ \t]+(\.|\w+)/gm)].map(([, name = ""]) => name);
const isIn = (tree, folder, name) => tree.has(join(folder, `${name}.py`)) || tree.paths.some((path) => CODE$4.test(path) && isBelow(path, join(folder, name)));
function fixtures(tree, folder) {
	const found = tree.paths.find((path) => isBelow(path, folder) && /(?:^|\/)fixtures\/[^/]+\.(?:json|ya?ml)$/.test(path) && !/test/.test(path));
	return found === void 0 || !isDjango(tree, folder) ? [] : [`${found} is a fixture: \`manage.py loaddata\` as \`seed\` loads it.`];
}

// src/init/projects/seeds.ts
const SERVER = /^((?:uv|poetry|pipenv|bundle) (?:run|exec) )?(?:(?:python3? )?(?:\.\/)?manage\.py runserver|(?:python3? -m )?(?:gunicorn|uvicorn|daphne|hypercorn)\b|(?:\.\/)?(?:bin\/)?(?:rails s(?:erver)?|puma)\b)/;
const SHELL = /^(?:\S*\/)?(?:ba)?sh -\w*c\s+["']?\s*(?:exec\s+)?/;
const MIGRATES = /prestart|migrat|db:(?:prepare|setup|schema:load|sync)|db push|schema:sync/;
const NOTHING = {
	seed: null,
	checks: []
};
function seedOf(tree, services, composed) {
	const { name, dockerfile, service } = composed;
	const seed = seedIn(services);
	if (seed !== null) return {
		seed: {
			service: seed,
			command: null
		},
		checks: []
	};
	const all = services.map((one) => one.name === name ? composed : one);
	const entrypoint = service.entrypoint == null ? handingOn(tree, composed) : null;
	if ([...all.map((one) => `${one.name} ${startText(tree, one)}`), entrypoint?.text ?? ""].some((words) => MIGRATES.test(words))) return NOTHING;
	const laravel = ofLaravel(tree, all, composed);
	if (laravel !== null) return {
		seed: laravel,
		checks: []
	};
	const image = dockerfile === null ? "" : tree.text(dockerfile);
	const script = tree.paths.find((path) => /(?:^|\/)scripts\/prestart\.sh$/.test(path) && isBelow(path, folderOf(dockerfile ?? "")));
	if (/prestart/.test(image)) return NOTHING;
	const by = (command) => ({
		seed: {
			service: name,
			command
		},
		checks: []
	});
	if (script !== void 0) return by(["bash", "scripts/prestart.sh"]);
	if ((service.entrypoint != null || /^ENTRYPOINT\b(?!.*\b(?:tini|dumb-init)\b)/im.test(image)) && entrypoint === null) return NOTHING;
	const start = commandOf(tree, composed);
	const command = migration(tree, composed, entrypoint === null ? start : start.slice(entrypoint.word.length + 1));
	return command === null ? ofNode(tree, services, composed) : by(command);
}
function handingOn(tree, composed) {
	const [, word = ""] = /^\[\s*"([^"]+)"\s*\]/.exec(lastInstruction(tree, composed, "ENTRYPOINT")) ?? [];
	const script = tree.paths.find((path) => word !== "" && baseName(path) === baseName(word));
	const text = script === void 0 ? "" : tree.text(script);
	return /^\s*exec "\$@"/m.test(text) ? {
		word,
		text
	} : null;
}
function ofLaravel(tree, services, loaded) {
	const found = [loaded, ...services].find(({ role, mounted, context, dockerfile, service }) => role === "other" && [mounted, context].some((folder) => folder !== null && tree.has(join(folder, "artisan"))) && service.entrypoint == null && !/^ENTRYPOINT\b/im.test(dockerfile === null ? "" : tree.text(dockerfile)));
	return found && services.some(isSql) ? {
		service: found.name,
		command: [
			"php",
			"artisan",
			"migrate",
			"--force"
		]
	} : null;
}
function migration(tree, composed, start) {
	const found = SERVER.exec(start.replace(SHELL, ""));
	if (found === null) return null;
	const [, before = ""] = found;
	const [, inside = "."] = /\/([\w.-]+)\/?\s*$/.exec(lastInstruction(tree, composed, "WORKDIR")) ?? [];
	const has = (path) => [composed.mounted, composed.context].some((folder) => folder !== null && [".", inside].some((at) => tree.lists(join(folder, join(at, path)))));
	if (has("manage.py")) return [
		...before.split(" ").slice(0, -1),
		"python",
		"manage.py",
		"migrate",
		"--noinput"
	];
	const code = codeIn(tree, {
		folder: composed.mounted ?? composed.context ?? ".",
		ending: PYTHON.code
	});
	if (has("alembic.ini") && !makesTables(code.map((path) => tree.text(path)))) return [
		...before.split(" ").slice(0, -1),
		"alembic",
		"upgrade",
		"head"
	];
	return has("config.ru") && has("db/migrate") ? [
		"bundle",
		"exec",
		"rails",
		"db:prepare"
	] : null;
}
function makesTables(modules) {
	const all = modules.map((text) => text.replace(/^\s*#.*$|^\s*from\s+\S+\s+import\s+(?:\([^)]*\)|.*)$/gm, ""));
	return all.some((text) => [...text.matchAll(/\bcreate_all\b|\bcommand\.upgrade\(/g)].some(({ index }) => {
		const [definition = "", name = ""] = [...text.slice(0, index).matchAll(/^(?:.*\n)?[ \t]*(?:async )?def (\w+)/gm)].at(-1) ?? [];
		return name === "" || /^\s*[@)]/.test(definition) || all.some((other) => new RegExp(`(?<!def )\\b${name}\\b`).test(other));
	}));
}
const OF_NODE = /^(?:(?:\S*\/)?(?:tini|dumb-init)\s+(?:-\S+\s+)*)?(?:npm|npx|yarn|pnpm|bun|node|nodemon|pm2(?:-runtime)?|tsx|ts-node)\b/;
const MAKES_TABLES = /\b(?:migrationsRun|synchronize)\s*:\s*true\b|\b(?:run|apply)\w{0,20}Migrations?\(|\bmigrate(?:\.latest|ToLatest)\(|\bawait migrate\w*\(|\b(?:sequelize|connection|database|db|orm)\.sync\(|prisma migrate deploy/i;
function ofNode(tree, services, composed) {
	const folder = packageIn(tree, composed);
	const command = commandOf(tree, composed);
	const start = `${command}\n${scriptsOf(tree, composed, command)}`;
	if (folder === null || !OF_NODE.test(command) || /\.sh\b/.test(start)) return NOTHING;
	const manifest = tree.json(join(folder, "package.json"));
	if (manifest.workspaces !== void 0 || tree.has(join(folder, "pnpm-workspace.yaml"))) return NOTHING;
	const scripts = Object(manifest.scripts);
	const [, manager = "npm"] = /\b(npm|yarn|pnpm|bun)\b/.exec(command) ?? [];
	const step = migrationOf(tree, {
		folder,
		scripts
	}, manager);
	const isPushed = step === null && unpushedSchema(tree, {
		folder,
		scripts
	}, start) !== null;
	const argv = step ?? (isPushed ? [
		"npx",
		"prisma",
		"db",
		"push"
	] : []);
	const served = codeIn(tree, {
		folder,
		ending: NODE.code
	}).filter((path) => !/migrat|seed/i.test(baseName(path)));
	if (argv.length === 0 || tree.first(served, MAKES_TABLES) !== null) return NOTHING;
	const line = argv.join(" ");
	const runs = `${line}\n${scriptsOf(tree, composed, line)}`;
	const stages = stagesOf(tree, composed);
	const lacks = [...composed.mounted === folder ? [] : uncarried(stages, runs), ...absent(stages.join(""), manifest, {
		argv,
		runs
	})];
	const needs = lacks.length > 0 ? `${lacks.join(" and ")}, which its image seems to lack` : "a database, which the files do not start";
	if (lacks.length > 0 || !services.some(isSql)) return {
		seed: null,
		checks: [`nothing runs \`${line}\` for ${composed.name}: as \`seed\`, it needs ${needs}.`]
	};
	const quiet = isPushed ? PUSH : /sequelize/.test(runs) ? `${line} >&2` : null;
	const words = quiet === null ? argv : [
		"sh",
		"-c",
		quiet
	];
	return {
		seed: {
			service: composed.name,
			command: words
		},
		checks: unloaded(tree, folder, {
			isMade: true,
			isSeed: true
		})
	};
}
const SQL = /^(?:postg|pgvector|timescale|mysql|mariadb|percona|mssql|oracle|cockroach)/;
const isSql = ({ role, image }) => role === "behind" && (image === null || SQL.test(programOf(image)));
function uncarried(stages, runs) {
	const plain = (path) => path.replace(/(?<=.)\/$/, "");
	const whole = [".", ...[...stages.join("").matchAll(/^WORKDIR\s+(\S+)/gim)].map(([, at = ""]) => plain(at))];
	const [, named] = /(?:^|[\s=])(?:\.\/)?(?!node_modules\b)([\w-]+)\//m.exec(runs) ?? [];
	const what = /\bprisma\b/.test(runs) ? "prisma" : named;
	return copiesIn(lastStage(stages)).some((path) => {
		const source = plain(path);
		return whole.includes(source) || baseName(source) === what && !source.includes("node_modules");
	}) ? [] : [what === void 0 ? "the sources" : `${what}/`];
}
const OMITS = /--omit[= ]dev\b|--prod(?:uction)?\b|--only[= ]prod/;
const INSTALLS = /\b(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn(?: install| --|\s*$))/m;
function absent(image, { dependencies, devDependencies }, { argv, runs }) {
	const [own, others] = [dependencies, devDependencies].map((one) => Object.keys(Object(one)));
	const [, ...after] = image.split(/^ENV\b.*\bNODE_ENV[= ]"?production\b/m);
	const isOmitted = OMITS.test(image) || INSTALLS.test(after.join(""));
	const named = others.filter((name) => new RegExp(`(?:^|[\\s/])${escaped(name)}(?![\\w-])`, "m").test(runs));
	return [.../* @__PURE__ */ new Set([...named, ...argv[0] === "npx" ? argv.slice(1, 2) : []])].filter((name) => !own.includes(name) && (isOmitted || !others.includes(name)));
}
const MIGRATION = /^-- *(?:\+goose Up|migrate:up)\b/m;
const RUNS_SQL = /migrat|goose|dbmate|\.sql\b/i;
const PROGRAM = /\.(?:[cm]?[jt]s|py|go|rs|java|kt|rb|php|cs|exs?|sh)$/;
function unrunMigrations(tree, services) {
	const found = tree.paths.find((path) => path.endsWith(".sql") && !isAside(path) && (/\.up\.sql$/.test(path) || MIGRATION.test(tree.text(path))));
	if (found === void 0 || !services.some(isSql)) return [];
	const images = services.flatMap(({ dockerfile }) => dockerfile ?? []);
	return RUNS_SQL.test(JSON.stringify(services.map(({ service }) => service))) || tree.first([...codeIn(tree, {
		folder: ".",
		ending: PROGRAM
	}), ...images], RUNS_SQL) !== null ? [] : [`nothing runs the migrations in ${folderOf(found)}, so that a fresh database has no tables: give their command as \`seed\`, or have a service of the files run them.`];
}

// src/init/projects/written.ts
const builder = (tree, { made, folder, composed }) => made === "published" ? dockerfileFor(tree, folder, composed.name) : null;
function uncopiedFor(tree, loaded) {
	const dockerfile = builder(tree, loaded);
	if (dockerfile === null) return [];
	return uncopied(tree, dockerfile, buildContext(tree, dockerfile)).map((path) => ({
		dockerfile,
		path
	}));
}
function keysIn(services, { composed }) {
	const all = services.flatMap(({ service }) => pairs(service.environment));
	return [composed, ...services.filter((one) => one !== composed)].flatMap((one) => {
		const keys = one === composed || one.dockerfile !== null || one.mounted !== null ? openKeys(pairs(one.service.environment), all) : [];
		return keys.length === 0 ? [] : [{
			name: one.name,
			keys
		}];
	});
}
function writtenFile(tree, { keys, ...loaded }) {
	const dockerfile = builder(tree, loaded);
	if (dockerfile === null && keys.length === 0) return null;
	const lines = [
		"# Goes with the project's Compose file while it is measured. Written by `steelyard init`.",
		"services:",
		...dockerfile === null ? [] : [
			"  # Built from the checkout: every measurement would be of the same image, whatever a change does.",
			`  ${loaded.composed.name}:`,
			`    build: ${buildLine(tree, dockerfile, loaded.folder)}`
		],
		...keys.flatMap((one) => [
			...dockerfile !== null && one.name === loaded.composed.name ? [] : [`  ${one.name}:`],
			"    # In place of placeholders, which a server may refuse.",
			`    environment: ${JSON.stringify(Object.fromEntries(one.keys))}`
		]),
		""
	];
	return {
		path: BUILT_FILE,
		text: lines.join("\n")
	};
}
const GIVEN = /^(?:TARGET|BUILD)(?:PLATFORM|OS|ARCH|VARIANT)$|^BUILDKIT_\w+$|^SOURCE_DATE_EPOCH$|^(?:HTTPS?|FTP|NO|ALL)_PROXY$/i;
function imageChecks(tree, loaded) {
	const { composed, made } = loaded;
	if (made === "proxy" && composed.role !== "front") return [`${composed.image} is not built from the checkout: base and head start from the same image.`];
	const dockerfile = builder(tree, loaded);
	if (dockerfile === null) return [];
	const declared = tree.all([dockerfile], /^ARG\s+(\w+)(=)?/gm).map(({ groups }) => groups);
	const withDefault = tree.all([dockerfile], /\$\{(\w+):?[-+]/g).map(({ groups: [name] }) => name);
	const settled = /* @__PURE__ */ new Set([...withDefault, ...declared.flatMap(([name, value]) => value ? [name] : [])]);
	const open = new Set(declared.flatMap(([name = ""]) => settled.has(name) || GIVEN.test(name) ? [] : [name]));
	return [`the files do not build ${composed.image}: ${BUILT_FILE} builds it from the checkout.`, ...open.size === 0 ? [] : [`${dockerfile} has arguments without a value: write ${[...open].join(", ")} as \`args\` of the build in ${BUILT_FILE}.`]];
}

// src/init/projects/compose.ts
const COMPOSE = {
	files: new RegExp(`${COMPOSE_FILE.source}|(?:^|/)(?:(?:[\\w.-]+\\.)?Dockerfile(?:\\.[\\w.-]+)?|prestart\\.sh)$`),
	code: /\.(?:ya?ml|conf|template)$|(?:^|\/)(?:[\w.-]*entrypoint[\w.-]*|Caddyfile)$/,
	candidates(tree, asked) {
		const own = ranked(tree.paths.filter((path) => isCompose(path) && !isAside(path)));
		const mains = own.filter((path) => suffixOf(path) === void 0);
		const nearer = own.filter((path) => mains.every((main) => depth(main) > depth(path)));
		const all = [...mains, ...nearer.filter((path) => !/override/.test(path))];
		return all.filter((path, i) => !all.slice(0, i).some((one) => namedBy(tree, one).includes(path))).flatMap((path) => {
			const files = completed(tree, path, own);
			if (files === null) return [];
			return [withOverride(tree, path).length > 1 ? files : withServers(tree, files)];
		}).slice(0, 10).flatMap((mains, i) => {
			const found = inFiles(tree, mains, asked);
			return found === null ? [] : [{
				...found,
				confidence: found.confidence - .02 * i
			}];
		});
	}
};
function inFiles(tree, mains, asked) {
	const main = mains[0];
	const folder = folderOf(main);
	const usual = mains.length > 1 ? mains : withOverride(tree, main);
	const together = composedIn(tree, usual);
	const alone = composedIn(tree, [main]);
	const plain = targetOf(tree, alone, folder, asked);
	const target = targetOf(tree, together, folder, asked) ?? plain;
	if (target === null) return null;
	const changed = together.find(({ name }) => name === target.composed.name)?.service.command;
	const useAlone = usual.length > mains.length && FOR_DEVELOPERS.test(wordsOf(changed)) && isComplete(tree, [main]) && plain?.composed.name === target.composed.name;
	const chosen = useAlone ? plain : target;
	const isOwn = usual.some((file) => Object.hasOwn(servicesIn(tree.text(file)), chosen.composed.name));
	if (chosen.made === "published" && !isOwn) return null;
	const production = useAlone ? null : productionFile(tree, main, chosen.composed);
	return planned(tree, {
		mains,
		folder,
		files: [...useAlone ? [main] : usual, ...production === null ? [] : [production]],
		services: (useAlone ? alone : together).filter(({ profiles }) => profiles.length === 0 || chosen.profiles.some((profile) => profiles.includes(profile))),
		production,
		...chosen
	}, usual.length > 1 && useAlone ? usual[1] : null);
}
const CERTAINTY = {
	built: [.95, .15],
	mounted: [.9, .15],
	published: [.7, .25],
	proxy: [.6, .25]
};
function planned(tree, chosen, unused) {
	const { composed, folder, files, port, made } = chosen;
	const leftOut = bystandersIn(tree, chosen.services, composed);
	const services = chosen.services.filter((one) => !leftOut.includes(one));
	const { build, env, checks, lacks, isGuessed, copies } = variables(tree, services, files);
	const context = codeFolder(tree, composed, folder);
	const check = healthOf(`${wordsOf(composed.service.healthcheck?.test)}\n${dockerHealth(tree, composed.dockerfile)}`);
	const routes = check.path === null && !chosen.isDoubtful ? healthIn(routesIn(tree, codeIn(tree, {
		folder: context,
		ending: CODE$8
	}))) : null;
	const compiler = compiledAtStart(tree, composed);
	const needs = [...needsOfMounted(tree, composed, services, folder), ...needsOfPhp(tree, services, folder)];
	const jars = jarsOf(tree, services);
	const { allow, checks: ofRights } = rightsOf(tree, files);
	const merged = composedIn(tree, files).find(({ name }) => name === composed.name) ?? composed;
	const { seed, checks: ofSeed } = seedOf(tree, services, merged);
	const keys = keysIn(services, chosen);
	const written = writtenFile(tree, {
		...chosen,
		keys
	});
	const plan = {
		kind: "compose",
		service: composed.name,
		files: [...files, ...written === null ? [] : [written.path]],
		services: leftOut.length === 0 ? [] : rootsOf(services),
		leftOut: leftOut.map(({ name }) => name),
		profiles: leftOut.length === 0 ? chosen.profiles : [],
		build: [
			...build,
			...needs.map(({ argv }) => argv),
			...jars.map(({ argv }) => argv)
		],
		env,
		allow,
		port,
		others: services.flatMap((one) => one === composed ? [] : reachedIn(one)),
		published: publishedPorts(files.map((file) => tree.text(file))),
		written,
		health: check.path ?? routes?.path ?? null,
		seed
	};
	const absent = [...copies, ...uncopiedFor(tree, chosen)].filter(({ path }) => !plan.build.flat().some((word) => word.includes(path)) && !jars.some(({ paths }) => paths.includes(path)));
	const declared = new RegExp(`^(?: {1,4}|\\t)${composed.name.replace(/\./g, "\\.")}:`, "m");
	const at = tree.first(filesOf$1(tree, chosen.mains).reverse(), declared);
	const [certainty, withRights] = CERTAINTY[made];
	const hasServer = composed.dockerfile !== null && tree.has(composed.dockerfile) && services.some(({ role }) => role === "behind");
	return {
		title: `${composed.name} of ${files.join(" and ")}`,
		plan,
		reached: composed.published.find(({ inside }) => inside === port)?.outside ?? null,
		isPortGuessed: false,
		confidence: certainty - (lacks.length > 0 ? hasServer ? .4 : .5 : isGuessed ? .25 : 0) - (compiler === null || isTypeScript(compiler) ? 0 : .25) - (absent.length === 0 ? 0 : .25) - (allow.some((right) => right !== "checkout-writes") ? withRights : 0),
		lacks,
		evidence: [
			at ?? {
				file: chosen.mains.at(-1),
				line: null
			},
			...chosen.evidence,
			...routes ? [routes] : []
		],
		checks: distinct([
			...chosen.checks,
			...compiler === null ? [] : [`${composed.name} is compiled at every start, by \`${compiler}\`.`],
			...severalContainers(composedIn(tree, files), composed.name),
			...forDevelopers(tree, services, chosen.production === null ? null : composed),
			...checks,
			...absent.map(({ dockerfile, path }) => `${dockerfile} copies ${path}, which is not in the checkout.`),
			...unlistedBinds(tree, services, folder).filter(({ path }) => !plan.build.flat().some((word) => word.includes(path))).map(({ name, path }) => `${name} reads ${path} through a mount, which is not in the checkout.`),
			...needs.flatMap((need) => need.checks),
			...unlocked(tree, context),
			...jars.map(({ check }) => check),
			...outside(tree, services, folder),
			...variableDoubts(tree, composed, folder, context),
			...imageChecks(tree, chosen),
			...keys.map(({ name, keys }) => `the values of ${keys.map(([key]) => key).join(", ")} in ${name} are placeholders: ${BUILT_FILE} has others.`),
			...unused === null ? [] : [`${unused} is left out, because it starts ${composed.name} for developers.`],
			...ofSeed,
			...seed === null ? unrunMigrations(tree, services) : [],
			...seed === null && !isFilled(tree, services, composed) ? unloaded(tree, context, { isMade: true }) : [],
			...allow.length === 0 ? [] : [`the files need rights over the machine: ${allow.join(", ")}.`],
			...ofRights
		]),
		code: {
			folder: context,
			ending: CODE$8
		}
	};
}
const distinct = (sentences) => [...new Set(sentences)];
function severalContainers(services, name) {
	const service = services.find((one) => one.name === name)?.service;
	const count = Number(Object(service?.deploy).replicas ?? service?.scale);
	return count > 1 ? [`${name} has ${count} containers, and the load asks only one: set \`replicas\` to 1, or load a proxy in front.`] : [];
}
function codeFolder(tree, { service, dockerfile, mounted }, folder) {
	const own = dockerfile === null ? mounted ?? folder : folderOf(dockerfile);
	const projects = [...new Set(tree.named(APP).map(folderOf))];
	const isProject = projects.some((path) => path === own || isBelow(path, own));
	if (own !== "." && isProject && tree.sources(own, CODE$8).length > 0) return own;
	const values = pairs(Object(service.build).args).map(([, value]) => `/${value.replace("@", "")}`);
	const named = projects.filter((path) => values.some((value) => `/${path}`.endsWith(value)));
	if (named.length === 1) return named[0];
	const packages = tree.named(/^(?:package\.json|pyproject\.toml|go\.mod)$/).map(folderOf);
	return packages.find((path) => packages.length > 2 && /^(?:[^/]+\/)?(?:[^/]*[_-])?(?:backend|server|api)$/.test(path)) ?? ".";
}
function variables(tree, services, files) {
	const folder = folderOf(files[0]);
	const example = exampleFor(tree, folder);
	const there = committed(tree, folder);
	const read = filesOf$1(tree, files);
	const named = [...new Set(read.flatMap((file) => variablesIn(tree.text(file))))];
	const given = tree.all(read, /\$\{?(\w+)/g).map(({ groups: [name = ""] }) => name);
	const stands = replaced(there, named);
	const used = named.filter((name) => !(name in there));
	const known = used.filter((name) => own(example?.values, name) !== void 0);
	const unknown = used.filter((name) => !known.includes(name) && !/^(?:PWD|HOME|USER|UID|GID)$/.test(name));
	const required = unknown.filter((name) => read.some((file) => new RegExp(`\\{${name}:?\\?`).test(tree.text(file))));
	const missing = missingFiles(tree, services, files);
	const copies = services.flatMap(({ dockerfile, context }) => dockerfile === null || context === null ? [] : uncopied(tree, dockerfile, context).map((path) => ({
		dockerfile,
		path
	})));
	const makes = [.../* @__PURE__ */ new Set([...missing, ...copies.map(({ path }) => path)])].flatMap((path) => {
		const from = exampleOf(tree, path);
		if (from === null || [path, from.path].some((one) => shellWord$1(one) !== one)) return [];
		return [{
			path,
			from,
			...madeForContainer(from, path, {
				given,
				known: services.flatMap(namesOf$1)
			})
		}];
	});
	const lacking = missing.filter((path) => !makes.some((one) => one.path === path));
	const values = Object.fromEntries(known.filter((name) => !/^(?:GITHUB|ACTIONS|RUNNER|K6|STEELYARD)_/.test(name)).map((name) => [name, own(example.values, name)]));
	const empty = Object.entries(values).flatMap(([name, value]) => value === "" ? [name] : []);
	const limits = raised({
		path: example?.path ?? "",
		values
	});
	return {
		build: makes.map(({ argv }) => argv),
		env: {
			...stands.env,
			...values,
			...limits.env
		},
		lacks: [...lacking, ...required],
		copies,
		isGuessed: makes.some(({ from }) => from.isGuess),
		checks: [
			...stands.checks,
			...known.length > 0 ? [`${example.path} is where the values of \`env\` are from.`] : [],
			...empty.length > 0 ? [`\`env\` leaves ${empty.slice(0, 6).join(", ")} empty: write values, the same ones in \`.env\` where a service reads it.`] : [],
			...unknown.length > 0 ? [`variables without a value (write them under \`env\`), as nothing in the checkout has one: ${unknown.slice(0, 6).join(", ")}.`] : [],
			...lacking.length > 0 ? [`not in the checkout, and a fresh one does not start without: ${lacking.join(", ")}.`] : [],
			...makes.flatMap(({ from, path }) => from.isGuess ? [`${path} gets the text of ${from.path}, the only example of its folder.`] : []),
			...limits.checks,
			...makes.flatMap(({ checks }) => checks)
		]
	};
}
const isFilled = (tree, services, composed) => /initdb\.d|seed|init\.sql/.test(JSON.stringify(services.map(({ service }) => service))) || /seed/.test(startText(tree, composed)) || /seed|migrat|entrypoint\.sh/.test(composed.dockerfile === null ? "" : tree.text(composed.dockerfile));

// src/init/projects/dockerfile.ts
const CODE$3 = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|ex|exs|scala|clj)$/;
const DOCKERFILE = {
	files: /(?:^|\/)(?:[\w.-]+\.)?Dockerfile(?:\.[\w.-]+)?$/,
	code: CODE$3,
	candidates: (tree) => dockerfilesIn(tree).slice(0, 3).flatMap((file) => ofFile(tree, file) ?? [])
};
function ofFile(tree, file) {
	const found = dockerPort(tree, file);
	if (found === null) return null;
	const check = healthOf(dockerHealth(tree, file));
	const own = folderOf(file);
	const code = {
		folder: tree.sources(own, CODE$3).length > 0 ? own : ".",
		ending: CODE$3
	};
	const files = codeIn(tree, code);
	const routes = healthIn(routesIn(tree, files));
	const database = databaseDoubt(tree, {
		folder: code.folder,
		files
	});
	const absent = uncopied(tree, file, buildContext(tree, file));
	const text = [
		`# Starts ${file} for measurements. Written by \`steelyard init\`.`,
		"services:",
		"  app:",
		`    build: ${buildLine(tree, file, folderOf(BUILT_FILE))}`,
		`    ports: ["${found.port}"]`,
		""
	].join("\n");
	return {
		title: file,
		plan: {
			kind: "compose",
			service: "app",
			files: [BUILT_FILE],
			services: [],
			leftOut: [],
			profiles: [],
			build: [],
			env: {},
			allow: [],
			port: found.port,
			others: [],
			published: {},
			health: check.path ?? routes?.path ?? null,
			seed: null,
			written: {
				path: BUILT_FILE,
				text
			}
		},
		reached: found.port,
		isPortGuessed: false,
		confidence: .5 - (database === null ? 0 : .15) - (absent.length === 0 ? 0 : .25),
		lacks: absent,
		evidence: [found],
		checks: [`the image of ${file} is started alone: add the database and variables that it needs to ${BUILT_FILE}.`, ...absent.map((path) => `${file} copies ${path}, which is not in the checkout.`)],
		code
	};
}

// src/init/projects/go.ts
const CODE$2 = /\.go$/;
const SERVES = /ListenAndServe|http\.Server\{|gin-gonic\/gin|labstack\/echo|gofiber\/fiber|go-chi\/chi|gorilla\/mux|connectrpc/;
const SERVES_GRPC = /\bgrpc\.NewServer\(/;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const GO = {
	files: new RegExp(`(?:^|/)(?:go\\.mod|go\\.work|Makefile)$|${WORKFLOW.source}`),
	code: CODE$2,
	candidates: inFoldersWith(/^go\.mod$/, inModule)
};
function inModule(tree, folder) {
	const manifest = join(folder, "go.mod");
	const name = tree.first([manifest], /^module\s+(\S+)/m)?.groups[0] ?? "app";
	const short = baseName(name.replace(/\/v\d+$/, ""));
	const code = tree.sources(folder, CODE$2);
	const isHttp = tree.first([manifest, ...code], SERVES) !== null;
	if (!isHttp && tree.first(code, SERVES_GRPC) === null) return null;
	const mains = tree.all(code, /^func main\(\)/gm).filter(({ file }) => /^package main\b/m.test(tree.text(file)) && !/^\/\/go:build (?:ignore|tools)/m.test(tree.text(file))).sort((a, b) => rank(a, short, tree) - rank(b, short, tree));
	const [main] = mains;
	if (!main) return null;
	const at = folderOf(main.file);
	const target = at === folder ? "." : `./${folder === "." ? at : at.slice(folder.length + 1)}`;
	const made = madeBy(tree, folder, code, target);
	const program = made?.program ?? `${outputFolder(tree)}/${short}`;
	const build = made?.build ?? [
		"go",
		"build",
		"-o",
		program,
		target
	];
	const before = made ? null : makeBefore(tree, folder);
	const elsewhere = [...new Set(mains.slice(1).map(({ file }) => folderOf(file)))];
	const others = elsewhere.filter((path) => path === folder || /(?:^|\/)cmd\//.test(path)).slice(0, 4);
	return processCandidate(tree, {
		title: `go build ${target}`,
		folder,
		build: [...before ? [before.argv] : [], build].map((argv) => inFolder(folder, argv)),
		run: [program.includes("/") ? program : `./${program}`, ...dockerArgs(tree, folder, baseName(program), mains.length === 1)],
		env: dataFolder(tree, code, outputFolder(tree)),
		given: viperPort(tree, code) ?? prefixedPort(tree, code) ?? ginPort(tree, code) ?? void 0,
		usual: 8080,
		confidence: .75 - (others.length > 0 ? .05 : 0),
		evidence: [{
			file: main.file,
			line: main.line
		}],
		checks: [
			...isHttp ? [] : ["it serves gRPC and no HTTP: the load needs k6/net/grpc."],
			...made?.checks ?? [],
			...before ? [before.check] : [],
			...others.length > 0 ? [`other programs of the module: ${others.join(", ")}.`] : []
		],
		ending: CODE$2,
		except: elsewhere.filter((path) => path !== at && !at.startsWith(`${path}/`)),
		entries: code.filter((path) => folderOf(path) === at),
		readsDotenv: tree.first(code, /godotenv\.Load\(|godotenv\/autoload/) !== null
	});
}
function rank({ file }, short, tree) {
	const folder = baseName(folderOf(file));
	const named = [
		...[
			`${short}d`,
			`${short}-server`,
			`${short}server`
		],
		short,
		"server",
		"api",
		"web",
		"app",
		"cmd",
		"."
	].indexOf(folder);
	const serves = [SERVES, SERVES_GRPC].some((sign) => sign.test(tree.text(file))) ? 0 : 1;
	return (named === -1 ? 20 : named) + 3 * serves + file.split("/").length / 10;
}
function madeBy(tree, folder, code, target) {
	const missing = tree.all(code, /^\/\/go:embed\s+(?:all:)?["'`]?([\w./-]+)/gm).filter(({ file }) => !isAside(file)).map(({ file, line, groups: [path = ""] }) => ({
		file,
		line,
		path: resolved(folderOf(file), path)
	})).find(({ path }) => path !== null && !tree.has(path) && !tree.paths.some((one) => one.startsWith(`${path}/`)));
	if (!missing) return null;
	const makefile = join(folder, "Makefile");
	const [, rule, program] = new RegExp(`^([\\w-]+):[^\\n]*\\n(?:(?:\\t|#)[^\\n]*\\n)*?\\t[^\\n]*go build[^\\n]*-o[ =](\\S+)[^\\n]*\\s${escaped(target)}/?\\s*$`, "m").exec(`${tree.text(makefile)}\n`) ?? [];
	const check = `${missing.file}:${missing.line} embeds ${missing.path}, which is not in the checkout`;
	if (rule === void 0 || program === void 0 || program.includes("$")) return {
		program: void 0,
		build: void 0,
		checks: [`${check}: build it before.`]
	};
	return {
		program,
		build: ["make", rule],
		checks: [`${check}: \`make ${rule}\` makes it.`]
	};
}
function makeBefore(tree, folder) {
	if (!tree.has(join(folder, "Makefile"))) return null;
	const workflows = tree.paths.filter((path) => WORKFLOW.test(path));
	const step = tree.first(workflows, /^[ \t]*(?:run:[ \t]*)?(make(?:[ \t]+[\w-]+)?)[ \t]*\n(?:[^\n]*\n){0,3}?[^\n]*\bgo build\b/m);
	if (!step) return null;
	const argv = step.groups[0].split(/\s+/);
	return {
		argv,
		check: `${locationOf(step)} runs \`${argv.join(" ")}\` before it builds, and so does this.`
	};
}
function viperPort(tree, code) {
	const prefix = tree.first(code, /SetEnvPrefix\("(\w+)"\)/)?.groups[0];
	const port = tree.first(code, /(?:SetDefault|Flags\(\)\.Int)\("port",\s*(\d+)/)?.groups[0];
	return prefix === void 0 || port === void 0 ? null : {
		env: `${prefix.toUpperCase()}_PORT`,
		port: Number(port)
	};
}
const lookupPrefix = (tree, code) => tree.first(code, /\bPrefixLookuper\(\s*"(\w+)"/)?.groups[0];
function prefixedPort(tree, code) {
	const prefix = lookupPrefix(tree, code);
	const [name, port] = tree.first(code, /\benv:"((?:HTTP_|SERVER_)?PORT)\s*,\s*default=(\d+)/)?.groups ?? [];
	return prefix === void 0 || name === void 0 ? null : {
		env: `${prefix}${name}`,
		port: Number(port)
	};
}
const ginPort = (tree, code) => tree.first(code, /\bgin\.(?:Default|New)\(/) !== null && tree.first(code, /\.Run\(\s*\)/) !== null ? {
	env: "PORT",
	port: 8080
} : null;
function dataFolder(tree, code, folder) {
	const prefix = tree.first(code, /SetEnvPrefix\("(\w+)"\)/)?.groups[0];
	const data = tree.first(code, /Flags\(\)\.String\("(data(?:-dir)?)"/)?.groups[0];
	if (prefix !== void 0 && data !== void 0) return { [`${prefix}_${data.replaceAll("-", "_")}`.toUpperCase()]: folder };
	const tagged = tree.first(code, /\benv:"((?:DATA_?)?DIR)\b/)?.groups[0];
	const lookedUp = lookupPrefix(tree, code);
	return lookedUp === void 0 || tagged === void 0 ? {} : { [`${lookedUp}${tagged}`]: folder };
}

// src/init/projects/php.ts
const CODE$1 = /\.php$/;
const PHP = {
	files: /(?:^|\/)(?:composer\.(?:json|lock)|artisan|\.env\.docker[\w.-]*)$/,
	code: CODE$1,
	candidates: inFoldersWith(/^composer\.json$/, inProject$1)
};
function inProject$1(tree, folder) {
	const manifest = join(folder, "composer.json");
	const isLaravel = tree.has(join(folder, "artisan"));
	const root = [
		"public/index.php",
		"web/index.php",
		"index.php"
	].find((path) => tree.has(join(folder, path)));
	if (root === void 0) return null;
	const address = `\${${nameOf(folder)}:8000}`;
	const public_ = root.split("/").slice(0, -1).join("/") || ".";
	const isDevelopment = /"symfony\/framework-bundle"/.test(tree.text(manifest)) && committed(tree, folder).APP_ENV === "dev";
	return processCandidate(tree, {
		title: isLaravel ? "php artisan serve" : `PHP's own server in ${public_}`,
		folder,
		build: [inFolder(folder, [
			"composer",
			"install",
			"--no-interaction",
			"--quiet"
		]), ...isLaravel ? [inFolder(folder, [
			"php",
			"artisan",
			"key:generate",
			"--force"
		]), inFolder(folder, [
			"php",
			"artisan",
			"migrate",
			"--force"
		])] : []],
		migrates: isLaravel,
		run: [
			"php",
			"-S",
			address,
			"-t",
			public_,
			...isLaravel ? [root] : []
		],
		given: {
			port: 8e3,
			env: "PORT"
		},
		usual: 8e3,
		health: /health:\s*['"]\/up/.test(tree.text(join(folder, "bootstrap/app.php"))) ? "/up" : void 0,
		seed: isLaravel && tree.has(join(folder, "database/seeders/DatabaseSeeder.php")) ? inFolder(folder, [
			"php",
			"artisan",
			"db:seed",
			"--force"
		]) : null,
		confidence: .6,
		evidence: [{
			file: manifest,
			line: null
		}],
		checks: ["PHP's own server answers one request at a time; production has another one.", ...isDevelopment ? ["it starts in the environment `dev` of Symfony; production needs APP_ENV=prod, APP_SECRET and its assets."] : []],
		ending: CODE$1,
		readsDotenv: isLaravel
	});
}

// src/init/projects/ruby.ts
const CODE = /\.(?:rb|ru)$/;
const RUBY = {
	files: /(?:^|\/)(?:Gemfile(?:\.lock)?|config\.ru|Procfile)$/,
	code: CODE,
	candidates: inFoldersWith(/^Gemfile$/, inProject)
};
function inProject(tree, folder) {
	const manifest = join(folder, "Gemfile");
	const isRails = /^\s*gem\s+["']rails["']/m.test(tree.text(manifest));
	if (!isRails && !tree.has(join(folder, "config.ru"))) return null;
	const address = `\${${nameOf(folder)}:3000}`;
	const web = procfileWeb(tree, folder);
	const [host, port] = ["127.0.0.1", "$PORT"];
	const rack = `bundle exec rackup --host ${host} --port ${port}`;
	const run = web && /^(?:bundle|bin\/|puma|unicorn)/.test(web.command) ? argvOf(web.command) : isRails ? [
		"bundle",
		"exec",
		"rails",
		"server",
		"--binding",
		"127.0.0.1"
	] : tree.text(manifest).includes("puma") ? [
		"bundle",
		"exec",
		"puma",
		"--bind",
		`tcp://${address}`
	] : [
		"sh",
		"-c",
		`exec ${rack}`
	];
	const hasSeed = isRails && tree.has(join(folder, "db/seeds.rb"));
	return processCandidate(tree, {
		title: isRails ? "rails server" : "the Rack application",
		folder,
		build: [inFolder(folder, [
			"bundle",
			"install",
			"--quiet"
		]), ...isRails ? [inFolder(folder, [
			"bundle",
			"exec",
			"rails",
			"db:prepare"
		])] : []],
		migrates: isRails,
		run,
		given: {
			port: 3e3,
			env: "PORT"
		},
		usual: 3e3,
		health: /rails\/health#show/.test(tree.text(join(folder, "config/routes.rb"))) ? "/up" : void 0,
		seed: hasSeed ? inFolder(folder, [
			"bundle",
			"exec",
			"rails",
			"db:seed"
		]) : null,
		confidence: isRails ? .7 : .65,
		evidence: [web?.at ?? {
			file: manifest,
			line: null
		}],
		checks: isRails ? ["it starts in the environment `development`; production needs RAILS_ENV and its keys."] : [],
		ending: CODE,
		readsDotenv: /dotenv/.test(tree.text(manifest))
	});
}

// src/init/kinds.ts
const PROJECTS = {
	COMPOSE,
	NODE,
	PYTHON,
	GO,
	JAVA,
	RUST,
	RUBY,
	PHP,
	DOCKERFILE
};

// src/init/openapi.ts
const FILE = /^[\w.-]*(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$/i;
const LONGEST = 2e6;
const isDocument = (path) => FILE.test(baseName(path));
function documented(tree) {
	const [file] = tree.named(FILE);
	if (file === void 0) return [];
	const text = tree.text(file);
	const { paths, basePath, servers, security } = documentIn(text);
	const base = baseOf(String(basePath ?? servers?.[0]?.url ?? ""));
	return Object.entries(paths ?? {}).flatMap(([path, operations]) => {
		const get = operations?.get;
		if (typeof get !== "object" || get === null || path.includes("{")) return [];
		const { parameters } = get;
		if (!(!Array.isArray(parameters) || !parameters.some((one) => one?.required === true)) || demands(get.security ?? security)) return [];
		const at = new RegExp(`^\\s*["']?${escaped(path)}["']?\\s*:`, "m").exec(text)?.index;
		const line = at === void 0 ? null : lineAt(text, at + /^\s*/.exec(text.slice(at))[0].length);
		return [{
			file,
			line,
			path: base + path,
			isRelative: false
		}];
	});
}
function documentIn(text) {
	try {
		const value = text.length > LONGEST ? null : (0, import_dist.parse)(text, { logLevel: "silent" });
		return typeof value === "object" && value !== null ? value : {};
	} catch {
		return {};
	}
}
const baseOf = (address) => address.replace(/^(?:(?:\w+:)?\/\/[^/]*|[\w.-]+:\d+(?=\/|$))/, "").replace(/[{].*$|\/$/g, "");
const demands = (security) => Array.isArray(security) && security.length > 0;

// src/init/findings.ts
const KINDS = Object.values(PROJECTS);
const LEAST = .3;
const ASKED = .2;
const FIXED = .3;
const NO_ROUTE = .05;
const isManifest = (path) => KINDS.some(({ files }) => files.test(path)) || isExample(path) || isOtherExample(path) || path === ".gitignore" || baseName(path) === ".dockerignore";
const isCode = (path) => KINDS.some(({ code }) => code.test(path));
function readable(paths) {
	const rank = (path) => isManifest(path) || isCompose(path) ? 0 : isAside(path) ? 2 : 1;
	return paths.filter((path) => isManifest(path) || isCompose(path) || mayBeScript(path) || isCode(path) || isDocument(path) || isData(path)).sort((a, b) => rank(a) - rank(b) || a.split("/").length - b.split("/").length);
}
function findings(paths, text, wanted = "any") {
	const tree = new Tree(paths, text);
	const scripts = scriptsIn(tree);
	const asked = askedPorts(scripts);
	const unsorted = KINDS.flatMap((kind) => kind.candidates(tree, asked)).map((one) => withPort(hundredths(one), asked));
	const certainty = (one) => one.confidence + (one.reached !== null && asked.has(one.reached) ? ASKED : 0) - (isProgram(one) && unsorted.some((other) => isFixedAbove(other, one, unsorted)) ? FIXED : 0) - (scripts.length === 0 && loadable(routesIn(tree, codeIn(tree, one.code))).length === 0 ? NO_ROUTE : 0);
	const all = unsorted.map((one) => ({
		one,
		at: certainty(one)
	})).sort((a, b) => b.at - a.at || Number(isGateway(b.one)) - Number(isGateway(a.one))).map(({ one }) => one);
	const [chosen = null] = all.filter(({ plan, confidence }) => confidence >= LEAST && (wanted === "any" || plan.kind === wanted));
	return of(tree, chosen, all, scripts);
}
const isProgram = ({ plan }) => plan.kind === "process" || plan.files.every((file) => file === plan.written?.path);
const isGateway = ({ code: { folder } }) => /(?:^|[/_-])gateway(?:$|[_-])/i.test(folder);
const portOf = ({ plan }) => plan.kind === "process" ? plan.given.port : plan.port;
const isFixedAbove = (above, { code: { folder } }, all) => above.plan.kind === "process" && above.plan.given.env === null && folder !== above.plan.folder && isBelow(folder, above.plan.folder) && all.some((one) => isProgram(one) && one.code.folder === folder && portOf(one) === portOf(above));
const hundredths = (candidate) => ({
	...candidate,
	confidence: Math.round(candidate.confidence * 100) / 100
});
function withPort(candidate, asked) {
	const { plan, isPortGuessed, checks } = candidate;
	if (plan.kind !== "process" || !isPortGuessed) return candidate;
	const [port, ...more] = asked;
	const where = `no port was found in ${plan.folder === "." ? "the code" : plan.folder}`;
	if (port === void 0 || more.length > 0) return {
		...candidate,
		checks: [...checks, `${where}: it is expected to read PORT.`]
	};
	return {
		...candidate,
		plan: {
			...plan,
			given: {
				port,
				env: null
			}
		},
		checks: [...checks, `${where}: it is expected at ${port}, which the scripts ask. Base and head take turns there.`]
	};
}
function askedPorts(scripts) {
	const ordinary = scripts.filter(({ special }) => special === null);
	return new Set((ordinary.length > 0 ? ordinary : scripts).flatMap(portsOf));
}
function instead(found, chosen, paths, text) {
	const all = [
		...found.chosen ? [found.chosen] : [],
		...found.others,
		...found.lacking
	];
	return of(new Tree(paths, text), chosen, all, found.scripts);
}
function of(tree, chosen, all, scripts) {
	const code = chosen === null ? [] : codeIn(tree, chosen.code);
	const routes = [...documented(tree), ...routesIn(tree, code)];
	const apart = routes.filter(({ path }, i) => routes.findIndex((other) => other.path === path) === i);
	const health = chosen?.plan.health ?? null;
	const asked = loadable(apart).filter(({ path, isRelative }) => !isRelative || health === null || !isHealth(path));
	const only = health === null ? [] : [{
		path: health,
		file: "",
		line: null,
		isRelative: false
	}];
	return {
		chosen: chosen && {
			...chosen,
			checks: [...chosen.checks, ...limited(tree, code, chosen)],
			client: clientIn(tree, code)
		},
		others: all.filter((one) => one !== chosen && one.confidence >= LEAST),
		lacking: all.filter(({ confidence, lacks = [] }) => confidence < LEAST && lacks.length > 0),
		scripts: chosen === null ? scripts : withOthersLast(scripts, chosen, all),
		routes: asked.length > 0 ? asked : only,
		guarded: routesIn(tree, code, true)
	};
}
function withOthersLast(scripts, { code }, all) {
	const isAround = (folder) => folder === code.folder || isBelow(code.folder, folder);
	const others = all.map((one) => one.code.folder).filter((folder) => !isAround(folder));
	const isOther = ({ path }) => others.some((folder) => isBelow(path, folder));
	return [...scripts].sort((a, b) => Number(isOther(a)) - Number(isOther(b)));
}

export { ANSWERED, FORGES, NOWHERE, STARTER, WRITTEN, badge, configText, findings, gitlabFiles, guessesIn, installedSource, instead, isData, isOwn, perfPath, readable, repositoryOf, selected, sourceOf, starterText, todo, withoutPaths, workflows };