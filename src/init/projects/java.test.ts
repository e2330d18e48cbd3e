import { expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import { configText } from "../config.ts";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

/** The last step of the build, the folder of the service, and its command. */
function started(files: Files): unknown[] | null {
  const found = findings(Object.keys(files), (path) => files[path]!);
  if (found.chosen === null) return null;
  const { process } = readConfig(configText(found), "steelyard.yml").stack;
  const service = Object.values(process?.services ?? {})[0]!;
  return [process?.build.at(-1)?.join(" "), service.cwd ?? ".", service.run.join(" ")];
}

const MAIN = "@SpringBootApplication class A {}";
const SPRING = "<dependency><artifactId>spring-boot-starter-web</artifactId></dependency>";
const PARENT = `<project><artifactId>acme-parent</artifactId><version>1.0.0-SNAPSHOT</version><packaging>pom</packaging><modules><module>common</module><module>api</module></modules>`;
const pom = (more: string) =>
  `<project><parent><artifactId>acme-parent</artifactId><version>1.0.0-SNAPSHOT</version></parent><artifactId>api</artifactId>${more}<dependencies>${SPRING}</dependencies></project>`;
const modules = (api: string, parent = PARENT): Files => ({
  "pom.xml": parent.replace("</modules>", `</modules><dependencies>${SPRING}</dependencies>`),
  "common/pom.xml": pom("").replace("<artifactId>api<", "<artifactId>common<"),
  "common/src/main/java/B.java": "class B {}",
  "api/pom.xml": api,
  "api/src/main/java/A.java": MAIN,
});
const single = (build: string, more = ""): Files => ({
  "pom.xml": `<project><artifactId>shop</artifactId><version>1.2</version>${more}<dependencies>${SPRING}</dependencies><build>${build}</build></project>`,
  "src/main/java/A.java": MAIN,
});
const BUILD = "mvn --batch-mode -q -DskipTests package";

test.each<[string, Files, unknown[] | null]>([
  [
    "a module of Maven, built at the top with the modules that it needs",
    modules(pom("")),
    ["mvn --batch-mode -q -DskipTests -pl api -am package", "api", "sh -c exec java -jar target/*.jar"],
  ],
  [
    "with the wrapper of the top, and the name that the parent gives",
    {
      ...modules(
        pom("<version>2.0</version>"),
        `${PARENT}<build><finalName>\${project.artifactId}-\${project.version}</finalName></build>`,
      ),
      mvnw: "",
    },
    ["sh ./mvnw --batch-mode -q -DskipTests -pl api -am package", "api", "java -jar target/api-2.0.jar"],
  ],
  [
    "Ktor with Gradle",
    {
      "build.gradle.kts":
        'plugins { id("io.ktor.plugin") }\ndependencies { implementation("io.ktor:ktor-server-netty") }',
      "settings.gradle.kts": 'rootProject.name = "shop"',
      gradlew: "",
      "src/main/kotlin/A.kt": "fun main(args: Array<String>) = EngineMain.main(args)",
      "src/main/resources/application.conf":
        // biome-ignore lint/suspicious/noTemplateCurlyInString: HOCON writes variables this way
        "ktor {\n  deployment {\n    port = 8080\n    port = ${?PORT}\n  }\n}",
    },
    ["sh ./gradlew -q installDist", ".", "build/install/shop/bin/shop"],
  ],
  [
    "with a wrapper in Bash",
    { ...single(""), mvnw: "#!/usr/bin/env bash\n" },
    ["bash ./mvnw --batch-mode -q -DskipTests package", ".", "java -jar target/shop-1.2.jar"],
  ],
  [
    "Flyway as the plugin of a module",
    modules(pom("<build><plugin><artifactId>flyway-maven-plugin</artifactId></plugin></build>")),
    ["mvn --batch-mode -q -pl api flyway:migrate", "api", "sh -c exec java -jar target/*.jar"],
  ],
  [
    "a project that only lies in a folder",
    { "README.md": "", "server/pom.xml": pom("<version>3</version>"), "server/src/main/java/A.java": MAIN },
    [`sh -c cd server && ${BUILD}`, "server", "java -jar target/api-3.jar"],
  ],
  [
    "a parent without a module that starts",
    { "pom.xml": `${PARENT}${SPRING}`, "common/src/A.java": MAIN },
    null,
  ],
  [
    "a module of Gradle",
    {
      "build.gradle.kts": 'plugins { id("org.springframework.boot") version "3.5" apply false }',
      "settings.gradle.kts": 'rootProject.name = "acme"\ninclude(":common", ":services:api")',
      gradlew: "",
      "services/api/build.gradle.kts": 'plugins { id("org.springframework.boot") }',
      "services/api/src/main/kotlin/A.kt": MAIN,
    },
    ["sh ./gradlew -q :services:api:bootJar", "services/api", "sh -c exec java -jar build/libs/*.jar"],
  ],
  [
    "Quarkus with Gradle",
    {
      "build.gradle": "id 'io.quarkus'",
      "settings.gradle": "rootProject.name = 'shop'",
      "src/main/java/A.java": "@QuarkusMain",
    },
    ["gradle -q quarkusBuild", ".", "java -jar build/quarkus-app/quarkus-run.jar"],
  ],
  [
    "a module of Gradle with Micronaut",
    {
      "settings.gradle.kts": 'rootProject.name = "acme"\ninclude("service")',
      gradlew: "",
      "service/build.gradle.kts": "plugins { alias(libs.plugins.micronaut.application) }",
      "service/src/main/java/A.java":
        "class A { public static void main(String[] args) { Micronaut.run(args); } }",
    },
    ["sh ./gradlew -q :service:installDist", "service", "build/install/service/bin/service"],
  ],
  [
    "Quarkus without a main class",
    {
      "pom.xml": "<artifactId>quarkus-rest</artifactId>",
      mvnw: "",
      "src/main/docker/Dockerfile.native": "FROM ubi\nCOPY target/*-runner /app\nEXPOSE 8080\nCMD /app",
      "src/main/java/A.java": 'import jakarta.ws.rs.*;\n@Path("/items")\nclass A {}',
    },
    ["sh ./mvnw --batch-mode -q -DskipTests package", ".", "java -jar target/quarkus-app/quarkus-run.jar"],
  ],
  [
    "a name from the project's own",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Maven writes variables this way
    single("<finalName>${project.artifactId}</finalName>"),
    [BUILD, ".", "java -jar target/shop.jar"],
  ],
  [
    "its display name",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Maven writes variables this way
    single("<finalName>${project.name}</finalName>", "<name>store</name>"),
    [BUILD, ".", "java -jar target/store.jar"],
  ],
  [
    "a display name of several words",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Maven writes variables this way
    single("<finalName>${project.name}</finalName>", "<name>The Shop</name>"),
    [BUILD, ".", "sh -c exec java -jar target/*.jar"],
  ],
  [
    "a name that only a build knows",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Maven writes variables this way
    single("<finalName>shop-${git.commit}</finalName>"),
    [BUILD, ".", "sh -c exec java -jar target/*.jar"],
  ],
])("%s", (_, files, want) => expect(started(files)).toEqual(want));

test.each<[string, Files, boolean]>([
  [
    "Quarkus",
    {
      "pom.xml": "<artifactId>quarkus-rest</artifactId>",
      "src/main/java/A.java": '@Path("/items")\nclass A {}',
    },
    true,
  ],
  ["a library", { ...single(""), "src/main/java/D.java": "import io.github.cdimascio.dotenv.Dotenv;" }, true],
  ["neither", single(""), false],
])("a file of variables is made from its example where it is read by %s", (_, more, want) => {
  const files: Files = { ...more, ".env.example": "SHOP_KEY=abc\n" };
  const plan = findings(Object.keys(files), (path) => files[path]!).chosen?.plan;
  expect(plan?.build.some((argv) => argv.join(" ").includes(".env.example"))).toBe(want);
});

test.each<[string, Files, unknown]>([
  [
    "a variable of its settings",
    {
      "src/main/kotlin/A.kt": "fun main(args: Array<String>) = EngineMain.main(args)",
      "src/main/resources/application.yaml": 'ktor:\n  deployment:\n    port: "$PORT:9090"\n',
    },
    { port: 9090, env: "PORT" },
  ],
  [
    "a constant of its code, whatever its settings have",
    {
      "src/main/kotlin/A.kt":
        "const val SERVER_PORT = 8081\n\nfun main() {\n    embeddedServer(Netty, port = SERVER_PORT).start()\n}",
      "src/main/resources/application.conf": "port = 8080",
    },
    { port: 8081, env: null },
  ],
])("the port of Ktor is %s", (_, more, want) => {
  const files: Files = {
    "build.gradle": "implementation 'io.ktor:ktor-server-netty'",
    "settings.gradle": "rootProject.name = 'shop'",
    ...more,
  };
  const plan = findings(Object.keys(files), (path) => files[path]!).chosen?.plan;
  expect(plan?.kind === "process" && plan.given).toEqual(want);
});

const GRADLE = 'plugins { id "org.springframework.boot" version "3" }\nsourceCompatibility = 21';
const JAVA = { "pom.xml": single("")["pom.xml"]! };

test.each<[string, string, Files, string[]]>([
  ["by a pattern", "FROM jre\nCOPY target/*.jar app.jar", JAVA, [BUILD]],
  ["by an argument", "FROM jre\nARG JAR=target/a.jar\nCOPY $JAR app.jar", JAVA, [BUILD]],
  [
    "of Gradle",
    'FROM jre\nENV APP a.jar\nCOPY build/libs/$APP "/app/"',
    { "build.gradle": GRADLE },
    ["gradle -q bootJar"],
  ],
  [
    "of Quarkus and Gradle",
    "FROM jre\nCOPY build/quarkus-app/lib/ /app/lib/",
    { "build.gradle.kts": 'plugins { id("io.quarkus") }' },
    ["gradle -q quarkusBuild"],
  ],
  [
    "of a script of Gradle",
    "FROM jre\nCOPY app/build/install/app/ app/",
    { "settings.gradle.kts": 'include(":app")', "app/build.gradle.kts": "plugins { application }" },
    ["gradle -q :app:installDist"],
  ],
  [
    "of a module",
    "FROM jre\nCOPY api/target/api.jar app.jar",
    modules(pom("")),
    ["mvn --batch-mode -q -DskipTests -pl api -am package"],
  ],
  ["but not of another stage", "FROM maven AS made\nFROM jre\nCOPY --from=made target/a.jar a.jar", JAVA, []],
  [
    "nor one that is in the checkout",
    "FROM jre\nCOPY target/a.jar a.jar",
    { ...JAVA, "target/a.jar": "" },
    [],
  ],
])("before an image, the JAR is built that its Dockerfile copies: %s", (_, dockerfile, more, want) => {
  const services = "services: { api: { build: ., ports: [8080] }, worker: { build: . } }";
  const files: Files = {
    ...more,
    "compose.yaml": services,
    Dockerfile: `${dockerfile}\nCMD java -jar app.jar\n`,
  };
  const found = findings(Object.keys(files), (path) => files[path]!, "compose");
  const { compose } = readConfig(configText(found), "steelyard.yml").stack;
  expect(compose?.build.map((argv) => argv.join(" "))).toEqual(want);
  expect(found.chosen?.checks.some((one) => one.includes("not in the checkout"))).toBe(false);
  expect(found.chosen?.checks.filter((one) => one.includes("which needs Java"))).toHaveLength(want.length);
});
