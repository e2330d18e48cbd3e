// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import { expect, test } from "vitest";
import { findings } from "./findings.ts";

test.each([
  [
    "DATABASE_URL: postgres://shop:secret@host.docker.internal:5432/shop",
    "DATABASE_URL of app names host.docker.internal",
  ],
  ["API: http://host.docker.internal:9000", "API of app names host.docker.internal"],
  ["MONGO_URI: mongodb+srv://a:b@shop.x2.mongodb.net/shop", "MONGO_URI of app names shop.x2.mongodb.net"],
  ["DB: jdbc:mysql://sql:3306/shop", "DB of app names sql"],
  ["CACHE: redis://cache:6379", null],
  ["CACHE: redis://shop-cache:6379", null],
  ["CACHE: redis://store:6379", null],
  ["CACHE: redis://localhost:6379", null],
  ['DB: "postgres://${DB_HOST}/shop"', null],
  ['AI: "${AI_URL:-http://host.docker.internal:11434}"', null],
  ["API: https://api.example.test", null],
])("a server that the Compose files do not start is named: %s", (variable, want) => {
  const compose = [
    "services:",
    `  app: { build: ., ports: [80], environment: { ${variable} } }`,
    "  cache: { image: redis, container_name: shop-cache, networks: { default: { aliases: [store] } } }",
  ].join("\n");
  const checks = findings(["compose.yaml"], () => compose).chosen?.checks ?? [];
  expect(checks.filter((check) => check.includes("do not start"))).toEqual(
    want === null
      ? []
      : [`${want}, which the files do not start: it has to be up, and both sides would share it.`],
  );
});
