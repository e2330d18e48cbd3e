import type { Buffer } from "node:buffer";

/**
 * Reads chunks of JDK Flight Recorder, also of one that is still being written. The format describes itself: a chunk's
 * metadata has the fields of each type of event, and constants have pools, which its events refer to. No npm package reads
 * it. It is not specified; this follows jdk.jfr.internal.consumer of OpenJDK (format 2.x, Java 11 to 25).
 */

/** A function in a stack. */
export interface JavaFrame {
  /** With its package: `shop.Rank$1`. */
  readonly class: string;
  readonly method: string;
  /** Of the source, at the sample; null where it is not known. */
  readonly line: number | null;
}
/** A thread that ran Java code, began to wait, or allocated. */
export interface JavaEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The outermost function first; without functions that the runtime makes up. */
  readonly stack: readonly JavaFrame[];
  /** Its reason, and its milliseconds; null for a thread that ran. */
  readonly wait: { readonly of: string; readonly millis: number } | null;
  /** Bytes that it allocated since the event before of this kind; null for other kinds. */
  readonly bytes: number | null;
}
/** The state of a chunk at one moment. */
export interface Chunk {
  /** Until when its events are there, in milliseconds since the epoch. */
  readonly until: number;
  readonly events: () => Generator<JavaEvent>;
}

const HEADER = 68;
/** Place in the header of the byte that shows the state of the rest. */
const STATE_AT = 64;
/** The state of a chunk that is being updated. */
const UPDATING = 255;
const METADATA = 0;
const CONSTANTS = 1;
const OTHER = "another thread";
export const ALLOCATION = "jdk.ObjectAllocationSample"; // from Java 16 on
/** The types of event that are read, with the reason why a thread waits then; null where it runs. */
const EVENTS = new Map<string, string | null>([
  ["jdk.ExecutionSample", null],
  [ALLOCATION, null],
  ["jdk.ThreadSleep", "a timer"],
  ["jdk.JavaMonitorEnter", "a lock"],
  ["jdk.JavaMonitorWait", OTHER],
  ["jdk.ThreadPark", OTHER],
  ["jdk.SocketRead", "an answer"],
]);
/** Those in which a thread waits. */
export const WAIT_EVENTS = [...EVENTS].flatMap(([name, reason]) => (reason === null ? [] : name));
/** The reason why a thread parks, by a method in its stack. */
const PARKS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:com\.zaxxer\.hikari\.pool\.HikariPool\.getConnection|org\.apache\.tomcat\.jdbc\.pool\.ConnectionPool\.(?:get|borrow)Connection|org\.apache\.commons\.pool2\.impl\.\w+\.borrowObject)$/,
    "a connection",
  ],
  [/^java\.util\.concurrent\.locks\.Abstract(?:Queued|QueuedLong)Synchronizer\.(?:try)?acquire/i, "a lock"],
];
/** Nesting of values in a chunk, at most. */
const DEEPEST = 40;
/** Pools of a chunk, at most. */
const MOST_POOLS = 10_000;

type Key = number | bigint;
type Value = number | bigint | boolean | string | null | readonly Value[] | Reference | Fields;
interface Fields {
  readonly [name: string]: Value;
}
class Reference {
  readonly type: Key;
  readonly key: Key;
  constructor(type: Key, key: Key) {
    this.type = type;
    this.key = key;
  }
}
interface Field {
  readonly name: string;
  readonly type: Key;
  readonly isReference: boolean;
  readonly isArray: boolean;
}
interface Type {
  readonly name: string;
  readonly fields: readonly Field[];
}
interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
}

/**
 * A chunk; null where there is none yet, or where it is just being updated.
 *
 * @throws Error for other formats, and for a chunk that contradicts itself
 */
export function chunkIn(bytes: Buffer): Chunk | null {
  if (bytes.length < HEADER) return null;
  if (bytes.toString("latin1", 0, 4) !== "FLR\0" || bytes.readUInt16BE(4) !== 2)
    throw new Error("it is no recording of format 2");
  const [size, constants, metadata] = [8, 16, 24].map((at) => Number(bytes.readBigUInt64BE(at)));
  if (bytes[STATE_AT] === UPDATING || size! > bytes.length || constants === 0 || metadata === 0) return null;
  const [start, duration] = [32, 40].map((at) => Number(bytes.readBigUInt64BE(at)) / 1e6);
  const ticks = bytes.readBigUInt64BE(48);
  const perMillisecond = Number(bytes.readBigUInt64BE(56)) / 1e3;
  const at = (tick: Value | undefined) => start! + Number(BigInt(tick as number) - ticks) / perMillisecond;
  return {
    until: start! + duration!,
    *events() {
      const types = typesIn(new Reader(bytes, metadata!));
      const pools = poolsIn(bytes, constants!, types);
      for (let from = HEADER; from < size!; ) {
        const reader = new Reader(bytes, from);
        const length = reader.number();
        if (length <= 0) throw new Error("it has an event without a length");
        const id = reader.varint();
        const of = EVENTS.get(types.get(id)?.name ?? "");
        if (of !== undefined) {
          const event = read(reader, id, types) as Fields;
          const stack = stackOf(event.stackTrace, pools);
          const millis = Number(event.duration) / perMillisecond;
          yield {
            at: at(event.startTime),
            stack,
            wait: of === null ? null : { of: of === OTHER ? parkOf(stack) : of, millis },
            bytes: event.weight === undefined ? null : Number(event.weight),
          };
        }
        from += length;
      }
    },
  };
}

/** A thread that parks does not say what for. */
const parkOf = (stack: readonly JavaFrame[]): string =>
  PARKS.find(([of]) => stack.some((frame) => of.test(`${frame.class}.${frame.method}`)))?.[1] ?? OTHER;

type Pools = ReadonlyMap<Key, ReadonlyMap<Key, Value>>;

function stackOf(reference: Value | undefined, pools: Pools): JavaFrame[] {
  const { frames } = fieldsOf(reference, pools);
  return (Array.isArray(frames) ? (frames as readonly Value[]) : []).toReversed().flatMap((one) => {
    const { method, lineNumber } = fieldsOf(one, pools);
    const { type, name, hidden } = fieldsOf(method, pools);
    const [owner, called] = [symbol(fieldsOf(type, pools).name, pools), symbol(name, pools)];
    if (hidden === true || owner === "" || called === "") return [];
    const line = Number(lineNumber);
    return { class: owner.replaceAll("/", "."), method: called, line: line > 0 ? line : null };
  });
}

/** A value, or the constant that it refers to. */
const resolved = (value: Value | undefined, pools: Pools) =>
  value instanceof Reference ? pools.get(value.type)?.get(value.key) : value;

/** The fields of a value or a constant; none of others. */
function fieldsOf(value: Value | undefined, pools: Pools): Fields {
  const found = resolved(value, pools);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Fields) : {};
}

function symbol(value: Value | undefined, pools: Pools): string {
  const string = resolved(fieldsOf(value, pools).string ?? value, pools);
  return typeof string === "string" ? string : "";
}

/** The types that the metadata describes, by their ids. */
function typesIn(reader: Reader): ReadonlyMap<Key, Type> {
  reader.number();
  if (reader.number() !== METADATA) throw new Error("its metadata is somewhere else");
  for (let skipped = 0; skipped < 3; skipped++) reader.varint(); // when, for how long, and its number
  const texts = Array.from({ length: reader.count() }, () => reader.text() ?? "");
  const types = new Map<Key, Type>();
  const named = ({ attributes }: Element, name: string) => attributes.get(name) ?? "";
  const add = (element: Element) => {
    if (element.name === "class") {
      const fields = element.children
        .filter(({ name }) => name === "field")
        .map((field) => ({
          name: named(field, "name"),
          type: keyOf(named(field, "class")),
          isReference: named(field, "constantPool") === "true",
          isArray: named(field, "dimension") === "1",
        }));
      types.set(keyOf(named(element, "id")), { name: named(element, "name"), fields });
    } else for (const child of element.children) add(child);
  };
  add(elementIn(reader, texts, 0));
  return types;
}

/** A type's id as text, in the form in which a reader returns it. */
const keyOf = (text: string): Key => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

function elementIn(reader: Reader, texts: readonly string[], depth: number): Element {
  if (depth > DEEPEST) throw new Error("its metadata has no end");
  const text = () => texts[reader.number()] ?? "";
  const name = text();
  const attributes = new Map<string, string>();
  for (let left = reader.count(); left > 0; left--) attributes.set(text(), text());
  const children = Array.from({ length: reader.count() }, () => elementIn(reader, texts, depth + 1));
  return { name, attributes, children };
}

/** All constants of a chunk: a chain of events, from the last to the first, each with the pools that were added. */
function poolsIn(bytes: Buffer, last: number, types: ReadonlyMap<Key, Type>): Pools {
  const pools = new Map<Key, Map<Key, Value>>();
  let many = 0;
  for (let at = last; ; ) {
    const reader = new Reader(bytes, at);
    reader.number();
    if (reader.number() !== CONSTANTS) throw new Error("its constants are somewhere else");
    for (let skipped = 0; skipped < 2; skipped++) reader.varint(); // when, and for how long
    const back = Number(BigInt.asIntN(64, BigInt(reader.varint())));
    reader.byte();
    for (let left = reader.count(); left > 0; left--) {
      if (++many > MOST_POOLS) throw new Error("its constants have no end");
      const type = reader.varint();
      const pool = pools.get(type) ?? new Map<Key, Value>();
      pools.set(type, pool);
      for (let of = reader.count(); of > 0; of--) {
        const key = reader.varint();
        const value = read(reader, type, types);
        if (!pool.has(key)) pool.set(key, value);
      }
    }
    if (back >= 0) return pools;
    at += back;
  }
}

function read(reader: Reader, id: Key, types: ReadonlyMap<Key, Type>, depth = 0): Value {
  const type = types.get(id);
  if (type === undefined || depth > DEEPEST) throw new Error("it has a type that it does not describe");
  switch (type.name) {
    case "boolean":
      return reader.byte() !== 0;
    case "byte":
      return reader.byte();
    case "char":
    case "short":
    case "int":
    case "long":
      return reader.varint();
    case "float":
      return reader.skip(4);
    case "double":
      return reader.skip(8);
    case "java.lang.String":
      return reader.text((key) => new Reference(id, key));
  }
  const fields: Record<string, Value> = Object.create(null);
  for (const field of type.fields) {
    const one = () =>
      field.isReference
        ? new Reference(field.type, reader.varint())
        : read(reader, field.type, types, depth + 1);
    fields[field.name] = field.isArray ? Array.from({ length: reader.count() }, one) : one();
  }
  return fields;
}

/** Reads a chunk from one place on. @throws RangeError at its end */
class Reader {
  private readonly bytes: Buffer;
  private at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  skip(bytes: number): null {
    this.at += bytes;
    return null;
  }

  /** Seven bits a byte, the lowest ones first, and eight in the ninth byte. A bigint where a number would not be exact. */
  varint(): Key {
    let value = 0;
    for (let i = 0; i < 7; i++) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return value;
    }
    let large = BigInt(value);
    for (let i = 7n; ; i++) {
      const byte = this.byte();
      large |= BigInt(i < 8n ? byte & 0x7f : byte) << (7n * i);
      if (i === 8n || byte < 0x80) break;
    }
    return large <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(large) : large;
  }

  number(): number {
    return Number(this.varint());
  }

  /** A number of things that follow, each of at least one byte. */
  count(): number {
    const count = this.number();
    if (count > this.bytes.length - this.at) throw new RangeError("it has more than fits into it");
    return count;
  }

  /** A text; what `constant` makes of the key of one that is in a pool; null for none. */
  text<T = null>(constant: (key: Key) => T | null = () => null): string | T | null {
    const encoding = this.byte();
    if (encoding === 0) return null;
    if (encoding === 1) return "";
    if (encoding === 2) return constant(this.varint());
    const length = this.count();
    if (encoding === 4) return String.fromCodePoint(...Array.from({ length }, () => this.number()));
    const from = this.at;
    this.at += length;
    return this.bytes.toString(encoding === 5 ? "latin1" : "utf8", from, this.at);
  }
}
