import { expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import { configText } from "../config.ts";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

const LARAVEL: Files = {
  "compose.yaml": `services:
  db: { image: mariadb }
  app: { build: ., volumes: [".:/app"] }
  web: { image: nginx, ports: [80], volumes: [".:/app"] }`,
  Dockerfile: "FROM php:8-fpm",
  "composer.json": "{}",
  artisan: "",
  "public/index.php": "",
  ".env.example": "APP_KEY=\nDB_HOST=127.0.0.1",
};
const INSTALL = "composer install --no-interaction --quiet --ignore-platform-reqs";
const MIGRATE = ["php", "artisan", "migrate", "--force"];

/** The steps of the build in short, and the seed. */
function written(more: Files) {
  const files = { ...LARAVEL, ...more };
  const found = findings(Object.keys(files), (path) => files[path]!, "compose");
  const { compose, seed } = readConfig(configText(found), "steelyard.yml").stack;
  const steps = (compose?.build ?? []).map((argv) =>
    argv.join(" ").replace(/^sh -c (?:test -e .* \|\| )?/, ""),
  );
  return { steps, seed };
}

test("Laravel behind nginx gets its packages, its variables with a key, and its tables", () => {
  const { steps, seed } = written({});
  expect(steps).toEqual(["cp .env.example .env", expect.stringMatching(/APP_KEY=base64:\S{43}=/), INSTALL]);
  expect(seed).toMatchObject({ service: "app", command: MIGRATE });
});

const OWN = { ".env": "" };
const KEY = expect.stringMatching(/APP_KEY=base64/);
test.each<[string, Files, unknown[], boolean]>([
  [
    "but for its key, not variables that Compose makes",
    { "compose.yaml": LARAVEL["compose.yaml"]!.replace("build: .,", "build: ., env_file: .env,") },
    ["cp .env.example .env", KEY, INSTALL],
    true,
  ],
  ["the example for containers", { ".env.docker": "DB_HOST=db" }, ["cp .env.docker .env", INSTALL], true],
  ["but not one for another stack", { ".env.docker": "DB_HOST=x", ...OWN }, [INSTALL], true],
  ["nor those that the start installs", { "start.sh": "composer install", ...OWN }, [], true],
  [
    "nor tables behind an entrypoint",
    { Dockerfile: "FROM php:8-fpm\nENTRYPOINT /up.sh", ...OWN },
    [INSTALL],
    false,
  ],
])("of Laravel, %s", (_, more, want, isSeeded) => {
  const { steps, seed } = written(more);
  expect(steps).toEqual(want);
  expect(seed?.command).toEqual(isSeeded ? MIGRATE : undefined);
});
