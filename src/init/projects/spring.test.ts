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
    Object.entries(more).map(([path, text]) => [`${folder}/src/main/${path}`, text] as const),
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
