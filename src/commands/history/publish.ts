import { join, resolve, sep } from "node:path";
import { userError, wrongOption } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { linkAt, linklessStat } from "../../exec/linkless.ts";
import { pushBranch } from "../../git/branch.ts";
import { sweepClones } from "../../git/clone.ts";
import { gitOutput } from "../../git/git.ts";
import { isThere } from "../../store/files.ts";
import { type EntryOptions, entriesOf } from "./entries.ts";
import { guestsOf, type MakingOptions, making, OURS, renewSite, siteSummary } from "./site.ts";

export interface PublishOptions extends EntryOptions, MakingOptions {
  readonly branch: string;
  /** Of the branch: where the page lives. */
  readonly folder: string;
  /** Address, or name of a remote of this checkout. */
  readonly remote: string;
  /** Of the branch: folder of github-action-benchmark, shown in the page where it is there. */
  readonly benchmarks: string;
  /** Seconds after which pushing is given up. */
  readonly patience: number;
}

/** Adds runs to the history on a branch and pushes it with page and badge, in one commit: null where it had all. */
export async function publish(
  world: World,
  options: PublishOptions,
): Promise<{ readonly commit: string | null }> {
  const log = logTo(world.err);
  const { cwd, env, signal, random } = world;
  const entries = await entriesOf(world, options);
  const made = await making(world, options);
  const named = await gitOutput({ cwd, env, signal }, "remote", "get-url", options.remote);
  const remote = named ?? options.remote;
  refuseOption(remote, "remote");
  refuseOption(options.branch, "branch");
  sweepClones(log);
  const commit = await pushBranch(
    { cwd, env, signal },
    {
      remote,
      branch: options.branch,
      token: env.STEELYARD_TOKEN || env.GITHUB_TOKEN || undefined,
      random,
      log,
      patience: options.patience,
      async update(clone) {
        const folder = below(clone, options.folder);
        const data = join(below(clone, options.benchmarks), "data.js");
        if (linklessStat(data)?.isSymbolicLink()) throw linkAt(data);
        const guests = await guestsOf((await isThere(data)) ? [data] : []);
        const built = await renewSite(folder, entries, { ...made, guests });
        for (const warning of built.warnings) log.warn(warning);
        log.info(siteSummary(built));
        const there = await Promise.all(OURS.map((name) => isThere(join(folder, name))));
        const paths = OURS.filter((_, i) => there[i]).map((name) => join(folder, name));
        const subject = entries.at(-1)?.commit?.sha.slice(0, 9);
        return { paths, message: `Performance trends${subject === undefined ? "" : ` of ${subject}`}` };
      },
    },
  );
  log.info(
    commit === null ? "nothing new to publish" : `published to ${options.branch} as ${commit.slice(0, 9)}`,
  );
  return { commit };
}

/** A folder of the branch; nothing outside of it is meant. */
function below(clone: string, folder: string): string {
  const path = resolve(clone, folder);
  if (path === clone || (path.startsWith(clone + sep) && !path.startsWith(join(clone, ".git")))) return path;
  throw userError("This folder lies outside of the branch.", {
    where: folder,
    remedy: "give a relative path, such as steelyard",
  });
}

function refuseOption(text: string, name: string): void {
  if (text !== "" && !text.startsWith("-")) return;
  throw wrongOption(name, text, `name a ${name}`);
}
