import { expect, test } from "vitest";
import { settings } from "./settings.ts";

test("without variables: loopback, the reference's limit, no bypass, no faults", () => {
  expect(settings({})).toEqual({
    notifyToken: null,
    notifyLimit: null,
    retrieve: { token: null, backend: "base", warm: false, workers: 2, queue: 20, drain: 20 },
    host: "127.0.0.1",
    port: 8080,
    algorithm: "popularity",
    artifact: false,
    limit: { burst: 30, perSecond: 15 },
    tenantLimit: null,
    bypass: null,
    faults: {},
    faultSeed: 1,
    log: false,
    search: null,
    servers: null,
  });
});

test("an empty variable counts as unset", () => {
  const empty = { HOST: "", PORT: "", ALGO: "", ARTIFACT: "", LIMIT: "", BENCH_BYPASS: "", FAULTS: "" };
  expect(settings(empty)).toEqual(settings({}));
});

test("every variable is read", () => {
  const set = {
    HOST: "0.0.0.0",
    PORT: "0",
    ALGO: "cooccurrence",
    ARTIFACT: "on",
    LIMIT: "off",
    TENANT_LIMIT: "10/5",
    BENCH_BYPASS: "secret",
    FAULTS: "health.wait=1ms",
    FAULT_SEED: "4294967295",
    LOG: "on",
    SEARCH_ADDRESS: "search:9090",
    DATABASE_URL: "postgres://demo:demo@postgres:5432/demo",
    REDIS_URL: "redis://redis:6379",
    NODE_ENV: "development",
    NOTIFY_TOKEN: "t0ken",
    NOTIFY_LIMIT: "9/3",
    RETRIEVE_TOKEN: "t0ken2",
    RETRIEVE_BACKEND: "large",
    RETRIEVE_WARM: "on",
    RETRIEVE_WORKERS: "64",
    RETRIEVE_QUEUE: "7",
    RETRIEVE_DRAIN: "3",
  };
  expect(settings(set)).toEqual({
    notifyToken: "t0ken",
    notifyLimit: { burst: 9, perSecond: 3 },
    retrieve: { token: "t0ken2", backend: "large", warm: true, workers: 64, queue: 7, drain: 3 },
    host: "0.0.0.0",
    port: 0,
    algorithm: "cooccurrence",
    artifact: true,
    limit: null,
    tenantLimit: { burst: 10, perSecond: 5 },
    bypass: "secret",
    faults: { health: { cpu: 0, wait: 1, errors: 0, memory: 0 } },
    faultSeed: 4_294_967_295,
    log: true,
    search: "search:9090",
    servers: { database: "postgres://demo:demo@postgres:5432/demo", redis: "redis://redis:6379" },
  });
});

test.each([
  [{ PORT: "65536" }, "PORT: wanted a port from 0 (any free one) to 65535"],
  [{ PORT: "-1" }, "PORT: wanted a port"],
  [{ PORT: "80a" }, "PORT: wanted a port"],
  [{ ALGO: "magic" }, "ALGO: wanted one of popularity, cooccurrence"],
  [{ ARTIFACT: "yes" }, "ARTIFACT: wanted on or off"],
  [{ LIMIT: "30" }, 'LIMIT: wanted burst/per second such as "30/15", or off'],
  [{ LIMIT: "0/15" }, "LIMIT: wanted burst"],
  [{ FAULTS: "recommend.cpu=lots" }, 'FAULTS: "recommend.cpu=lots" is not a fault'],
  [{ SEARCH_ADDRESS: "http://search:9090" }, "SEARCH_ADDRESS: wanted host:port"],
  [{ RETRIEVE_BACKEND: "huge" }, "RETRIEVE_BACKEND: wanted one of small, base, large"],
  [{ RETRIEVE_WARM: "yes" }, "RETRIEVE_WARM: wanted on or off"],
  [{ RETRIEVE_WORKERS: "0" }, "RETRIEVE_WORKERS: wanted a whole number from 1 to 64"],
  [{ FAULT_SEED: "4294967296" }, "FAULT_SEED: wanted a whole number below 2^32"],
  [{ NODE_ENV: "production", BENCH_BYPASS: "secret" }, "BENCH_BYPASS: never with NODE_ENV=production"],
  [{ NODE_ENV: "production", FAULTS: "health.wait=1ms" }, "FAULTS: never with NODE_ENV=production"],
])("%j is refused: %s", (env, want) => {
  expect(() => settings(env)).toThrow(want);
});

test("all mistakes are named at once, and a secret is never repeated", () => {
  expect(() => settings({ PORT: "x", ARTIFACT: "x" })).toThrow(/PORT: .*\nARTIFACT: /);
  const hidden = () => settings({ NODE_ENV: "production", BENCH_BYPASS: "hush-hush" });
  expect(hidden).toThrow("BENCH_BYPASS");
  expect(hidden).not.toThrow("hush-hush");
});

test.each([{ BENCH_BYPASS: "" }, { FAULTS: "" }, { FAULTS: " , " }, {}])("production takes %j", (env) => {
  expect(settings({ ...env, NODE_ENV: "production" })).toMatchObject({ bypass: null, faults: {} });
});
