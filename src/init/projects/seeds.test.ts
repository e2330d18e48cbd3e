import { expect, test } from "vitest";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

/** The seed of a Compose service. */
function seed(service: string, files: Files) {
  const all: Files = { "compose.yaml": `services:\n  app: { ports: [80], ${service} }`, ...files };
  const { chosen } = findings(Object.keys(all), (path) => all[path] ?? "", "compose");
  return chosen?.plan.kind === "compose" ? chosen.plan.seed : null;
}

const DJANGO: Files = { Dockerfile: "FROM x", "manage.py": "" };
const MIGRATE = ["python", "manage.py", "migrate", "--noinput"];

test.each<[string, string, readonly string[] | null]>([
  ["its own server", "build: ., command: python manage.py runserver 0.0.0.0:80", MIGRATE],
  ["Gunicorn by uv", "build: ., command: uv run gunicorn shop.wsgi", ["uv", "run", ...MIGRATE]],
  ["a mounted checkout", 'image: python, volumes: ["./:/app"], command: ./manage.py runserver', MIGRATE],
  ["a command that migrates", "build: ., command: sh -c 'python manage.py migrate && gunicorn shop'", null],
  ["a script", "build: ., command: ./start.sh", null],
  ["an entrypoint", "build: ., entrypoint: ./entrypoint.sh, command: gunicorn shop.wsgi", null],
  ["a server as entrypoint", "build: ., entrypoint: gunicorn, command: shop.wsgi", null],
  [
    "another service that migrates",
    "build: ., command: gunicorn shop }\n  x: { build: ., command: ./manage.py migrate",
    null,
  ],
])("Django's migrations are the seed where nothing runs them: %s", (_, service, want) =>
  expect(seed(service, { ...DJANGO, "shop/views.py": "" })?.command ?? null).toEqual(want),
);

test("not without Django", () =>
  expect(seed("build: ., command: gunicorn shop", { Dockerfile: "FROM x" })).toBeNull());

test.each<[string, string, readonly string[] | null]>([
  [
    "of its image",
    'CMD ["bundle", "exec", "rails", "server", "-b", "0.0.0.0"]',
    ["bundle", "exec", "rails", "db:prepare"],
  ],
  ["of a script in front", 'ENTRYPOINT ["bin/docker-entrypoint"]\nCMD ["bin/rails", "server"]', null],
])("Rails' migrations are the seed of a server: %s", (_, start, want) => {
  const all = { Dockerfile: `FROM x\n${start}`, "config.ru": "", "db/migrate/1_a.rb": "" };
  expect(seed("build: .", all)?.command ?? null).toEqual(want);
});

test("a script that brings the database up to date comes first", () =>
  expect(
    seed("build: ., command: gunicorn shop.wsgi", { ...DJANGO, "scripts/prestart.sh": "" })?.command,
  ).toEqual(["bash", "scripts/prestart.sh"]));
