import type { JobExecution } from "../../github/forge.ts";

/**
 * Whether an artifact has the figures of the last attempt: it was made during the last execution of some job, and during
 * no execution that a rerun replaced. A rerun of the failed jobs alone keeps the others' executions, and so their
 * artifacts. The API does not say which job made an artifact; only the times do.
 *
 * @param created when the artifact was made, ISO 8601
 * @param jobs every execution of the workflow run's jobs
 */
export function isCurrent(created: string, jobs: readonly JobExecution[]): boolean {
  const at = Date.parse(created);
  const last = new Map<string, number>();
  for (const { name, attempt } of jobs) last.set(name, Math.max(attempt, last.get(name) ?? 0));
  const from = (job: JobExecution) => Date.parse(job.started);
  const until = (job: JobExecution) =>
    job.completed === null ? Number.POSITIVE_INFINITY : Date.parse(job.completed);
  const lasting = jobs.filter(({ name, attempt }) => attempt === last.get(name));
  // A job that waited for the measuring one can start within the second of the upload: the forge's clock has seconds.
  const replaced = jobs.filter(
    (job) => !lasting.some((kept) => kept.name === job.name && from(kept) === from(job)),
  );
  return (
    lasting.some((job) => from(job) <= at && at <= until(job)) &&
    !replaced.some((job) => from(job) < at && at <= until(job))
  );
}
