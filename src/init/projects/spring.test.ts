// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Spring writes placeholders this way
import { posix } from "node:path";
import { expect, test } from "vitest";
import { configText } from "../config.ts";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

const of = (files: Files) => findings(Object.keys(files), (path) => files[path]!);
const pom = (...packages: readonly string[]) =>
  `<project><artifactId>shop</artifactId>${["spring-boot-starter-web", ...packages].map((name) => `<dependency><artifactId>${name}</artifactId></dependency>`).join("\n")}</project>`;
const MAIN = "@SpringBootApplication class A {}";
const ROUTE = '@RestController class B {\n  @GetMapping("/items")\n  List<Item> all() { return items; }\n}';
const module = (folder: string, more: Files, ...packages: readonly string[]): Files => ({
  [`${folder}/pom.xml`]: pom(...packages),
  [`${folder}/src/main/java/A.java`]: MAIN,
  ...Object.fromEntries(
    Object.entries(more).map(([path, text]) => [posix.join(`${folder}/src/main`, path), text] as const),
  ),
});

test.each<[string, Files]>([
  ["a gateway", module("a", { "java/B.java": ROUTE }, "spring-cloud-starter-gateway-server-webflux")],
  ["Zuul", module("a", { "java/B.java": ROUTE }, "spring-cloud-starter-netflix-zuul")],
  ["a service without a route for a first load", module("a", {})],
])("a service with routes comes before %s", (_, other) => {
  const files = { ...other, ...module("catalog", { "java/B.java": ROUTE }) };
  expect(of(files).chosen?.title).toBe("the JAR of catalog/pom.xml in catalog/");
});

test.each([
  ["exchange.anyExchange().authenticated()", true],
  ["auth.anyRequest().authenticated()", true],
  ['auth.requestMatchers("/items").permitAll().anyRequest().authenticated()', false],
])("settings that demand an account for every request are reported: %s: %s", (rule, want) => {
  const files = module("a", { "java/S.java": `class S {\n  chain(${rule});\n}` });
  const check = /# check: every request needs an account \(a\/src\/main\/java\/S\.java:2\)/;
  expect(check.test(configText(of(files)))).toBe(want);
});

const checks = (files: Files) => of(files).chosen?.checks.join("\n") ?? "";

test.each<[string, string, string]>([
  ["one value", "application.yml", "spring:\n  kafka: { servers: 'localhost:9092' }"],
  ["a default", "application.properties", "spring.kafka.servers=${KAFKA:localhost:9092}"],
  ["a URL", "application.properties", "jwt.uri=http://127.0.0.1:9092/realms/a"],
  ["a host and a port", "application.yml", "redis:\n  host: localhost\n  port: 9092"],
  ["two keys", "application.properties", "mail.host=${H:localhost}\nmail.port=${P:9092}"],
])("a server of this machine in settings is reported: %s", (_, file, text) => {
  const files = module("a", { [`resources/${file}`]: `server.port: 8081\n${text}` });
  expect(checks(files)).toMatch(
    /its settings name localhost:9092 \(a\/src\/main\/resources\/application\.\w+:[23]\): .* no server there/,
  );
});

test("packages named example or test are the service's own code, folders above them are not", () => {
  const code = (top: string) => ({
    [`${top}src/main/java/com/example/A.java`]: MAIN,
    [`${top}src/main/java/com/example/test/B.java`]: ROUTE,
  });
  const found = of({ "pom.xml": pom(), ...code("") });
  expect(found.chosen?.title).toBe("the JAR of pom.xml");
  expect(found.routes.map(({ path }) => path)).toEqual(["/items"]);
  expect(of({ "pom.xml": pom(), ...code("examples/") }).chosen).toBeNull();
});

test("a Compose service that is compiled at every start comes before a JAR whose database nothing starts", () => {
  const files = (settings: string) => ({
    "compose.yaml": "services: { shop: { build: ., ports: [8080] }, db: { image: postgres } }",
    Dockerfile: "FROM maven\nCOPY . .\nCMD mvn spring-boot:run",
    "pom.xml": pom("postgresql"),
    "src/main/java/A.java": MAIN,
    "src/main/java/B.java": ROUTE,
    "src/main/resources/application.properties": settings,
  });
  const url = "spring.datasource.url=jdbc:postgresql://localhost:5432/shop";
  expect(of(files(url)).chosen?.title).toBe("shop of compose.yaml");
  expect(of(files("")).chosen?.title).toBe("the JAR of pom.xml");
});

test.each<[string, string]>([
  ["a comment", "#spring.kafka.servers=localhost:9092"],
  ["its own port", "server.port=8081\napp.url=http://localhost:8081/"],
  ["another host", "spring.kafka.servers=kafka:9092"],
  ["developers of Quarkus", "%dev.kafka.bootstrap.servers=localhost:9092"],
])("and none for %s", (_, text) => {
  expect(checks(module("a", { "resources/application.properties": text }))).not.toContain(
    "its settings name",
  );
});

test("settings of tests are not the service's", () => {
  const files = { "../test/resources/application.properties": "server.port=9999\na=localhost:9092" };
  expect(checks(module("a", files))).not.toContain("9092");
});

const FEIGN = '@FeignClient(name = "catalog", url = "${shop.catalog-url}")\ninterface C {}';

test.each<[string, Files]>([
  ["@FeignClient", { "java/C.java": FEIGN }],
  ["@Value", { "java/C.java": 'class C {\n  @Value("${shop.catalog-url}") String url;\n}' }],
  ["Kotlin", { "kotlin/C.kt": '@Value("\\${shop.catalog-url}") lateinit var url: String' }],
  ["another key there", { "java/C.java": FEIGN, "resources/application.yml": "shop: { other: 1 }" }],
])("a key that no settings have is demanded: %s", (_, more) => {
  expect(checks(module("a", more))).toMatch(
    /it does not start without shop\.catalog-url \(a\/src\/main\/\w+\/C\.\w+:[12]\), which nothing/,
  );
});

test("a variable is demanded that settings read without a default, but not by a default or for developers", () => {
  const settings = "a=${SHOP_URL:http://x}\n# b=${SHOP_OLD}\n%dev.c=${SHOP_DEV}\nshop.key=${SHOP_KEY}";
  const found = checks(module("a", { "resources/application.properties": settings }));
  expect(found).toContain(
    "start without SHOP_KEY (a/src/main/resources/application.properties:4), which nothing",
  );
});

test.each<[string, Files]>([
  [
    "a profile that is active",
    { "resources/application.yml": "spring: { profiles: { active: a } }\na: ${SHOP_KEY}" },
  ],
  ["a default", { "java/C.java": '@Value("${shop.catalog-url:http://x}") String url;' }],
  ["properties", { "java/C.java": FEIGN, "resources/application.properties": "shop.catalogUrl = x" }],
  ["YAML", { "java/C.java": FEIGN, "resources/application.yml": "a: 1\n---\nshop:\n  catalog-url: x" }],
  ["a profile", { "java/C.java": FEIGN, "resources/application-local.yml": "shop.catalog-url: x" }],
  ["a key of Java", { "java/C.java": '@Value("${user.home}") String home;' }],
  ["a part for a profile", { "java/C.java": `@Profile("cloud")\n${FEIGN}` }],
  [
    "another module's settings",
    {
      "java/C.java": FEIGN,
      "../../../common/src/main/resources/application.yml": "shop: { catalog-url: x }",
    },
  ],
  ["a variable", { "java/C.java": FEIGN, "../../.env": "SHOP_CATALOG_URL=http://x" }],
  ["a comment", { "java/C.java": 'class C {\n  // @Value("${shop.catalog-url}")\n}' }],
  ["a variable of every process", { "java/C.java": '@Value("${HOSTNAME}") String host;' }],
  ["files of its own", { "java/C.java": `@PropertySource("x.properties")\n${FEIGN}` }],
])("and not with %s", (_, more) => expect(checks(module("a", more))).not.toContain("does not start without"));

test("the client for Kafka of Spring Boot 4 is one", () =>
  expect(checks(module("a", {}, "spring-boot-starter-kafka"))).toContain("it has a client of Kafka"));

test.each<[string, Files, string]>([
  [
    "a toolchain of Gradle",
    { "a/build.gradle": "id 'org.springframework.boot'\nlanguageVersion = JavaLanguageVersion.of(21)" },
    "Java 21 (a/build.gradle:2)",
  ],
  [
    "Kotlin",
    { "a/build.gradle.kts": 'id("org.springframework.boot")\nkotlin { jvmToolchain(17) }' },
    "Java 17 (a/build.gradle.kts:2)",
  ],
  [
    "a text for Gradle",
    { "a/build.gradle": "id 'org.springframework.boot'\nsourceCompatibility = '11'" },
    "Java 11 (a/build.gradle:2)",
  ],
  [
    "a number for Gradle",
    { "a/build.gradle": "id 'org.springframework.boot'\nsourceCompatibility 1.8" },
    "Java 8 (a/build.gradle:2)",
  ],
  [
    "a constant of Gradle",
    { "a/build.gradle": "id 'org.springframework.boot'\nsourceCompatibility = JavaVersion.VERSION_17" },
    "Java 17 (a/build.gradle:2)",
  ],
  [
    "one of the first versions",
    {
      "a/build.gradle.kts":
        'id("org.springframework.boot")\njava.sourceCompatibility = JavaVersion.VERSION_1_8',
    },
    "Java 8 (a/build.gradle.kts:2)",
  ],
  ["Maven", { "a/pom.xml": `${pom()}\n<java.version>1.8</java.version>` }, "Java 8 (a/pom.xml:2)"],
  [
    "the parent",
    { "pom.xml": "<maven.compiler.release>25</maven.compiler.release>", "a/pom.xml": pom() },
    "Java 25 (pom.xml:1)",
  ],
])("the version of Java that a build asks for is reported: %s", (_, manifests, want) => {
  const files = { "a/src/main/java/A.java": MAIN, ...manifests };
  expect(checks(files)).toContain(`it is built for ${want}, and \`java\` of the PATH runs it`);
});

test("and none where a build asks for none", () => expect(checks(module("a", {}))).not.toContain("Java"));
