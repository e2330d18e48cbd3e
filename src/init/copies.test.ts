import { describe, expect, test } from "vitest";
import { servicesIn } from "../model/composefile.ts";
import { copiedIn, uncopied } from "./copies.ts";
import { findings } from "./findings.ts";
import { Tree } from "./tree.ts";

type Files = Readonly<Record<string, string>>;

test.each<[string, string[]]>([
  ["COPY pom.xml .", ["pom.xml"]],
  ["COPY a b/ /app/", ["a", "b/"]],
  ['add --chown=app:app ["a b", "c", "/app/"]', ["a b", "c"]],
  ["COPY a \\\n  b \\\r\n  /app/\r\nRUN x", ["a", "b"]],
  ["FROM x\nCOPY a .\n  COPY --link b .", ["a", "b"]],
  ["COPY --from=build /app/target/a.jar a.jar", []],
  ["COPY target/*.jar a$N file[0] app.jar", []],
  ["COPY <<EOF /etc/a\nx\nEOF", []],
  ["ADD https://example.test/a.tar.gz git@example.test:a.git /tmp/", []],
  ["# COPY a .\nRUN echo COPY a .", []],
])("the plain sources of %j", (text, want) => expect(copiedIn(text)).toEqual(want));

test.each<[string, string, string, string[]]>([
  ["a file that is not there", "COPY pom.xml .", ".", ["pom.xml"]],
  ["one of another folder than the context", "COPY go.mod .", "api", ["api/go.mod"]],
  ["a folder, the context, and code of others", "COPY src/ . ./vendor/a.go /api /", ".", []],
  ["a file of a submodule", "COPY lib/a.c .", ".", []],
  ["a file outside of the context", "COPY ../../a .", ".", []],
])("the sources of a Dockerfile that git does not list: %s", (_, text, context, want) => {
  const tree = new Tree(["Dockerfile", "src/a.go", "vendor/a.go", "lib", "api/a.go"], () => text);
  expect(uncopied(tree, "Dockerfile", context)).toEqual(want);
});

describe("a Dockerfile that copies a file which is not in the checkout", () => {
  const COMPOSE = "services: { app: { build: ., ports: [80] } }";
  const found = (files: Files) => {
    const { confidence, checks = [] } =
      findings(Object.keys(files), (path) => files[path]!, "compose").chosen ?? {};
    return [confidence, checks.filter((one) => one.includes(" copies "))];
  };
  const check = ["Dockerfile copies pom.xml, which is not in the checkout."];

  test.each<[string, Files, unknown[]]>([
    ["is a check", { "compose.yaml": COMPOSE, Dockerfile: "COPY pom.xml ." }, [0.7, check]],
    [
      "is none with the file",
      { "compose.yaml": COMPOSE, Dockerfile: "COPY pom.xml .", "pom.xml": "" },
      [0.95, []],
    ],
    [
      "nor where the build makes it of an example",
      { "compose.yaml": COMPOSE, Dockerfile: "COPY .env .", ".env.example": "A=1" },
      [0.95, []],
    ],
    [
      "also of an image that the Compose file only names",
      {
        "compose.yaml": "services: { shop: { image: octo/shop, ports: [80] } }",
        Dockerfile: "COPY pom.xml .",
        "go.mod": "module github.com/octo/shop",
      },
      [0.45, check],
    ],
    [
      "nor where another repository is built",
      { "compose.yaml": "services: { app: { build: 'https://example.test/a.git', ports: [80] } }" },
      [0.95, []],
    ],
    ["is one of a Dockerfile alone", { Dockerfile: "EXPOSE 80\nCOPY pom.xml ." }, [undefined, []]],
  ])("%s", (_, files, want) => expect(found(files)).toEqual(want));
});

test.each<[string, string, Files, string, string]>([
  [
    "its folder, which alone has what it copies",
    "COPY Shop.csproj ./",
    { "api/Shop.csproj": "" },
    "../api",
    "Dockerfile",
  ],
  ["its folder, which alone has a manifest", "COPY . .", { "api/go.mod": "" }, "../api", "Dockerfile"],
  ["the top, where it copies its folder", "COPY api/ .", { "api/go.mod": "" }, "..", "api/Dockerfile"],
  ["the top, which has it too", "COPY go.mod .", { "go.mod": "", "api/go.mod": "" }, "..", "api/Dockerfile"],
  ["the top, where neither has a manifest", "COPY . .", {}, "..", "api/Dockerfile"],
])("a Dockerfile alone is built from %s", (_, copy, more, context, dockerfile) => {
  const files: Files = { "api/Dockerfile": `FROM x\nEXPOSE 80\n${copy}`, ...more };
  const { chosen } = findings(Object.keys(files), (path) => files[path]!, "compose");
  const text = chosen?.plan.kind === "compose" ? (chosen.plan.written?.text ?? "") : "";
  expect(servicesIn(text).app?.build).toEqual({ context, dockerfile });
});
