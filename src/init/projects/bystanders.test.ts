import { expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import { servicesIn } from "../../model/composefile.ts";
import { configText } from "../config.ts";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

function planOf(files: Files) {
  const found = findings(Object.keys(files), (path) => files[path]!);
  if (found.chosen?.plan.kind !== "compose") throw new Error("no plan with Compose");
  const { plan } = found.chosen;
  const config = configText(found);
  expect(readConfig(config, "x").stack.compose).toMatchObject({ services: plan.services });
  for (const name of plan.leftOut)
    expect(config).toMatch(new RegExp(`services: .* # .* not .*\\b${name}\\b`));
  return plan;
}

/** The services that the config leaves out of a stack. */
const leftOut = (services: string, more: Files = {}): readonly string[] =>
  planOf({ "compose.yaml": `services:\n${services}`, Dockerfile: "FROM node", ...more }).leftOut;

const APP = "  app: { build: ., ports: [80], depends_on: [db] }\n  db: { image: postgres }\n";
const TESTS = "go test -v ./tests/...";

test.each<[string, string, string[], Files?]>([
  ["k6", "  load: { image: grafana/k6:latest, command: run /a.js, depends_on: [app] }", ["load"]],
  ["k6 that is built", "  load: { build: load }", ["load"], { "load/Dockerfile": "FROM grafana/k6 AS a" }],
  ["tests", `  check: { build: ., command: ${TESTS} }`, ["check"]],
  [
    "tests in a browser that is built",
    "  e2e: { build: e2e }",
    ["e2e"],
    { "e2e/Dockerfile": 'FROM mcr.microsoft.com/playwright:v1.50.0\nCMD ["npx", "playwright", "test"]' },
  ],
  ["tests as a list", '  check: { build: ., command: ["npm", "run", "test:e2e"] }', ["check"]],
  ["tests in a shell", '  check: { build: ., command: sh -c "sleep 5 && pytest -q" }', ["check"]],
  [
    "tests and what only they need",
    `  check: { build: ., command: ${TESTS}, depends_on: { db_test: {}, app: {}, db: {} } }\n  db_test: { image: postgres }`,
    ["check", "db_test"],
  ],
  [
    "a generator that another one needs",
    "  one: { image: locustio/locust }\n  two: { image: locustio/locust, depends_on: [one] }",
    ["one", "two"],
  ],
  ["a viewer", "  ui: { image: dpage/pgadmin4, depends_on: [db] }", ["ui"]],
  [
    "what watches others",
    "  g: { image: grafana/grafana, depends_on: [p] }\n  p: { image: prom/prometheus }",
    ["g", "p"],
  ],
  [
    "Celery's viewer",
    "  flower: { build: ., command: celery -A shop.worker flower --port=5555 }",
    ["flower"],
  ],
])("services that load, test or show others are not started: %s", (_, services, want, more = {}) => {
  expect(leftOut(APP + services, more)).toEqual(expect.arrayContaining(want));
  expect(leftOut(APP + services, more)).toHaveLength(want.length);
});

test.each<[string, string]>([
  ["none", APP],
  ["a migration", `${APP}  migrate: { build: ., command: npm run migrate }`],
  ["tests before a start", `${APP}  worker: { build: ., command: sh -c "npm test && npm start" }`],
  [
    "one that the service depends on",
    "  app: { build: ., ports: [80], depends_on: [check] }\n  check: { build: ., command: npm test }",
  ],
  [
    "a browser that the service uses",
    "  app: { build: ., ports: [80], environment: { PLAYWRIGHT_WS: ws://browser:3001 } }\n  browser: { image: mcr.microsoft.com/playwright:v1.50.0, command: npx playwright run-server }",
  ],
  [
    "a viewer that the service may ask",
    "  app: { build: ., ports: [80], environment: { METRICS: http://prometheus:9090 } }\n  prometheus: { image: prom/prometheus }",
  ],
  [
    "a viewer behind a proxy, which may not start without",
    `${APP}  web: { image: nginx }\n  ui: { image: adminer }`,
  ],
  ["a worker", `${APP}  worker: { build: ., command: celery -A shop.worker worker }`],
  ["one with a profile", `${APP}  load: { image: grafana/k6, profiles: [load] }`],
])("and others are: %s", (_, services) => expect(leftOut(services)).toEqual([]));

test.each<[string, string]>([
  [
    "another one names it",
    "  app: { build: ., ports: [80], depends_on: [x], environment: { H: db } }\n  x: { image: x }\n",
  ],
  ["the service does not say on what it depends", "  app: { build: ., ports: [80] }\n"],
])("a database of tests is started where %s", (_, services) => {
  const tests = `  check: { build: ., command: ${TESTS}, depends_on: [db] }\n  db: { image: postgres }`;
  expect(leftOut(services + tests)).toEqual(["check"]);
});

test("tests of an included file are not started, nor a database that only they need", () => {
  const own =
    "  app: { build: ., ports: [80], depends_on: [db] }\n  db: { image: postgres }\n  db_test: { image: postgres }\n";
  const check = `services: { check: { image: golang, command: ${TESTS}, depends_on: [db_test] } }`;
  expect(leftOut(`${own}include: [t/tests.yaml]\n`, { "t/tests.yaml": check })).toEqual(["check", "db_test"]);
});

test("the others are named, but for those that they depend on", () => {
  const services = `${APP}  worker: { build: ., command: node worker.js, links: [db] }\n  ui: { image: adminer }`;
  const plan = planOf({ "compose.yaml": `services:\n${services}`, Dockerfile: "FROM node" });
  expect(plan).toMatchObject({ services: ["app", "worker"], leftOut: ["ui"], written: null });
});

test("an image that is built from the checkout keeps its build", () => {
  const services = "  shop: { image: ghcr.io/octo/shop, ports: [80] }\n  load: { image: grafana/k6 }";
  const files: Files = {
    "compose.yaml": `services:\n${services}`,
    Dockerfile: "FROM node",
    "package.json": '{ "name": "shop" }',
  };
  const plan = planOf(files);
  expect(plan).toMatchObject({ services: ["shop"], leftOut: ["load"] });
  expect(servicesIn(plan.written?.text ?? "")).toEqual({
    shop: { build: { context: ".", dockerfile: "Dockerfile" } },
  });
});
