import { own } from "../../base/own.ts";
import { locationOf } from "../../base/text.ts";
import type { Candidate, GivenPort, ProjectKind } from "../candidate.ts";
import { isSwitchedOn, setting } from "../springsettings.ts";
import {
  ancestors,
  baseName,
  escaped,
  folderOf,
  isAside,
  isBelow,
  join,
  type Match,
  type Tree,
} from "../tree.ts";
import { springHealth } from "./security.ts";
import { inFolder, inFoldersWith, processCandidate } from "./shared.ts";
import { localServers } from "./spring.ts";

const CODE = /\.(?:java|kt|groovy)$/;
/** Frameworks, each with the variable of its port. */
const FRAMEWORKS = [
  { sign: /spring-boot|org\.springframework\.boot/, env: "SERVER_PORT", health: "/actuator/health" },
  { sign: /io\.quarkus|quarkus-/, env: "QUARKUS_HTTP_PORT", health: "/q/health" },
  { sign: /io\.micronaut|micronaut[-.]/, env: "MICRONAUT_SERVER_PORT", health: "/health" },
  { sign: /ktor[-.]server/, env: "PORT", health: undefined },
] as const;

/** The version of Java that a build asks for. */
const VERSION =
  /\bJavaLanguageVersion\.of\(\s*(\d+)|\bjvmToolchain\(\s*(\d+)|\bJavaVersion\.VERSION_(?:1_)?(\d+)|\bsourceCompatibility(?:\s*=)?\s*["']?(?:1\.)?(\d+)|<(?:java\.version|maven\.compiler\.release)>\s*(?:1\.)?(\d+)\s*</;

const MAIN = /@SpringBootApplication|static void main\(|^fun main\(/m;
/** Quarkus makes the start itself: most of its services have resources alone. */
const OF_QUARKUS = /@QuarkusMain|^@Path\(/m;

/** Keys of the port that a service listens on: Spring's, Micronaut's, Quarkus's. */
const PORTS = ["server.port", "micronaut.server.port", "quarkus.http.port"];
const MANIFEST = /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/;

export const JAVA: ProjectKind = {
  files:
    /(?:^|\/)(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|mvnw|gradlew|(?:application|bootstrap)(?:-[\w-]+)?\.(?:properties|ya?ml))$/,
  code: CODE,
  candidates: inFoldersWith(MANIFEST, inProject),
};

function inProject(tree: Tree, folder: string): Candidate | null {
  const manifest = manifestIn(tree, folder)!;
  const text = tree.text(manifest);
  if (/<packaging>\s*pom\s*<\/packaging>/.test(text)) return null;
  const sources = tree.sources(join(folder, "src"), CODE);
  const hasModules = tree.paths.some(
    (path) => isBelow(path, folder) && folderOf(path) !== folder && MANIFEST.test(baseName(path)),
  );
  const code = sources.length > 0 || hasModules ? sources : tree.sources(folder, CODE);
  const framework = FRAMEWORKS.find(({ sign }) => sign.test(text));
  const isKtor = framework?.env === "PORT";
  const isQuarkus = framework?.env === "QUARKUS_HTTP_PORT";
  // Those of Gradle have the plugin `application`, which makes a script that starts them.
  const isInstalled = isKtor || (framework?.env === "MICRONAUT_SERVER_PORT" && !manifest.endsWith("pom.xml"));
  const main = tree.first(code, MAIN) ?? (isQuarkus ? tree.first(code, OF_QUARKUS) : null);
  if (!framework || !main || (isKtor && manifest.endsWith("pom.xml"))) return null;
  const { build, jar, output, flyway } = manifest.endsWith("pom.xml")
    ? maven(tree, folder, text)
    : gradle(tree, folder, text, isInstalled);
  if (isInstalled && baseName(jar) === ".") return null; // Gradle names it like the folder of the checkout
  // Flyway as a library migrates when the service starts; as a plugin it has to be called.
  const isPlugin = /flyway-maven-plugin|org\.flywaydb\.flyway\b/.test(text) && !/flyway-core/.test(text);
  const migration = isPlugin ? [flyway] : [];
  const isSpring = framework.env === "SERVER_PORT";
  const at = isQuarkus ? `${output}/quarkus-app/quarkus-run.jar` : jar;
  const settings = tree.paths.filter(
    (path) => isBelow(path, folder) && !isAside(path) && /\/application\.(?:properties|ya?ml)$/.test(path),
  );
  const [port] = PORTS.flatMap((key) => /[1-9]\d*/.exec(setting(tree, settings, key) ?? "")?.[0] ?? []);
  const active = code.filter((file) => isSwitchedOn(tree, settings, file));
  const closed = tree.first(active, /\bany(?:Exchange|Request)\(\)\s*\.authenticated\(\)/);
  const isClosed = closed !== null && !/\bpermitAll\b/.test(tree.text(closed.file));
  const isGateway = /spring-cloud-starter-(?:gateway|netflix-zuul)/.test(text);
  const version = javaVersion(tree, folder);
  const servers = localServers(tree, settings, Number(port ?? 8080));
  const hasHealth = /actuator|smallrye-health|micronaut[-.]management/.test(text);
  return processCandidate(tree, {
    title: `the ${isInstalled ? "start script" : "JAR"} of ${manifest}`,
    folder,
    build: [build, ...migration],
    migrates: migration.length > 0,
    run: isInstalled ? [jar] : at.includes("*") ? ["sh", "-c", `exec java -jar ${at}`] : ["java", "-jar", at],
    given: isKtor ? ktorPort(tree, folder, code) : { port: Number(port ?? 8080), env: framework.env },
    usual: 8080,
    health: isSpring
      ? springHealth(tree, settings, active, hasHealth)
      : hasHealth
        ? framework.health
        : undefined,
    // All that a gateway answers comes from services behind it.
    confidence: isGateway ? 0.65 : 0.75,
    evidence: [{ file: manifest, line: null }, main],
    checks: [
      ...(isClosed
        ? [
            `every request needs an account (${locationOf(closed)}): let the load send one, or measure a service behind it.`,
          ]
        : []),
      ...(version === null
        ? []
        : [
            `it is built for Java ${version.groups.find(Boolean)} (${locationOf(version)}), and \`java\` of the PATH runs it: that has to be this version or a later one.`,
          ]),
      ...servers,
    ],
    needs: servers.length > 0,
    settings,
    readsDotenv: isQuarkus || tree.first(code, /\bcdimascio\.dotenv\b/) !== null,
    ending: CODE,
  });
}

const MANIFESTS = ["pom.xml", "build.gradle", "build.gradle.kts"];

const manifestIn = (tree: Tree, folder: string): string | undefined =>
  MANIFESTS.map((name) => join(folder, name)).find((path) => tree.has(path));

/** The version of Java that the build of a folder, or of one above it, asks for. */
export const javaVersion = (tree: Tree, folder: string): Match | null =>
  tree.first(
    [folder, ...ancestors(folder)].flatMap((one) => manifestIn(tree, one) ?? []),
    VERSION,
  );

/**
 * The command that makes what an image needs of a folder; null where it has no build of Maven, or of Gradle with Spring Boot or Quarkus.
 *
 * @param isInstalled whether that is the result of Gradle's `installDist`
 */
export function packaging(tree: Tree, folder: string, isInstalled: boolean): readonly string[] | null {
  const manifest = manifestIn(tree, folder) ?? "";
  const text = tree.text(manifest);
  if (manifest.endsWith("pom.xml")) return maven(tree, folder, text).build;
  const isKnown = isInstalled || /springframework\.boot|quarkus/.test(text);
  return isKnown && manifest !== "" ? gradle(tree, folder, text, isInstalled).build : null;
}

/** Whether the build at the top makes an image of a name, or is called so itself. The image that it begins with is neither. */
export function makesImage(tree: Tree, name: string): boolean {
  const key = `<(?:name|image|imageName|repository)>|\\bimage(?:Name)?(?:\\.set\\(|\\s*=)?\\s*["']`;
  const made = new RegExp(`(?<!\\bfrom[\\s.>{]*)(?:${key})\\s*(?:[^\\s<>"']*/)?${escaped(name)}(?![\\w./-])`);
  return ofProject(tree.text("pom.xml"), "artifactId") === name || tree.first(MANIFESTS, made) !== null;
}

/** The build of a project, at the top of its modules, and its result, from the project's own folder. */
interface Built {
  readonly build: readonly string[];
  readonly jar: string;
  /** The folder that everything is made in. */
  readonly output: string;
  readonly flyway: readonly string[];
}

function maven(tree: Tree, folder: string, text: string): Built {
  const top = ancestors(folder).findLast((above) => {
    const modules = tree.all([join(above, "pom.xml")], /<module>\s*([^<\s]+)\s*<\/module>/g);
    return modules.some(({ groups: [name = ""] }) => isIn(folder, join(above, name)));
  });
  const at = top ?? folder;
  const chosen = top === undefined ? [] : ["-pl", below(folder, top)];
  const call = [...buildTool(tree, at, "mvnw", "mvn"), "--batch-mode", "-q"];
  const made = top === undefined ? [] : ["-am"];
  return {
    build: inFolder(at, [...call, "-DskipTests", ...chosen, ...made, "package"]),
    jar: `target/${finalName(text, top === undefined ? "" : tree.text(join(top, "pom.xml"))) ?? "*"}.jar`,
    output: "target",
    flyway: inFolder(at, [...call, ...chosen, "flyway:migrate"]),
  };
}

/** The wrapper of a folder, by its interpreter, as git often has it without the right to execute; else the program. */
function buildTool(tree: Tree, folder: string, wrapper: string, program: string): string[] {
  const path = join(folder, wrapper);
  if (!tree.has(path)) return [program];
  return [/^#!.*\bbash\b/.test(tree.text(path)) ? "bash" : "sh", `./${wrapper}`];
}

/** A value that a POM gives its project, not its parent, its dependencies or its build. */
function ofProject(pom: string, name: string): string | undefined {
  const head = pom
    .replace(/<parent>[\s\S]*?<\/parent>/, "")
    .replace(/<(?:dependencies|build|profiles)>[\s\S]*/, "");
  return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(head)?.[1];
}

/** The name of what Maven makes, without its ending; null where the files do not tell. */
function finalName(text: string, parent: string): string | null {
  const [artifactId, version] = [ofProject(text, "artifactId"), ofProject(text, "version")];
  const shown = ofProject(text, "name");
  const written = [text, parent].flatMap((one) => /<finalName>\s*([^<]*?)\s*</.exec(one)?.[1] ?? [])[0];
  const values: Record<string, string | undefined> = { artifactId, version, name: shown ?? artifactId };
  const name =
    written?.replace(
      /\$\{(?:project\.)?(artifactId|version|name)\}/g,
      (all, key: string) => own(values, key) ?? all,
    ) ?? named(artifactId, version);
  return /^[\w.-]+$/.test(name ?? "") ? name : null;
}

function gradle(tree: Tree, folder: string, text: string, isInstalled: boolean): Built {
  const settingsOf = (at: string) =>
    tree.text(join(at, "settings.gradle")) || tree.text(join(at, "settings.gradle.kts"));
  const top = ancestors(folder).find((above) => {
    const path = below(folder, above).replaceAll("/", ":");
    return new RegExp(`["']:?${escaped(path)}["']`).test(settingsOf(above));
  });
  const at = top ?? folder;
  const name = /rootProject\.name\s*=\s*["']([\w.-]+)["']/.exec(settingsOf(folder))?.[1];
  const version = /^version\s*=\s*["']([\w.-]+)["']/m.exec(text)?.[1];
  const call = [...buildTool(tree, at, "gradlew", "gradle"), "-q"];
  const project = top === undefined ? "" : `:${below(folder, top).replaceAll("/", ":")}:`;
  const task = isInstalled ? "installDist" : /quarkus/.test(text) ? "quarkusBuild" : "bootJar";
  const script = /\bapplicationName\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1] ?? name ?? baseName(folder);
  return {
    build: inFolder(at, [...call, `${project}${task}`]),
    jar: isInstalled
      ? `build/install/${script}/bin/${script}`
      : `build/libs/${(top === undefined ? named(name, version) : null) ?? "*"}.jar`,
    output: "build",
    flyway: inFolder(at, [...call, `${project}flywayMigrate`]),
  };
}

/** Ktor's port, where its server reads that from `application.conf` or `application.yaml`, and not from code. */
function ktorPort(tree: Tree, folder: string, code: readonly string[]): GivenPort | undefined {
  if (tree.first(code, /\bembeddedServer\(/) !== null) return undefined;
  const files = tree.paths.filter(
    (path) => isBelow(path, folder) && /\/application\.(?:conf|ya?ml)$/.test(path),
  );
  const [env] = tree.first(files, /^[ \t]*port\s*[=:]\s*"?\$\{?\??(\w+)/m)?.groups ?? [];
  const [port] = tree.first(files, /^[ \t]*port\s*[=:]\s*"?(?:\$\w+:)?(\d+)/m)?.groups ?? [];
  return port === undefined ? undefined : { port: Number(port), env: env ?? null };
}

/** A folder as the one above it names it. */
const below = (folder: string, above: string) => (above === "." ? folder : folder.slice(above.length + 1));
const isIn = (folder: string, other: string) => folder === other || isBelow(folder, other);

const named = (name: string | undefined, version: string | undefined) =>
  name === undefined || version === undefined ? null : `${name}-${version}`;
