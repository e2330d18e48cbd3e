// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { describe, expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { configText } from "./config.ts";
import { findings } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

/** The stack of the config that a repository gets, as our own reader reads it, and the config's text. */
function written(files: Files, wanted: "any" | "compose" | "process" = "any") {
  const found = findings(Object.keys(files), (path) => files[path]!, wanted);
  const text = configText(found);
  return { found, text, stack: readConfig(text, "steelyard.yml").stack };
}

const json = (value: unknown) => JSON.stringify(value);
const express = (scripts: object, more: object = {}) =>
  json({ scripts, dependencies: { express: "4" }, ...more });

/** How it is started: the build, the command, the port and its variable, the health path. */
type Started = readonly [build: string, run: string, port: string, health: string | undefined];

function started(files: Files): Started {
  const { process, endpoints } = written(files, "process").stack;
  const service = Object.values(process?.services ?? {})[0]!;
  const [[port, given] = ["", { env: "", fixed: 0 }]] = Object.entries(service.ports);
  expect(endpoints.api).toMatchObject({ port: Number(port) });
  return [
    (process?.build ?? []).map((argv) => argv.join(" ")).join("; "),
    service.run.join(" "),
    given.env === undefined ? `fixed ${given.fixed}` : `${port} ${given.env}`,
    service.ready.http,
  ];
}

const SERVER = 'app.get("/healthz", ok); app.listen(process.env.PORT || 4000);';
const PROJECTS: Record<string, readonly [Files, Started]> = {
  "Next.js among the packages of developers": [
    {
      "package.json": json({
        scripts: { build: "next build", start: "next start" },
        devDependencies: { next: "16" },
      }),
      "package-lock.json": "{}",
    },
    ["npm ci; npm run build", "npx --no-install next start", "3000 PORT", undefined],
  ],
  "npm with a lock file": [
    { "package.json": express({ start: "node server.js" }), "package-lock.json": "{}", "server.js": SERVER },
    ["npm ci", "node server.js", "4000 PORT", "/healthz"],
  ],
  "pnpm, and a build": [
    {
      "package.json": express({ start: "node dist/server.js", build: "tsc" }),
      "pnpm-lock.yaml": "",
      "src/server.ts": SERVER,
    },
    ["pnpm install --frozen-lockfile; pnpm run build", "node dist/server.js", "4000 PORT", "/healthz"],
  ],
  "yarn, and Nest's compiled form before the one that compiles": [
    {
      "package.json": json({
        scripts: { start: "nest start", "start:prod": "node dist/main", build: "nest build" },
        dependencies: { "@nestjs/core": "11" },
      }),
      "yarn.lock": "",
      "src/main.ts": "await app.listen(process.env.PORT ?? 3000);",
      "src/health.controller.ts": "@Controller('health')\nclass A {\n  @Get()\n  check() {}\n}",
    },
    ["yarn install --frozen-lockfile; yarn run build", "node dist/main", "3000 PORT", "/health"],
  ],
  "Nest, whose start compiles again what the build made": [
    {
      "package.json": json({
        scripts: { start: "nest start", build: "nest build" },
        dependencies: { "@nestjs/core": "11" },
      }),
      "package-lock.json": "",
      "src/main.ts": "await app.listen(process.env.PORT ?? 3000);",
    },
    ["npm ci; npm run build", "node dist/main", "3000 PORT", undefined],
  ],
  "the program itself instead of what compiles and watches it": [
    {
      "package.json": json({
        scripts: { start: "tsc-watch --noClear --onSuccess 'node --enable-source-maps .'", build: "tsc" },
        dependencies: { express: "4" },
      }),
      "package-lock.json": "",
      "src/index.ts": SERVER,
    },
    ["npm ci; npm run build", "node --enable-source-maps .", "4000 PORT", "/healthz"],
  ],
  "and instead of what only watches it": [
    {
      "package.json": express({ start: "nodemon ./server.js" }),
      "package-lock.json": "",
      "server.js": SERVER,
    },
    ["npm ci", "node ./server.js", "4000 PORT", "/healthz"],
  ],
  "what Nx builds instead of what serves and watches it": [
    {
      "package.json": express({ start: "nx serve", build: "nx build" }),
      "package-lock.json": "",
      "project.json": json({
        name: "api",
        targets: { build: { options: { outputPath: "dist/api", main: "src/main.ts" } } },
      }),
      "e2e/project.json": json({ name: "e2e" }),
      "src/main.ts": SERVER,
    },
    ["npm ci; npm run build", "node dist/api/main.js", "4000 PORT", "/healthz"],
  ],
  "one application of an Nx workspace": [
    {
      "package.json": express({ start: "nx run api:serve", build: "nx build api" }),
      "package-lock.json": "",
      "apps/api/project.json": json({
        name: "api",
        targets: { build: { options: { outputPath: "{workspaceRoot}/dist/api", main: "apps/api/main.ts" } } },
      }),
      "apps/web/project.json": json({ name: "web" }),
      "apps/api/main.ts": SERVER,
    },
    ["npm ci; npm run build", "node dist/api/main.js", "4000 PORT", "/healthz"],
  ],
  "a server that sends the pages which a build makes": [
    {
      "package.json": express({ start: "node server.js", build: "vite build" }),
      "package-lock.json": "",
      "server.js": `${SERVER} app.use(express.static(join(dirname, "dist")));`,
    },
    ["npm ci; npm run build", "node server.js", "4000 PORT", "/healthz"],
  ],
  "but not one that sends what is there": [
    {
      "package.json": express({ start: "node server.js", build: "vite build" }),
      "package-lock.json": "",
      "server.js": `${SERVER} app.use(express.static("dist"));`,
      "dist/index.html": "",
    },
    ["npm ci", "node server.js", "4000 PORT", "/healthz"],
  ],
  "bun by packageManager, which a start builds first": [
    {
      "package.json": express(
        { start: "bun run build && node dist/a.js", build: "tsc" },
        { packageManager: "bun@1.2.0" },
      ),
      "src/a.ts": "const port = 5000; app.listen(port);",
    },
    ["bun install; bun run build", "node dist/a.js", "fixed 5000", undefined],
  ],
  "a package of a workspace, whose lock file is above it": [
    {
      "package.json": json({ private: true, workspaces: ["apps/*"] }),
      "package-lock.json": "{}",
      "apps/api/package.json": express({ start: "node index.js" }),
      "apps/api/index.js": SERVER,
      "apps/web/package.json": json({ scripts: { start: "vite" }, dependencies: { react: "1" } }),
    },
    ["npm ci", "node index.js", "4000 PORT", "/healthz"],
  ],
  "pm2, whose program is started itself": [
    {
      "package.json": express({ start: "pm2 start pm.json --no-daemon" }),
      "package-lock.json": "{}",
      "pm.json": json({ apps: [{ script: "src/index.js" }] }),
      "src/index.js": SERVER,
    },
    ["npm ci", "node src/index.js", "4000 PORT", "/healthz"],
  ],
  "a script that only runs another one, and what npm runs before it": [
    {
      "package.json": express({
        start: "npm run serve",
        serve: "node dist/server.js",
        build: "tsc",
        prestart: "npm run lint",
      }),
      "package-lock.json": "{}",
      "src/server.ts": SERVER,
    },
    ["npm ci; npm run build; npm run prestart", "node dist/server.js", "4000 PORT", "/healthz"],
  ],
  "migrations before the start": [
    {
      "package.json": express({ start: "node server.js", "db:migrate": "x" }),
      "package-lock.json": "{}",
      "server.js": SERVER,
    },
    ["npm ci; npm run db:migrate", "node server.js", "4000 PORT", "/healthz"],
  ],
  "FastAPI with uv": [
    {
      "pyproject.toml": 'dependencies = ["fastapi[standard]"]',
      "uv.lock": "",
      "app/main.py": 'app = FastAPI()\n@app.get("/health")\ndef health(): ...',
    },
    [
      "uv sync --frozen",
      "sh -c exec .venv/bin/uvicorn app.main:app --host 127.0.0.1 --port $PORT",
      "8000 PORT",
      "/health",
    ],
  ],
  "FastAPI with poetry and alembic": [
    {
      "pyproject.toml": "fastapi uvicorn",
      "poetry.lock": "",
      "alembic.ini": "",
      "main.py": "api = FastAPI()",
    },
    [
      "poetry install; poetry run alembic upgrade head",
      "sh -c exec poetry run uvicorn main:api --host 127.0.0.1 --port $PORT",
      "8000 PORT",
      undefined,
    ],
  ],
  "Flask with gunicorn": [
    { "requirements.txt": "flask\ngunicorn", "wsgi.py": "app = Flask(__name__)" },
    [
      "python3 -m venv .venv; .venv/bin/pip install --quiet -r requirements.txt",
      ".venv/bin/gunicorn -b ${app:8000} wsgi:app",
      "8000 PORT",
      undefined,
    ],
  ],
  "Flask by its factory": [
    { "requirements.txt": "flask", "shop/__init__.py": "def create_app():\n  return Flask()" },
    [
      "python3 -m venv .venv; .venv/bin/pip install --quiet -r requirements.txt",
      ".venv/bin/flask run",
      "8000 FLASK_RUN_PORT",
      undefined,
    ],
  ],
  "a Procfile": [
    { "requirements.txt": "flask", "wsgi.py": "app = Flask(__name__)", Procfile: "web: gunicorn shop:app" },
    [
      "python3 -m venv .venv; .venv/bin/pip install --quiet -r requirements.txt",
      ".venv/bin/gunicorn -b ${app:8000} shop:app",
      "8000 PORT",
      undefined,
    ],
  ],
  Django: [
    { "requirements.txt": "Django", "manage.py": "DJANGO_SETTINGS_MODULE", "shop/wsgi.py": "" },
    [
      "python3 -m venv .venv; .venv/bin/pip install --quiet -r requirements.txt; .venv/bin/python manage.py migrate --noinput",
      ".venv/bin/python manage.py runserver --noreload ${app:8000}",
      "8000 PORT",
      undefined,
    ],
  ],
  "Flask by its factory, which Alembic calls as well": [
    {
      "requirements.txt": "flask\ngunicorn",
      "db/env.py": "from alembic import context\nfrom shop import create_app\napp = create_app()",
      "shop/__init__.py": "def create_app():\n  return Flask()",
    },
    [
      "python3 -m venv .venv; .venv/bin/pip install --quiet -r requirements.txt",
      ".venv/bin/gunicorn -b ${app:8000} shop:create_app()",
      "8000 PORT",
      undefined,
    ],
  ],
  "Flask with a manage.py of its own": [
    {
      "requirements.txt": "flask\ngunicorn",
      "manage.py": "cli = FlaskGroup(app)",
      "shop.py": "app = Flask(__name__)",
    },
    [
      "python3 -m venv .venv; .venv/bin/pip install --quiet -r requirements.txt",
      ".venv/bin/gunicorn -b ${app:8000} shop:app",
      "8000 PORT",
      undefined,
    ],
  ],
  "Go, the program of the module's name": [
    {
      "go.mod": "module example.test/shop/v2",
      "cmd/tool/main.go": "package main\nfunc main() {}",
      "cmd/shop/main.go": 'package main\nfunc main() { http.ListenAndServe(":"+os.Getenv("PORT"), nil) }',
      "web/web.go": 'mux.HandleFunc("GET /readyz", ready)',
    },
    ["go build -o bin/shop ./cmd/shop", "bin/shop", "8080 PORT", "/readyz"],
  ],
  "Go, the daemon beside its client, with code that a workflow makes, and a redirect that is not the service":
    [
      {
        "go.mod": "module shop",
        "cmd/shop/main.go": "package main\nfunc main() { shop.NewClient() }",
        "cmd/shop-stories/main.go": 'package main\nfunc main() { http.ListenAndServe(":3001", nil) }',
        "cmd/shopd/main.go": 'package main\nfunc main() { http.NewServer(os.Getenv("PORT")) }',
        "http/server.go":
          'package http\nvar s = &http.Server{}\nfunc ListenAndServeRedirect() {\n http.ListenAndServe(":80", nil) }',
        Makefile: "default:\n\tgo run ./gen\n",
        ".github/workflows/deploy.yml":
          "jobs:\n  build:\n    steps:\n      - run: |\n          make\n          go build -o dist/shopd ./cmd/shopd\n",
      },
      ["make; go build -o bin/shop ./cmd/shopd", "bin/shop", "8080 PORT", undefined],
    ],
  "Go whose only number is the port of a redirect": [
    {
      "go.mod": "module shop",
      "main.go":
        'package main\nfunc main() { http.Server{} }\nfunc redirectToTLS() {\n http.ListenAndServe(":80", nil) }',
    },
    ["go build -o bin/shop .", "bin/shop", "8080 PORT", undefined],
  ],
  "Go that reads its port through a helper of its own": [
    {
      "go.mod": "module shop",
      "main.go":
        'package main\nfunc main() {\n if getEnvVal("PORT") != "" {}\n http.ListenAndServe(":8080", mux) }',
      "web/web.go": 'mux.HandleFunc("GET /{$}", index)',
    },
    ["go build -o bin/shop .", "bin/shop", "8080 PORT", undefined],
  ],
  "Go with a prefix of go-envconfig's, and the arguments of its image": [
    {
      "go.mod": "module shop",
      ".gitignore": "/build",
      Dockerfile: 'FROM scratch\nENTRYPOINT ["/usr/bin/shop"]\nCMD ["serve"]',
      "main.go":
        'package main\nfunc main() {\n PrefixLookuper("SHOP_", x)\n http.Server{} }\ntype c struct {\n Port int `env:"HTTP_PORT,default=8082"`\n Dir string `env:"DIR"`\n}',
    },
    ["go build -o build/shop .", "build/shop serve", "8082 SHOP_HTTP_PORT", undefined],
  ],
  "but without arguments that are paths of the image": [
    {
      "go.mod": "module shop",
      Dockerfile: 'ENTRYPOINT ["/usr/bin/shop", "--config", "/etc/shop.toml"]',
      "main.go": 'package main\nfunc main() { s := &http.Server{Addr: ":8080"} }',
    },
    ["go build -o bin/shop .", "bin/shop", "fixed 8080", undefined],
  ],
  "a port of an example for a file of another name": [
    {
      "go.mod": "module shop",
      ".gitignore": "shop.env",
      "shop.env.example": "# SHOP_DB_SERVER_PORT=5432\n# SHOP_SERVER_PORT=8083\n# SHOP_SERVER_SSL_PORT=443\n",
      "main.go": 'package main\nfunc main() { http.Server{}; r.RemoteAddr = "127.0.0.1:65535" }',
    },
    [
      "sh -c test -e shop.env || cp shop.env.example shop.env; go build -o bin/shop .",
      "bin/shop",
      "8083 SHOP_SERVER_PORT",
      undefined,
    ],
  ],
  "Go with a prefix of viper's and data of its own": [
    {
      "go.mod": "module shop",
      ".gitignore": "/build",
      "main.go":
        'package main\nfunc main() {\n viper.SetEnvPrefix("shop")\n viper.SetDefault("port", 8081)\n Flags().String("data", "")\n http.Server{} }',
    },
    ["go build -o build/shop .", "build/shop", "8081 SHOP_PORT", undefined],
  ],
  "Go that embeds what only make makes": [
    {
      "go.mod": "module shop",
      "web/web.go": "package web\n//go:embed build/*",
      Makefile: "build-go: # the program\n\tmkdir -p web/build\n\tgo build -o bin/shop ./cmd\n",
      "cmd/main.go": 'package main\nfunc main() {\n listen := ":3333"\n http.ListenAndServe(listen, s) }',
    },
    ["make build-go", "bin/shop", "fixed 3333", undefined],
  ],
  "Go with the arguments of an image that builds it under another name": [
    {
      "go.mod": "module shop",
      Dockerfile: 'FROM golang\nRUN go build -mod=vendor -o /srv/main\nCMD ["/srv/main", "serve"]',
      "main.go": 'package main\nfunc main() {\n os.Getenv("PORT")\n http.ListenAndServe("", nil) }',
    },
    ["go build -o bin/shop .", "bin/shop serve", "8080 PORT", undefined],
  ],
  "Go that serves gRPC, with its port in a variable": [
    {
      "go.mod": "module shop",
      "client/main.go": 'package main\nfunc main() { grpc.Dial("127.0.0.1:9000") }',
      "main.go": 'package main\nfunc main() {\n\tport := "50051"\n\tgrpc.NewServer().Serve(listen(port))\n}',
    },
    ["go build -o bin/shop .", "bin/shop", "fixed 50051", undefined],
  ],
  "Go with the arguments of another program's image": [
    {
      "go.mod": "module shop",
      Dockerfile: 'FROM golang\nRUN go build -o /srv/worker ./cmd/worker\nCMD ["/srv/worker", "consume"]',
      "cmd/worker/main.go": "package main\nfunc main() {}",
      "main.go": 'package main\nfunc main() {\n os.Getenv("PORT")\n http.ListenAndServe("", nil) }',
    },
    ["go build -o bin/shop .", "bin/shop", "8080 PORT", undefined],
  ],
  "Spring Boot with Maven's wrapper": [
    {
      "pom.xml":
        "<parent><artifactId>spring-boot-starter-parent</artifactId><version>4</version></parent><artifactId>shop</artifactId><version>1.2</version><dependencies>spring-boot-starter-actuator</dependencies>",
      mvnw: "",
      "src/main/java/A.java": "@SpringBootApplication",
      "src/main/resources/application.properties": "server.port=9090",
    },
    [
      "sh ./mvnw --batch-mode -q -DskipTests package",
      "java -jar target/shop-1.2.jar",
      "9090 SERVER_PORT",
      "/actuator/health",
    ],
  ],
  "Spring Boot with Gradle": [
    {
      "build.gradle": "id 'org.springframework.boot'\nversion = '0.1'",
      "settings.gradle": "rootProject.name = 'shop'",
      gradlew: "",
      "src/main/java/A.java": "@SpringBootApplication",
    },
    ["sh ./gradlew -q bootJar", "java -jar build/libs/shop-0.1.jar", "8080 SERVER_PORT", undefined],
  ],
  "Rust with a port in the code": [
    {
      "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"',
      "src/main.rs": '.route("/healthz", get(ok)); TcpListener::bind("0.0.0.0:8080")',
    },
    ["cargo build --release --bin shop", "target/release/shop", "fixed 8080", "/healthz"],
  ],
  "Rust with the port of another program in its benchmarks": [
    {
      "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"',
      "src/main.rs": "fn main() { serve(config()) }",
      "benches/load/main.rs": "warp::serve(upstream).run(([127, 0, 0, 1], 3002))",
    },
    ["cargo build --release --bin shop", "target/release/shop", "8080 PORT", undefined],
  ],
  "Rust with programs in src/bin alone": [
    {
      "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\nwarp = "0.3"',
      "src/bin/fill.rs": "fn main() {}",
      "src/bin/shop/main.rs": "fn main() { warp::serve(all).run(([127, 0, 0, 1], 3030)); }",
    },
    ["cargo build --release --bin shop", "target/release/shop", "fixed 3030", undefined],
  ],
  "Rust with the arguments of its image": [
    {
      "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"',
      Dockerfile: 'FROM scratch\nCMD ["/app/shop", "serve"]',
      "src/main.rs": 'std::env::var("PORT").unwrap_or("3000".into())',
    },
    ["cargo build --release --bin shop", "target/release/shop serve", "3000 PORT", undefined],
  ],
  "Rust whose queries are checked against a database": [
    {
      "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"\nsqlx = "0.8"',
      "src/main.rs": 'sqlx::query!("select 1"); std::env::var("PORT").unwrap_or("3000".into())',
    },
    ["sqlx database setup; cargo build --release --bin shop", "target/release/shop", "3000 PORT", undefined],
  ],
  Rails: [
    { Gemfile: 'gem "rails"', "config/routes.rb": 'get "up" => "rails/health#show"', "db/seeds.rb": "" },
    [
      "bundle install --quiet; bundle exec rails db:prepare",
      "bundle exec rails server --binding 127.0.0.1",
      "3000 PORT",
      "/up",
    ],
  ],
  Rack: [
    { Gemfile: 'gem "puma"', "config.ru": "run App" },
    ["bundle install --quiet", "bundle exec puma --bind tcp://${app:3000}", "3000 PORT", undefined],
  ],
  "PHP without a framework": [
    { "composer.json": "{}", "public/index.php": "" },
    ["composer install --no-interaction --quiet", "php -S ${app:8000} -t public", "8000 PORT", undefined],
  ],
  Laravel: [
    { "composer.json": "{}", artisan: "", "public/index.php": "", ".env.example": "APP_NAME=Shop" },
    [
      "sh -c test -e .env || cp .env.example .env; composer install --no-interaction --quiet; php artisan key:generate --force; php artisan migrate --force",
      "php -S ${app:8000} -t public public/index.php",
      "8000 PORT",
      undefined,
    ],
  ],
};

describe("the mode of Node.js", () => {
  const files = (more: Files, start = "node server.js"): Files => ({
    "package.json": express({ start }),
    "package-lock.json": "{}",
    "server.js": SERVER,
    ...more,
  });
  const dockerfile = "FROM node:24\nENV NODE_ENV=production PORT=80\nCMD node server.js";
  const envOf = ({ stack }: ReturnType<typeof written>) => stack.process!.services.app!.env;

  test("is that of the Dockerfile, which is named", () => {
    const one = written(files({ Dockerfile: dockerfile }), "process");
    expect(envOf(one)).toEqual({ NODE_ENV: "production" });
    expect(one.text).toMatch(/# `npm run start`, by .*Dockerfile:2/);
    expect(one.text).not.toContain("Packages may be slower");
  });
  test("is proposed above the command where nothing sets it", () => {
    const one = written(files({}), "process");
    expect(envOf(one)).toEqual({});
    expect(one.text).toContain(
      "# Packages may be slower without it. If production sets it: env: { NODE_ENV: production }\n        run:",
    );
  });
  test("is left to a command that sets it", () => {
    const one = written(files({ Dockerfile: dockerfile }, "NODE_ENV=production node server.js"), "process");
    expect(envOf(one)).toEqual({});
    expect(one.text).not.toContain("NODE_ENV: production");
  });
});

describe("processes", () => {
  test.each(Object.entries(PROJECTS))("%s", (_, [files, want]) => expect(started(files)).toEqual(want));

  test("a page of the front end, a library or a tool is no service", () => {
    for (const files of [
      { "package.json": json({ scripts: { start: "vite" }, dependencies: { react: "1" } }) },
      { "package.json": json({ main: "index.js" }), "index.js": "export const a = 1" },
      { "go.mod": "module x", "main.go": "package main\nfunc main() {}" },
      { "Cargo.toml": '[package]\nname = "x"\n[dependencies]\nclap = "4"', "src/main.rs": "" },
      { "requirements.txt": "numpy", "main.py": "print(1)" },
    ])
      expect(written(files).found.chosen).toBeNull();
  });

  test("what an example of variables leaves open is filled in or named", () => {
    const { text, stack } = written({
      "package.json": json({
        scripts: { start: "node a.js", "db:seed": "x" },
        dependencies: { koa: "1", dotenv: "1" },
      }),
      "a.js": SERVER,
      ".env.example":
        "COOKIE_SECRET=\nRATE_LIMIT_MAX=4 # for tests\nDATABASE_URL=postgres://u:{password}@localhost/d\nCAN_SEED=0\nMAPS_API_KEY=\n",
    });
    const service = stack.process?.services.app;
    expect(service?.env).toMatchObject({
      RATE_LIMIT_MAX: "1000000",
      COOKIE_SECRET: expect.stringMatching(/.{32}/),
    });
    expect(service?.env).not.toHaveProperty("MAPS_API_KEY"); // of another service
    expect(stack.process?.build[0]).toEqual(["sh", "-c", "test -e .env || cp .env.example .env"]);
    expect(stack.seed).toMatchObject({ run: ["npm", "run", "db:seed"], env: { CAN_SEED: "1" } });
    expect(text).toMatch(/# check: .*COOKIE_SECRET, DATABASE_URL/);
    expect(text).toMatch(/# check: it needs what \.env\.example names.*DATABASE_URL/);
  });

  test("a build that migrates a database is not kept, any other is", () => {
    const keeps = (scripts: Record<string, string>) => {
      const files = { "package.json": json({ scripts, dependencies: { koa: "1" } }), "a.js": SERVER };
      return written(files).stack.process?.keep_build;
    };
    expect(keeps({ start: "node a.js", "db:migrate": "x" })).toBe(false);
    expect(keeps({ start: "node a.js", build: "tsc" })).toBe(true);
  });

  test("a variable that Python demands, and nothing sets, is said", () => {
    const files = {
      "requirements.txt": "flask",
      "app.py": 'import os\nkey = os.environ["SHOP_KEY"]\nos.environ["TZ"] = "UTC"\napp = Flask(__name__)',
    };
    expect(written(files).text).toMatch(/# check: it does not start without SHOP_KEY \(app\.py:2\)/);
    expect(written({ ...files, ".env.example": "SHOP_KEY=a" }).text).not.toContain("does not start without");
  });

  test.each<[string, Files, string]>([
    [
      "Go",
      {
        "go.mod": "module shop",
        "main.go":
          'package main\nfunc main() {\n token := os.Getenv("SHOP_TOKEN")\n if token == "" { log.Fatal("SHOP_TOKEN environment variable is required") }\n http.ListenAndServe(":"+os.Getenv("PORT"), nil) }',
      },
      "SHOP_TOKEN (main.go:4)",
    ],
    [
      "Rust",
      {
        "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"',
        "src/main.rs":
          'fn main() {\n let a = env::var("SHOP_KEY").expect("no key");\n env::var("PORT").unwrap();\n env::var("DATABASE_URL").unwrap();\n}',
      },
      "SHOP_KEY (src/main.rs:2)",
    ],
    [
      "Node.js",
      {
        "package.json": express({ start: "node a.js" }),
        "a.js": `${SERVER}\nif (!process.env.JWT_SECRET) throw Error('JWT_SECRET must be set');`,
      },
      "JWT_SECRET (a.js:2)",
    ],
    [
      "JavaScript, by a message that it ends with",
      {
        "package.json": express({ start: "node a.js" }),
        "a.js": [
          SERVER,
          "if (!process.env.JWT_SECRET) {",
          "  console.error('FATAL ERROR: JWT_SECRET environment variable is not configured');",
          "  process.exit(1);",
          "}",
          "",
          'if (!process.env.SHOP_KEY) throw new Error("SHOP_KEY is missing");',
          "",
          "",
          'if (!process.env.SMTP_URL) console.warn("SMTP_URL is not set");',
          "",
          "",
          "",
          'app.get("/pay", () => {',
          '  if (!process.env.PAY_KEY) throw new Error("PAY_KEY is not configured");',
          "});",
        ].join("\n"),
      },
      "JWT_SECRET, SHOP_KEY (a.js:3)",
    ],
  ])("a variable that a program in %s does not start without is said", (_, files, want) => {
    const found = /it does not start without (.*), which nothing/.exec(written(files).text)?.[1];
    expect(found).toBe(want);
    const set = written({ ...files, ".env.example": "SHOP_TOKEN=a\nSHOP_KEY=a\nJWT_SECRET=a" }).text;
    expect(set).not.toContain("does not start without");
  });

  test("the name that Flask answers to is the service's address", () => {
    const { stack, text } = written({
      "requirements.txt": "flask\ngunicorn",
      "config.py": "SERVER_NAME = os.environ['SERVER_NAME']",
      "app.py": "app = Flask(__name__)\n@app.cli.command()\ndef deploy():\n  pass",
    });
    expect(stack.process?.services.app?.env).toEqual({ SERVER_NAME: "${app:8000}" });
    expect(stack.process?.build.at(-1)?.at(-1)).toBe(
      "SERVER_NAME=localhost FLASK_APP=app.py .venv/bin/flask deploy",
    );
    expect(text).not.toContain("does not start without");
  });

  test("a variable with host names that Django admits gets ours", () => {
    const { stack } = written({
      "manage.py": "DJANGO_SETTINGS_MODULE",
      "shop/settings.py": 'ALLOWED_HOSTS = os.getenv("SHOP_ALLOWED_HOSTS").split(",")',
    });
    expect(stack.process?.services.app?.env).toEqual({ SHOP_ALLOWED_HOSTS: "127.0.0.1,localhost" });
  });
});

/** The Compose service that is loaded, its port, and its health path. */
function target(compose: string, more: Files = {}): unknown[] | null {
  const { found } = written({ "compose.yaml": `services:\n${compose}`, ...more }, "compose");
  const plan = found.chosen?.plan;
  return plan?.kind === "compose" ? [plan.service, plan.port, plan.health] : null;
}
const app = (rest: string) => `  app: { build: ., ${rest} }`;

const DOTENV = 'import { config } from "dotenv";';
test.each<[string, string, readonly string[]]>([
  ["dotenv's own", 'require("dotenv").config();', [".env"]],
  ["another one", 'dotenv.config({ path: ".env.local" });', [".env.local", ".env"]],
  [
    "another one, after other options",
    'require("dotenv").config({ quiet: true, path: ".env.local" });',
    [".env.local", ".env"],
  ],
  [
    "Nest's, by a variable",
    "envFilePath: process.env.ENV_FILE ?? '.env.development.local',",
    [".env.development.local", ".env"],
  ],
  ["Nest's list", "envFilePath: ['.env.local', `.env.${mode}`, '.env'],", [".env.local", ".env"]],
  [
    "one of the file's folder",
    `${DOTENV} config({ path: path.join(__dirname, "..", ".env.dev") });`,
    [".env.dev", ".env"],
  ],
  [
    "one in another folder",
    `${DOTENV} config({ path: process.cwd() + "/config/.env" });`,
    ["config/.env", ".env"],
  ],
  ["none in a folder that is not there", 'dotenv.config({ path: "settings/.env" });', [".env"]],
  ["both where one names no file", `${DOTENV} config(); config({ path: ".env.old" });`, [".env.old", ".env"]],
  ["not that of tests", "envFilePath: isTest ? '.env.test' : '.env',", [".env"]],
  ["none that a shell would have to quote", 'dotenv.config({ path: "a b/.env" });', [".env"]],
  ["none that leads out", 'dotenv.config({ path: "../../.env.dev" });', [".env"]],
  ["none of the machine", 'dotenv.config({ path: "/config/.env" });', [".env"]],
  ["none of another library", `${DOTENV} view.config({ path: "config/.env" });`, [".env"]],
  ["none of another function", 'config({ path: "config/.env" });', [".env"]],
])("the file of variables that the code reads is made from the example: %s", (_, code, want) => {
  const files = {
    "package.json": express({ start: "node src/a.js" }, { dependencies: { express: "4", dotenv: "1" } }),
    ".env.example": "JWT_SECRET=",
    "config/app.json": "{}",
    "playwright.config.js": 'require("dotenv").config({ path: "config/.env.e2e" });',
    "src/a.js": `${code}\n${SERVER}`,
  };
  const { text, stack } = written(files);
  const made = (stack.process?.build ?? []).flatMap(
    (argv) => / cp \.env\.example (\S+)$/.exec(argv.at(-1)!)?.[1] ?? [],
  );
  expect(made).toEqual(want);
  expect(text).toContain(
    `# check: ${want.join(" and ")} ${want.length === 1 ? "gets" : "get"} the values of .env.example, of which some are placeholders: JWT_SECRET.`,
  );
  const there = written({ ...files, ...Object.fromEntries(want.map((path) => [path, "JWT_SECRET=x"])) });
  expect(JSON.stringify(there.stack.process?.build)).not.toContain("cp ");
  expect(there.text).not.toContain("the values of");
});

test("a program's own settings name its file of variables, also above its folder", () => {
  const { process } = written({
    "apps/api/package.json": express(
      { start: "node src/a.js" },
      { dependencies: { express: "4", dotenv: "1" } },
    ),
    "apps/api/src/app.config.ts": 'dotenv.config({ path: "../../.env.shared" });',
    "apps/api/src/a.js": SERVER,
    ".env.example": "A=1",
  }).stack;
  expect(process?.build.slice(0, 2).map((argv) => argv.at(-1))).toEqual([
    "test -e .env.shared || cp .env.example .env.shared",
    "test -e apps/api/.env || cp .env.example apps/api/.env",
  ]);
});

test("each file of variables that the checkout lacks is made, from its own example", () => {
  const files = {
    "package.json": express({ start: "node src/a.js" }, { dependencies: { express: "4", dotenv: "1" } }),
    ".env.example": "JWT_SECRET=\nRATE_LIMIT=20",
    ".env.local.example": "API_TOKEN=",
    ".env.production": "JWT_SECRET=x",
    "src/a.js": `envFilePath: ['.env.local', '.env.production', '.env']\n${SERVER}`,
  };
  const { stack, text } = written(files);
  expect(stack.process?.build.slice(0, 2).map((argv) => argv.at(-1))).toEqual([
    "test -e .env.local || cp .env.local.example .env.local",
    "test -e .env || cp .env.example .env",
  ]);
  expect(text).toContain(
    ".env.local gets the values of .env.local.example, of which some are placeholders: API_TOKEN.",
  );
  expect(text).toContain(".env gets the values of .env.example, of which some are placeholders: JWT_SECRET.");
  expect(stack.process?.services.app?.env).toMatchObject({ RATE_LIMIT: "1000000" });
});

describe("Compose", () => {
  test("committed values that stand for secrets are replaced, and said", () => {
    const files = {
      "compose.yaml":
        'services: { app: { build: ., ports: [80], environment: { K: "${SECRET_KEY:?no}", D: "${DOMAIN}", P: "${DB_PASSWORD}" } } }',
      ".env": "SECRET_KEY=changethis\nDOMAIN=localhost\nDB_PASSWORD=postgres\n",
    };
    const { stack, text } = written(files);
    expect(stack.compose?.env).toEqual({ SECRET_KEY: expect.stringMatching(/.{32}/) });
    expect(text).toMatch(/# check: the committed values of SECRET_KEY are placeholders/);
  });

  test.each<[string, string, unknown[] | null]>([
    ["a short form", app('ports: ["8080:80"]'), ["app", 80, null]],
    ["an address before it", app('ports: ["127.0.0.1:8080:80/tcp"]'), ["app", 80, null]],
    ["a variable with a default", app('ports: ["${PORT:-9000}:3000"]'), ["app", 3000, null]],
    ["a number", app("ports: [80]"), ["app", 80, null]],
    ["the long form", app("ports: [{ target: 80, published: 8080 }]"), ["app", 80, null]],
    ["UDP first", app('ports: ["53:53/udp", "80:80"]'), ["app", 80, null]],
    ["exposed only", app('expose: ["3000"]'), ["app", 3000, null]],
    [
      "told to a proxy",
      app('labels: ["traefik.http.services.a.loadbalancer.server.port=81"]'),
      ["app", 81, null],
    ],
    ["the port of a variable", app("ports: [5555, 5000], environment: [PORT=5000]"), ["app", 5000, null]],
    [
      "HTTP of ASP.NET Core, and not HTTPS",
      app('ports: ["7123:7123", "7122:7122"], environment: ["ASPNETCORE_URLS=https://+:7123;http://+:7122"]'),
      ["app", 7122, null],
    ],
    [
      "the port of a health check without a path, before a proxy",
      `  web: { image: "nginx:1", ports: ["80:80"] }\n${app('healthcheck: { test: "curl -f http://localhost:8000" }')}`,
      ["app", 8000, null],
    ],
    ["a variable nobody knows", app('ports: ["${PORT}"]'), null],
    ["no port", "  app: { build: . }", null],
    ["the machine's network, where none can be published", app("ports: [80], network_mode: host"), null],
    ["a database alone", '  db: { image: postgres:16, ports: ["5432:5432"] }', null],
    ["a database by its image", '  data: { image: "docker.io/bitnami/redis:7", ports: [6379] }', null],
    [
      "neither mail catcher nor console",
      `  maildev: { build: { dockerfile: maildev.Dockerfile }, ports: [1080] }\n  adminer: { image: adminer, ports: [8080] }\n${app("ports: [3001]")}`,
      ["app", 3001, null],
    ],
    [
      "a service of its own before a proxy of others",
      `  web: { image: "nginx:1", ports: ["80:80"] }\n${app("ports: [3000]")}`,
      ["app", 3000, null],
    ],
    [
      "the API before the front end",
      `  frontend: { build: web, ports: [1] }\n${app("ports: [2]")}`,
      ["app", 2, null],
    ],
    [
      "the back end, although only the front end is published",
      '  frontend: { build: web, ports: ["80:3000"] }\n  backend: { build: ., expose: ["8000"] }',
      ["backend", 8000, null],
    ],
    [
      "a port in a variable",
      "  app: { build: ., environment: [DB_PORT=5432, FLASK_SERVER_PORT=9091] }",
      ["app", 9091, null],
    ],
    [
      "code that is mounted into an image of others, and not its console",
      '  console: { image: adminer, ports: [8080] }\n  app: { image: "node:24", volumes: ["./:/app"], ports: [3000] }',
      ["app", 3000, null],
    ],
    [
      "nothing but a setting that is mounted into an image of others",
      '  app: { image: acme/app, volumes: ["./conf:/etc/app"], ports: [3000] }',
      null,
    ],
    [
      "not what a profile adds",
      `  api: { build: ., ports: [1], profiles: [x] }\n${app("ports: [2]")}`,
      ["app", 2, null],
    ],
    [
      "a health check with its port",
      app(
        'ports: [9000, 8080], healthcheck: { test: ["CMD", "curl", "-f", "http://localhost:8080/health/ready"] }',
      ),
      ["app", 8080, "/health/ready"],
    ],
    [
      "a health check of a shell",
      app('ports: [80], healthcheck: { test: "wget -qO- http://127.0.0.1/up || exit 1" }'),
      ["app", 80, "/up"],
    ],
    ["a check without HTTP", app('ports: [80], healthcheck: { test: ["CMD", "true"] }'), ["app", 80, null]],
  ])("%s", (_, compose, want) => expect(target(compose, { "server.js": "" })).toEqual(want));

  test("a file with a suffix counts, where the one without is further from the top", () => {
    const of = (files: Files) => {
      const plan = written(files).found.chosen?.plan;
      return plan?.kind === "compose" ? [plan.service, ...plan.files] : null;
    };
    const prod = { "docker-compose.prod.yml": "services:\n  app: { build: ., ports: [3000] }" };
    const monitoring = { "ops/docker-compose.yml": 'services:\n  web: { image: "nginx:1", ports: [80] }' };
    const own = { "app/docker-compose.yml": "services:\n  api: { build: ., ports: [4000] }" };
    expect(of({ ...prod, ...monitoring })).toEqual(["app", "docker-compose.prod.yml"]);
    expect(of({ ...prod, ...own })).toEqual(["api", "app/docker-compose.yml"]);
  });

  test("packages that a mounted checkout needs are installed, unless the command does that", () => {
    const builds = (command: string) => {
      const service = `{ image: "node:24", volumes: ["./api:/app"], command: ${command}, ports: [3000] }`;
      const { found } = written({
        "compose.yaml": `services: { app: ${service}, db: { image: "postgres:16" } }`,
        "api/package.json": express({ start: "node server.js" }),
        "api/server.js": "",
      });
      const plan = found.chosen!.plan;
      return [plan.kind, plan.build.flat().join(" ")];
    };
    expect(builds("npm start")).toEqual(["compose", expect.stringContaining("npm install")]);
    expect(builds("sh -c 'npm ci && npm start'")).toEqual(["compose", ""]);
  });

  test("a port that only the Dockerfile or the example of variables names", () => {
    expect(target("  app: { build: . }", { Dockerfile: "FROM x\nEXPOSE 8081" })).toEqual(["app", 8081, null]);
    expect(target(app('ports: ["${APP_PORT}:${APP_PORT}"]'), { ".env.example": "APP_PORT=3001" })).toEqual([
      "app",
      3001,
      null,
    ]);
  });

  test("a service that runs the image which another one builds is built from the checkout, too", () => {
    const services =
      '  migrate: { build: ., image: "acme/shop:local" }\n  web: { image: "acme/shop:local", ports: ["80:3000"] }';
    expect(target(services, { Dockerfile: "FROM x\nEXPOSE 3000" })).toEqual(["web", 3000, null]);
  });

  test("a database alone does not beat what npm starts", () => {
    const { stack } = written({
      "docker-compose.yml": "services: { db: { image: mysql:8, ports: [3306] } }",
      "package.json": express({ start: "node server.js" }),
      "server.js": SERVER,
    });
    expect(stack.compose).toBeUndefined();
    expect(stack.process?.services.app?.run).toEqual(["node", "server.js"]);
  });

  test("the override is started too, unless it is for developers", () => {
    const main = "services: { api: { build: ., expose: [80] } }";
    const files = (command: string) => ({
      "compose.yml": main,
      "compose.override.yml": `services: { api: { command: ${command}, ports: ["8080:80"] } }`,
    });
    expect(written(files("serve")).stack.compose?.files).toEqual(["compose.yml", "compose.override.yml"]);
    const plain = written(files("fastapi dev"));
    expect(plain.stack.compose?.files).toEqual(["compose.yml"]);
    expect(plain.text).toContain("# check: compose.override.yml is left out");
  });

  test("services behind a gateway have their packages installed, and a command for developers is a question", () => {
    const { stack, text } = written({
      "docker-compose.yml": `services:
  one: &one { build: ., volumes: ["./:/app"], command: npm run dev }
  two: { <<: *one }
  worker: { build: ., command: node worker.js }
  db: { image: postgres, command: postgres -d debug }
  nginx: { image: nginx, volumes: ["./nginx.conf:/etc/nginx/nginx.conf:ro"], ports: ["9999:9999"] }`,
      "nginx.conf": "",
      "load.js":
        'import http from "k6/http"; export default () => { http.get("http://localhost:9999/count"); };',
      Dockerfile: "FROM node:20\nWORKDIR /app\nRUN npm ci --omit=dev\nCOPY . .",
      "package.json": json({ dependencies: { express: "4" }, scripts: { dev: "nodemon server.js" } }),
      "package-lock.json": "{}",
      "server.js": SERVER,
    });
    expect(stack.endpoints).toEqual({ api: { service: "nginx", port: 9999 } });
    expect(stack.compose?.build).toEqual([["npm", "ci"]]);
    expect(text).toContain(
      "# check: `npm run dev` of one, two is for developers: measure the command of production.",
    );
    expect(text).not.toContain("of db is for developers");
  });

  test("the file for production gives the command that is nowhere else", () => {
    const { stack } = written({
      "docker-compose.yml": "services: { api: { build: ., ports: [80] } }",
      "docker-compose.prod.yml": "services: { api: { command: npm start } }",
      Dockerfile: "FROM node",
    });
    expect(stack.compose?.files).toEqual(["docker-compose.yml", "docker-compose.prod.yml"]);
  });

  test("a published image of the project is built from the checkout, in a file of its own", () => {
    const { stack, found } = written({
      "docker-compose.yml": 'services: { shop: { image: "ghcr.io/octo/shop:latest", ports: [3000] } }',
      Dockerfile: "FROM node\nCMD x",
      "package.json": json({ name: "shop" }),
    });
    expect(stack.compose?.files).toEqual(["docker-compose.yml", "perf/compose.yaml"]);
    const plan = found.chosen?.plan;
    expect(plan?.kind === "compose" && plan.written?.text).toMatch(
      /^ {2}shop:\n {4}build: \{ context: "\."/m,
    );
  });

  test("also in a folder that only its Compose files have, by another name", () => {
    const { stack } = written({
      "contrib/docker-compose/basic.yml":
        'services: { shop: { image: "${IMAGE:-octo/shop:latest}", ports: ["80:8080"] }, db: { image: postgres } }',
      "contrib/docker-compose/prometheus.yml": "scrape_configs: []",
      "packaging/Dockerfile": "FROM scratch",
    });
    expect(stack.compose?.files).toEqual(["contrib/docker-compose/basic.yml", "perf/compose.yaml"]);
    expect(stack.endpoints.api).toMatchObject({ service: "shop", port: 8080 });
  });

  test("variables and files of variables come from their example; what is missing is said", () => {
    const files = {
      "docker/compose.yaml":
        "services: { web: { build: .., env_file: .env, ports: [80] }, db: { image: postgres, environment: { P: $DB_PASSWORD } } }",
      "docker/.env.example": "DB_PASSWORD=x\nALLOWED_HOSTS=localhost",
    };
    const { compose } = written(files).stack;
    expect(compose?.env).toEqual({ DB_PASSWORD: "x" });
    expect(compose?.build[0]?.at(-1)).toContain("s/^ALLOWED_HOSTS=.*/ALLOWED_HOSTS=*/");
    const bare = written({
      "compose.yaml": `services:\n${app('env_file: .env, ports: [80], environment: { A: "${B:?} # $D" }')} # or $C:80`,
    });
    expect(bare.text).toMatch(/# check: variables without a value.*: B, D\./);
    expect(bare.text).toMatch(/# check: not in the checkout.*: \.env\./);
  });

  test("a service that lacks a file is offered down to a certainty of 0.3, and mentioned with the reason below it", () => {
    const of = (made: string) => ({
      "compose.yaml": `services: { shop: { ${made}, env_file: .env.production, ports: [80], volumes: ["/var/run/docker.sock:/s.sock", "./src:/app"] } }`,
      "src/index.ts": "",
    });
    const built = written(of("build: ."));
    expect(built.found.chosen?.confidence).toBe(0.3); // 0.95 − 0.5 − 0.15
    expect(built.stack.compose?.files).toEqual(["compose.yaml"]);
    const mounted = written(of("image: node"));
    expect(mounted.found).toMatchObject({ chosen: null, others: [] });
    expect(mounted.text).toContain(
      "  # Found as well: shop of compose.yaml (Compose; the checkout lacks .env.production)\n",
    );
    const process = { "package.json": express({ start: "node a.js" }), "a.js": SERVER };
    expect(written({ ...of("image: node"), ...process }).text).toMatch(
      /Found as well: shop .*lacks \.env\.production/,
    );
  });

  test("a Compose file that starts a database comes before its Dockerfile alone, though files of variables are missing", () => {
    const shop = "shop: { build: ., env_file: /.env, ports: [8000] }";
    const files = (services: string) => ({
      "compose.yaml": `services: { ${services} }`,
      Dockerfile: "FROM golang\nEXPOSE 8000",
      ".env.example": "A=1",
    });
    const { text, stack } = written(files(`${shop}, db: { image: postgres }`));
    expect(stack.compose).toMatchObject({ files: ["compose.yaml"], build: [] });
    expect(text).toContain("a fresh one does not start without: /.env.\n"); // outside: no example can make it
    expect(written(files(shop)).stack.compose?.files).toEqual(["perf/compose.yaml"]);
    const { Dockerfile: _, ...bare } = files(`${shop}, db: { image: postgres }`);
    const elsewhere = { ...bare, "app.Dockerfile": "FROM golang\nEXPOSE 8000" };
    expect(written(elsewhere).stack.compose?.files).toEqual(["perf/compose.yaml"]);
  });

  test.each([
    ["nest start", "nest start"],
    ["ts-node src/main.ts", "ts-node"],
    ["ts-node --transpile-only src/main.ts", null],
    ["nest start --builder swc", null],
    ["node dist/main.js", null],
  ])("a service whose script is %s is said to be compiled at every start: %s", (start, want) => {
    const { text } = written({
      "compose.yaml": "services: { shop: { build: ., ports: [8080] } }",
      Dockerfile: 'FROM node\nCOPY . .\nCMD ["npm", "run", "start"]',
      "package.json": json({ scripts: { start } }),
    });
    const [, found = null] = /# check: shop is compiled at every start, by `(.+)`\./.exec(text) ?? [];
    expect(found).toBe(want);
  });

  test("a service that is compiled at every start is said to be, and a process that is built once preferred", () => {
    const files = {
      "compose.yaml": 'services: { shop: { build: ., volumes: [".:/src"], ports: [8080] } }',
      Dockerfile: 'FROM golang\nENTRYPOINT ["go", "run", "main.go"]',
      "package.json": json({ dependencies: { less: "4" } }), // for its style sheets
    };
    const { text, stack } = written(files);
    expect(text).toMatch(/# check: shop is compiled at every start, by `go run`\./);
    expect(stack.compose?.build).toEqual([]); // packages of Node.js are nothing to it
    const code = {
      "go.mod": "module shop",
      "main.go": 'package main\nfunc main() { http.ListenAndServe(":"+os.Getenv("PORT"), nil) }',
    };
    expect(written({ ...files, ...code }).stack.process?.services.app?.run).toEqual(["bin/shop"]);
  });

  test.each(["dotenv", "dotenv-safe"])(
    "of a service that has only its sources mounted, the variables of the whole package are made: %s",
    (name) => {
      const { compose } = written({
        "compose.yaml": `services:\n${app('volumes: ["./src:/app/src"], ports: [80]')}`,
        "package.json": json({ scripts: { start: "node src/a.js" }, dependencies: { [name]: "1" } }),
        ".env.example": "A=1",
        "src/a.js": "",
      }).stack;
      expect(compose?.build).toEqual([["sh", "-c", "test -e .env || cp .env.example .env"]]);
    },
  );

  test("of a mounted service, the file of variables that its code names is made", () => {
    const { compose } = written({
      "compose.yaml": `services:\n${app('volumes: ["./src:/app/src"], ports: [80]')}`,
      "package.json": json({ dependencies: { "@nestjs/config": "4" } }),
      ".env.development.local.example": "A=1",
      "src/app.module.ts": "ConfigModule.forRoot({ envFilePath: '.env.development.local' })",
    }).stack;
    expect(compose?.build.map((argv) => argv.at(-1))).toEqual([
      "test -e .env.development.local || cp .env.development.local.example .env.development.local",
    ]);
  });

  test("a file of variables of another name comes from its own example", () => {
    const { compose } = written({
      "compose.yaml": `services:\n${app("env_file: ./.env.dev, ports: [80]")}`,
      ".env.dev-sample": "FLASK_DEBUG=1",
      ".env.example": "FLASK_DEBUG=0",
    }).stack;
    expect(compose?.build).toEqual([["sh", "-c", "test -e .env.dev || cp .env.dev-sample .env.dev"]]);
  });

  test("one without its own comes from the only example of its folder, as a guess that makes a process come first", () => {
    const files = {
      "compose.yaml": `services:\n${app("env_file: [.env.local, .env.production], ports: [80]")}`,
      ".env.example": "A=1",
    };
    const { stack, text } = written(files);
    expect(stack.compose?.build.map((argv) => argv.at(-1))).toEqual([
      "test -e .env.local || cp .env.example .env.local",
      "test -e .env.production || cp .env.example .env.production",
    ]);
    expect(text).toMatch(
      /# check: \.env\.local gets the text of \.env\.example, the only example of its folder\./,
    );
    const process = { "package.json": express({ start: "node a.js" }), "a.js": SERVER };
    expect(written({ ...files, ...process }).found).toMatchObject({
      chosen: { plan: { kind: "process" } },
      others: [{ plan: { kind: "compose" } }],
    });
    const several = written({ ...files, ".env.sample": "A=2" }).text;
    expect(several).toMatch(/does not start without: \.env\.local, \.env\.production/);
  });

  test("where every service has a profile, the default one is started", () => {
    const { compose, endpoints } = written({
      "compose.yaml":
        "services:\n  api: { build: ., ports: [1], profiles: [backend] }\n  all: { build: ., ports: [2, 3], profiles: [default] }\n",
    }).stack;
    expect([compose?.profiles, endpoints.api]).toEqual([["default"], { service: "all", port: 2 }]);
  });

  test.each<[string, string, readonly string[]]>([
    ["a list", "profiles: [web], depends_on: [db]", ["web", "db", "cache"]],
    ["optional ones", "profiles: [web], depends_on: { db: { required: false } }", ["web", "db", "cache"]],
    ["without a profile of its own", "depends_on: [db]", ["db", "cache"]],
    ["one that is asked for anyway", "profiles: [db, web], depends_on: [db]", ["db", "cache"]],
    ["none", "profiles: [web]", ["web"]],
  ])("the profiles of services that it depends on are asked for: %s", (_, app, profiles) => {
    const others =
      "  db: { image: postgres, profiles: [db], depends_on: [cache] }\n  cache: { image: redis, profiles: [cache, db2] }\n";
    const { compose } = written({
      "compose.yaml": `services:\n  app: { build: ., ports: [1], ${app} }\n${others}`,
    }).stack;
    expect(compose?.profiles).toEqual(profiles);
  });

  test("rights over the machine are named", () => {
    const { stack } = written({
      "compose.yaml": `services:\n${app('ports: [80], volumes: [".:/app", "/var/run/docker.sock:/s.sock", "data:/d", "~/x:/x"]')}`,
    });
    expect(stack.compose?.allow).toEqual(["checkout-writes", "engine-socket", "host-files"]);
  });

  test("a Dockerfile alone is started by a file that says so", () => {
    const { stack, text } = written({ Dockerfile: "FROM elixir\nEXPOSE 4000", "mix.exs": "" });
    expect([stack.compose?.files, stack.endpoints.api]).toEqual([
      ["perf/compose.yaml"],
      { service: "app", port: 4000 },
    ]);
    expect(text).toContain("# check: the image of Dockerfile is started alone");
  });

  test("a file that is no Compose file has nothing", () => {
    for (const text of ["", "[", "services: [a]", "services: { a: [] }", "- a", "services: { '\u0000': {} }"])
      expect(written({ "compose.yaml": text }).found.chosen).toBeNull();
  });
});

describe("routes", () => {
  const paths = (files: Files) =>
    findings(Object.keys(files), (path) => files[path]!).routes.map(({ path }) => path);
  test.each<[string, Files, string[]]>([
    [
      "an OpenAPI document before code, without what needs an account or a parameter",
      {
        "docs/openapi.yaml":
          "paths:\n  /a:\n    get:\n      summary: x\n  /b/{id}:\n    get: {}\n  /c:\n    get:\n      security:\n        - key: []\n  /d:\n    post:\n      x: y\n",
      },
      ["/a"],
    ],
    [
      "an OpenAPI document on one line, below its server; an operation may lift the security of all",
      {
        "openapi.yml":
          "{ servers: [{ url: 'https://x.test/v1' }], security: [{ key: [] }], paths: { /a: { get: { security: [] } }, /b: { get: { summary: x } }, /c: { get: { security: [], parameters: [{ required: true }] } } } }",
      },
      ["/v1/a"],
    ],
    [
      "an OpenAPI document below a server without scheme",
      { "openapi.yml": "{ servers: [{ url: 'localhost:8080/v1' }], paths: { /a: { get: {} } } }" },
      ["/v1/a"],
    ],
    [
      "blueprints of Flask with their prefix",
      {
        "requirements.txt": "flask",
        "app.py":
          'from shop import shop_bp\napp = Flask(__name__)\napp.register_blueprint(shop_bp, url_prefix="/shop")',
        "shop.py":
          '@shop_bp.route("/items")\ndef items(): ...\n@shop_bp.route("/mine")\n@login_required\ndef mine(): ...',
      },
      ["/shop/items"],
    ],
    [
      "a blueprint under the name that others import it by; where all else needs an account, the forms for it",
      {
        "requirements.txt": "flask",
        "app/__init__.py":
          "from app.main import bp as main_bp\nfrom app.auth import bp as auth_bp\napp = Flask(__name__)\napp.register_blueprint(main_bp)\napp.register_blueprint(auth_bp, url_prefix='/auth')",
        "app/auth/__init__.py": "bp = Blueprint('auth', __name__)",
        "app/main/__init__.py": "bp = Blueprint('main', __name__)",
        "app/auth/routes.py":
          "@bp.route('/logout')\ndef logout():\n  pass\n@bp.route('/register', methods=['GET', 'POST'])\ndef register():\n  pass",
        "app/main/routes.py":
          "@bp.route('/')\n@bp.route('/index', methods=['GET', 'POST'])\n@login_required\ndef index():\n  pass",
      },
      ["/auth/register"],
    ],
    [
      "files of Next.js",
      {
        "package.json": json({ scripts: { start: "next start" }, dependencies: { next: "16" } }),
        "src/app/api/items/route.ts": "export async function GET() {}",
        "src/app/api/send/route.ts": "export async function POST() {}",
      },
      ["/api/items"],
    ],
    [
      "of the whole checkout, where its Dockerfile has a folder of its own; none of people who operate it",
      {
        "build/Dockerfile": "FROM scratch\nEXPOSE 80",
        "main.go":
          'mux.HandleFunc("GET /items", a)\nmux.HandleFunc("/_e2e/x", b)\nmux.HandleFunc("/restore-all", c)\nmux.HandleFunc("/.well-known/x", d)',
      },
      ["/items"],
    ],
    ["nothing", {}, []],
    ...[
      "",
      "[",
      "paths: [a]",
      "paths: { /a: x, /b: { get: null }, /c: { get: y } }",
      "paths: { /a: 1 }\nservers: x",
      "a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]",
    ].map((text): [string, Files, string[]] => [
      `no document: ${text.slice(0, 50)}`,
      { "openapi.yaml": text },
      [],
    ]),
  ])("%s", (_, files, want) => expect(paths(files)).toEqual(want));
});
