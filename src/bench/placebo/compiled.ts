import { join } from "node:path";
import { ITEMS, type Service, STEADY, script, service, VUS, workload } from "./service.ts";

/** go-httpbin (Go module): a closed load, and an open one at a rate. */
export const goHttpbin: Service = {
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

/** A stub of a path. @param first whether it is tried before others, whatever the order of their files */
const stub = (path: string, answer: object, first = false) =>
  JSON.stringify({
    ...(first && { priority: 1 }),
    request: { method: "GET", urlPathPattern: `/${path}/[0-9]+` },
    response: { status: 200, headers: { "Content-Type": "application/json" }, jsonBody: answer },
  });

/** Stubs of other paths, which are tried first. With 32 of them a request took 12 % more CPU time, so twelve should take 5 %. */
const OTHERS = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [`stubs/mappings/other${n}.json`, stub(`other${n}`, {}, true)]),
);

/** WireMock (Maven Central): a service of the JVM. */
export const wiremock: Service = {
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
    "stubs/mappings/item.json": stub("items", {
      items: ITEMS.slice(0, 20).map(({ id, name }) => ({ id, name })),
    }),
    "load/items.js": script(
      ['http.get(BASE_URL + "/items/" + (Math.floor(Math.random() * 300)))'],
      "0.2",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/items/1"),
  workloads: { items: workload("load/items.js") },
  fivePercent: (files) => ({ ...files, ...OTHERS }),
};

const CADDYFILE = `{
	admin off
	auto_https off
}
http://127.0.0.1:{$PORT} {
	bind 127.0.0.1
	encode gzip
	templates
	root public
	file_server
}
`;

/** Caddy (Go module): a page from a template, and a file. */
export const caddy: Service = {
  name: "caddy",
  install: [["sh", "-c", 'GOBIN="$PWD" go install github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9']],
  beside: {
    "start.sh": 'exec "$(dirname "$0")/caddy" run --config Caddyfile --adapter caddyfile >/dev/null 2>&1\n',
  },
  files: () => ({
    Caddyfile: CADDYFILE,
    "public/index.html": "<ul>{{range until 50}}<li>item {{.}}</li>{{end}}</ul>\n",
    "public/items.json": JSON.stringify(ITEMS),
    "load/pages.js": script(
      ['http.get(BASE_URL + "/")', 'http.get(BASE_URL + "/items.json")'],
      "Math.random() * 0.4",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/"),
  workloads: { pages: workload("load/pages.js") },
};

const MIGRATION = `migrate((app) => {
  const fields = [{ type: "text", name: "name" }, { type: "number", name: "price" }];
  const items = new Collection({ type: "base", name: "items", listRule: "", viewRule: "", fields });
  app.save(items);
  for (let n = 1; n <= 300; n++) {
    const one = new Record(items);
    one.set("name", "item " + n);
    one.set("price", n * 7919 % 1000);
    app.save(one);
  }
}, () => {});
`;

/** PocketBase (Go module): lists of a collection in SQLite, with a database of its own for each process. */
export const pocketbase: Service = {
  name: "pocketbase",
  install: [["sh", "-c", 'GOBIN="$PWD" go install github.com/pocketbase/pocketbase/examples/base@v0.36.8']],
  beside: {
    "start.sh":
      'exec "$(dirname "$0")/base" serve --http "127.0.0.1:$PORT" --dir "$(mktemp -d -p .)" --migrationsDir migrations >/dev/null\n',
  },
  files: () => ({
    "migrations/1_items.js": MIGRATION,
    "load/items.js": script(
      ['http.get(BASE_URL + "/api/collections/items/records?sort=price&perPage=20")'],
      "0.2",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/api/health"),
  workloads: { items: workload("load/items.js") },
};

/** miniserve (crate): a folder as a page, and a file of it. */
export const miniserve: Service = {
  name: "miniserve",
  install: [["cargo", "install", "--quiet", "--root", ".", "--locked", "miniserve@0.35.0"]],
  beside: {
    "start.sh":
      'exec "$(dirname "$0")/bin/miniserve" --interfaces 127.0.0.1 --port "$PORT" public >/dev/null\n',
  },
  files: () => ({
    ...Object.fromEntries(ITEMS.slice(0, 100).map(({ id, name }) => [`public/item-${id}.txt`, `${name}\n`])),
    "load/files.js": script(
      [
        'http.get(BASE_URL + "/")',
        'http.get(BASE_URL + "/item-" + Math.floor(Math.random() * 100) + ".txt")',
      ],
      "0.3",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/item-1.txt"),
  workloads: { files: workload("load/files.js") },
};
