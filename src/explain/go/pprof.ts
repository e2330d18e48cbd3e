import { gunzipSync } from "node:zlib";
import { Profile } from "pprof-format";
import type { Answer } from "../answer.ts";
import { CallTree } from "../calltree.ts";
import { ownWork } from "./ownwork.ts";

/** Bytes of a profile without its compression, at most. */
const MOST_BYTES = 64 * 2 ** 20;
/** The reason of a goroutine's wait, by a function in its stack. All others wait for another goroutine. */
const WAITS: readonly (readonly [RegExp, string])[] = [
  [/^sync\.\(\*(?:RW)?Mutex\)\.R?Lock$/, "a lock"],
  [/^database\/sql\.\(\*DB\)\.conn$|\/puddle(?:\/v\d+)?\.\(\*Pool\b.*\)\.Acquire$/, "a connection"],
  [/^net\/http\.\(\*Transport\)\.getConn$/, "a connection"],
  [/^net\/http\.\(\*(?:persistConn|http2Transport|http2ClientConn)\)\.[rR]oundTrip$/, "an answer"],
];

/** A function in a stack. */
interface Called {
  /** With the whole path of its package. */
  readonly name: string;
  /** Empty for functions of Go itself. */
  readonly file: string;
  readonly line: number | null;
}

/**
 * A CPU profile of Go (pprof, compressed or not) as functions and a call tree. The URL of a function is its file's path; it
 * is empty for those of Go itself.
 *
 * @param modules names of the repository's modules
 * @throws Error for anything else
 */
export function goProfile(bytes: Uint8Array, modules: readonly string[] = []): Answer {
  const tree = goTree();
  for (const [stack, nanos] of stacksOf(decoded(bytes), "cpu", "nanoseconds", modules)) {
    const work = ownWork(stack.map(({ name }) => name));
    tree.add(work === null ? stack : [runtime(work)], nanos / 1e3);
  }
  return tree.answer;
}

/**
 * The same of a block profile: how long goroutines waited, with the reason as their callee. It is empty where the service does not
 * call `runtime.SetBlockProfileRate`. Goroutines in nothing but functions of Go itself have nothing to do.
 *
 * @throws Error for anything else, and for one of all time since the start
 */
export function goWaits(bytes: Uint8Array, modules: readonly string[] = []): Answer {
  const profile = difference(bytes);
  const tree = goTree();
  for (const [stack, nanos] of stacksOf(profile, "delay", "nanoseconds", modules)) {
    const reason = WAITS.find(([of]) => stack.some(({ name }) => of.test(name)))?.[1] ?? "another goroutine";
    if (stack.some(({ file }) => file !== "")) tree.add([...stack, runtime(reason)], nanos / 1e3);
  }
  return tree.answer;
}

/** The same of a profile of allocations: bytes by the functions that allocated them. @throws Error as `goWaits` does */
export function goAllocations(bytes: Uint8Array, modules: readonly string[] = []): Answer {
  const tree = goTree();
  for (const [stack, allocated] of stacksOf(difference(bytes), "alloc_space", "bytes", modules))
    tree.add(stack, allocated);
  return tree.answer;
}

/** Something of the runtime itself. */
const runtime = (name: string): Called => ({ name, file: "", line: null });

/** A profile of what happened in a while. @throws Error for one since the start, which Go before 1.17 answers with */
function difference(bytes: Uint8Array): Profile {
  const profile = decoded(bytes);
  if (Number(profile.durationNanos) <= 0) throw new Error("it has no beginning");
  return profile;
}

const goTree = () =>
  new CallTree<Called>(
    ({ name, file, line }) => `${name}\n${file}\n${line}`,
    ({ name, file, line }) => [shortName(name), file, line],
  );

function decoded(bytes: Uint8Array): Profile {
  return Profile.decode(bytes[0] === 0x1f ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes);
}

/** The stacks of a profile, the outermost function first, each with its value of a kind. */
function stacksOf(
  profile: Profile,
  kind: "cpu" | "delay" | "alloc_space",
  unit: "nanoseconds" | "bytes",
  modules: readonly string[],
): [stack: Called[], value: number][] {
  const text = (index: number | bigint) => profile.stringTable.strings[Number(index)] ?? "";
  const value = profile.sampleType.findIndex((one) => text(one.type) === kind && text(one.unit) === unit);
  if (value < 0) throw new Error(`it has no ${unit} of ${kind}`);
  const isOfGo = libraryOf(
    profile.function.map((one) => [text(one.name), text(one.filename)]),
    modules,
  );
  const known = new Map(
    profile.function.map((one): [number, Called] => {
      const [name, file] = [text(one.name), text(one.filename)];
      const line = Number(one.startLine) || null;
      return [Number(one.id), { name, file: isOfGo(name, file) ? "" : absolute(file), line }];
    }),
  );
  // The innermost comes first, among locations and among the functions that are inlined at one.
  const lines = new Map(
    profile.location.map(({ id, line }) => [
      Number(id),
      line.toReversed().flatMap(({ functionId }) => known.get(Number(functionId)) ?? []),
    ]),
  );
  return profile.sample.map((one) => [
    one.locationId.toReversed().flatMap((id) => lines.get(Number(id)) ?? []),
    Number(one.value[value] ?? 0),
  ]);
}

/** "rank.(*Items).Sort" of "example.com/shop/rank.(*Items).Sort"; without the package where that is main. */
const shortName = (name: string) => name.slice(name.lastIndexOf("/") + 1).replace(/^main\./, "");

/** The path of a file that was built with `-trimpath`: of a module with its version, or of the program's own. */
const absolute = (file: string) =>
  file.startsWith("/") ? file : `${/^[^/]+\/[^@]*@/.test(file) ? "/pkg/mod/" : "/"}${file}`;

/** Packages of Go's library. Each profile of a service that answers by HTTP has one: one of allocations hides package runtime. */
const LIBRARY: readonly string[] = ["runtime", "net/http"];

/**
 * Whether a function is of Go's own library, by its name and its file. The files of these packages tell where that library
 * is, unless it was built with `-trimpath`. Then its packages are those without a host in their names, and modules such as `shop`
 * have none either. Such a module is known by its name, or by the files of package main.
 */
function libraryOf(
  all: readonly (readonly [name: string, file: string])[],
  modules: readonly string[],
): (name: string, file: string) => boolean {
  const [root] = all.flatMap(([name, file]) => {
    const folder = file.slice(0, file.lastIndexOf("/"));
    const known = LIBRARY.find((one) => name.startsWith(`${one}.`) && `/${folder}`.endsWith(`/${one}`));
    return known === undefined ? [] : [folder.slice(0, -known.length)];
  });
  if (root) return (_, file) => file.startsWith(root);
  const ofMain = all.flatMap(([name, file]) =>
    name.startsWith("main.") ? (/^([^/]+)\//.exec(file)?.[1] ?? []) : [],
  );
  const own = [...new Set([...modules, ...ofMain])];
  return (name, file) =>
    file === "" ||
    (!name.startsWith("main.") &&
      !/^[^/]*\./.test(file) &&
      !file.startsWith("/") &&
      !own.some((module) => file.startsWith(`${module}/`)));
}
