import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Ends } from "../../base/ends.ts";
import { explain } from "../../base/errors.ts";
import { silent } from "../../base/log.ts";
import { ComposeStack } from "../../model/config.ts";
import type { RunningStack } from "../../model/ports.ts";
import { COMPOSED_SERVER, engine, noEngine, useEngine } from "../../testing/engine.ts";
import { labelled, OWNER, PROJECT } from "./labels.ts";
import { remnants } from "./remove.ts";
import { composeStacks } from "./stack.ts";

useEngine();

// Compose files of a malicious pull request, on a real engine. Each was tried by hand against a version without the
// check.
const never = new AbortController().signal;
/** The checkout, and a folder of the machine that must stay unreachable. */
let checkout: string;
let outside: string;
let warnings: string[];
beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), "steelyard-hostile-"));
  [checkout, outside] = [join(top, "checkout"), join(top, "outside")];
  for (const folder of [".git", "data", "app"]) mkdirSync(join(checkout, folder), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.env"), "SECRET=s3cret\nno variable at all\n");
  writeFileSync(join(checkout, "server.mjs"), COMPOSED_SERVER);
  warnings = [];
});
let ends = new Ends();
afterEach(async () => {
  await ends[Symbol.asyncDispose]();
  ends = new Ends();
  rmSync(join(checkout, ".."), { recursive: true, force: true });
}, 60_000);

interface Attack {
  /** Keys of the service `web`, in addition to its usual ones. */
  readonly web?: object;
  readonly services?: object;
  /** The rest of the file. */
  readonly top?: object;
  readonly compose?: object;
}

function stacks({ web, services, top, compose }: Attack) {
  const own = {
    image: "node:24-slim",
    configs: [{ source: "server", target: "/server.mjs" }],
    command: ["node", "/server.mjs"],
    ...web,
  };
  const configs = { server: { file: "server.mjs" } };
  const file = { ...top, configs, services: { web: own, ...services } };
  const text = JSON.stringify(file).replace(
    /[\u0085\u2028]/g,
    (one) => `\\u${`000${one.charCodeAt(0).toString(16)}`.slice(-4)}`,
  );
  writeFileSync(join(checkout, "compose.yaml"), text);
  return composeStacks({
    compose: ComposeStack.parse({ files: ["compose.yaml"], wait: "60s", ...compose }),
    endpoints: { api: { service: "web", port: 8080 } },
    seed: undefined,
    cwd: checkout,
    env: process.env,
    log: { ...silent, warn: (line) => warnings.push(line) },
    logs: "logs",
    ledger: join(checkout, "running"),
    atEnd: ends.add,
  });
}

const up = async (attack: Attack = {}) => (await stacks(attack).up({}, never)).stack;
const failure = (attack: Attack) =>
  stacks(attack)
    .up({}, never)
    .then(async ({ stack }) => {
      await stack[Symbol.asyncDispose]();
      return "it came up";
    }, explain);
const environment = (stack: RunningStack) =>
  fetch(`${stack.targets.api}/env`).then((answer) => answer.json() as Promise<Record<string, string>>);
/** The output of a shell in a service's container, errors included. */
async function inside(service: string, script: string): Promise<string> {
  const listed = (await engine.get(`/containers/json?${labelled(PROJECT)}`)) as {
    Id: string;
    Labels: Record<string, string>;
  }[];
  const own = listed.find(
    ({ Labels }) => Labels["com.docker.compose.service"] === service && isOurs(Labels[OWNER] ?? ""),
  );
  return execFileSync("docker", ["exec", own!.Id, "sh", "-c", `(${script}) 2>&1 || true`], {
    encoding: "utf8",
  });
}
const isOurs = (owner: string) => owner.includes(`/${process.pid}/`);
const left = async () => (await remnants(engine)).filter(({ owner }) => isOurs(owner));
const volume = (driver_opts: object) => ({
  web: { volumes: ["data:/x"] },
  top: { volumes: { data: { driver: "local", driver_opts } } },
});

describe.skipIf(noEngine !== null)("a malicious Compose file", () => {
  test.each<[string, string, () => Attack]>([
    [
      "a link whose name Compose prints with two dollars",
      "host-files",
      () => {
        symlinkSync(outside, join(checkout, "a$b"));
        return { web: { volumes: ["./a$$b:/x"] } };
      },
    ],
    [
      "an overlay of the machine",
      "host-files",
      () => volume({ type: "overlay", device: "overlay", o: `lowerdir=${outside}:/etc` }),
    ],
    ["sysfs", "host-files", () => volume({ type: "sysfs", device: "sysfs" })],
    ["proc", "host-files", () => volume({ type: "proc", device: "proc" })],
    ["nfs", "host-files", () => volume({ type: "nfs", device: ":/", o: "addr=127.0.0.1" })],
    ["a relative device", "host-files", () => volume({ type: "none", device: "etc", o: "bind" })],
    [
      "a folder that another service can replace with a link",
      "host-files",
      () => ({
        services: { evil: { image: "node:24-slim", volumes: ["./data:/data"], command: ["sleep", "60"] } },
        web: { volumes: ["./data/x:/x"], depends_on: ["evil"] },
      }),
    ],
    [
      "its own seccomp profile",
      "unconfined",
      () => {
        writeFileSync(join(checkout, "p.json"), '{"defaultAction":"SCMP_ACT_ALLOW"}');
        return { web: { security_opt: ["seccomp=p.json"] } };
      },
    ],
    ["another runtime", "drivers", () => ({ web: { runtime: "sysbox-runc" } })],
    [
      "devices, reserved",
      "devices",
      () => ({ web: { deploy: { resources: { reservations: { devices: [{ capabilities: ["gpu"] }] } } } } }),
    ],
    [
      "a network on the machine's network card",
      "network-settings",
      () => ({ top: { networks: { default: { driver: "macvlan", driver_opts: { parent: "eth0" } } } } }),
    ],
    [
      "the engine's own bridge",
      "network-settings",
      () => ({
        top: { networks: { default: { driver_opts: { "com.docker.network.bridge.name": "docker0" } } } },
      }),
    ],
    [
      "addresses of the machine",
      "network-settings",
      () => ({ top: { networks: { default: { ipam: { config: [{ subnet: "8.8.8.0/24" }] } } } } }),
    ],
    [
      "another project's network",
      "external",
      () => ({
        web: { networks: ["other"] },
        top: { networks: { other: { external: true, name: "bridge" } } },
      }),
    ],
    [
      "logs that the engine sends",
      "drivers",
      () => ({ web: { logging: { driver: "syslog", options: { "syslog-address": "tcp://127.0.0.1:1" } } } }),
    ],
    ["others' deaths", "kernel", () => ({ web: { oom_score_adj: -900 } })],
    [
      "a privileged hook",
      "privileged",
      () => ({ web: { post_start: [{ command: ["true"], privileged: true }] } }),
    ],
    ["an env file", "host-files", () => ({ web: { env_file: [join(outside, "secret.env")] } })],
    [
      "an env file named by a variable",
      "host-files",
      () => {
        writeFileSync(join(checkout, ".env"), `WHERE=${outside}\n`);
        return { web: { env_file: [`\${WHERE}/secret.env`] } };
      },
    ],
    [
      "the project's .env as a link",
      "host-files",
      () => {
        symlinkSync(join(outside, "secret.env"), join(checkout, ".env"));
        return {};
      },
    ],
    ["labels", "host-files", () => ({ web: { label_file: join(outside, "secret.env") } })],
    [
      "a file to extend",
      "host-files",
      () => ({ services: { more: { extends: { file: join(outside, "secret.env"), service: "a" } } } }),
    ],
    ["a file to include", "host-files", () => ({ top: { include: [join(outside, "secret.env")] } })],
    ["a repository to include", "host-programs", () => ({ top: { include: ["https://127.0.0.1:1/x.git"] } })],
    ["a registry to include", "host-programs", () => ({ top: { include: ["oci://127.0.0.1:1/x"] } })],
    ["a context", "host-files", () => ({ web: { build: { context: outside } } })],
    [
      "a Dockerfile as a link",
      "host-files",
      () => {
        symlinkSync(join(outside, "secret.env"), join(checkout, "app/Dockerfile"));
        return { web: { build: { context: "app" } } };
      },
    ],
    ["SSH keys for a build", "host-files", () => ({ web: { build: { context: "app", ssh: ["default"] } } })],
  ])("asks for %s, and is rejected: %s", async (_, needs, attack) => {
    const said = await failure(attack());
    expect(said).toMatch(new RegExp(`need permissions[\\s\\S]*\\(${needs}\\)`));
    expect(said).toMatch(new RegExp(`base branch.*allow: \\[${needs}\\] in \\.github/steelyard\\.yml`));
    expect(said).not.toMatch(/s3cret|no variable at all/);
    expect(await left()).toEqual([]);
  });

  test.each([
    [
      "behind a line break of Compose's alone",
      (path: string) => `    image: x # note\u0085    env_file: ${path}\n`,
    ],
    ["in another encoding", (path: string) => `    image: x\n    !!binary ZW52X2ZpbGU=: [${path}]\n`],
    ["by a merge in quotes", (path: string) => `    image: x\n    "<<": { env_file: ${path} }\n`],
  ])("names a file %s, and is refused before Compose reads it", async (_, service) => {
    const made = stacks({});
    writeFileSync(
      join(checkout, "compose.yaml"),
      `services:\n  web:\n${service(join(outside, "secret.env"))}`,
    );
    const said = await made.up({}, never).then(() => "it came up", explain);
    expect(said).toMatch(/not plain YAML/);
    expect(said).not.toMatch(/s3cret|no variable at all/);
  });

  test("a mount of the whole checkout is read-only, with one warning; a mount of a folder in it is writable", async () => {
    await using _stack = await up({ web: { volumes: [".:/all", "./data:/data"] }, services: {} });
    expect(warnings).toEqual([
      "services.web.volumes (/all) holds .git and is mounted read-only; stack.compose.allow: [checkout-writes] lets the service write there",
    ]);
    expect(
      await inside("web", "touch /all/.git/config; mv /all/.git /all/x; mkdir /all/.steelyard-action"),
    ).toMatch(/(Read-only file system[\s\S]*){3}/);
    expect(await inside("web", "touch /data/there && echo done")).toBe("done\n");
    expect(existsSync(join(checkout, "data/there"))).toBe(true);
  });

  test("a service that cannot start with a read-only checkout is helped by that permission", async () => {
    const web = { volumes: [".:/all"], command: ["sh", "-c", "touch /all/.git/config"] };
    const said = await stacks({ web, services: {} })
      .up({}, never)
      .then(() => "it came up", explain);
    expect(said).toMatch(/ended before it was ready[\s\S]*Read-only file system/);
    expect(said).toMatch(
      /fix: services\.web\.volumes \(\/all\) holds \.git and is mounted read-only; .* lets the/,
    );
  });

  test("a service with the volumes or processes of another one cannot write to the checkout either", async () => {
    const idle = { image: "node:24-slim", command: ["sleep", "60"], init: true };
    const services = {
      heir: { ...idle, volumes_from: ["web"], depends_on: ["web"] },
      peer: { ...idle, pid: "service:web", depends_on: ["web"] },
    };
    await using _stack = await up({ web: { volumes: [".:/all"] }, services });
    expect(await inside("heir", "mv /all/.git /all/x")).toContain("Read-only file system");
    expect(await inside("peer", "mv /proc/1/root/all/.git /proc/1/root/all/x")).toContain(
      "Read-only file system",
    );
    expect(existsSync(join(checkout, ".git"))).toBe(true);
  });

  test("with checkout-writes in the reviewed config, a service can write to the checkout", async () => {
    const compose = { allow: ["checkout-writes"] };
    await using _stack = await up({
      web: { volumes: [".:/all"], configs: [], command: ["node", "/all/server.mjs"] },
      compose,
      top: {},
    });
    expect(warnings).toEqual([]);
    expect(await inside("web", "touch /all/.git/written && echo done")).toBe("done\n");
  });

  test("a build replaces no image of the machine", async () => {
    const tag = "steelyard-victim:1";
    const id = () => execFileSync("docker", ["image", "inspect", "-f", "{{.Id}}", tag], { encoding: "utf8" });
    execFileSync("docker", ["tag", "node:24-slim", tag]);
    try {
      const before = id();
      writeFileSync(join(checkout, "app/Dockerfile"), "FROM node:24-slim\nRUN touch /stolen\n");
      await using _stack = await up({ web: { build: { context: "app", tags: [tag] }, image: tag } });
      expect(await inside("web", "ls /stolen")).toBe("/stolen\n");
      expect(id()).toBe(before);
    } finally {
      execFileSync("docker", ["rmi", tag]);
    }
  });

  test("variables of the config choose no program on this machine", async () => {
    const marker = join(outside, "ran");
    writeFileSync(join(checkout, "docker"), `#!/bin/sh\ntouch ${marker}\nexit 1\n`);
    chmodSync(join(checkout, "docker"), 0o755);
    mkdirSync(join(checkout, "cli-plugins"));
    writeFileSync(join(checkout, "cli-plugins/docker-compose"), `#!/bin/sh\ntouch ${marker}\nexit 1\n`);
    chmodSync(join(checkout, "cli-plugins/docker-compose"), 0o755);
    const env = {
      PATH: checkout,
      DOCKER_CONFIG: checkout,
      HOME: checkout,
      LD_PRELOAD: join(checkout, "x.so"),
    };
    await using _stack = await up({ compose: { env } });
    expect(existsSync(marker)).toBe(false);
  });

  test("starts with the values that Compose filled in, whatever their characters", async () => {
    const odd = `a"b'c $HOME \${PATH} \\ # no comment`;
    const compose = { env: { ODD: odd, LINES: "two\nlines", USER: "ours" } };
    const web = { environment: { ODD: `\${ODD}`, LINES: `\${LINES}`, DOLLARS: "$$x$$$$y", WHO: `\${USER}` } };
    await using stack = await up({ web, compose });
    const seen = await environment(stack);
    expect([seen.ODD, seen.LINES, seen.DOLLARS, seen.WHO]).toEqual([odd, "two\nlines", "$x$$y", "ours"]);
  });

  test("fills in variables of the project's .env, those of the config first, and mounts secrets", async () => {
    writeFileSync(join(checkout, ".env"), "A=theirs\nB=theirs\nKEY=s3cret\n");
    const web = { environment: { A: `\${A}`, B: `\${B}` }, secrets: ["key"] };
    await using stack = await up({
      web,
      compose: { env: { A: "ours" } },
      top: { secrets: { key: { environment: "KEY" } } },
    });
    expect(await environment(stack)).toMatchObject({ A: "ours", B: "theirs" });
    expect(await inside("web", "cat /run/secrets/key")).toBe("s3cret");
  });

  test.each(["\u2028", "\u0085"])("a path with %j in it is started as it was checked", async (odd) => {
    symlinkSync(outside, join(checkout, "a b"));
    await using _stack = await up({ web: { volumes: [`./a${odd}b:/x`] } });
    expect(await inside("web", "ls -A /x")).toBe("");
    expect(existsSync(join(checkout, `a${odd}b`))).toBe(true);
  });

  test("Steelyard makes a missing folder of a mount, inside the checkout", async () => {
    await using _stack = await up({ web: { volumes: ["./new/folder:/x"] } });
    expect(existsSync(join(checkout, "new/folder"))).toBe(true);
  });

  test("reads a reviewed profile only from the checkout", async () => {
    writeFileSync(join(checkout, "p.json"), '{"defaultAction":"SCMP_ACT_ALLOW"}');
    const compose = { allow: ["unconfined"] };
    await using _stack = await up({ web: { security_opt: ["seccomp=p.json"] }, compose });
    const said = await failure({ web: { security_opt: [`seccomp=${outside}/secret.env`] }, compose });
    expect(said).toMatch(/security_opt[\s\S]*\(host-files\)/);
  });
});
