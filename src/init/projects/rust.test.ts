import { expect, test } from "vitest";
import { findings } from "../findings.ts";

const YAML = "database:\n  port: 5432\napplication:\n  host: 0.0.0.0\n  port: 8000\n";

test.each<[string, string, string, string, unknown]>([
  [
    "two separators",
    '.prefix_separator("_")\n.separator("__")',
    "configuration/base.yaml",
    YAML,
    { port: 8000, env: "APP_APPLICATION__PORT" },
  ],
  [
    "one separator",
    '.separator("__")',
    "config/default.toml",
    '[database]\nport = 5432\n\n[server]\nhost = "::"\nport = 9000\n',
    { port: 9000, env: "APP__SERVER__PORT" },
  ],
  [
    "no separator, so that no variable reaches a nested key",
    "",
    "config/base.yaml",
    YAML,
    { port: 8080, env: "PORT" },
  ],
])("the port of the crate `config`: %s", (_, calls, path, settings, want) => {
  const files: Record<string, string> = {
    "Cargo.toml": '[package]\nname = "a"\n[dependencies]\nactix-web = "4"\nconfig = "0.14"\n',
    "src/main.rs": `fn main() {\n  let env = config::Environment::with_prefix("APP")${calls};\n}`,
    [path]: settings,
  };
  const plan = findings(Object.keys(files), (path) => files[path]!).chosen?.plan;
  expect(plan?.kind === "process" && plan.given).toEqual(want);
});

const CRATE = {
  "Cargo.toml": '[package]\nname = "a"\n[dependencies]\naxum = "0.8"\n',
  "src/main.rs": "fn main() { axum::serve(listener, app); }",
};
const COMPOSED = {
  ...CRATE,
  Dockerfile: "FROM rust\nCOPY . .\nRUN cargo build --release\n",
  "compose.yaml": 'services:\n  api:\n    build: .\n    ports: ["8080:8080"]\n',
};
test.each<[string, Record<string, string>, number]>([
  ["a process", CRATE, 1],
  ["a service of Compose", COMPOSED, 1],
  ["one with a lock file", { ...COMPOSED, "Cargo.lock": "" }, 0],
])("a lock file that is missing is named for %s", (_, files, want) => {
  const checks = findings(Object.keys(files), (path) => files[path]!).chosen?.checks ?? [];
  expect(checks.filter((one) => one.startsWith("no Cargo.lock"))).toHaveLength(want);
});
