// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { expect, test } from "vitest";
import { buildersIn, includesIn, isUnpublishable, portsIn, servicesIn } from "./composefile.ts";

test.each([
  [80, { inside: 80, outside: null }],
  ["8080:80", { inside: 80, outside: 8080 }],
  ["127.0.0.1:8080:80/tcp", { inside: 80, outside: 8080 }],
  ["127.0.0.1::80", { inside: 80, outside: null }],
  ["[::1]:8080:80", { inside: 80, outside: 8080 }],
  ["${PORT:-8080}:${INSIDE-80}", { inside: 80, outside: 8080 }],
  ["${PORT}:80", { inside: 80, outside: null }],
  [
    { target: 80, published: "${PORT:-8080}" },
    { inside: 80, outside: 8080 },
  ],
])("the port %j", (entry, port) => {
  expect(portsIn([entry])).toEqual([port]);
});

test.each([
  ["53:53/udp"],
  [{ target: 53, protocol: "udp" }],
  ["8000-8010:8000-8010"],
  ["${PORT}"],
  [null],
  [{}],
])("%j has no single TCP port", (entry) => {
  expect(portsIn([entry])).toEqual([]);
});

test.each(["", "- a", "services: 5", "services: [", "services: { a: 5, '-x': {} }"])(
  "%j has no services",
  (text) => {
    expect(servicesIn(text)).toEqual({});
  },
);

test.each<[string, ReturnType<typeof includesIn>]>([
  ["include: [a.yaml]", [{ paths: ["a.yaml"], folder: null }]],
  [
    "include: [{ path: [a.yaml, b.yaml], project_directory: c }]",
    [{ paths: ["a.yaml", "b.yaml"], folder: "c" }],
  ],
  ["include: [1, { path: 2 }, null]", [1, 2, 3].map(() => ({ paths: [], folder: null }))],
  ["include: a.yaml", []],
  ["[", []],
])("the includes of %s", (text, want) => expect(includesIn(text)).toEqual(want));

test("a service is built by itself, or by the first one that gives its image the name", () => {
  const services = {
    sidekiq: { image: "blog:latest" },
    web: { build: ".", image: "blog" },
    again: { build: "./again", image: "blog" },
    own: { build: {} },
    other: { image: "blog:2" },
    none: { build: null, image: "" },
  };
  expect(Object.fromEntries(buildersIn(services, Object.keys(services)))).toEqual({
    sidekiq: "web",
    web: "web",
    again: "again",
    own: "own",
  });
});

test("a builder that is started comes before one that is not", () => {
  const services = {
    tools: { build: "./tools", image: "blog" },
    web: { build: ".", image: "blog" },
    sidekiq: { image: "blog" },
  };
  const of = (...started: string[]) => buildersIn(services, started).get("sidekiq");
  expect([of("web", "sidekiq"), of("sidekiq"), of("tools", "web")]).toEqual(["web", "tools", "tools"]);
});

test.each([
  ["host", true],
  ["none", true],
  ["service:vpn", true],
  ["container:vpn", true],
  ["bridge", false],
  ["hostess", false],
  [undefined, false],
  [null, false],
])("the network mode %s: ports cannot be published: %s", (mode, want) => {
  expect(isUnpublishable(mode)).toBe(want);
});
