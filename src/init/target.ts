import { dockerfilesOf, dockerPort } from "./code.ts";
import { type Composed, composedIn, healthOf, isSeed, pairs, wordsOf } from "./compose.ts";
import { programOf } from "./images.ts";
import { baseName, type Evidence, join, type Tree } from "./tree.ts";
import { exampleFor } from "./variables.ts";

/** Commands for developers: they compile, watch files, or answer slowly on purpose. */
export const FOR_DEVELOPERS = /\bdev\b|--reload|--watch|nodemon|\bdebug\b|runserver|sleep infinity|air\b/;

/** The service of Compose files that is loaded. */
export interface Target {
  readonly composed: Composed;
  readonly port: number;
  readonly profiles: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly checks: readonly string[];
  /** Whether the service may mean another one of its ports. */
  readonly isDoubtful: boolean;
  /** Whether the image that it runs is made from the checkout. */
  readonly made: "built" | "published" | "proxy";
}

/** The service to load: one that is built from the checkout, then the project's published image, then a proxy. */
export function targetOf(tree: Tree, services: readonly Composed[], folder: string): Target | null {
  const own = services.filter((one) => one.role !== "behind" && !isSeed(one));
  const withPort = own.flatMap((composed) => {
    const { port, at, checks } = portOf(tree, composed, folder);
    return port === null ? [] : [{ composed, port, evidence: at, checks, isDoubtful: checks.length > 0 }];
  });
  const rank = ({ composed, port }: { composed: Composed; port: number }) =>
    (composed.dockerfile !== null
      ? 0
      : isOwnImage(tree, composed, folder)
        ? 10
        : composed.role === "front"
          ? 20
          : 30) +
    (composed.isPublished ? 0 : 4) +
    (/test|playwright|cypress|worker|migrat|cron|docs|storybook/i.test(composed.name) ? 5 : 0) +
    (/api|backend|server|gateway|proxy|app|web/i.test(composed.name) ? 0 : 1) +
    (/front|ui|client|admin/i.test(composed.name) ? 2 : 0) +
    (port === 5432 || port === 6379 ? 50 : 0);
  const open = withPort.filter(({ composed }) => composed.profiles.length === 0);
  const [best] = (open.some((one) => rank(one) < 20) ? open : withPort).sort((a, b) => rank(a) - rank(b));
  if (!best || rank(best) >= 30) return null;
  const { composed } = best;
  const profile = ["default", "all", "full", "app", "prod"].find((one) =>
    withPort.some((each) => each.composed.profiles.includes(one)),
  );
  const byProfile = withPort
    .filter((one) => profile !== undefined && one.composed.profiles.includes(profile))
    .sort((a, b) => rank(a) - rank(b))[0];
  const chosen = composed.profiles.length > 0 && byProfile ? byProfile : best;
  const profiles = chosen.composed.profiles.length === 0 ? [] : [profile ?? chosen.composed.profiles[0]!];
  const made =
    chosen.composed.dockerfile !== null
      ? "built"
      : isOwnImage(tree, chosen.composed, folder)
        ? "published"
        : "proxy";
  return { ...chosen, profiles, made };
}

/** The port of a service: one that its health check asks, the first that it publishes, or that of its image. */
function portOf(tree: Tree, { service, ports, dockerfile, name }: Composed, folder: string) {
  // VITE_BACKEND_API_URL=http://localhost:3170/v1 in the example
  const backend = Object.entries(exampleFor(tree, folder)?.values ?? {})
    .filter(([key]) => /API|BACKEND|SERVER/.test(key))
    .map(([, value]) => Number(/localhost:(\d+)/.exec(value)?.[1]))
    .find((one) => ports.includes(one));
  const health = healthOf(wordsOf(service.healthcheck?.test));
  const image = dockerfile === null ? null : dockerPort(tree, dockerfile);
  const variable = pairs(service.environment).find(([key]) => key === "PORT")?.[1];
  const asked = health?.port ?? null;
  const usual = ports.filter((port) => port !== 9229 && port !== 5005);
  const port =
    (asked !== null && (usual.length === 0 || usual.includes(asked)) ? asked : null) ??
    backend ??
    (image !== null && usual.includes(image.port) ? image.port : usual[0]) ??
    (Number(variable) || image?.port || null);
  const others = usual.filter((one) => one !== port);
  const at = image !== null && ports.length === 0 ? [{ file: image.file, line: image.line }] : [];
  const checks =
    others.length > 0 && port !== asked && port !== backend
      ? [`${name} has further ports: ${others.join(", ")}.`]
      : [];
  return { port, at, checks };
}

/** Whether a published image is the project's own: it is named like the service, the module or the package. */
function isOwnImage(tree: Tree, { name, image, role }: Composed, folder: string): boolean {
  if (image === null || role !== "other") return false;
  const program = programOf(image).replace(/-(?:local|dev|server|app)$/, "");
  const module = tree.first(["go.mod"], /^module\s+(\S+)/m)?.groups[0] ?? "";
  const names = [String(tree.json("package.json").name ?? ""), baseName(module.replace(/\/v\d+$/, ""))];
  return (
    dockerfileFor(tree, folder) !== null &&
    (names.includes(program) || (program === name && image.includes("/")))
  );
}

export const dockerfileFor = (tree: Tree, folder: string): string | null =>
  [join(folder, "Dockerfile"), "Dockerfile"].find((path) => tree.has(path)) ??
  dockerfilesOf(tree, ".")[0] ??
  null;

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
