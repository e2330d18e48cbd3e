import { GITLAB_CI, gitlabFiles } from "./gitlab.ts";
import { type OwnForge, ownRequestWorkflow, ownWorkflow } from "./ownworkflows.ts";
import type { Source } from "./source.ts";
import { events, RELEASE_CRON } from "./triggers.ts";

/** The workflow that measures and posts, for the repository that is checked. */
export const perfWorkflow = (
  { repository, ref }: Source,
  branch: string,
) => `# Measures pull requests, and posts one comment and a check. Written by \`steelyard init\`.
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

/** Whether the workflows of a forge have jobs of their own, in place of a call of ours. */
export const isOwn = (forge: ForgeName): forge is OwnForge => forge !== "github" && forge !== "gitlab";

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
  return {
    [perfPath(forge)]: ownWorkflow(source, branch, forge),
    [perfPath(forge).replace("perf.yml", "perf-request.yml")]: ownRequestWorkflow(source, forge),
  };
}

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
