import { isUnpublishable } from "../model/composefile.ts";
import { CODE } from "./binds.ts";
import { dockerfilesIn, dockerPort, FASTCGI, isFpm, isOwnPort, mayBeHttp, startsFpm } from "./code.ts";
import { type Composed, composedIn, healthOf, isSeed, pairs, wordsOf } from "./compose.ts";
import { behind } from "./front.ts";
import { programOf } from "./images.ts";
import { makesImage } from "./projects/java.ts";
import { isOfPages } from "./projects/node.ts";
import { baseName, type Evidence, folderOf, join, type Tree } from "./tree.ts";
import { exampleFor } from "./variables.ts";

/** Commands for developers: they compile, watch files, or answer slowly on purpose. */
export const FOR_DEVELOPERS =
  /\bdev\b(?!\/)|--reload|--watch|tsx watch|nodemon|watchmedo|watchfiles|(?<!log-level[ =])\bdebug\b(?!=false)|runserver|sleep infinity|(?<![\w-])air\b|CompileDaemon/;

/** Names of services that show what another one answers: their pages are not what gets slower. */
const FRONT_END = /front|(?:^|web|[-_])(?:ui|client|admin)(?:$|[-_])/i;

/** Names of services that answer for others, and so come before a `web` or an `app`. */
const BACK_END = /(?:^|[-_])(?:api|backend|server)(?:$|[-_])/i;

/** Names of services that stand in for others, or serve them: they are loaded where nothing else is there. */
const HELPER =
  /(?:^|[-_])(?:(?:mock|fake|stub|mail|smtp|sql|eureka|discovery|registry)(?:s|er|[-_]?server)?|(?:config|auth)[-_]?server)(?:$|[-_])/i;

/** Variables with the port of another protocol than HTTP: `GRPC_PORT`, `SHOP_SSH_ADDR`. */
const OTHER_PROTOCOL = /(?:^|_)(?:GRPC|SMTP|SSH|S?FTP|LDAP|MQTT|AMQP|TCP|UDP)_/;

/** Lower is better. */
const RANK = { built: 0, mounted: 0, published: 10, proxy: 20 } as const;

/** The service of Compose files that is loaded. */
export interface Target {
  readonly composed: Composed;
  readonly port: number;
  readonly profiles: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly checks: readonly string[];
  /** Whether the service may mean another one of its ports. */
  readonly isDoubtful: boolean;
  /** How the code of the checkout gets into it, or behind it: into its image, or mounted over that of others. */
  readonly made: keyof typeof RANK;
}

/**
 * The service to load: one that is built from the checkout, or runs its code; then the project's published image, then a
 * proxy.
 *
 * @param asked the ports that the load scripts ask: a service that one of them reaches comes before its equals
 */
export function targetOf(
  tree: Tree,
  services: readonly Composed[],
  folder: string,
  asked: ReadonlySet<number>,
): Target | null {
  const own = services.filter(
    (one) => one.role !== "behind" && !isSeed(one) && !isUnpublishable(one.service.network_mode),
  );
  const withPort = own.flatMap((composed) => {
    const { port, at, checks } = portOf(tree, composed, folder, asked);
    return port === null ? [] : [{ composed, port, evidence: at, checks, isDoubtful: checks.length > 0 }];
  });
  const isOfCheckout = (one: Composed) => one.dockerfile !== null || one.mounted !== null;
  const isBehind = (one: Composed) =>
    isOfCheckout(one) && isPhpFpm(tree, one) && !withPort.some(({ composed }) => composed === one);
  const isAsked = (one: Composed) => askedPort(one, asked) !== null;
  const made = (one: Composed): Target["made"] => {
    if (one.dockerfile !== null) return "built";
    if (one.mounted !== null && one.role === "other") return "mounted";
    if (one.role === "front" && own.some(isAsked(one) ? isOfCheckout : isBehind)) return "built";
    return isOwnImage(tree, one, folder) ? "published" : "proxy";
  };
  const rank = ({ composed, port }: { composed: Composed; port: number }) =>
    RANK[made(composed)] +
    (made(composed) === "proxy" && composed.role !== "front" ? 10 : 0) +
    (composed.published.length > 0 ? 0 : 4) -
    (isAsked(composed) ? 8 : 0) +
    (/test|playwright|cypress|worker|migrat|cron|docs|storybook/i.test(composed.name) ? 5 : 0) +
    (BACK_END.test(composed.name) ? 0 : /gateway|proxy|app|web/i.test(composed.name) ? 0.5 : 1) +
    (FRONT_END.test(composed.name) || hasPages(tree, composed) ? 5 : 0) +
    (HELPER.test(composed.name) ? 15 : 0) + // behind a published image, too
    (port === 5432 || port === 6379 ? 50 : 0);
  const open = withPort.filter(({ composed }) => composed.profiles.length === 0);
  const [best] = (open.some((one) => rank(one) < 20) ? open : withPort).sort((a, b) => rank(a) - rank(b));
  if (!best || rank(best) >= 30) return null;
  const { composed } = best;
  const equals = open.filter((one) => rank(one) === rank(best)).map((one) => one.composed);
  for (const front of isAsked(composed) || equals.length < 2 ? [] : open) {
    const names = behind(tree, front.composed, equals, folder);
    if (names.length < 2) continue;
    const check = `${front.composed.name} forwards to ${names.join(", ")}: their routes may have other paths there.`;
    return { ...front, checks: [check], isDoubtful: true, profiles: [], made: "built" };
  }
  const profile = ["default", "all", "full", "app", "prod"].find((one) =>
    withPort.some((each) => each.composed.profiles.includes(one)),
  );
  const byProfile = withPort
    .filter((one) => profile !== undefined && one.composed.profiles.includes(profile))
    .sort((a, b) => rank(a) - rank(b))[0];
  const chosen = composed.profiles.length > 0 && byProfile ? byProfile : best;
  const asks = chosen.composed.profiles.length === 0 ? [] : [profile ?? chosen.composed.profiles[0]!];
  const profiles = [...new Set([...asks, ...profilesBehind(services, chosen.composed, asks)])];
  return { ...chosen, profiles, made: made(chosen.composed) };
}

/** The profiles of the services that one depends on, directly or not, where none of them is asked for yet. */
function profilesBehind(services: readonly Composed[], composed: Composed, asks: readonly string[]) {
  const found = new Set([composed]);
  for (const { service } of found) {
    const names = Array.isArray(service.depends_on)
      ? service.depends_on
      : Object.keys(Object(service.depends_on));
    for (const one of services) if (names.includes(one.name)) found.add(one);
  }
  return [...found].flatMap(({ profiles }) =>
    profiles.some((one) => asks.includes(one)) ? [] : profiles.slice(0, 1),
  );
}

/** The port inside of a service that its first published one in a set reaches; null where none does. */
const askedPort = ({ published }: Composed, asked: ReadonlySet<number>): number | null =>
  published.find(({ outside }) => outside !== null && asked.has(outside))?.inside ?? null;

/** The port of a service: one that the scripts ask, or its health check, the first that it publishes, or that of its image. */
function portOf(tree: Tree, composed: Composed, folder: string, scripts: ReadonlySet<number>) {
  const { service, dockerfile, name } = composed;
  const ports = composed.ports.filter((port) => port !== FASTCGI || !isPhpFpm(tree, composed));
  // VITE_BACKEND_API_URL=http://localhost:3170/v1 in the example
  const backend = Object.entries(exampleFor(tree, folder)?.values ?? {})
    .filter(([key]) => /API|BACKEND|SERVER/.test(key))
    .map(([, value]) => Number(/localhost:(\d+)/.exec(value)?.[1]))
    .find((one) => ports.includes(one));
  const health = healthOf(wordsOf(service.healthcheck?.test));
  const image = dockerfile === null ? null : dockerPort(tree, dockerfile);
  const variables = pairs(service.environment);
  const variable = variables.find(([key]) => key === "PORT")?.[1];
  const named = ports.includes(Number(variable)) ? Number(variable) : null;
  const similar = variables.find(([key]) => key.endsWith("_PORT") && isOwnPort(key))?.[1];
  const asked = health.port ?? httpOf(variables);
  const usual = ports.filter((port) => port !== 9229 && port !== 5005);
  const wanted = askedPort(composed, scripts);
  const port =
    (wanted !== null && ports.includes(wanted) ? wanted : null) ??
    (asked !== null && (usual.length === 0 || usual.includes(asked)) ? asked : null) ??
    backend ??
    named ??
    (image !== null && usual.includes(image.port) ? image.port : usual[0]) ??
    (Number(variable) || image?.port || Number(similar) || null);
  const isOther = (one: number) =>
    variables.some(
      ([key, value]) => OTHER_PROTOCOL.test(key) && /^(?:[\d.]*:)?(\d+)$/.exec(value)?.[1] === String(one),
    );
  const others = usual.filter((one) => one !== port && mayBeHttp(one) && !isOther(one));
  const at = image !== null && ports.length === 0 ? [{ file: image.file, line: image.line }] : [];
  const checks =
    others.length > 0 && port !== wanted && port !== asked && port !== backend && port !== named
      ? [`${name} has further ports: ${others.join(", ")}.`]
      : [];
  return { port, at, checks };
}

/** The port of HTTP among the addresses of ASP.NET Core (`https://+:7123;http://+:7122`); null without one. */
function httpOf(variables: readonly (readonly [string, string])[]): number | null {
  const addresses = variables.find(([key]) => key === "ASPNETCORE_URLS")?.[1] ?? "";
  const [, port] = /\bhttp:\/\/[^;:]*:(\d+)/.exec(addresses) ?? [];
  return port === undefined ? null : Number(port);
}

/** Whether a service is a package of pages, which show what another one answers. */
function hasPages(tree: Tree, { dockerfile, mounted }: Composed): boolean {
  const folder = dockerfile === null ? mounted : folderOf(dockerfile);
  return folder !== null && isOfPages(tree, folder);
}

/** Whether a service answers FastCGI, so that a web server stands in front of it. */
const isPhpFpm = (tree: Tree, { dockerfile, image }: Composed): boolean =>
  dockerfile === null ? isFpm(image ?? "") : startsFpm(tree.text(dockerfile));

/**
 * Whether an image that the files only name is the project's own: it is named like the service, the module or the package.
 * One without an owner may also be one that the build of Java makes, where there is a Dockerfile.
 */
function isOwnImage(tree: Tree, { name, image, role }: Composed, folder: string): boolean {
  if (image === null || role !== "other") return false;
  const program = programOf(image).replace(/-(?:local|dev|server|app)$/, "");
  const module = tree.first(["go.mod"], /^module\s+(\S+)/m)?.groups[0] ?? "";
  const names = [String(tree.json("package.json").name ?? ""), baseName(module.replace(/\/v\d+$/, ""))];
  if (names.includes(program)) return dockerfileFor(tree, folder, name) !== null;
  // One in a folder with code builds that, and `acme/console` of somebody else is called like its service, too.
  const buildsIt = (path: string) =>
    [folder, "."].includes(folderOf(path)) ||
    path.split("/").includes(name) ||
    tree.sources(folderOf(path), CODE).length === 0;
  // The `api` of ghcr.io/acme/shop-api is built in a folder of its name.
  const place = folderOf(dockerfileFor(tree, folder, name) ?? "");
  if (programOf(image).endsWith(`-${name}`) && baseName(place) === name) return true;
  if (image.includes("/")) return program === name && dockerfilesIn(tree).some(buildsIt);
  return (
    [join(folder, "Dockerfile"), "Dockerfile"].some((path) => tree.has(path)) &&
    makesImage(tree, programOf(image))
  );
}

/** The Dockerfile of a service whose Compose file in `folder` names no build; null where there is none. */
export function dockerfileFor(tree: Tree, folder: string, name: string): string | null {
  const top = [join(folder, "Dockerfile"), "Dockerfile"].find((path) => tree.has(path));
  const all = dockerfilesIn(tree);
  return top ?? all.find((path) => path.split("/").includes(name)) ?? all[0] ?? null;
}

/** A file for production that gives the service the command which it has nowhere else. */
export function productionFile(
  tree: Tree,
  main: string,
  { name, service, dockerfile }: Composed,
): string | null {
  const starts = service.command !== undefined && !FOR_DEVELOPERS.test(wordsOf(service.command));
  const image = dockerfile === null ? "" : tree.text(dockerfile);
  if (starts || (service.command === undefined && /^(?:CMD|ENTRYPOINT)\b/m.test(image))) return null;
  const stem = main.replace(/\.ya?ml$/, "");
  const files = ["prod", "production"].flatMap((word) => [`${stem}.${word}.yml`, `${stem}.${word}.yaml`]);
  const found = files.find((path) => tree.has(path));
  if (found === undefined) return null;
  return composedIn(tree, [found]).some((one) => one.name === name && one.service.command !== undefined)
    ? found
    : null;
}
