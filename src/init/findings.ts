import type { Candidate } from "./candidate.ts";
import { codeIn } from "./code.ts";
import { isCompose } from "./compose.ts";
import { PROJECTS } from "./kinds.ts";
import { limited } from "./limiters.ts";
import { documented, isDocument } from "./openapi.ts";
import { isData } from "./routes/frameworks.ts";
import { isHealth, loadable, type Route } from "./routes/route.ts";
import { routesIn } from "./routes/routes.ts";
import { mayBeScript, portsOf, type Script, scriptsIn } from "./scripts.ts";
import { clientIn } from "./sites.ts";
import { baseName, isAside, isBelow, Tree } from "./tree.ts";
import { isExample, isOtherExample } from "./variables.ts";

/** The parts of a repository that a first config can be made from. */
export interface Findings {
  /** The way to start the service that is chosen; null where none was found. */
  readonly chosen: Candidate | null;
  /** The other ways, the most certain first. */
  readonly others: readonly Candidate[];
  /** Ways that are not offered, as they lack something. */
  readonly lacking: readonly Candidate[];
  readonly scripts: readonly Script[];
  /** Paths that a first script asks, where there is none. */
  readonly routes: readonly Route[];
  /** Routes that need an account. */
  readonly guarded: readonly Route[];
}

const KINDS = Object.values(PROJECTS);
/** Below this certainty a candidate is not offered. It is only mentioned, if it lacks files or variables. */
const LEAST = 0.3;
/** How much more certain a candidate is at whose port the scripts ask: less than files of variables that are lacking. */
const ASKED = 0.2;

/** The cost of a fixed port. It is a reason to start the same program in a container, and none to take the like of a folder below. */
const FIXED = 0.3;

/** How much less certain a program is without a route that a first script can ask. */
const NO_ROUTE = 0.05;

const isManifest = (path: string): boolean =>
  KINDS.some(({ files }) => files.test(path)) ||
  isExample(path) ||
  isOtherExample(path) ||
  path === ".gitignore" ||
  baseName(path) === ".dockerignore";
const isCode = (path: string): boolean => KINDS.some(({ code }) => code.test(path));

/** Files whose text is worth reading: manifests and scripts first, then code, the nearest to the top first. */
export function readable(paths: readonly string[]): string[] {
  const rank = (path: string) => (isManifest(path) || isCompose(path) ? 0 : isAside(path) ? 2 : 1);
  return paths
    .filter(
      (path) =>
        isManifest(path) ||
        isCompose(path) ||
        mayBeScript(path) ||
        isCode(path) ||
        isDocument(path) ||
        isData(path),
    )
    .sort((a, b) => rank(a) - rank(b) || a.split("/").length - b.split("/").length);
}

/** Which stack is asked for: `any` takes the most certain one. */
export type Wanted = "any" | "compose" | "process";

/**
 * Looks through the files of a repository.
 *
 * @param paths all of them, relative to its top, with "/"
 * @param text of one that is `readable`; empty where it cannot be read
 */
export function findings(
  paths: readonly string[],
  text: (path: string) => string,
  wanted: Wanted = "any",
): Findings {
  const tree = new Tree(paths, text);
  const scripts = scriptsIn(tree);
  const asked = askedPorts(scripts);
  const unsorted = KINDS.flatMap((kind) => kind.candidates(tree, asked)).map((one) =>
    withPort(hundredths(one), asked),
  );
  const certainty = (one: Candidate) =>
    one.confidence +
    (one.reached !== null && asked.has(one.reached) ? ASKED : 0) -
    (isProgram(one) && unsorted.some((other) => isFixedAbove(other, one, unsorted)) ? FIXED : 0) -
    (scripts.length === 0 && loadable(routesIn(tree, codeIn(tree, one.code))).length === 0 ? NO_ROUTE : 0);
  const all = unsorted
    .map((one) => ({ one, at: certainty(one) }))
    .sort((a, b) => b.at - a.at || Number(isGateway(b.one)) - Number(isGateway(a.one)))
    .map(({ one }) => one);
  const fits = all.filter(
    ({ plan, confidence }) => confidence >= LEAST && (wanted === "any" || plan.kind === wanted),
  );
  const [chosen = null] = fits;
  return of(tree, chosen, all, scripts);
}

/** Whether a candidate is a program or a Dockerfile, and no service of the project's own Compose files. */
const isProgram = ({ plan }: Candidate): boolean =>
  plan.kind === "process" || plan.files.every((file) => file === plan.written?.path);

/** Whether a candidate forwards to others, by its folder: of equals it reaches the most. */
const isGateway = ({ code: { folder } }: Candidate): boolean => /(?:^|[/_-])gateway(?:$|[_-])/i.test(folder);

const portOf = ({ plan }: Candidate): number => (plan.kind === "process" ? plan.given.port : plan.port);

/**
 * Whether a program listens on a fixed port, and another one is its like in a folder below. Their port is the same, or that
 * of a Dockerfile in the other one's folder is.
 */
const isFixedAbove = (
  above: Candidate,
  { code: { folder } }: Candidate,
  all: readonly Candidate[],
): boolean =>
  above.plan.kind === "process" &&
  above.plan.given.env === null &&
  folder !== above.plan.folder &&
  isBelow(folder, above.plan.folder) &&
  all.some((one) => isProgram(one) && one.code.folder === folder && portOf(one) === portOf(above));

/** A candidate whose certainty has no error of its sum: 0.95 − 0.5 − 0.15 is less than 0.3. */
const hundredths = (candidate: Candidate): Candidate => ({
  ...candidate,
  confidence: Math.round(candidate.confidence * 100) / 100,
});

/** A process whose port was not found, with the only one that the scripts ask, or as it is, with a line about it. */
function withPort(candidate: Candidate, asked: ReadonlySet<number>): Candidate {
  const { plan, isPortGuessed, checks } = candidate;
  if (plan.kind !== "process" || !isPortGuessed) return candidate;
  const [port, ...more] = asked;
  const where = `no port was found in ${plan.folder === "." ? "the code" : plan.folder}`;
  if (port === undefined || more.length > 0)
    return { ...candidate, checks: [...checks, `${where}: it is expected to read PORT.`] };
  return {
    ...candidate,
    plan: { ...plan, given: { port, env: null } },
    checks: [
      ...checks,
      `${where}: it is expected at ${port}, which the scripts ask. Base and head take turns there.`,
    ],
  };
}

/** The ports that scripts ask: those of ordinary ones, where there are any. */
function askedPorts(scripts: readonly Script[]): ReadonlySet<number> {
  const ordinary = scripts.filter(({ special }) => special === null);
  return new Set((ordinary.length > 0 ? ordinary : scripts).flatMap(portsOf));
}

/** The same findings with another of its candidates. */
export function instead(
  found: Findings,
  chosen: Candidate,
  paths: readonly string[],
  text: (path: string) => string,
) {
  const all = [...(found.chosen ? [found.chosen] : []), ...found.others, ...found.lacking];
  return of(new Tree(paths, text), chosen, all, found.scripts);
}

function of(
  tree: Tree,
  chosen: Candidate | null,
  all: readonly Candidate[],
  scripts: readonly Script[],
): Findings {
  const code = chosen === null ? [] : codeIn(tree, chosen.code);
  const routes = [...documented(tree), ...routesIn(tree, code)];
  const apart = routes.filter(({ path }, i) => routes.findIndex((other) => other.path === path) === i);
  const health = chosen?.plan.health ?? null;
  const asked = loadable(apart).filter(
    ({ path, isRelative }) => !isRelative || health === null || !isHealth(path),
  );
  const only = health === null ? [] : [{ path: health, file: "", line: null, isRelative: false }];
  return {
    chosen: chosen && {
      ...chosen,
      checks: [...chosen.checks, ...limited(tree, code, chosen)],
      client: clientIn(tree, code),
    },
    others: all.filter((one) => one !== chosen && one.confidence >= LEAST),
    lacking: all.filter(({ confidence, lacks = [] }) => confidence < LEAST && lacks.length > 0),
    scripts: chosen === null ? scripts : withOthersLast(scripts, chosen, all),
    routes: asked.length > 0 ? asked : only,
    guarded: routesIn(tree, code, true),
  };
}

/** Scripts with those last that are in the folder of another program than the one that is chosen. */
function withOthersLast(
  scripts: readonly Script[],
  { code }: Candidate,
  all: readonly Candidate[],
): Script[] {
  const isAround = (folder: string) => folder === code.folder || isBelow(code.folder, folder);
  const others = all.map((one) => one.code.folder).filter((folder) => !isAround(folder));
  const isOther = ({ path }: Script) => others.some((folder) => isBelow(path, folder));
  return [...scripts].sort((a, b) => Number(isOther(a)) - Number(isOther(b)));
}
