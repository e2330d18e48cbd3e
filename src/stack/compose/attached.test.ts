import { describe, expect, test } from "vitest";
import { attached, awaitsModules, knowingImages, type LetIn } from "./attached.ts";
import type { Engine } from "./engine.ts";

const ATTACH = { folder: "/tmp/why", env: () => ({ NODE_OPTIONS: "--require x" }) };

test("a service gets the folder, read-only, and the variables beside its own", () => {
  const service = { image: "node:24", volumes: ["./a:/a"], environment: { PORT: 80, NODE_OPTIONS: "--y" } };
  let seen: unknown;
  const env = (name: string, own: object) => {
    seen = [name, own];
    return ATTACH.env();
  };
  const attach = { ...ATTACH, env };
  expect(attached("web", service, attach)).toEqual({
    image: "node:24",
    environment: { PORT: 80, NODE_OPTIONS: "--require x" },
    volumes: ["./a:/a", { type: "bind", source: "/tmp/why", target: "/tmp/why", read_only: true }],
  });
  expect(seen).toEqual(["web", { PORT: "80", NODE_OPTIONS: "--y" }]);
});

test("what it may write to is a folder of its own", () => {
  const attach = { ...ATTACH, written: (name: string) => [`/tmp/why/${name}.java`] };
  expect(attached("web", { image: "shop", environment: {} }, attach).volumes).toEqual([
    { type: "bind", source: "/tmp/why", target: "/tmp/why", read_only: true },
    { type: "bind", source: "/tmp/why/web.java", target: "/tmp/why/web.java", read_only: false },
  ]);
});

describe("PostgreSQL counts statements", () => {
  const LOAD = "shared_preload_libraries=pg_stat_statements";
  const KNOWN = { ...ATTACH, preloaded: new Map([["db", ""]]) };
  const commandOf = (image: string, command?: unknown, attach: LetIn = KNOWN, more = {}) =>
    attached("db", { image, environment: {}, ...(command !== undefined && { command }), ...more }, attach)
      .command;

  test.each([
    ["without a command of its own", undefined, ["postgres", "-c", LOAD]],
    ["with none", null, ["postgres", "-c", LOAD]],
    ["with options", ["postgres", "-c", "fsync=off"], ["postgres", "-c", "fsync=off", "-c", LOAD]],
    ["with options alone", ["-c", "fsync=off"], ["-c", "fsync=off", "-c", LOAD]],
    [
      "with modules of its own",
      ["postgres", "-c", "shared_preload_libraries=auto_explain"],
      ["postgres", "-c", "shared_preload_libraries=auto_explain,pg_stat_statements"],
    ],
    [
      "with modules in one word",
      ["postgres", "-cshared_preload_libraries=a"],
      ["postgres", "-cshared_preload_libraries=a,pg_stat_statements"],
    ],
    [
      "with modules and dashes in its name",
      ["postgres", "--shared-preload-libraries=timescaledb"],
      ["postgres", "--shared-preload-libraries=timescaledb,pg_stat_statements"],
    ],
    [
      "with modules in the last of two options",
      ["-c", "shared_preload_libraries=a", "-c", "shared-preload-libraries=b, c"],
      ["-c", "shared_preload_libraries=a", "-c", "shared-preload-libraries=b,c,pg_stat_statements"],
    ],
    [
      "with an empty list of modules",
      ["postgres", "-c", "shared_preload_libraries="],
      ["postgres", "-c", LOAD],
    ],
    ["that does so already", ["postgres", "-c", LOAD], ["postgres", "-c", LOAD]],
    ["but not where a script starts it", ["./start.sh"], ["./start.sh"]],
  ])("%s", (_, command, wanted) => expect(commandOf("postgres:16", command)).toEqual(wanted));

  test("in an image that is built on PostgreSQL, by the image's own command", () => {
    const built = (...command: string[]) => ({ ...KNOWN, image: () => ({ exposed: [5432], command }) });
    const own = ["postgres", "-c", "config_file=/etc/shop.conf"];
    expect(commandOf("shop-db", undefined, built(...own))).toEqual([...own, "-c", LOAD]);
    expect(commandOf("shop-db", ["-c", "fsync=off"], built(...own))).toEqual(["-c", "fsync=off", "-c", LOAD]);
    expect(commandOf("shop-db", undefined, built("./start.sh"))).toBeUndefined();
    expect(commandOf("shop-db", undefined, { ...KNOWN, image: () => undefined })).toBeUndefined();
    expect(
      commandOf("shop-web", undefined, { ...KNOWN, image: () => ({ exposed: [80], command: [] }) }),
    ).toBeUndefined();
  });

  test("but not where the service has an entry point of its own", () => {
    expect(commandOf("postgres:16", undefined, KNOWN, { entrypoint: ["./start.sh"] })).toBeUndefined();
    expect(commandOf("postgres:16", undefined, KNOWN, { entrypoint: null })).toEqual([
      "postgres",
      "-c",
      LOAD,
    ]);
  });

  test.each([
    [
      "an image",
      "timescaledb",
      undefined,
      ["postgres", "-c", "shared_preload_libraries=timescaledb,pg_stat_statements"],
    ],
    [
      "a file",
      "pg_cron, pg_net",
      ["postgres", "-D", "/etc/postgresql"],
      [
        "postgres",
        "-D",
        "/etc/postgresql",
        "-c",
        "shared_preload_libraries=pg_cron,pg_net,pg_stat_statements",
      ],
    ],
    [
      "a file, this one as well",
      "pg_stat_statements,pg_cron",
      ["postgres", "-D", "/etc/postgresql"],
      ["postgres", "-D", "/etc/postgresql", "-c", "shared_preload_libraries=pg_stat_statements,pg_cron"],
    ],
    ["an option", "a", ["--shared_preload_libraries=a"], ["--shared_preload_libraries=a,pg_stat_statements"]],
    ["nothing", "", ["postgres"], ["postgres", "-c", LOAD]],
  ])("beside the modules that %s had it load at an earlier start", (_, modules, command, wanted) => {
    const preloaded = new Map([["db", modules]]);
    expect(commandOf("timescale/timescaledb:latest-pg16", command, { ...ATTACH, preloaded })).toEqual(wanted);
  });

  test("only where its modules are known: an option would replace those of a file", () => {
    const waits = (service: object, attach: LetIn = ATTACH, started = ["db"]) =>
      awaitsModules(started, { db: { image: "timescale/timescaledb:latest-pg16", ...service } }, attach);
    const named = ["postgres", "-c", "shared_preload_libraries=a"];
    expect(commandOf("timescale/timescaledb:latest-pg16", undefined, ATTACH)).toBeUndefined();
    expect(commandOf("postgres:16", ["-c", "fsync=off"], ATTACH)).toEqual(["-c", "fsync=off"]);
    expect(commandOf("postgres:16", named, ATTACH)).toEqual([
      ...named.slice(0, 2),
      `${named[2]},pg_stat_statements`,
    ]);
    expect(waits({})).toBe(true);
    expect(waits({}, KNOWN)).toBe(false);
    expect(waits({}, ATTACH, ["web", "constructor"])).toBe(false);
    expect(waits({ command: named })).toBe(false);
    expect(waits({ command: ["./start.sh"] })).toBe(false);
    expect(waits({ image: "redis:7" })).toBe(false);
    const built = { ...ATTACH, image: () => ({ exposed: [5432], command: ["postgres"] }) };
    expect(waits({ image: undefined }, built)).toBe(true);
  });

  test.each([
    ["postgres", true],
    ["postgres@sha256:0123", true],
    ["docker.io/library/postgres:16-alpine", true],
    ["postgis/postgis:16-3.4", true],
    ["pgvector/pgvector:pg16", true],
    ["timescale/timescaledb:latest-pg16", true],
    ["postgres-exporter:1", false],
    ["prometheuscommunity/postgres-exporter", false],
    ["dpage/pgadmin4", false],
    ["node:24", false],
  ])("%s: %s", (image, is) => expect(commandOf(image) !== undefined).toBe(is));
});

describe("MySQL and MariaDB count statements by digests", () => {
  const ON = [
    "--performance-schema=ON",
    "--loose-max-digest-length=4096",
    "--loose-performance-schema-max-digest-length=4096",
  ];
  const image = (...command: string[]) => ({ ...ATTACH, image: () => ({ exposed: [3306], command }) });

  test.each<[string, object, readonly string[], readonly string[] | undefined]>([
    ["by the command of the image", { image: "mariadb:11" }, ["mariadbd"], ["mariadbd", ...ON]],
    [
      "with options alone",
      { image: "mysql:8", command: ["--sql-mode="] },
      ["mysqld"],
      ["--sql-mode=", ...ON],
    ],
    [
      "with a command of its own",
      { image: "mysql:8", command: ["mysqld", "--x"] },
      ["mysqld"],
      ["mysqld", "--x", ...ON],
    ],
    ["in an image that is built on one", { image: "shop-db" }, ["mysqld"], ["mysqld", ...ON]],
    ["but not where a script starts it", { image: "mysql:8" }, ["./start.sh"], undefined],
    [
      "nor behind an entry point of its own",
      { image: "mysql:8", entrypoint: ["./x"] },
      ["mysqld"],
      undefined,
    ],
    ["nor where the image is not known", { image: "mysql:8" }, [], undefined],
    [
      "nor where the command says that it does not",
      { image: "mysql:8", command: ["--skip-performance-schema"] },
      ["mysqld"],
      ["--skip-performance-schema"],
    ],
  ])("%s", (_, service, ofImage, want) =>
    expect(attached("db", { environment: {}, ...service }, image(...ofImage)).command).toEqual(want),
  );
});

test("variables of an image count as the service's own, unless the service sets them", async () => {
  const Env = ["NODE_OPTIONS=--max-old-space-size=512", "PATH=/bin", "A=b=c"];
  const find = async (path: string) => (path === "/images/shop%3A1/json" ? { Config: { Env } } : undefined);
  const seen: unknown[] = [];
  const env = (_: string, own: object) => {
    seen.push(own);
    return {};
  };
  const attach = { ...ATTACH, env };
  const knowing = await knowingImages(attach, { web: "shop:1", db: "gone" }, {
    find,
  } as Partial<Engine> as Engine);
  knowing.env("web", { PATH: "/own" });
  knowing.env("db", {});
  knowing.env("constructor", {});
  expect(seen).toEqual([{ NODE_OPTIONS: "--max-old-space-size=512", PATH: "/own", A: "b=c" }, {}, {}]);
});
