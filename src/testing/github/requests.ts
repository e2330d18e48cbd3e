import { type Handler, refused } from "./handlers.ts";
import { shaped } from "./shaped.ts";

/** Requests for a measurement: reactions, labels, pushes and workflows that are started. */
export const REQUEST_HANDLERS: Readonly<Record<string, Handler>> = {
  "reactions/create-for-issue-comment": (state, { params, body }) => {
    state.reactions.push(`${params.comment_id} ${String(body.content)}`);
    return { status: 201, body: shaped("reaction", { content: body.content }) };
  },
  "issues/remove-label": (state, { params }) => {
    const labels = state.labels[params.issue_number!] ?? [];
    const at = labels.indexOf(params.name!);
    if (at === -1) return refused(404, "Label does not exist");
    labels.splice(at, 1);
    return { status: 200, body: labels.map((name) => shaped("label", { name })) };
  },
  "repos/list-activities": (state, { query }) => ({
    status: 200,
    body: state.pushes
      .filter(({ ref }) => ref === query.ref)
      .map((push) => shaped("activity", { activity_type: "push", ...push })),
  }),
  "actions/list-workflow-runs": (state, { params, query }) => {
    const since = String(query.created).replace(">=", "");
    const found = state.started.filter(
      ({ workflow, created }) => workflow === params.workflow_id && created >= since,
    );
    const workflow_runs = found.map(({ title, status }) =>
      shaped("workflow-run", { display_title: title, status, html_url: "https://github.test/runs/9" }),
    );
    return { status: 200, body: { total_count: found.length, workflow_runs } };
  },
  "actions/create-workflow-dispatch": (state, { params, body }) => {
    state.dispatched.push({ workflow: params.workflow_id, ...body });
    return { status: 204 };
  },
};
