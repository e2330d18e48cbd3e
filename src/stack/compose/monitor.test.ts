import { expect, test } from "vitest";
import { type Container, containerOf, demultiplexed } from "./container.ts";
import { exitDescription } from "./monitor.ts";
import { complaints } from "./provision.ts";
import { notUp } from "./ready.ts";
import { type ContainerExit, containerExitOf } from "./watch.ts";

const event = (Action: string, attributes: Record<string, string> = {}) =>
  JSON.stringify({
    Type: "container",
    Action,
    Actor: { ID: "4f5c", Attributes: { "com.docker.compose.service": "web", ...attributes } },
  });

test.each([
  [event("die", { exitCode: "137" }), { kind: "die", service: "web", exitCode: 137 }],
  [event("oom"), { kind: "oom", service: "web", exitCode: null }],
  [event("start"), undefined],
  [event("exec_die", { exitCode: "1" }), undefined], // a health check, not the service
  [event("die", { "com.docker.compose.oneoff": "True", exitCode: "0" }), undefined], // a finished seed
  [event("die").slice(0, 40), undefined], // cut off
  ["", undefined],
])("the event %s", (line, want) => {
  expect(containerExitOf(line)).toEqual(want);
});

const before = containerOf({
  Id: "4f5c",
  Image: "sha256:1",
  RestartCount: 0,
  State: {
    Status: "running",
    Running: true,
    Restarting: false,
    Pid: 7,
    StartedAt: "t1",
    ExitCode: 0,
    OOMKilled: false,
  },
  Config: { Image: "shop", Labels: { "com.docker.compose.service": "web" } },
  HostConfig: { RestartPolicy: { Name: "always" }, Memory: 64 * 2 ** 20 },
  NetworkSettings: {
    Ports: {
      "8080/tcp": [{ HostPort: "32768" }, { HostPort: "32769" }],
      "53/udp": [{ HostPort: "1" }],
      "9090/tcp": null,
    },
  },
});
test.each<[cores: number | null, limits: object]>([
  [null, {}],
  [null, { NanoCpus: 0, CpuQuota: -1, CpuPeriod: 0 }],
  [0.25, { NanoCpus: 250_000_000 }], // deploy.resources.limits.cpus, as Compose passes it on
  [1.5, { CpuQuota: 75_000, CpuPeriod: 50_000 }],
  [0.5, { CpuQuota: 50_000 }],
])("%j cores of %j", (cores, HostConfig) => {
  const State = {
    Status: "",
    Running: true,
    Restarting: false,
    Pid: 7,
    StartedAt: "",
    ExitCode: 0,
    OOMKilled: false,
  };
  const of = { Id: "1", Image: "2", RestartCount: 0, State, Config: { Image: "shop", Labels: {} } };
  expect(containerOf({ ...of, HostConfig, NetworkSettings: { Ports: {} } }).cores).toBe(cores);
});

const again: Container = { ...before, startedAt: "t2", restarts: 1 };
const gone: Container = { ...before, running: false, exitCode: 7 };
const once: Container = { ...before, comesBack: false };

test("reads the engine's description of a container", () => {
  expect(before).toMatchObject({ service: "web", comesBack: true, limit: 67_108_864 });
  expect([...before.ports]).toEqual([[8080, 32768]]);
});

test.each<[ContainerExit["kind"], number | null, Container, Container | null, string]>([
  ["die", 7, once, gone, 'the service "web" died: exit code 7'],
  ["die", 1, before, gone, 'the service "web" died: exit code 1; its restart policy starts it again'],
  ["die", 1, before, again, 'the service "web" died: exit code 1; its restart policy starts it again'],
  [
    "oom",
    137,
    once,
    gone,
    'the service "web" died: it ran out of memory (its limit is 64 MiB), exit code 137',
  ],
  [
    "oom",
    null,
    before,
    before,
    'the service "web" lost a process: it ran out of memory (its limit is 64 MiB)',
  ],
  ["die", null, once, null, 'the service "web" died: its container is gone'],
])("%s, exit code %s", (kind, exitCode, was, now, want) => {
  expect(exitDescription({ kind, service: "web", exitCode }, was, now)).toBe(want);
});

const row = (service: string, status: string, exitCode = 0) => ({ service, status, exitCode });
test.each([
  [[row("web", "running"), row("db", "running")], null],
  [[row("web", "running"), row("db", "exited", 0)], null], // prepared something, and finished
  [[row("web", "running"), row("db", "exited", 3)], "db ended before it was ready: exited, exit code 3"],
  [[row("web", "running"), row("db", "created")], "db ended before it was ready: created, exit code 0"],
  [[row("web", "running")], "db has no container"],
  [[row("web", "running"), row("db", "restarting", 1)], null],
  [[], "web has no container"], // `up` succeeded nevertheless
])("%j", (containers, want) => {
  const bad = notUp(containers, ["web", "db"]);
  expect(bad && `${bad.service} ${bad.how}`).toBe(want);
});

test("separates the errors of `up` from its progress", () => {
  const said =
    " Network steelyard_default  Creating\n Container steelyard-web-1  Started\nError: port is taken";
  expect(complaints(said)).toBe("Error: port is taken");
});

/** A frame of the engine's log: stream, three zeros, length, content. */
const frame = (stream: number, text: string) => {
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
};
test.each([
  [Buffer.concat([frame(1, "out\n"), frame(2, "err é\n")]), "out\nerr é\n"],
  [Buffer.from("of a terminal\n"), "of a terminal\n"],
  [Buffer.concat([frame(1, "whole\n"), frame(1, "cut off").subarray(0, 11)]), "whole\ncut"],
  [Buffer.alloc(0), ""],
])("a log of %d bytes is text", (log, want) => {
  expect(demultiplexed(log)).toBe(want);
});
