import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Document } from "openapi-backend";
import { type Answer, ApiDouble, jsonBody, readyApi } from "../apidouble.ts";
import { HANDLERS, refused } from "./handlers.ts";
import { aProject, type Project } from "./project.ts";

/**
 * GitLab's own description of the operations that are used here: `doc/api/openapi/openapi_v3.yaml` of gitlab-org/gitlab
 * (CC BY-SA 4.0). Its `info` says which version, and what was left out. A number or a text is exactly one of these in a
 * body; in an address a number is both.
 */
const DEFINITION: Document = JSON.parse(
  readFileSync(join(import.meta.dirname, "gitlab-openapi-extract.json"), "utf8").replaceAll(
    '"oneOf"',
    '"anyOf"',
  ),
);

export const GITLAB_TOKEN = "glpat-a_token_for_tests";
/** Where a server of one's own may have its API. */
const ROOT = "/gitlab/api/v4";

/**
 * GitLab for tests: stateful and strict. Every request and response is checked against GitLab's own description;
 * deviations are in `violations`, which tests expect to be empty. Rules beyond a schema are added by hand, from the
 * published documentation: pages of at most a hundred with a header `Link`, notes of at most a million characters, quick
 * actions that are carried out, and 404 for what a token may not see.
 */
export class GitlabDouble extends ApiDouble {
  readonly project: Project;
  /** Operations in the order they came. */
  readonly seen: string[] = [];

  private constructor(project: Project) {
    super();
    this.project = project;
  }

  static async start(project: Partial<Project> = {}): Promise<GitlabDouble> {
    const double = new GitlabDouble(aProject(project));
    return double.listen();
  }

  /** `CI_API_V4_URL` */
  get url(): string {
    return `${this.origin}${ROOT}`;
  }

  protected async answered(message: IncomingMessage): Promise<Answer> {
    const { method = "GET", headers } = message;
    const address = new URL(message.url ?? "/", this.origin);
    const token = headers["private-token"];
    const body = await jsonBody(message);
    if (address.pathname.startsWith("/storage/")) return this.stored(address, token);
    const query: Record<string, string | string[]> = Object.fromEntries(
      [...new Set(address.searchParams.keys())].map((name) =>
        name.endsWith("[]")
          ? [name.slice(0, -2), address.searchParams.getAll(name)]
          : [name, address.searchParams.get(name) ?? ""],
      ),
    );
    const path = address.pathname.replace(ROOT, "/api/v4");
    const request = { method, path, headers: headers as Record<string, string>, body, query };
    const operation = (await API).matchOperation(request)?.operationId ?? "none";
    this.seen.push(operation);
    if (token !== GITLAB_TOKEN) return refused(401, "401 Unauthorized");
    const fault = this.fault(operation);
    if (fault) return fault;
    const answer: Answer = await (await API).handleRequest(request, this);
    const paged = Array.isArray(answer.body) ? this.page(answer, address) : answer;
    // Of an answer without content the description says that it has some.
    if (paged.status !== 204) this.demandShape(await API, operation, paged);
    return paged;
  }

  /**
   * One page of a list, with the address of the next: by number, or by the last entry of this one. Its host is the server's
   * public name, which the machine of a job may not reach.
   */
  private page({ status, body }: Answer, address: URL): Answer {
    const all = body as { readonly path?: string }[];
    const { searchParams: query } = address;
    const size = Math.min(100, Number(query.get("per_page") ?? 20));
    const next = new URL(address.pathname + address.search, "https://gitlab.test");
    let from: number;
    if (query.get("pagination") === "keyset") {
      from = all.findIndex(({ path }) => path === query.get("page_token")) + 1;
      next.searchParams.set("page_token", all[from + size - 1]?.path ?? "");
    } else {
      from = (Number(query.get("page") ?? 1) - 1) * size;
      next.searchParams.set("page", String(from / size + 2));
    }
    const links = [`<https://gitlab.test/first>; rel="first"`];
    if (from + size < all.length) links.unshift(`<${next.href}>; rel="next"`);
    return { status, body: all.slice(from, from + size), headers: { link: links.join(", ") } };
  }

  /** Where artifacts are kept, if not on the server itself: elsewhere, so the token has no business there. */
  private stored({ pathname }: URL, token: unknown): Answer {
    if (token !== undefined) this.violations.push("the token was sent to where artifacts are kept");
    const job = this.project.jobs.find(({ id }) => id === Number(pathname.split("/")[2]));
    if (job?.archive === undefined) return refused(404, "404 Not found");
    return { status: 200, body: job.archive, headers: { "content-type": "application/zip" } };
  }

  /** Where an artifact is kept. */
  storage(job: number): string {
    return `${this.origin}/storage/${job}`;
  }
}

const API = readyApi({
  definition: DEFINITION,
  handlers: HANDLERS,
  call: (handler, { params, query, requestBody: body = {} }, double: GitlabDouble) => {
    const decoded = Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]);
    const storage = (job: number) => double.storage(job);
    return handler(double.project, { params: Object.fromEntries(decoded), query, body, storage });
  },
  invalid: refused(400, "400 Bad request"),
  others: {
    notFound: (_, { violations, seen }: GitlabDouble) => {
      violations.push(`${seen.at(-1)} is not in the description`);
      return refused(404, "404 Not Found");
    },
  },
});
