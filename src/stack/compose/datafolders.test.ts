import { expect, test } from "vitest";
import { type FolderState, withDataVolumes, withOwnVolumes } from "./datafolders.ts";
import type { Mapping } from "./resolved.ts";

const bounds = { checkout: "/work", sockets: [], guarded: [], real: (path: string) => path };
const STATES: Record<string, FolderState> = { "/work/theirs": "foreign", "/work/rows": "own" };
const of = (services: Record<string, Mapping>) =>
  withDataVolumes({ services }, bounds, async (folder) => STATES[folder] ?? "empty");
const bind = (source: string, target: string, more: Mapping = {}) => ({
  type: "bind",
  source,
  target,
  ...more,
});
const DATA = "/var/lib/postgresql/data";
const db = (source: string, more: Mapping = {}) => ({
  image: "postgres:16",
  volumes: [bind(source, DATA)],
  ...more,
});
const typeOf = async (service: Mapping) =>
  ((await of({ db: service })).model.services!.db!.volumes as Mapping[])[0]!.type;

test.each<[string, Mapping, string]>([
  ["PostgreSQL", db("/work/pgdata"), "volume"],
  ["PostgreSQL 18", { image: "postgres:18", volumes: [bind("/work/pg", "/var/lib/postgresql")] }, "volume"],
  ["MariaDB", { image: "mariadb:11", volumes: [bind("/work/my", "/var/lib/mysql")] }, "volume"],
  ["MongoDB", { image: "docker.io/library/mongo:7", volumes: [bind("/work/m", "/data/db")] }, "volume"],
  ["Redis", { image: "redis", volumes: [bind("/work/r", "/data")] }, "volume"],
  ["a folder that another user made", db("/work/theirs"), "volume"],
  ["files of the checkout", db("/work/rows"), "bind"],
  ["a folder outside of it", db("/srv/pgdata"), "bind"],
  ["a user who may write only there", db("/work/pgdata", { user: "1000" }), "bind"],
  [
    "another folder",
    { image: "postgres:16", volumes: [bind("/work/x", "/docker-entrypoint-initdb.d")] },
    "bind",
  ],
  ["another service", { image: "node:24", volumes: [bind("/work/x", "/data")] }, "bind"],
  ["a read-only mount", { image: "redis", volumes: [bind("/work/r", "/data", { read_only: true })] }, "bind"],
  [
    "a folder with another mount in it",
    { image: "redis", volumes: [bind("/work/r", "/data"), bind("/work/r/a", "/a")] },
    "bind",
  ],
])("the data of %s is in a %s", async (_, service, want) => {
  expect(await typeOf(service)).toBe(want);
});

test("services with the same folder share its volume; a developer's data is named", async () => {
  const backup = { image: "backup", volumes: [bind("/work/theirs", "/in", { read_only: true, bind: {} })] };
  const { model, warnings } = await of({ db: db("/work/theirs"), backup });
  const [key] = Object.keys(model.volumes ?? {});
  expect(key).toMatch(/^mounted-[0-9a-f]{8}$/);
  expect(model.services?.db?.volumes).toEqual([{ type: "volume", source: key, target: DATA }]);
  expect(model.services?.backup?.volumes).toEqual([
    { type: "volume", source: key, target: "/in", read_only: true },
  ]);
  expect(warnings).toEqual([expect.stringMatching(/^services\.db\.volumes .* the data in theirs$/)]);
  expect((await of({ db: db("/work/pgdata") })).warnings).toEqual([]);
});

const mounted = (image: string, target: string, more: Mapping = {}) => ({
  image,
  volumes: [{ type: "volume", source: "data", target, ...more }],
});

test.each<[string, Record<string, Mapping>, boolean]>([
  ["a database's data", { db: mounted("postgres:16", DATA), backup: mounted("backup", "/in") }, true],
  ["that of a user", { db: { ...mounted("mysql:8", "/var/lib/mysql"), user: "1000" } }, true],
  ["data that a database only reads", { db: mounted("postgres:16", DATA, { read_only: true }) }, false],
  ["the files of another service", { web: mounted("nginx", "/data") }, false],
  ["another folder of a database", { db: mounted("postgres:16", "/backup") }, false],
])("an external volume with %s is a volume of each start: %s", (_, services, isOwn) => {
  const data = { external: true, name: "shop_data" };
  const given = { services, volumes: { data, other: data }, networks: { proxy: data } };
  const { model, warnings } = withOwnVolumes(given);
  expect(model).toEqual({ ...given, volumes: { data: isOwn ? {} : data, other: data } });
  const said =
    'volumes.data is a new volume in each start, because a database would write to the external volume "shop_data"; it is empty: fill it by stack.seed';
  expect(warnings).toEqual(isOwn ? [said] : []);
});

test("a volume of the project stays as it is", () => {
  const given = {
    services: { db: mounted("postgres:16", DATA) },
    volumes: { data: { name: "steelyard_data" } },
  };
  expect(withOwnVolumes(given)).toEqual({ model: given, warnings: [] });
});
