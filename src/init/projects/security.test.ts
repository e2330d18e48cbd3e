import { expect, test } from "vitest";
import { findings } from "../findings.ts";

type Files = Readonly<Record<string, string>>;

/** The path that a Spring service is ready at. */
function health(more: Files, dependency = "spring-boot-starter-actuator"): string | null {
  const files: Files = {
    "pom.xml": `<project><artifactId>a</artifactId><version>1</version><x>org.springframework.boot</x><y>${dependency}</y></project>`,
    "src/main/java/A.java": "@SpringBootApplication class A {}",
    ...more,
  };
  const plan = findings(Object.keys(files), (path) => files[path]!).chosen?.plan;
  return plan?.health ?? null;
}
const chain = (rules: string): Files => ({
  "src/main/java/Security.java": `@Bean SecurityFilterChain chain(HttpSecurity http) {\n${rules};\n}`,
});
const RESOURCES = "src/main/resources";

test.each<[string, Files, string | null]>([
  ["nothing", {}, "/actuator/health"],
  [
    "a property",
    { [`${RESOURCES}/application.properties`]: "management.endpoints.web.base-path=/api/" },
    "/api/health",
  ],
  [
    "a setting",
    {
      [`${RESOURCES}/application.yml`]:
        "management:\n  endpoints:\n    web:\n      exposure: { include: health }\n      base-path: /manage\n",
    },
    "/manage/health",
  ],
  [
    "another setting of this name",
    { [`${RESOURCES}/application.yml`]: "spring:\n  data:\n    rest:\n      base-path: /api\n" },
    "/actuator/health",
  ],
  ...(["true", "false"] as const).map((value): [string, Files, string | null] => [
    `security that a property switches on: ${value}`,
    {
      [`${RESOURCES}/application.properties`]: `shop.secure=${value}`,
      "src/main/java/Security.java":
        '@Configuration\n@ConditionalOnProperty(name = "shop.secure", havingValue = "true")\nclass Security {\n  SecurityFilterChain chain(HttpSecurity http) {\n    http.anyRequest().authenticated();\n  }\n}',
    },
    value === "true" ? null : "/actuator/health",
  ]),
  ["a port of its own", { [`${RESOURCES}/application.properties`]: "management.server.port=9001" }, null],
  [
    "the path of the whole service",
    { [`${RESOURCES}/application.yml`]: "server:\n  servlet: { contextPath: /shop/ }\n" },
    "/shop/actuator/health",
  ],
  [
    "that of a reactive one, as a default",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Spring writes variables this way
    { [`${RESOURCES}/application.properties`]: "spring.webflux.base-path = ${BASE:/shop}" },
    "/shop/actuator/health",
  ],
  [
    "a profile that is not active",
    {
      [`${RESOURCES}/application.yml`]:
        "spring: { application: { name: a } }\n---\nspring.config.activate.on-profile: prod\nserver.servlet.context-path: /shop\n",
      [`${RESOURCES}/application.properties`]:
        "a=b\n#---\nspring.config.activate.on-profile=prod\nmanagement.server.port=9001",
    },
    "/actuator/health",
  ],
])("the path of Actuator by %s", (_, files, want) => expect(health(files)).toBe(want));

test.each([
  ['auth.requestMatchers("/login").permitAll().anyRequest().authenticated()', null],
  ['auth.requestMatchers("/login", "/actuator/health").permitAll().anyRequest().authenticated()', "open"],
  ['auth.requestMatchers("/actuator/**").permitAll().anyRequest().authenticated()', "open"],
  ['auth.requestMatchers("/actuator/healthy").permitAll().anyRequest().authenticated()', null],
  ['auth.requestMatchers("/actuator/**").hasRole("ADMIN").anyRequest().permitAll()', null],
  ['auth.requestMatchers("/admin/**").hasRole("ADMIN").anyRequest().permitAll()', "open"],
  ["auth.requestMatchers(EndpointRequest.to(HealthEndpoint.class)).permitAll()", "open"],
  ['authorize("/actuator/**", permitAll)\nauthorize(anyRequest, authenticated)', "open"],
  ["http.csrf().disable()", null],
])("no path that Spring Security may refuse: %s", (rules, want) => {
  expect(health(chain(rules))).toBe(want === null ? null : "/actuator/health");
});

test("a health of the service's own counts as well", () => {
  const own = { "src/main/java/H.java": '@RestController class H { @GetMapping("/health") String h() {} }' };
  const closed = chain("auth.anyRequest().authenticated()");
  const open = chain('auth.requestMatchers("/health").permitAll().anyRequest().authenticated()');
  expect([own, { ...own, ...closed }, { ...own, ...open }].map((files) => health(files, ""))).toEqual([
    "/health",
    null,
    "/health",
  ]);
});
