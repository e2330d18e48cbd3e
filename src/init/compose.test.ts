// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { configText } from "./config.ts";
import { findings, readable } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

/** The sentence about files that are not there, and the build of a Compose project. */
function lacking(services: string, more: string, files: Files = {}) {
  const all: Files = { "compose.yaml": `services:\n${services}\n${more}`, ...files };
  const text = configText(findings(Object.keys(all), (path) => all[path]!, "compose"));
  const build = readConfig(text, "steelyard.yml").stack.compose?.build.map((argv) => argv.at(-1));
  return [/# check: not in the checkout, .* without: (.*)\./.exec(text)?.[1] ?? null, build];
}

test.each<[string, string, string, Files, unknown]>([
  [
    "a secret",
    "  app: { build: ., ports: [80], secrets: [key] }",
    "secrets: { key: { file: ./secrets/key.txt } }",
    {},
    ["secrets/key.txt", []],
  ],
  [
    "a config of another service, in the long form",
    "  app: { build: ., ports: [80] }\n  db: { image: postgres, configs: [{ source: conf, target: /c }] }",
    "configs: { conf: { file: db.conf } }",
    {},
    ["db.conf", []],
  ],
  [
    "a secret of a build",
    "  app: { build: { context: ., secrets: [npmrc] }, ports: [80] }",
    "secrets: { npmrc: { file: .npmrc.ci } }",
    {},
    [".npmrc.ci", []],
  ],
  [
    "a Dockerfile",
    "  app: { build: { context: ., dockerfile: docker/app.Dockerfile }, ports: [80] }",
    "",
    {},
    ["docker/app.Dockerfile", []],
  ],
  [
    "but no Dockerfile of a submodule, of another repository, or by a variable",
    [
      "  app: { build: { context: lib/app, dockerfile: ci/Dockerfile }, ports: [80] }",
      '  b: { build: { context: "https://example.test/b.git", dockerfile: ci/Dockerfile } }',
      '  c: { build: { context: ., dockerfile: "$FILE" } }',
    ].join("\n"),
    "",
    { "lib/app": "" },
    [null, []],
  ],
  [
    "nor one that is there, outside, of the environment, external, or of no service",
    "  app: { build: ., ports: [80], secrets: [a, b, c, d, f] }",
    "secrets: { a: { file: a }, b: { file: /b }, c: { environment: C }, d: { external: true }, e: { file: e } }",
    { a: "" },
    [null, []],
  ],
  [
    "nor one that its example makes",
    "  app: { build: ., ports: [80], secrets: [key] }",
    "secrets: { key: { file: secrets/key.txt } }",
    { "secrets/key.txt.example": "x" },
    [null, ["test -e secrets/key.txt || cp secrets/key.txt.example secrets/key.txt"]],
  ],
])("a file that is not in the checkout: %s", (_, services, more, files, want) => {
  expect(lacking(services, more, files)).toEqual(want);
});

test.each([
  ["deploy: { replicas: 3 }", 3],
  ["scale: 2", 2],
  ["deploy: { replicas: 1 }", null],
  ['deploy: { replicas: "${COUNT}" }', null],
])("a service with several containers, of which the load asks one, is named: %s", (key, want) => {
  const compose = `services:\n  app: { build: ., ports: [80], ${key} }\n  jobs: { build: ., scale: 4 }`;
  const checks = findings(["compose.yaml"], () => compose, "compose").chosen?.checks ?? [];
  const found = checks.flatMap((check) => /^(\w+) has (\d+) containers/.exec(check)?.slice(1) ?? []);
  expect(found).toEqual(want === null ? [] : ["app", String(want)]);
});

test("also where a file for production has them", () => {
  const files: Files = {
    "compose.yaml": "services: { app: { build: ., ports: [80], command: npm run dev } }",
    "compose.prod.yaml": "services: { app: { command: npm start, deploy: { replicas: 3 } } }",
  };
  expect(findings(Object.keys(files), (path) => files[path]!).chosen?.checks).toContain(
    "app has 3 containers, and the load asks only one: set `replicas` to 1, or load a proxy in front.",
  );
});

test.each([
  ["uvicorn shop:app --host 0.0.0.0 --reload", true],
  ["npm run dev", true],
  ["gunicorn shop:app --worker-tmp-dir /dev/shm", false],
  ["node server.js > /dev/stdout", false],
  ["tsx watch server.ts", true],
  ["uvicorn shop:app --log-level debug", false],
  ["flair serve", false],
  ["watchmedo auto-restart -d . -- celery -A jobs worker", true],
])("a command for developers is named, and none that has a device: %s", (command, want) => {
  const compose = `services: { app: { build: ., ports: [80], volumes: [".:/app"], command: "${command}" } }`;
  const checks = findings(["compose.yaml"], () => compose, "compose").chosen?.checks ?? [];
  const note = `\`${command}\` of app is for developers: measure the command of production.`;
  expect(checks.includes(note)).toBe(want);
});

test.each<[string, string, string, string | null, string?]>([
  ["of a Dockerfile", "", 'FROM node\nCMD ["npm", "run", "dev"]', "npm run dev"],
  ["by the text of its script", "", "FROM node\nCMD npm start", "npm start", "nodemon index.js"],
  ["of Compose, by the text of its script", ", command: npm start", "", "npm start", "node --watch index.js"],
  ["behind an entrypoint", "", 'ENTRYPOINT ["./up.sh"]\nCMD ["npm", "run", "dev"]', "./up.sh npm run dev"],
  ["that watches Go", "", "ENTRYPOINT CompileDaemon --command=./main", "CompileDaemon --command=./main"],
  ["but a script of production is none", "", "CMD npm start", null, "node index.js"],
  ["nor one that Compose replaces", ", command: npm start", "CMD npm run dev", null, "node index.js"],
  ["nor one below another entrypoint", ", entrypoint: ./up.sh", "CMD npm run dev", null],
  ["nor an earlier one", "", "CMD npm run dev\nCMD node index.js", null],
])("a command for developers: %s", (_, more, dockerfile, want, script) => {
  const files: Files = {
    "compose.yaml": `services: { app: { build: api, ports: [80]${more} } }`,
    "api/Dockerfile": dockerfile,
    "api/package.json": JSON.stringify({ scripts: { start: script } }),
  };
  const checks = findings(Object.keys(files), (path) => files[path]!, "compose").chosen?.checks ?? [];
  const found = checks.flatMap((one) => /^`(.*)` of app is for developers/.exec(one)?.[1] ?? []);
  expect(found).toEqual(want === null ? [] : [want]);
});

test.each([
  ["its last line", "npm run db\nnpx nodemon src", true],
  ["a script of npm in its last line", "npm run db\nexec npm start", true],
  ["no line before, which may be for another environment", "$DEV && nodemon src\nexec node index.js", false],
  ["no comment", "node index.js\n# nodemon", false],
])("a shell script is a command for developers by %s", (_, script, want) => {
  const files: Files = {
    "compose.yaml": "services: { app: { build: ., ports: [80] } }",
    Dockerfile: 'FROM node\nENTRYPOINT ["./up.sh"]',
    "up.sh": `#!/bin/bash\n${script}`,
    "package.json": JSON.stringify({ scripts: { start: "nodemon src" } }),
  };
  expect(readable(Object.keys(files))).toContain("up.sh");
  const checks = findings(Object.keys(files), (path) => files[path]!, "compose").chosen?.checks ?? [];
  expect(checks.some((one) => one.startsWith("`./up.sh` of app is for developers"))).toBe(want);
});

test.each([
  ["dev", 1],
  ["prod", 0],
])("the command is that of the stage which is built: %s", (target, want) => {
  const files: Files = {
    "compose.yaml": `services: { app: { build: { context: ., target: ${target} }, ports: [80] } }`,
    Dockerfile: "FROM node AS prod\nCMD node .\nFROM prod AS dev\nCMD npm run dev\nFROM prod\nCMD node .",
  };
  const checks = findings(Object.keys(files), (path) => files[path]!, "compose").chosen?.checks ?? [];
  expect(checks.filter((one) => one.includes("is for developers"))).toHaveLength(want);
});

test("variables that the example leaves empty are named", () => {
  const all: Files = {
    "compose.yaml":
      "services:\n  app: { build: ., ports: [80], environment: ['A=${A}', 'B=${B}', 'C=${C:-1}'] }",
    ".env.example": "A=\nB=2\nC=",
  };
  const text = configText(findings(Object.keys(all), (path) => all[path]!, "compose"));
  expect(text).toContain("# check: `env` leaves A empty: write values,");
  expect(text).toContain('env: { A: "", B: "2" }');
});

test("the line of a service is its own, and not that of one that waits for it", () => {
  const compose =
    "services:\n  nginx:\n    image: nginx\n    depends_on:\n      app:\n        condition: service_healthy\n  app: { build: ., ports: [80] }\n";
  const { chosen } = findings(["compose.yaml"], () => compose, "compose");
  expect(chosen?.evidence[0]).toMatchObject({ file: "compose.yaml", line: 7 });
});
