import { expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import { configText } from "../config.ts";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

function written(files: Files) {
  const text = configText(findings(Object.keys(files), (path) => files[path]!));
  const { process } = readConfig(text, "steelyard.yml").stack;
  return { text, build: (process?.build ?? []).map((argv) => argv.join(" ")) };
}

const DJANGO: Files = { "manage.py": "DJANGO_SETTINGS_MODULE", "shop/wsgi.py": "" };

test.each<[string, Files, string]>([
  [
    "requirements of production",
    { "requirements/base.txt": "Django", "requirements/production.txt": "-r base.txt\ngunicorn" },
    "-r requirements/production.txt",
  ],
  [
    "the same by a short name",
    { "requirements/prod.txt": "Django", "requirements/dev.txt": "" },
    "-r requirements/prod.txt",
  ],
  [
    "those of all",
    { "requirements/base.txt": "Django", "requirements/local.txt": "" },
    "-r requirements/base.txt",
  ],
  [
    "the list at the top before them",
    { "requirements.txt": "Django", "requirements/base.txt": "Django" },
    "-r requirements.txt",
  ],
  ["a package", { "pyproject.toml": 'dependencies = ["django"]' }, "."],
  ["a package of the old form", { "setup.py": "setup()" }, "."],
])("pip installs %s", (_, files, want) => {
  const { text, build } = written({ ...DJANGO, ...files });
  expect(build[1]).toBe(`.venv/bin/pip install --quiet ${want}`);
  expect(text).not.toContain("no list of requirements");
});

test("nothing that pip can install is said, and not tried", () => {
  const { text, build } = written(DJANGO);
  expect(build).toEqual(["python3 -m venv .venv", ".venv/bin/python manage.py migrate --noinput"]);
  expect(text).toContain("# check: no list of requirements was found: `build` has to install them.");
});

test.each([
  ["its neighbours by their names", "from routers import items", "main:app --app-dir src"],
  ["its package", "import logging\nfrom src.routers import items", "src.main:app"],
  ["its own package", "from .routers import items", "src.main:app"],
  ["packages of others", "import logging", "src.main:app"],
])("an application that imports %s is found there", (_, line, want) => {
  const main = `from fastapi import FastAPI\n${line}\napp = FastAPI()\n`;
  const { text } = written({
    "requirements.txt": "uvicorn",
    "src/main.py": main,
    "src/routers.py": "",
    "src/logs.py": "",
  });
  expect(text).toContain(`exec .venv/bin/uvicorn ${want} --host 127.0.0.1 --port $PORT`);
});
