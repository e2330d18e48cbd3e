import { expect, test } from "vitest";
import { configText, todo } from "./config.ts";
import { findings } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

const found = (files: Files) => findings(Object.keys(files), (path) => files[path]!);
const express = (code: string, more: Files = {}): Files => ({
  "package.json": JSON.stringify({
    scripts: { start: "node a.js" },
    dependencies: { express: "4", dotenv: "1" },
  }),
  "a.js": `app.listen(process.env.PORT || 4000);\n${code}`,
  ...more,
});
const flask = (code: string): Files => ({
  "requirements.txt": "flask\ngunicorn",
  "app.py": `app = Flask(__name__)\n${code}`,
});
const django = (files: Files): Files => ({
  "manage.py": 'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")',
  "requirements.txt": "django\ngunicorn",
  "shop/wsgi.py": "application = 1",
  "shop/settings.py": "",
  ...files,
});
const java = (files: Files): Files => ({
  "a/pom.xml": "<artifactId>spring-boot-starter-web</artifactId>",
  "a/src/main/java/A.java": "@SpringBootApplication class A {}",
  ...files,
});
const IMPORT = 'const { rateLimit } = require("express-rate-limit");';

test.each<[string, Files, string]>([
  [
    "Nest, in a module of its own",
    express("", {
      "src/app.module.ts": "// ThrottlerModule.forRoot(\n\nThrottlerModule.forRoot([{ limit: 100 }]),",
    }),
    "@nestjs/throttler may refuse requests of a load with 429 (src/app.module.ts:3)",
  ],
  [
    "Express",
    express(`${IMPORT}\napp.use(rateLimit({ max: 100 }));`),
    "express-rate-limit may refuse requests of a load with 429 (a.js:3)",
  ],
  [
    "Fastify",
    express('app.register(import("@fastify/rate-limit"), {});'),
    "@fastify/rate-limit may refuse requests of a load with 429 (a.js:2)",
  ],
  [
    "Flask",
    flask('from flask_limiter import Limiter\nLimiter(key, app=app, default_limits=["200 per day"])'),
    "flask-limiter may refuse requests of a load with 429 (app.py:3)",
  ],
  [
    "FastAPI",
    flask('from slowapi import Limiter\n@limiter.limit("5/minute")'),
    "slowapi may refuse requests of a load with 429 (app.py:3)",
  ],
  [
    "Django",
    django({
      "shop/views.py": 'from django_ratelimit.decorators import ratelimit\n@ratelimit(key="ip", rate="5/m")',
    }),
    "django-ratelimit may refuse requests of a load with 429 (shop/views.py:2)",
  ],
  [
    "Django REST framework",
    django({ "shop/settings.py": 'REST_FRAMEWORK = {\n  "DEFAULT_THROTTLE_RATES": {"anon": "100/day"},\n}' }),
    "Django REST framework may refuse requests of a load with 429 (shop/settings.py:2)",
  ],
  [
    "Rails",
    {
      Gemfile: 'gem "rails"\ngem "rack-attack"',
      "config/initializers/rack_attack.rb":
        'class Rack::Attack\n  throttle("req/ip", limit: 300, period: 5.minutes)\nend',
    },
    "rack-attack may refuse requests of a load with 429 (config/initializers/rack_attack.rb:2)",
  ],
  [
    "Bucket4j",
    java({
      "a/src/main/java/B.java":
        "import io.github.bucket4j.Bandwidth;\nvar limit = Bandwidth.classic(60, refill);",
    }),
    "Bucket4j may refuse requests of a load with 429 (a/src/main/java/B.java:2)",
  ],
  [
    "Resilience4j",
    java({
      "a/src/main/java/B.java":
        'import io.github.resilience4j.ratelimiter.annotation.RateLimiter;\nclass B {\n  @RateLimiter(name = "a")\n}',
    }),
    "Resilience4j may refuse requests of a load with 429 (a/src/main/java/B.java:3)",
  ],
  [
    "Ktor",
    java({
      "a/src/main/kotlin/B.kt":
        'import io.ktor.server.plugins.ratelimit.*\nfun Route.a() = rateLimit(RateLimitName("a")) { all() }',
    }),
    "Ktor's RateLimit may refuse requests of a load with 429 (a/src/main/kotlin/B.kt:2)",
  ],
  [
    "a gateway of Spring",
    java({
      "a/src/main/resources/application.yml":
        "gateway:\n  default-filters:\n    # - name: RequestRateLimiter\n    - name: RequestRateLimiter",
    }),
    "Spring Cloud Gateway may refuse requests of a load with 429 (a/src/main/resources/application.yml:4)",
  ],
  [
    "in a container",
    {
      "compose.yaml": "services: { app: { build: ., ports: [80] } }",
      Dockerfile: "FROM node",
      "package.json": "{}",
      "src/a.ts": "ThrottlerModule.forRoot([])",
    },
    "@nestjs/throttler may refuse requests of a load with 429 (src/a.ts:1)",
  ],
])("a limiter of requests is said: %s", (_, files, want) => {
  expect(configText(found(files))).toContain(`  # check: ${want}: raise its limit`);
  expect(todo(found(files)).join("\n")).toContain(`Check: ${want}`);
});

test.each<[string, Files]>([
  ["imported only", express(IMPORT)],
  ["of another package", express("app.use(rateLimit({ max: 100 }));")],
  ["of Java, imported only", java({ "a/src/main/java/B.java": "import io.github.bucket4j.Bandwidth;" })],
  ["of another program", java({ "b/src/main/resources/application.yml": "- name: RequestRateLimiter" })],
  ["of tests", express("", { "test/a.js": `${IMPORT} rateLimit({ max: 1 })` })],
  ["for single routes", express('app.register(import("@fastify/rate-limit"), { global: false });')],
  [
    "whose limit a file of variables raises",
    {
      "compose.yaml": "services: { app: { build: ., ports: [80], env_file: .env } }",
      Dockerfile: "FROM node",
      ".env.example": "RATE_LIMIT_MAX=100",
      "a.js": `${IMPORT}\nrateLimit({ max: process.env.RATE_LIMIT_MAX })`,
    },
  ],
  [
    "whose limit a variable of the config raises",
    express(`${IMPORT}\nrateLimit({ max: process.env.RATE_LIMIT_MAX })`, {
      ".env.example": "RATE_LIMIT_MAX=100",
    }),
  ],
])("none is said: %s", (_, files) => expect(configText(found(files))).not.toContain("may refuse requests"));
