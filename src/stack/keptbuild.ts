import { createHash, randomBytes } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { release } from "node:os";
import { delimiter, join } from "node:path";
import { environmentError, isExpected } from "../base/errors.ts";
import { cacheFolder, homeFolder } from "../exec/cache.ts";
import { allowed } from "../exec/env.ts";
import { makeFolder, namesIn, readWhole, removeTree, renameOver, writePrivate } from "../exec/linkless.ts";
import { run } from "../exec/run.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Longest use of a build, in seconds: what registries and tools serve changes from day to day. */
const LONGEST = 24 * 3600;
/** Most KiB of all kept builds together. */
const QUOTA = 10 * 2 ** 20;
/** Time limit of a copy, in seconds. */
const COPY = 300;

/** Files below the user's home that choose versions of tools, or where packages come from. */
const CHOICES = [
  ".tool-versions",
  ".config/mise/config.toml",
  ".pyenv/version",
  ".rbenv/version",
  ".nodenv/version",
  ".rustup/settings.toml",
  ".cargo/config.toml",
  ".npmrc",
  ".yarnrc.yml",
  ".config/pip/pip.conf",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
];

/** What lies next to the files of a kept build. */
interface Kept {
  /** Of `buildKey`. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly built: number;
  /** Size in KiB. */
  readonly size: number;
}

/**
 * The files of a commit as its build left them, before anything was started there. The next comparison with that commit
 * on this machine takes them in place of another build.
 */
export class KeptBuild {
  readonly #env: Env;
  readonly #folder: string;
  readonly #top: string;

  /**
   * @param env  the user's environment
   * @param name of the commit in its repository
   * @param top  of its worktree, whose path is the same each time
   */
  constructor(env: Env, name: string, top: string) {
    this.#env = env;
    this.#folder = join(folderOf(env), name);
    this.#top = top;
  }

  /**
   * Puts the kept files into the worktree.
   *
   * @param key of `buildKey`
   * @param now milliseconds since 1970
   * @returns seconds since they were built; null where none are kept for this key
   * @throws SteelyardError (environment) where they cannot be copied; Interrupted
   */
  async restore(key: string, now: number, signal: AbortSignal): Promise<number | null> {
    const kept = recordedIn(this.#folder);
    if (kept?.key !== key || isOld(kept, now)) return null;
    for (const { name } of namesIn(this.#top)) if (name !== ".git") removeTree(join(this.#top, name));
    try {
      await this.#copy(filesOf(this.#folder), this.#top, signal);
      if (recordedIn(this.#folder)?.built !== kept.built) throw lost(this.#folder);
    } catch (error) {
      if (isExpected(error)) this.drop(); // the next measurement builds
      throw error;
    }
    return (now - kept.built) / 1000;
  }

  /**
   * Keeps the files of the worktree, and the latest of other commits that there is room for.
   *
   * @throws SteelyardError (environment) where they cannot be copied; Interrupted
   */
  async keep(key: string, now: number, signal: AbortSignal): Promise<void> {
    const work = `${this.#folder}.${randomBytes(6).toString("hex")}`;
    try {
      makeFolder(filesOf(work), 0o700);
      await this.#copy(this.#top, filesOf(work), signal);
      removeTree(join(filesOf(work), ".git")); // of the worktree, which is another one next time
      const size = Number.parseInt(await this.#output(["du", "-sk", filesOf(work)], signal), 10);
      const kept: Kept = { key, built: now, size };
      writePrivate(recordOf(work), JSON.stringify(kept));
      this.drop();
      renameOver(work, this.#folder);
    } finally {
      removeTree(work);
    }
    prune(folderOf(this.#env), now);
  }

  /** Removes what is kept. */
  drop(): void {
    remove(this.#folder);
  }

  async #copy(from: string, to: string, signal: AbortSignal): Promise<void> {
    const shared = process.platform === "linux" ? ["--reflink=auto"] : []; // no copy at all, on file systems that can
    await this.#output(["cp", "-a", ...shared, `${from}/.`, to], signal);
  }

  async #output(argv: readonly string[], signal: AbortSignal): Promise<string> {
    const done = await run(argv, { cwd: "/", env: allowed(this.#env), signal, timeout: COPY });
    if (done.code === 0) return done.stdout;
    const cause = done.timedOut ? `it took longer than ${COPY} s` : done.stderr.trim().slice(-500);
    throw environmentError("Files of base's build cannot be copied.", { where: argv.join(" "), cause });
  }
}

/** Removes all kept builds of this user. Returns how many there were. */
export function clearKeptBuilds(env: Env): number {
  const folder = folderOf(env);
  const found = namesIn(folder);
  for (const { name } of found) remove(join(folder, name));
  removeTree(folder);
  return found.length;
}

/** Removes a kept build. The record goes first: another measurement, which copies the files, looks at it again afterwards. */
function remove(folder: string): void {
  removeTree(recordOf(folder));
  removeTree(folder);
}

const lost = (folder: string) =>
  environmentError("The kept build of base was removed while it was copied.", {
    where: folder,
    remedy: "measure again: base is built then",
  });

/**
 * A digest of all that decides the result of a build apart from the commit: its commands and their environment, the programs
 * of this machine, and the choices of its user. A change of any folder of PATH counts as a change of its programs.
 */
export function buildKey(commands: readonly (readonly string[])[], env: Env): string {
  const passed = allowed(env);
  const programs = (passed.PATH ?? "").split(delimiter).map(stamp);
  const choices = CHOICES.map((name) => stamp(join(homeFolder(env), name)));
  const system = [process.platform, process.arch, release()];
  const parts = [commands, Object.entries(passed).sort(), programs, choices, system];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Where a path leads, and when that changed; null where nothing is. */
function stamp(path: string): readonly [string, number, number] | null {
  try {
    const real = realpathSync(path);
    const { mtimeMs, size } = statSync(real);
    return [real, mtimeMs, size];
  } catch {
    return null;
  }
}

const folderOf = (env: Env) => join(cacheFolder(env), "builds");
const filesOf = (folder: string) => join(folder, "files");
const recordOf = (folder: string) => join(folder, "kept.json");

const isOld = ({ built }: Kept, now: number) => built > now || now - built > LONGEST * 1000;

/** The record in a folder; undefined where it holds no kept build. */
function recordedIn(folder: string): Kept | undefined {
  try {
    const { key, built, size } = JSON.parse(readWhole(recordOf(folder), 4_096)) as Partial<Kept>;
    const sound = typeof key === "string" && typeof built === "number" && typeof size === "number";
    return sound ? { key, built, size } : undefined;
  } catch {
    return undefined;
  }
}

/** Removes what is of no use any more, and the oldest builds beyond the quota. */
function prune(folder: string, now: number): void {
  const found = namesIn(folder).map(({ name }) => ({ name, kept: recordedIn(join(folder, name)) }));
  const latest = found.sort((a, b) => (b.kept?.built ?? 0) - (a.kept?.built ?? 0));
  let total = 0;
  for (const { name, kept } of latest) {
    total += kept?.size ?? 0;
    if (kept === undefined || isOld(kept, now) || total > QUOTA) remove(join(folder, name));
  }
}
