// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of a config are written this way
import { expect, test } from "vitest";
import { addressVariables, loadEnv } from "./environment.ts";

const targets = { api: "http://127.0.0.1:4000", "search-v2": "https://search:9090" };
const of = (env: Record<string, string>) => loadEnv({ env, targets, headers: {}, seed: 7 });

test.each([
  ["${api}", "http://127.0.0.1:4000"],
  ["${api}/v1?to=${search-v2}", "http://127.0.0.1:4000/v1?to=https://search:9090"],
  ["${api.host}", "127.0.0.1:4000"],
  ["${api.hostname} ${api.port}", "127.0.0.1 4000"],
  ["ws://${search-v2.host}/live", "ws://search:9090/live"],
  ["${nothing}", "${nothing}"],
  ["${constructor}", "${constructor}"],
  ["$api {api} ${}", "$api {api} ${}"],
])("%s of a workload is %s", (text, want) => {
  expect(of({ BASE_URL: text })).toMatchObject({ BASE_URL: want, STEELYARD_TARGET_API: targets.api });
});

test("the variables that hold an address are known", () => {
  expect(addressVariables({ A: "${api}", B: "plain", C: "x${api.host}" })).toEqual({
    A: "${api}",
    C: "x${api.host}",
  });
});
