import { type ApiUser, authorOf, orForgeError, orNull, pagesOf, type RepositoryName } from "../answers.ts";
import type { Client } from "../client.ts";
import type { Forge, Remark } from "../forge.ts";

/** Comments of a pull request, by the user of the token. */
export function comments(client: Client, repository: RepositoryName) {
  const { rest } = client;
  return {
    self: () => orNull(async () => (await rest.users.getAuthenticated()).data.login, [401, 403, 404]),
    comments: (issue_number) =>
      orForgeError(async () =>
        (await client.paginate(rest.issues.listComments, { ...pagesOf(repository), issue_number })).map(
          remarkOf,
        ),
      ),
    addComment: (issue_number, body) =>
      orForgeError(async () =>
        remarkOf((await rest.issues.createComment({ ...repository, issue_number, body })).data),
      ),
    editComment: (comment_id, body) =>
      orNull(
        async () => remarkOf((await rest.issues.updateComment({ ...repository, comment_id, body })).data),
        [404],
      ),
    removeComment: (comment_id) =>
      orForgeError(async () => {
        await rest.issues.deleteComment({ ...repository, comment_id });
      }),
  } satisfies Partial<Forge>;
}

interface ApiComment {
  readonly id: number;
  readonly body?: string | undefined;
  readonly user?: ApiUser | null;
  readonly html_url: string;
  readonly created_at: string;
}
const remarkOf = ({ id, body, user, html_url: url, created_at: created }: ApiComment): Remark => ({
  id,
  body: body ?? "",
  url,
  created,
  author: authorOf(user),
});
