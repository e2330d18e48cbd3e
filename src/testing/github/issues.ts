import { type Handler, refused } from "./handlers.ts";
import { shaped } from "./shaped.ts";
import type { IssueState, State } from "./state.ts";

const NOW = "2026-11-21T12:00:00Z";

const issueBody = ({ number, state, title, body, user, updated }: IssueState, { repository }: State) =>
  shaped("issue", {
    number,
    state,
    title,
    body,
    updated_at: updated,
    html_url: `https://github.test/${repository}/issues/${number}`,
    user: shaped("simple-user", user),
  });

/** Issues as they are listed and written over the API. Pull requests are in the list, as GitHub has them there. */
export const ISSUE_HANDLERS: Readonly<Record<string, Handler>> = {
  "issues/list-for-repo": (state, { query }) => {
    const wanted = (one: { state: string }) => query.state === "all" || one.state === (query.state ?? "open");
    const pulls = state.pulls.filter(wanted).map(({ number, state: is, body = "" }) => {
      const issue = { number, state: is, title: "", body, user: state.author, updated: NOW };
      const links = { url: "", html_url: "", diff_url: "", patch_url: "" };
      return { ...issueBody(issue, state), pull_request: links };
    });
    const since = Date.parse(query.since ?? "1970-01-01T00:00:00Z");
    const issues = state.issues.filter(wanted).filter(({ updated }) => Date.parse(updated) >= since);
    return { status: 200, body: [...pulls, ...issues.map((one) => issueBody(one, state))] };
  },
  "issues/create": (state, { body }) => {
    const { title, body: text = "" } = body;
    const issue: IssueState = {
      number: state.nextId++,
      state: "open",
      title: String(title),
      body: String(text),
      user: state.author,
      updated: NOW,
    };
    if (issue.body.length > 65_536) return refused(422, "Validation Failed");
    state.issues.push(issue);
    return { status: 201, body: issueBody(issue, state) };
  },
  "issues/update": (state, { params, body }) => {
    const issue = state.issues.find(({ number }) => number === Number(params.issue_number));
    if (issue === undefined) return refused(410, "This issue was deleted");
    Object.assign(issue, body, { updated: NOW });
    return { status: 200, body: issueBody(issue, state) };
  },
};
