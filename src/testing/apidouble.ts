import type { IncomingMessage } from "node:http";
import { type Document, type Handler, OpenAPIBackend, type Request } from "openapi-backend";
import { type LocalServer, openServer } from "./server.ts";

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A refusal that comes so many times before the operation does what it always does. */
export interface Fault extends Answer {
  readonly times: number;
}

/**
 * A forge's API for tests, on a port of this machine. Every response is checked against the forge's own description;
 * deviations are in `violations`, which tests expect to be empty.
 */
export abstract class ApiDouble implements AsyncDisposable {
  readonly violations: string[] = [];
  private readonly faults = new Map<string, Fault[]>();
  private server: LocalServer | undefined;

  /** The answer to one request. */
  protected abstract answered(message: IncomingMessage): Promise<Answer>;

  protected async listen(): Promise<this> {
    this.server = await openServer((request, response) => {
      this.answered(request).then(
        ({ status, headers = {}, body }) => {
          const text = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
          response
            .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
            .end(text);
        },
        (error: unknown) => {
          this.violations.push(`the double itself: ${String(error)}`);
          response.writeHead(599).end();
        },
      );
    });
    return this;
  }

  protected get origin(): string {
    return this.server!.url;
  }

  /** Lets an operation fail, so many times. */
  fail(operation: string, fault: Fault): void {
    this.faults.set(operation, [...(this.faults.get(operation) ?? []), fault]);
  }

  /** The refusal that comes now; undefined where none does. */
  protected fault(operation: string): Fault | undefined {
    const [first, ...rest] = this.faults.get(operation) ?? [];
    if (first === undefined) return undefined;
    this.faults.set(operation, first.times > 1 ? [{ ...first, times: first.times - 1 }, ...rest] : rest);
    return first;
  }

  /** Raw files and refusals are not described. */
  protected demandShape(api: OpenAPIBackend, operation: string, { status, body, headers }: Answer): void {
    if (status >= 300 || headers?.["content-type"] !== undefined || body === undefined) return;
    const { errors } = api.validateResponse(body, operation, status);
    for (const error of errors ?? []) {
      this.violations.push(`answer of ${operation}: ${error.instancePath} ${error.message}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server?.[Symbol.asyncDispose]();
  }
}

/** The JSON body of a request; undefined without one. */
export async function jsonBody(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : JSON.parse(text);
}

/** A request that the description allows. */
export interface ParsedRequest {
  readonly params: Record<string, string>;
  readonly query: Record<string, string | string[]>;
  readonly headers: Request["headers"];
  readonly requestBody: Record<string, unknown> | undefined;
}

/** How the doubles of a forge answer. */
export interface Answering<H, D extends ApiDouble> {
  readonly definition: Document;
  /** By operation. */
  readonly handlers: Readonly<Record<string, H>>;
  readonly call: (handler: H, request: ParsedRequest, double: D) => Answer;
  /** The answer to a request that the description does not allow. */
  readonly invalid: Answer;
  /** Answers to requests without a handler. */
  readonly others: Readonly<Record<string, Handler>>;
}

/** Makes a forge's description ready once for all doubles of a process: that takes a second. */
export async function readyApi<H, D extends ApiDouble>(answering: Answering<H, D>): Promise<OpenAPIBackend> {
  const { definition, handlers, call, invalid, others } = answering;
  const called = Object.entries(handlers).map(([operation, handler]) => [
    operation,
    ({ request }: { request: ParsedRequest }, double: D) => call(handler, request, double),
  ]);
  const api = new OpenAPIBackend({
    definition,
    quick: true,
    validate: true,
    ajvOpts: { strict: false, logger: false } as never,
    handlers: {
      ...Object.fromEntries(called),
      validationFail: ({ validation, operation }, { violations }: ApiDouble) => {
        const why = validation.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
        violations.push(`request of ${operation.operationId}: ${JSON.stringify(why)}`);
        return invalid;
      },
      ...others,
    },
  });
  await api.init();
  return api;
}
