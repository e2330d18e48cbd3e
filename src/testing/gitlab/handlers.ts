import { createHash } from "node:crypto";
import type { Answer } from "../apidouble.ts";
import type { JobState, MergeRequestState, NoteState, Project } from "./project.ts";

/** What is answered; objects and lists as JSON. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Address of where a job's artifact is kept. */
  readonly storage: (job: number) => string;
}
type Handler = (project: Project, asked: Asked) => Answer;

export const refused = (status: number, message: string): Answer => ({ status, body: { message } });
const ok = (body: unknown, status = 200): Answer => ({ status, body });

/** The project of the request; GitLab hides every other one from a project's own token. */
const inProject =
  (handler: Handler): Handler =>
  (project, asked) =>
    Number(asked.params.id) === project.id ? handler(project, asked) : refused(404, "404 Project Not Found");

const MOST_CHARACTERS = 1_000_000;
/** A line that GitLab takes for a quick action; ours must not even look like one, in code and indented neither. */
const QUICK_ACTION = /^\s*\/[a-z].*$/gim;

function written({ actions, readOnly }: Project, { body }: Asked): string | Answer {
  if (readOnly) return refused(403, "403 Forbidden");
  const text = String(body.body);
  if (text.length > MOST_CHARACTERS)
    return { status: 400, body: { message: { note: ["is too long (maximum is 1000000 characters)"] } } };
  actions.push(...(text.match(QUICK_ACTION) ?? []));
  return text;
}

const noteOn = ({ notes }: Project, { params }: Asked): NoteState | undefined =>
  notes.find(({ id, iid }) => id === Number(params.note_id) && iid === Number(params.noteable_id));

const withRequest = (handler: (request: MergeRequestState, project: Project, asked: Asked) => Answer) =>
  inProject((project, asked) => {
    const iid = Number(asked.params.noteable_id ?? asked.params.merge_request_iid);
    const found = project.mergeRequests.find((one) => one.iid === iid);
    return found === undefined ? refused(404, "404 Not found") : handler(found, project, asked);
  });

/** The files of a commit; a branch or tag is none here, since ours ask for commits only. */
const filesOf = ({ trees }: Project, ref: unknown) => trees[String(ref)];

/** What the double does, by the names that GitLab gives its operations. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  getApiV4User: ({ self }) => ok({ id: 5, username: self, bot: true, state: "active" }),
  getApiV4ProjectsIdMergeRequestsMergeRequestIid: withRequest(
    ({ iid, state, sha, branch, target, source, baseSha }, { id }) =>
      ok({
        id: 7_000 + iid,
        iid,
        project_id: id,
        state,
        sha,
        source_branch: branch,
        target_branch: target,
        source_project_id: source,
        target_project_id: id,
        ...(baseSha && { diff_refs: { base_sha: baseSha } }),
      }),
  ),
  getApiV4ProjectsIdMergeRequestsNoteableIdNotes: withRequest(({ iid }, { notes }, { query }) => {
    const found = notes.filter((one) => one.iid === iid).map(noteAnswer);
    return ok(query.sort === "asc" ? found : found.reverse());
  }),
  postApiV4ProjectsIdMergeRequestsNoteableIdNotes: withRequest(({ iid }, project, asked) => {
    const text = written(project, asked);
    if (typeof text !== "string") return text;
    const note: NoteState = { id: project.nextId, iid, body: text, author: project.self };
    project.nextId += 1;
    project.notes.push(note);
    return ok(noteAnswer(note), 201);
  }),
  putApiV4ProjectsIdMergeRequestsNoteableIdNotesNoteId: withRequest((_, project, asked) => {
    const note = noteOn(project, asked);
    if (note === undefined) return refused(404, "404 Note Not Found");
    if (note.author !== project.self) return refused(403, "403 Forbidden");
    const text = written(project, asked);
    if (typeof text !== "string") return text;
    note.body = text;
    return ok(noteAnswer(note));
  }),
  deleteApiV4ProjectsIdMergeRequestsNoteableIdNotesNoteId: withRequest((_, project, asked) => {
    const note = noteOn(project, asked);
    if (note === undefined) return refused(404, "404 Note Not Found");
    if (note.author !== project.self) return refused(403, "403 Forbidden");
    project.notes.splice(project.notes.indexOf(note), 1);
    return { status: 204, body: "" };
  }),
  getApiV4ProjectsIdPipelinesPipelineIdJobs: inProject(({ jobs }, { params }) =>
    ok(
      jobs
        .filter(({ pipeline, retried }) => pipeline === Number(params.pipeline_id) && !retried)
        .map(jobAnswer),
    ),
  ),
  getApiV4ProjectsIdJobsJobIdArtifacts: inProject(({ jobs }, { params, storage }) => {
    const job = jobs.find(({ id }) => id === Number(params.job_id));
    if (job?.archive === undefined) return refused(404, "404 Not found");
    if (job.stored) return { status: 302, headers: { location: storage(job.id) }, body: "" };
    return { status: 200, body: job.archive, headers: { "content-type": "application/octet-stream" } };
  }),
  getApiV4ProjectsIdRepositoryMergeBase: inProject(({ trees, mergeBases }, { query }) => {
    const refs = query.refs as readonly string[];
    const unknown = refs.find((ref) => !Object.hasOwn(trees, ref));
    if (unknown !== undefined) return refused(400, `Could not find ref: ${unknown}`);
    const sha = mergeBases[refs.join(" ")];
    return sha === undefined ? refused(404, "404 Merge Base Not Found") : ok(commitAnswer(sha));
  }),
  getApiV4ProjectsIdRepositoryBranchesBranch: inProject(({ branches }, { params }) => {
    const sha = branches[params.branch!];
    if (sha === undefined) return refused(404, "404 Branch Not Found");
    return ok({ name: params.branch, commit: commitAnswer(sha), protected: true });
  }),
  getApiV4ProjectsIdRepositoryTags: inProject(({ tags }) =>
    ok(Object.entries(tags).map(([name, sha]) => ({ name, target: sha, commit: commitAnswer(sha) }))),
  ),
  getApiV4ProjectsIdRepositoryFilesFilePathRaw: inProject((project, { params, query }) => {
    const text = filesOf(project, query.ref)?.[params.file_path!];
    if (text === undefined) return refused(404, "404 File Not Found");
    return { status: 200, body: text, headers: { "content-type": "text/plain" } };
  }),
  getApiV4ProjectsIdRepositoryTree: inProject((project, { query }) => {
    const files = filesOf(project, query.ref);
    if (files === undefined) return refused(404, "404 Tree Not Found");
    const top = query.path === undefined ? "" : `${query.path}/`;
    const entries = new Map<string, object>();
    for (const [path, text] of Object.entries(files).filter(([path]) => path.startsWith(top))) {
      const steps = path.slice(top.length).split("/");
      const deep = query.recursive === undefined ? 1 : steps.length;
      for (let depth = 1; depth <= deep; depth++) {
        const here = top + steps.slice(0, depth).join("/");
        entries.set(here, entryAnswer(files, here, depth === steps.length ? text : undefined));
      }
    }
    return entries.size === 0 && top !== "" ? refused(404, "404 Tree Not Found") : ok([...entries.values()]);
  }),
};

const LONG_AGO = "2026-01-01T10:00:00.000Z";
const noteAnswer = ({ id, iid, body, author, system = false }: NoteState) => ({
  id,
  body,
  system,
  created_at: LONG_AGO,
  updated_at: LONG_AGO,
  author: { id: 5, username: author, name: author, state: "active" },
  noteable_type: "MergeRequest",
  noteable_iid: iid,
  resolvable: false,
  internal: false,
});
const jobAnswer = ({ id, name, archive }: JobState) => ({
  id,
  name,
  stage: "test",
  status: "success",
  created_at: LONG_AGO,
  finished_at: LONG_AGO,
  ...(archive && { artifacts_file: { filename: "artifacts.zip", size: archive.length } }),
});
const commitAnswer = (sha: string) => ({ id: sha, short_id: sha.slice(0, 8), title: "A commit" });

/** A file, or a folder with the hash of everything below it. */
function entryAnswer(files: Readonly<Record<string, string>>, path: string, text: string | undefined) {
  const below = Object.entries(files).filter(([one]) => one.startsWith(`${path}/`));
  const content = text ?? JSON.stringify(below);
  return {
    id: createHash("sha1").update(content).digest("hex"),
    name: path.split("/").at(-1),
    path,
    ...(text === undefined ? { type: "tree", mode: "040000" } : { type: "blob", mode: "100644" }),
  };
}
