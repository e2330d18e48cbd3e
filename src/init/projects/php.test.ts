import { expect, test } from "vitest";
import { findings } from "../findings.ts";

test.each<[string, string, string, boolean]>([
  ["Symfony for developers", "symfony/framework-bundle", "APP_ENV=dev", true],
  ["Symfony for production", "symfony/framework-bundle", "APP_ENV=prod", false],
  ["another framework", "slim/slim", "APP_ENV=dev", false],
])("the environment of %s", (_, framework, dotenv, isChecked) => {
  const all: Readonly<Record<string, string>> = {
    "composer.json": JSON.stringify({ require: { [framework]: "7" } }),
    "public/index.php": "",
    ".env": dotenv,
  };
  const { chosen } = findings(Object.keys(all), (path) => all[path] ?? "", "process");
  expect(chosen?.checks.some((one) => one.includes("APP_ENV=prod"))).toBe(isChecked);
});
