import { type Handler, pullBody, refused, shaOf } from "./handlers.ts";
import { shaped } from "./shaped.ts";
import type { State } from "./state.ts";

const missing = refused(404, "Not Found");
const branchIn = (ref: string) => ref.replace(/^(?:refs\/)?heads\//, "");
/** A name for something new; that of a commit is that of its tree as well. */
const named = (state: State) => (state.nextId++).toString(16).padStart(40, "e");

const refBody = (branch: string, sha: string) =>
  shaped("git-ref", {
    ref: `refs/heads/${branch}`,
    object: { sha, type: "commit", url: "https://github.test/" },
  });
const commitBody = (sha: string, tree: string, parents: readonly string[], message: string) =>
  shaped("git-commit", {
    sha,
    message,
    tree: { sha: tree, url: "https://github.test/" },
    parents: parents.map((one) => ({
      sha: one,
      url: "https://github.test/",
      html_url: "https://github.test/",
    })),
  });

/** Commits, branches and pull requests written over the API, and look-ups before a measurement. */
export const GIT_HANDLERS: Readonly<Record<string, Handler>> = {
  "git/get-ref": (state, { params }) => {
    const branch = branchIn(params.ref!);
    const sha = state.branches[branch];
    return sha === undefined ? missing : { status: 200, body: refBody(branch, sha) };
  },
  "git/create-ref": (state, { body }) => {
    const branch = branchIn(String(body.ref));
    if (state.branches[branch] !== undefined) return refused(422, "Reference already exists");
    state.branches[branch] = String(body.sha);
    return { status: 201, body: refBody(branch, String(body.sha)) };
  },
  "git/update-ref": (state, { params, body }) => {
    const branch = branchIn(params.ref!);
    if (state.branches[branch] === undefined) return refused(422, "Reference does not exist");
    if (body.force !== true) return refused(422, "Update is not a fast forward");
    state.branches[branch] = String(body.sha);
    return { status: 200, body: refBody(branch, String(body.sha)) };
  },
  "git/get-commit": (state, { params }) => {
    const sha = params.commit_sha!;
    return sha in state.trees ? { status: 200, body: commitBody(sha, sha, [], "") } : missing;
  },
  "git/get-tree": (state, { params }) => {
    const files = state.trees[params.tree_sha!];
    if (files === undefined) return missing;
    const tree = Object.entries(files).map(([path, text]) => {
      return { path, mode: "100644", type: "blob", sha: shaOf(text), size: text.length };
    });
    return {
      status: 200,
      body: shaped("git-tree", { sha: params.tree_sha, tree, truncated: state.cutTrees }),
    };
  },
  "git/get-blob": (state, { params }) => {
    const texts = Object.values(state.trees).flatMap((files) => Object.values(files));
    const text = texts.find((one) => shaOf(one) === params.file_sha);
    if (text === undefined) return missing;
    const content = Buffer.from(text).toString("base64");
    return { status: 200, body: shaped("blob", { content, encoding: "base64", sha: params.file_sha }) };
  },
  "git/create-tree": (state, { body }) => {
    const before = state.trees[String(body.base_tree)];
    if (before === undefined) return refused(422, "base_tree is not a valid tree oid");
    const entries = body.tree as { path: string; content: string }[];
    const sha = named(state);
    state.trees[sha] = {
      ...before,
      ...Object.fromEntries(entries.map(({ path, content }) => [path, content])),
    };
    return { status: 201, body: shaped("git-tree", { sha, tree: [], truncated: false }) };
  },
  "git/create-commit": (state, { body }) => {
    const tree = String(body.tree);
    const files = state.trees[tree];
    if (files === undefined) return refused(422, "Tree SHA does not exist");
    const sha = named(state);
    state.trees[sha] = files;
    return { status: 201, body: commitBody(sha, tree, body.parents as string[], String(body.message)) };
  },
  "pulls/create": (state, { body }) => {
    const [head, base] = [String(body.head), String(body.base)];
    if (state.branches[head] === undefined) return refused(422, "Validation Failed");
    const open = { ref: head, sha: state.branches[head], repository: state.repository };
    const pull = { number: state.nextId++, state: "open" as const, head: open, base };
    state.pulls.push({ ...pull, title: String(body.title), body: String(body.body) });
    return { status: 201, body: shaped("pull-request", pullBody(pull, state)) };
  },
  "pulls/update": (state, { params, body }) => {
    const pull = state.pulls.find(({ number }) => number === Number(params.pull_number));
    if (pull === undefined) return missing;
    Object.assign(pull, { title: String(body.title), body: String(body.body) });
    return { status: 200, body: shaped("pull-request", pullBody(pull, state)) };
  },
  "repos/get-commit": (state, { params }) => {
    const sha = state.branches[params.ref!] ?? (params.ref! in state.trees ? params.ref : undefined);
    return sha === undefined
      ? refused(422, `No commit found for SHA: ${params.ref}`)
      : { status: 200, body: shaped("commit", { sha }) };
  },
  "repos/list-tags": ({ tags }) => ({
    status: 200,
    body: tags.map(({ name, sha }) => shaped("tag", { name, commit: { sha } })),
  }),
  "repos/get-collaborator-permission-level": (state, { params }) => {
    const permission = state.permissions[params.username!];
    if (permission === undefined) return missing;
    return {
      status: 200,
      body: shaped("repository-collaborator-permission", { permission, role_name: permission, user: null }),
    };
  },
};
