import type { Candidate, ProjectKind } from "../candidate.ts";
import { join, type Tree } from "../tree.ts";
import { inFolder, inFoldersWith, processCandidate } from "./shared.ts";

const CODE = /\.(?:java|kt|groovy)$/;
/** Frameworks, each with the variable of its port. */
const FRAMEWORKS = [
  { sign: /spring-boot|org\.springframework\.boot/, env: "SERVER_PORT", health: "/actuator/health" },
  { sign: /io\.quarkus|quarkus-/, env: "QUARKUS_HTTP_PORT", health: "/q/health" },
  { sign: /io\.micronaut|micronaut-/, env: "MICRONAUT_SERVER_PORT", health: "/health" },
] as const;

export const JAVA: ProjectKind = {
  files:
    /(?:^|\/)(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|mvnw|gradlew|application(?:-\w+)?\.(?:properties|ya?ml))$/,
  code: CODE,
  candidates: inFoldersWith(/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, inProject),
};

function inProject(tree: Tree, folder: string): Candidate | null {
  const code = tree.sources(folder, CODE);
  const main = tree.first(code, /@SpringBootApplication|static void main\(|^fun main\(|@QuarkusMain/m);
  const manifest = ["pom.xml", "build.gradle", "build.gradle.kts"]
    .map((name) => join(folder, name))
    .find((path) => tree.has(path))!;
  const text = tree.text(manifest);
  const framework = FRAMEWORKS.find(({ sign }) => sign.test(text));
  if (!framework || !main) return null;
  const { build, jar, flyway } = manifest.endsWith("pom.xml")
    ? maven(tree, folder, text)
    : gradle(tree, folder, text);
  // Flyway as a library migrates when the service starts; as a plugin it has to be called.
  const isPlugin = /flyway-maven-plugin|org\.flywaydb\.flyway\b/.test(text) && !/flyway-core/.test(text);
  const migration = isPlugin ? [inFolder(folder, flyway)] : [];
  const isQuarkus = framework.env === "QUARKUS_HTTP_PORT";
  const at = isQuarkus ? "target/quarkus-app/quarkus-run.jar" : jar;
  const settings = tree.paths.filter((path) => /\/application\.(?:properties|ya?ml)$/.test(path));
  const port = tree.first(settings, /^\s*(?:server\.port\s*[=:]|server:\s*\n\s+port:)\s*(?:\$\{\w+:)?(\d+)/m)
    ?.groups[0];
  const hasHealth = /actuator|smallrye-health|micronaut-management/.test(text);
  return processCandidate(tree, {
    title: `the JAR of ${manifest}`,
    folder,
    build: [build, ...migration],
    migrates: migration.length > 0,
    run: at.includes("*") ? ["sh", "-c", `exec java -jar ${at}`] : ["java", "-jar", at],
    given: { port: Number(port ?? 8080), env: framework.env },
    usual: 8080,
    health: hasHealth ? framework.health : undefined,
    confidence: 0.75,
    evidence: [{ file: manifest, line: null }, main],
    ending: CODE,
  });
}

function maven(tree: Tree, folder: string, text: string) {
  const own = text
    .replace(/<parent>[\s\S]*?<\/parent>/, "")
    .replace(/<(?:dependencies|build|profiles)>[\s\S]*/, "");
  const of = (name: string) => new RegExp(`<${name}>\\s*([\\w.-]+)\\s*</${name}>`).exec(own)?.[1];
  const name =
    /<finalName>\s*([\w.-]+)\s*<\/finalName>/.exec(text)?.[1] ?? named(of("artifactId"), of("version"));
  const program = tree.has(join(folder, "mvnw")) ? "./mvnw" : "mvn";
  const build = inFolder(folder, [program, "--batch-mode", "-q", "-DskipTests", "package"]);
  return {
    build,
    jar: `target/${name ?? "*"}.jar`,
    flyway: [program, "--batch-mode", "-q", "flyway:migrate"],
  };
}

function gradle(tree: Tree, folder: string, text: string) {
  const settings =
    tree.text(join(folder, "settings.gradle")) || tree.text(join(folder, "settings.gradle.kts"));
  const name = /rootProject\.name\s*=\s*["']([\w.-]+)["']/.exec(settings)?.[1];
  const version = /^version\s*=\s*["']([\w.-]+)["']/m.exec(text)?.[1];
  const program = tree.has(join(folder, "gradlew")) ? "./gradlew" : "gradle";
  const task = /quarkus/.test(text) ? "quarkusBuild" : "bootJar";
  return {
    build: inFolder(folder, [program, "-q", task]),
    jar: `build/libs/${named(name, version) ?? "*"}.jar`,
    flyway: [program, "-q", "flywayMigrate"],
  };
}

const named = (name: string | undefined, version: string | undefined) =>
  name === undefined || version === undefined ? null : `${name}-${version}`;
