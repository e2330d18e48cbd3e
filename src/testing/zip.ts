import { deflateRawSync } from "node:zlib";

/** A file of a handmade archive, optionally with the false header fields of a hostile one. */
export interface ZipEntry {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** Mode of Unix, in the attributes: 0o120777 is a link. */
  readonly mode?: number;
  /** Bytes that it claims to unpack to. */
  readonly claims?: number;
  readonly encrypted?: boolean;
  readonly method?: number;
}

/** An archive as it is on the wire: local headers and data, the directory, its end. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, mode = 0o100644, claims, encrypted = false, method = 8 } of entries) {
    const raw = Buffer.from(data);
    const packed = method === 8 ? deflateRawSync(raw) : raw;
    const label = Buffer.from(name);
    const flags = 0x800 | (encrypted ? 1 : 0);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claims ?? raw.length, 8);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    sizes.copy(local, 14);
    local.writeUInt16LE(label.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4); // made on Unix
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    sizes.copy(central, 16);
    central.writeUInt16LE(label.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    parts.push(local, label, packed);
    directory.push(central, label);
    offset += local.length + label.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
