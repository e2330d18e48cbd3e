// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose files write variables this way
import fc from "fast-check";
import { expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { configText } from "./config.ts";
import { findings } from "./findings.ts";

const SCRIPT = `import "k6/http"; export default () => [__ENV.BASE_URL || "http://a:81", __ENV.B_URL || "ws://b:82/x", __ENV.C_URL || "http://c:83", __ENV["constructor"], __ENV.K]`;

/** Words that are trouble in YAML, shells, regular expressions and configs of ours. */
const TROUBLE = [
  "on",
  "a b",
  "ä",
  "#x",
  "1.10",
  "'q'",
  "{a}",
  "[z]",
  "a:b",
  "K6_X",
  "${web:80}",
  "-x",
  "$HOME",
  "a*",
];

test("names and values of others cannot make a config that is refused", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TROUBLE), { minLength: 3, maxLength: 3 }), ([a, b, c]) => {
      const folder = (b ?? "").replace(/[/\\]/g, "");
      const files: Record<string, string> = {
        [`${folder}/package.json`]: JSON.stringify({
          scripts: { start: `node ${a}`, build: `${c}`, "db:migrate": "x", "db:seed": "y" },
          dependencies: { fastify: "1", dotenv: "1" },
        }),
        [`${folder}/.env.example`]: `API_KEY=${a}\nRATE_LIMIT=4\nSEED_OK=0\nK6_X=1\nSECRET_${c}=\n`,
        "compose.yaml": `services:\n  "${a}": { build: ., ports: ["80"], environment: { A: "\${V:?${c}}" } }\n  w: { image: "${b}", ports: ["81:81"] }\n  "${c}": { build: c, ports: ["82:82", "83:82"] }\n`,
        Procfile: `web: ${c} ${a} ${b}`,
        "manage.py": "DJANGO_SETTINGS_MODULE",
        [`load/${a}.js`.replace("/a:b", "/a")]: SCRIPT,
      };
      for (const wanted of ["any", "compose", "process"] as const) {
        const found = findings(Object.keys(files), (path) => files[path]!, wanted);
        expect(() => readConfig(configText(found), "steelyard.yml")).not.toThrow();
        for (const other of found.others)
          expect(() => readConfig(configText({ ...found, chosen: other }), "steelyard.yml")).not.toThrow();
      }
    }),
    { numRuns: 40 },
  );
});
