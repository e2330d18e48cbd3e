/** One regular file or hard link of a tar archive. */
export interface TarEntry {
  readonly path: string;
  /** Path of the entry that holds the content; null for a regular file. */
  readonly link: string | null;
  readonly content: Buffer;
}

const BLOCK = 512;

/**
 * Files and hard links of a tar archive (POSIX ustar with pax headers, as Go's archive/tar writes it, see
 * pax(1)); directories and everything else are passed over.
 *
 * @throws Error when it ends within an entry
 */
export function untar(archive: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  let longer: { path?: string; linkpath?: string } = {};
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return entries;
    const size = Number.parseInt(field(header, 124, 12), 8) || 0;
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (content.length < size) throw new Error("the archive is cut off");
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === "x") {
      longer = pax(content);
      continue;
    }
    const prefix = field(header, 345, 155);
    const path = longer.path ?? (prefix === "" ? "" : `${prefix}/`) + field(header, 0, 100);
    if (type === "1") entries.push({ path, link: longer.linkpath ?? field(header, 157, 100), content });
    if (type === "0" || type === "\0") entries.push({ path, link: null, content });
    longer = {};
  }
  throw new Error("the archive is cut off");
}

function field(header: Buffer, from: number, length: number): string {
  const bytes = header.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end === -1 ? length : end);
}

/** Records `<length> <key>=<value>\n`, the length counting itself. */
function pax(content: Buffer): Record<string, string> {
  const records: Record<string, string> = {};
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(content.toString("utf8", at, content.indexOf(" ", at)), 10);
    if (!(length > 0)) break;
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(content.toString("utf8", at, at + length)) ?? [];
    if (key !== undefined) records[key] = value!;
    at += length;
  }
  return records;
}
