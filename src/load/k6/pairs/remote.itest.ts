import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PairsBench } from "../../../testing/k6pairs.ts";

/** Modules of a library, by path: names with and without an ending, relative to the module and to the host. */
const LIBRARY: Record<string, string> = {
  "/client/1.0.0/index.js": `import { join } from "./join.js"; import http from "k6/http"; import { ok } from "/checks"; import "/other";
    export class Client {
      constructor(base) { this.base = base; }
      get(path) { const answer = http.get(join(this.base, path)); ok(answer); return answer; }
    }`,
  "/client/1.0.0/join.js": `export const join = (base, path) => base + path;`,
  "/checks": `export { ok } from "/ok?min"; import { Trend } from "k6/metrics"; import "/other/part.js";`,
  "/other": `import "./other/part.js";`,
  "/other/part.js": `export const part = 1;`,
  "/ok?min": `import { check } from "k6"; let times = 0;
    export function ok(answer) { times += 1; check(answer, { ["asked " + (times > 0)]: (r) => r.status === 200 }); }`,
};

const folder = mkdtempSync(join(tmpdir(), "steelyard-remote-"));
const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
execFileSync(
  "openssl",
  ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert].concat(
    "-subj /CN=localhost -addext subjectAltName=DNS:localhost".split(" "),
  ),
  { stdio: "ignore" },
);
process.env.SSL_CERT_FILE = cert;
const asked: string[] = [];
const library = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ url }, response) => {
  const at = url!.replace(/[?&]_k6=1$/, "");
  asked.push(at);
  if (LIBRARY[at] === undefined) response.statusCode = 404;
  response.end(LIBRARY[at]);
});
await new Promise<void>((done) => library.listen(0, "127.0.0.1", done));
const host = `localhost:${(library.address() as AddressInfo).port}`;
afterAll(() => {
  library.closeAllConnections();
  library.close();
  rmSync(folder, { recursive: true });
});

const SCRIPT = (base: string) => `import { Client } from "https://${host}/client/1.0.0/index.js";
  import http from "k6/http";
  export const options = { vus: 2, duration: "1s", noCookiesReset: true };
  const client = new Client(${base});
  let entered = false;
  export default function () {
    if (!entered) client.get("/login");
    entered = true;
    client.get("/page");
  }`;

test.each([
  ["its address in a variable", `__ENV.STEELYARD_TARGET_API`],
  ["its address in the script", `"http://localhost:3000"`],
])("modules from elsewhere ask the side's target with its cookies, %s", async (_, base) => {
  const seen: Record<string, Set<string | undefined>> = { base: new Set(), head: new Set() };
  const listen =
    (side: string): RequestListener =>
    ({ url, headers }, response) => {
      if (url === "/login") response.setHeader("set-cookie", `who=${side}`);
      else seen[side]!.add(headers.cookie);
      response.end("{}");
    };
  const answers = { base: listen("base"), head: listen("head") };
  await using bench = await PairsBench.open(answers, { "localhost:3000": "api" });
  expect(await bench.finest(SCRIPT(base))).toMatchObject({ mode: "request", why: null });
  const [pair] = await bench.good(SCRIPT(base));
  expect(seen).toEqual({ base: new Set(["who=base"]), head: new Set(["who=head"]) });
  expect(pair!.base.checks).toEqual(pair!.head.checks);
  expect(pair!.base.requests).toBeGreaterThan(0);
});

test("an error of a module from elsewhere is at its own place", async () => {
  LIBRARY["/broken.js"] = `export function broken() {\n  return null.x;\n}`;
  await using bench = await PairsBench.open({}, { "localhost:3000": "api" });
  const { results } =
    await bench.pairs(`import { broken } from "https://${host}/broken.js"; import http from "k6/http";
    export const options = { vus: 1, duration: "1s" };
    export default function () { http.get("http://localhost:3000"); if (__ENV.STEELYARD_PHASE !== "discovery") broken(); }`);
  expect(JSON.stringify(results)).toContain(`https://${host}/broken.js:2:`);
});
