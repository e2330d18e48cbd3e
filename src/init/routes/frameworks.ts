import { resolved } from "../../base/paths.ts";
import { contextPath, settingsOf } from "../springsettings.ts";
import { baseName, folderOf, type Tree } from "../tree.ts";
import { aspnet } from "./aspnet.ts";
import { django } from "./django.ts";
import { GUARD, isGuardedAsWhole, isGuardedByNest } from "./guards.ts";
import { jaxrs, micronaut } from "./java.ts";
import { ktor } from "./ktor.ts";
import { enclosing, prefixAround } from "./mounts/mount.ts";
import { prefixOf } from "./mounts/prefix.ts";
import { below, hasParameter, type Route, withoutSlash } from "./route.ts";

/** Routes of frameworks that declare them elsewhere than on a router: in annotations, tables, or by the place of a file. */
export const frameworkRoutes = (tree: Tree, files: readonly string[]): Route[] =>
  [
    nest,
    spring,
    byFile,
    hapi,
    fastify,
    zodOpenApi,
    rails,
    laravel,
    symfony,
    django,
    aiohttp,
    flaskRestful,
    jsonServer,
    aspnet,
    ktor,
    jaxrs,
    micronaut,
  ].flatMap((routes) => routes(tree, files));

/** Controllers of Nest: a prefix and the paths of its methods. A method without path answers to the prefix. */
function nest(tree: Tree, all: readonly string[]): Route[] {
  const files = all.filter((path) => /\.[cm]?[jt]s$/.test(path));
  const start = files.find((path) => /(?:^|\/)main\.ts$/.test(path));
  const [call, prefix] =
    (start && /^[ \t]*\w[\w. ]*\.setGlobalPrefix\(\s*(?:["'`]([\w./-]*)["'`])?/m.exec(tree.text(start))) ||
    [];
  const isKnown = prefix !== undefined || call === undefined;
  const asWhole = isGuardedAsWhole(tree, files);
  return tree
    .all(files, /@Controller\(\s*(?:["'`]([\w./-]*)["'`])?\s*\)/g)
    .flatMap(({ file, line: at, groups: [controller = ""] }) =>
      tree
        .all([file], /@Get\(\s*(?:["'`]([\w./-]*)["'`])?\s*\)/g)
        .map(({ line, groups: [own = ""] }): Route => {
          const path = withoutSlash(below(below(prefix ?? "", controller), own));
          const isGuarded = isGuardedByNest(tree.text(file), { line: line!, controller: at! }, asWhole);
          return {
            file,
            line,
            path,
            isRelative: !isKnown && path !== "/",
            ...(isGuarded && { isGuarded }),
          };
        }),
    );
}

const ANNOTATED = String.raw`\(\s*(?:(?:value|path)\s*=\s*)?\{?\s*"([^"]*)"`;

/** A value of the query, or a header, that a method of Spring cannot do without; Kotlin has types after names. */
const DEMANDED =
  /@Request(?:Param|Header)\b(?!\([^)]*\b(?:required\s*=\s*false|defaultValue)\b)(?!(?:\([^)]*\))?\s+(?:final\s+)?(?:\w+\s*:\s*)?(?:(?:Optional|(?:MultiValue)?Map|HttpHeaders)\b|\S+\?))/;
/** Where a method's body begins. */
const BODY = /\)\s*(?:throws\b[^{;]*|:[^{=;]*)?[{=;]/;

/** Controllers of Spring: the path of the class before those of its methods. */
function spring(tree: Tree, files: readonly string[]): Route[] {
  const controllers = files.filter(
    (path) => /\.(?:java|kt)$/.test(path) && /@(?:Rest)?Controller\b/.test(tree.text(path)),
  );
  return controllers.flatMap((file) => {
    const text = tree.text(file);
    const head = text.slice(0, /^(?:public\s+|open\s+|final\s+)*class\s/m.exec(text)?.index ?? 0);
    const own = new RegExp(`@RequestMapping${ANNOTATED}`).exec(head)?.[1] ?? "";
    const prefix = below(contextPath(tree, settingsOf(file)), own);
    return tree
      .all([file], /@GetMapping\b(?:\(([^)]*)\))?((?:(?!@\w+Mapping\b)[\s\S]){0,1500})/g)
      .filter(({ groups: [, method = ""] }) => !DEMANDED.test(method.split(BODY)[0]!))
      .map(({ line, groups: [given = ""] }): Route => {
        const path = new RegExp(ANNOTATED).exec(`(${given}`)?.[1] ?? "";
        return { file, line, path: below(prefix, path), isRelative: false };
      })
      .filter(({ path }) => !hasParameter(path));
  });
}

/** Handlers of Next.js whose place is their path: `src/app/api/heartbeat/route.ts`. */
const byFile = (tree: Tree, files: readonly string[]): Route[] =>
  files.flatMap((file): Route[] => {
    const inApp = /(?:^|\/)app(\/(?:[\w-]+\/)*)route\.[jt]s$/.exec(file)?.[1];
    const path = inApp ?? /(?:^|\/)pages(\/api\/[\w/-]+)\.[jt]s$/.exec(file)?.[1];
    if (path === undefined) return [];
    const text = tree.text(file);
    const isOpen = inApp === undefined || /export\s+(?:async\s+)?(?:function|const)\s+GET\b/.test(text);
    if (!isOpen || /auth|session/i.test(text)) return [];
    return [{ file, line: null, path: path.replace(/\/$/, ""), isRelative: false }];
  });

const TABLED =
  /method:\s*["']GET["']\s*,\s*(?:path|url):\s*["'](\/[\w./-]*)["'](?!(?:(?!method:)[\s\S]){0,300}?auth:\s*["'])/g;

/** Tables of hapi: `{ method: "GET", path: "/items" }`, below the prefix of the only plugin that has one. */
function hapi(tree: Tree, files: readonly string[]): Route[] {
  if (tree.first(["package.json"], /"(?:@hapi\/)?hapi"\s*:/) === null) return [];
  const prefixes = tree.all(files, /routes:\s*\{\s*prefix:\s*["'](\/[^"']*)["']/g);
  const prefix = prefixes.length === 1 ? (prefixes[0]?.groups[0] ?? "") : "";
  return tree.all(files, TABLED).map(({ file, line, groups: [path = ""] }) => ({
    file,
    line,
    path: below(prefix, path),
    isRelative: prefixes.length > 1,
  }));
}

/** Fastify's long form: `fastify.route({ method: "GET", url: "/items" })`. */
function fastify(tree: Tree, files: readonly string[]): Route[] {
  if (tree.first(["package.json"], /"fastify"\s*:/) === null) return [];
  return tree.all(files, TABLED).map(({ file, line, groups: [path = ""] }) => {
    const prefix = autoloaded(tree, file);
    return { file, line, path: below(prefix ?? "", path), isRelative: prefix === null };
  });
}

/** Tables of @hono/zod-openapi: `createRoute({ method: "get", path: "/items" })`. A router may stand below a prefix. */
function zodOpenApi(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => tree.text(path).includes("@hono/zod-openapi"));
  const isRelative = tree.first(files, /\.(?:basePath|route)\(\s*["'`]\/[^"'`]/) !== null;
  return tree
    .all(code, /\bcreateRoute\(\s*\{((?:(?!createRoute\()[\s\S]){0,2000})/g)
    .flatMap(({ file, line, groups: [table = ""] }): Route[] => {
      const path = /\bpath:\s*["'`]([^"'`]*)["'`]/.exec(table)?.[1];
      const isOpen =
        /\bmethod:\s*["'`]get["'`]/i.test(table) && !/\bsecurity:|\bmiddleware:.*auth/i.test(table);
      if (path === undefined || !isOpen || hasParameter(path)) return [];
      return [{ file, line, path: below("", path), isRelative: isRelative && path !== "/" }];
    });
}

/** The prefix that Fastify gives to a plugin: its own `autoPrefix`, or its folder below `routes`; null elsewhere. */
export function autoloaded(tree: Tree, file: string): string | null {
  const own = /\bautoPrefix\s*=\s*["']([^"']*)["']/.exec(tree.text(file))?.[1];
  const folder = /(?:^|\/)routes\/(.+)\/[^/]+$/.exec(file)?.[1];
  if (own !== undefined) return own;
  if (folder !== undefined) return `/${folder}`;
  return /(?:^|\/)routes\//.test(file) ? "" : null;
}

/** Rails' table: `get`, the lists of `resources`, `root`, in scopes and namespaces. */
function rails(tree: Tree): Route[] {
  const file = "config/routes.rb";
  const text = tree.text(file);
  const found = tree.all(
    [file],
    /^[ \t]*(?:(resources)\s+:(\w+)([^\n]*)|(get)\s+(?::(?=\w)|["']\/?)([^"'\s,]*)([^\n]*)|(root)\b[^\n]*)$/gm,
  );
  return found.flatMap(
    ({ line, groups: [list, resource = "", options = "", , path = "", more = "", root] }): Route[] => {
      const around = enclosing(text, line!).map((one) => one.text);
      if (
        around.some((one) =>
          /^\s*(?:resources?|member|authenticate|authenticated|constraints|devise_scope)\b/.test(one),
        )
      )
        return [];
      if (list && /only:(?!.*\bindex\b)|except:.*\bindex\b/.test(options)) return [];
      if (hasParameter(path) || /\bto:\s*redirect|=>\s*redirect/.test(more)) return [];
      const own = root ? "" : list ? (/\bpath:\s*["']([\w/-]*)["']/.exec(options)?.[1] ?? resource) : path;
      const scope = /^\s*(?:namespace|scope)\s+(?:path:\s*)?[:"']\/?([\w/-]+)/;
      const prefix = prefixAround(text, line!, scope);
      return [{ file, line, path: below(prefix, own), isRelative: false }];
    },
  );
}

/** Laravel's tables: those of its API below `/api`, in groups with prefixes, without those for accounts. */
function laravel(tree: Tree): Route[] {
  const tables = ["routes/api.php", "routes/web.php"].filter((file) => tree.has(file));
  const own = /apiPrefix:\s*["']([\w/-]*)["']/.exec(tree.text("bootstrap/app.php"))?.[1];
  return tree
    .all(tables, /Route::(get|resource|apiResource)\(\s*["'](\/?[\w./-]*)["']([^;]*)/g)
    .flatMap(({ file, line, groups: [method = "", path = "", rest = ""] }): Route[] => {
      const around = enclosing(tree.text(file), line!).map((one) => one.text);
      if (path.includes(".") || [rest, ...around].some((one) => /auth|verified/.test(one))) return [];
      if (method !== "get" && /only['"\s=>(]+(?!.*index)|except.*['"]index/s.test(rest)) return [];
      const group = /prefix(?:\(\s*|["']\s*=>\s*)["']\/?([\w/-]+)/;
      const groups = prefixAround(tree.text(file), line!, group);
      const api = file.endsWith("api.php") ? (own ?? "api") : "";
      return [{ file, line, path: below(below(api, groups), path), isRelative: false }];
    });
}

/** Controllers of Symfony: the attribute of the class before those of its methods, without those for accounts. */
function symfony(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => path.endsWith(".php") && /\bRoute\(/.test(tree.text(path)));
  const [locale = "en"] =
    tree.first(["config/packages/translation.yaml", "config/services.yaml"], LOCALE)?.groups ?? [];
  const prefix = tree.first(["config/routes.yaml"], /^[ \t]+prefix:[ \t]*["']?([^\s"']+)/m)?.groups[0] ?? "";
  return code.flatMap((file) => {
    const text = tree.text(file);
    const start = /^(?:(?:final|abstract|readonly)\s+)*class\s/m.exec(text)?.index ?? 0;
    const head = text.slice(0, start);
    if (GUARDED.test(head)) return [];
    const above = below(
      prefix.replace("{_locale}", locale),
      new RegExp(`#\\[Route${ATTRIBUTE}`).exec(head)?.[1] ?? "",
    );
    return tree
      .all([file], new RegExp(`^[ \\t]+#\\[Route${ATTRIBUTE}([^\\n]*)((?:\\n[ \\t]+#\\[[^\\n]*)*)`, "gm"))
      .flatMap(({ line, groups: [own = "", rest = "", more = ""] }): Route[] => {
        const path = below(above, own);
        const isOpen = !/methods:(?!.*\bGET\b)/.test(rest) && !GUARDED.test(rest + more);
        return isOpen && !hasParameter(path) ? [{ file, line, path, isRelative: false }] : [];
      });
  });
}

const ATTRIBUTE = String.raw`\(\s*(?:path:\s*)?["']([^"']*)["']`;
const LOCALE = /^[ \t]+(?:default_|app\.)?locale:\s*["']?([a-z]{2})\b/m;
const GUARDED = /\bIsGranted\(/;

const DATA = String.raw`[\w./-]*\b(?:db|data)\.json`;
/** Files whose lists json-server serves, by their usual names. */
export const isData = (path: string): boolean => /^(?:db|data)\.json$/.test(baseName(path));

/** The lists of the file that json-server serves, the shortest first: its code, or a script of npm, names the file. */
function jsonServer(tree: Tree, files: readonly string[]): Route[] {
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

const PLACE = String.raw`\(\s*["'](\/[^"']*)["']`;
/** Declarations of aiohttp: on a router, in a list of routes, and as decorators of a table. */
const AIOHTTP = [
  String.raw`\brouter\.add_get${PLACE}`,
  String.raw`\badd_route\(\s*["']GET["']\s*,\s*["'](\/[^"']*)["']`,
  String.raw`\bweb\.get${PLACE}`,
  String.raw`^@\w*routes?\.get${PLACE}`,
];

/** Routes of aiohttp. Those of an application that another one mounts have an unknown prefix. */
function aiohttp(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => path.endsWith(".py"));
  const has = (pattern: RegExp) => code.some((path) => pattern.test(tree.text(path)));
  if (!has(/^(?:from aiohttp import .*\bweb\b|import aiohttp\.web|from aiohttp\.web import)/m)) return [];
  const isRelative = has(/\.add_subapp\(/);
  return AIOHTTP.flatMap((pattern) => tree.all(code, new RegExp(pattern, "gm"))).flatMap(
    ({ file, line, groups: [path = ""] }): Route[] =>
      hasParameter(path) ? [] : [{ file, line, path, isRelative }],
  );
}

/** Classes of Flask-RESTful with a method `get`: `api.add_resource(Items, "/items")`, below the prefix of `api` and its blueprint. */
function flaskRestful(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter((path) => path.endsWith(".py"));
  if (tree.first(code, /\bflask_restful\b/) === null) return [];
  return tree
    .all(code, /\b(\w+)\.add_resource\(\s*(?:\w+\.)*(\w+)\s*,\s*["'](\/[^"']*)["']/g)
    .flatMap(({ file, line, groups: [api = "", name = "", path = ""] }): Route[] => {
      const resource = new RegExp(`^class ${name}\\b((?:(?!^class )[\\s\\S])*?)^[ \\t]+def get\\(`, "m");
      const before = tree.first(code, resource)?.groups[0];
      if (before === undefined || GUARD.test(before) || hasParameter(path)) return [];
      const made = new RegExp(`\\b${api}\\s*=\\s*(?:\\w+\\.)?Api\\(\\s*(\\w*)([^)]*)\\)`).exec(
        tree.text(file),
      );
      const [, on = "", options = ""] = made ?? [];
      const own = /\bprefix\s*=\s*["']([^"']*)["']/.exec(options)?.[1] ?? "";
      const above = prefixOf(tree, code, { file, line: line!, on });
      return [{ file, line, path: below(`${above ?? ""}${own}`, path), isRelative: above === null }];
    });
}
