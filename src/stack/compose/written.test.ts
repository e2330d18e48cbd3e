import { expect, test } from "vitest";
import { locating } from "./sources.ts";
import { namedIn, unreadable } from "./written.ts";

test.each<[string, string, unknown[]]>([
  ["nothing", "services: { web: { image: x } }", []],
  ["an empty file", "", []],
  ["an env file", "services: { web: { env_file: a.env } }", [{ key: "env_file", path: "a.env" }]],
  [
    "several, in both forms",
    "services: { web: { env_file: [a.env, { path: b.env, required: false }] } }",
    [
      { key: "env_file", path: "a.env" },
      { key: "env_file", path: "b.env" },
    ],
  ],
  ["labels", "services: { web: { label_file: [l] } }", [{ key: "label_file", path: "l" }]],
  [
    "another file",
    "services: { web: { extends: { file: b.yaml, service: a } } }",
    [{ key: "extends", path: "b.yaml" }],
  ],
  ["a service of the same file", "services: { web: { extends: { service: a } }, b: { extends: a } }", []],
  ["an include", "include: [a.yaml]", [{ key: "include", path: "a.yaml" }]],
  [
    "an include in its long form",
    "include: [{ path: [a.yaml, b.yaml], project_directory: sub, env_file: c.env }]",
    [
      { key: "include", path: "a.yaml", folder: "sub" },
      { key: "include", path: "b.yaml", folder: "sub" },
      { key: "env_file", path: "c.env" },
    ],
  ],
  ["a second document", "services: {}\n---\ninclude: [a.yaml]", [{ key: "include", path: "a.yaml" }]],
  [
    "an anchor that is merged later",
    "x-a: &a { env_file: a.env }\nservices: { web: { <<: *a } }",
    [{ key: "env_file", path: "a.env" }],
  ],
  ["an alias", "x-a: &a [a.env]\nservices: { web: { env_file: *a } }", [{ key: "env_file", path: "a.env" }]],
  [
    "a merge into an extends",
    "x-a: &a { file: b.yaml }\nservices: { w: { extends: { <<: *a, service: s } } }",
    [{ key: "extends", path: "b.yaml" }],
  ],
  [
    "a key written in escapes",
    'services: { web: { "env\\x5ffile": a.env } }',
    [{ key: "env_file", path: "a.env" }],
  ],
  ["a pattern of watch", "services: { w: { develop: { watch: [{ include: ['*.js'] }] } } }", []],
  [
    "a pattern with an anchor, which may be merged anywhere",
    "services: { w: { develop: { watch: [&a { include: [b.yaml] }] } } }\n<<: *a",
    [{ key: "include", path: "b.yaml" }],
  ],
  [
    "a file of Windows",
    "\ufeffservices:\r\n  web:\r\n    env_file: a.env\r\n",
    [{ key: "env_file", path: "a.env" }],
  ],
  ["an override", "services: { web: { env_file: !override [a.env] } }", [{ key: "env_file", path: "a.env" }]],
])("files named by %s", (_, text, want) => {
  expect(namedIn(text)).toEqual(want);
});

test.each<readonly [string, string, RegExp]>([
  ["a tag that changes a key", "!!binary aW5jbHVkZQ==: [/etc/x]", /keys must be strings/],
  ["a custom tag", "a: !mine b", /tag/],
  ["a merge in quotes", 'x-a: &a { include: [b] }\n"<<": *a', /quotes/],
  ["a list as a key", "? [a]\n: b", /./],
  ...["\r", "\u0085", "\u2028", "\u2029"].map(
    (end) => ["a line that ends for Compose alone", `a: b # c${end}env_file: x`, /line breaks/] as const,
  ),
  ["another encoding", Buffer.from("\ufeffenv_file: x", "utf16le").toString("utf8"), /UTF-8/],
  ["a key twice", "include: [a]\ninclude: [b]", /unique/],
  ["no YAML", "a: [", /./],
])("%s is refused", (_, text, want) => {
  expect(() => namedIn(text)).toThrow(want);
});

/** A simulated disk: texts by path. `/w/out` is a link to `/etc`. */
const disk: Record<string, string> = {
  "/w/compose.yaml": "services: {}",
  "/w/a.env": "A=1",
  "/w/sub/in.yaml": "services: { web: { env_file: up.env } }",
  "/w/sub/up.env": "",
  "/w/sub/bad.yaml": "services: { web: { env_file: /etc/shadow } }",
  "/w/sub/deep.yaml": "include: [bad.yaml]",
  "/w/out/x.env": "",
  "/w/out/.env": "",
  "/w/out/in.yaml": "services: {}",
  "/etc/shadow": "root:x",
  "/home/x.env": "",
};
const found = async (text: string, files = ["/w/compose.yaml"], more: Record<string, string> = {}) => {
  const all: Record<string, string> = { ...disk, "/w/compose.yaml": text, ...more };
  const real = (path: string) => path.replace(/^\/w\/out/, "/etc");
  const refusals = await unreadable(files, {
    project: "/w",
    locate: locating({ checkout: "/w", sockets: [], guarded: [], real }),
    read: (path) => all[path] ?? null,
    exists: (path) => path in all,
    filled: async (texts) => texts.map((one) => one.replaceAll("$P", "/etc").replaceAll("$S", "sub")),
  });
  return refusals.map(({ needs }) => needs);
};
const env = (path: string) => `services: { web: { env_file: [${JSON.stringify(path)}] } }`;

test.each<[string, string, string[]]>([
  ["a file of the checkout", env("a.env"), []],
  ["a missing file", env("none.env"), []],
  ["a file named by a variable", env("$S/up.env"), []],
  ["a file of the machine", env("/etc/shadow"), ["host-files"]],
  ["a relative path out of the checkout", env("../etc/shadow"), ["host-files"]],
  ["a link out of the checkout", env("out/x.env"), ["host-files"]],
  ["a path out of the checkout by a variable", env("$P/shadow"), ["host-files"]],
  ["a file of the user's home", env("~/.aws/credentials"), ["host-files"]],
  ["a label file of the machine", "services: { web: { label_file: /etc/shadow } }", ["host-files"]],
  ["an include", "include: [sub/in.yaml]", []],
  ["an include that names a file of the machine", "include: [sub/bad.yaml]", ["host-files"]],
  ["an include of such an include", "include: [sub/deep.yaml]", ["host-files"]],
  ["an include outside of the checkout", "include: [/etc/shadow]", ["host-files"]],
  [
    "an include whose .env is outside of the checkout",
    "include: [{ path: a.env, project_directory: out }]",
    ["host-files"],
  ],
  [
    "an extended file outside of the checkout",
    "services: { w: { extends: { file: ../etc/shadow, service: s } } }",
    ["host-files"],
  ],
  [
    "an extended file that names one outside of the checkout",
    "services: { w: { extends: { file: sub/bad.yaml, service: s } } }",
    ["host-files"],
  ],
  ["a remote include", "include: ['https://example.com/x.git']", ["host-programs"]],
  ["an include from a registry", "include: ['oci://example.com/x']", ["host-programs"]],
  ["an include by ssh", "include: ['git@github.com:a/b']", ["host-programs"]],
  ["a remote include without a scheme", "include: [github.com/a/b]", ["host-programs"]],
])("%s: %s", async (_, text, want) => {
  expect(await found(text)).toEqual(want);
});

test("rejects variables in an included file, whose values are not known yet", async () => {
  const text = 'services: { web: { env_file: ["$X/a.env"] } }';
  expect(await found("include: [sub/v.yaml]", undefined, { "/w/sub/v.yaml": text })).toEqual(["host-files"]);
});

test("the config's Compose files and the project's .env must be in the checkout too", async () => {
  expect(await found("", ["/home/x.env"])).toEqual(["host-files"]);
  const { locate, exists, read, filled } = {
    locate: () => ({ path: "/etc", needs: "host-files" as const }),
    exists: () => true,
    read: () => null,
    filled: async (texts: readonly string[]) => texts,
  };
  const refusals = await unreadable([], { project: "/w", locate, exists, read, filled });
  expect(refusals.map(({ where }) => where)).toEqual([".env"]);
});

test("names a file that is not plain YAML", async () => {
  await expect(found("a: [")).rejects.toMatchObject({ fault: "user", where: "/w/compose.yaml" });
});

test("a file that includes itself from one folder after the other comes to an end", async () => {
  const text = "include: [{ path: /w/compose.yaml, project_directory: sub }]";
  await expect(found(text)).rejects.toMatchObject({ fault: "user", where: "/w/compose.yaml" });
});
