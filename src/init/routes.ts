import { baseName, type Evidence, folderOf, resolved, type Tree } from "./tree.ts";

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
    if (isGuarded(tree, files, on, { file, line }) || !isPlain(tree, files, { file, line })) return [];
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
  const border = isPython ? /\)[^)]*:/ : BORDER;
  const found = after.findIndex((text) => border.test(text));
  const end = isPython ? found + 1 : found; // the end of the parameters belongs to them
  const own = [lines[at], ...after.slice(0, found === -1 ? after.length : end)];
  if (GUARD.test(own.join("\n"))) return true;
  if (!isPython) return false;
  return tree.first(files, new RegExp(`@${on}\\.before_request\\s*\\n\\s*@\\w+\\.login_required`)) !== null;
}

/** Handlers whose answer does not end by itself. */
const ENDLESS = /\bupgrade[r\w]*\(|\bupgrader\.|websocket\.accept|text\/event-stream|EventSourceResponse/i;
/** Most lines of a handler that are read. */
const MOST_LINES = 40;

/** Whether a route answers a GET and ends: a WebSocket and a stream of events are no load, nor is gorilla's `.Methods("POST")`. */
function isPlain(tree: Tree, files: readonly string[], { file, line }: Evidence): boolean {
  const declaration = tree.text(file).split("\n")[(line ?? 1) - 1] ?? "";
  const methods = /\.Methods\(([^)]*)\)/.exec(declaration)?.[1];
  if (methods !== undefined && !/GET|MethodGet/.test(methods)) return false;
  const name = /,\s*(?:\w+\.)*(\w+)\s*\)/.exec(declaration)?.[1];
  const found =
    name === undefined
      ? null
      : tree.first(
          [file, ...files.filter((other) => other !== file && folderOf(other) === folderOf(file))],
          new RegExp(String.raw`(?:\bfunc\s*(?:\([^)]*\)\s*)?|\bfunction\s+|\bdef\s+|\bconst\s+)${name}\b`),
        );
  const start = found === null ? { file, line } : found;
  const [, ...body] = tree
    .text(start.file)
    .split("\n")
    .slice((start.line ?? 1) - 1, (start.line ?? 1) - 1 + MOST_LINES);
  const end = body.findIndex((text) =>
    found === null ? BORDER.test(text) : /^(?:\}|func\b|def\b|function\b|@)/.test(text),
  );
  return !ENDLESS.test(body.slice(0, end === -1 ? body.length : end).join("\n"));
}

/** The next route of most frameworks. */
const BORDER = /\.(?:route|get|post|put|patch|delete|all|use|HandleFunc)\(/i;

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
