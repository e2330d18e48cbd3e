import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A service that is not the demo's: how it is installed, started and loaded. */
export interface Service {
  readonly name: string;
  /** Commands that install it, in its folder. */
  readonly install: readonly (readonly string[])[];
  /** Further files in that folder, by path. */
  readonly beside: Readonly<Record<string, string>>;
  /** Files of the repository that is measured, by path. @param at the folder of the installation */
  files(at: string): Readonly<Record<string, string>>;
  /** The `stack` of the config. */
  stack(at: string): object;
  /** The `workloads` of the config. */
  readonly workloads: Readonly<Record<string, object>>;
  /** The files of a head that is slower, where the service has such a knob. */
  readonly slower?: Edit;
  /** The files of a head whose requests cost some 5 % more CPU time. */
  readonly fivePercent?: Edit;
}
type Edit = (files: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;

/** A k6 script as most people write them: an address at the top, a pause at the end. */
export const script = (
  requests: readonly string[],
  pause: string,
  options: string,
) => `import http from "k6/http";
import { check, sleep } from "k6";
const BASE_URL = __ENV.BASE_URL || "http://localhost:3000";
export const options = ${options};
export default function () {
${requests.map((one) => `  check(${one}, { ok: (r) => r.status === 200 });`).join("\n")}
${pause === "" ? "" : `  sleep(${pause});\n`}}
`;
export const VUS = `{ vus: 5, duration: "30s" }`;
const STEADY = `{ scenarios: { steady: { executor: "constant-arrival-rate", rate: 100, timeUnit: "1s", duration: "30s", preAllocatedVUs: 20 } } }`;

export const workload = (k6: string, more: object = {}) => ({
  k6,
  env: { BASE_URL: "$" + "{api}" },
  measure: { pace: "full" },
  ...more,
});
export const service = (run: readonly string[], path: string) => ({
  process: { services: { app: { run, ports: { 8080: "PORT" }, ready: { http: path, within: "60s" } } } },
  endpoints: { api: { service: "app", port: 8080 } },
});

/** The command that installs packages in the service's folder. */
export const npmInstall = (...packages: readonly string[]): readonly string[] => {
  const options = ["--prefix", ".", "--no-fund", "--no-audit", "--loglevel=error"];
  return ["npm", "install", ...options, ...packages];
};

/** json-server (npm): a REST interface to a file of posts. */
const jsonServer: Service = {
  name: "json-server",
  install: [npmInstall("json-server@0.17.4")],
  beside: {
    "start.sh":
      'exec "$(dirname "$0")/node_modules/.bin/json-server" --quiet --host 127.0.0.1 --port "$PORT" db.json\n',
  },
  files: () => ({
    "db.json": JSON.stringify({
      posts: Array.from({ length: 300 }, (_, id) => ({
        id: id + 1,
        title: `post ${id}`,
        views: (id * 37) % 101,
      })),
    }),
    "load/posts.js": script(
      [
        'http.get(BASE_URL + "/posts?_page=2&_limit=10&_sort=views")',
        'http.get(BASE_URL + "/posts/" + (1 + Math.floor(Math.random() * 300)))',
      ],
      "Math.random() * 0.5",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/posts/1"),
  workloads: { posts: workload("load/posts.js") },
};

const PYTHON = `import json, os
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

ITEMS = [{"id": n, "name": f"item {n}", "price": n * 7919 % 1000} for n in range(300)]

async def items(request):
    found = sorted(ITEMS, key=lambda one: (one["price"], one["id"]))
    return JSONResponse(found[:20])

async def item(request):
    return JSONResponse(ITEMS[int(request.path_params["id"]) % len(ITEMS)])

app = Starlette(routes=[Route("/items", items), Route("/items/{id}", item)])
`;

/** uvicorn and Starlette (PyPI): a small interface in Python. */
const uvicorn: Service = {
  name: "uvicorn",
  install: [
    ["python3", "-m", "venv", "venv"],
    ["venv/bin/pip", "install", "-q", "uvicorn==0.54.0", "starlette==1.10.0"],
  ],
  beside: {
    "start.sh":
      'exec "$(dirname "$0")/venv/bin/uvicorn" --log-level warning --host 127.0.0.1 --port "$PORT" app:app\n',
  },
  files: () => ({
    "app.py": PYTHON,
    "load/items.js": script(
      ['http.get(BASE_URL + "/items")', 'http.get(BASE_URL + "/items/" + (Math.floor(Math.random() * 300)))'],
      "0.3",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/items/1"),
  workloads: { items: workload("load/items.js") },
  fivePercent: (files) => ({
    ...files,
    "app.py": files["app.py"]!.replace("found = sorted(", "json.dumps(ITEMS[:40]); found = sorted("),
  }),
};

/** go-httpbin (Go module): a closed load, and an open one at a rate. */
const goHttpbin: Service = {
  name: "go-httpbin",
  install: [
    ["sh", "-c", 'GOBIN="$PWD" go install github.com/mccutchen/go-httpbin/v2/cmd/go-httpbin@v2.18.3'],
  ],
  beside: { "start.sh": 'exec "$(dirname "$0")/go-httpbin" -host 127.0.0.1 -port "$PORT" >/dev/null 2>&1\n' },
  files: () => ({
    "load/closed.js": script(['http.get(BASE_URL + "/json")', 'http.get(BASE_URL + "/gzip")'], "0.2", VUS),
    "load/open.js": script(['http.get(BASE_URL + "/json")'], "", STEADY),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/status/200"),
  workloads: { closed: workload("load/closed.js"), open: workload("load/open.js", { measure: {} }) },
};

/** WireMock (Maven Central): a service of the JVM. */
const wiremock: Service = {
  name: "wiremock",
  install: [
    [
      "mvn",
      "-q",
      "dependency:copy",
      "-Dartifact=org.wiremock:wiremock-standalone:3.9.2",
      "-DoutputDirectory=.",
    ],
  ],
  beside: {
    "start.sh":
      'exec java -Xmx256m -jar "$(dirname "$0")/wiremock-standalone-3.9.2.jar" --bind-address 127.0.0.1 --port "$PORT" --no-request-journal --disable-banner --root-dir stubs >/dev/null\n',
  },
  files: () => ({
    "stubs/mappings/item.json": JSON.stringify({
      request: { method: "GET", urlPathPattern: "/items/[0-9]+" },
      response: {
        status: 200,
        headers: { "Content-Type": "application/json" },
        jsonBody: { items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}` })) },
      },
    }),
    "load/items.js": script(
      ['http.get(BASE_URL + "/items/" + (Math.floor(Math.random() * 300)))'],
      "0.2",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/items/1"),
  workloads: { items: workload("load/items.js") },
};

const SERVER = `const express = require("express");
const { Pool } = require("pg");
const pool = new Pool({ host: "db", user: "shop", password: "shop", database: "shop", max: 10 });
const app = express();
app.get("/api/items", async (_, res) => {
  const { rows } = await pool.query("SELECT id, name, price FROM items ORDER BY price LIMIT 50");
  res.json(rows);
});
app.get("/api/items/:id", async (req, res) => {
  const { rows } = await pool.query("SELECT * FROM items WHERE id = $1", [req.params.id]);
  res.json(rows[0] || {});
});
(async () => {
  for (;;) {
    try {
      await pool.query("SELECT 1");
      break;
    } catch {
      await new Promise((done) => setTimeout(done, 200));
    }
  }
  await pool.query("CREATE TABLE IF NOT EXISTS items (id serial primary key, name text, price numeric)");
  await pool.query("INSERT INTO items (name, price) SELECT 'item ' || g, (g * 7919 % 1000) FROM generate_series(1, 500) g");
  app.listen(3000);
})();
`;

/** Express and PostgreSQL (npm, and an image) on Compose. */
const express: Service = {
  name: "express-postgres",
  install: [npmInstall("express@5.3.0", "pg@8.23.1")],
  beside: {},
  files: () => ({
    "server.js": SERVER,
    "package.json": '{ "name": "shop", "private": true, "type": "commonjs" }\n',
    Dockerfile: 'FROM node:24-slim\nWORKDIR /app\nCOPY . .\nCMD ["node", "server.js"]\n',
    "docker-compose.yml": `services:
  app:
    build: .
    ports: ["3000:3000"]
    depends_on: { db: { condition: service_healthy } }
  db:
    image: postgres:16
    environment: { POSTGRES_USER: shop, POSTGRES_PASSWORD: shop, POSTGRES_DB: shop }
    healthcheck: { test: ["CMD-SHELL", "pg_isready -U shop -h 127.0.0.1"], interval: 1s, retries: 60 }
`,
    "load/browse.js": script(
      [
        'http.get(BASE_URL + "/api/items")',
        'http.get(BASE_URL + "/api/items/" + (1 + Math.floor(Math.random() * 500)))',
      ],
      "0.1",
      VUS,
    ),
  }),
  stack: () => ({
    compose: { files: ["docker-compose.yml"], wait: "120s" },
    endpoints: { api: { service: "app", port: 3000 } },
  }),
  workloads: { browse: workload("load/browse.js") },
  slower: (files) => ({
    ...files,
    "server.js": files["server.js"]!.replace(
      '  const { rows } = await pool.query("SELECT * FROM items WHERE id',
      '  await pool.query("SELECT count(*) FROM items WHERE price < $1", [req.params.id]);\n  const { rows } = await pool.query("SELECT * FROM items WHERE id',
    ),
  }),
  fivePercent: (files) => ({
    ...files,
    "server.js": files["server.js"]!.replace(
      "  res.json(rows);",
      "  for (let n = 0; n < 13; n++) JSON.stringify(rows);\n  res.json(rows);",
    ),
  }),
};

export const SERVICES: readonly Service[] = [jsonServer, uvicorn, goHttpbin, wiremock, express];

/** Installs a service once. @throws Error with the last words of a command that fails */
export function installed({ name, install, beside }: Service, parent: string): string {
  const at = join(parent, name);
  const done = join(at, ".installed");
  if (existsSync(done)) return at;
  mkdirSync(at, { recursive: true });
  for (const [program = "", ...args] of install) {
    const ended = spawnSync(program, args, { cwd: at, encoding: "utf8" });
    if (ended.status !== 0)
      throw new Error(`${program} ${args.join(" ")}: ${(ended.stderr ?? "").slice(-2_000)}`);
  }
  writeAll(at, beside);
  writeFileSync(done, "");
  return at;
}

export function writeAll(at: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
}
