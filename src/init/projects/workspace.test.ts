import { expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import { configText } from "../config.ts";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

function build(files: Files): string[] {
  const text = configText(findings(Object.keys(files), (path) => files[path]!));
  const { process } = readConfig(text, "steelyard.yml").stack;
  return (process?.build ?? []).map((argv) => argv.join(" "));
}

const json = (value: unknown) => JSON.stringify(value);
const library = (name: string, dependencies: object = {}, scripts: object = { build: "tsc" }) =>
  json({ name, main: "dist/index.js", scripts, dependencies });
/** An API that depends on @acme/db, which depends on @acme/core; @acme/ui and @acme/rules are of no concern. */
const packages = (scripts: object, root: object = { workspaces: ["apps/*", "packages/*"] }): Files => ({
  "package.json": json({ private: true, ...root }),
  "apps/api/package.json": json({
    name: "@acme/api",
    scripts,
    dependencies: { express: "4", "@acme/db": "workspace:*" },
    devDependencies: { "@acme/rules": "workspace:*" },
  }),
  "apps/api/src/server.ts": "app.listen(process.env.PORT || 4000);",
  "packages/core/package.json": library("@acme/core"),
  "packages/db/package.json": library("@acme/db", { "@acme/core": "workspace:*" }),
  "packages/rules/package.json": library("@acme/rules", {}, {}),
  "packages/ui/package.json": library("@acme/ui"),
});
const BUILT = { start: "node dist/server.js", build: "tsc" };
const PLAIN = { start: "node src/server.ts" };
const PNPM: Files = { "pnpm-lock.yaml": "", "pnpm-workspace.yaml": "packages: [apps/*, packages/*]" };

test.each<[string, Files, string[]]>([
  [
    "pnpm",
    { ...packages(BUILT, {}), ...PNPM },
    ["pnpm install --frozen-lockfile", "pnpm --filter @acme/api... run build"],
  ],
  [
    "pnpm, for a package without a build",
    { ...packages(PLAIN, {}), ...PNPM },
    ["pnpm install --frozen-lockfile", "pnpm --filter @acme/api^... run build"],
  ],
  [
    "pnpm, for one whose start has another build",
    {
      ...packages({ start: "pnpm run build:prod && node dist/server.js", "build:prod": "tsc" }, {}),
      ...PNPM,
    },
    [
      "pnpm install --frozen-lockfile",
      "pnpm --filter @acme/api^... run build",
      "sh -c cd apps/api && pnpm run build:prod",
    ],
  ],
  [
    "Turborepo",
    { ...packages(BUILT), "package-lock.json": "{}", "turbo.json": '{ "tasks": { "build": {} } }' },
    ["npm ci", "npx turbo run build --filter=@acme/api..."],
  ],
  [
    "npm, each in the order of their dependencies",
    { ...packages(BUILT), "package-lock.json": "{}" },
    [
      "npm ci",
      "sh -c cd packages/core && npm run build",
      "sh -c cd packages/db && npm run build",
      "sh -c cd apps/api && npm run build",
    ],
  ],
  [
    "yarn",
    { ...packages(PLAIN), "yarn.lock": "" },
    [
      "yarn install --frozen-lockfile",
      "sh -c cd packages/core && yarn run build",
      "sh -c cd packages/db && yarn run build",
    ],
  ],
  [
    "packages that have no workspace",
    { ...packages(BUILT, {}), "package-lock.json": "{}" },
    ["npm ci", "sh -c cd apps/api && npm run build"],
  ],
])("%s", (_, files, want) => expect(build(files)).toEqual(want));
