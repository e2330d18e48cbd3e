import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { type SteelyardError, userError } from "../base/errors.ts";
import { visible } from "../base/log.ts";
import { CAPS, type Caps } from "./caps.ts";

/**
 * The files of an archive, unpacked in memory. Nothing is written to the disk, and names are only compared.
 *
 * Sizes are checked before any byte is unpacked, and unpacking stops at a file larger than its stated size.
 *
 * @throws SteelyardError (user) for anything but an intact archive of a few small JSON files in plain places:
 *   links, folders, `..`, duplicate names, encryption, bombs
 */
export async function unpacked(archive: Uint8Array, caps: Caps = CAPS): Promise<Map<string, Buffer>> {
  if (archive.length > caps.archive)
    throw refused(`it has ${archive.length} bytes, more than ${caps.archive}`);
  const zip = await opened(archive);
  if (zip.entryCount > caps.entries)
    throw refused(`it has ${zip.entryCount} entries, more than ${caps.entries}`);
  const files = new Map<string, Buffer>();
  let room = caps.unpacked;
  try {
    for await (const entry of zip.eachEntry()) {
      const fault = faultOf(entry, caps) ?? (files.has(entry.fileName) ? "it occurs twice" : undefined);
      if (fault !== undefined) throw refused(`${shown(entry.fileName)}: ${fault}`);
      if (entry.uncompressedSize > room) {
        throw refused(`its files have more than ${caps.unpacked} bytes`);
      }
      const bytes = await content(zip, entry);
      room -= bytes.length;
      files.set(entry.fileName, bytes);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  return files;
}

async function opened(archive: Uint8Array): Promise<ZipFile> {
  try {
    return await fromBufferPromise(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength), {
      validateEntrySizes: true,
      strictFileNames: true,
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

const UNIX = 3;
const KIND = 0o170000;
const REGULAR = 0o100000;

/** Why an entry cannot come from a normal job; undefined if it can. */
function faultOf(entry: Entry, caps: Caps): string | undefined {
  const { fileName, fileNameLength, externalFileAttributes: attributes, versionMadeBy } = entry;
  const kind = (attributes >>> 16) & KIND;
  if (fileNameLength > caps.name) return `its name has more than ${caps.name} bytes`;
  if (versionMadeBy >>> 8 === UNIX && kind !== 0 && kind !== REGULAR) return "it is a link, or not a file";
  if (!/^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.json$/.test(fileName)) {
    return "only JSON files with plain names are accepted";
  }
  if (entry.isEncrypted()) return "it is encrypted";
  return undefined;
}

/** The bytes of a file. Fails if they are more or fewer than its stated size. */
async function content(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const refused = (why: string): SteelyardError =>
  userError(`The artifact is rejected: ${why}.`, {
    where: "the artifact",
    remedy: "upload the run.json of the measuring step, and nothing else",
  });

/** An error of the archive reader in one line; own errors unchanged. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === "SteelyardError") return error;
  return refused(
    `it is damaged, or not an archive (${visible(error.message).replaceAll("\n", " ").slice(0, 200)})`,
  );
}

const shown = (name: string) => visible(JSON.stringify(name.slice(0, 60)));
