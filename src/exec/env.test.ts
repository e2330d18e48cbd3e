import { expect, test } from "vitest";
import { allowed } from "./env.ts";

/** The environment of a self-hosted runner inside a job step, with invented tokens. */
const ACTIONS = {
  PATH: "/usr/bin:/bin",
  HOME: "/home/runner",
  USER: "runner",
  LOGNAME: "runner",
  SHELL: "/bin/bash",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  LC_CTYPE: "en_GB.UTF-8",
  TZ: "Europe/Berlin",
  TMPDIR: "/tmp/job",
  http_proxy: "http://proxy.example:3128",
  HTTPS_PROXY: "http://proxy.example:3128",
  no_proxy: "127.0.0.1",
  SSL_CERT_FILE: "/etc/ca.pem",
  SSL_CERT_DIR: "/etc/ssl/certs",
  NODE_EXTRA_CA_CERTS: "/etc/ca.pem",
  CI: "true",
  GITHUB_ACTIONS: "true",
  GITHUB_TOKEN: "ghs_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  GITHUB_ENV: "/home/runner/work/_temp/_runner_file_commands/set_env_1",
  GITHUB_PATH: "/home/runner/work/_temp/_runner_file_commands/add_path_1",
  GITHUB_OUTPUT: "/home/runner/work/_temp/_runner_file_commands/set_output_1",
  GITHUB_STATE: "/home/runner/work/_temp/_runner_file_commands/save_state_1",
  GITHUB_STEP_SUMMARY: "/home/runner/work/_temp/_runner_file_commands/step_summary_1",
  GITHUB_EVENT_PATH: "/home/runner/work/_temp/_github_workflow/event.json",
  GITHUB_REPOSITORY: "o/r",
  ACTIONS_RUNTIME_TOKEN: "eyJhbGciOiJSUzI1NiJ9.x.y",
  ACTIONS_RUNTIME_URL: "https://pipelines.example/",
  ACTIONS_RESULTS_URL: "https://results.example/",
  ACTIONS_CACHE_URL: "https://cache.example/",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "eyJ0eXAiOiJKV1QifQ.x.y",
  ACTIONS_ID_TOKEN_REQUEST_URL: "https://oidc.example/",
  RUNNER_TEMP: "/home/runner/work/_temp",
  RUNNER_TOOL_CACHE: "/opt/hostedtoolcache",
  RUNNER_TRACKING_ID: "github_1",
  INPUT_TOKEN: "ghs_bbbb",
  STATE_token: "ghs_cccc",
  NODE_OPTIONS: "--require /tmp/evil.js",
  NODE_PATH: "/tmp/evil",
  LD_PRELOAD: "/tmp/evil.so",
  NPM_TOKEN: "npm_aaaa",
  NODE_AUTH_TOKEN: "npm_bbbb",
  AWS_SECRET_ACCESS_KEY: "aaaa",
  API_TOKEN: "aaaa",
  LC_secret: "not a locale",
  LC_: "nor is this",
  GOPATH: "/home/runner/go",
  JAVA_HOME: "/opt/jdk-21",
  JAVA_TOOL_OPTIONS: "-javaagent:/tmp/evil.jar",
  RUSTUP_HOME: "/usr/local/rustup",
  GOPROXY: "https://user:secret@proxy.example",
  GOFLAGS: "-mod=mod",
  UNSET: undefined,
};
const PASSED = [
  "GOPATH",
  "HOME",
  "HTTPS_PROXY",
  "JAVA_HOME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LOGNAME",
  "NODE_EXTRA_CA_CERTS",
  "PATH",
  "RUSTUP_HOME",
  "SHELL",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "TMPDIR",
  "TZ",
  "USER",
  "http_proxy",
  "no_proxy",
];

test("passes only the allow-list of an Actions runner's environment", () => {
  expect(Object.keys(allowed(ACTIONS)).sort()).toEqual(PASSED);
});

test("passes the settings of the Go tool chain only for Go", () => {
  const more = Object.keys(allowed(ACTIONS, {}, { go: true })).filter((name) => !PASSED.includes(name));
  expect(more.sort()).toEqual(["GOFLAGS", "GOPROXY"]);
});

test("declared variables are added, and override others", () => {
  expect(allowed({ PATH: "/bin", TZ: "UTC" }, { TZ: "Asia/Tokyo", PORT: "1" })).toEqual({
    PATH: "/bin",
    TZ: "Asia/Tokyo",
    PORT: "1",
  });
});

test("an unset variable is missing, not the text undefined", () => {
  expect(allowed({ PATH: undefined, HOME: "/h" })).toEqual({ HOME: "/h" });
});
