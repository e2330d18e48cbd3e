import type { Source } from "./source.ts";

/** Where GitLab looks for jobs, unless its settings name another file. */
export const GITLAB_CI = ".gitlab-ci.yml";
/** Where they are written if that file exists, for it to include them. */
export const GITLAB_PART = ".gitlab/steelyard.yml";

/** The command line as npx takes it: the file of a release, or a commit of the repository, which takes longer to install. */
function packageOf({ repository, ref }: Source): string {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(ref) ?? [];
  if (version === undefined) return `github:${repository}#${ref}`;
  return `https://github.com/${repository}/releases/download/${ref}/steelyard-${version}.tgz`;
}

/** The two jobs of a merge request's pipeline. */
export const gitlabJobs = ({
  repository,
  ref,
}: Source) => `# Measures merge requests, keeps one note on each, and fails the job if they are slower. Written by
# \`steelyard init\`. Tried against GitLab's published API description; not on a server. How to set it up, and what the
# measured code can reach: action/gitlab.md in ${repository}.
# Branches of this project only: nothing is run for forks.

.steelyard:
  variables:
    STEELYARD: ${JSON.stringify(packageOf({ repository, ref }))} # as npx takes it
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

/**
 * The files to write, and the steps left for a person: a project that has jobs includes ours from a file of their own.
 *
 * @param existing text of the project's `.gitlab-ci.yml`; undefined where there is none
 */
export function gitlabFiles(
  source: Source,
  existing: string | undefined,
): { readonly files: Record<string, string>; readonly open: readonly string[] } {
  const jobs = gitlabJobs(source);
  if (existing === undefined || existing.includes("steelyard:measure:")) {
    return { files: { [GITLAB_CI]: jobs }, open: [] };
  }
  return {
    files: { [GITLAB_PART]: jobs },
    open: existing.includes(GITLAB_PART)
      ? []
      : [
          `Add to ${GITLAB_CI}: include: [{ local: ${GITLAB_PART} }], or one more line to the include that it has.`,
        ],
  };
}
