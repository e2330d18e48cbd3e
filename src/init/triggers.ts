/** When the default branch is compared with the last release, if at all. */
export const RELEASE_CRON = "43 3 * * 1";

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

/** The events that start a measurement. @param isCalled whether the workflow calls ours, which knows more of them */
export const events = (branch: string, isCalled = false) => `on:
  pull_request:
${isCalled ? "  merge_group: # of merge queues\n" : ""}  push:
    branches: [${JSON.stringify(branch)}]
  schedule:
    - cron: "17 3 * * 1" # a session a week for the baselines, proposed as a pull request
${isCalled ? `    # - cron: "${RELEASE_CRON}" # once there are releases: a comparison with the last one a week\n` : ""}\
  workflow_dispatch:
    inputs:
${BY_HAND}      refresh-baseline: { description: "Propose the figures as a session of the baselines", type: boolean }`;
