import { expect, test } from "vitest";
import { refusals } from "./refusals.ts";
import type { Mapping } from "./resolved.ts";

/** Links of an imagined disk: /run is /var/run's, and one in the checkout leads out of it. */
const real = (path: string) => path.replace(/^\/var\/run/, "/run").replace("/work/out", "/etc");
const bounds = { checkout: "/work", sockets: ["/var/run/docker.sock"], real };
const of = (service: Mapping, more: Mapping = {}, files: string[] = []) =>
  refusals({ services: { web: service }, ...more }, { web: files }, bounds).map(({ needs }) => needs);
const bind = (source: string) => ({ volumes: [{ type: "bind", source, target: "/x" }] });

test.each<[string, Mapping]>([
  ["nothing", {}],
  ["what Compose prints for nothing", { privileged: false, cap_add: [], devices: null, pid: "" }],
  ["the checkout", bind("/work")],
  ["a folder of it", bind("/work/data")],
  ["a volume", { volumes: [{ type: "volume", source: "data", target: "/x" }] }],
  ["memory", { volumes: [{ type: "tmpfs", target: "/x" }] }],
  ["another service's network", { network_mode: "service:db" }],
  ["another service's processes", { pid: "service:db", ipc: "shareable" }],
  ["fewer rights", { cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"], read_only: true }],
  ["a build in the checkout", { build: { context: "/work/app", dockerfile: "Dockerfile" } }],
  ["a build from afar", { build: { context: "https://example.com/app.git" } }],
])("%s is not refused", (_, service) => {
  expect(of(service)).toEqual([]);
});

test.each<[string, Mapping]>([
  ["privileged", { privileged: true }],
  ["privileged", { post_start: [{ command: ["x"], privileged: true }] }],
  ["privileged", { build: { context: "/work", privileged: true } }],
  ["capabilities", { cap_add: ["SYS_ADMIN"] }],
  ["devices", { devices: ["/dev/sda"] }],
  ["unconfined", { security_opt: ["seccomp:unconfined"] }],
  ["unconfined", { security_opt: ["label=disable"] }],
  ["host-network", { network_mode: "host" }],
  ["host-network", { network_mode: "container:other" }],
  ["host-network", { build: { context: "/work", network: "host" } }],
  ["host-processes", { pid: "host" }],
  ["host-processes", { ipc: "host" }],
  ["host-processes", { uts: "host" }],
  ["host-processes", { userns_mode: "host" }],
  ["host-processes", { cgroup: "host" }],
  ["host-processes", { cgroup_parent: "/system.slice" }],
  ["host-programs", { provider: { type: "anything" } }],
  ["external", { volumes_from: ["container:other"] }],
  ["engine-socket", { use_api_socket: true }],
  ["engine-socket", bind("/var/run/docker.sock")],
  ["engine-socket", bind("/run/docker.sock")],
  ["engine-socket", bind("/var/run")],
  ["engine-socket", bind("/")],
  ["host-files", bind("/etc")],
  ["host-files", bind("/workshop")], // begins like the checkout, and is not in it
  ["host-files", bind("/work/../etc")],
  ["host-files", bind("/work/out")], // a link
  ["host-files", { build: { context: "/" } }],
  ["host-files", { build: { context: "/work", dockerfile: "../etc/Dockerfile" } }],
  ["host-files", { build: { context: "/work", additional_contexts: { keys: "/root" } } }],
  ["host-files", { build: { context: "/work", ssh: ["default"] } }],
])("%s is needed for %j", (needs, service) => {
  expect(of(service)).toEqual([needs]);
});

test("files beside the services are looked at as well", () => {
  expect(of({}, { secrets: { key: { file: "/root/.ssh/id_rsa" } } })).toEqual(["host-files"]);
  expect(of({}, { configs: { app: { file: "/work/app.conf" } } })).toEqual([]);
  expect(
    of({}, { volumes: { data: { driver_opts: { type: "none", o: "bind", device: "/root" } } } }),
  ).toEqual(["host-files"]);
  expect(of({}, { volumes: { data: { external: true, name: "theirs" } } })).toEqual(["external"]);
  expect(of({}, { networks: { net: { external: true } } })).toEqual(["external"]);
  expect(of({}, {}, ["/work/.env", "/proc/self/environ"])).toEqual(["host-files"]);
});

test("the place is named", () => {
  expect(refusals({ services: { db: { privileged: true } } }, {}, bounds)).toEqual([
    { needs: "privileged", where: "services.db.privileged", what: "is privileged" },
  ]);
});
