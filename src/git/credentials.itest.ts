import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { credentialsIn, credentialsOfUser, demandNoCredentials, keepsCredentials } from "./credentials.ts";

// Real git writes each setting, as it does for people and for actions/checkout.
const SECRET = "ghs_abcdef";
const HEADER = `AUTHORIZATION: basic ${SECRET}`;
let root: string;
let cwd: string;
let env: Record<string, string | undefined>;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "credentials-")));
  cwd = join(root, "checkout");
  env = { ...process.env, HOME: join(root, "home"), RUNNER_TEMP: join(root, "temp") };
  for (const name of ["checkout", "home", "temp"]) mkdirSync(join(root, name));
  git("init", "-q", "-b", "main");
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...args: string[]) => void runGit({ cwd, env }, ...args);
const commit = () => git("commit", "-q", "--allow-empty", "-m", "One");
const config = (...args: string[]) => git("config", ...args);
function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const checkout = () => ({ cwd, env, signal: new AbortController().signal });
const headerFile = (path: string) => write(path, `[http "https://github.com/"]\n\textraheader = ${HEADER}\n`);
/** As actions/checkout 6 and 7 store them: a file in the runner's temporary folder, included for the clone's path. */
const kept = () => headerFile(join(root, "temp/git-credentials-0f3c.config"));

const WAYS: [what: string, keep: () => void, key: string][] = [
  [
    "a header",
    () => config("http.https://github.com/.extraheader", HEADER),
    "http.https://github.com/.extraheader",
  ],
  ["a header for all addresses", () => config("http.extraHeader", HEADER), "http.extraheader"],
  [
    "an included file",
    () => {
      headerFile(join(cwd, ".git/more"));
      config("include.path", "more");
    },
    "extraheader",
  ],
  [
    "actions/checkout 6: a file included for the clone's path",
    () => config(`includeIf.gitdir:${cwd}/.git.path`, kept()),
    "extraheader",
  ],
  [
    "a file included only in a container",
    () => config("includeIf.gitdir:/github/workspace/.git.path", headerFile(join(root, "elsewhere.config"))),
    "extraheader",
  ],
  [
    "a file included only on another branch",
    () => config("includeIf.onbranch:other.path", headerFile(join(root, "home/other.config"))),
    "extraheader",
  ],
  [
    "a file that an included file includes, relative to a home",
    () => {
      headerFile(join(root, "home/last.config"));
      config("include.path", write(join(root, "first.config"), "[include]\n\tpath = ~/last.config\n"));
    },
    "extraheader",
  ],
  ["a file of another checkout of the job", () => void kept(), "extraheader"],
  [
    "an address that replaces another",
    () => config(`url.https://x:${SECRET}@github.com/.insteadOf`, "https://github.com/"),
    "url.https://***@github.com/.insteadof",
  ],
  [
    "an address that replaces another for pushes",
    () => config(`url.https://${SECRET}@github.com/.pushInsteadOf`, "https://github.com/"),
    "url.https://***@github.com/.pushinsteadof",
  ],
  [
    "a remote",
    () => git("remote", "add", "origin", `https://x:${SECRET}@github.com/o/r`),
    "remote.origin.url",
  ],
  [
    "a remote's other address",
    () => config("remote.origin.pushurl", `https://${SECRET}@h/o/r`),
    "remote.origin.pushurl",
  ],
  ["a proxy", () => config("http.proxy", `http://user:${SECRET}@proxy:3128`), "http.proxy"],
  ["large files", () => config("lfs.url", `https://x:${SECRET}@h/lfs`), "lfs.url"],
  ["a helper", () => config("credential.helper", "store"), "credential.helper"],
  [
    "a helper of one host",
    () => config("credential.https://h.helper", "!echo"),
    "credential.https://h.helper",
  ],
  ["an askpass program", () => config("core.askPass", "/tmp/ask"), "core.askpass"],
  ["an SSH key", () => config("core.sshCommand", `"/usr/bin/ssh" -i "${root}/temp/key"`), "core.sshcommand"],
  ["an SSH key in an option", () => config("core.sshCommand", "ssh -o IdentityFile=/k"), "core.sshcommand"],
  ["cookies", () => config("http.cookieFile", "/tmp/cookies"), "http.cookiefile"],
  ["a TLS key", () => config("http.https://h/.sslKey", "/tmp/key"), "http.https://h/.sslkey"],
  ["a TLS certificate", () => config("http.sslCert", "/tmp/cert"), "http.sslcert"],
  ["a password for mail", () => config("sendemail.smtpPass", SECRET), "sendemail.smtppass"],
  ["a tool's own token", () => config("hub.oauthtoken", SECRET), "hub.oauthtoken"],
  [
    "the configuration of a worktree",
    () => {
      config("extensions.worktreeConfig", "true");
      config("--worktree", "http.extraheader", HEADER);
    },
    "http.extraheader",
  ],
  [
    "the configuration of another worktree",
    () => {
      config("extensions.worktreeConfig", "true");
      git("worktree", "add", "-q", join(root, "tree"));
      git("-C", join(root, "tree"), "config", "--worktree", "http.extraheader", HEADER);
    },
    "http.extraheader",
  ],
  [
    "a submodule",
    () => {
      git("init", "-q", join(root, "lib"));
      git("-C", join(root, "lib"), "commit", "-q", "--allow-empty", "-m", "Lib");
      git("submodule", "--quiet", "add", join(root, "lib"), "deep/lib");
      git("-C", "deep/lib", "config", "http.extraheader", HEADER);
    },
    "http.extraheader",
  ],
  [
    "another repository in the checkout",
    () => {
      git("init", "-q", ".action");
      git("-C", ".action", "config", "http.extraheader", HEADER);
    },
    "http.extraheader",
  ],
  [
    "the job's environment",
    () => {
      Object.assign(env, {
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "http.extraheader",
        GIT_CONFIG_VALUE_0: HEADER,
      });
    },
    "http.extraheader",
  ],
  [
    "the job's environment, as git passes it on",
    () => Object.assign(env, { GIT_CONFIG_PARAMETERS: `'http.extraheader=${HEADER}'` }),
    "GIT_CONFIG_PARAMETERS",
  ],
];
test.each(WAYS)(
  "credentials in %s are rejected, with their name but not their value",
  async (_, keep, key) => {
    keep();
    const thrown = await demandNoCredentials(checkout()).catch((error) => error);
    expect(thrown).toMatchObject({
      fault: "user",
      where: expect.stringContaining(key),
      remedy: expect.stringContaining("persist-credentials: false"),
    });
    expect(JSON.stringify([thrown, thrown.message, thrown.where])).not.toContain(SECRET);
  },
);

test("accepts a clone of actions/checkout without credentials", async () => {
  git("remote", "add", "origin", "https://github.com/o/r");
  config("remote.ssh.url", "ssh://git@github.com/o/r");
  config("remote.scp.url", "git@github.com:o/r");
  config("gc.auto", "0");
  config("http.https://github.com/.extraheader", "");
  config("credential.helper", "");
  config("core.sshCommand", '"/usr/bin/ssh" -o StrictHostKeyChecking=no -o "UserKnownHostsFile=/tmp/known"');
  config("safe.directory", cwd);
  config("submodule.lib.url", "https://github.com/o/lib");
  config("includeIf.gitdir:/nowhere/.git.path", "/nowhere/git-credentials-1.config");
  config("include.path", "config"); // the file includes itself
  expect(await credentialsIn(checkout())).toEqual([]);
  await demandNoCredentials(checkout());
});

test("reports credentials of the runner's user separately from those of the clone", async () => {
  config("--global", "credential.helper", "store");
  write(join(root, "home/.git-credentials"), `https://x:${SECRET}@github.com\n`);
  write(join(root, "home/.netrc"), `machine github.com password ${SECRET}\n`);
  expect(await credentialsIn(checkout())).toEqual([]);
  const found = (await credentialsOfUser(checkout())).map(({ key }) => key).sort();
  expect(found).toEqual(expect.arrayContaining([".git-credentials", ".netrc", "credential.helper"]));
});

test.each([
  ["user.name", "Token", false],
  ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*", false],
  ["http.proxy", "http://proxy:3128", false],
  ["url.git@github.com:.insteadof", "https://github.com/", false],
  ["url.ssh://git@github.com/.insteadof", "https://github.com/", false],
  ["core.sshcommand", "ssh -F /tmp/config", true],
  ["core.sshcommand", "sshpass -p x ssh", true],
  ["core.sshcommand", "/usr/bin/ssh -4 -p 22", false],
  ["credential.usehttppath", "true", false],
  ["HTTP.ExtraHeader", "x", true],
])("%s = %j keeps credentials: %s", (key, value, want) => {
  expect(keepsCredentials({ key, value })).toBe(want);
});
