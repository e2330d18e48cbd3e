import { own } from "../../base/own.ts";
import { shellWord } from "../../base/shell.ts";
import { servicesIn } from "../../model/composefile.ts";
import { publishedPorts } from "../../model/literals.ts";
import { CODE, unlistedBinds } from "../binds.ts";
import type { Candidate, ComposePlan, ProjectKind } from "../candidate.ts";
import { APP, codeIn, dockerHealth } from "../code.ts";
import {
  BUILT_FILE,
  COMPOSE_FILE,
  type Composed,
  composedIn,
  healthOf,
  isCompose,
  missingFiles,
  namesOf,
  pairs,
  ranked,
  reachedIn,
  suffixOf,
  variablesIn,
  wordsOf,
} from "../compose.ts";
import { uncopied } from "../copies.ts";
import { completed, filesOf, isComplete, namedBy, withOverride } from "../included.ts";
import { outside, variableDoubts, withServers } from "../outside.ts";
import { rightsOf } from "../rights.ts";
import { healthIn } from "../routes/route.ts";
import { routesIn } from "../routes/routes.ts";
import { FOR_DEVELOPERS, productionFile, type Target, targetOf } from "../target.ts";
import { depth, folderOf, isAside, isBelow, type Tree } from "../tree.ts";
import { committed, exampleFor, exampleOf, madeForContainer, raised, replaced } from "../variables.ts";
import { bystandersIn, rootsOf } from "./bystanders.ts";
import { jarsOf } from "./jars.ts";
import { compiledAtStart, forDevelopers, isTypeScript, needsOfMounted, startText } from "./mounted.ts";
import { needsOfPhp } from "./mountedphp.ts";
import { unlocked } from "./rust.ts";
import { seedOf, unrunMigrations } from "./seeds.ts";
import { unloaded } from "./shared.ts";
import { imageChecks, keysIn, uncopiedFor, writtenFile } from "./written.ts";

export const COMPOSE: ProjectKind = {
  files: new RegExp(
    `${COMPOSE_FILE.source}|(?:^|/)(?:(?:[\\w.-]+\\.)?Dockerfile(?:\\.[\\w.-]+)?|prestart\\.sh)$`,
  ),
  code: /\.(?:ya?ml|conf|template)$|(?:^|\/)(?:[\w.-]*entrypoint[\w.-]*|Caddyfile)$/,
  candidates(tree, asked) {
    const own = ranked(tree.paths.filter((path) => isCompose(path) && !isAside(path)));
    const mains = own.filter((path) => suffixOf(path) === undefined);
    // One in a folder, for monitoring, say, does not stand for others that are nearer to the top.
    const nearer = own.filter((path) => mains.every((main) => depth(main) > depth(path)));
    const all = [...mains, ...nearer.filter((path) => !/override/.test(path))];
    const alone = all.filter((path, i) => !all.slice(0, i).some((one) => namedBy(tree, one).includes(path)));
    const whole = alone.flatMap((path) => {
      const files = completed(tree, path, own);
      if (files === null) return [];
      return [withOverride(tree, path).length > 1 ? files : withServers(tree, files)];
    });
    return whole.slice(0, 10).flatMap((mains, i) => {
      const found = inFiles(tree, mains, asked);
      return found === null ? [] : [{ ...found, confidence: found.confidence - 0.02 * i }];
    });
  },
};

/** @param mains a Compose file, or two of which the second changes the first */
function inFiles(tree: Tree, mains: readonly string[], asked: ReadonlySet<number>): Candidate | null {
  const main = mains[0]!;
  const folder = folderOf(main);
  const usual = mains.length > 1 ? mains : withOverride(tree, main);
  const together = composedIn(tree, usual);
  const alone = composedIn(tree, [main]);
  // An override is often for developers: then the file alone is closer to production.
  const plain = targetOf(tree, alone, folder, asked);
  const target = targetOf(tree, together, folder, asked) ?? plain;
  if (target === null) return null;
  const changed = together.find(({ name }) => name === target.composed.name)?.service.command;
  const useAlone =
    usual.length > mains.length &&
    FOR_DEVELOPERS.test(wordsOf(changed)) &&
    isComplete(tree, [main]) &&
    plain?.composed.name === target.composed.name;
  const chosen = useAlone ? plain : target;
  // An included service cannot be built by another file: Compose refuses two descriptions of it.
  const isOwn = usual.some((file) => Object.hasOwn(servicesIn(tree.text(file)), chosen.composed.name));
  if (chosen.made === "published" && !isOwn) return null;
  const production = useAlone ? null : productionFile(tree, main, chosen.composed);
  const files = [...(useAlone ? [main] : usual), ...(production === null ? [] : [production])];
  const services = (useAlone ? alone : together).filter(
    ({ profiles }) => profiles.length === 0 || chosen.profiles.some((profile) => profiles.includes(profile)),
  );
  return planned(
    tree,
    { mains, folder, files, services, production, ...chosen },
    usual.length > 1 && useAlone ? usual[1]! : null,
  );
}

/** How certain a service is, and how much less where its files need rights over the machine. */
const CERTAINTY = {
  built: [0.95, 0.15],
  mounted: [0.9, 0.15],
  published: [0.7, 0.25],
  proxy: [0.6, 0.25],
} as const;

interface Chosen extends Target {
  readonly mains: readonly string[];
  readonly folder: string;
  readonly files: readonly string[];
  readonly services: readonly Composed[];
  /** The file that gives it another command than its own. */
  readonly production: string | null;
}

function planned(tree: Tree, chosen: Chosen, unused: string | null): Candidate {
  const { composed, folder, files, port, made } = chosen;
  const leftOut = bystandersIn(tree, chosen.services, composed);
  const services = chosen.services.filter((one) => !leftOut.includes(one));
  const { build, env, checks, lacks, isGuessed, copies } = variables(tree, services, files);
  const context = codeFolder(tree, composed, folder);
  const check = healthOf(
    `${wordsOf(composed.service.healthcheck?.test)}\n${dockerHealth(tree, composed.dockerfile)}`,
  );
  const routes =
    check.path === null && !chosen.isDoubtful
      ? healthIn(routesIn(tree, codeIn(tree, { folder: context, ending: CODE })))
      : null;
  const compiler = compiledAtStart(tree, composed);
  const needs = [...needsOfMounted(tree, composed, services, folder), ...needsOfPhp(tree, services, folder)];
  const jars = jarsOf(tree, services);
  const { allow, checks: ofRights } = rightsOf(tree, files);
  const merged = composedIn(tree, files).find(({ name }) => name === composed.name) ?? composed;
  const { seed, checks: ofSeed } = seedOf(tree, services, merged);
  const keys = keysIn(services, chosen);
  const written = writtenFile(tree, { ...chosen, keys });
  const plan: ComposePlan = {
    kind: "compose",
    service: composed.name,
    files: [...files, ...(written === null ? [] : [written.path])],
    services: leftOut.length === 0 ? [] : rootsOf(services),
    leftOut: leftOut.map(({ name }) => name),
    profiles: leftOut.length === 0 ? chosen.profiles : [],
    build: [...build, ...needs.map(({ argv }) => argv), ...jars.map(({ argv }) => argv)],
    env,
    allow,
    port,
    others: services.flatMap((one) => (one === composed ? [] : reachedIn(one))),
    published: publishedPorts(files.map((file) => tree.text(file))),
    written,
    health: check.path ?? routes?.path ?? null,
    seed,
  };
  const absent = [...copies, ...uncopiedFor(tree, chosen)].filter(
    ({ path }) =>
      !plan.build.flat().some((word) => word.includes(path)) &&
      !jars.some(({ paths }) => paths.includes(path)),
  );
  const declared = new RegExp(`^(?: {1,4}|\\t)${composed.name.replace(/\./g, "\\.")}:`, "m");
  const at = tree.first(filesOf(tree, chosen.mains).reverse(), declared);
  const [certainty, withRights] = CERTAINTY[made];
  // Its Dockerfile alone (0.5) would lack the server as well as the variables.
  const isBuilt = composed.dockerfile !== null && tree.has(composed.dockerfile);
  const hasServer = isBuilt && services.some(({ role }) => role === "behind");
  return {
    title: `${composed.name} of ${files.join(" and ")}`,
    plan,
    reached: composed.published.find(({ inside }) => inside === port)?.outside ?? null,
    isPortGuessed: false,
    confidence:
      certainty -
      (lacks.length > 0 ? (hasServer ? 0.4 : 0.5) : isGuessed ? 0.25 : 0) -
      (compiler === null || isTypeScript(compiler) ? 0 : 0.25) -
      (absent.length === 0 ? 0 : 0.25) -
      (allow.some((right) => right !== "checkout-writes") ? withRights : 0),
    lacks,
    evidence: [
      at ?? { file: chosen.mains.at(-1)!, line: null },
      ...chosen.evidence,
      ...(routes ? [routes] : []),
    ],
    // Several files may get the values of one example.
    checks: distinct([
      ...chosen.checks,
      ...(compiler === null ? [] : [`${composed.name} is compiled at every start, by \`${compiler}\`.`]),
      ...severalContainers(composedIn(tree, files), composed.name),
      ...forDevelopers(tree, services, chosen.production === null ? null : composed),
      ...checks,
      ...absent.map(({ dockerfile, path }) => `${dockerfile} copies ${path}, which is not in the checkout.`),
      ...unlistedBinds(tree, services, folder)
        .filter(({ path }) => !plan.build.flat().some((word) => word.includes(path)))
        .map(({ name, path }) => `${name} reads ${path} through a mount, which is not in the checkout.`),
      ...needs.flatMap((need) => need.checks),
      ...unlocked(tree, context),
      ...jars.map(({ check }) => check),
      ...outside(tree, services, folder),
      ...variableDoubts(tree, composed, folder, context),
      ...imageChecks(tree, chosen),
      ...keys.map(
        ({ name, keys }) =>
          `the values of ${keys.map(([key]) => key).join(", ")} in ${name} are placeholders: ${BUILT_FILE} has others.`,
      ),
      ...(unused === null
        ? []
        : [`${unused} is left out, because it starts ${composed.name} for developers.`]),
      ...ofSeed,
      ...(seed === null ? unrunMigrations(tree, services) : []),
      ...(seed === null && !isFilled(tree, services, composed)
        ? unloaded(tree, context, { isMade: true })
        : []),
      ...(allow.length === 0 ? [] : [`the files need rights over the machine: ${allow.join(", ")}.`]),
      ...ofRights,
    ]),
    code: { folder: context, ending: CODE },
  };
}

const distinct = (sentences: readonly string[]) => [...new Set(sentences)];

/** A note about a service that runs in several containers: the load asks the port of one of them. */
function severalContainers(services: readonly Composed[], name: string): string[] {
  const service = services.find((one) => one.name === name)?.service;
  const count = Number(Object(service?.deploy).replicas ?? service?.scale);
  return count > 1
    ? [
        `${name} has ${count} containers, and the load asks only one: set \`replicas\` to 1, or load a proxy in front.`,
      ]
    : [];
}

/** The folder with a service's code: of its Dockerfile or mount, named by its build's arguments, like a back end, or the top. */
function codeFolder(tree: Tree, { service, dockerfile, mounted }: Composed, folder: string): string {
  const own = dockerfile === null ? (mounted ?? folder) : folderOf(dockerfile);
  const projects = [...new Set(tree.named(APP).map(folderOf))];
  const isProject = projects.some((path) => path === own || isBelow(path, own));
  if (own !== "." && isProject && tree.sources(own, CODE).length > 0) return own;
  const values = pairs(Object(service.build).args).map(([, value]) => `/${value.replace("@", "")}`);
  const named = projects.filter((path) => values.some((value) => `/${path}`.endsWith(value)));
  if (named.length === 1) return named[0]!;
  const packages = tree.named(/^(?:package\.json|pyproject\.toml|go\.mod)$/).map(folderOf);
  return (
    packages.find(
      (path) => packages.length > 2 && /^(?:[^/]+\/)?(?:[^/]*[_-])?(?:backend|server|api)$/.test(path),
    ) ?? "."
  );
}

/** The variables that the files use, and the files of variables that the services read. */
function variables(tree: Tree, services: readonly Composed[], files: readonly string[]) {
  const folder = folderOf(files[0]!);
  const example = exampleFor(tree, folder);
  const there = committed(tree, folder);
  const read = filesOf(tree, files);
  const named = [...new Set(read.flatMap((file) => variablesIn(tree.text(file))))];
  const given = tree.all(read, /\$\{?(\w+)/g).map(({ groups: [name = ""] }) => name);
  const stands = replaced(there, named);
  const used = named.filter((name) => !(name in there));
  const known = used.filter((name) => own(example?.values, name) !== undefined);
  const unknown = used.filter((name) => !known.includes(name) && !/^(?:PWD|HOME|USER|UID|GID)$/.test(name));
  const required = unknown.filter((name) =>
    read.some((file) => new RegExp(`\\{${name}:?\\?`).test(tree.text(file))),
  );
  const missing = missingFiles(tree, services, files);
  const copies = services.flatMap(({ dockerfile, context }) =>
    dockerfile === null || context === null
      ? []
      : uncopied(tree, dockerfile, context).map((path) => ({ dockerfile, path })),
  );
  const makes = [...new Set([...missing, ...copies.map(({ path }) => path)])].flatMap((path) => {
    const from = exampleOf(tree, path);
    if (from === null || [path, from.path].some((one) => shellWord(one) !== one)) return [];
    return [{ path, from, ...madeForContainer(from, path, { given, known: services.flatMap(namesOf) }) }];
  });
  const lacking = missing.filter((path) => !makes.some((one) => one.path === path));
  const values = Object.fromEntries(
    known
      .filter((name) => !/^(?:GITHUB|ACTIONS|RUNNER|K6|STEELYARD)_/.test(name))
      .map((name) => [name, own(example!.values, name)!]),
  );
  const empty = Object.entries(values).flatMap(([name, value]) => (value === "" ? [name] : []));
  const limits = raised({ path: example?.path ?? "", values });
  return {
    build: makes.map(({ argv }) => argv),
    env: { ...stands.env, ...values, ...limits.env },
    lacks: [...lacking, ...required],
    copies,
    isGuessed: makes.some(({ from }) => from.isGuess),
    checks: [
      ...stands.checks,
      ...(known.length > 0 ? [`${example!.path} is where the values of \`env\` are from.`] : []),
      ...(empty.length > 0
        ? [
            `\`env\` leaves ${empty.slice(0, 6).join(", ")} empty: write values, the same ones in \`.env\` where a service reads it.`,
          ]
        : []),
      ...(unknown.length > 0
        ? [
            `variables without a value (write them under \`env\`), as nothing in the checkout has one: ${unknown.slice(0, 6).join(", ")}.`,
          ]
        : []),
      ...(lacking.length > 0
        ? [`not in the checkout, and a fresh one does not start without: ${lacking.join(", ")}.`]
        : []),
      ...makes.flatMap(({ from, path }) =>
        from.isGuess ? [`${path} gets the text of ${from.path}, the only example of its folder.`] : [],
      ),
      ...limits.checks,
      ...makes.flatMap(({ checks }) => checks),
    ],
  };
}

/** Whether the database gets its data from its own image, or from the service as it starts. */
const isFilled = (tree: Tree, services: readonly Composed[], composed: Composed): boolean =>
  /initdb\.d|seed|init\.sql/.test(JSON.stringify(services.map(({ service }) => service))) ||
  /seed/.test(startText(tree, composed)) ||
  /seed|migrat|entrypoint\.sh/.test(composed.dockerfile === null ? "" : tree.text(composed.dockerfile));
