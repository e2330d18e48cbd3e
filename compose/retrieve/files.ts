import { createHash, randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** Bytes of a chunk, the unit that is hashed and indexed. */
export const CHUNK = 4_096;
/** Number of jobs that are remembered, the latest ones. */
const MOST_JOBS = 10_000;

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  status: "queued" | "processing" | "completed" | "failed";
  /** Chunks done so far. */
  chunks: number;
  /** SHA-256 over the digests of all chunks; null until it is completed. */
  digest: string | null;
}

/** Files that are processed in the background. */
export interface Files {
  /** Takes a file; null where too many are waiting. */
  upload(name: string, content: Buffer): Job | null;
  job(id: string): Job | undefined;
  /** Ends running jobs, and starts no more. */
  close(): void;
}

export interface FilesOptions {
  /** Files processed at the same time. */
  readonly workers: number;
  /** Files that may wait for that. */
  readonly waiting: number;
  /** Makes a chunk findable. @throws where it cannot; the job has failed then */
  readonly index: (id: string, text: string) => void;
}

/** Cuts files into chunks, hashes and indexes each; between two chunks other requests run. */
export function files({ workers, waiting, index }: FilesOptions): Files {
  const jobs = new Map<string, Job>();
  const queue: { job: Job; content: Buffer }[] = [];
  let busy = 0;
  let closed = false;

  async function work(): Promise<void> {
    busy += 1;
    for (let next = queue.shift(); next !== undefined && !closed; next = queue.shift()) {
      const { job, content } = next;
      try {
        await processed(job, content);
      } catch {
        job.status = "failed";
      }
    }
    busy -= 1;
  }

  async function processed(job: Job, content: Buffer): Promise<void> {
    job.status = "processing";
    const whole = createHash("sha256");
    for (let at = 0; at < content.length; at += CHUNK) {
      await setImmediate();
      if (closed) return;
      const chunk = content.subarray(at, at + CHUNK);
      whole.update(createHash("sha256").update(chunk).digest());
      index(`${job.name}#${job.chunks}`, chunk.toString("latin1"));
      job.chunks += 1;
    }
    job.digest = whole.digest("hex");
    job.status = "completed";
  }

  return {
    upload(name, content) {
      if (closed || queue.length >= waiting) return null;
      const job: Job = {
        id: randomUUID(),
        name,
        bytes: content.length,
        status: "queued",
        chunks: 0,
        digest: null,
      };
      if (jobs.size >= MOST_JOBS) jobs.delete(jobs.keys().next().value!);
      jobs.set(job.id, job);
      queue.push({ job, content });
      if (busy < workers) void work();
      return job;
    },
    job: (id) => jobs.get(id),
    close() {
      closed = true;
      queue.length = 0;
    },
  };
}
