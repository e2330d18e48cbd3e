import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Interrupted } from "../../base/errors.ts";
import { type LocalServer, openServer } from "../../testing/server.ts";
import { cachedK6 } from "./cache.ts";
import { obtainK6 } from "./obtain.ts";

let root: string;
let server: LocalServer;
let served: Map<string, Buffer>;
let truncate = false;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-obtain-")));
  served = new Map();
  truncate = false;
  server = await openServer((request, response) => {
    const body = served.get(request.url ?? "");
    if (!body) response.writeHead(404).end();
    else if (truncate && request.url!.endsWith(".gz")) {
      response.writeHead(200, { "content-length": body.length });
      response.write(body.subarray(0, body.length >> 1), () => response.destroy());
    } else response.end(body);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

const script = (version: string) => `#!/bin/sh\necho "k6 v${version} (go1.26, linux/amd64)"\n`;
const ARCHIVE = "/v1.8.1/k6-v1.8.1-linux-amd64.tar.gz";

function program(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** A tar archive with one file, as ustar has it. */
function tar(path: string, text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write("0000755\0", 100);
  header.write(`${Buffer.byteLength(text).toString(8).padStart(11, "0")}\0`, 124);
  header.write("0", 156);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
  body.write(text);
  return Buffer.concat([header, body, Buffer.alloc(1024)]);
}

function publish(archive: Buffer, sum = createHash("sha256").update(archive).digest("hex")): void {
  served.set(ARCHIVE, archive);
  served.set(
    "/v1.8.1/k6-v1.8.1-checksums.txt",
    Buffer.from(`${"0".repeat(64)}  other\n${sum}  ${ARCHIVE.split("/").at(-1)}\n`),
  );
}

const said: string[] = [];
const env = () => ({ PATH: join(root, "bin"), HOME: join(root, "home") });
const obtain = (more: object = {}) => {
  said.length = 0;
  const keep = (line: string) => void said.push(line);
  return obtainK6({
    env: env(),
    log: { info: keep, warn: keep, progress() {} },
    signal: new AbortController().signal,
    releases: server.url,
    platform: { platform: "linux", arch: "x64" },
    ...more,
  });
};
const good = () => gzipSync(tar("k6-v1.8.1-linux-amd64/k6", script("1.8.1")));

test("one on the PATH is used, if it is new enough", async () => {
  const binary = program("bin/k6", script("1.2.0"));
  expect(await obtain()).toEqual({ binary, version: "1.2.0", how: "on the PATH" });
  program("bin/k6", script("0.54.0"));
  publish(good());
  expect(await obtain()).toEqual({
    binary: cachedK6(env()),
    version: "1.8.1",
    how: "the release, now in the cache",
  });
  expect(said[0]).toContain("0.54.0, and 1.0 is needed: not used");
});

test("the release is fetched once, verified, and kept", async () => {
  publish(good());
  expect(await obtain()).toMatchObject({ version: "1.8.1" });
  served.clear();
  expect(await obtain()).toMatchObject({ version: "1.8.1", how: "in the cache" });
  expect(said).toEqual([]);
  expect(readdirSync(dirname(cachedK6(env())))).toEqual(["k6", "k6.json"]);
});

test("two at once both get it", async () => {
  publish(good());
  const both = await Promise.all([obtain(), obtain()]);
  expect(both.map(({ version }) => version)).toEqual(["1.8.1", "1.8.1"]);
  expect(readdirSync(dirname(cachedK6(env())))).toEqual(["k6", "k6.json"]);
});

test.each([
  ["a wrong checksum", () => publish(good(), "f".repeat(64)), /SHA-256 .* the release says ffff/],
  ["no such release", () => {}, /404/],
  ["a checksum file that lists others", () => publish(good(), "zz"), /does not list/],
  ["an archive without k6", () => publish(gzipSync(tar("readme", "x"))), /does not hold a k6/],
  ["an archive cut off and published so", () => publish(good().subarray(0, 60)), /unexpected end/],
  ["a program that does not run", () => publish(gzipSync(tar("k6", "\u0000"))), /does not run/],
  [
    "a connection that breaks off",
    () => {
      publish(good());
      truncate = true;
    },
    /cannot be fetched/,
  ],
])("%s: the next way is tried, and the reason told", async (_, arrange, why) => {
  arrange();
  const go = `#!/bin/sh\necho "$@" > "${root}/asked"\nprintf '#!/bin/sh\\necho k6 v1.8.1\\n' > "$GOBIN/k6"\n/bin/chmod +x "$GOBIN/k6"\n`;
  program("bin/go", go);
  expect(await obtain()).toMatchObject({ version: "1.8.1", how: "a build with Go, now in the cache" });
  expect(readFileSync(join(root, "asked"), "utf8")).toBe("install go.k6.io/k6@v1.8.1\n");
  expect(said.join("\n")).toMatch(why);
  rmSync(join(root, "home"), { recursive: true });
  program("bin/go", "#!/bin/sh\necho no network >&2\nexit 1\n");
  const error = await obtain().catch((thrown) => thrown);
  expect(error).toMatchObject({ fault: "environment", remedy: expect.stringContaining("install k6") });
  expect(error.cause).toMatch(why);
  expect(error.cause).toContain("no network");
  expect(existsSync(cachedK6(env()))).toBe(false);
});

test("without Go the error says so, and a platform without an archive goes on to it", async () => {
  const error = await obtain({ platform: { platform: "darwin", arch: "arm64" } }).catch((thrown) => thrown);
  expect(error.cause).toMatch(/no archive for darwin.*Cannot start go/);
});

test("looking only fetches nothing", async () => {
  publish(good());
  await expect(obtain({ lookOnly: true })).rejects.toThrow("no k6");
  expect(said).toEqual([]);
  expect(existsSync(join(root, "home"))).toBe(false);
});

test("an interruption is thrown on, not taken for a failure", async () => {
  const controller = new AbortController();
  controller.abort(new Interrupted("SIGINT"));
  await expect(obtain({ signal: controller.signal })).rejects.toMatchObject({ by: "SIGINT" });
});

describe("the k6 in the cache is verified before it is started", () => {
  const evil = `#!/bin/sh\necho started > "$0.started"\necho "k6 v1.8.1"\n`;
  const TAMPERED: [how: string, tamper: (binary: string) => void, why: RegExp][] = [
    ["another program", (binary) => writeFileSync(binary, evil), /its SHA-256 is [0-9a-f]{64}, and/],
    ["no record", (binary) => rmSync(`${binary}.json`), /k6\.json is not there/],
    ["a damaged record", (binary) => writeFileSync(`${binary}.json`, "{"), /k6\.json is damaged/],
    ["a program that others may write", (binary) => chmodSync(binary, 0o775), /k6 may be written by others/],
    [
      "a record that others may write",
      (binary) => chmodSync(`${binary}.json`, 0o666),
      /may be written by others/,
    ],
    [
      "a folder that others may write",
      (binary) => chmodSync(dirname(binary), 0o777),
      /may be written by others/,
    ],
    [
      "a link to a program",
      (binary) => {
        renameSync(binary, join(root, "elsewhere"));
        symlinkSync(join(root, "elsewhere"), binary);
      },
      /k6 is a link/,
    ],
    ...(process.getuid?.() === 0
      ? ([
          ["a program of another user", (binary) => chownSync(binary, 1234, 1234), /belongs to another user/],
        ] satisfies [string, (binary: string) => void, RegExp][])
      : []),
  ];
  test.each(TAMPERED)("%s: it is not started, and got anew", async (_, tamper, why) => {
    publish(good());
    const { binary } = await obtain();
    tamper(binary);
    expect(await obtain()).toMatchObject({ binary, how: "the release, now in the cache" });
    expect(said.join("\n")).toMatch(why);
    expect(existsSync(`${binary}.started`)).toBe(false);
    expect(readFileSync(binary, "utf8")).toBe(script("1.8.1"));
    expect(await obtain()).toMatchObject({ how: "in the cache" });
  });

  test("one that does not match is not used where none can be got", async () => {
    publish(good());
    const { binary } = await obtain();
    writeFileSync(binary, evil);
    served.clear();
    const error = await obtain().catch((thrown) => thrown);
    expect(error).toMatchObject({ fault: "environment", cause: expect.stringContaining("its SHA-256 is") });
    await expect(obtain({ lookOnly: true })).rejects.toThrow("no k6");
    expect(existsSync(`${binary}.started`)).toBe(false);
  });

  test("a cache in the checkout is refused: a change could bring a k6, and a record that fits", async () => {
    mkdirSync(join(root, "work/.git"), { recursive: true });
    const inside = { XDG_CACHE_HOME: join(root, "work/cache"), PATH: "", HOME: join(root, "home") };
    await expect(obtain({ env: inside, checkout: join(root, "work") })).rejects.toMatchObject({
      fault: "environment",
      message: expect.stringContaining("in the checkout"),
    });
    expect(existsSync(join(root, "work/cache"))).toBe(false);
  });

  test("a relative cache folder does not count", () => {
    expect(cachedK6({ XDG_CACHE_HOME: "cache", HOME: root })).toBe(
      join(realpathSync(root), ".cache/steelyard/k6-v1.8.1/k6"),
    );
  });
});
