import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../config/read.ts";
import type { ComposeAllowance } from "../model/config.ts";
import { isPlaceholder } from "../model/datafolder.ts";
import { withDataVolumes, withOwnVolumes } from "../stack/compose/datafolders.ts";
import { permitted } from "../stack/compose/permitted.ts";
import type { Mapping, Resolved } from "../stack/compose/resolved.ts";
import { type Bounds, locating, mounts, profiles } from "../stack/compose/sources.ts";
import { configText } from "./config.ts";
import { findings } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

/** The config's permissions, and its text. */
function written(files: Files) {
  const text = configText(findings(Object.keys(files), (path) => files[path]!, "compose"));
  return { text, allow: readConfig(text, "steelyard.yml").stack.compose?.allow ?? [] };
}

const BOUNDS: Bounds = {
  checkout: "/work",
  sockets: ["/var/run/docker.sock"],
  guarded: ["/work/.git", "/work/perf/results"],
  real: (path) => path,
};

/** The refusals of a first start of files, and the mounts that become read-only. */
async function started(files: Files, allow: readonly ComposeAllowance[]) {
  const stateOf = async (folder: string) =>
    Object.keys(files).some(
      (file) => file.startsWith(`${posix.relative("/work", folder)}/`) && !isPlaceholder(file),
    )
      ? "own"
      : "empty";
  const locate = locating(BOUNDS);
  const checked = permitted(withOwnVolumes(resolvedOf(files["compose.yaml"]!)).model, locate);
  const confined = profiles(checked.model, "/work", locate);
  const stored = await withDataVolumes(confined.model, BOUNDS, stateOf);
  const safe = mounts(stored.model, BOUNDS, allow, () => true);
  const all = [...checked.refusals, ...confined.refusals, ...safe.refusals];
  return { refused: all.filter(({ needs }) => !allow.includes(needs)), restricted: safe.restricted };
}

/** A Compose file as Compose prints it: with the long forms of mounts, networks and files. */
function resolvedOf(text: string): Resolved {
  const { services, ...more } = parse(text) as { services: Record<string, Mapping> } & Resolved;
  const at = (path: string) => posix.resolve("/work", path);
  const mount = (volume: unknown) => {
    if (typeof volume !== "string") return volume;
    const [source = "", target, mode] = volume.split(":");
    if (target === undefined) return { type: "volume", target: source };
    const isBind = /^[./]/.test(source);
    return {
      type: isBind ? "bind" : "volume",
      source: isBind ? at(source) : source,
      target,
      read_only: mode === "ro",
    };
  };
  const files = (all: Resolved["configs"] = {}) =>
    Object.fromEntries(
      Object.entries(all).map(([name, one]) => [
        name,
        one?.file === undefined ? one : { ...one, file: at(String(one.file)) },
      ]),
    );
  const service = ({ volumes, build, networks, secrets, ...rest }: Mapping) => ({
    ...rest,
    ...(Array.isArray(secrets) ? { secrets: secrets.map((source) => ({ source })) } : {}),
    ...(build === undefined ? {} : { build: { context: at(String(build)), dockerfile: "Dockerfile" } }),
    ...(Array.isArray(volumes) ? { volumes: volumes.map(mount) } : {}),
    ...(Array.isArray(networks) ? { networks: Object.fromEntries(networks.map((one) => [one, null])) } : {}),
  });
  return {
    ...more,
    services: Object.fromEntries(Object.entries(services).map(([name, one]) => [name, service(one)])),
    configs: files(more.configs),
    secrets: files(more.secrets),
  };
}

const app = (rest: string, more = "") => `services:\n  app: { build: ., ports: [80]${rest} }\n${more}`;
const laravel = `services:
  app: { build: ., volumes: ["./:/var/www"] }
  nginx:
    image: nginx
    ports: ["8080:80"]
    volumes: ["./:/var/www", "./docker/nginx/:/etc/nginx/conf.d/"]
`;
const data = (folder: string, service = "image: postgres") =>
  `  db: { ${service}, volumes: ["./${folder}:/var/lib/postgresql/data"] }\n`;
const INITDB = '  db: { image: postgres, volumes: ["./db/init.sql:/docker-entrypoint-initdb.d/init.sql"] }\n';

describe("the rights that a config gives are those that its files need", () => {
  test.each<[string, string, Files, readonly ComposeAllowance[]]>([
    ["no mount", app(""), {}, []],
    ["data in a folder", app("", '  db: { image: mongo, volumes: ["./mongo-data:/data/db"] }\n'), {}, []],
    ["the checkout", app(', volumes: [".:/app"]'), {}, ["checkout-writes"]],
    ["the checkout, read-only", app(', volumes: [".:/app:ro"]'), {}, []],
    ["its sources", app(', volumes: ["./src:/app/src"]'), {}, []],
    [
      "PHP, and its web server",
      laravel,
      { Dockerfile: "FROM php:8-fpm", "composer.json": "{}" },
      ["checkout-writes", "host-files"],
    ],
    ["the checkout, and a file of it for the database", app(', volumes: [".:/app"]', INITDB), {}, []],
    [
      "the same, with a volume in it, which needs a folder",
      app(', volumes: [".:/app", "/app/node_modules"]', INITDB),
      {},
      ["checkout-writes", "host-files"],
    ],
    [
      "the checkout, and a database's data in a folder of it",
      app(', volumes: [".:/app"]', data("tmp/db")),
      {},
      ["checkout-writes"],
    ],
    [
      "the same, with the folder in git",
      app(', volumes: [".:/app"]', data("tmp/db")),
      { "tmp/db/.gitkeep": "" },
      ["checkout-writes"],
    ],
    ["the same, with data in git", app(', volumes: [".:/app"]', data("tmp/db")), { "tmp/db/a": "" }, []],
    [
      "the same, where the database has a user",
      app(', volumes: [".:/app"]', data("tmp/db", 'image: postgres, user: "1000"')),
      {},
      [],
    ],
    [
      "a folder, and one below it",
      app(', volumes: ["./data:/data"]', '  db: { image: postgres, volumes: ["./data/pg:/pg"] }\n'),
      {},
      ["host-files"],
    ],
    [
      "a secret in a folder that is mounted",
      app(', volumes: ["./conf:/conf"], secrets: [key]', "secrets: { key: { file: ./conf/key } }\n"),
      { "conf/key": "" },
      ["host-files"],
    ],
    [
      "a secret of the machine",
      app(", secrets: [key]", "secrets: { key: { file: /etc/key } }\n"),
      {},
      ["host-files"],
    ],
    ["the engine's socket", app(', volumes: ["/var/run/docker.sock:/s"]'), {}, ["engine-socket"]],
    ["a folder that holds it", app(', volumes: ["/:/rootfs:ro"]'), {}, ["engine-socket"]],
    ["another folder of the machine", app(', volumes: ["/srv:/srv"]'), {}, ["host-files"]],
    [
      "of another profile",
      app("", "  x: { image: x, privileged: true, profiles: [x] }\n"),
      {},
      ["privileged"],
    ],
    [
      "an external network",
      app(", networks: [proxy, own]", "networks: { proxy: { external: true }, own: {} }\n"),
      {},
      ["external"],
    ],
    ["one that is not", app(", networks: [proxy]", "networks: { proxy: { external: false } }\n"), {}, []],
    [
      "an external volume",
      app(', volumes: ["d:/d"]', "volumes: { d: { external: true } }\n"),
      {},
      ["external"],
    ],
    [
      "an external volume with a database's data",
      app(
        "",
        "  db: { image: postgres:16, volumes: [pg:/var/lib/postgresql/data] }\nvolumes: { pg: { external: true } }\n",
      ),
      {},
      [],
    ],
    [
      "a range of addresses",
      app(", networks: [own]", "networks: { own: { ipam: { config: [{ subnet: 10.5.0.0/16 }] } } }\n"),
      {},
      ["network-settings"],
    ],
    ["a profile of seccomp", app(', security_opt: ["seccomp:unconfined"]'), {}, ["unconfined"]],
    ["fewer rights", app(', security_opt: ["no-new-privileges:true"]'), {}, []],
    ["processes of the machine", app(", pid: host"), {}, ["host-processes"]],
    ["a GPU", app(", deploy: { resources: { reservations: { devices: [{ count: 1 }] } } }"), {}, ["devices"]],
    ["logs that are sent away", app(", logging: { driver: gelf }"), {}, ["drivers"]],
    ["logs that are not", app(', logging: { driver: json-file, options: { max-size: "1m" } }'), {}, []],
  ])("%s", async (_, compose, more, want) => {
    const files = { "compose.yaml": compose, "app.js": "", ...more };
    const { allow } = written(files);
    expect(allow).toEqual(want);
    expect((await started(files, allow)).refused).toEqual([]);
    for (const right of allow) {
      const less = await started(
        files,
        allow.filter((one) => one !== right),
      );
      expect(less.refused.length + less.restricted.length, `without ${right}`).toBeGreaterThan(0);
    }
  });

  test("a mount that becomes read-only is said, with the rights that change it", () => {
    const compose = app(', volumes: [".:/app"]', INITDB);
    expect(written({ "compose.yaml": compose, "app.js": "" }).text).toContain(
      "# check: the checkout is read-only in app, because db/init.sql of it is mounted as well: if it writes there, `allow: [checkout-writes, host-files]` lets it.",
    );
  });

  test.each<[string, string, ComposeAllowance[]]>([
    ["compiles", "yarn build && node dist/server.js", ["checkout-writes", "host-files"]],
    ["watches and compiles", "CompileDaemon --command=./main", ["checkout-writes", "host-files"]],
    ["compiles by itself", "tsc && node dist/server.js", ["checkout-writes", "host-files"]],
    ["only checks types", "tsc --noEmit && node server.js", []],
    ["only starts", "node server.js", []],
  ])("a start that %s may write to the checkout or not", (_, start, want) => {
    const compose = app(', command: yarn start, volumes: [".:/app"]', INITDB);
    const manifest = JSON.stringify({ scripts: { build: "tsc", start } });
    expect(written({ "compose.yaml": compose, "package.json": manifest, "app.js": "" }).allow).toEqual(want);
  });

  test("host-files is said to be unnecessary with a mount that is read-only", () => {
    expect(
      written({ "compose.yaml": laravel, Dockerfile: "FROM php:8-fpm", "composer.json": "{}" }).text,
    ).toMatch(
      /# check: host-files lets docker\/nginx be mounted from the checkout, which app may write to: `:ro`/,
    );
  });

  test("what is shared with others, or by both sides, is said", () => {
    const networks =
      "networks: { proxy: { external: true }, own: { ipam: { config: [{ subnet: 10.5.0.0/16 }] } } }\n";
    const { text } = written({ "compose.yaml": app("", networks), "app.js": "" });
    expect(text).toContain(
      "# check: the network proxy is external: it has to exist on the machine, and base and head share it.",
    );
    expect(text).toContain(
      "# check: the network own has a fixed range of addresses, which base and head cannot have at once.",
    );
    expect(text).toContain("# check: the files need rights over the machine: external, network-settings.");
  });
});

test.each<[string, string, string[]]>([
  ["one that it reads", "./https:/https:ro", ["https"]],
  ["not one that it may fill", "./data:/data", []],
  ["nor one in the checkout", "./src:/app/src:ro", []],
  ["nor one of the machine", "/etc/localtime:/etc/localtime:ro", []],
])("a mounted path that the checkout lacks is named: %s", (_, volume, want) => {
  const files: Files = {
    "compose.yaml": `services: { app: { build: ., ports: [80], volumes: ["${volume}"] } }`,
    "src/a.js": "",
  };
  const checks = findings(Object.keys(files), (path) => files[path]!, "compose").chosen?.checks ?? [];
  const named = checks.flatMap((one) => /^app reads (\S+) through a mount/.exec(one)?.[1] ?? []);
  expect(named).toEqual(want);
});
