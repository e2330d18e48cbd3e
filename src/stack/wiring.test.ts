// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config writes references this way
import { expect, test } from "vitest";
import { explain } from "../base/errors.ts";
import { ProcessService } from "../model/config.ts";
import { dependencies, filled, unfilled } from "./wiring.ts";

const services = (all: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(all).map(([name, service]) => [name, ProcessService.parse({ run: ["x"], ...service })]),
  );
const waits = (all: Record<string, object>, stackEnv = {}) =>
  Object.fromEntries(
    [...dependencies(services(all), {}, stackEnv)].map(([name, others]) => [name, [...others].sort()]),
  );
const ports = { ports: { 80: "PORT" } };

test("a service waits for the services in its environment and arguments, not for itself", () => {
  expect(
    waits({
      api: {
        ...ports,
        run: ["node", "api.js", "--db=${db:80}"],
        env: { BOTH: "http://${db:80},${cache:80}", SELF: "${api:80}" },
      },
      cache: ports,
      db: { ...ports, env: { HOME_DIR: "${HOME}", PRICE: "$5", SHELL: "${x:y}" } },
    }),
  ).toEqual({ api: ["cache", "db"], cache: [], db: [] });
});

test("a variant's environment makes services wait as well", () => {
  expect(waits({ a: ports, b: {} }, { PEER: "${a:80}" })).toEqual({ a: [], b: ["a"] });
});

test.each<[string, Record<string, object>, RegExp]>([
  [
    "an unknown service",
    { a: { env: { X: "${b:80}" } } },
    /no service "b"[\s\S]*services\.a\.env\.X[\s\S]*one of: a/,
  ],
  ["an inherited name", { a: { env: { X: "${toString:80}" } } }, /no service "toString"/],
  [
    "an unknown port",
    { a: { ...ports, run: ["${a:81}"] } },
    /"a" has no port 81[\s\S]*run\[0\][\s\S]*one of: 80/,
  ],
  [
    "a port of a service without ports",
    { a: {}, b: { run: ["${a:81}"] } },
    /no port 81[\s\S]*declare it in services\.a\.ports/,
  ],
  [
    "two services that wait for each other",
    { a: { ...ports, run: ["${b:80}"] }, b: { ...ports, run: ["${a:80}"] } },
    /a → b → a/,
  ],
  [
    "a longer cycle",
    {
      o: { ...ports, run: ["${a:80}"] },
      a: { ...ports, run: ["${b:80}"] },
      b: { ...ports, run: ["${c:80}"] },
      c: { ...ports, run: ["${a:80}"] },
    },
    /each other: a → b → c → a\./,
  ],
  [
    "readiness on a port that it does not have",
    { a: { ...ports, ready: { port: 81 } } },
    /uses port 81[\s\S]*one of: 80/,
  ],
  ["an HTTP check without a port", { a: { ready: { http: "/" } } }, /has no port/],
  [
    "the same fixed port twice",
    { a: { ports: { 80: { env: "P", fixed: 8080 } } }, b: { ports: { 81: { env: "P", fixed: 8080 } } } },
    /"a" and "b" want the same fixed port 8080/,
  ],
])("%s is a user error", (_, all, message) => {
  let error: unknown;
  try {
    waits(all);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ fault: "user" });
  expect(explain(error)).toMatch(message);
});

test("an endpoint must name a service and one of its ports", () => {
  const all = services({ a: ports });
  expect(() => dependencies(all, { api: { service: "b", port: 80 } })).toThrow('no service "b"');
  expect(() => dependencies(all, { api: { service: "a", port: 8080 } })).toThrow("no port 8080");
  expect(() => dependencies(all, { api: { service: "a", port: 80 } })).not.toThrow();
});

test("references become addresses, and addresses become references again", () => {
  const addresses = new Map([
    ["a:80", "127.0.0.1:4001"],
    ["b-2.x:9000", "127.0.0.1:4002"],
  ]);
  const text = "http://${a:80}/?peer=${b-2.x:9000}&other=${c:1} ${a:080} $${HOME}";
  const real = "http://127.0.0.1:4001/?peer=127.0.0.1:4002&other=${c:1} 127.0.0.1:4001 $${HOME}";
  expect(filled(text, addresses)).toBe(real);
  expect(unfilled(real, addresses)).toBe(text.replace("080", "80"));
});

test("a reference may ask for a part of an address", () => {
  const addresses = new Map([
    ["db:5432", "127.0.0.1:4001"],
    ["web:8080", "127.0.0.1:80"],
  ]);
  expect(filled("${db:5432.hostname} ${db:5432.port} ${db:5432.host}", addresses)).toBe(
    "127.0.0.1 4001 127.0.0.1:4001",
  );
  expect(filled("${web:8080} ${web:8080.port}", addresses)).toBe("127.0.0.1:80 80");
  expect(filled("${db:5432.path} ${db:1.port}", addresses)).toBe("${db:5432.path} ${db:1.port}");
  expect(waits({ a: { env: { DB_PORT: "${db:80.port}" } }, db: ports })).toEqual({ a: ["db"], db: [] });
});
