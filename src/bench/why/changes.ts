import type { Change } from "./change.ts";
import { HARMLESS } from "./harmless.ts";
import { IN_LANGUAGES } from "./languages.ts";
import { VERSIONS } from "./subjects.ts";

const [APP, SERVICE] = ["lib/app.js", "lib/service.js"];
const GOT =
  "let items = this.#get(name);\n        if (!Array.isArray(items)) {\n            return items;\n        }\n";
/** A change of how json-server finds a list. */
const inFind = (name: string, code: string, names: readonly string[], helper = ""): Change => ({
  name,
  subject: "json-server-1",
  truth: { file: SERVICE, names },
  edits: [
    [SERVICE, GOT, `${GOT}        ${code}\n`],
    [SERVICE, "export class Service {", `${helper}export class Service {`],
  ],
});

const [RANK, CATALOGUE] = ["src/rank.js", "src/server.js"];
const inCatalogue = (name: string, edits: Change["edits"], truth: Change["truth"]): Change => ({
  name,
  subject: "catalogue",
  edits,
  truth,
});

const SHOP = "server.js";
const LIST = '"SELECT id, name, price FROM items ORDER BY price LIMIT 50"';
const ONE = 'const { rows } = await pool.query("SELECT * FROM items WHERE id = $1", [req.params.id]);';
const inShop = (name: string, find: string, replace: string, truth: Change["truth"]): Change => ({
  name,
  subject: "express-postgres",
  edits: [[SHOP, find, replace]],
  truth,
});

/**
 * All of them, as they were written down before the first was tried. Seven did so little more that no gate saw it in the first
 * run; they have done more of the same since. For "a sleep" nothing was to be named, as long as no timers were seen. For "a slower
 * version of a package" it was to be a function of the package; it is the one that calls it, with the package, now.
 */
export const CHANGES: readonly Change[] = [
  // json-server, whose code is not ours
  {
    name: "a list is written and read again",
    subject: "json-server-1",
    truth: { file: APP, names: [""] },
    edits: [
      [
        APP,
        "service.find(name, query)",
        "JSON.parse(JSON.stringify(Array(20).fill(service.find(name, query))))[0]",
      ],
    ],
  },
  inFind("ids are set again", "for (let i = 0; i < 50; i++) fixAllItemsIds(this.#db.data);", [
    "",
    "fixItemsIds",
    "fixAllItemsIds",
  ]),
  inFind(
    "a regular expression is compiled for each item",
    'items = items.filter((item) => !new RegExp("^zz" + name + "$").test(item.title));',
    ["", "find"],
  ),
  inFind("a list is sorted twice", "items = [...items].sort((a, b) => a.views - b.views);", ["", "find"]),
  inFind(
    "a small function for each item",
    "let all = 0; for (let i = 0; i < 150; i++) for (const item of items) all += weigh(item); this.all = all;",
    ["weigh", "find"],
    "function weigh(item) { return item.views * 31 + item.title.length; }\n",
  ),
  inFind("a deep copy", "items = structuredClone(items);", ["find"]),
  inFind(
    "more allocation",
    "for (let i = 0; i < 10; i++) items = items.map((item) => ({ ...item, author: { ...item.author, tags: [...item.author.tags] } }));",
    ["", "find"],
  ),
  {
    name: "a digest of each answer",
    subject: "json-server-1",
    truth: { file: APP, names: ["", "digest"] },
    edits: [
      [
        APP,
        "export function createApp",
        'import { createHash } from "node:crypto";\nfunction digest(data) { return createHash("sha256").update(JSON.stringify(data)).digest("hex"); }\nexport function createApp',
      ],
      [
        APP,
        "const { data } = res.locals;",
        'const { data } = res.locals;\n        if (data !== undefined) res.setHeader("x-digest", digest(data));',
      ],
    ],
  },
  // a catalogue
  inCatalogue(
    "tags are normalised",
    [
      [
        RANK,
        "export function score",
        "function normalised(item) {\n  return item.tags.map((tag) => tag.trim().toLowerCase().normalize());\n}\n\nexport function score",
      ],
      [RANK, "of item.tags)", "of normalised(item))"],
    ],
    { file: RANK, names: ["normalised", ""] },
  ),
  inCatalogue(
    "a score is computed eight times",
    [
      [
        RANK,
        "score: score(item, query) }",
        "score: Math.max(...Array.from({ length: 8 }, () => score(item, query))) }",
      ],
    ],
    { file: RANK, names: ["score", ""] },
  ),
  inCatalogue("a cache is dropped", [[CATALOGUE, "if (!found.has(query)) found", "found"]], {
    file: RANK,
    names: ["", "score", "rankItems"],
  }),
  inCatalogue("the whole list instead of a part", [[CATALOGUE, "items.slice(0, 50)", "items"]], {
    file: CATALOGUE,
    names: ["list"],
  }),
  inCatalogue(
    "a comparison by locale",
    [[RANK, "b.score - a.score)", "a.item.name.localeCompare(b.item.name) && b.score - a.score)"]],
    { file: RANK, names: [""] },
  ),
  inCatalogue(
    "a sleep",
    [
      [
        CATALOGUE,
        "response.setHeader(",
        "await new Promise((done) => setTimeout(done, 3));\n  response.setHeader(",
      ],
    ],
    { file: CATALOGUE, names: [""], waits: true },
  ),
  inCatalogue(
    "a busy loop in a new file",
    [
      [
        "src/audit.js",
        "",
        "export function audit(text) {\n  let sum = 0;\n  for (let i = 0; i < text.length * 20; i++) sum = (sum + text.charCodeAt(i % text.length)) | 0;\n  return sum;\n}\n",
      ],
      [CATALOGUE, "import { rankItems }", 'import { audit } from "./audit.js";\nimport { rankItems }'],
      [
        CATALOGUE,
        "return JSON.stringify(items.slice(0, 50));",
        "const text = JSON.stringify(items.slice(0, 50));\n  audit(text);\n  return text;",
      ],
    ],
    { file: "src/audit.js", names: ["audit"] },
  ),
  // Express and PostgreSQL on Compose
  inShop(
    "a query more",
    ONE,
    `await pool.query("SELECT count(*) FROM items WHERE price < $1", [req.params.id]);\n  ${ONE}`,
    { statement: "count(*)" },
  ),
  inShop(
    "a query for each item",
    "res.json(rows);\n",
    'for (const { id } of rows.slice(0, 10)) await pool.query("SELECT max(price) FROM items WHERE id = $1", [id]);\n  res.json(rows);\n',
    { statement: "max(price)", repeated: true },
  ),
  inShop(
    "a query without its index",
    ONE,
    'const { rows } = await pool.query("SELECT * FROM items WHERE lower(name) = lower($1)", ["item " + req.params.id]);',
    { statement: "lower(name)" },
  ),
  inShop(
    "a wider result",
    LIST,
    `"SELECT id, name, price, repeat(name, 200) AS text FROM items ORDER BY price LIMIT 50"`,
    { statement: "repeat(name" },
  ),
  inShop("a longer list", LIST, LIST.replace("50", "500"), { statement: "ORDER BY price" }),
  inShop(
    "a join with itself",
    LIST,
    `"SELECT a.id, a.name, a.price FROM items a JOIN items b ON a.price = b.price ORDER BY a.price, b.id LIMIT 50"`,
    { statement: "JOIN items" },
  ),
  inShop(
    "a function on a column",
    ONE,
    'const { rows } = await pool.query("SELECT * FROM items WHERE md5(id::text) = md5($1)", [req.params.id]);',
    { statement: "md5(" },
  ),
  inShop(
    "rows are copied",
    "res.json(rows);\n",
    "for (let i = 0; i < 3; i++) rows.push(...JSON.parse(JSON.stringify(rows.slice(0, 50))));\n  res.json(rows.slice(0, 50));\n",
    { file: SHOP, names: [""] },
  ),
  inShop("a query that waits", ONE, `await pool.query("SELECT pg_sleep(0.004)");\n  ${ONE}`, {
    statement: "pg_sleep",
  }),
  // two more, written down when the others had been tried
  inShop(
    "a lock around a query",
    ONE,
    `const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock(1)");
  const { rows } = await client.query("SELECT * FROM items WHERE id = $1", [req.params.id]);
  await client.query("COMMIT");
  client.release();`,
    { statement: "pg_advisory_xact_lock" },
  ),
  {
    name: "a slower version of a package",
    subject: "catalogue-packaged",
    edits: [["package-lock.json", `"${VERSIONS[0]}"`, `"${VERSIONS[1]}"`]],
    truth: { file: CATALOGUE, names: ["list"], within: "deep-equal" },
  },
  ...HARMLESS.map(
    ([name, subject, edits]): Change => ({ name, subject, edits, truth: null, harmless: true }),
  ),
  ...IN_LANGUAGES,
];

/**
 * The database counts each statement in head and none in base: what counting costs the pairs that are measured. It is none of
 * the changes.
 */
export const COUNTED: Change = {
  name: "statements are counted",
  subject: "express-postgres",
  edits: [
    [
      "docker-compose.yml",
      "    image: postgres:16\n",
      "    image: postgres:16\n    command: postgres -c shared_preload_libraries=pg_stat_statements\n",
    ],
  ],
  truth: null,
};

/** The files after a change. @throws Error for a text that is not there */
export function edited(
  files: Readonly<Record<string, string>>,
  { edits }: Pick<Change, "edits">,
): Record<string, string> {
  const found = { ...files };
  for (const [path, find, replace] of edits) {
    const text = found[path] ?? "";
    if (!text.includes(find)) throw new Error(`${path} has no "${find}"`);
    found[path] = text.replace(find, () => replace);
  }
  return found;
}
