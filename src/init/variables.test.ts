// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { configText } from "./config.ts";
import { findings } from "./findings.ts";
import { valuesIn } from "./variables.ts";

type Files = Readonly<Record<string, string>>;

/** The first step of the build, the variables, and the sentences for a person, of a Compose project. */
function compose(services: string, files: Files) {
  const all: Files = { "compose.yaml": `services:\n${services}`, ...files };
  const text = configText(findings(Object.keys(all), (path) => all[path]!, "compose"));
  const stack = readConfig(text, "steelyard.yml").stack.compose;
  return {
    makes: stack?.build[0]?.at(-1),
    env: stack?.env,
    checks: [...text.matchAll(/# check: (.*)/g)].map(([, check]) => check),
  };
}

test("limits of requests are raised in the file of variables that a container reads, as they are for a process", () => {
  const example = "RATE_LIMIT_REQUESTS=1000 # a minute\nRATE_LIMIT_WINDOW=60\nRATE_LIMIT_BURST=20\n";
  expect(compose("  app: { build: ., env_file: .env, ports: [80] }", { ".env.example": example })).toEqual({
    makes:
      "test -e .env || sed 's/^RATE_LIMIT_REQUESTS=.*/RATE_LIMIT_REQUESTS=1000000/; s/^RATE_LIMIT_BURST=.*/RATE_LIMIT_BURST=1000000/' .env.example > .env",
    env: {},
    checks: [
      "RATE_LIMIT_REQUESTS of .env.example is 1000: a load needs more, so it is raised.",
      "RATE_LIMIT_BURST of .env.example is 20: a load needs more, so it is raised.",
    ],
  });
});

test.each([
  ["export RATE_LIMIT=20", "s/^export RATE_LIMIT=.*/export RATE_LIMIT=1000000/"],
  ["  RATE_LIMIT = 20", "s/^  RATE_LIMIT =.*/  RATE_LIMIT =1000000/"],
  ["RATE_LIMIT= 20", "s/^RATE_LIMIT=.*/RATE_LIMIT=1000000/"],
])("a line is replaced in the form that it has: %s", (line, want) => {
  const { makes } = compose("  app: { build: ., env_file: .env, ports: [80] }", {
    ".env.example": `A=1\n${line}\n`,
  });
  expect(makes).toBe(`test -e .env || sed '${want}' .env.example > .env`);
  const made = execFileSync("sed", [want], { input: `A=1\n${line}\n`, encoding: "utf8" });
  expect(valuesIn(made)).toEqual({ A: "1", RATE_LIMIT: "1000000" });
});

test.each(["REDIS_PORT=6379", "DB=1", "ENABLED=1", "DURATION=60", "PERIOD=60", "WHITELIST=1", "TIMER_M=3"])(
  "what belongs to a limiter and is no limit stays: RATE_LIMIT_%s",
  (variable) => {
    const files = { ".env.example": `RATE_LIMIT_${variable}\n` };
    const { makes, checks } = compose("  app: { build: ., env_file: .env, ports: [80] }", files);
    expect([makes, checks]).toEqual(["test -e .env || cp .env.example .env", []]);
  },
);

test("and where a Compose file passes one on, which is said once", () => {
  const found = compose(
    '  app: { build: ., env_file: .env, ports: [80], environment: { LIMIT: "${RATE_LIMIT}" } }',
    { ".env.example": "RATE_LIMIT=20\n" },
  );
  expect(found.env).toEqual({ RATE_LIMIT: "1000000" });
  expect(found.makes).toContain("s/^RATE_LIMIT=.*/RATE_LIMIT=1000000/");
  expect(found.checks.filter((check) => check?.includes("a load needs more"))).toEqual([
    "RATE_LIMIT of .env.example is 20: a load needs more, so it is raised.",
  ]);
});

test("and in the file that code of a mounted checkout reads", () => {
  const found = compose('  app: { build: ., volumes: ["./src:/app/src"], ports: [80] }', {
    "package.json": '{ "dependencies": { "dotenv": "1" } }',
    ".env.example": "RATE_LIMIT=20\n",
    "src/a.js": "",
  });
  expect(found.makes).toBe("test -e .env || sed 's/^RATE_LIMIT=.*/RATE_LIMIT=1000000/' .env.example > .env");
  expect(found.checks).toContain("RATE_LIMIT of .env.example is 20: a load needs more, so it is raised.");
});

test("and once where a Compose file passes it on, and code of the service reads the file as well", () => {
  const environment = 'environment: { LIMIT: "${RATE_LIMIT}" }';
  const { checks } = compose(
    `  app: { build: ., volumes: ["./src:/app/src"], ports: [80], ${environment} }`,
    {
      "package.json": '{ "dependencies": { "dotenv": "1" } }',
      ".env.example": "RATE_LIMIT=20\n",
      "src/a.js": "",
    },
  );
  expect(checks.filter((check) => check?.includes("a load needs more"))).toHaveLength(1);
});

test("values that a person has to write are named, but not those that a Compose file gives to all services", () => {
  const { checks } = compose(
    '  app: { build: ., env_file: .env, ports: [80] }\n  db: { image: postgres, environment: { POSTGRES_PASSWORD: "${DB_PASSWORD:-a}" } }',
    {
      ".env.example":
        "DB_PASSWORD=change-me\nJWT_SECRET=change-me\nDATABASE_URL=postgres://shop:shop@db/shop\n",
    },
  );
  expect(checks).toContain(
    ".env gets the values of .env.example, of which some are placeholders: JWT_SECRET.",
  );
  expect(checks.join()).not.toContain("it needs what");
});

test.each([
  ["server", "s/^SERVER_HOST=.*/SERVER_HOST=0.0.0.0/"],
  ["::1", "s/^SERVER_HOST=.*/SERVER_HOST=0.0.0.0/"],
  ["app", "cp .env.example .env"], // its own name
  ["localhost", "cp .env.example .env"],
  ["shop.example.test", "cp .env.example .env"],
  ["none", "cp .env.example .env"],
])("a container listens on all addresses instead of on one that nothing reaches: %s", (host, want) => {
  const files = { ".env.example": `SERVER_HOST=${host}\nDB_HOST=server\n` };
  expect(compose("  app: { build: ., env_file: .env, ports: [80] }", files).makes).toContain(want);
});
