import { createHash } from "node:crypto";
import type { Request } from "openapi-backend";
import type { Answer } from "../apidouble.ts";
import { shaped } from "./shaped.ts";
import type { CommentState, PullState, RunState, State } from "./state.ts";

/** A response; `headers` in addition to the common ones. */
/** A request that has passed the schema. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown>;
  readonly headers: Request["headers"];
  /** Address of this server. */
  readonly root: string;
}

export type Handler = (state: State, asked: Asked) => Answer;

const ok = (body: unknown): Answer => ({ status: 200, body });
export const refused = (status: number, message: string, errors?: unknown[]): Answer => ({
  status,
  body: { message, documentation_url: "https://docs.github.com/rest", ...(errors && { errors }) },
});
const NOT_FOUND = refused(404, "Not Found");
const found = <T>(thing: T | undefined, body: (thing: T) => unknown): Answer =>
  thing === undefined ? NOT_FOUND : ok(body(thing));

/** The handler of each operation. The server does pages, permissions and limits. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  "issues/list-comments": (state, { params }) => {
    const number = Number(params.issue_number);
    if (!state.pulls.some((pull) => pull.number === number)) return NOT_FOUND;
    return ok(state.comments.filter(({ pull }) => pull === number).map(commentBody));
  },
  "issues/create-comment": (state, { params, body }) => {
    if (tooLong(body.body)) return TOO_LONG;
    const comment = {
      id: state.nextId++,
      pull: Number(params.issue_number),
      body: String(body.body),
      user: state.author,
      created: new Date().toISOString(),
    };
    state.comments.push(comment);
    return { status: 201, body: commentBody(comment) };
  },
  "issues/update-comment": (state, { params, body }) => {
    const comment = state.comments.find(({ id }) => id === Number(params.comment_id));
    if (comment === undefined) return NOT_FOUND;
    if (comment.user.login !== state.author.login)
      return refused(403, "Resource not accessible by integration");
    if (tooLong(body.body)) return TOO_LONG;
    comment.body = String(body.body);
    return ok(commentBody(comment));
  },
  "issues/delete-comment": (state, { params }) => {
    const at = state.comments.findIndex(({ id }) => id === Number(params.comment_id));
    if (at === -1) return NOT_FOUND;
    state.comments.splice(at, 1);
    return { status: 204 };
  },
  "checks/create": (state, { body }) => {
    const { summary = "", text = "" } = (body.output ?? {}) as { summary?: string; text?: string };
    if (Math.max(Buffer.byteLength(summary), Buffer.byteLength(text)) > 65_535)
      return refused(422, "Only 65535 characters are allowed");
    const id = state.nextId++;
    state.checks.push({ id, ...body });
    const html_url = `https://github.test/${state.repository}/runs/${id}`;
    const { head_sha, name, status, conclusion, details_url } = body;
    return {
      status: 201,
      body: shaped("check-run", { id, html_url, head_sha, name, status, conclusion, details_url }),
    };
  },
  "checks/list-for-ref": (state, { params, query }) => {
    const runs = (state.checks as Record<string, unknown>[])
      .filter(({ head_sha, name }) => head_sha === params.ref && name === (query.check_name ?? name))
      .map(({ id, head_sha, name, external_id, conclusion, output, app = state.app }) => {
        const { title = null, summary = null, text = null } = (output ?? {}) as Record<string, unknown>;
        const shown = { title, summary, text, annotations_count: 0, annotations_url: "https://github.test/" };
        const by = shaped("nullable-integration", { slug: app });
        return shaped("check-run", { id, head_sha, name, external_id, conclusion, output: shown, app: by });
      });
    return ok({ total_count: runs.length, check_runs: runs });
  },
  "repos/create-commit-status": (state, { params, body }) => {
    if (String(body.description).length > 140)
      return refused(422, "description is too long (maximum is 140 characters)");
    state.statuses.push({ sha: params.sha, ...body });
    return { status: 201, body: shaped("status", body) };
  },
  "pulls/get": (state, { params }) =>
    found(
      state.pulls.find(({ number }) => number === Number(params.pull_number)),
      (pull) => shaped("pull-request", pullBody(pull, state)),
    ),
  "pulls/list": (state, { query }) =>
    ok(
      state.pulls
        .filter((pull) => query.state === "all" || pull.state === (query.state ?? "open"))
        .filter(
          ({ head }) => query.head === undefined || query.head === `${ownerOf(head.repository)}:${head.ref}`,
        )
        .map((pull) => shaped("pull-request-simple", pullBody(pull, state))),
    ),
  "repos/list-pull-requests-associated-with-commit": (state, { params }) =>
    ok(
      state.pulls
        .filter(({ head, landed = [] }) => [head.sha, ...landed].includes(params.commit_sha!))
        .map((pull) => shaped("pull-request-simple", pullBody(pull, state))),
    ),
  "repos/get": (state) =>
    ok(shaped("full-repository", { full_name: state.repository, default_branch: state.defaultBranch })),
  "repos/compare-commits-with-basehead": (state, { params, query }) =>
    found(state.mergeBases[params.basehead!], (sha) => {
      const all = state.commits[params.basehead!] ?? [];
      const [size, page] = [Number(query.per_page ?? 250), Number(query.page ?? 1)];
      return shaped("commit-comparison", {
        merge_base_commit: shaped("commit", { sha }),
        commits: all.slice((page - 1) * size, page * size).map(({ sha, message, parents = [] }) =>
          shaped("commit", {
            sha,
            commit: { message },
            parents: parents.map((one) => ({ sha: one, url: "https://github.test/" })),
          }),
        ),
        total_commits: all.length,
      });
    }),
  "repos/get-content": (state, { params, query, headers }) => {
    const tree = state.trees[query.ref ?? state.defaultBranch];
    const path = params.path!;
    const file = tree?.[path];
    if (file !== undefined) {
      const raw = String(headers.accept).includes("raw");
      if (raw)
        return {
          status: 200,
          body: file,
          headers: { "content-type": "application/vnd.github.raw; charset=utf-8" },
        };
      const content = Buffer.from(file).toString("base64");
      const about = { type: "file", encoding: "base64", content, path, name: path, sha: shaOf(file) };
      return ok(shaped("content-file", about));
    }
    const below = Object.keys(tree ?? {}).filter((name) => name.startsWith(`${path}/`));
    const names = [...new Set(below.map((name) => name.slice(path.length + 1).split("/")[0]!))];
    if (names.length === 0) return NOT_FOUND;
    return ok(
      names.map((name) => {
        const own = below.filter((one) => `${one}/`.startsWith(`${path}/${name}/`));
        const sha = shaOf(own.map((one) => `${one}\0${tree![one]}`).join("\0"));
        return { ...shaped("content-file", { name, path: `${path}/${name}`, type: "file", sha }) };
      }),
    );
  },
  "actions/get-workflow-run": (state, { params }) =>
    found(
      state.runs.find(({ id }) => id === Number(params.run_id)),
      (run) => shaped("workflow-run", runBody(run)),
    ),
  "actions/list-jobs-for-workflow-run": (state, { params, query }) => {
    const all = state.jobs.filter(({ run }) => run === Number(params.run_id));
    const newest = Math.max(...all.map(({ attempt }) => attempt));
    const jobs = all
      .filter(({ attempt }) => query.filter === "all" || attempt === newest)
      .map(({ run, name, attempt, waits, started, completed }) =>
        shaped("job", {
          run_id: run,
          name,
          run_attempt: attempt,
          started_at: started,
          completed_at: completed,
          ...(completed === null
            ? { status: waits ? "queued" : "in_progress", conclusion: null }
            : { status: "completed", conclusion: "success" }),
        }),
      );
    return ok({ total_count: jobs.length, jobs });
  },
  "actions/list-workflow-run-artifacts": (state, { params }) => {
    const all = state.artifacts.filter(({ run }) => run === Number(params.run_id));
    const artifacts = all.map(({ id, name, archive, size, expired, created }) =>
      shaped("artifact", {
        id,
        name,
        size_in_bytes: size ?? archive.length,
        expired: expired ?? false,
        created_at: created ?? "2026-11-21T10:00:00Z",
      }),
    );
    return ok({ total_count: artifacts.length, artifacts });
  },
  "actions/download-artifact": (state, { params, root }) => {
    const artifact = state.artifacts.find(({ id }) => id === Number(params.artifact_id));
    if (artifact === undefined) return NOT_FOUND;
    if (artifact.expired) return refused(410, "Artifact has expired");
    return { status: 302, headers: { location: `${root}/blobs/${artifact.id}?signature=secret` } };
  },
  "users/get-authenticated": (state) =>
    state.self === null
      ? refused(403, "Resource not accessible by integration")
      : ok(shaped("public-user", { login: state.self })),
};

const tooLong = (text: unknown) => String(text).length > 65_536;
const TOO_LONG = refused(422, "Validation Failed", [
  {
    resource: "IssueComment",
    code: "unprocessable",
    field: "data",
    message: "Body is too long (maximum is 65536 characters)",
  },
]);

const ownerOf = (repository: string | null) => repository?.split("/")[0] ?? "";
const user = (login: string, type = "User") => shaped("simple-user", { login, type });

const commentBody = ({ id, pull, body, user: { login, type }, created }: CommentState) =>
  shaped("issue-comment", {
    id,
    body,
    user: user(login, type),
    created_at: created ?? "2026-11-21T10:00:00Z",
    html_url: `https://github.test/octo/shop/pull/${pull}#issuecomment-${id}`,
  });

export function pullBody({ number, state, head, base, baseSha, landed }: PullState, { repository }: State) {
  const repo = (full_name: string | null) =>
    full_name === null ? null : shaped("repository", { full_name, name: full_name.split("/")[1] });
  return {
    number,
    state,
    html_url: `https://github.test/${repository}/pull/${number}`,
    merged_at: landed ? "2026-11-21T10:00:00Z" : null,
    merge_commit_sha: landed?.at(-1) ?? null,
    head: {
      sha: head.sha,
      ref: head.ref,
      label: `${ownerOf(head.repository)}:${head.ref}`,
      repo: repo(head.repository),
      user: user(ownerOf(head.repository)),
    },
    base: {
      sha: baseSha ?? "0".repeat(40),
      ref: base,
      label: base,
      repo: repo(repository),
      user: user(ownerOf(repository)),
    },
  };
}

const runBody = ({ id, path, event, repository, head, attempt = 1 }: RunState) => ({
  id,
  path,
  event,
  head_sha: head.sha,
  head_branch: head.branch,
  run_attempt: attempt,
  repository: shaped("minimal-repository", { full_name: repository }),
  head_repository: shaped("minimal-repository", { full_name: head.repository }),
});

/** A name for some content, as git would have one. */
export const shaOf = (text: string) => createHash("sha1").update(text).digest("hex");
