import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { untar } from "./tar.ts";

/** The k6 that is fetched or built where none is found. */
export const PINNED = "1.8.1";
/** Where k6 publishes its releases: an archive a platform, and a file with the SHA-256 of each. */
export const RELEASES = "https://github.com/grafana/k6/releases/download";

/** Seconds that a file may take, and bytes it may have: an archive has some 30 MB. */
const TIMEOUT = 120;
const LARGEST = 200 * 2 ** 20;

/** Name of the archive for a platform; undefined where k6 publishes none that can be unpacked here. */
export function archiveName(platform: string, arch: string): string | undefined {
  const cpu = { x64: "amd64", arm64: "arm64" }[arch];
  return platform === "linux" && cpu !== undefined ? `k6-v${PINNED}-linux-${cpu}.tar.gz` : undefined;
}

/**
 * Fetches the pinned release and writes its program.
 *
 * @param releases address of a release host
 * @throws Error saying why: not published for this platform, not reachable, not what its checksum says
 */
export async function fetchRelease(
  into: string,
  releases: string,
  { platform, arch }: { readonly platform: string; readonly arch: string },
  signal: AbortSignal,
): Promise<void> {
  const name = archiveName(platform, arch);
  if (name === undefined) throw new Error(`there is no archive for ${platform} on ${arch}`);
  const at = `${releases}/v${PINNED}`;
  const wanted = checksum(
    (await download(`${at}/k6-v${PINNED}-checksums.txt`, signal)).toString("utf8"),
    name,
  );
  if (wanted === undefined) throw new Error(`the release's checksum file does not list ${name}`);
  const archive = await download(`${at}/${name}`, signal);
  const found = createHash("sha256").update(archive).digest("hex");
  if (found !== wanted) throw new Error(`${name} has the SHA-256 ${found}, the release says ${wanted}`);
  const files = untar(await promisify(gunzip)(archive, { maxOutputLength: 2 * LARGEST }));
  const program = files.find(({ path, link }) => link === null && /(^|\/)k6$/.test(path));
  if (!program) throw new Error(`${name} does not hold a k6`);
  await writeFile(into, program.content, { mode: 0o755 });
}

/** The SHA-256 of a file in the format of sha256sum: `<hex>  <name>`, one a line. */
export function checksum(text: string, name: string): string | undefined {
  for (const line of text.split("\n")) {
    const [, hex, file] = /^([0-9a-f]{64}) [ *](.+?)\s*$/i.exec(line) ?? [];
    if (file === name) return hex!.toLowerCase();
  }
  return undefined;
}

async function download(url: string, signal: AbortSignal): Promise<Buffer> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT * 1000)]);
  let response: Response;
  try {
    response = await fetch(url, { signal: both });
  } catch (cause) {
    throw unreachable(url, cause);
  }
  if (!response.ok) throw new Error(`${url} answers with ${response.status}`);
  if (Number(response.headers.get("content-length") ?? 0) > LARGEST) throw new Error(`${url} is too large`);
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

/** `fetch` says "fetch failed" and keeps why in the cause. */
function unreachable(url: string, error: unknown): Error {
  const { cause, message } = error as { cause?: { message?: string }; message?: string };
  return new Error(`${url} cannot be fetched: ${cause?.message || message || String(error)}`);
}
