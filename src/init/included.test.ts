import { describe, expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { configText } from "./config.ts";
import { findings } from "./findings.ts";

type Files = Readonly<Record<string, string>>;

function written(files: Files) {
  const found = findings(Object.keys(files), (path) => files[path]!, "compose");
  const { compose, endpoints } = readConfig(configText(found), "steelyard.yml").stack;
  return { found, compose, api: endpoints.api, text: configText(found) };
}

describe("a Compose file that another one includes", () => {
  const files: Files = {
    "compose.yaml": "include: [services/api/compose.yaml, { path: infra/db.yaml }]\n",
    "services/api/compose.yaml":
      'services:\n  api:\n    build: .\n    ports: ["8080:80"]\n    env_file: .env\n    volumes: ["./src:/app/src"]\n    depends_on: [db]\n',
    "services/api/Dockerfile": "FROM node",
    "services/api/.env.example": "A=1",
    "services/api/go.mod": "",
    "services/api/src/a.js": "",
    "infra/db.yaml": 'services: { db: { image: "postgres", privileged: true } }\n',
  };

  test("is started with all that the other one includes", () => {
    const { compose, api, found, text } = written(files);
    expect(compose?.files).toEqual(["compose.yaml"]);
    expect(api).toEqual({ service: "api", port: 80 });
    expect(found.others.filter(({ plan }) => plan.kind === "compose")).toEqual([]);
    expect(text).toContain("# api of compose.yaml, by services/api/compose.yaml:2");
  });

  test("has its paths from its own folder", () => {
    const { compose, found } = written(files);
    expect(compose?.build).toEqual([
      ["sh", "-c", "test -e services/api/.env || cp services/api/.env.example services/api/.env"],
    ]);
    expect(compose?.allow).toEqual(["privileged"]);
    expect(found.chosen?.code.folder).toBe("services/api");
  });

  test("may lie next to the other one, and include it as well", () => {
    const { compose } = written({
      "compose.yaml": "include: [docker-compose.yml]\nservices: { db: { image: postgres } }\n",
      "docker-compose.yml": "include: [compose.yaml]\nservices: { app: { build: ., ports: [80] } }\n",
    });
    expect(compose?.files).toEqual(["compose.yaml"]);
  });

  test("is no service where its image is published, because no further file may build it", () => {
    const { found } = written({
      "compose.yaml": "include: [shop/compose.yaml]\n",
      "shop/compose.yaml": 'services: { shop: { image: "octo/shop", ports: [80] } }\n',
      "package.json": '{ "name": "shop" }',
    });
    expect(found.chosen).toBeNull();
  });
});

describe("a service that extends another one", () => {
  test.each<[string, Files]>([
    [
      "of the same file",
      {
        "compose.yaml":
          "services:\n  base: { build: app, expose: [80] }\n  web: { extends: base, ports: [80] }\n",
      },
    ],
    [
      "of a file elsewhere, whose folder its paths begin at",
      {
        "compose.yaml":
          "services: { web: { extends: { file: app/compose.yaml, service: base }, ports: [80] } }\n",
        "app/compose.yaml": "services: { base: { build: { dockerfile: Dockerfile } } }\n",
      },
    ],
  ])("%s", (_, files) => {
    const { compose, api, found } = written({
      ...files,
      "app/Dockerfile": "FROM node",
      "app/a.py": "",
      "app/go.mod": "",
    });
    expect(compose?.files).toEqual(["compose.yaml"]);
    expect(api).toMatchObject({ port: 80 });
    expect(found.chosen?.code.folder).toBe("app");
    expect(found.others.filter(({ plan }) => plan.kind === "compose" && plan.written === null)).toEqual([]);
  });

  test("does not take the place of a file that developers' own extends", () => {
    const { compose } = written({
      "compose.yaml": "services: { api: { build: ., ports: [80] } }\n",
      "dev/compose.yaml": "services: { api: { extends: { file: ../compose.yaml, service: api } } }\n",
    });
    expect(compose?.files).toEqual(["compose.yaml"]);
  });
});

describe("a Compose file whose services have neither image nor build elsewhere", () => {
  const OVERLAY = 'services: { app: { deploy: {} }, nginx: { image: nginx, ports: ["9080:80"] } }';
  const MAIN = "services: { app: { build: ., ports: [80] } }";
  const offered = (files: Files) => {
    const { chosen, others } = findings(Object.keys(files), (path) => files[path]!, "compose");
    return [chosen, ...others].flatMap((one) => (one?.plan.kind === "compose" ? [one.plan.files] : []));
  };

  test.each<[string, Files, string[][]]>([
    [
      "goes on top of the one above it that has them",
      { "compose.yaml": MAIN, "loadtest/compose.yaml": OVERLAY },
      [["compose.yaml"], ["compose.yaml", "loadtest/compose.yaml"]],
    ],
    [
      "of the nearest, whatever its name",
      { "compose.yaml": MAIN, "a/compose.prod.yaml": MAIN, "a/b/compose.yaml": OVERLAY },
      [["compose.yaml"], ["a/compose.prod.yaml", "a/b/compose.yaml"]],
    ],
    [
      "but not of one that lacks them, or lies elsewhere",
      {
        "compose.yaml": "services: { web: { build: ., ports: [80] } }",
        "a/compose.yaml": MAIN,
        "b/compose.yaml": OVERLAY,
      },
      [["compose.yaml"], ["a/compose.yaml"]],
    ],
    ["is none alone", { "compose.yaml": OVERLAY }, []],
    [
      "is completed by its own override",
      {
        "compose.yaml": "services: { app: { ports: [80] }, db: { image: postgres } }",
        "compose.override.yaml": "services: { app: { build: . } }",
      },
      [["compose.yaml", "compose.override.yaml"]],
    ],
    [
      "also by one with a command for developers",
      {
        "compose.yaml": 'services: { app: { ports: ["8080:80"], command: node . } }',
        "compose.override.yaml": "services: { app: { build: ., command: npm run dev } }",
        "load.js": 'import http from "k6/http";\nexport default () => http.get("http://localhost:8080");',
      },
      [["compose.yaml", "compose.override.yaml"]],
    ],
  ])("%s", (_, files, want) => expect(offered(files)).toEqual(want));

  test("says where its own service is", () => {
    const files: Files = { "compose.yaml": "services: { db: { image: postgres } }" };
    const overlay = "services:\n  db: { command: x }\n  app: { build: ., ports: [80] }";
    expect(written({ ...files, "ci/compose.yaml": overlay }).text).toContain(
      "# app of compose.yaml and ci/compose.yaml, by ci/compose.yaml:3",
    );
  });
});
