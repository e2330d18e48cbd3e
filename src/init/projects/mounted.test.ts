import { expect, test } from "vitest";
import { findings } from "../findings.ts";

const EXAMPLE = "config/database.yml.sample";

/** The build of a Compose service, and the points to check about files that it makes. */
function built(service: string, ignored: string, more: readonly string[] = []) {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml": `services: { app: { build: ., ports: [80], ${service} } }`,
    ".gitignore": ignored,
    "app.rb": "",
    [EXAMPLE]: "",
    ...Object.fromEntries(more.map((path) => [path, ""])),
  };
  const { chosen } = findings(Object.keys(all), (path) => all[path] ?? "", "compose");
  return [chosen?.plan.build, chosen?.checks.filter((one) => one.includes("gets the text"))];
}

const MOUNT = 'volumes: [".:/app"]';
const FILE = "config/database.yml";

test("ignored files are made from their examples where the checkout is mounted", () =>
  expect(built(MOUNT, FILE)).toEqual([
    [["sh", "-c", `test -e ${FILE} || cp ${EXAMPLE} ${FILE}`]],
    [`${FILE} gets the text of ${EXAMPLE}.`],
  ]));

test.each<[string, string, string, readonly string[]]>([
  ["not mounted", 'volumes: ["data:/app"]', FILE, []],
  ["not ignored", MOUNT, "log", []],
  ["there", MOUNT, FILE, [FILE]],
  ["encrypted", MOUNT, "a.yml.enc", ["a.yml.enc.sample"]],
])("but none that are %s", (_, service, ignored, more) =>
  expect(built(service, ignored, more)).toEqual([[], []]),
);

test("a file of variables is made once", () =>
  expect(built(`${MOUNT}, env_file: app.env`, "app.env", ["app.env.sample"])[0]).toHaveLength(1));

const NODE = "FROM node:24\nWORKDIR /app\nCOPY . .\nRUN npm ci && npm run build\n";
const MANIFEST = {
  dependencies: { express: "5" },
  scripts: { build: "tsc", start: "node ./dist/index.js", dev: "tsx src/index.ts" },
};

/** The build of a Compose service of Node.js that has its checkout mounted. */
function nodeBuild(
  service: string,
  dockerfile: string,
  more: readonly string[] = [],
  manifest: object = MANIFEST,
) {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml": `services: { app: { build: ., ports: ["80:3000"], ${service} } }`,
    Dockerfile: NODE + dockerfile,
    "package.json": JSON.stringify(manifest),
    "package-lock.json": "{}",
    "src/index.ts": "",
    ...Object.fromEntries(more.map((path) => [path, ""])),
  };
  return findings(Object.keys(all), (path) => all[path] ?? "", "compose").chosen?.plan.build.map((argv) =>
    argv.join(" "),
  );
}

const KEPT = 'volumes: [".:/app", "/app/node_modules"]';
test.each([
  ["by a script", KEPT, 'CMD ["npm", "start"]'],
  ["by its own command", `${KEPT}, command: node dist/index.js`, ""],
  ["by its path in the container", `${KEPT}, command: node /app/dist/index.js`, ""],
])("a build that the mounted checkout hides is made there: %s", (_, service, dockerfile) =>
  expect(nodeBuild(service, dockerfile)).toEqual(["npm ci", "npm run build"]),
);

test("Prisma's client is generated in the checkout that hides the image's own", () => {
  const dependencies = { "@prisma/client": "6" };
  const mounted = (scripts: object) => nodeBuild('volumes: [".:/app"]', "", [], { dependencies, scripts });
  expect(mounted({})).toEqual(["npm ci", "npx prisma generate"]);
  expect(mounted({ postinstall: "prisma generate" })).toEqual(["npm ci"]);
});

test.each<[string, string, string, (readonly string[])?, object?]>([
  ["nothing built is started", KEPT, 'CMD ["npm", "run", "dev"]'],
  [
    "it has a volume of its own",
    'volumes: [".:/app", "/app/node_modules", "/app/dist"]',
    'CMD ["npm", "start"]',
  ],
  ["it is committed", KEPT, 'CMD ["npm", "start"]', ["dist/index.js"]],
  [
    "no script builds it",
    KEPT,
    'CMD ["npm", "start"]',
    [],
    { ...MANIFEST, scripts: { start: "node dist/index.js" } },
  ],
  ["nothing is mounted", 'volumes: ["data:/data"]', 'CMD ["npm", "start"]'],
])("but not where %s", (_, service, dockerfile, more, manifest) =>
  expect(nodeBuild(service, dockerfile, more, manifest)).toEqual([]),
);
