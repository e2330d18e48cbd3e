import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npmInstall, type Service, script, service, VUS, workload } from "../placebo/service.ts";
import { SERVICES } from "../placebo/services.ts";
import { CATALOGUES } from "./catalogues.ts";

/** json-server 1.0 (npm): its own compiled code is the repository, so that a change can edit it. */
const jsonServer: Service = {
  name: "json-server-1",
  install: [npmInstall("json-server@1.0.0-beta.3")],
  beside: {},
  files: (at) => {
    const lib = join(at, "node_modules/json-server/lib");
    const code = readdirSync(lib).filter((name) => name.endsWith(".js"));
    return {
      ...Object.fromEntries(code.map((name) => [`lib/${name}`, readFileSync(join(lib, name), "utf8")])),
      "package.json": '{ "name": "posts", "private": true, "type": "module" }\n',
      "db.json": JSON.stringify({
        posts: Array.from({ length: 200 }, (_, id) => ({
          id: `${id + 1}`,
          title: `post ${id}`,
          views: (id * 37) % 101,
          author: { name: `author ${id % 7}`, tags: ["a", `t${id % 13}`] },
        })),
      }),
      "load/posts.js": script(
        [
          'http.get(BASE_URL + "/posts?_page=2&_per_page=10&_sort=views")',
          'http.get(BASE_URL + "/posts/" + (1 + Math.floor(Math.random() * 200)))',
        ],
        "0.05",
        VUS,
      ),
    };
  },
  stack: (at) => {
    const { process, endpoints } = service(
      ["node", "lib/bin.js", "--host", "127.0.0.1", "db.json"],
      "/posts/1",
    );
    return {
      process: { ...process, build: [["ln", "-s", join(at, "node_modules"), "node_modules"]] },
      endpoints,
    };
  },
  workloads: { posts: workload("load/posts.js") },
};

const ITEMS = Array.from({ length: 200 }, (_, id) => ({
  id,
  name: `item ${id}`,
  price: (id * 7919) % 1000,
  stock: id % 5,
  tags: ["a", `t${id % 17}`],
}));
const RANK = `import { items } from "./data.js";

export function score(item, query) {
  let sum = item.stock * 2;
  for (const tag of item.tags) if (tag.includes(query)) sum += 10;
  return sum - item.price / 1000;
}

export function rankItems(query) {
  return items
    .map((item) => ({ item, score: score(item, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
    .map(({ item }) => item);
}
`;
const SERVER = `import { createServer } from "node:http";
import { items } from "./data.js";
import { rankItems } from "./rank.js";

const found = new Map();

function search(query) {
  if (!found.has(query)) found.set(query, JSON.stringify(rankItems(query)));
  return found.get(query);
}

function list() {
  return JSON.stringify(items.slice(0, 50));
}

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  response.setHeader("content-type", "application/json");
  if (pathname === "/search") response.end(search(searchParams.get("q")));
  else if (pathname === "/rank") response.end(JSON.stringify(rankItems("t1")));
  else response.end(list());
}).listen(Number(process.env.PORT), "127.0.0.1");
`;

/** A catalogue on Node.js alone. */
const catalogue: Service = {
  name: "catalogue",
  install: [],
  beside: {},
  files: () => ({
    "package.json": '{ "name": "catalogue", "private": true, "type": "module" }\n',
    "src/data.js": `export const items = ${JSON.stringify(ITEMS)};
`,
    "src/rank.js": RANK,
    "src/server.js": SERVER,
    "load/browse.js": script(
      [
        'http.get(BASE_URL + "/items")',
        'http.get(BASE_URL + "/search?q=t" + Math.floor(Math.random() * 5))',
        'http.get(BASE_URL + "/rank")',
      ],
      "0.05",
      VUS,
    ),
  }),
  stack: () => service(["node", "src/server.js"], "/items"),
  workloads: { browse: workload("load/browse.js") },
};

/** Versions of a package, of which the second takes about 27 times as long. */
export const VERSIONS = ["1.1.2", "2.2.3"] as const;
const LIST = "return JSON.stringify(items.slice(0, 50));";

/** The catalogue with a package of npm, in the version that its lock file has. */
const packaged: Service = {
  ...catalogue,
  name: "catalogue-packaged",
  install: VERSIONS.map((version) => {
    const [npm, ...args] = npmInstall(`deep-equal@${version}`);
    return [npm!, ...args.map((one) => (one === "." ? version : one))];
  }),
  files: (at) => ({
    ...catalogue.files(at),
    "package-lock.json": JSON.stringify({
      name: "catalogue",
      lockfileVersion: 3,
      packages: { "node_modules/deep-equal": { version: VERSIONS[0] } },
    }),
    "src/server.js": `import equal from "deep-equal";\n${SERVER}`.replace(
      LIST,
      `if (!equal(items[1], { ...items[1] })) throw new Error("not the same");\n  ${LIST}`,
    ),
  }),
  stack: (at) => {
    const locked = `require("./package-lock.json").packages["node_modules/deep-equal"].version`;
    const { process, endpoints } = service(["node", "src/server.js"], "/items");
    const link = `ln -s "${at}/$(node -p '${locked}')/node_modules" node_modules`;
    return { process: { ...process, build: [["sh", "-c", link]] }, endpoints };
  },
};

/** The service on Compose of the comparisons of unchanged code. */
const shop = SERVICES.find(({ name }) => name === "express-postgres")!;

/** The services that are changed. */
export const SUBJECTS: readonly Service[] = [jsonServer, catalogue, packaged, shop, ...CATALOGUES];
