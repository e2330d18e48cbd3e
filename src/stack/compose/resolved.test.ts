import { expect, test } from "vitest";
import { OWNER, PROJECT } from "./labels.ts";
import { active, aliased, demandService, demandServices, made, selected } from "./resolved.ts";

const wanted = {
  project: "steelyard-1",
  owner: "me",
  ports: new Map([["web", new Set([8080])]]),
  stackEnv: { ALGO: "a$b" },
  images: { project: "steelyard-0", names: new Map([["web", "steelyard-0-abc"]]) },
  seed: { service: "seed", env: { TENANT: "x" } },
};
const ours = { [PROJECT]: "steelyard-1", [OWNER]: "me" };
const model = made(
  {
    name: "theirs",
    services: {
      web: {
        image: "shop",
        build: { context: "/work", labels: { a: "1" } },
        labels: { mine: "yes", [PROJECT]: "stolen" },
        environment: { A: "$HOME", UNSET: null },
      },
      db: { image: "redis:7", logging: { driver: "none" } },
      seed: { image: "shop-seed", profiles: ["seed"] },
    },
    networks: { default: { name: "theirs_default" }, out: { external: true, name: "proxy" } },
    volumes: { data: { name: "fixed" } },
  },
  wanted,
);

test("a service is reachable only on a free port of the loopback", () => {
  expect(model.services?.web?.ports).toEqual([
    { mode: "ingress", host_ip: "127.0.0.1", target: 8080, published: "", protocol: "tcp" },
  ]);
  expect(model.services?.db).not.toHaveProperty("ports");
});

test("removes names that would collide with another run", () => {
  expect(model.services?.web?.image).toBe("steelyard-0-abc"); // the service is built
  expect(model.services?.db?.image).toBe("redis:7");
  expect(model.volumes?.data?.name).toBe("steelyard-1_data");
  expect(model.networks?.default?.name).toBe("steelyard-1_default");
  expect(model.networks?.out).toEqual({ external: true, name: "proxy" });
});

test.each([
  ["on the default network", {}, { default: { aliases: ["shop-mongo"] } }],
  ["on a network without settings", { networks: { back: null } }, { back: { aliases: ["shop-mongo"] } }],
  [
    "on each network, with the aliases there",
    { networks: { back: { aliases: ["db"], priority: 1 }, front: {} } },
    { back: { aliases: ["db", "shop-mongo"], priority: 1 }, front: { aliases: ["shop-mongo"] } },
  ],
  [
    "on no network that others share",
    { networks: { back: null, proxy: { aliases: ["db"] } } },
    { back: { aliases: ["shop-mongo"] }, proxy: { aliases: ["db"] } },
  ],
  ["nowhere without networks of its own", { network_mode: "service:web" }, undefined],
])("the name of a container reaches it %s", (_, service, networks) => {
  const { services } = aliased({
    services: { mongo: { container_name: "shop-mongo", ...service }, web: {} },
    networks: { proxy: { external: true } },
  });
  expect(services?.mongo?.networks).toEqual(networks);
  expect(services?.web).toEqual({});
});

test("everything carries Steelyard's labels, whatever the files say", () => {
  expect(model.services?.web?.labels).toEqual({ mine: "yes", ...ours });
  const images = { [PROJECT]: "steelyard-0", [OWNER]: "me" }; // which outlive the start
  expect(model.services?.web?.build).toMatchObject({ labels: { a: "1", ...images } });
  expect(model.services?.db?.labels).toEqual(ours);
  expect(model.volumes?.data?.labels).toEqual(ours);
  expect(model.networks?.default?.labels).toEqual(ours);
});

test("the variant's environment reaches every service; a variable without a value does not get one later", () => {
  expect(model.services?.web?.environment).toEqual({ A: "$HOME", ALGO: "a$b" });
  expect(model.services?.seed?.environment).toEqual({ ALGO: "a$b", TENANT: "x" });
});

test("a profiler is let into every service, also that which runs the seed", () => {
  const attach = { folder: "/agents", env: (service: string) => ({ NODE_OPTIONS: `--require ${service}` }) };
  const { services } = made(
    { services: { web: { image: "shop" }, db: {} } },
    { ...wanted, attach, seed: { service: "web", env: {} } },
  );
  for (const name of ["web", "db"])
    expect(services?.[name]).toMatchObject({
      environment: { NODE_OPTIONS: `--require ${name}` },
      volumes: [{ source: "/agents", target: "/agents", read_only: true }],
    });
});

test("logs do not fill the disk, unless a service says how it logs", () => {
  expect(model.services?.web?.logging).toMatchObject({ options: { "max-size": "64m" } });
  expect(model.services?.db?.logging).toEqual({ driver: "none" });
});

test.each([
  [[], ["web", "db"]],
  [["seed"], ["web", "db", "seed"]],
  [["*"], ["web", "db", "seed"]],
  [["other"], ["web", "db"]],
])("the profiles %j start %j", (profiles, want) => {
  expect(active(model, profiles)).toEqual(want);
});

test("of chosen services, those that they depend on are started, whatever their profiles, and no others", () => {
  const on = (...names: string[]) => ({
    depends_on: Object.fromEntries(names.map((name) => [name, { condition: "service_started" }])),
  });
  const services = {
    web: { ...on("api"), profiles: ["front"] },
    api: on("db", "mail"),
    db: { profiles: ["data"] },
    mail: {},
    admin: { ...on("db"), profiles: ["tools"] },
    seed: on("db"),
  };
  const started = (...names: string[]) => active(selected({ services }, names), []);
  expect(started("web")).toEqual(["web", "api", "db", "mail"]);
  expect(started("mail", "admin")).toEqual(["db", "mail", "admin"]);
  expect(selected({ services }, ["api"]).services?.seed).toMatchObject(services.seed); // a seed may run it
  expect(() => selected({ services }, ["wbe"])).toThrow(/no service "wbe"/);
  const left = selected({ services }, ["api"]);
  const endpoint = () => demandService("web", "stack.endpoints.web", left, active(left, []));
  expect(endpoint).toThrow(/"web" is not started, as stack\.compose\.services does not name it/);
});

test("the error for a service that is missing or not started has a remedy", () => {
  const error = (name: string) => {
    try {
      demandService(name, "stack.endpoints.api", model, ["web", "db"]);
      return null;
    } catch (thrown) {
      return thrown;
    }
  };
  expect(error("web")).toBeNull();
  expect(error("webb")).toMatchObject({ fault: "user", remedy: "name one of: web, db, seed" });
  expect(error("seed")).toMatchObject({ remedy: "add it: stack.compose.profiles: [seed]" });
});

test.each([
  ["host", /further one of stack\.compose\.files: services: \{ web: \{ network_mode: !reset null \} \}$/],
  ["service:vpn", /^name the service whose network it has: vpn$/],
])(
  "a service with network_mode: %s cannot have an endpoint, and the error says what to do",
  (network_mode, remedy) => {
    const shared = { services: { web: { network_mode }, vpn: {} } };
    const demand = (service: string, ready = {}) => {
      const endpoints = { api: { service, port: 80 } };
      demandServices({ endpoints, compose: { ready }, seed: undefined }, shared, ["web", "vpn"]);
    };
    const error = { fault: "user", remedy: expect.stringMatching(remedy) };
    const thrown = (act: () => void) => {
      try {
        act();
        return null;
      } catch (problem) {
        return problem;
      }
    };
    expect(thrown(() => demand("web"))).toMatchObject({ ...error, where: "stack.endpoints.api" });
    expect(thrown(() => demand("vpn", { web: { port: 80 } }))).toMatchObject({
      ...error,
      where: "stack.compose.ready.web",
    });
    expect(thrown(() => demand("vpn", { web: { http: "/" } }))).toBeNull();
  },
);
