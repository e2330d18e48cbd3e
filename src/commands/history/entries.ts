import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import { firstLine } from "../../base/text.ts";
import type { World } from "../../base/world.ts";
import { gitOutput } from "../../git/git.ts";
import type { Comparison } from "../../model/comparison.ts";
import type { Entry } from "../../model/trend.ts";
import { readComparison, readRun } from "../../store/records.ts";
import { entryOf, type Facts } from "../../trend/entry.ts";
import { judgeRun } from "../check/compare.ts";

/** Facts about the runs that go into the history; missing ones are looked up. */
export interface EntryOptions {
  /** Run and comparison files. */
  readonly files: readonly string[];
  /** Folder of the committed baselines, for run files. */
  readonly baselines: string;
  readonly attempt?: number | undefined;
  readonly release?: string | undefined;
  readonly link?: string | undefined;
  /** Overruled by name: `dirty`, a tree with uncommitted changes. */
  readonly allow: readonly string[];
}

/**
 * The entries of run and comparison files. A run is judged first, as `compare` does.
 *
 * @throws SteelyardError (user) for a run that was measured with uncommitted changes: it is of no commit
 */
export async function entriesOf(world: World, options: EntryOptions): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const file of options.files) {
    const path = resolve(world.cwd, file);
    const comparison = await comparisonOf(world, path, options);
    if (comparison.commit?.dirty && !options.allow.includes("dirty")) {
      throw userError("This was measured with uncommitted changes, so it is a point of no commit.", {
        where: path,
        remedy: "commit them and measure again, or --allow dirty",
      });
    }
    const entry = entryOf(comparison, await factsOf(world, comparison, options));
    if (entry) found.push(entry);
    else logTo(world.err).warn(`${file} holds no figures: nothing of it goes into the history`);
  }
  return found;
}

async function comparisonOf(world: World, path: string, options: EntryOptions): Promise<Comparison> {
  if (await isComparison(path)) return readComparison(path);
  return judgeRun(world, await readRun(path), { baselines: options.baselines });
}

/** Whether a file begins as our comparisons do; whatever else it is, the reader of runs has the message. */
async function isComparison(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0);
    return /^\s*\{\s*"schema"\s*:\s*"comparison\//.test(buffer.toString("utf8", 0, bytesRead));
  } catch {
    return false; // a folder
  } finally {
    await file.close();
  }
}

async function factsOf(world: World, { commit }: Comparison, options: EntryOptions): Promise<Facts> {
  const { cwd, env, signal } = world;
  const git = (...args: string[]) => gitOutput({ cwd, env, signal }, ...args).catch(() => null);
  const sha = commit?.sha;
  const shown = sha === undefined ? null : await git("log", "-1", "--format=%an%n%cI", sha);
  const [author = "", committed = ""] = shown?.split("\n") ?? [];
  const tags = sha === undefined ? null : await git("tag", "--points-at", sha, "--sort=-version:refname");
  return {
    author: author.slice(0, 200) || null,
    committed: committed === "" ? null : new Date(committed).toISOString(),
    attempt: options.attempt ?? attemptOf(env.GITHUB_RUN_ATTEMPT),
    release: options.release ?? ((tags && firstLine(tags, 200)) || null),
    link: options.link ?? linkOf(env),
  };
}

const attemptOf = (text: string | undefined) => (/^[1-9]\d{0,2}$/.test(text ?? "") ? Number(text) : 1);

/** The workflow run that this is, as GitHub's runner names it. */
function linkOf(env: World["env"]): string | null {
  const { GITHUB_RUN_ID: id } = env;
  const repository = repositoryIn(env);
  return repository !== null && /^\d+$/.test(id ?? "") ? `${repository}/actions/runs/${id}` : null;
}

/** The repository's address, as GitHub's runner names it. */
function repositoryIn({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
}: World["env"]): string | null {
  if (!/^https?:\/\/[\w.:-]+$/.test(server ?? "") || !/^[\w.-]+\/[\w.-]+$/.test(repository ?? ""))
    return null;
  return `${server}/${repository}`;
}

/**
 * The address where people read the repository, from the runner or from the remote `origin`; null where neither is one.
 * Credentials in it are left out.
 */
export async function repositoryOf(world: World): Promise<string | null> {
  const { cwd, env, signal } = world;
  const named = repositoryIn(env);
  if (named !== null) return named;
  const remote = await gitOutput({ cwd, env, signal }, "remote", "get-url", "origin").catch(() => null);
  return remote === null ? null : webAddress(remote);
}

/**
 * `git@host:owner/name.git`, `https://user:word@host/owner/name` → `https://host/owner/name`. A port of ssh is not the web
 * server's.
 */
export function webAddress(remote: string): string | null {
  const [, scheme = "https", site, ssh, scp, path] =
    /^(?:(https?):\/\/(?:[^@/]*@)?([\w.-]+(?::\d+)?)\/|ssh:\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/|git@([\w.-]+):)([\w./~-]+?)(?:\.git)?\/?$/.exec(
      remote.trim(),
    ) ?? [];
  return path === undefined ? null : `${scheme}://${site ?? ssh ?? scp}/${path}`;
}
