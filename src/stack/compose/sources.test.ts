import { expect, test } from "vitest";
import type { ComposeAllowance } from "../../model/config.ts";
import type { Mapping } from "./resolved.ts";
import { type Bounds, locating, mountedFrom, mounts, profiles, readOnlyRemedy, within } from "./sources.ts";

/** A simulated disk: `/work/link` leads to `/work/data`, `/work/out` out of the checkout; `/w` is the checkout. */
const real = (path: string) =>
  path
    .replace(/^\/w(?=\/|$)/, "/work")
    .replace("/work/link", "/work/data")
    .replace("/work/out", "/etc");
const bounds: Bounds = {
  checkout: "/w",
  sockets: ["/run/docker.sock"],
  guarded: ["/w/.git", "/w/.steelyard-action", "/w/perf/results", "/w/far/link"],
  real,
};
const bind = (source: string, more: Mapping = {}) => ({ type: "bind", source, target: "/x", ...more });
const of = (services: Record<string, Mapping[]>, more: Mapping = {}, allow: ComposeAllowance[] = []) => {
  const all = Object.entries(services).map(([name, volumes]) => [name, { volumes }]);
  return mounts(
    { services: Object.fromEntries(all), ...more },
    bounds,
    allow,
    (path) => path !== "/work/new",
  );
};
const volumesOf = ({ model }: ReturnType<typeof mounts>) => model.services!.web!.volumes as Mapping[];
const readonly = (source: string, allow: ComposeAllowance[] = []) =>
  volumesOf(of({ web: [bind(source)] }, {}, allow))[0]?.read_only === true;

test.each([
  ["/work", "/work", true],
  ["/work/a", "/work", true],
  ["/work/..a", "/work", true],
  ["/workshop", "/work", false],
  ["/", "/work", false],
])("%s within %s: %s", (path, folder, want) => {
  expect(within(path, folder)).toBe(want);
});

test.each([
  ["/w/data", undefined, "/work/data", null],
  ["/w/link/a", undefined, "/work/data/a", null],
  ["a", "/w/link", "/work/data/a", null],
  ["/w/out/a", undefined, "/etc/a", "host-files"],
  ["../../etc", "/w/app", "/etc", "host-files"],
  ["/run/docker.sock", undefined, "/run/docker.sock", "engine-socket"],
  ["/run", undefined, "/run", "engine-socket"],
])("%s from %s leads to %s", (path, from, want, needs) => {
  expect(locating(bounds)(path, from)).toEqual({ path: want, needs });
});

test.each([
  ["the checkout", "/work", true],
  ["a folder above it", "/", true],
  [".git", "/work/.git", true],
  ["a folder of .git", "/work/.git/hooks", true],
  ["the output folder's parent", "/work/perf", true],
  ["a folder of the action", "/work/.steelyard-action/dist", true],
  ["a guarded link's folder", "/work/far", true],
  ["another folder", "/work/app", false],
  ["a folder with the same prefix", "/work/.github", false],
])("a mount of %s is read-only: %s", (_, source, want) => {
  expect(readonly(source)).toBe(want);
  expect(readonly(source, ["checkout-writes"])).toBe(false);
});

test("names each mount that became read-only, with the permission, but none that was read-only before", () => {
  const { restricted } = of({ web: [bind("/work"), bind("/work", { read_only: true })] });
  expect(restricted).toEqual([
    "services.web.volumes (/x) holds .git and is mounted read-only; stack.compose.allow: [checkout-writes] lets the service write there",
  ]);
});

test.each([
  ["Error: EROFS: read-only file system, open '/x/tmp'", true],
  ["touch: cannot touch '/x/tmp': Read-only file system", true],
  ["EACCES: permission denied, open '/x/tmp'", false],
])("the remedy of a start that ended with %s names its read-only mount: %s", (output, want) => {
  const { restricted } = of({ web: [bind("/work")] });
  expect(readOnlyRemedy(output, ["another", ...restricted])).toBe(want ? restricted[0] : undefined);
  expect(readOnlyRemedy(output, ["another"])).toBeUndefined();
});

test.each<[string, Record<string, Mapping[]>, Mapping, number]>([
  ["below another's writable mount", { evil: [bind("/work/data")], web: [bind("/work/data/a")] }, {}, 1],
  ["far below it", { evil: [bind("/work/data")], web: [bind("/work/data/a/b/c")] }, {}, 1],
  [
    "below the service's own, where a restart would follow a link",
    { web: [bind("/work/data"), bind("/work/data/a")] },
    {},
    1,
  ],
  [
    "a config below a writable mount",
    { evil: [bind("/work/data")] },
    { configs: { c: { file: "/work/data/c" } } },
    1,
  ],
  [
    "a secret below a writable mount",
    { evil: [bind("/work/data")] },
    { secrets: { c: { file: "/work/data/c" } } },
    1,
  ],
  [
    "below a read-only mount",
    { web: [bind("/work/data", { read_only: true })], b: [bind("/work/data/a")] },
    {},
    0,
  ],
  [
    "below the checkout, which became read-only",
    { web: [bind("/work")], nginx: [bind("/work/nginx.conf")] },
    {},
    0,
  ],
  ["the same folder in two services", { web: [bind("/work/data")], worker: [bind("/work/data")] }, {}, 0],
  ["above it", { web: [bind("/work/data/a")], b: [bind("/work/data", { read_only: true })] }, {}, 0],
  ["a folder with the same prefix", { web: [bind("/work/data")], b: [bind("/work/database")] }, {}, 0],
])("a source %s", (_, services, more, refused) => {
  const { refusals } = of(services, more);
  expect(refusals.map(({ needs }) => needs)).toEqual(Array(refused).fill("host-files"));
});

test("with write access to the checkout, sources in it can be replaced", () => {
  const services = { web: [bind("/work")], nginx: [bind("/work/nginx.conf")] };
  expect(of(services, {}, ["checkout-writes"]).refusals.map(({ where }) => where)).toEqual([
    "services.nginx.volumes (/x)",
  ]);
});

test("lists missing folders, so that the engine does not make them", () => {
  const there = bind("/work/data", { bind: { create_host_path: true } });
  const missing = bind("/work/new", { bind: { create_host_path: true, selinux: "z" } });
  const found = of({ web: [there, missing, bind("/work/new", { bind: { create_host_path: false } })] });
  expect(found.absent).toEqual(["/work/new"]);
  expect(volumesOf(found).map((one) => one.bind)).toEqual([
    { create_host_path: false },
    { create_host_path: false, selinux: "z" },
    { create_host_path: false },
  ]);
});

test("leaves allowed folders outside of the checkout to the engine", () => {
  const far = bind("/srv/new", { bind: { create_host_path: true } });
  const { absent, model } = mounts(
    { services: { web: { volumes: [far] } } },
    bounds,
    ["host-files"],
    () => false,
  );
  expect(absent).toEqual([]);
  expect(model.services?.web?.volumes).toEqual([far]);
});

test.each([
  ["seccomp=p.json", "seccomp=/work/app/p.json", []],
  ["seccomp:p.json", "seccomp=/work/app/p.json", []],
  ["seccomp=unconfined", "seccomp=unconfined", []],
  ["seccomp=/root/p.json", "seccomp=/root/p.json", ["host-files"]],
  ["seccomp=../out/p.json", "seccomp=/etc/p.json", ["host-files"]],
  ["no-new-privileges", "no-new-privileges", []],
])("the profile %s is %s", (option, want, needs) => {
  const found = profiles({ services: { web: { security_opt: [option] } } }, "/work/app", locating(bounds));
  expect(found.model.services?.web?.security_opt).toEqual([want]);
  expect(found.refusals.map((one) => one.needs)).toEqual(needs);
});

test("the files and folders of the checkout that started services, configs and secrets take", () => {
  const services = {
    web: {
      volumes: [
        bind("/work/src"),
        bind("/work/src"),
        bind("/etc/ssl"),
        { type: "volume", source: "/work/v" },
      ],
    },
    db: { volumes: [bind("/work")] },
    tool: { volumes: [bind("/work/tools")] },
  };
  const configs = { nginx: { file: "/work/nginx.conf" }, made: { content: "x" }, none: null };
  const secrets = { key: { file: "/run/key" }, own: { file: "/work/dev.key" } };
  expect(mountedFrom({ services, configs, secrets }, ["web", "db"], "/work")).toEqual([
    "",
    "dev.key",
    "nginx.conf",
    "src",
  ]);
});
