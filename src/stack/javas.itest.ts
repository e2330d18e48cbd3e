import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Stack } from "../model/config.ts";
import { javaChecks } from "./javas.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "steelyard-java-"));
  for (const version of ["1.8.0_402", "17.0.9", "17.0.2", "21"]) {
    mkdirSync(join(root, version, "bin"), { recursive: true });
    const text = `#!/bin/sh\necho 'openjdk version "${version}" 2023-10-17' >&2\n`;
    writeFileSync(join(root, version, "bin/java"), text, { mode: 0o755 });
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const JAR = ["java", "-jar", "a.jar"];

/** The warnings about a service, with one Java as `JAVA_HOME` and another one on the PATH. */
async function found(home: string | null, path: string, run: string[] = JAR, build = [["./mvnw"]]) {
  const stack = Stack.parse({ process: { build, services: { web: { run } } } });
  const env = {
    PATH: `${join(root, path, "bin")}:/usr/bin:/bin`,
    ...(home !== null && { JAVA_HOME: join(root, home) }),
  };
  const checks = await javaChecks(stack, { cwd: root, env, signal: AbortSignal.timeout(30_000) });
  return checks.map(({ detail }) => detail.replaceAll(`${root}/`, ""));
}
const differs = (built: string, home: string, ran: string) => [
  `builds take Java ${built} of JAVA_HOME (${home}), and web runs in Java ${ran} of the PATH`,
];

test("builds and services in different versions of Java are a warning", async () => {
  expect(await found("21", "17.0.9")).toEqual(differs("21", "21", "17"));
  expect(await found("17.0.2", "1.8.0_402")).toEqual(differs("17", "17.0.2", "8"));
  const shell = ["sh", "-c", "exec java -jar target/*.jar"];
  expect(await found("21", "17.0.9", shell)).toEqual(differs("21", "21", "17"));
});

test("the same version is none, nor is a service that starts otherwise, or that nothing builds", async () => {
  expect(await found("17.0.2", "17.0.9")).toEqual([]);
  expect(await found(null, "17.0.9")).toEqual([]);
  expect(await found("nowhere", "17.0.9")).toEqual([]);
  expect(await found("21", "17.0.9", ["./web", "--java"])).toEqual([]);
  expect(await found("21", "17.0.9", JAR, [])).toEqual([]);
});

test.each([
  [JAR, ["mvn", "-q", "package"]],
  [JAR, ["sh", "./gradlew", "bootJar"]],
  [JAR, ["sh", "-c", "cd api && ./gradlew bootJar"]],
  [["/bin/bash", "-ec", "cd api\nSPRING_PROFILES_ACTIVE=prod java -jar a.jar"], ["./mvnw"]],
])("%j is in another Java than %j takes", async (run, build) => {
  expect(await found("21", "17.0.9", run, [["npm", "ci"], build])).toEqual(differs("21", "21", "17"));
});

test.each([
  [JAR, ["npm", "ci"]],
  [JAR, ["node", "mvn.js", "gradle-x"]],
  [JAR, ["env", "JAVA_HOME=/opt/java", "mvn", "package"]],
  [JAR, ["sh", "-c", "export JAVA_HOME=/opt/java; ./gradlew bootJar"]],
  [["node", "a.js", "--title", "about java now"], ["./mvnw"]],
  [["sh", "-c", "node a.js --title 'about java now'"], ["./mvnw"]],
  [["sh", "-c", "LIB=/usr/lib/java node a.js"], ["./mvnw"]],
  [["sh", "-c", 'PATH="$JAVA_HOME/bin:$PATH" exec java -jar a.jar'], ["./mvnw"]],
])("nobody knows that %j is in another Java than %j takes", async (run, build) => {
  expect(await found("21", "17.0.9", run, [build])).toEqual([]);
});
