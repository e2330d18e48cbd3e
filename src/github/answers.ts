import type { Author } from "../model/author.ts";
import type { Client } from "./client.ts";
import { ForgeError, type Pull } from "./forge.ts";

/** A repository's name in the API. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** Open pull requests from a branch of an owner's repository, as the API has them. */
export async function pullsFrom(client: Client, repository: RepositoryName, owner: string, branch: string) {
  const list = { ...pagesOf(repository), state: "open", head: `${owner}:${branch}` } as const;
  const all = await client.paginate(client.rest.pulls.list, list);
  return all.filter(({ head }) => head.ref === branch); // Gitea lists all, whatever was asked for
}

interface ApiPull {
  readonly number: number;
  readonly state: string;
  readonly head: {
    readonly sha: string;
    readonly ref: string;
    readonly repo: { readonly full_name: string } | null;
  };
  readonly base: { readonly ref: string; readonly sha: string };
  readonly merge_base?: string; // Gitea, where the base's commit is the branch's tip, also after the merge
}
export const pullOf = ({ number, state, head, base, merge_base }: ApiPull): Pull => ({
  number,
  open: state === "open",
  base: base.ref,
  baseSha: merge_base ?? base.sha,
  head: { sha: head.sha, branch: head.ref, repository: head.repo?.full_name ?? null },
});

export interface ApiUser {
  readonly login: string;
  readonly type?: string;
}
export const authorOf = (user: ApiUser | null | undefined): Author | null =>
  user ? { login: user.login, bot: user.type === "Bot" } : null;

/** The result of a request. Throws the client's errors as `ForgeError`. */
export async function orForgeError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ForgeError) throw error;
    const { status, message } = error as { status?: unknown; message?: unknown };
    const text = String(message).split(" - https://")[0]!;
    if (typeof status === "number") throw new ForgeError(status, text.slice(0, 500));
    const code = (error as { code?: unknown }).code;
    if (typeof code === "string") throw new ForgeError(0, `${code}: ${text.slice(0, 500)}`);
    throw error;
  }
}

/** The parameters of a list in pages as large as they may be. */
export const pagesOf = (repository: RepositoryName) => ({ ...repository, per_page: 100 });

/** The result of a request; null for an error with one of these statuses. */
export async function orNull<T>(ask: () => Promise<T>, statuses: readonly number[]): Promise<T | null> {
  try {
    return await orForgeError(ask);
  } catch (error) {
    if (error instanceof ForgeError && statuses.includes(error.status)) return null;
    throw error;
  }
}
