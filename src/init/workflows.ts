/** The source of steelyard's actions: a repository and a trusted ref of it. */
export interface Source {
  readonly repository: string;
  readonly ref: string;
}

/** Placeholder where the source of steelyard's actions is not known yet. */
export const NOWHERE: Source = { repository: "OWNER/REPO", ref: "v1" };

/** "octo/steelyard@v1" or "octo/steelyard@<sha>"; undefined for anything else. */
export function sourceOf(text: string): Source | undefined {
  const [, repository, ref] = /^([\w.-]{1,100}\/[\w.-]{1,100})@([\w./-]{1,200})$/.exec(text) ?? [];
  return repository === undefined || ref === undefined ? undefined : { repository, ref };
}

/** The workflow that measures and posts, for the repository that is checked. */
export const perfWorkflow = (
  { repository, ref }: Source,
  branch: string,
) => `# Measures pull requests, and posts one comment and a check. Written by \`steelyard init\`.
# Its measuring job runs the code of the pull request, on your runner: read how to set that up safely first
# (action/runner.md in ${repository}).
name: perf

on:
  pull_request:
  push:
    branches: [${JSON.stringify(branch)}]
  schedule:
    - cron: "17 3 * * 1" # a session a week for the baselines, proposed as a pull request
  workflow_dispatch:
    inputs:
      pull-request: { description: "Number of a pull request to measure again", type: string }
      ref: { description: "Or a branch, tag or commit", type: string }
      sha: { description: "The commit it has to be; required for forks", type: string }
      workloads: { description: "These workloads only, separated by commas", type: string }
      variants: { description: "These variants of them only, likewise", type: string }
      profile: { description: "A profile of the config", type: string }
      trials: { description: "Trials of head alone, of each workload", type: string }
      reference:
        { description: "What head is compared with", type: choice, options: [auto, base, baseline], default: auto }
      budget: { description: "When base beside head is looked at last, such as 8m", type: string }
      refresh-baseline: { description: "Propose the figures as a session of the baselines", type: boolean }

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
      pull-request: \${{ inputs.pull-request }}
      ref: \${{ inputs.ref }}
      sha: \${{ inputs.sha }}
      workloads: \${{ inputs.workloads }}
      variants: \${{ inputs.variants }}
      profile: \${{ inputs.profile }}
      trials: \${{ inputs.trials }}
      reference: \${{ inputs.reference || 'auto' }}
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
