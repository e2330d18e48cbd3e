import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import { type Checkout, git, gitOutput } from "./git.ts";

/** A git setting that stores or provides credentials: its name and its file, never its value. */
export interface Kept {
  readonly key: string;
  readonly where: string;
}

/** A setting as git prints it: section and variable in lower case, the part between them unchanged. */
interface Setting {
  readonly key: string;
  readonly value: string;
}

/** The most folders of the checkout that are searched for further repositories, and the search depth. */
const MOST_FOLDERS = 5_000;
const DEEPEST = 3;
/** The most files with includes. A larger number means a circle. */
const MOST_FILES = 200;

/** User and password, or only a token, in the address of a web server. */
const IN_ADDRESS = /\b(?:https?|ftps?):\/\/[^/\s@]+@|\b\w+:\/\/[^/\s@:]+:[^/\s@]+@/i;
/** Variables of any section whose value is a secret. */
const SECRETS = /(?:^|\.)[^.]*(?:pass|passwd|password|token|secret|apikey)$/;
/** Variables that name a place or a provider of credentials. */
const HOLDERS =
  /^(?:credential\.(?:.*\.)?helper|core\.askpass|http\.(?:.*\.)?(?:extraheader|cookiefile|sslkey|sslcert|proxysslkey|proxysslcert))$/;
/** `ssh` with options that name no key. Any other option may. */
const PLAIN_SSH =
  /^(?:\/\S*\/)?ssh(?:\s+-(?:[46qvaTxC]+|p\s*\d+|o\s*"?(?:StrictHostKeyChecking|UserKnownHostsFile|CheckHostIP|BatchMode|ConnectTimeout|LogLevel|ServerAlive\w+)[= ][^\s"]+"?))*$/;

/** Whether a setting stores credentials or names their place. An empty value resets an earlier one. */
export function keepsCredentials({ key, value }: Setting): boolean {
  if (IN_ADDRESS.test(key) || IN_ADDRESS.test(value)) return true;
  if (value === "") return false;
  const name = lowered(key);
  if (name === "core.sshcommand") return !PLAIN_SSH.test(value.trim());
  return HOLDERS.test(name) || SECRETS.test(name);
}

/** A key with its variable and section in lower case, as git compares them. */
function lowered(key: string): string {
  const [first, last] = [key.indexOf("."), key.lastIndexOf(".")];
  return `${key.slice(0, first).toLowerCase()}${key.slice(first, last)}${key.slice(last).toLowerCase()}`;
}

/** The settings in the output of `git config --list -z`: key, line break, value, NUL. */
export function settingsIn(text: string): Setting[] {
  return text.split("\0").flatMap((one) => {
    const [, key, value = ""] = /^([^\n]+)(?:\n([\s\S]*))?$/.exec(one) ?? [];
    return key === undefined ? [] : [{ key, value }];
  });
}

/**
 * Settings with credentials that code of the checkout can read. Searches the configuration of the clone, its
 * worktrees and submodules, of repositories inside it, and every file that these include under any condition. Also
 * searches files of `actions/checkout` in the runner's temporary folder, and git's settings in the job's environment.
 *
 * @param env the job's own environment
 */
export async function credentialsIn(checkout: Checkout): Promise<Kept[]> {
  const { env } = checkout;
  const files = [
    ...(await configsOf(checkout)),
    ...namesIn(env.RUNNER_TEMP ?? "")
      .filter((name) => /^git-credentials-.*\.config$/.test(name))
      .map((name) => join(env.RUNNER_TEMP ?? "", name)),
  ];
  return [...(await keptIn(checkout, files)), ...inEnvironment(env)];
}

/**
 * Checks that unmerged code cannot read any credentials.
 *
 * @throws SteelyardError (user) that names each setting, and the line for the workflow
 */
export async function demandNoCredentials(checkout: Checkout): Promise<void> {
  const found = await credentialsIn(checkout);
  if (found.length === 0) return;
  const names = [...new Set(found.map(({ key, where }) => `${key} in ${where}`))];
  throw userError("This clone contains the job's credentials, and the measured code could read them.", {
    where: `${checkout.cwd}, its git configuration: ${names.slice(0, 5).join("; ")}`,
    remedy: "actions/checkout with: persist-credentials: false; or remove these settings",
  });
}

/** Credentials in the configuration of the user and the machine, which no workflow can remove. */
export async function credentialsOfUser(checkout: Checkout): Promise<Kept[]> {
  const found: Kept[] = [];
  for (const scope of ["--global", "--system"]) {
    const done = await git(checkout, ["config", scope, "--includes", "--list", "-z"]);
    if (done.code !== 0) continue;
    const where = `git config ${scope}`;
    found.push(
      ...settingsIn(done.stdout)
        .filter(keepsCredentials)
        .map(({ key }) => ({ key: bare(key), where })),
    );
  }
  const home = checkout.env.HOME || homedir();
  const files = namesIn(home).filter((name) => [".git-credentials", ".netrc"].includes(name));
  return [...found, ...files.map((name) => ({ key: name, where: home }))];
}

/** A key without the credentials of an address in it. */
const bare = (key: string) => key.replace(/\/\/[^/@]*@/g, "//***@");

/** The settings with credentials in files and in their includes. */
async function keptIn(checkout: Checkout, files: readonly string[]): Promise<Kept[]> {
  const found: Kept[] = [];
  const queue = [...new Set(files)];
  for (let at = 0; at < queue.length && at < MOST_FILES; at++) {
    const file = queue[at]!;
    const done = await git(checkout, ["config", "--file", file, "--no-includes", "--list", "-z"]);
    if (done.code !== 0) continue; // missing, or no configuration: git does not read it either
    for (const setting of settingsIn(done.stdout)) {
      if (keepsCredentials(setting)) found.push({ key: bare(setting.key), where: file });
      // Whether or not the condition holds now: the file can be read.
      if (!/^include(?:if\..*)?\.path$/i.test(setting.key)) continue;
      const path = included(setting.value, file, checkout.env.HOME || homedir());
      if (!queue.includes(path)) queue.push(path);
    }
  }
  return found;
}

/** The path of an include: relative to the file that contains it, or to a home. */
const included = (path: string, file: string, home: string) =>
  path.startsWith("~/") ? join(home, path.slice(2)) : resolve(dirname(file), path);

/** The configuration files of all repositories in the checkout. */
async function configsOf(checkout: Checkout): Promise<string[]> {
  const { cwd } = checkout;
  const folders = new Set<string>();
  for (const option of ["--git-dir", "--git-common-dir"]) {
    const folder = await gitOutput(checkout, "rev-parse", option);
    if (folder !== null) folders.add(resolve(cwd, folder));
  }
  const top = (await gitOutput(checkout, "rev-parse", "--show-toplevel")) ?? cwd;
  for (const folder of repositoriesIn(top)) folders.add(folder);
  return [...folders].flatMap((folder) => [
    ...configsIn(folder),
    ...below(join(folder, "modules"), 8).flatMap(configsIn),
    ...below(join(folder, "worktrees"), 1).flatMap(configsIn),
  ]);
}

const configsIn = (folder: string) =>
  namesIn(folder)
    .filter((name) => name === "config" || name === "config.worktree")
    .map((name) => join(folder, name));

/** Git folders inside a tree. A submodule's `.git` is a file, and its settings are with the others. */
function repositoriesIn(top: string): string[] {
  return below(top, DEEPEST).filter((folder) => folder.endsWith("/.git"));
}

/** A folder and its subfolders up to a depth, without the content of any `.git`. */
function below(folder: string, depth: number): string[] {
  const found = [{ folder, depth }];
  for (let at = 0; at < found.length && found.length < MOST_FOLDERS; at++) {
    const one = found[at]!;
    if (one.depth === 0 || one.folder.endsWith("/.git")) continue;
    const inner = entriesIn(one.folder).filter(
      (entry) => entry.isDirectory() && entry.name !== "node_modules",
    );
    found.push(...inner.map(({ name }) => ({ folder: join(one.folder, name), depth: one.depth - 1 })));
  }
  return found.map((one) => one.folder);
}

const namesIn = (folder: string) => entriesIn(folder).map(({ name }) => name);

function entriesIn(folder: string) {
  try {
    return folder === "" ? [] : readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Git's settings among the job's environment variables, which any process of this user can read. */
function inEnvironment(env: Checkout["env"]): Kept[] {
  const where = "the job's environment";
  const found: Kept[] = [];
  for (const [name, value = ""] of Object.entries(env)) {
    const [, number] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? [];
    const setting = { key: value, value: own(env, `GIT_CONFIG_VALUE_${number}`) ?? "" };
    if (number !== undefined && keepsCredentials(setting)) found.push({ key: bare(value), where });
  }
  const parameters = env.GIT_CONFIG_PARAMETERS ?? "";
  if (
    /extraheader|helper|askpass|sshcommand|cookiefile|sslkey/i.test(parameters) ||
    IN_ADDRESS.test(parameters)
  ) {
    found.push({ key: "GIT_CONFIG_PARAMETERS", where });
  }
  return found;
}
