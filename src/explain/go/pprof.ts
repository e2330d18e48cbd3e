import { gunzipSync } from "node:zlib";
import { type Function as PprofFunction, Profile } from "pprof-format";
import type { Answer } from "../answer.ts";
import { CallTree } from "../calltree.ts";

/** Bytes of a profile without its compression, at most. */
const MOST_BYTES = 64 * 2 ** 20;
/**
 * A CPU profile of Go (pprof, compressed or not) as functions and a call tree. The URL of a function is its file's path; it
 * is empty for those of Go itself.
 *
 * @throws Error for anything else
 */
export function goProfile(bytes: Uint8Array): Answer {
  const plain = bytes[0] === 0x1f ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  const profile = Profile.decode(plain);
  const text = (index: number | bigint) => profile.stringTable.strings[Number(index)] ?? "";
  const cpu = profile.sampleType.findIndex(
    ({ type, unit }) => text(type) === "cpu" && text(unit) === "nanoseconds",
  );
  if (cpu < 0) throw new Error("it has no CPU time");
  const known = new Map(profile.function.map((one) => [Number(one.id), one]));
  const isOfGo = libraryOf(profile.function.map((one) => [text(one.name), text(one.filename)]));
  const lines = new Map(
    profile.location.map(({ id, line }) => [
      Number(id),
      line.map(({ functionId }) => Number(functionId)).reverse(),
    ]),
  );
  const tree = new CallTree<PprofFunction>(
    ({ id }) => Number(id),
    ({ name, filename, startLine }) => {
      const file = isOfGo(text(name), text(filename)) ? "" : absolute(text(filename));
      return [shortName(text(name)), file, Number(startLine) || null];
    },
  );
  for (const { locationId, value } of profile.sample) {
    // The innermost comes first, among locations and among the functions that are inlined at one.
    const stack = locationId.toReversed().flatMap((id) => lines.get(Number(id)) ?? []);
    tree.add(
      stack.flatMap((id) => known.get(id) ?? []),
      Number(value[cpu] ?? 0) / 1e3,
    );
  }
  return tree.answer;
}

/** "rank.(*Items).Sort" of "example.com/shop/rank.(*Items).Sort"; without the package where that is main. */
const shortName = (name: string) => name.slice(name.lastIndexOf("/") + 1).replace(/^main\./, "");

/** The path of a file that was built with `-trimpath`: of a module with its version, or of the program's own. */
const absolute = (file: string) =>
  file.startsWith("/") ? file : `${/^[^/]+\/[^@]*@/.test(file) ? "/pkg/mod/" : "/"}${file}`;

/**
 * Whether a function is of Go's own library, by its name and its file. The files of package runtime tell where that library
 * is; nowhere, where it was built with `-trimpath`: then its packages have no host in their names, as only those have.
 */
function libraryOf(
  all: readonly (readonly [name: string, file: string])[],
): (name: string, file: string) => boolean {
  const runtime = all.find(
    ([name, file]) => name.startsWith("runtime.") && /(?:^|\/)runtime\/[^/]+$/.test(file),
  )?.[1];
  const root = runtime?.replace(/runtime\/[^/]+$/, "");
  if (root) return (_, file) => file.startsWith(root);
  return (name, file) =>
    file === "" || (!name.startsWith("main.") && !/^[^/]*\./.test(file) && !file.startsWith("/"));
}
