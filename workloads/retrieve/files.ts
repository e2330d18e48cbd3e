import { check, sleep } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Counter, Trend } from "k6/metrics";
import { scaled, whole } from "../lib/env.ts";
import { headers, phrase, timeout } from "../lib/retrieve.ts";
import { type Side, sides } from "../steelyard.ts";

const VUS = whole("VUS", 4);
const FILES = scaled(whole("FILES", 20));
const SIZE = whole("SIZE", 262_144);
/** Seconds between two looks at what is not completed yet, and after which nobody looks any more. */
const POLL = whole("POLL", 50) / 1000;
const PATIENCE = 300;

/** All files are uploaded, VUS at a time, and then each is asked for until it is completed. */
export const options = {
  scenarios: {
    ingest: { executor: "per-vu-iterations", vus: VUS, iterations: 1, maxDuration: `${PATIENCE + 60}s` },
  },
};

/** Files a second of all users together, as each of them sees it: its own, times as many as there are. */
const uploadRate = new Trend("ingest_upload_rate");
/** From the end of a file's upload until it was seen to be completed. */
const completion = new Trend("ingest_completion", true);
const uploaded = new Counter("ingest_files");
const completed = new Counter("ingest_completed");
const bytes = new Counter("ingest_bytes");

const upload = {
  headers: { "content-type": "application/octet-stream", ...headers },
  timeout,
  tags: { name: "upload" },
};
const poll = { headers, timeout, tags: { name: "poll" } };

interface Job {
  readonly id: string;
  readonly at: number;
}

export default function (): void {
  for (const side of sides()) {
    const began = Date.now();
    let pending: Job[] = [];
    for (let n = exec.scenario.iterationInTest; n < FILES; n += VUS) pending.push(...send(side, n));
    if (pending.length > 0) uploadRate.add((1000 * VUS * pending.length) / Math.max(1, Date.now() - began));
    while (pending.length > 0 && Date.now() - began < 1000 * PATIENCE) {
      pending = pending.filter((job) => !done(side, job));
      sleep(POLL);
    }
    for (const { id } of pending) check(id, { completed: () => false });
  }
}

/** Nothing where it was not taken. */
function send(side: Side, n: number): Job[] {
  const line = `${phrase(n, 500)} `;
  const content = line.repeat(Math.ceil(SIZE / line.length)).slice(0, SIZE);
  const answer = http.post(`${side.target()}/v1/files?name=file-${n}`, content, side.params(upload));
  if (!check(answer, { taken: ({ status }) => status === 202 })) return [];
  uploaded.add(1);
  bytes.add(SIZE);
  return [{ id: answer.json("id") as string, at: Date.now() }];
}

/** Whether nothing more will become of it. */
function done(side: Side, { id, at }: Job): boolean {
  const answer = http.get(`${side.target()}/v1/files/${id}`, side.params(poll));
  const status = answer.status === 200 ? answer.json("status") : "lost";
  if (status === "queued" || status === "processing") return false;
  if (check(answer, { completed: () => status === "completed" })) {
    completed.add(1);
    completion.add(Date.now() - at);
  }
  return true;
}
