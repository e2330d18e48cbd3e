import { expect, test } from "vitest";
import { containerOf } from "./container.ts";
import { spotOf } from "./inside.ts";
import { type Placement, placed, placedEnv } from "./placed.ts";

const call = {
  argv: ["/cache/k6", "run", "trial.js"],
  env: { STEELYARD_SEED: "7", SECRET: "s3cret" },
  carried: "/cache/k6",
  cwd: "/checkout",
  scratch: "/checkout/.steelyard/scratch/1",
};
const placement: Placement = {
  name: "p-load-1",
  image: "shop:1",
  network: "p_default",
  labels: { "dev.steelyard.project": "p" },
  user: "1000:1000",
  cpus: null,
  cidfile: "/s/1.cid",
};
const engine = { PATH: "/bin", DOCKER_HOST: "unix:///x.sock" };
/** The values of an option, in order. */
const values = (argv: readonly string[], option: string) =>
  argv.flatMap((text, i) => (argv[i - 1] === option ? [text] : []));

test("a program of this machine runs in its own container, with unchanged arguments", () => {
  const argv = placed(call, placement);
  expect(argv.slice(0, 2)).toEqual(["docker", "run"]);
  expect(argv.slice(-5)).toEqual(["--entrypoint", "/steelyard/k6", "shop:1", "run", "trial.js"]);
  expect(values(argv, "--mount")).toEqual([
    "type=bind,source=/checkout,target=/checkout,readonly",
    "type=bind,source=/checkout/.steelyard/scratch/1,target=/checkout/.steelyard/scratch/1",
    "type=bind,source=/cache/k6,target=/steelyard/k6,readonly",
  ]);
  expect(values(argv, "--label")).toEqual(["dev.steelyard.project=p"]);
  expect([values(argv, "--user"), values(argv, "--cpuset-cpus")]).toEqual([["1000:1000"], []]);
});

test("a program of the image is called by its name, on its cores", () => {
  const there = { ...call, argv: ["wrk", "--latency"], carried: null };
  const argv = placed(there, { ...placement, user: null, cpus: "3" });
  expect(argv.slice(-4)).toEqual(["--entrypoint", "wrk", "shop:1", "--latency"]);
  expect(values(argv, "--mount")).toHaveLength(2);
  expect([values(argv, "--user"), values(argv, "--cpuset-cpus")]).toEqual([[], ["3"]]);
});

test("Steelyard's variables are not arguments, and those of the config are not in the environment of docker", () => {
  const env = { STEELYARD_HEADERS_API: "s3cret", PATH: "/opt", LD_PRELOAD: "x.so", DOCKER_CONFIG: "x" };
  const argv = placed({ ...call, env }, placement);
  expect(values(argv, "--env")).toEqual([
    "STEELYARD_HEADERS_API",
    "PATH=/opt",
    "LD_PRELOAD=x.so",
    "DOCKER_CONFIG=x",
  ]);
  expect(argv.join(" ")).not.toContain("s3cret");
  expect(placedEnv(env, engine)).toEqual({ STEELYARD_HEADERS_API: "s3cret", ...engine });
});

test.each([
  ["/a,b", '"source=/a,b"'],
  ['/a"b', '"source=/a""b"'],
  ["/a b", "source=/a b"],
])("a folder called %s", (cwd, want) => {
  expect(values(placed({ ...call, cwd }, placement), "--mount")[0]).toContain(`,${want},`);
});

const container = (service: string, networks: readonly string[]) =>
  containerOf({
    Id: `id-${service}`,
    Image: `sha256:${service}`,
    RestartCount: 0,
    State: {
      Status: "running",
      Running: true,
      Restarting: false,
      Pid: 7,
      StartedAt: "t",
      ExitCode: 0,
      OOMKilled: false,
    },
    Config: { Image: service, Labels: { "com.docker.compose.service": service } },
    HostConfig: {},
    NetworkSettings: { Ports: {}, Networks: Object.fromEntries(networks.map((name) => [name, {}])) },
  });
const running = [
  container("web", ["front", "back"]),
  container("admin", ["back"]),
  container("edge", ["front"]),
  container("db", ["back"]),
];
const web = { api: { service: "web", port: 8080 } };
const both = { ...web, admin: { service: "admin", port: 81 } };

test.each([
  ["network", web, "front", "sha256:web", "http://web:8080"],
  ["network", both, "back", "sha256:web", "http://web:8080"], // the network that both services are on
  ["web", both, "container:id-web", "sha256:web", "http://127.0.0.1:8080"],
  ["db", web, "container:id-db", "sha256:db", "http://web:8080"],
])("the place %s", (place, endpoints, network, image, api) => {
  const spot = spotOf(place, running, endpoints, undefined);
  expect([spot.network, spot.image, spot.targets.api]).toEqual([network, image, api]);
  expect(spotOf(place, running, endpoints, "tools:1").image).toBe("tools:1");
});

test.each([
  ["wbe", web, /service "wbe", which is not running/],
  ["network", { ...both, edge: { service: "edge", port: 1 } }, /no common network/],
])("no place %s", (place, endpoints, want) => {
  expect(() => spotOf(place, running, endpoints, undefined)).toThrow(want);
});
