import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Ends } from "../../base/ends.ts";
import { silent } from "../../base/log.ts";
import { ComposeStack } from "../../model/config.ts";
import { engine, noEngine, useEngine } from "../../testing/engine.ts";
import { openServer } from "../../testing/server.ts";
import { findImage } from "./engine.ts";
import { composeStacks } from "./stack.ts";

useEngine();

const NAME = "base";
const ASKED = new RegExp(`^/v2/${NAME}/(manifests|blobs)/(.+)$`);
const digestOf = (bytes: Buffer) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const TYPES = "application/vnd.docker";

/** An image of one file, as a registry has it: its manifest, and all that it refers to, by digest. */
function imageOf(text: string, folder: string) {
  writeFileSync(join(folder, "text"), text);
  const layer = execFileSync("tar", ["-cf", "-", "-C", folder, "text"]);
  const rootfs = { type: "layers", diff_ids: [digestOf(layer)] };
  const config = Buffer.from(JSON.stringify({ architecture: "amd64", os: "linux", config: {}, rootfs }));
  const [ofConfig, ofLayer] = [config, layer].map((one) => ({ size: one.length, digest: digestOf(one) }));
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: `${TYPES}.distribution.manifest.v2+json`,
      config: { mediaType: `${TYPES}.container.image.v1+json`, ...ofConfig },
      layers: [{ mediaType: `${TYPES}.image.rootfs.diff.tar`, ...ofLayer }],
    }),
  );
  const parts = new Map([config, layer, manifest].map((one) => [digestOf(one), one]));
  return { manifest, parts, layer: digestOf(layer) };
}
type Image = ReturnType<typeof imageOf>;

/** A registry of one image, whose tag can move. */
async function registry(first: Image) {
  const all = new Map(first.parts);
  let tagged = first;
  const asked: string[] = [];
  const { port, ...opened } = await openServer(({ url = "", method = "" }, response) => {
    const [, kind, reference = ""] = ASKED.exec(url) ?? [];
    if (url === "/v2/") return void response.end("{}");
    const found = all.get(reference) ?? (kind === "manifests" ? tagged.manifest : undefined);
    if (kind === undefined || found === undefined) return void response.writeHead(404).end();
    if (kind === "manifests") asked.push(reference);
    const type = kind === "manifests" ? `${TYPES}.distribution.manifest.v2+json` : "application/octet-stream";
    response.writeHead(200, {
      "content-type": type,
      "content-length": found.length,
      "docker-content-digest": digestOf(found),
    });
    response.end(method === "HEAD" ? undefined : found);
  });
  return {
    ...opened,
    address: `127.0.0.1:${port}`,
    asked,
    move(to: Image) {
      tagged = to;
      for (const [digest, part] of to.parts) all.set(digest, part);
    },
  };
}

test.skipIf(noEngine !== null)(
  "a tag that moves while the sides are built is the same image for both, also where they ask for the newest",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "steelyard-tag-"));
    const ends = new Ends();
    const [before, after] = ["one", "two"].map((text) => imageOf(text, folder)) as [Image, Image];
    await using serves = await registry(before);
    const image = `${serves.address}/${NAME}:1`;
    const prepared = async (side: string) => {
      const cwd = join(folder, side);
      mkdirSync(cwd);
      writeFileSync(join(cwd, "side"), side);
      writeFileSync(join(cwd, "Dockerfile"), `FROM ${image}\nCOPY side /\nCMD ["/text"]\n`);
      const web = { build: { context: ".", pull: true } };
      const cache = { image, pull_policy: "always", command: ["/text"] };
      writeFileSync(join(cwd, "compose.yaml"), JSON.stringify({ services: { web, cache } }));
      const stacks = composeStacks({
        compose: ComposeStack.parse({ files: ["compose.yaml"] }),
        endpoints: { api: { service: "web", port: 8080 } },
        seed: undefined,
        cwd,
        env: process.env,
        log: silent,
        cores: null,
        logs: "logs",
        ledger: join(cwd, "running"),
        atEnd: ends.add,
      });
      const known = await built();
      await stacks.prepare!(new AbortController().signal);
      return (await built()).filter((one) => !known.includes(one));
    };
    try {
      const ofBase = await prepared("base");
      serves.move(after);
      const ofHead = await prepared("head");
      expect([ofBase.length, ofHead.length]).toEqual([1, 1]);
      expect(await firstLayers([image, ...ofBase, ...ofHead])).toEqual(Array(3).fill(before.layer));
      expect(serves.asked).toContain("1");
      // The registry's tag did move.
      await promisify(execFile)("docker", ["pull", "-q", image]);
      expect(await firstLayers([image])).toEqual([after.layer]);
    } finally {
      await ends[Symbol.asyncDispose]();
      const both = execFileSync("docker", ["images", "-q", `${serves.address}/${NAME}`], {
        encoding: "utf8",
      });
      execFileSync("docker", ["rmi", "-f", ...both.trim().split("\n")]);
      rmSync(folder, { recursive: true });
    }
  },
);

/** The images that stacks of ours built. */
async function built(): Promise<string[]> {
  const all = (await engine.get("/images/json")) as { RepoTags: string[] | null }[];
  return all.flatMap(({ RepoTags }) => RepoTags ?? []).filter((name) => name.startsWith("steelyard-"));
}

const firstLayers = (names: readonly string[]): Promise<unknown[]> =>
  Promise.all(
    names.map(async (name) => {
      const { RootFS } = (await findImage(engine, name)) as { RootFS: { Layers: string[] } };
      return RootFS.Layers[0];
    }),
  );
