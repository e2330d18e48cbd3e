import { expect, test } from "vitest";
import { findings } from "../findings.ts";

/** The points to check about dotenv-safe, of a process or of a Compose service that has the checkout mounted. */
function refused(stack: "process" | "compose", options: string, library = "dotenv-safe") {
  const all: Readonly<Record<string, string>> = {
    "compose.yaml":
      'services: { app: { build: ., ports: [80], volumes: [".:/app"], environment: { MAIL_HOST: a } } }',
    Dockerfile: "FROM node",
    "package.json": JSON.stringify({
      scripts: { start: "node a.js" },
      dependencies: { express: "4", [library]: "1" },
    }),
    "a.js": `require("${library}").config(${options});\nrequire("express")().listen(process.env.PORT);`,
    ".env.example": "PORT=3000\nMAIL_HOST=\nMAIL_PORT=\nJWT_SECRET=\n",
  };
  const { chosen } = findings(Object.keys(all), (path) => all[path] ?? "", stack);
  return chosen?.checks.filter((one) => one.startsWith("dotenv-safe"));
}

const check = (names: string) =>
  `dotenv-safe refuses variables without a value: give one to ${names} of .env.example.`;

test("empty variables that dotenv-safe refuses are named, without those that the stack sets", () => {
  expect(refused("compose", "")).toEqual([check("MAIL_PORT, JWT_SECRET")]);
  expect(refused("process", "")).toEqual([check("MAIL_HOST, MAIL_PORT")]);
});

test("but not where they may be empty, nor by another library", () => {
  expect(refused("compose", "{ allowEmptyValues: true }")).toEqual([]);
  expect(refused("process", "", "dotenv")).toEqual([]);
});
