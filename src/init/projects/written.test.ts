// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { expect, test } from "vitest";
import { servicesIn } from "../../model/composefile.ts";
import { findings } from "../findings.ts";

const KEY = expect.stringMatching(/^.{32,}$/);

/** The services of the Compose file that is written next to one with these services. */
function written(services: string, files: Readonly<Record<string, string>> = {}) {
  const all: Readonly<Record<string, string>> = { "compose.yaml": `services:\n${services}`, ...files };
  const { chosen } = findings(Object.keys(all), (path) => all[path]!, "compose");
  const text = chosen?.plan.kind === "compose" ? (chosen.plan.written?.text ?? "") : "";
  return { services: servicesIn(text), checks: chosen?.checks.filter((one) => one.includes("placeholder")) };
}

test.each<[string, string, unknown]>([
  ["a key", "{ APP_SECRET: REPLACE_WITH_LONG_SECRET, MODE: change-me }", { APP_SECRET: KEY }],
  ["a key in a list", '["JWT_SECRET=change-me"]', { JWT_SECRET: KEY }],
  ["no value of its own", "{ APP_SECRET: 0123abcd }", undefined],
  ["no variable that Compose fills in", '{ APP_SECRET: "${APP_SECRET}" }', undefined],
  ["no key of others", "{ AWS_SECRET: change-me }", undefined],
  ["none that a database has, too", "{ APP_KEY: your-word }", undefined],
])("keys written out as placeholders are replaced: %s", (_, environment, want) => {
  const database = "  db: { image: postgres, environment: { POSTGRES_PASSWORD: your-word } }";
  const found = written(`  app: { build: ., ports: [80], environment: ${environment} }\n${database}`);
  expect(found.services.app?.environment).toEqual(want);
  expect(found.checks).toHaveLength(want === undefined ? 0 : 1);
});

test("also in the other services of the checkout", () => {
  const environment = "environment: { APP_SECRET: change-me }";
  const found = written(
    `  worker: { build: ., ${environment} }\n  shop: { image: octo/shop, ports: [80], ${environment} }`,
    { Dockerfile: "FROM x", "go.mod": "module github.com/octo/shop" },
  );
  expect(Object.keys(found.services.worker ?? {})).toEqual(["environment"]);
});

test("the image that the files only name gets its build and its keys", () => {
  const found = written("  shop: { image: octo/shop, ports: [80], environment: { APP_SECRET: change-me } }", {
    Dockerfile: "FROM x",
    "go.mod": "module github.com/octo/shop",
  });
  expect(found.services.shop).toEqual({ build: expect.anything(), environment: { APP_SECRET: KEY } });
});

test("it is built by the Dockerfile in the folder of its name", () => {
  const found = written("  api: { image: octo/shop-api, ports: [80] }", {
    "admin/Dockerfile": "FROM x",
    "api/Dockerfile": "FROM x",
  });
  expect(JSON.stringify(found.services.api)).toContain("api");
});
