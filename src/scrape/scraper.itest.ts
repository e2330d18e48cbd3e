import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { build } from "../../compose/gateway/app.ts";
import { settings } from "../../compose/gateway/settings.ts";
import { embedded } from "../../compose/gateway/store.ts";
import { silent } from "../base/log.ts";
import { Scrape } from "../model/config.ts";
import { openServer } from "../testing/server.ts";
import { scraper } from "./scraper.ts";

const never = new AbortController().signal;

function reader(part: Record<string, unknown> = {}) {
  const said: string[] = [];
  const log = { ...silent, info: (line: string) => void said.push(line) };
  const { read, between, started } = scraper({ web: Scrape.parse({ endpoint: "api", ...part }) }, log);
  /** Reads now; the function that it resolves to reads again, and returns the figures between both. */
  const since = async (where: Parameters<typeof read>[0]) => {
    const before = await read(where, never);
    return async () => between(before, await read(where, never), { requests: 1 });
  };
  return { said, since, started };
}

test("the demo's gateway: requests, their durations and its CPU, between two readings", async () => {
  const app = build(settings({}), embedded());
  try {
    const api = await app.listen({ host: "127.0.0.1", port: 0 });
    const { since, said } = reader({ split: ["status"] });
    const where = { targets: { api }, headers: {} };
    await fetch(`${api}/health/live`);
    const end = await since(where);
    for (let i = 0; i < 5; i++) await fetch(`${api}/health/live`);
    await fetch(`${api}/v1/nothing`);
    const metrics = await end();
    expect(said).toEqual([]);
    // the first reading is counted when it was answered: after it was rendered
    expect(metrics["web:http_request_duration_seconds_count"]).toMatchObject({ kind: "counter", count: 7 });
    expect(metrics["web:http_request_duration_seconds_count{status:404}"]).toMatchObject({ count: 1 });
    expect(metrics["web:http_request_duration_seconds{stat:mean}"]).toMatchObject({
      kind: "gauge",
      unit: "s",
    });
    expect(metrics["web:process_cpu_seconds_total"]).toMatchObject({ kind: "counter", unit: "s" });
    expect(metrics["web:process_resident_memory_bytes"]).toMatchObject({ kind: "gauge", unit: "B" });
  } finally {
    await app.close();
  }
});

test("sends headers to the endpoint that needs them", async () => {
  await using server = await openServer((request, response) =>
    response.end(`token_total ${request.headers["x-n"]}\n`),
  );
  const where = (n: string) => ({ targets: { api: server.url }, headers: { api: { "x-n": n } } });
  const { since } = reader();
  expect(await (await since(where("3")))()).toMatchObject({ "web:token_total": { count: 0 } });
});

test.each<[string, RequestListener, string]>([
  ["a status", (_, response) => response.writeHead(500).end("a 1"), "status 500"],
  ["HTML", (_, response) => response.end("<html>"), "not a page of metrics: line 1"],
  ["a redirect", (_, response) => response.writeHead(302, { location: "/" }).end(), "cannot be read"],
  ["a torn connection", (request) => request.socket.destroy(), "cannot be read"],
  ["a page without end", (_, response) => void response.write("# x\n".repeat(3e6)), "longer than 8 MiB"],
  ["silence", () => {}, "within 3 s"],
])("%s: no figures, and the reason once", async (_, answer, reason) => {
  await using server = await openServer(answer);
  const where = { targets: { api: server.url }, headers: {} };
  const { since, said } = reader();
  expect(await (await since(where))()).toEqual({});
  expect(said).toEqual([expect.stringContaining(reason)]);
});

test("reads the start time of the process behind a page, if the page has it", async () => {
  const told = { says: "process_start_time_seconds 1795262400.25\n" };
  await using web = await openServer((_, response) => response.end(told.says));
  const { started } = reader();
  const where = { targets: { api: web.url }, headers: {} };
  expect(await started?.(where, never)).toEqual([
    { at: new Date(1795262400250).toISOString(), service: "web", kind: "start", text: "" },
  ]);
  for (const says of ["requests_total 1\n", "process_start_time_seconds NaN\n", "<html>"]) {
    told.says = says;
    expect(await started?.(where, never)).toEqual([]);
  }
});
