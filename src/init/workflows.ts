import { GITLAB_CI, gitlabFiles } from "./gitlab.ts";
import type { Source } from "./source.ts";

/** When the default branch is compared with the last release, if at all. */
const RELEASE_CRON = "43 3 * * 1";

/** The events that start a measurement. @param inputs of one by hand, besides the proposal of a baseline */
const events = (branch: string, inputs = "", isCalled = false) => `on:
  pull_request:
${isCalled ? "  merge_group: # of merge queues\n" : ""}  push:
    branches: [${JSON.stringify(branch)}]
  schedule:
    - cron: "17 3 * * 1" # a session a week for the baselines, proposed as a pull request
${isCalled ? `    # - cron: "${RELEASE_CRON}" # once there are releases: a comparison with the last one a week\n` : ""}\
  workflow_dispatch:
    inputs:
${inputs}      refresh-baseline: { description: "Propose the figures as a session of the baselines", type: boolean }`;

/** The inputs of a measurement by hand, as the called workflow takes them. */
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

/** The workflow that measures and posts, for the repository that is checked. */
export const perfWorkflow = (
  { repository, ref }: Source,
  branch: string,
) => `# Measures pull requests, and posts one comment and a check. Written by \`steelyard init\`.
# Its measuring job runs the code of the pull request: read how to set up a machine of your own safely first
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

/** The workflow that posts for pull requests whose own runs may not write. */
export const forkWorkflow = ({
  repository,
  ref,
}: Source) => `# Posts the verdict for pull requests of forks and of Dependabot, whose own runs may not write.
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

/** The workflow that starts a measurement which a comment or a label asks for. */
export const requestWorkflow = ({
  repository,
  ref,
}: Source) => `# Measures a pull request when somebody with write permission comments \`/perf\` or gives it the label \`perf\`; and the
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

/** Forges that `init` writes workflows for: github.com, GitHub Enterprise Server, and the others by their names. */
export const FORGES = ["github", "ghes", "gitea", "forgejo", "gitlab"] as const;
export type ForgeName = (typeof FORGES)[number];

/** The path of the workflow that measures. */
export const perfPath = (forge: ForgeName): string =>
  forge === "gitlab" ? GITLAB_CI : `.${forge === "ghes" ? "github" : forge}/workflows/perf.yml`;

/**
 * The workflows of a forge, by path.
 *
 * @param existing text of the file at `perfPath`; undefined where there is none
 */
export function workflows(
  forge: ForgeName,
  source: Source,
  branch: string,
  existing?: string,
): Record<string, string> {
  if (forge === "gitlab") return gitlabFiles(source, existing).files;
  if (forge === "github") {
    return {
      [perfPath(forge)]: perfWorkflow(source, branch),
      ".github/workflows/perf-fork.yml": forkWorkflow(source),
      ".github/workflows/perf-request.yml": requestWorkflow(source),
    };
  }
  return { [perfPath(forge)]: (forge === "ghes" ? twoJobsWorkflow : oneJobWorkflow)(source, branch) };
}

const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
/** Later ones refuse every server but github.com. */
const UPLOAD = "actions/upload-artifact@c24449f33cd45d4826c6702db7e49f7cdb9b551d # v3.2.1-node20";

const OWN =
  "github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name == github.repository";
const REFERENCE = "(inputs.refresh-baseline || github.event_name == 'schedule') && 'baseline' || 'auto'";

/** The steps that measure. */
const measuring = ({ repository, ref }: Source) => `      - uses: ${CHECKOUT}
        with:
          ref: \${{ github.event.pull_request.head.sha || github.sha }}
          fetch-depth: 0 # for a paired run with the merge-base
          persist-credentials: false
      - id: measure
        uses: ${repository}/action@${ref}
        with:
          reference: \${{ ${REFERENCE} }}
`;

/** The workflow for a server that has checks and artifacts, and does not tell a called workflow where it is from. */
const twoJobsWorkflow = (
  source: Source,
  branch: string,
) => `# Measures pull requests and ${branch}, and posts one comment and a check. Written by \`steelyard init\`.
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

/** The workflow for a forge that hands on no artifacts between jobs, and has no checks. */
const oneJobWorkflow = (
  source: Source,
  branch: string,
) => `# Measures pull requests and ${branch}, and posts one comment and a commit status. Written by \`steelyard init\`.
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

/** Markdown of the badge of the workflow, for a README. */
export const badge = (repository: string, branch: string) => {
  const page = `https://github.com/${repository}/actions/workflows/perf.yml`;
  const query = encodeURIComponent(branch).replace(/[()]/g, (c) => (c === "(" ? "%28" : "%29"));
  return `[![perf](${page}/badge.svg?branch=${query})](${page})`;
};

/** "octo/shop" of the address of a remote on GitHub; null for any other. */
export function repositoryOf(remote: string): string | null {
  return /github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(remote.trim())?.[1] ?? null;
}
