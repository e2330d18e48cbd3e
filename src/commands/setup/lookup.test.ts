import { expect, test } from "vitest";
import { KNOWN, knownMetrics } from "../../config/meanings.ts";
import { explainTerm } from "./lookup.ts";

test.each([
  [
    "policy.band",
    /^policy\.band: smallest change[\s\S]*takes +a share \(%\)\n +default +3%\n +example +band: 5%\n +since +0\.1\.0\n$/,
  ],
  ["stack.seed", /takes +keys of its own: run, service, command, /],
  ["stack.endpoints", /takes +by name: keys of its own: service, port\n/],
  ["inconclusive", /^🔍 inconclusive: cannot tell[\s\S]*exit code +0; 4 where/],
  ["regressed", /check +failure\n +exit code +1/],
  ["3", /^exit code 3: no verdict/],
  ["exit 3", /^exit code 3: no verdict/],
  ["waivers", /^waivers: the regressions that are accepted/],
  ["waivers.ceiling", /^waivers\[\]\.ceiling: /],
  ["run.json", /^run\.json: every measurement/],
  ["cpu_per_request", /^cpu_per_request: CPU time[\s\S]*unit +s\n +better +lower\n +statistics +value/],
  ["http_req_duration{name:cart}.p95", /^http_req_duration: time of one request/],
  ["db:statements_per_request", /^statements_per_request: /],
  ["http_reqs.rate", /better +higher/],
  ["cannot tell", /^cannot tell: neither a regression nor its absence/],
  ["detectable", /^Detectable: the smallest worsening/],
  ["change", /^Change \[95 %\]: head against base/],
  ["STEELYARD_TARGET_API", /^STEELYARD_TARGET_<ENDPOINT>: the address[\s\S]*read by +load scripts/],
  ["NO_COLOR", /^NO_COLOR: no colours/],
  ["within", /within: [\s\S]*within: /], // of every key that ends so
])("%s is explained", (term, text) => {
  expect(explainTerm(term).text).toMatch(text);
});

test.each([
  ["bnad", /did you mean band\?/],
  ["policy.bnad", /did you mean policy\.band/],
  ["regresed", /did you mean regressed/],
  ["run.jso", /did you mean run\.json/],
  ["cpu_per_reqest", /did you mean cpu_per_request/],
  ["Detectabel", /did you mean Detectable/],
  ["zzzzzzzz", /name one, such as/],
  ["99", /name one, such as/],
])("%s is nothing", (term, remedy) => {
  expect(() => explainTerm(term)).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }));
});

test("every metric that a config may name without a script has a meaning", () => {
  expect(knownMetrics().map((found) => found?.metric)).toEqual(Object.keys(KNOWN));
});
