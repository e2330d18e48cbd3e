import { type MessagePort, Worker } from "node:worker_threads";
import { type Fault, SteelyardError } from "../../base/errors.ts";
import { type Judging, judging, Overdue } from "./judging.ts";

/** Seconds for reading and judging together: honest runs of the largest size take a tenth. */
export const JUDGING_SECONDS = 180;
/** MiB that the worker may use: a run of the largest size has some 80 MB of JSON. */
const MOST_MEMORY = 4_096;

type Request =
  | { readonly kind: "open"; readonly args: Parameters<Judging["open"]> }
  | { readonly kind: "judge"; readonly args: Parameters<Judging["judge"]> }
  | { readonly kind: "explain"; readonly args: Parameters<Judging["explain"]> };
type Answer =
  | { readonly kind: "done"; readonly value: unknown }
  | {
      readonly kind: "refused";
      readonly fault: Fault;
      readonly message: string;
      readonly where?: string;
      readonly remedy?: string;
    }
  | { readonly kind: "broken"; readonly message: string; readonly stack: string };

/** A worker thread that judges; disposing of it ends it. */
export interface JudgingWorker extends Judging, AsyncDisposable {}

/**
 * Starts a worker that reads and judges within a time.
 *
 * @param module what the worker runs: it has to call `serve`
 * @param seconds for all that is asked of it, together; then it is ended and `Overdue` thrown
 */
export function judgingWorker(module: URL, seconds = JUDGING_SECONDS): JudgingWorker {
  const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY } });
  const overdue = new Overdue(seconds);
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {}); // nobody may be waiting when it fails
  worker.on("error", (error) => fail(error));
  worker.on("exit", (code) => fail(new SteelyardError("bug", `the judging thread ended with ${code}`)));
  const timer = setTimeout(() => {
    fail(overdue);
    void worker.terminate();
  }, seconds * 1_000);
  const answer = async <T>(request: Request): Promise<T> => {
    const answered = new Promise<Answer>((done) => {
      worker.once("message", done);
    });
    worker.postMessage(request);
    const came = await Promise.race([answered, failed]);
    if (came.kind === "done") return came.value as T;
    if (came.kind === "broken") throw Object.assign(new Error(came.message), { stack: came.stack });
    throw new SteelyardError(came.fault, came.message, came);
  };
  return {
    open: (...args) => answer({ kind: "open", args }),
    judge: (...args) => answer({ kind: "judge", args }),
    explain: (...args) => answer({ kind: "explain", args }),
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}

/** Answers requests in a worker, one after the other. */
export function serve(port: MessagePort, here: Judging = judging()): void {
  port.on("message", async (request: Request) => {
    port.postMessage(await answerTo(request, here));
  });
}

async function answerTo(request: Request, here: Judging): Promise<Answer> {
  try {
    return { kind: "done", value: await carriedOut(request, here) };
  } catch (error) {
    if (error instanceof SteelyardError) {
      const { fault, message, where, remedy } = error;
      return { kind: "refused", fault, message, ...(where && { where }), ...(remedy && { remedy }) };
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { kind: "broken", message, stack: stack ?? message };
  }
}

function carriedOut(request: Request, here: Judging): Promise<unknown> {
  switch (request.kind) {
    case "open":
      return here.open(...request.args);
    case "judge":
      return here.judge(...request.args);
    case "explain":
      return here.explain(...request.args);
  }
}
