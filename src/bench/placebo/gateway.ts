import { join } from "node:path";
import { ROOT } from "../../dev/command.ts";
import { type Service, script, VUS, workload } from "./service.ts";

const env = { BENCH_BYPASS: "steelyard" };
const REQUEST = `http.post(BASE_URL + "/v1/recommend", JSON.stringify({ tenant: "bench", user: "u" + (1 + Math.floor(Math.random() * 200)), surface: "home", k: 20 }), { headers: { "content-type": "application/json", "x-bench-bypass": "${env.BENCH_BYPASS}" } })`;

/** The demo's gateway, without the flags for its runtime: the service whose processes differ most. */
export const gateway: Service = {
  name: "gateway",
  install: [],
  beside: {
    "start.sh": `FAULTS="$(cat faults)" exec "${process.execPath}" "${join(ROOT, "compose/gateway/main.ts")}"\n`,
  },
  files: () => ({ faults: "", "load/recommend.js": script([REQUEST], "0.1", VUS) }),
  stack: (at) => ({
    process: {
      services: {
        gateway: {
          run: ["sh", join(at, "start.sh")],
          env,
          ports: { 8080: "PORT" },
          ready: { http: "/health/ready", within: "60s" },
        },
      },
    },
    seed: { run: [process.execPath, join(ROOT, "compose/seed/main.ts")], env },
    endpoints: { api: { service: "gateway", port: 8080 } },
  }),
  workloads: { recommend: workload("load/recommend.js") },
  // A request takes 0.45 ms of CPU time here.
  fivePercent: (files) => ({ ...files, faults: "recommend.cpu=20us" }),
};
