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
const IMPORT = 'const { rateLimit } = require("express-rate-limit");';

test.each<[string, Files, string]>([
  [
    "Nest, in a module of its own",
    express("", {
      "src/app.module.ts": "// ThrottlerModule.forRoot(\n\nThrottlerModule.forRoot([{ limit: 100 }]),",
    }),
    "@nestjs/throttler limits requests (src/app.module.ts:3)",
  ],
  [
    "Express",
    express(`${IMPORT}\napp.use(rateLimit({ max: 100 }));`),
    "express-rate-limit limits requests (a.js:3)",
  ],
  [
    "Fastify",
    express('app.register(import("@fastify/rate-limit"), {});'),
    "@fastify/rate-limit limits requests (a.js:2)",
  ],
  [
    "Flask",
    flask('from flask_limiter import Limiter\nLimiter(key, app=app, default_limits=["200 per day"])'),
    "flask-limiter limits requests (app.py:3)",
  ],
  [
    "FastAPI",
    flask('from slowapi import Limiter\n@limiter.limit("5/minute")'),
    "slowapi limits requests (app.py:3)",
  ],
  [
    "Django",
    django({
      "shop/views.py": 'from django_ratelimit.decorators import ratelimit\n@ratelimit(key="ip", rate="5/m")',
    }),
    "django-ratelimit limits requests (shop/views.py:2)",
  ],
  [
    "Django REST framework",
    django({ "shop/settings.py": 'REST_FRAMEWORK = {\n  "DEFAULT_THROTTLE_RATES": {"anon": "100/day"},\n}' }),
    "Django REST framework limits requests (shop/settings.py:2)",
  ],
  [
    "Rails",
    {
      Gemfile: 'gem "rails"\ngem "rack-attack"',
      "config/initializers/rack_attack.rb":
        'class Rack::Attack\n  throttle("req/ip", limit: 300, period: 5.minutes)\nend',
    },
    "rack-attack limits requests (config/initializers/rack_attack.rb:2)",
  ],
  [
    "in a container",
    {
      "compose.yaml": "services: { app: { build: ., ports: [80] } }",
      Dockerfile: "FROM node",
      "package.json": "{}",
      "src/a.ts": "ThrottlerModule.forRoot([])",
    },
    "@nestjs/throttler limits requests (src/a.ts:1)",
  ],
])("a limiter of requests is said: %s", (_, files, want) => {
  expect(configText(found(files))).toContain(`  # check: ${want}: a load has more of them`);
  expect(todo(found(files)).join("\n")).toContain(`Check: ${want}`);
});

test.each<[string, Files]>([
  ["imported only", express(IMPORT)],
  ["of another package", express("app.use(rateLimit({ max: 100 }));")],
  ["of tests", express("", { "test/a.js": `${IMPORT} rateLimit({ max: 1 })` })],
  [
    "whose limit a variable of the config raises",
    express(`${IMPORT}\nrateLimit({ max: process.env.RATE_LIMIT_MAX })`, {
      ".env.example": "RATE_LIMIT_MAX=100",
    }),
  ],
])("none is said: %s", (_, files) => expect(configText(found(files))).not.toContain("limits requests"));
