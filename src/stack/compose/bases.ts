import { resolve } from "node:path";
import { own } from "../../base/own.ts";
import { readBytes } from "../../exec/linkless.ts";
import type { Mapping } from "./resolved.ts";

/** Bytes of a Dockerfile that is read. */
const MOST_BYTES = 1 << 20;
/** An image by name, tag and digest. */
const IMAGE = /^[a-z0-9][\w.:@/-]*$/i;

/** A variable, and a text for where it is unset (`-`) or set (`+`): `$TAG`, `${TAG}`, `${TAG:-24}`. */
const VARIABLE = /\$(?:(\w+)|\{(\w+)(?::?([-+])([^${}]*))?\})/g;
const CONTEXT_IMAGE = /^docker-image:\/\//;

const mapping = (value: unknown) => (typeof value === "object" && value !== null ? (value as Mapping) : {});

/** The images that a service's build takes from elsewhere; of a Dockerfile that is fetched, only those of further contexts. */
export function basesOfBuild(build: Mapping): string[] {
  const { context, dockerfile, dockerfile_inline: inline } = build;
  const given = mapping(build.args);
  const contexts = mapping(build.additional_contexts);
  const images = Object.values(contexts)
    .map(String)
    .filter((one) => CONTEXT_IMAGE.test(one));
  const found = images.map((one) => one.replace(CONTEXT_IMAGE, ""));
  const read = (text: string) => [...found, ...basesOf(text, given, Object.keys(contexts))];
  if (typeof inline === "string") return read(inline);
  try {
    const file = resolve(String(context), String(dockerfile ?? "Dockerfile"));
    return read(readBytes(file, MOST_BYTES).toString());
  } catch {
    return found; // the build says what is wrong with it
  }
}

/**
 * The images that a Dockerfile takes from elsewhere, by `FROM`, `COPY --from` and `RUN --mount=from=`: neither its own
 * stages nor `scratch`. Variables have the values of the build's arguments, or of `ARG` before the first stage. Names with
 * another variable are left out.
 *
 * @param contexts names of the build's further contexts, which stand for no image
 */
export function basesOf(dockerfile: string, given: Mapping = {}, contexts: readonly string[] = []): string[] {
  const args: Record<string, string> = {};
  const stages = new Set(["scratch", ...contexts.map((name) => name.toLowerCase())]);
  const found = new Set<string>();
  let begun = false;
  const filled = (text: string) =>
    text.replace(VARIABLE, (all, plain, braced, sign, word) => {
      const value = own(args, plain ?? braced);
      if (sign === "+") return value ? word : "";
      return sign === undefined ? (value ?? all) : value || word;
    });
  const add = (name: string) => {
    const image = filled(name);
    if (IMAGE.test(image) && !stages.has(image.toLowerCase()) && !/^\d+$/.test(image)) found.add(image);
  };
  for (const line of dockerfile.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const [word = "", ...rest] = line.trim().split(/\s+/);
    const instruction = word.toUpperCase();
    const names = rest.filter((one) => !one.startsWith("--"));
    if (instruction === "ARG" && !begun) {
      for (const name of names) {
        const [key, value] = name.split(/=(.*)/s) as [string, string?];
        const set = own(given, key) ?? (value && filled(value.replace(/^(["'])(.*)\1$/, "$2")));
        if (set !== undefined && set !== null) args[key] = String(set);
      }
    } else if (instruction === "FROM") {
      begun = true;
      const [name = "", as, stage] = names;
      add(name);
      if (as?.toUpperCase() === "AS" && stage !== undefined) stages.add(stage.toLowerCase());
    } else if (instruction === "COPY" || instruction === "RUN") {
      const option = instruction === "COPY" ? /^--(from)=(.+)$/ : /^--mount=(.*,)?from=([^,]+)/;
      for (const one of rest) add(option.exec(one)?.[2] ?? "");
    }
  }
  return [...found];
}
