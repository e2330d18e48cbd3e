import { folderOf, type Tree } from "../tree.ts";
import { autoloaded, frameworkRoutes } from "./frameworks.ts";
import { BORDER, isGuarded } from "./guards.ts";
import { enclosing, type Place } from "./mounts/mount.ts";
import { prefixOf } from "./mounts/prefix.ts";
import { axumPrefix } from "./mounts/rust.ts";
import { below, hasParameter, type Route, withoutSlash } from "./route.ts";

const PATH = String.raw`["'\`](\/?[\w./~-]*)["'\`]`;
/** Declarations of GET routes: their object, and the path. */
const ROUTES = [
  String.raw`\b(\w+)\.(?:get|Get)\(\s*${PATH}`,
  String.raw`(\.route)\(\s*${PATH}\s*,(?:\s|\/\/[^\n]*\n)*(?:(?:\w+::)*\w+\([^()]*\)\s*\.\s*)*(?:\w+::)*get\(`,
  String.raw`(#\[get)\(\s*"(\/[\w./~-]*)(?:\?[^"]*)?"`,
  String.raw`\b(\w+)\.route\(\s*${PATH}\s*\)\s*\.get\(`,
  String.raw`\b(\w+\.HandleFunc)\(\s*"(?:GET )?(\/[\w./~-]*)(?:\{\$\})?"`, // {$}: nothing below it
  String.raw`^[ \t]*(get)\s+${PATH}`,
  String.raw`(?<![.\w])(Route)\(\s*${PATH}\s*,(?![^)\n]*methods=\[["']POST["']\])`, // Starlette
];
/** Declarations on whatever object: gin, echo, decorators of Python. */
const ON_ANY = [
  String.raw`\b(\w+)\.GET\(\s*${PATH}`,
  String.raw`^[ \t]*@(\w+)\.(?:get|route)\(\s*${PATH}(?![^)\n]*methods=[[(]["']POST["'],?[\])])`,
];
/** Objects that routes are declared on, in the languages where a call of `get` may mean anything else. */
const ROUTER =
  /^(?:app|application|api|router|\w*[rR]outers?|server|fastify|main|routes?|Route|r|e|g|v\d+|mux|\w*[sS]erver|\w*[gG]roup|engine|(?:\w+_)?bp|\w*blueprint|[.#]\w+|#\[get|.*HandleFunc|get|auth|web|views?|public)$/;
/** Objects that are the application itself: their routes have no prefix. */
const APPLICATION = /^(?:app|application|server|[.#].*|get|Route)$/;

/** The GET routes without parameters that code declares, in its order. @param isGuarded those for which one needs an account, or the others */
export function routesIn(tree: Tree, files: readonly string[], isGuarded = false): Route[] {
  const taken = new Set<string>();
  return [...frameworkRoutes(tree, files), ...onRouters(tree, files)].filter((route) => {
    const plain = withoutSlash(route.path);
    return (route.isGuarded ?? false) === isGuarded && !taken.has(plain) && taken.add(plain);
  });
}

const isComment = (line: string) => /^\s*(?:\/\/|\*|#(?!\[))/.test(line);

/** Routes that are declared on a router, with the prefixes of the places that mount it. */
function onRouters(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => !/(?:^|\/)config\/routes\.rb$|\.php$/.test(path)); // tables of frameworks
  const all = (pattern: string) => tree.all(code, new RegExp(pattern, "gm"));
  const named = ROUTES.flatMap(all).filter(({ groups: [on = ""] }) => ROUTER.test(on));
  const declared = [...ON_ANY.flatMap(all), ...named];
  const prefixes = new Map<string, string | null>();
  return declared.flatMap(({ file, line, groups: [on = "", own = ""] }): Route[] => {
    if (isComment(tree.text(file).split("\n")[line! - 1] ?? "")) return [];
    const place = { file, line: line!, on: on.replace(".HandleFunc", "") };
    // Elsewhere the same name is another router in each function, as is `app` in plugins of Fastify.
    const isOne = /\.(?:[cm]?[jt]sx?|py)$/.test(file) && !APPLICATION.test(on);
    const key = `${file} ${on} ${isOne ? "" : line}`;
    if (!prefixes.has(key)) prefixes.set(key, knownPrefix(tree, code, place));
    const prefix = prefixes.get(key)!;
    const isAxum = isOfAxum(tree, place);
    // The top of a nested router of axum is its prefix, without a slash.
    const path = below(prefix ?? "", isAxum && prefix && own === "/" ? "" : own);
    const isRelative = prefix === null && (isAxum || file.endsWith(".go") || !APPLICATION.test(on));
    if (hasParameter(path) || demandsQuery(tree, place) || !isPlain(tree, files, place)) return [];
    const guard = isGuarded(tree, files, place) && { isGuarded: true as const };
    // The top of a router whose place is unknown says nothing.
    return isRelative && path === "/" ? [] : [{ file, line, path, isRelative, ...guard }];
  });
}

/** Whether a route of Rust is axum's: actix has the same call, and scopes. */
const isOfAxum = (tree: Tree, { file, on }: Place) =>
  on === ".route" && file.endsWith(".rs") && !/\bscope\(/.test(tree.text(file));

/** The prefix of a place by the means of its framework; null where it was not found. */
function knownPrefix(tree: Tree, files: readonly string[], place: Place): string | null {
  const { file, line, on } = place;
  if (on === "fastify") return autoloaded(tree, file);
  if (isOfAxum(tree, place)) return axumPrefix(tree, files, file, line);
  if (on === ".route" && file.endsWith(".rs")) return scopesAround(tree.text(file), line);
  if (on === "#[get") return ofHandler(tree, files, file, line);
  return /^\w+$/.test(on) ? prefixOf(tree, files, place) : null;
}

/** The scopes of actix around a route: `web::scope("/api")`; null where there are none. */
function scopesAround(text: string, line: number): string | null {
  const lines = [
    ...enclosing(text, line)
      .map((one) => one.text)
      .reverse(),
    text.split("\n")[line - 1] ?? "",
  ];
  const scopes = lines.flatMap((one) =>
    [...one.matchAll(/\bscope\(\s*"([^"]*)"/g)].map(([, scope]) => scope ?? ""),
  );
  return scopes.length === 0 ? null : scopes.join("");
}

/** The prefix under which Rocket mounts a handler, or actix has it as a service. */
function ofHandler(tree: Tree, files: readonly string[], file: string, line: number): string | null {
  const after = tree
    .text(file)
    .split("\n")
    .slice(line, line + 5)
    .join("\n");
  const name = /\bfn\s+(\w+)/.exec(after)?.[1];
  if (name === undefined) return null;
  const mounted = new RegExp(String.raw`\.mount\(\s*"([^"]*)"\s*,\s*(?:rocket::)?routes!\[[^\]]*\b${name}\b`);
  const scoped = new RegExp(
    String.raw`scope\(\s*"([^"]*)"\s*\)(?:(?!scope\()[\s\S]){0,800}?\.service\(\s*[\w:]*\b${name}\b`,
  );
  const found = tree.first(files, mounted) ?? tree.first(files, scoped);
  return found?.groups[0]?.replace(/\/$/, "") ?? null;
}

/** A handler of FastAPI that demands a parameter of the query: one of a simple type without a value. */
const QUERY = /\bdef \w+\((?:[^()]|\([^()]*\))*?\b\w+\s*:\s*(?:str|int|float|bool|UUID|date(?:time)?)\s*[,)]/;

/** Whether a route answers only with a parameter of the query. */
function demandsQuery(tree: Tree, { file, line }: Place): boolean {
  const after = file.endsWith(".py")
    ? tree
        .text(file)
        .split("\n")
        .slice(line, line + MOST_LINES)
    : [];
  const begin = after.findIndex((text) => /\bdef\b/.test(text));
  const end = after.findIndex((text, i) => i >= begin && /\)[^()]*:\s*(?:\.\.\.|#.*)?$/.test(text));
  return begin !== -1 && QUERY.test(after.slice(begin, end + 1).join("\n"));
}

/** Handlers whose answer has no end. */
const ENDLESS = /\bupgrade[r\w]*\(|\bupgrader\.|websocket\.accept|text\/event-stream|EventSourceResponse/i;
/** Most lines of a handler that are read. */
const MOST_LINES = 40;

/** Whether a route answers a GET and ends: a WebSocket and a stream of events are no load, nor is gorilla's `.Methods("POST")`. */
function isPlain(tree: Tree, files: readonly string[], { file, line }: Place): boolean {
  const declaration = tree.text(file).split("\n")[line - 1] ?? "";
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
  // The body begins after the line of the handler, or of the route that has it in place.
  const start = found?.line ?? line;
  const body = tree
    .text(found?.file ?? file)
    .split("\n")
    .slice(start, start + MOST_LINES - 1);
  const end = body.findIndex((text) =>
    found === null ? BORDER.test(text) : /^(?:\}|func\b|def\b|function\b|@)/.test(text),
  );
  return !ENDLESS.test(body.slice(0, end === -1 ? body.length : end).join("\n"));
}
