import type { Source } from "./source.ts";
import { events } from "./triggers.ts";

/**
 * Forges that do not tell a called workflow where it is from, so that theirs have jobs of their own. Gitea and Forgejo
 * have neither checks nor a list of the artifacts of a run, either.
 */
export type OwnForge = "ghes" | "gitea" | "forgejo";

const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
/** Later ones of both refuse every server but github.com. */
const UPLOAD = "actions/upload-artifact@c24449f33cd45d4826c6702db7e49f7cdb9b551d # v3.2.1-node20";
const DOWNLOAD = "actions/download-artifact@ad191675b41f6a5b46da9a048cb6893812da158b # v3.1.0-node20";

/** Labels of the machine that measures, and of the one that runs no code of pull requests. */
const MEASURING = "[self-hosted, perf]";
const REPORTING = "[self-hosted, report]";
const FIGURES = ".steelyard/figures";

/** On Gitea the outputs of a job that was skipped are the texts of their expressions. */
const BY_HAND_ONLY = "github.event_name == 'workflow_dispatch' &&";
/** The commit that is measured. */
const HEAD = `\${{ ${BY_HAND_ONLY} needs.target.outputs.sha || github.event.pull_request.head.sha || github.sha }}`;
const OWN = "github.event.pull_request.head.repo.full_name == github.repository";
const BASELINE = "(inputs.refresh-baseline || github.event_name == 'schedule')";
const REFERENCE = `\${{ inputs.reference == 'release' && 'release' || ${BASELINE} && 'baseline' || inputs.reference || 'auto' }}`;
/** How a measurement is asked for: the report holds the figures against it. */
const WANTED = `          only: \${{ inputs.workloads }}
          variants: \${{ inputs.variants }}
          profile: \${{ inputs.profile }}
          trials: \${{ inputs.trials }}
          reference: ${REFERENCE}
          budget: \${{ inputs.budget }}
`;

/** The workflow that measures and posts. */
export function ownWorkflow(source: Source, branch: string, forge: OwnForge): string {
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

/** Steps before a report whose forge does not list the artifacts of a run. */
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

const page = ({ repository, ref }: Source) => `      - name: Trend page
        if: \${{ always() && github.event_name == 'push' && needs.measure.result == 'success' }}
        uses: ${repository}/action/publish@${ref}
        with:
          files: ${FIGURES}/steelyard/run.json # of several machines a line each: ${FIGURES}/steelyard-1of3/run.json
          benchmarks: "off" # github-action-benchmark knows github.com only
`;

/** The workflow that starts a measurement which a comment or a label asks for. */
export function ownRequestWorkflow({ repository, ref }: Source, forge: OwnForge): string {
  const token = `          # Only who administers a repository may ask who may write to it. In one of an organization this needs a token of theirs.
          token: \${{ secrets.STEELYARD_TOKEN || github.token }}
`;
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
${forge === "ghes" ? "" : token}`;
}
