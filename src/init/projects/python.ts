import { shellWord } from "../../base/shell.ts";
import { locationOf } from "../../base/text.ts";
import type { Candidate, ProjectKind } from "../candidate.ts";
import { dockerfilesOf } from "../code.ts";
import { type Evidence, folderOf, isAside, isBelow, join, type Tree, wayUp } from "../tree.ts";
import {
  argvOf,
  dataFiles,
  execLast,
  inFolder,
  inFoldersWith,
  lineIn,
  nameOf,
  processCandidate,
  procfileRelease,
  procfileWeb,
} from "./shared.ts";

const CODE = /\.py$/;

export const PYTHON: ProjectKind = {
  files:
    /(?:^|\/)(?:pyproject\.toml|requirements[\w./-]*\.txt|Pipfile(?:\.lock)?|uv\.lock|poetry\.lock|manage\.py|alembic\.ini|Procfile)$/,
  code: CODE,
  candidates: inFoldersWith(/^(?:pyproject\.toml|requirements\.txt|Pipfile|manage\.py)$/, inProject),
};

/** Files with the requirements of a running service, the first one that exists. */
const REQUIREMENTS = [
  "requirements.txt",
  ...["production", "prod", "base"].map((name) => `requirements/${name}.txt`),
];
/** Files that make a folder a package, which pip can install. */
const PACKAGE = ["pyproject.toml", "setup.py"];

/** How packages get there, and where their programs are, from the folder of the project. */
interface Environment {
  readonly build: readonly (readonly string[])[];
  readonly checks?: readonly string[];
  program(name: string): readonly string[];
}

function environmentOf(tree: Tree, folder: string): Environment {
  const has = (file: string) => tree.has(join(folder, file));
  const inVenv = (name: string) => [`.venv/bin/${name}`];
  if (has("uv.lock")) return { build: [inFolder(folder, ["uv", "sync", "--frozen"])], program: inVenv };
  if (folder !== "." && tree.has("uv.lock")) {
    const name = tree.first([join(folder, "pyproject.toml")], /^name\s*=\s*"([\w.-]+)"/m)?.groups[0];
    const of = name === undefined ? [] : ["--package", name];
    return {
      build: [["uv", "sync", "--frozen", ...of]],
      program: (one) => [`${wayUp(folder)}/.venv/bin/${one}`],
    };
  }
  if (has("poetry.lock"))
    return { build: [inFolder(folder, ["poetry", "install"])], program: (name) => ["poetry", "run", name] };
  if (has("Pipfile"))
    return { build: [inFolder(folder, ["pipenv", "sync"])], program: (name) => ["pipenv", "run", name] };
  const listed = REQUIREMENTS.find(has);
  const wanted = listed === undefined ? (PACKAGE.some(has) ? ["."] : []) : ["-r", listed];
  const install = inFolder(folder, [".venv/bin/pip", "install", "--quiet", ...wanted]);
  return {
    build: [inFolder(folder, ["python3", "-m", "venv", ".venv"]), ...(wanted.length === 0 ? [] : [install])],
    checks:
      wanted.length === 0
        ? [
            `no list of requirements was found${folder === "." ? "" : ` in ${folder}`}: \`build\` has to install them.`,
          ]
        : [],
    program: inVenv,
  };
}

/** A project whose server is looked for. */
interface Project extends Pick<Environment, "program"> {
  readonly tree: Tree;
  readonly folder: string;
  readonly code: readonly string[];
  /** Every requirement that it names. */
  readonly requires: string;
  readonly hasGunicorn: boolean;
  /** The address that the server listens on. */
  readonly address: string;
}

/** The server of a project: its command, how the port gets there, and what supports it. */
interface Served {
  readonly title: string;
  readonly run: readonly string[];
  readonly variable: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly at: Evidence;
  readonly confidence: number;
  readonly checks?: readonly string[];
}

function inProject(tree: Tree, folder: string): Candidate | null {
  const environment = environmentOf(tree, folder);
  const code = tree.sources(folder, CODE);
  const requires = requirements(tree, folder);
  const hasGunicorn = /(?:^|["'\s])gunicorn\b/m.test(requires);
  const address = `\${${nameOf(folder)}:8000}`;
  const { program } = environment;
  const served = serverOf({ tree, folder, code, requires, hasGunicorn, address, program });
  if (served === null) return null;
  // Flask answers to this name alone, and matches it with the port.
  const named = tree.first(code, /\benviron\[\s*["']SERVER_NAME["']\s*\]/) !== null;
  const migrates = migrations(tree, folder, environment, named ? "SERVER_NAME=localhost " : "");
  return processCandidate(tree, {
    title: served.title,
    folder,
    build: [...environment.build, ...migrates],
    migrates: migrates.length > 0,
    run: served.run,
    env: { ...served.env, ...(named ? { SERVER_NAME: address } : {}) },
    usual: 8000,
    given: { port: 8000, env: served.variable },
    confidence: served.confidence,
    evidence: [served.at],
    seed: seedOf(tree, folder, environment),
    checks: [
      ...(environment.checks ?? []),
      ...(served.checks ?? []),
      ...versionCheck(tree, folder),
      ...fixtures(tree, folder),
    ],
    ending: CODE,
    readsDotenv:
      /dotenv|environ\b|decouple|pydantic.settings/.test(requires) ||
      tree.first(code, /load_dotenv|env_file\s*=|read_env\(/) !== null,
  });
}

/** The version of Python that the project's image has, where `python3` of the machine must be about the same. */
function versionCheck(tree: Tree, folder: string): string[] {
  const found = tree.first(dockerfilesOf(tree, folder), /^FROM\s+(?:\S+\/)?python:(\d+\.\d+)/m);
  const isPinned = tree.has(join(folder, "uv.lock")) || tree.has("uv.lock"); // uv fetches the version that it needs
  return found === null || isPinned
    ? []
    : [`${locationOf(found)} has Python ${found.groups[0]}: python3 of the machine should be the same.`];
}

/** Every requirement that the project names, as one text. */
function requirements(tree: Tree, folder: string): string {
  const files = tree.paths.filter(
    (path) => isBelow(path, folder) && /(?:pyproject\.toml|Pipfile|requirements[\w./-]*\.txt)$/.test(path),
  );
  return files
    .map((path) => tree.text(path))
    .join("\n")
    .toLowerCase();
}

/** The Procfile's server, Django's, or that of the application that the code makes; null where none is found. */
const serverOf = (project: Project): Served | null =>
  procfile(project) ?? django(project) ?? asgi(project) ?? wsgi(project);

function procfile({ tree, folder, program, address }: Project): Served | null {
  const web = procfileWeb(tree, folder);
  if (!web || /^(?:npm|yarn|node|bundle|java)\b/.test(web.command)) return null;
  const [name = "", ...rest] = web.command.split(/\s+/);
  // gunicorn listens on $PORT without an option.
  const bound = name === "gunicorn" && !/\s(?:-b|--bind)\b/.test(web.command) ? ["-b", address] : [];
  const run = argvOf(web.command).includes("-c")
    ? ["sh", "-c", `PATH="$PWD/.venv/bin:$PATH"; ${execLast(web.command)}`]
    : [...program(name), ...bound, ...rest];
  return { title: "web of the Procfile", run, variable: "PORT", at: web.at, confidence: 0.75 };
}

/** Whether `manage.py` is Django's; those of Flask have commands of their own. */
const isDjango = (tree: Tree, folder: string): boolean =>
  /DJANGO_SETTINGS_MODULE/.test(tree.text(join(folder, "manage.py")));

function django({ tree, folder, code, hasGunicorn, address, program }: Project): Served | null {
  if (!isDjango(tree, folder)) return null;
  const hosts = hostsVariable(tree, code);
  const wsgi = code.find((path) => /(?:^|\/)wsgi\.py$/.test(path));
  const env = hosts === null ? {} : { [hosts]: "127.0.0.1,localhost" };
  const common = { variable: "PORT", env, at: { file: join(folder, "manage.py"), line: null } };
  if (hasGunicorn && wsgi !== undefined) {
    const object = `${moduleOf(wsgi, folder)}:application`;
    const run = [...program("gunicorn"), "-b", address, object];
    return { ...common, title: `gunicorn ${object}`, run, confidence: 0.75 };
  }
  return {
    ...common,
    title: "manage.py runserver",
    run: [...program("python"), "manage.py", "runserver", "--noreload", address],
    confidence: 0.65,
    checks: ["this is Django's development server: no other was found among the requirements."],
  };
}

function asgi({ tree, folder, code, requires, program }: Project): Served | null {
  const app = tree.first(
    code,
    /^(\w+)(?:\s*:\s*\w+)?\s*=\s*(?:fastapi\.)?(?:FastAPI|Starlette|Litestar|Quart|Sanic)\(/m,
  );
  if (!app) return null;
  const [at, names] = [folderOf(app.file), imported(tree.text(app.file))];
  const below = at.slice(folder === "." ? 0 : folder.length + 1);
  // One that imports its neighbours by their names alone, and not by its package, runs in its own folder.
  const isInside =
    ![".", below.split("/")[0]!].some((one) => names.includes(one)) &&
    names.some((one) => isIn(tree, at, one) && !isIn(tree, folder, one));
  const object = `${moduleOf(app.file, isInside ? at : folder)}:${app.groups[0]}`;
  const within = isInside ? ["--app-dir", shellWord(below)] : [];
  const words = [...program("uvicorn"), object, ...within, "--host", "127.0.0.1", "--port", "$PORT"];
  return {
    title: `uvicorn ${object}`,
    run: ["sh", "-c", `exec ${words.join(" ")}`],
    variable: "PORT",
    at: app,
    confidence: /uvicorn|fastapi\[(?:standard|all)/.test(requires) ? 0.75 : 0.55,
    checks: ["it is one worker, so that its CPU time is that of one process; production may have more."],
  };
}

function wsgi({ tree, folder, code, hasGunicorn, program, address }: Project): Served | null {
  const served = code.filter((path) => !/^from alembic import/m.test(tree.text(path)));
  const app =
    tree.first(served, /^(\w+)\s*=\s*(?:flask\.)?Flask\(/m) ??
    tree.first(served, /^(app|application)\s*=\s*create_app\(/m);
  const factory = app ?? tree.first(served, /^def (create_app|make_app)\(/m);
  if (!factory) return null;
  const object = `${moduleOf(factory.file, folder)}:${factory.groups[0]}${app ? "" : "()"}`;
  if (hasGunicorn)
    return {
      title: `gunicorn ${object}`,
      run: [...program("gunicorn"), "-b", address, object],
      variable: "PORT",
      at: factory,
      confidence: 0.75,
    };
  return {
    title: `flask run of ${object}`,
    run: [...program("flask"), "run"],
    env: { FLASK_APP: object.replace(/\(\)$/, "") },
    variable: "FLASK_RUN_PORT",
    at: factory,
    confidence: 0.65,
    checks: ["this is Flask's development server: no other was found among the requirements."],
  };
}

/** The variable with the host names that Django answers to; requests to 127.0.0.1 are refused without it. */
export const hostsVariable = (tree: Tree, code: readonly string[]): string | null =>
  tree.first(
    code,
    /(?:getenv|environ(?:\.get)?|env(?:\.\w+)?|config|split_env)[([]\s*["'](\w*ALLOWED_HOSTS)["']/,
  )?.groups[0] ?? null;

/** A file as Python imports it from the project's folder. */
function moduleOf(file: string, folder: string): string {
  const path = folder === "." ? file : file.slice(folder.length + 1);
  return path
    .replace(/\.py$/, "")
    .replace(/\/__init__$/, "")
    .replaceAll("/", ".");
}

/** What brings the database to the state that the code expects, before it starts. */
function migrations(
  tree: Tree,
  folder: string,
  { program }: Environment,
  variables: string,
): (readonly string[])[] {
  const below = (name: string) =>
    tree.paths.find((path) => isBelow(path, folder) && path.endsWith(name) && !isAside(path));
  if (isDjango(tree, folder))
    return [inFolder(folder, [...program("python"), "manage.py", "migrate", "--noinput"])];
  const deploy = tree.first(
    tree.sources(folder, CODE),
    /@\w+\.cli\.command\([^)]*\)\s*\n(?:@.*\n)*def (deploy|init_db|migrate)\(/,
  );
  if (deploy) {
    const command = String(deploy.groups[0]).replaceAll("_", "-");
    // Flask before 1.0 takes a file only.
    const app = folder === "." ? deploy.file : deploy.file.slice(folder.length + 1);
    const argv = [...program("flask"), command];
    return [lineIn(folder, `${variables}FLASK_APP=${shellWord(app)} ${argv.join(" ")}`)];
  }
  const alembic = below("alembic.ini");
  if (alembic === join(folder, "alembic.ini"))
    return [inFolder(folder, [...program("alembic"), "upgrade", "head"])];
  return procfileRelease(tree, folder, ".venv/bin");
}

/** Statements at the top of a file that do something, which setting up does not count as. */
const RUNS =
  /^if __name__|^(?:with|for|async with)\b|^try:(?!\s+(?:import|from)\b)|^(?!(?:logging|warnings|random|django|sys\.path|os\.environ)\.|load_dotenv\()[\w.]+\(/m;
/** The same: a result of a function of the file is kept. */
const KEEPS = /^(?:async )?def (\w+)\b[\s\S]*^\w+ = (?:asyncio\.run\()?\1\(/m;

/** The one program that fills the database, by its name; null for one that only has definitions or data for others. */
function seedOf(tree: Tree, folder: string, { program }: Environment): readonly string[] | null {
  const [only, ...more] = dataFiles(tree, folder);
  if (only === undefined || more.length > 0 || !CODE.test(only)) return null;
  const text = tree.text(only);
  const isOfDjango = /\/management\/commands\//.test(only);
  if (isOfDjango || !(RUNS.test(text) || KEEPS.test(text))) return null;
  const module = moduleOf(only, folder);
  // A module finds packages of the project's folder, and a script does not.
  const isModule =
    /^\w+(?:\.\w+)+$/.test(module) && imported(text).some((one) => one === "." || isIn(tree, folder, one));
  const file = folder === "." ? only : only.slice(folder.length + 1);
  return inFolder(folder, [...program("python"), ...(isModule ? ["-m", module] : [file])]);
}

/** The first words of the modules that a file imports; "." for its own package. */
const imported = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*(?:from|import)[ \t]+(\.|\w+)/gm)].map(([, name = ""]) => name);

/** Whether a folder has a module or package of that name. */
const isIn = (tree: Tree, folder: string, name: string): boolean =>
  tree.has(join(folder, `${name}.py`)) ||
  tree.paths.some((path) => CODE.test(path) && isBelow(path, join(folder, name)));

/** A sentence about fixtures of Django, which are loaded by name. */
function fixtures(tree: Tree, folder: string): string[] {
  const found = tree.paths.find(
    (path) =>
      isBelow(path, folder) && /(?:^|\/)fixtures\/[^/]+\.(?:json|ya?ml)$/.test(path) && !/test/.test(path),
  );
  return found === undefined || !isDjango(tree, folder)
    ? []
    : [`${found} is a fixture: \`manage.py loaddata\` as \`seed\` loads it.`];
}
