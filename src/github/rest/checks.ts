import { orForgeError, orNull, pagesOf, type RepositoryName } from "../answers.ts";
import type { Client } from "../client.ts";
import type { CheckRecord, Forge, PostedCheck } from "../forge.ts";

/** Checks and statuses of a commit. */
export function checks(client: Client, repository: RepositoryName) {
  const { rest } = client;
  return {
    records: (ref, check_name) =>
      orNull(async () => {
        const all = await checkRuns(client, repository, ref, check_name);
        return all.flatMap(({ external_id }) => recordIn(external_id ?? ""));
      }, NO_CHECKS),
    newestCheck: (ref, check_name) =>
      orNull(async () => {
        const one = newestOurs(await checkRuns(client, repository, ref, check_name));
        return one === undefined ? null : posted(one);
      }, NO_CHECKS),
    addCheck: ({ name, sha, conclusion, title, summary, text, annotations, details, record }) =>
      orNull(async () => {
        const { data } = await rest.checks.create({
          ...repository,
          name,
          head_sha: sha,
          status: "completed",
          conclusion,
          details_url: details,
          external_id: externalId(record),
          output: {
            title,
            summary,
            ...(text !== undefined && { text }),
            annotations: annotations.map(({ path, line, level, title, message }) => ({
              path,
              start_line: line,
              end_line: line,
              annotation_level: level,
              title,
              message,
            })),
          },
        });
        return data.html_url ?? details;
      }, [404, 405]),
    addStatus: ({ sha, state, context, description, details }) =>
      orForgeError(async () => {
        const known = state as Exclude<typeof state, "warning">; // as GitHub's own client has it
        const status = { sha, state: known, context, description, target_url: details };
        return (await rest.repos.createCommitStatus({ ...repository, ...status })).data.target_url ?? details;
      }),
  } satisfies Partial<Forge>;
}

/** Every check of this name on a commit, of whatever attempt. */
export const checkRuns = (client: Client, repository: RepositoryName, ref: string, check_name: string) =>
  client.paginate(client.rest.checks.listForRef, {
    ...pagesOf(repository),
    ref,
    check_name,
    filter: "all",
  });

export const posted = ({
  conclusion,
  output,
}: Awaited<ReturnType<typeof checkRuns>>[number]): PostedCheck => ({ conclusion, text: output.text });

/** The newest of Steelyard's checks among these. */
export const newestOurs = <T extends { readonly id: number; readonly external_id: string | null }>(
  all: readonly T[],
): T | undefined =>
  all.filter(({ external_id }) => external_id?.startsWith(OURS)).sort((one, other) => other.id - one.id)[0];

/** Statuses that say that a forge has no checks to ask. */
const NO_CHECKS = [403, 404, 405];

/** What external ids of our checks begin with. */
const OURS = "steelyard:";
const COMMENT = `${OURS}comment:`;
const UNABLE = `${OURS}unable`;

function externalId(record: CheckRecord | undefined): string {
  if (record === undefined) return `${OURS}check`;
  return record.kind === "unable" ? UNABLE : `${COMMENT}${record.id}`;
}

/** The record in a check's external id; none where somebody else wrote it. */
function recordIn(id: string): CheckRecord[] {
  if (id === UNABLE) return [{ kind: "unable" }];
  const comment = id.startsWith(COMMENT) ? id.slice(COMMENT.length) : "";
  return /^\d{1,15}$/.test(comment) ? [{ kind: "comment", id: Number(comment) }] : [];
}
