import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ComposeAllowance } from "../../model/config.ts";
import { PERMISSIONS } from "./permissions.ts";
import { decided, permitted } from "./permitted.ts";
import type { Mapping } from "./resolved.ts";
import { locating } from "./sources.ts";

const { keys } = JSON.parse(readFileSync(join(import.meta.dirname, "specification.json"), "utf8")) as {
  keys: string[];
};
/** Short forms, which Compose expands before it prints the model. Unexpanded, they are rejected. */
const NEVER_PRINTED = [
  "services.*.build.additional_contexts[]",
  "services.*.depends_on[]",
  "services.*.networks[]",
  "services.*.sysctls[]",
];

test("the table covers every key of the specification", () => {
  expect(keys.length).toBeGreaterThan(800);
  expect(keys.filter((key) => !decided(key))).toEqual(NEVER_PRINTED);
});

test.each([
  "services.*.new",
  "services.*.healthcheck.new",
  "new",
  "networks.*.ipam.new",
  "services.*.build.new",
])("a newer schema with %s fails the test above", (key) => expect(decided(key)).toBe(false));

/** Links of a simulated disk: /run is /var/run's target, and one link in the checkout leads out of it. */
const real = (path: string) => path.replace(/^\/var\/run/, "/run").replace("/work/out", "/etc");
const locate = locating({ checkout: "/work", sockets: ["/var/run/docker.sock"], guarded: [], real });
const refusalsOf = (model: Mapping) => permitted(model, locate).refusals;
const web = (service: Mapping) => ({ services: { web: service } });
const build = (more: Mapping) => web({ build: { context: "/work", ...more } });
const mount = (volume: Mapping) =>
  web({ volumes: [{ type: "bind", source: "/work/data", target: "/x", ...volume }] });
const bind = (source: string) => mount({ source });
const network = (more: Mapping) => ({ networks: { net: more } });
const volume = (more: Mapping) => ({ volumes: { data: more } });
const local = (options: Mapping) => volume({ driver: "local", driver_opts: options });
const hook = [{ command: ["x"], privileged: true }];

type Refused = readonly [row: string, needs: ComposeAllowance, model: Mapping];
const REFUSED: readonly Refused[] = [
  ["models", "host-programs", { models: { llm: { model: "ai/x" } } }],
  ["jobs", "unchecked", { jobs: { once: { image: "x" } } }],
  ["services.*.post_start[].privileged", "privileged", web({ post_start: hook })],
  ["services.*.pre_stop[].privileged", "privileged", web({ pre_stop: hook })],
  ["services.*.pre_start", "unchecked", web({ pre_start: hook })],
  ["services.*.annotations", "drivers", web({ annotations: { "org.systemd.property.X": "y" } })],
  ["services.*.privileged", "privileged", web({ privileged: true })],
  ["services.*.privileged", "privileged", web({ privileged: "true" })],
  ["services.*.cap_add[]", "capabilities", web({ cap_add: ["SYS_ADMIN"] })],
  ["services.*.cap_add[]", "capabilities", web({ cap_add: ["CHOWN", "all"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["seccomp:unconfined"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["seccomp=profile.json"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["apparmor=mine"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["label=disable"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["label:type:spc_t"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["systempaths=unconfined"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["writable-cgroups=true"] })],
  ["services.*.security_opt[]", "unconfined", web({ security_opt: ["no-new-privileges:false"] })],
  ["services.*.{devices,device_cgroup_rules,gpus}", "devices", web({ devices: [{ source: "/dev/sda" }] })],
  ["services.*.{devices,device_cgroup_rules,gpus}", "devices", web({ device_cgroup_rules: ["a *:* rwm"] })],
  ["services.*.{devices,device_cgroup_rules,gpus}", "devices", web({ gpus: [{ count: -1 }] })],
  ["services.*.runtime", "drivers", web({ runtime: "sysbox-runc" })],
  ["services.*.isolation", "drivers", web({ isolation: "process" })],
  ["services.*.credential_spec", "host-files", web({ credential_spec: { file: "c.json" } })],
  ["services.*.provider", "host-programs", web({ provider: { type: "anything" } })],
  ["services.*.models", "host-programs", web({ models: { llm: {} } })],
  ["services.*.use_api_socket", "engine-socket", web({ use_api_socket: true })],
  ["services.*.sysctls.*", "kernel", web({ sysctls: { "kernel.core_pattern": "|/x" } })],
  ["services.*.sysctls.*", "kernel", web({ sysctls: { "vm.overcommit_memory": "1" } })],
  ["services.*.pid", "host-processes", web({ pid: "host" })],
  ["services.*.pid", "host-processes", web({ pid: "container:other" })],
  ["services.*.ipc", "host-processes", web({ ipc: "host" })],
  ["services.*.{uts,userns_mode}", "host-processes", web({ uts: "host" })],
  ["services.*.{uts,userns_mode}", "host-processes", web({ userns_mode: "host" })],
  ["services.*.cgroup", "host-processes", web({ cgroup: "host" })],
  ["services.*.cgroup_parent", "host-processes", web({ cgroup_parent: "/system.slice" })],
  ["services.*.{cpu_rt_period,cpu_rt_runtime}", "kernel", web({ cpu_rt_runtime: "950000" })],
  ["services.*.oom_kill_disable", "kernel", web({ oom_kill_disable: true })],
  ["services.*.oom_score_adj", "kernel", web({ oom_score_adj: -1000 })],
  ["services.*.oom_score_adj", "kernel", web({ oom_score_adj: "-1000" })],
  ["services.*.ulimits.*", "kernel", web({ ulimits: { rtprio: 99 } })],
  ["services.*.ulimits.*", "kernel", web({ ulimits: { nice: { soft: 1, hard: 1 } } })],
  [
    "services.*.blkio_config.{weight_device,device_read_bps,device_read_iops,device_write_bps,device_write_iops}",
    "devices",
    web({ blkio_config: { weight_device: [{ path: "/dev/sda", weight: 1 }] } }),
  ],
  ["services.*.storage_opt", "drivers", web({ storage_opt: { size: "1G", other: "x" } })],
  ["services.*.volumes[].type", "engine-socket", mount({ type: "npipe", source: "" })],
  ["services.*.volumes[].type", "drivers", mount({ type: "cluster", source: "" })],
  ["services.*.volumes[].source", "engine-socket", bind("/var/run/docker.sock")],
  ["services.*.volumes[].source", "engine-socket", bind("/run/docker.sock")],
  ["services.*.volumes[].source", "engine-socket", bind("/var/run")],
  ["services.*.volumes[].source", "engine-socket", bind("/")],
  ["services.*.volumes[].source", "host-files", bind("/etc")],
  ["services.*.volumes[].source", "host-files", bind("/workshop")], // begins with the checkout's name, but is outside
  ["services.*.volumes[].source", "host-files", bind("/work/../etc")],
  ["services.*.volumes[].source", "host-files", bind("/work/out")], // a link
  ["services.*.volumes[].source", "host-files", mount({ type: "volume", source: "/etc" })],
  ["services.*.volumes[].bind.propagation", "host-files", mount({ bind: { propagation: "rslave" } })],
  ["services.*.volumes_from[]", "external", web({ volumes_from: ["container:other"] })],
  ["services.*.network_mode", "host-network", web({ network_mode: "host" })],
  ["services.*.network_mode", "host-network", web({ network_mode: "container:other" })],
  ["services.*.network_mode", "external", web({ network_mode: "bridge" })],
  ["services.*.network_mode", "external", web({ network_mode: "other_default" })],
  [
    "services.*.networks.*.{driver_opts,link_local_ips}",
    "network-settings",
    web({ networks: { net: { driver_opts: { "com.docker.network.endpoint.sysctls": "x" } } } }),
  ],
  ["services.*.external_links", "external", web({ external_links: ["other:db"] })],
  ["services.*.logging.driver", "drivers", web({ logging: { driver: "syslog" } })],
  ["services.*.logging.options.*", "drivers", web({ logging: { options: { "syslog-address": "udp://x" } } })],
  ["services.*.build.context", "host-files", web({ build: { context: "/etc" } })],
  ["services.*.build.context", "engine-socket", web({ build: { context: "/" } })],
  ["services.*.build.context", "host-files", web({ build: { context: "git@example.com:a/b.git" } })],
  ["services.*.build.context", "host-files", web({ build: { context: "ssh://example.com/b.git" } })],
  ["services.*.build.dockerfile", "host-files", build({ dockerfile: "../etc/Dockerfile" })],
  ["services.*.build.dockerfile", "host-files", build({ dockerfile: "out/Dockerfile" })],
  ["services.*.build.additional_contexts.*", "host-files", build({ additional_contexts: { keys: "/root" } })],
  [
    "services.*.build.additional_contexts.*",
    "host-files",
    build({ additional_contexts: { k: "oci-layout:///root" } }),
  ],
  ["services.*.build.ulimits.*", "kernel", build({ ulimits: { rtprio: 99 } })],
  ["services.*.build.cache_from[]", "host-files", build({ cache_from: ["type=local,src=/root"] })],
  ["services.*.build.ssh", "host-files", build({ ssh: ["default"] })],
  ["services.*.build.network", "host-network", build({ network: "host" })],
  ["services.*.build.{privileged,entitlements}", "privileged", build({ privileged: true })],
  [
    "services.*.build.{privileged,entitlements}",
    "privileged",
    build({ entitlements: ["security.insecure"] }),
  ],
  ["services.*.build.isolation", "drivers", build({ isolation: "process" })],
  [
    "services.*.deploy.resources.reservations.{devices,generic_resources}",
    "devices",
    web({ deploy: { resources: { reservations: { devices: [{ capabilities: ["gpu"] }] } } } }),
  ],
  ["{networks,volumes}.*.external", "external", network({ external: true, name: "proxy" })],
  ["{networks,volumes}.*.external", "external", volume({ external: true, name: "other_data" })],
  ["networks.*.driver", "network-settings", network({ driver: "macvlan" })],
  ["networks.*.driver", "network-settings", network({ driver: "ipvlan" })],
  ["networks.*.driver_opts.*", "network-settings", network({ driver_opts: { parent: "eth0" } })],
  [
    "networks.*.driver_opts.*",
    "network-settings",
    network({ driver_opts: { "com.docker.network.bridge.name": "docker0" } }),
  ],
  [
    "networks.*.driver_opts.*",
    "network-settings",
    network({ driver_opts: { "com.docker.network.bridge.gateway_mode_ipv4": "routed" } }),
  ],
  ["networks.*.ipam.driver", "network-settings", network({ ipam: { driver: "dhcp" } })],
  [
    "networks.*.ipam.{config,options}",
    "network-settings",
    network({ ipam: { config: [{ gateway: "10.0.0.1" }] } }),
  ],
  ["volumes.*.driver", "drivers", volume({ driver: "vieux/sshfs" })],
  ["volumes.*.driver_opts", "host-files", local({ type: "none", o: "bind", device: "/root" })],
  ["volumes.*.driver_opts", "host-files", local({ type: "none", o: "bind", device: "root" })],
  [
    "volumes.*.driver_opts",
    "host-files",
    local({ type: "overlay", o: "lowerdir=/,upperdir=/a,workdir=/b", device: "overlay" }),
  ],
  ["volumes.*.driver_opts", "host-files", local({ type: "sysfs", device: "sysfs" })],
  ["volumes.*.driver_opts", "host-files", local({ type: "proc", device: "proc" })],
  ["volumes.*.driver_opts", "host-files", local({ type: "nfs", o: "addr=10.0.0.1", device: ":/" })],
  ["volumes.*.driver_opts", "host-files", local({ type: "tmpfs", o: "bind", device: "/root" })],
  ["volumes.*.driver_opts", "host-files", local({ type: "tmpfs", o: "size=1m,bind", device: "tmpfs" })],
  ["{configs,secrets}.*.file", "host-files", { secrets: { key: { file: "/root/.ssh/id_rsa" } } }],
  ["{configs,secrets}.*.file", "engine-socket", { configs: { s: { file: "/run/docker.sock" } } }],
  ["{configs,secrets}.*.external", "external", { secrets: { key: { external: true } } }],
  [
    "{configs,secrets}.*.{driver,driver_opts,template_driver}",
    "drivers",
    { secrets: { key: { driver: "vault" } } },
  ],
];

test.each(REFUSED)("%s: the permission %s is needed for %j", (_, needs, model) => {
  const refusals = refusalsOf(model);
  expect(refusals.map((one) => one.needs)).toEqual([needs]);
  expect(refusals[0]!.where).not.toBe("");
});

test("every row of the table that rejects a value is tested above or below", () => {
  const below = ["networks.*.name", "volumes.*.name"];
  const rows = PERMISSIONS.flatMap(([key, , needs]) => (needs === null ? [] : [key]));
  const tried = new Set([...REFUSED.map(([row]) => row), ...below]);
  expect(rows.filter((row) => !tried.has(row))).toEqual([]);
  expect([...tried].filter((row) => !rows.includes(row))).toEqual([]);
});

test.each<[string, ComposeAllowance[], Mapping]>([
  [
    "the machine's own network under a harmless key",
    ["external", "host-network"],
    network({ external: true, name: "host" }),
  ],
  ["a folder as the name of a volume", ["external", "host-files"], volume({ external: true, name: "/etc" })],
])("%s needs both permissions", (_, needs, model) => {
  expect(refusalsOf(model).map((one) => one.needs)).toEqual(needs);
});

test.each<[string, Mapping]>([
  ["a key of the service", web({ new_key: { a: 1 } })],
  ["a key of the project", { new_key: { a: 1 } }],
  ["a key with the value false", web({ confinement: false })],
  ["a key of a mount", mount({ new_key: "x" })],
  ["a key of a network", network({ new_key: "x" })],
  ["a key whose name every object has", web({ constructor: { a: 1 } })],
  ["a list where a mapping is known", web({ sysctls: ["kernel.core_pattern=|/x"] })],
  ["a text where a list is known", web({ cap_add: "ALL" })],
  ["a text where a mapping is known", web({ build: "/root" })],
])("rejects what the table does not cover: %s", (_, model) => {
  expect(refusalsOf(model).map((one) => one.needs)).toEqual(["unchecked"]);
});

/** Common settings of stacks, as Compose prints them. */
test.each<[string, Mapping]>([
  ["nothing", web({})],
  [
    "empty values that Compose prints",
    web({ privileged: false, cap_add: [], devices: null, pid: "", command: null }),
  ],
  ["keys that a newer Compose prints although no file sets them", web({ new_key: null, other: {} })],
  ["the user's own notes", { "x-a": 1, ...web({ "x-b": { privileged: true } }) }],
  ["the checkout", bind("/work")],
  ["a folder of the checkout", bind("/work/data")],
  ["a mount with its labels, and no propagation", mount({ bind: { selinux: "z", propagation: "rprivate" } })],
  ["a volume", mount({ type: "volume", source: "data" })],
  ["a volume without a name", mount({ type: "volume", source: "" })],
  ["a volume in memory", local({ type: "tmpfs", device: "tmpfs", o: "size=100m,uid=1000,noexec" })],
  ["memory", mount({ type: "tmpfs", source: "", tmpfs: { size: 1 } })],
  ["another service's network", web({ network_mode: "service:db" })],
  ["another service's processes", web({ pid: "service:db", ipc: "shareable" })],
  ["another service's volumes", web({ volumes_from: ["db:ro"] })],
  ["fewer rights", web({ cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"], read_only: true })],
  ["rights that every container has", web({ cap_add: ["NET_BIND_SERVICE", "cap_chown"] })],
  ["a build in the checkout", build({ dockerfile: "Dockerfile", args: { A: null }, target: "t" })],
  [
    "a build of a remote context",
    web({ build: { context: "https://example.com/app.git", dockerfile: "../D" } }),
  ],
  [
    "contexts of the project and images",
    build({ additional_contexts: { a: "service:db", b: "docker-image://x" } }),
  ],
  [
    "an image as a cache",
    build({ cache_from: ["example.com/app:main", "type=registry,ref=example.com/app"] }),
  ],
  [
    "limits",
    web({
      cpus: 0.5,
      mem_limit: "1",
      ulimits: { nofile: 1, memlock: { soft: -1, hard: -1 } },
      shm_size: "1",
    }),
  ],
  [
    "limits in deploy",
    web({ deploy: { replicas: 2, resources: { limits: { cpus: "1", memory: "1", pids: 9 } } } }),
  ],
  ["dying first", web({ oom_score_adj: 500 })],
  [
    "settings of the container's own network",
    web({ sysctls: { "net.core.somaxconn": "1024", "kernel.shmmax": "1" } }),
  ],
  [
    "a health check",
    web({ healthcheck: { test: ["CMD", "x"], interval: "1s" }, depends_on: { db: { condition: "c" } } }),
  ],
  ["the machine's address", web({ extra_hosts: ["host.docker.internal=host-gateway"], dns: ["1.1.1.1"] })],
  ["logs", web({ logging: { driver: "json-file", options: { "max-size": "10m", "max-file": "3" } } })],
  [
    "networks",
    {
      ...network({ name: "x_net", driver: "bridge", ipam: {}, internal: true }),
      ...web({ networks: { net: null } }),
    },
  ],
  ["the packet size of a network", network({ driver_opts: { "com.docker.network.driver.mtu": "1400" } })],
  [
    "configs",
    {
      configs: { app: { file: "/work/app.conf" }, b: { content: "x" } },
      ...web({ configs: [{ source: "app", target: "/c" }] }),
    },
  ],
  ["secrets", { secrets: { a: { environment: "A" } }, ...web({ secrets: [{ source: "a", mode: "0400" }] }) }],
  ["hooks", web({ post_start: [{ command: ["x"], user: "root" }] })],
  ["a service whose name begins with x-", { services: { "x-web": { image: "a" } } }],
])("%s needs no permission", (_, model) => {
  expect(refusalsOf(model)).toEqual([]);
});

test("removes what would outlive a run, collide with another or build the sides on different images", () => {
  const { model } = permitted(
    {
      "x-note": 1,
      ...web({
        image: "shop",
        container_name: "fixed",
        ports: [{ target: 80, published: "80", host_ip: "0.0.0.0" }],
        develop: { watch: [{ path: "/", action: "sync" }] },
        build: {
          context: "/work",
          tags: ["redis:7"],
          cache_to: ["type=local,dest=/root"],
          sbom: true,
          pull: true,
        },
        labels: { "x-label": "stays" },
      }),
      include: ["oci://x"],
    },
    locate,
  );
  expect(model).toEqual(web({ image: "shop", build: { context: "/work" }, labels: { "x-label": "stays" } }));
});

test("keeps a service called x-web, and writes paths back with their links followed", () => {
  const { model } = permitted(
    { services: { "x-web": { image: "a" } }, secrets: { s: { file: "/work/out/s" } } },
    locate,
  );
  expect(model).toEqual({ services: { "x-web": { image: "a" } }, secrets: { s: { file: "/etc/s" } } });
});
