import { describe, expect, test } from "vitest";
import { todo } from "./config.ts";
import { findings } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

const found = (files: Files) => findings(Object.keys(files), (path) => files[path]!);

/** A service in Rust with a fixed port, and the same one in other languages below. */
const RUST: Files = {
  "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"',
  "src/main.rs": 'async fn main() { axum::serve(TcpListener::bind("0.0.0.0:3000").await, app).await }',
};
const OTHERS: Files = {
  "python/pyproject.toml": '[project]\nname = "shop"\ndependencies = ["fastapi", "uvicorn"]',
  "python/main.py": "app = FastAPI()",
  "python/Dockerfile": "FROM python:3.12\nENV PORT=3000",
  "golang/go.mod": "module example.test/shop\nrequire github.com/gin-gonic/gin v1.9.0",
  "golang/main.go": 'package main\nfunc main() { http.ListenAndServe(":3001", nil) }',
};

test.each<[string, Files, unknown]>([
  ["of another project below is not its own", OTHERS, null],
  ["of the top is its own", { ...OTHERS, Dockerfile: "FROM rust\nENV PORT=3000" }, "PORT"],
  ["of a folder without a project is its own", { "docker/Dockerfile": "FROM rust\nENV PORT=3000" }, "PORT"],
])("a Dockerfile %s", (_, more, want) => {
  const { chosen, others } = found({ ...RUST, ...more });
  const plan = [chosen, ...others].find(
    (one) => one?.plan.kind === "process" && one.plan.folder === ".",
  )?.plan;
  expect(plan?.kind === "process" && plan.given).toEqual({ port: 3000, env: want });
});

test("a fixed port is no reason to take a program below", () => {
  expect(found({ ...RUST, ...OTHERS }).chosen?.title).toBe("cargo build --bin shop");
  const image = { Dockerfile: "FROM rust\nEXPOSE 3000" };
  expect(found({ ...RUST, ...OTHERS, ...image }).chosen?.title).toBe("Dockerfile");
});

test("of equal programs a gateway is taken", () => {
  const manifest = '{ "scripts": { "start": "node ." }, "dependencies": { "express": "5" } }';
  const files = ["auth", "api-gateway", "users"].flatMap((name) => [
    [`apps/${name}/package.json`, manifest],
    [`apps/${name}/index.js`, "app.listen(process.env.PORT ?? 3000)"],
  ]);
  expect(found(Object.fromEntries(files)).chosen?.title).toBe("`npm run start` in apps/api-gateway/");
});

describe("but another program below is taken", () => {
  const TOP: Files = {
    "package.json": '{ "scripts": { "start": "node ." }, "dependencies": { "express": "5" } }',
    "index.js": "app.listen(3000)",
  };

  test.each<[string, Files, string]>([
    [
      "as a service of a Compose file, though less certain",
      {
        "compose.yaml": 'services: { api: { build: ./api, ports: ["3000:3000"] } }',
        "api/Dockerfile": "FROM golang\nCMD go run .",
        "api/go.mod": "module example.test/api",
        "api/main.go": 'package main\nfunc main() { http.ListenAndServe(":3000", nil) }',
      },
      "api of compose.yaml",
    ],
    [
      "at another port",
      { "backend/pyproject.toml": OTHERS["python/pyproject.toml"]!, "backend/main.py": "app = FastAPI()" },
      "uvicorn main:app in backend/",
    ],
    ["as an image at another port", { "api/main.ex": "", "api/Dockerfile": "EXPOSE 80" }, "api/Dockerfile"],
  ])("%s", (_, more, want) => expect(found({ ...TOP, ...more }).chosen?.title).toBe(want));
});

const K6 = 'import "k6/http"; export default () => __ENV.BASE_URL;';

test.each<[string, Files, string[]]>([
  [".", RUST, ["load/a.js", "golang/load.js", "python/load/a.js"]],
  ["python", {}, ["load/a.js", "python/load/a.js", "golang/load.js"]],
])("scripts in the folders of other programs than that in %s come last", (folder, more, want) => {
  const scripts = Object.fromEntries(want.map((path) => [path, K6]));
  const { chosen, scripts: all } = found({ ...OTHERS, ...more, ...scripts });
  expect(chosen?.code.folder).toBe(folder);
  expect(all.map(({ path }) => path)).toEqual(want);
});

test.each<[string, string, string, readonly string[]]>([
  ["its build's argument names", "build: { context: ., args: { APP: gateway } }", "Dockerfile", ["/items"]],
  [
    "its build's argument names by the workspace",
    'build: { context: ., args: ["PACKAGE=@apps/gateway"] }',
    "Dockerfile",
    ["/items"],
  ],
  [
    "its Dockerfile is in",
    "build: { context: ., dockerfile: apps/gateway/Dockerfile }",
    "apps/gateway/Dockerfile",
    ["/items"],
  ],
  ["nothing names is any", "build: .", "Dockerfile", ["/items", "/stock"]],
])("the routes of a service are those of the app that %s", (_, build, dockerfile, want) => {
  const app = (name: string, path: string): Files => ({
    [`apps/${name}/tsconfig.app.json`]: "{}",
    [`apps/${name}/src/main.ts`]: "app.listen(3000);",
    [`apps/${name}/src/a.controller.ts`]: `@Controller('${path}')\nclass A {\n  @Get()\n  all() {}\n}`,
  });
  const { routes } = found({
    "compose.yaml": `services: { gateway: { ${build}, ports: ["3000:3000"] } }`,
    [dockerfile]: "FROM node\nARG APP",
    "package.json": '{ "dependencies": { "@nestjs/core": "11" } }',
    ...app("gateway", "items"),
    ...app("stock", "stock"),
  });
  expect(routes.map(({ path }) => path)).toEqual(want);
});

test("routes behind an account are not asked, and are named", () => {
  const controller = (guard: string) => `@Controller('orders')\n${guard}class A {\n  @Get()\n  all() {}\n}`;
  const files = (guard: string) => ({
    "package.json": '{ "scripts": { "start": "node ." }, "dependencies": { "@nestjs/core": "11" } }',
    "src/main.ts": "app.listen(3000);",
    "src/a.controller.ts": controller(guard),
    "src/b.controller.ts": "@Controller()\nclass B {\n  @Get()\n  hello() {}\n}",
  });
  const asks = (guard: string) => todo(found(files(guard))).find((one) => one.includes("It asks"));
  expect(asks("")).toContain("It asks /, /orders.");
  expect(asks("@UseGuards(AuthGuard('jwt'))\n")).toContain(
    "It asks /, and not the 1 route for which it has to log in: /orders (src/a.controller.ts:4).",
  );
});
