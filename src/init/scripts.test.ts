// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts write variables this way
import { expect, test } from "vitest";
import { scriptsIn } from "./scripts.ts";
import { Tree } from "./tree.ts";

const scripts = (files: Readonly<Record<string, string>>) =>
  scriptsIn(new Tree(Object.keys(files), (path) => files[path]!));

const K6 = 'import http from "k6/http";\n';

test("variables with the address are found in modules of the checkout, and theirs", () => {
  const found = scripts({
    "load/browse.js": `${K6}import { get } from "./lib/client.js";\nexport default () => get("/");`,
    "load/lib/client.js": 'export { BASE } from "../config";\nexport const get = () => {};',
    "load/config.ts": 'import "./lib/client.js";\nexport const BASE = __ENV.BASE_URL;',
    "load/other.ts": "export const OTHER = __ENV.OTHER_URL;",
  });
  expect(found).toMatchObject([{ path: "load/browse.js", variables: ["BASE_URL"] }]);
});

test("a module that exports an object by default is no script: k6 calls functions", () => {
  const helpers = `${K6}const get = () => http.get("");\nexport default {\n  get,\n};`;
  expect(scripts({ "load/helpers.js": helpers })).toEqual([]);
});

test.each([
  ["`Bearer ${__ENV.API_TOKEN}`", ["API_TOKEN"]],
  ['const user = __ENV["USER_NAME"];\nlogin(user, __ENV.PASSWORD);', ["USER_NAME"]],
  ["{ id: __ENV.ID, kind: __ENV.KIND }", ["ID", "KIND"]],
  ['__ENV.TOKEN || "none"', []],
  ["__ENV.TOKEN ?? null", []],
  ["__ENV.TOKEN ? [__ENV.TOKEN] : []", []],
  ["// -e TOKEN=x, read as __ENV.TOKEN\n0", []],
  ["__ENV.BASE_URL + __ENV.K6_VUS + __ENV.STEELYARD_PHASE", []],
])("variables without a value are named: %s has %j", (code, names) => {
  const [script] = scripts({ "load.js": `${K6}export default () => http.get("");\n${code}` });
  expect(script?.doubt).toBe(
    names.length === 0
      ? undefined
      : `variables without a default: ${names.join(", ")}. Write their values under \`env\`.`,
  );
});

test.each<[string, unknown]>([
  [
    'const BASE = __ENV.BASE_URL || "http://localhost";\nconst STOCK = __ENV.STOCK || `${BASE}:8085/v1`;',
    {
      variables: ["STOCK"],
      defaults: { STOCK: { isSocket: false, port: 8085, path: "/v1" } },
      addresses: ["localhost:8085"],
    },
  ],
  [
    'const HOST = __ENV["HOST"] ?? "localhost";\nhttp.get(`http://${HOST}:8080/`);\nif (!__ENV.HOST) fail();',
    { variables: [], addresses: ["localhost:8080"] },
  ],
  ['http.get(`http://${__ENV.HOST || "localhost"}:8080/`)', { variables: [], addresses: ["localhost:8080"] }],
  [
    "const BASE = __ENV.BASE_URL;\nhttp.get(`${BASE}:8080/`)",
    { variables: [], doubt: "variables without a default: BASE_URL. Write their values under `env`." },
  ],
  [
    "http.get(`http://${__ENV.HOST}:8080/`)",
    { variables: [], doubt: "variables without a default: HOST. Write their values under `env`." },
  ],
  [
    'const BASE = __ENV.BASE_URL || "http://localhost:8080";\nhttp.get(`${BASE}/:8`)',
    { variables: ["BASE_URL"], addresses: ["localhost:8080"] },
  ],
  [
    'const BASE = __ENV.BASE_URL || "http://localhost:8080/v1";\ncheck(0, { [`${BASE}:200`]: () => true });',
    { variables: ["BASE_URL"], defaults: { BASE_URL: { port: 8080 } }, addresses: ["localhost:8080"] },
  ],
  [
    'const HOST = __ENV.HOST ? __ENV.HOST : "localhost:8080";\ncheck(0, { [`${HOST}:200`]: () => true });',
    { variables: ["HOST"], addresses: ["localhost:8080"] },
  ],
  [
    'check(0, { [`${__ENV.HOST || "localhost:8080"}:200`]: () => true });',
    { variables: ["HOST"], addresses: ["localhost:8080"] },
  ],
])("an address that gets its port in the script has none of ours: %s", (code, want) => {
  const [script] = scripts({ "load.js": `${K6}export default () => 0;\n${code}` });
  expect({ doubt: undefined, ...script }).toMatchObject({ doubt: undefined, ...Object(want) });
});

test.each([
  ["stages: [{ duration: '1m30s', target: 9 }, { duration: '30s', target: 0 }]", 120],
  ["a: { stages: [{ duration: `5s` }] }, b: { stages: [{ duration: '1h' }] }", 3600],
  ["stages: [{ duration: __ENV.LONG, target: 9 }]", 0],
  ["duration: '5m'", undefined],
  ["vus: 1,\n// stages: [{ duration: '5m' }]\n", undefined],
])("the length of stages: %s takes %s s", (options, course) => {
  const [script] = scripts({
    "load.js": `${K6}export const options = { ${options} };\nexport default () => 0;`,
  });
  expect(script!.course).toBe(course);
});
