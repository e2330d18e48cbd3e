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
