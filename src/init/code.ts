import type { Candidate, GivenPort } from "./candidate.ts";
import { baseName, type Evidence, folderOf, type Match, resolved, type Tree } from "./tree.ts";

/** Most files of code that are read for ports and routes. */
const MOST_FILES = 1_500;

/** The code of a service that is read for its port and routes, the nearest to the top first. */
export const codeIn = (tree: Tree, { folder, ending, except = [] }: Candidate["code"]): string[] =>
  tree
    .sources(folder, ending)
    .filter((path) => !except.some((other) => path.startsWith(`${other}/`)))
    .slice(0, MOST_FILES);

/** A port that code names, and where. */
export interface FoundPort extends GivenPort, Evidence {}

const NUMBER = String.raw`["'\`:]*(\d{2,5})\b`;
/** Reads of a variable with a default, in the languages that we know; first the name, then the number. */
const VARIABLES = [
  // JavaScript: process.env.PORT ?? 3000, process.env["PORT"] || "3000"
  String.raw`process\.env(?:\.|\[["'])(\w*PORT\w*)(?:["']\])?\s*(?:\|\||\?\?|:)\s*${NUMBER}`,
  // Python: os.environ.get("PORT", 8000), os.getenv("PORT", "8000"), env.int("PORT", default=8000), os.getenv("PORT") or 1
  String.raw`(?:environ\.get|getenv|env(?:\.int)?|config)\(\s*["'](\w*PORT\w*)["']\s*,\s*(?:default\s*=\s*)?${NUMBER}`,
  // Ruby: ENV.fetch("PORT", 3000), ENV.fetch("PORT") { 3000 }
  String.raw`ENV\.fetch\(\s*["'](\w*PORT\w*)["']\s*(?:,\s*|\)\s*\{\s*)${NUMBER}`,
  // Go and Rust: a helper with a default, getEnv("PORT", "8080"), env::var("PORT").unwrap_or("3000"
  String.raw`(?:[gG]et[eE]nv\w*|env_or\w*|LookupEnv\w*)\(\s*"(\w*PORT\w*)"\s*,\s*${NUMBER}`,
  String.raw`env::var\(\s*"(\w*PORT\w*)"\s*\)[^;\n]{0,60}?unwrap_or\w*\([^"\d]{0,20}${NUMBER}`,
  // Go: struct tags of envconfig and the like: env:"PORT" envDefault:"8080"
  String.raw`env(?:config)?:"(\w*PORT\w*)(?:,\w+)*"[^\`\n]{0,40}?[dD]efault[:=]"?${NUMBER}`,
];
/** Reads of a variable without a default on the same line. */
const READS = [
  String.raw`process\.env(?:\.|\[["'])(PORT|\w+_PORT)\b`,
  String.raw`(?:environ(?:\.get)?[([]|getenv\()\s*["'](PORT|\w+_PORT)["']`,
  String.raw`\b(?:[gG]et[eE]nv|LookupEnv)\w*\("(PORT|\w+_PORT)"`, // of Go's os, or a helper of the project's
  String.raw`env::var\(\s*"(PORT|\w+_PORT)"`,
  String.raw`ENV\[["'](PORT|\w+_PORT)["']`,
];
/** Numbers that code listens on. */
const LITERALS = [
  String.raw`\b(?:listen|addr|address|bind|port)\w*\s*:?=\s*["'\`][\w.\[\]]*:(\d{2,5})["'\`]`,
  String.raw`\.listen\(\s*(?:\{\s*port:\s*)?(\d{2,5})\b`,
  String.raw`(?:ListenAndServe\w*|\.Run|\.Listen|\.Start|net\.Listen)\([^)\n]{0,40}?:(\d{2,5})"`,
  String.raw`"(?:0\.0\.0\.0|127\.0\.0\.1|localhost|\[::\])?:(\d{4,5})"`,
  String.raw`\bbind\(\s*\(?\s*"[\w.:]+"\s*,\s*(\d{2,5})`,
  String.raw`\(\s*\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]\s*,\s*(\d{2,5})\s*\)`,
  String.raw`\.run\([^)\n]{0,60}?port\s*=\s*(\d{2,5})`,
  String.raw`^[ \t]*(?:const|let|var)\s+(?:port|PORT)\s*(?::\s*\w+\s*)?=\s*(\d{2,5})\b`,
];
/** Variables with the ports of other programs. */
const OTHERS =
  /^(?:DB|DATABASE|PG|POSTGRES\w*|MYSQL|MARIA\w*|MONGO\w*|REDIS|CACHE|SMTP|MAIL\w*|EMAIL|RABBIT\w*|AMQP|KAFKA|NATS|ELASTIC\w*|METRICS?|PROMETHEUS|GRPC|DEBUG|VITE|HMR|PROXY|LDAP|FTP|SSH|MINIO|S3|VALKEY|MEMCACHED?|TYPEORM|DOCKER|SUPPORT\w*|EX\w*PORT\w*|IMPORT\w*|REPORT\w*)_|SMTP|(?:EX|IM|RE|SUP|TRANS|PASS)PORT/i;
/** Ports of databases, mail, metrics and profiling, in addresses that code connects to. */
const NOT_HTTP = new Set([
  1025, 2379, 3306, 4317, 4318, 5432, 5672, 6060, 6379, 8025, 9042, 9092, 9200, 9411, 11211, 14268, 27017,
]);

/**
 * The port that a service's code listens on: a variable with a default before one without, and both before a number.
 *
 * @param usual of the image or the framework: for a variable without a default, and of several numbers the one to take
 */
export function portIn(tree: Tree, files: readonly string[], usual: number): FoundPort | null {
  const numbered = VARIABLES.flatMap((pattern) => tree.all(files, new RegExp(pattern, "g"))).filter(
    ({ groups: [name = ""] }) => !OTHERS.test(name),
  );
  const [best] = order(numbered, files);
  if (best) return { file: best.file, line: best.line, env: best.groups[0]!, port: Number(best.groups[1]) };
  const read = READS.flatMap((pattern) => tree.all(files, new RegExp(pattern, "g"))).filter(
    ({ groups: [name = ""] }) => !OTHERS.test(name),
  );
  const [plain] = order(read, files);
  if (plain) return { file: plain.file, line: plain.line, env: plain.groups[0]!, port: usual };
  const literals = LITERALS.flatMap((pattern) => tree.all(files, new RegExp(pattern, "gm"))).filter(
    ({ groups: [number], file, line }) => !NOT_HTTP.has(Number(number)) && !isSide(tree.text(file), line!),
  );
  const literal = literals.find(({ groups: [number] }) => Number(number) === usual) ?? literals[0];
  return literal
    ? { file: literal.file, line: literal.line, env: null, port: Number(literal.groups[0]) }
    : null;
}

/** Whether a line listens for something else than the service: gRPC, a redirect to HTTPS, profiles. */
function isSide(text: string, line: number): boolean {
  const lines = text.split("\n").slice(Math.max(0, line - 3), line);
  return /grpc/i.test(lines.at(-1) ?? "") || /\bfunc\b.*(?:redirect|pprof|debug)/i.test(lines.join("\n"));
}

/** `PORT` first, then names that end so, in the order of the files. */
const order = (found: readonly Match[], files: readonly string[]): Match[] =>
  [...found].sort(
    (a, b) =>
      Number(a.groups[0] !== "PORT") - Number(b.groups[0] !== "PORT") ||
      files.indexOf(a.file) - files.indexOf(b.file),
  );

/** A path that answers to GET, as code or an OpenAPI document declares it. */
export interface Route extends Evidence {
  readonly path: string;
  /** Whether a router may stand before it with a prefix that was not found. */
  readonly isRelative: boolean;
}

const PATH = String.raw`["'\`](\/?[\w./~-]*)["'\`]`;
/** Declarations of GET routes: their object, and the path. */
const ROUTES = [
  String.raw`\b(\w+)\.(?:get|GET|Get)\(\s*${PATH}`,
  String.raw`^[ \t]*@(\w+)\.(?:get|route)\(\s*${PATH}(?![^)\n]*methods=\[["']POST["']\])`,
  String.raw`(\.route)\(\s*${PATH}\s*,(?:\s|\/\/[^\n]*\n)*(?:axum::routing::)?get\(`,
  String.raw`(#\[get)\(\s*${PATH}`,
  String.raw`(@GetMapping)\(\s*(?:value\s*=\s*|path\s*=\s*)?\{?\s*${PATH}`,
  String.raw`\b(\w+\.HandleFunc)\(\s*"(?:GET )?(\/[\w./~-]*)(?:\{\$\})?"`, // {$}: nothing below it
  String.raw`^[ \t]*(get)\s+${PATH}`,
  String.raw`(Route::get)\(\s*${PATH}`,
];
/** Objects that routes are declared on, in the languages where a call of \`get\` may mean anything else. */
const ROUTER =
  /^(?:app|router|\w*[rR]outers?|server|fastify|api|main|routes?|r|e|g|mux|\w*[sS]erver|engine|group|(?:\w+_)?bp|\w*blueprint|[.#@]\w+|.*HandleFunc|get|Route::get|auth|web|views?|public)$/;
const APPLICATION = /^(?:app|server|e|r|mux|echoServer|engine|[.#@].*|.*HandleFunc|get|Route::get)$/;
const HEALTH =
  /^\/(?:[\w.-]+\/){0,3}(?:health|healthz|healthcheck|health-check|health_check|ready|readyz|readiness|live|livez|liveness|heartbeat|ping|up|status)\/?$/i;
export const isHealth = (path: string): boolean => HEALTH.test(path);
/** The order in which of several such paths one is asked. */
const PREFERENCE = [/read/i, /health/i, /live/i, /heartbeat|up|ping|status/i];
/** Paths that are no load: they change a session, need an account, or serve people who operate the service. */
const NO_LOAD =
  /log-?(?:in|out|off)|sign|admin|auth|callback|oauth|debug|shutdown|delete|websocket|stream|\/(?:ws|sse)\b|metrics|swagger|openapi|\/(?:me|user|account|profile|feed|self)\b|\*|\.(?:js|css|png|svg|ico|txt|xml)$|reset|verify|crash|oups|error|settings|edit|new$/i;

/** Pages that everybody sees where all others need an account. */
const FORM = /(?:log-?in|sign-?(?:in|up)|register)\/?$/i;

/** The GET routes without parameters that code declares, in its order. */
export function routesIn(tree: Tree, files: readonly string[]): Route[] {
  const found = ROUTES.flatMap((pattern) => tree.all(files, new RegExp(pattern, "gm")));
  const declared = found.flatMap(({ file, line, groups: [on = "", own = ""] }): Route[] => {
    if (!ROUTER.test(on)) return [];
    const prefix = prefixOf(tree, files, file, on);
    const path = `${prefix ?? ""}/${own}`.replace(/\/{2,}/g, "/");
    const isTop = APPLICATION.test(on) || (file.endsWith(".go") && on === "router");
    const isRelative = prefix === null && !isTop;
    if (isGuarded(tree, files, on, { file, line })) return [];
    // The top of a router whose place is unknown says nothing.
    return isRelative && path === "/" ? [] : [{ file, line, path, isRelative }];
  });
  const taken = new Set<string>();
  const routes = [
    ...nestRoutes(tree, files),
    ...fileRoutes(tree, files),
    ...dataRoutes(tree, files),
    ...declared,
  ];
  return routes.filter(({ path }) => {
    const plain = path.replace(/(.)\/$/, "$1");
    return !taken.has(plain) && taken.add(plain);
  });
}

/** Lines around a route that let in only those with an account, in the frameworks that we know. */
const GUARD =
  /login_required|permission_required|[aA]uth(?:enticat|oriz|User|Guard|\()|requireAuth|isAuth|current_?[uU]ser|CurrentUser|verifyToken|passport\.|jwt/;

/** Whether a route is only for those with an account, by the lines around it or those of its blueprint. */
function isGuarded(tree: Tree, files: readonly string[], on: string, { file, line }: Evidence): boolean {
  const lines = tree.text(file).split("\n");
  const at = (line ?? 1) - 1;
  const isPython = file.endsWith(".py");
  // In Python up to the end of the parameters, past further decorators; elsewhere up to the next route.
  const after = lines.slice(at + 1, at + (isPython ? 9 : 4));
  const border = isPython ? /\)[^)]*:/ : /\.(?:route|get|post|put|patch|delete|all|use)\(/i;
  const found = after.findIndex((text) => border.test(text));
  const end = isPython ? found + 1 : found; // the end of the parameters belongs to them
  const own = [lines[at], ...after.slice(0, found === -1 ? after.length : end)];
  if (GUARD.test(own.join("\n"))) return true;
  if (!isPython) return false;
  return tree.first(files, new RegExp(`@${on}\\.before_request\\s*\\n\\s*@\\w+\\.login_required`)) !== null;
}

/** The prefix of a router: its own, and that of the place which mounts it, as far as both are written out. */
function prefixOf(tree: Tree, files: readonly string[], file: string, on: string): string | null {
  const autoloaded = /(?:^|\/)routes\/(.+)\/[^/]+$/.exec(file)?.[1];
  if (on === "fastify")
    return autoloaded === undefined ? (/\/routes\//.test(file) ? "" : null) : `/${autoloaded}`;
  const own = tree.first(
    [file],
    new RegExp(`\\b${on}\\s*=\\s*\\w+\\([^)]*(?:url_)?prefix\\s*=\\s*["'](/[^"']*)["']`),
  );
  if (!file.endsWith(".py") || !/^\w+$/.test(on)) return null;
  const blueprint = new RegExp(
    `register_blueprint\\(\\s*(?:${on}(?:_\\w+)?|${importedAs(tree, files, file, on)})\\s*(?:,\\s*url_prefix\\s*=\\s*["']([^"']*)["'])?`,
  );
  const mounted = tree.first(files, blueprint);
  return mounted && `${mounted.groups[0] ?? ""}${own?.groups[0] ?? ""}`;
}

/** The name that Python's other modules give to a module's object: `from app.auth import bp as auth_bp`. */
function importedAs(tree: Tree, files: readonly string[], file: string, on: string): string {
  const modules = [folderOf(file), file.replace(/\.py$/, "")].map((path) => path.replaceAll("/", "."));
  const imports = tree.all(
    files,
    new RegExp(`from\\s+\\.*([\\w.]+)\\s+import\\s+${on}\\s+as\\s+(\\w+)`, "g"),
  );
  const found = imports.find(({ groups: [from = ""] }) =>
    modules.some((module) => module === from || module.endsWith(`.${from}`)),
  );
  return found?.groups[1] ?? on;
}

/** Controllers of Nest: a prefix and the paths of its methods. A method without path answers to the prefix. */
function nestRoutes(tree: Tree, files: readonly string[]): Route[] {
  const start = files.find((path) => /(?:^|\/)main\.ts$/.test(path));
  const hasPrefix = start !== undefined && tree.text(start).includes("setGlobalPrefix(");
  return tree
    .all(files, /@Controller\(\s*(?:["'`]([\w./-]*)["'`])?\s*\)/g)
    .flatMap(({ file, groups: [prefix] }) =>
      tree
        .all([file], /@Get\(\s*(?:["'`]([\w./-]*)["'`])?\s*\)/g)
        .flatMap(({ line, groups: [own] }): Route[] => {
          const path = `/${[prefix, own].filter((part) => part && part !== "/").join("/")}`.replace(
            /\/{2,}/g,
            "/",
          );
          return [{ file, line, path, isRelative: hasPrefix && path !== "/" }];
        }),
    );
}

/** Handlers of Next.js whose place is their path: `src/app/api/heartbeat/route.ts`. */
const fileRoutes = (tree: Tree, files: readonly string[]): Route[] =>
  files.flatMap((file): Route[] => {
    const inApp = /(?:^|\/)app(\/(?:[\w-]+\/)*)route\.[jt]s$/.exec(file)?.[1];
    const path = inApp ?? /(?:^|\/)pages(\/api\/[\w/-]+)\.[jt]s$/.exec(file)?.[1];
    if (path === undefined) return [];
    const text = tree.text(file);
    const isOpen = inApp === undefined || /export\s+(?:async\s+)?(?:function|const)\s+GET\b/.test(text);
    if (!isOpen || /auth|session/i.test(text)) return [];
    return [{ file, line: null, path: path.replace(/\/$/, ""), isRelative: false }];
  });

const DATA = String.raw`[\w./-]*\b(?:db|data)\.json`;
/** Files whose lists json-server serves, by their usual names. */
export const isData = (path: string): boolean => /^(?:db|data)\.json$/.test(baseName(path));

/** The lists of the file that json-server serves, the shortest first: its code, or a script of npm, names the file. */
function dataRoutes(tree: Tree, files: readonly string[]): Route[] {
  const code = tree.first(files, /(?:require\(|from)\s*["']json-server["']/);
  const found =
    (code && tree.first([code.file], new RegExp(`["'\`](${DATA})["'\`]`))) ??
    tree.first(["package.json"], new RegExp(`\\bjson-server\\b[^"]*?[ =](${DATA})`));
  const file = found && resolved(folderOf(found.file), found.groups[0]!);
  if (file === null) return [];
  return Object.entries(tree.json(file))
    .flatMap(([name, list]) =>
      Array.isArray(list) && /^[\w-]+$/.test(name) ? [{ name, size: list.length }] : [],
    )
    .sort((a, b) => a.size - b.size)
    .map(({ name }) => ({ file, line: null, path: `/${name}`, isRelative: false }));
}

/** The path that tells whether a service is up, where its code declares one. */
export function healthIn(routes: readonly Route[]): Route | null {
  const found = routes.filter(({ path, isRelative }) => HEALTH.test(path) && !isRelative);
  const rank = ({ path }: Route) => PREFERENCE.findIndex((pattern) => pattern.test(path));
  return [...found].sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length)[0] ?? null;
}

/** Routes that a first load can ask: the top and those of users, else the one for health, else forms. At most five. */
export function loadable(routes: readonly Route[]): Route[] {
  const useful = routes.filter(({ path }) => !NO_LOAD.test(path));
  const own = useful.filter(({ path }) => !HEALTH.test(path));
  const rank = ({ path, isRelative }: Route) => (path === "/" ? 0 : isRelative ? 2 : 1);
  const forms = routes.filter(({ path }) => FORM.test(path));
  const best = [own, useful, forms].find((list) => list.length > 0) ?? [];
  return [...best].sort((a, b) => rank(a) - rank(b)).slice(0, 5);
}

/** A port that a Dockerfile names by itself: `ENV MEMOS_PORT=5230`, `EXPOSE 8080`; the variable is null for the latter. */
export function dockerPort(tree: Tree, file: string): FoundPort | null {
  const env = tree.first([file], /^ENV\s(?:[\s\S]*?\s)?(PORT|\w+_PORT)[= ]"?(\d{2,5})"?/m);
  if (env && !OTHERS.test(env.groups[0] ?? ""))
    return { file, line: env.line, env: env.groups[0]!, port: Number(env.groups[1]) };
  const exposed = tree.first([file], /^EXPOSE\s+(\d{2,5})/m);
  return exposed && { file, line: exposed.line, env: null, port: Number(exposed.groups[0]) };
}

/** The command of the health check of a Dockerfile; empty without one. */
export const dockerHealth = (tree: Tree, dockerfile: string | null): string =>
  dockerfile === null ? "" : (/^HEALTHCHECK[\s\S]*?CMD\s+(.*)$/m.exec(tree.text(dockerfile))?.[1] ?? "");

/** Dockerfiles of a folder and those above it, the plain name first. */
export const dockerfilesOf = (tree: Tree, folder: string): string[] =>
  tree
    .named(/^(?:[\w.-]+\.)?Dockerfile(?:\.[\w.-]+)?$/)
    .filter((path) => folder === "." || path.startsWith(`${folder}/`) || !path.includes("/"))
    .filter((path) => !/test|e2e|dev\b|ci\b/i.test(path))
    .sort((a, b) => Number(baseName(a) !== "Dockerfile") - Number(baseName(b) !== "Dockerfile"));
