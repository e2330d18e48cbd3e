import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { errorFacts, exitOf, explain, SteelyardError, userError, wrongOption } from "../../base/errors.ts";
import { EXIT } from "../../base/exit.ts";
import { own } from "../../base/own.ts";
import type { World } from "../../base/world.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { defaultBranch } from "../../git/base.ts";
import { gitOutput } from "../../git/git.ts";
import { shownRef } from "../../git/show.ts";
import { configText, selected, todo } from "../../init/config.ts";
import { type Findings, findings, instead, readable, type Wanted } from "../../init/findings.ts";
import { gitlabFiles } from "../../init/gitlab.ts";
import { isData } from "../../init/routes/frameworks.ts";
import { NOWHERE, sourceOf } from "../../init/source.ts";
import { STARTER, starterText } from "../../init/starter.ts";
import { badge, type ForgeName, isOwn, perfPath, repositoryOf, workflows } from "../../init/workflows.ts";
import { isThere, readIfThere, readText, writeText } from "../../store/files.ts";
import type { Answer } from "../answer.ts";
import { checkRun } from "../check/check.ts";
import { rendered } from "../check/report.ts";
import { BASELINES } from "../options.ts";
import { ownSource } from "./source.ts";
import { withoutRefused } from "./starter.ts";

export { FORGES } from "../../init/workflows.ts";

/** Most files that are read, and the largest size of one; no hand-written script is larger. */
const MOST_READ = 5_000;
const LONGEST = 200_000;
/** Most bytes of a file of data, whose lists alone are read. */
const LONGEST_DATA = 5_000_000;

export interface InitOptions {
  /** The source of the action, "octo/steelyard@v1". */
  readonly from: string | undefined;
  /** Where the repository lives. */
  readonly forge: ForgeName;
  /** Which kind of stack is asked for. */
  readonly wanted: Wanted;
  /** Whether every question is answered by its default. */
  readonly yes: boolean;
}

/** Trials of the one measurement at the end: the fewest that give a verdict. */
const TRIALS = 6;
const CONFIG_PATH = ".github/steelyard.yml";
const ONCE = `steelyard check --no-base --trials ${TRIALS}`;

/**
 * Examines the checkout and writes a first setup: a config, the workflows, and a script where there is none.
 * Existing files are left as they are, so a second run does nothing. In a terminal it asks what to start, if several
 * ways were found. Then it measures once, if that is wanted, and prints the comment of a pull request.
 *
 * @returns the verdict's exit code where it measured
 * @throws SteelyardError (user) outside the top of a git checkout, or for a source that is none
 */
export async function initialize(world: World, options: InitOptions): Promise<Answer> {
  const { forge, yes } = options;
  const source = await sourceFor(world, options.from);
  const ask = yes ? undefined : world.ask;
  const found = await foundIn(world, options.wanted, ask);
  const branch = await branchOf(world);
  const existing =
    forge === "gitlab"
      ? await readIfThere(resolve(world.cwd, perfPath(forge)), "file of jobs", "mend its permissions")
      : undefined;
  const { plan } = found.chosen ?? {};
  const files = await writeMissing(world, {
    first: {
      [CONFIG_PATH]: configText(found),
      ...(selected(found.scripts).isStarting && { [STARTER]: starterText(found) }),
      ...(plan?.kind === "compose" && plan.written && { [plan.written.path]: plan.written.text }),
    },
    workflows: workflows(forge, source, branch, existing),
    untouched: source === NOWHERE ? {} : workflows(forge, NOWHERE, branch, existing),
  });
  const pathsOf = (isKept: boolean) =>
    files.all.filter((one) => one.isKept === isKept).map(({ path }) => path);
  const [wrote, kept] = [pathsOf(false), pathsOf(true)];
  const isKept = kept.includes(CONFIG_PATH);
  const open = [
    ...(isKept ? [] : todo(found)),
    ...(files.isNowhere ? [REPLACE] : []),
    ...(forge === "gitlab" ? gitlabFiles(source, existing).open : []),
    ...(isOwn(forge) && wrote.includes(perfPath(forge)) ? [RUNNERS] : []),
    ...(await ignored(world, [...wrote, ...kept])),
    ...(isKept ? [] : await unignored(world, plan?.build ?? [])),
  ];
  const remote = (await gitOutput(world, "remote", "get-url", "origin")) ?? "";
  const shown = forge === "github" ? badge(repositoryOf(remote) ?? "YOUR/REPOSITORY", branch) : null;
  world.out.write(`${lines(files, open, shown).join("\n")}\n`);
  if (isKept || plan === undefined || !(yes || (await agreed(ask)))) {
    world.out.write(next(plan === undefined));
    return { exit: EXIT.ok, json: { wrote, kept, open, measured: null } };
  }
  const { exit, json } = await measureOnce(world, wrote.includes(STARTER));
  return { exit, json: { wrote, kept, open, measured: json } };
}

const RUNNERS =
  "Give a runner the label `perf`, which measures, and one on another machine the label `report`, which runs no code of pull requests.";
const REPLACE =
  "Replace OWNER/REPO in the workflows by the repository that has Steelyard: init --from acme/steelyard@v1 does it.";

/** The source of the action: as it was given, or as npm installed it. @throws SteelyardError (user) */
async function sourceFor(world: World, from: string | undefined) {
  if (from === undefined) return await ownSource(world);
  const source = sourceOf(from);
  if (source !== undefined) return source;
  throw wrongOption("from", from, "give a repository and a ref of it, such as octo/steelyard@v1");
}

/** Texts by path: of a first setup, of workflows, and of workflows as they are written without a repository. */
type SetupTexts = Readonly<Record<"first" | "workflows" | "untouched", Readonly<Record<string, string>>>>;

/** The files of a setup, in order; and whether a workflow still has the placeholder for the repository. */
interface Files {
  readonly all: readonly { readonly path: string; readonly isKept: boolean }[];
  readonly isNowhere: boolean;
}

/** Writes the files that are not there. A workflow that has the placeholder, and is otherwise untouched, gets the repository. */
async function writeMissing(world: World, { first, workflows, untouched }: SetupTexts): Promise<Files> {
  const all: { path: string; isKept: boolean }[] = [];
  let isNowhere = false;
  for (const [path, text] of Object.entries({ ...first, ...workflows })) {
    const at = resolve(world.cwd, path);
    const isWorkflow = Object.hasOwn(workflows, path);
    const before = isWorkflow ? await readIfThere(at, "workflow", "mend its permissions") : undefined;
    const isOurs = before === undefined ? !(await isThere(at)) : before === own(untouched, path);
    if (isOurs) await writeText(groundedPath(world.cwd, path), text);
    all.push({ path, isKept: !isOurs });
    isNowhere ||= isWorkflow && (isOurs ? text : (before ?? "")).includes(NOWHERE.repository);
  }
  return { all, isNowhere };
}

/** What a person sees of the files, and of the points to look at. */
const lines = ({ all }: Files, open: readonly string[], shown: string | null): string[] => [
  ...all.map(({ path, isKept }) => (isKept ? `kept   ${path}: it is there already` : `wrote  ${path}`)),
  ...(open.length === 0 ? [] : ["", "Look at these:", ...open.map((line) => `  - ${line}`)]),
  ...(shown === null ? [] : ["", "The badge, for the README:", `  ${shown}`]),
  "",
];

/** A sentence about files that git would leave out of a commit: without its config a base is never measured. */
async function ignored(world: World, paths: readonly string[]): Promise<string[]> {
  const found = (await gitOutput(world, "check-ignore", "--", ...paths)) ?? "";
  return found === "" ? [] : [`.gitignore leaves these out: git add --force ${found.split("\n").join(" ")}`];
}

/** A sentence about folders that the build makes and git does not ignore: every later run would have uncommitted changes. */
async function unignored(world: World, build: readonly (readonly string[])[]): Promise<string[]> {
  const left: string[] = [];
  for (const name of new Set(build.flatMap(madeBy))) {
    if (!(await gitOutput(world, "check-ignore", "--", `${name}/`))) left.push(`/${name}/`);
  }
  if (left.length === 0) return [];
  return [
    `Add to .gitignore what the build makes, or later runs have uncommitted changes: ${left.join(" ")}`,
  ];
}

/** The folder that a command of a build makes, from the top of the checkout on. */
export function madeBy(argv: readonly string[]): string[] {
  const line = argv.join(" ");
  const [, environment, output] = /\bvenv (\.\w+)|-o ([\w-]+)\//.exec(line) ?? [];
  const name = environment ?? output;
  const [, folder] = /\bcd ([\w./-]+) && /.exec(line) ?? [];
  return name === undefined ? [] : [join(folder ?? "", name)];
}

/** The next steps of a person where nothing was measured. */
const next = (isNothing: boolean) =>
  [
    "Then:",
    ...(isNothing ? [] : [`  ${ONCE}   # measures this checkout once: whether stack and load work`]),
    "  steelyard doctor   # the config and this machine",
    "  steelyard check --base   # a branch against where it left the default branch",
    "",
  ].join("\n");

/** The findings, with the way to start the service that a person chose, where several were found. */
async function foundIn(world: World, kind: Wanted, ask: World["ask"]): Promise<Findings> {
  const paths = await filesOf(world);
  const texts = await read(world, readable(paths).slice(0, MOST_READ));
  const text = (path: string) => texts.get(path) ?? "";
  const found = findings(paths, text, kind);
  const others = found.others.filter(({ plan }) => kind === "any" || plan.kind === kind);
  if (ask === undefined || found.chosen === null || others.length === 0) return found;
  const all = [found.chosen, ...others].slice(0, 9);
  const list = all.map(({ title, plan }, i) => `  ${i + 1}  ${title} (${KIND_NAMES[plan.kind]})\n`);
  world.out.write(`Several ways to start a service were found:\n${list.join("")}`);
  for (;;) {
    const answer = (await ask("Which one is measured? [1] ")).trim();
    const chosen = answer === "" ? found.chosen : /^\d$/.test(answer) ? all[Number(answer) - 1] : undefined;
    if (chosen) return chosen === found.chosen ? found : instead(found, chosen, paths, text);
  }
}

const KIND_NAMES = { compose: "Compose", process: "a process" } as const;

const agreed = async (ask: World["ask"]) =>
  ask !== undefined && !/^n/i.test((await ask("Measure once now? It takes a minute or two. [Y/n] ")).trim());

/**
 * Measures head alone, briefly, and prints the comment that a pull request would get.
 *
 * @param isStarting whether the load is the script that was just written
 */
async function measureOnce(world: World, isStarting: boolean): Promise<Answer> {
  world.out.write(`Measuring once: ${ONCE}\n\n`);
  try {
    const options = {
      config: CONFIG_PATH,
      out: ".steelyard",
      base: false,
      trials: TRIALS,
      stackEnv: {},
    } as const;
    const measure = () => checkRun(world, { ...options, baselines: BASELINES, waivers: undefined });
    const first = await measure();
    const cleared = isStarting ? await withoutRefused(world, options.out) : null;
    if (cleared !== null) world.out.write(`\n${cleared.text}\n`);
    if (cleared?.isChanged) world.out.write(`\nMeasuring again: ${ONCE}\n\n`);
    const comparison = cleared?.isChanged ? await measure() : first;
    world.out.write(`\nThe comment of a pull request:\n\n${rendered(world, comparison, "comment")}\n`);
    return { exit: comparison.exit, json: comparison };
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    world.out.write(`${explain(error)}\n\nMend that, then: ${ONCE}\n`);
    return { exit: exitOf(error), json: { error: errorFacts(error) } };
  }
}

/** Files of the checkout that git tracks or would add, except names that no config should repeat. */
async function filesOf(world: World): Promise<string[]> {
  const top = await gitOutput(world, "rev-parse", "--show-cdup");
  if (top !== "") {
    throw userError(top === null ? "This is no git checkout." : "This is not the top of the checkout.", {
      where: world.cwd,
      remedy: top === null ? "git init, then again" : `cd ${top}, then again`,
    });
  }
  const listed = await gitOutput(world, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  return [...new Set((listed ?? "").split("\0"))].filter((path) => path !== "" && !/[\p{C}"\\]/u.test(path));
}

/** Texts by path; links and whatever is long or cannot be read are left out. */
async function read(world: World, paths: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of paths) {
    const file = resolve(world.cwd, path);
    const stat = await lstat(file).catch(() => null); // deleted, and still in the index
    if (!stat?.isFile() || stat.size > (isData(path) ? LONGEST_DATA : LONGEST)) continue;
    texts.set(path, await readText(file, "file", "mend its permissions").catch(() => ""));
  }
  return texts;
}

/** The default branch's name; "main" where nothing tells. */
async function branchOf(world: World): Promise<string> {
  try {
    return shownRef(await defaultBranch(world)).replace(/^origin\//, "");
  } catch (error) {
    if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
    const current = await gitOutput(world, "symbolic-ref", "--quiet", "--short", "HEAD"); // nothing is committed yet
    return current || "main";
  }
}
