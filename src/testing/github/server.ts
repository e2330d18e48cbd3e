import type { IncomingMessage } from "node:http";
import type { Request } from "openapi-backend";
import { type Answer, ApiDouble, jsonBody, readyApi } from "../apidouble.ts";
import { GIT_HANDLERS } from "./git.ts";
import { graphqlAnswer } from "./graphql.ts";
import { HANDLERS, refused } from "./handlers.ts";
import { ISSUE_HANDLERS } from "./issues.ts";
import { REQUEST_HANDLERS } from "./requests.ts";
import { DEFINITION } from "./shaped.ts";
import { aState, type State } from "./state.ts";

/** One request that came. */
export interface Seen {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Milliseconds since the server was started. */
  readonly at: number;
}

export const TOKEN = "ghs_a_token_for_tests";

/**
 * GitHub for tests: stateful and strict. Every request and response is checked against GitHub's own description;
 * deviations are in `violations`, which tests expect to be empty. Rules beyond a schema are added by hand: permissions,
 * pages of at most a hundred, size limits.
 */
export class GithubDouble extends ApiDouble {
  readonly state: State;
  readonly seen: Seen[] = [];
  private readonly hooks = new Map<string, ((state: State) => void)[]>();
  private readonly absent: string[] = [];
  private readonly began = performance.now();

  private constructor(state: State) {
    super();
    this.state = state;
  }

  static async start(state: Partial<State> = {}): Promise<GithubDouble> {
    const double = new GithubDouble(aState(state));
    return double.listen();
  }

  /** Root of the API. */
  get url(): string {
    return this.origin;
  }

  /** Lets something happen once, just before the next such request is answered. */
  before(operation: string, happens: (state: State) => void): void {
    this.hooks.set(operation, [...(this.hooks.get(operation) ?? []), happens]);
  }

  /** Makes a forge without the operations that begin so: "checks/". */
  without(prefix: string): void {
    this.absent.push(prefix);
  }

  /** Operations in the order they came. */
  operations(): string[] {
    return this.seen.map(({ operation }) => operation);
  }

  protected async answered(message: IncomingMessage): Promise<Answer> {
    const { method = "GET", headers } = message;
    const { pathname: whole, searchParams } = new URL(message.url ?? "/", "http://double");
    const pathname = whole.replace(/^\/api\/v3(?=\/)/, ""); // where a GitHub Enterprise Server has its API
    if (pathname.startsWith("/blobs/")) return this.blob(pathname, headers.authorization);
    const body = await jsonBody(message);
    const request: Request = {
      method,
      path: pathname,
      headers: headers as Record<string, string>,
      body,
      query: Object.fromEntries(searchParams),
    };
    const operation = GRAPHQL.includes(whole)
      ? "graphql"
      : ((await API).matchOperation(request)?.operationId ?? "none");
    const at = performance.now() - this.began;
    this.seen.push({ operation, method, path: pathname, body, at });
    if (headers.authorization !== `token ${TOKEN}`) return refused(401, "Bad credentials");
    if (this.absent.some((prefix) => operation.startsWith(prefix))) return refused(404, "Not Found");
    this.hooks.get(operation)?.shift()?.(this.state);
    const fault = this.fault(operation);
    if (fault) return fault;
    if (operation === "graphql") return { status: 200, body: await graphqlAnswer(this.state, body) };
    if (method !== "GET" && this.state.readOnly)
      return refused(403, "Resource not accessible by integration");
    const answer: Answer = await (await API).handleRequest(request, this);
    this.demandShape(await API, operation, answer);
    return Array.isArray(answer.body) ? this.page(answer, pathname, searchParams) : answer;
  }

  /** One page of a list, with a link to the next; GitHub takes more than a hundred for a hundred. */
  private page(answer: Answer, pathname: string, query: URLSearchParams): Answer {
    const all = answer.body as unknown[];
    if (!query.has("per_page") && all.length <= 30) return answer;
    const size = Math.min(100, Number(query.get("per_page") ?? 30));
    const number = Number(query.get("page") ?? 1);
    const next = new URL(`${this.url}${pathname}?${query}`);
    next.searchParams.set("page", String(number + 1));
    const more = number * size < all.length;
    return {
      status: answer.status,
      body: all.slice((number - 1) * size, number * size),
      headers: { ...answer.headers, ...(more && { link: `<${next.href}>; rel="next"` }) },
    };
  }

  /** Where artifacts are kept: elsewhere, so the token has no business there. */
  private blob(pathname: string, authorization: string | undefined): Answer {
    if (authorization !== undefined) {
      this.violations.push("the token was sent to where artifacts are kept");
      return refused(400, "Authorization is not allowed");
    }
    const artifact = this.state.artifacts.find(({ id }) => id === Number(pathname.split("/")[2]));
    if (artifact === undefined) return refused(404, "Not Found");
    return { status: 200, body: artifact.archive, headers: { "content-type": "application/zip" } };
  }
}

/** Where GitHub and an Enterprise Server answer GraphQL. */
const GRAPHQL = ["/graphql", "/api/graphql"];

const API = readyApi({
  definition: DEFINITION,
  handlers: { ...HANDLERS, ...GIT_HANDLERS, ...ISSUE_HANDLERS, ...REQUEST_HANDLERS },
  call: (handler, { params, query, headers, requestBody: body = {} }, { state, url }: GithubDouble) =>
    handler(state, { params, query: flat(query), headers, root: url, body }),
  invalid: refused(422, "Invalid request"),
  others: {
    notFound: () => refused(404, "Not Found"),
    notImplemented: ({ operation }, { violations }: GithubDouble) => {
      violations.push(`${operation.operationId} is not in the double`);
      return refused(501, "not in the double");
    },
  },
});

const flat = (query: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
