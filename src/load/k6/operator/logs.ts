import { userError } from "../../../base/errors.ts";
import { type K6Log, logParser } from "../log.ts";
import { type Summary, summary } from "../summary.ts";

/** What one runner pod printed. */
export interface Printed {
  readonly summary: Summary;
  readonly log: K6Log;
}

/** The log of a runner pod, and its name for messages. */
export interface PodLog {
  readonly file: string;
  readonly text: string;
}

/**
 * The figures of all runners of a `TestRun`, from their logs.
 *
 * @param id of the trial, which each log repeats
 * @throws SteelyardError (user) for a log that is cut off, of another trial, or there twice, and for a missing one
 */
export function printed(
  logs: readonly PodLog[],
  { segments, id }: { segments: number; id: string },
): Printed[] {
  const wrong = (file: string, what: string, remedy: string) => userError(what, { where: file, remedy });
  const again = "save it again: kubectl logs POD > FILE, when the pod has completed";
  const seen = new Map<string, string>();
  const found = logs.map(({ file, text }) => {
    const line = text.split("\n").find((one) => one.startsWith('{"metrics":')) ?? null;
    const read = summary(line);
    if (typeof read === "string") throw wrong(file, `This log of a runner has no figures: ${read}.`, again);
    const of = (JSON.parse(line!) as { readonly of?: unknown }).of;
    if (of !== id) {
      const what =
        "This log is of another trial: the script or its settings have changed since, or it is of another workload.";
      throw wrong(file, what, "apply the manifests again, or check out the commit that they were written at");
    }
    const before = seen.get(line!);
    if (before !== undefined)
      throw wrong(file, `This log has the same figures as ${before}.`, "name each pod's once");
    seen.set(line!, file);
    const log = logParser(() => {});
    for (const one of text.split("\n")) if (!one.startsWith('{"metrics":')) log.line(one);
    return { summary: read, log: log.result() };
  });
  if (found.length === segments) return found;
  throw userError(`There are ${found.length} logs of ${segments} runners.`, {
    where: logs[0]?.file ?? "the arguments",
    remedy: "name the log of each runner pod: a part of a load is not the load",
  });
}
