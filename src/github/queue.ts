import { z } from "zod";
import { orNull, type RepositoryName } from "./answers.ts";
import type { Client } from "./client.ts";
import { ForgeError, type QueueEntry } from "./forge.ts";
import { askGraphql } from "./graphql.ts";

const QUERY = `query ($owner: String!, $repo: String!, $branch: String!) {
  repository(owner: $owner, name: $repo) {
    mergeQueue(branch: $branch) {
      entries(first: 100) {
        nodes {
          baseCommit { oid }
          headCommit { oid }
          pullRequest { number headRefOid }
        }
      }
    }
  }
}`;

const Commit = z.object({ oid: z.string() }).nullable();
const Answer = z.object({
  repository: z
    .object({
      mergeQueue: z
        .object({
          entries: z
            .object({
              nodes: z.array(
                z
                  .object({
                    baseCommit: Commit,
                    headCommit: Commit,
                    pullRequest: z.object({ number: z.number(), headRefOid: z.string() }).nullable(),
                  })
                  .nullable(),
              ),
            })
            .nullable(),
        })
        .nullable(),
    })
    .nullable(),
});

/**
 * The entries of a branch's merge queue that the forge has made commits for; null where there is no queue. Only GraphQL
 * knows which pull requests are in a group (https://docs.github.com/en/graphql/reference/objects#mergequeueentry).
 */
export async function mergeQueue(
  client: Client,
  repository: RepositoryName,
  branch: string,
): Promise<readonly QueueEntry[] | null> {
  const answer = await orNull(() => askGraphql(client, QUERY, { ...repository, branch }), [404]);
  const parsed = Answer.nullable().safeParse(answer);
  if (!parsed.success) throw new ForgeError(0, "the merge queue is told in an unknown form");
  const entries = parsed.data?.repository?.mergeQueue?.entries;
  if (!entries) return null;
  return entries.nodes.flatMap((node) => {
    const { baseCommit: before, headCommit: after, pullRequest: pull } = node ?? {};
    if (!before || !after || !pull) return [];
    return [{ pull: pull.number, head: pull.headRefOid, before: before.oid, after: after.oid }];
  });
}
