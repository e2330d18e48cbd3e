// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts write variables this way
import { expect, test } from "vitest";
import { configText } from "./config.ts";
import { findings } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

/** The sentences for a person above the workload. */
function checks(files: Files) {
  const text = configText(findings(Object.keys(files), (path) => files[path]!));
  return [...text.slice(text.indexOf("workloads:")).matchAll(/# check: (.*)/g)].map(([, check]) => check);
}

const AXIOS = 'import axios from "axios";\n';
const script = (code: string, service = AXIOS): Files => ({
  "package.json": JSON.stringify({ scripts: { start: "node a.js" }, dependencies: { express: "4" } }),
  "a.js": `\n${service}app.listen(process.env.PORT || 4000);`,
  "load.js": `import http from "k6/http";\nexport default () => http.post(__ENV.BASE_URL, ${code});`,
});
const URLS =
  '["https://commons.wikimedia.org/wiki/Cat", `http://shop.nps.gov`, "https://commons.wikimedia.org/?a=1"]';
const asked = (at: string) => [
  `it has addresses of commons.wikimedia.org, shop.nps.gov, and the service may ask other sites (${at}): their times would be part of the result. Let it name a server of your own.`,
];

test.each<[string, Files, string[]]>([
  ["JavaScript", script(URLS), asked("a.js:2")],
  ["a scraper", script(URLS, 'const cheerio = require("cheerio");\n'), asked("a.js:2")],
  [
    "Python",
    {
      "requirements.txt": "flask\ngunicorn",
      "app.py": "from flask import Flask\nimport httpx\napp = Flask(__name__)",
      "load.js": script(URLS)["load.js"]!,
    },
    asked("app.py:2"),
  ],
  [
    "Go",
    {
      "go.mod": "module shop",
      "main.go": 'package main\nfunc main() { http.ListenAndServe(":80", nil) }\nvar a, _ = http.Get(b)',
      "load.js": script(URLS)["load.js"]!,
    },
    asked("main.go:3"),
  ],
  ["a service without a client", script(URLS, ""), []],
  [
    "addresses that are reserved",
    script('["https://www.example.com/a", "http://shop.test", "http://localhost:8080"]'),
    [],
  ],
  [
    "addresses of a network",
    script('["http://10.0.0.1/a", "http://host.docker.internal/b", "http://stock/c"]'),
    [],
  ],
  [
    "the default of a variable",
    script('[__ENV.CAT || "https://commons.wikimedia.org/a.png", __ENV.SHOP ?? "http://shop.nps.gov"]'),
    asked("a.js:2"),
  ],
  ["that of an address", script('__ENV.STOCK_URL || "https://stock.acme.com"'), []],
  ["that of a target", script('__ENV.STEELYARD_TARGET_API || "https://stock.acme.com"'), []],
  ["what the script itself asks", script(`http.get("https://shop.acme.com/items")`), []],
  ["the same by another method", script("http.request('GET', `https://shop.acme.com/${id}`)"), []],
  ["the same as a template", script("http.get(http.url`https://shop.acme.com/${id}`)"), []],
  [
    "what it asks the service to read",
    script('http.post(url, "https://commons.wikimedia.org", { a: "http://shop.nps.gov" })'),
    asked("a.js:2"),
  ],
  [
    "headers",
    script('{ headers: { Origin: "https://shop.acme.com", "referer": \'https://shop.acme.com/\' } }'),
    [],
  ],
  ["a header that is set", script('1); headers["Origin"] = "https://shop.acme.com"; (1'), []],
  ["a comment", script('1\n// "https://commons.wikimedia.org/"\n'), []],
  [
    "a module",
    {
      ...script("1"),
      "load.js": `import { a } from "https://jslib.k6.io/a.js";\n${script("1")["load.js"]}`,
    },
    [],
  ],
])("public sites in a script, which the service may ask: %s", (_, files, want) => {
  expect(checks(files)).toEqual(want);
});

test.each([
  'const BASE_URL = "https://shop.acme.com";\nexport default () => http.get(`${BASE_URL}/items`);',
  'const ALL = { live: "https://shop.acme.com", next: "https://next.acme.com" };\nexport default () => http.get(ALL[__ENV.WHICH || "next"]);',
])("the site that a script loads is reported once, as an address of its own: %s", (code) => {
  const files = { ...script("1"), "load.js": `import http from "k6/http";\n${code}` };
  expect(checks(files)).toEqual([
    "it reads no variable of ours: an address in it has to be that of the service.",
  ]);
});
