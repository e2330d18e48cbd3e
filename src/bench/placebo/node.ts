import { join } from "node:path";
import { npmInstall, type Service, script, service, VUS, workload } from "./service.ts";

/** json-server (npm): a REST interface to a file of posts. */
export const jsonServer: Service = {
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
export const express: Service = {
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

const PICK = `const price = (id) => (id * 7919) % 1000;
const items = Array.from({ length: 300 }, (_, id) => ({ id, name: "item " + id, price: price(id) }));
msg.payload = items.sort((a, b) => a.price - b.price).slice(0, 20);
return msg;`;

/** Node-RED (npm): a flow that answers with a list. */
export const nodeRed: Service = {
  name: "node-red",
  install: [npmInstall("node-red@5.0.7")],
  beside: {
    "start.sh":
      'exec "$(dirname "$0")/node_modules/.bin/node-red" --userDir flows --settings flows/settings.js >/dev/null\n',
  },
  files: () => ({
    "flows/settings.js": `module.exports = {
  uiHost: "127.0.0.1",
  uiPort: process.env.PORT,
  flowFile: "flows.json",
  httpAdminRoot: false,
  credentialSecret: false,
};
`,
    "flows/flows.json": JSON.stringify([
      { id: "shop", type: "tab", label: "shop" },
      flowNode("list", "http in", { url: "/items", method: "get", wires: [["pick"]] }),
      flowNode("pick", "function", { func: PICK, outputs: 1, wires: [["answer"]] }),
      flowNode("answer", "http response", { wires: [] }),
    ]),
    "load/items.js": script(['http.get(BASE_URL + "/items")'], "0.2", VUS),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/items"),
  workloads: { items: workload("load/items.js") },
};

/** A node of a flow. Without a place it would be taken for a part of the configuration. */
function flowNode(id: string, type: string, more: object): object {
  return { id, type, z: "shop", x: 100, y: 100, ...more };
}
