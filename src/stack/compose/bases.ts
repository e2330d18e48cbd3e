import { resolve } from "node:path";
import { own } from "../../base/own.ts";
import { readBytes } from "../../exec/linkless.ts";
import type { Mapping } from "./resolved.ts";

/** Bytes of a Dockerfile that is read. */
const MOST_BYTES = 1 << 20;
/** An image by name, tag and digest. */
const IMAGE = /^[a-z0-9][\w.:@/-]*$/i;

/** The images that a service's build begins with; none where its Dockerfile is fetched from elsewhere. */
export function basesOfBuild(build: Mapping): string[] {
  const { context, dockerfile, dockerfile_inline: inline, args } = build;
  const given = (typeof args === "object" && args !== null ? args : {}) as Record<string, unknown>;
  if (typeof inline === "string") return basesOf(inline, given);
  try {
    const file = resolve(String(context), String(dockerfile ?? "Dockerfile"));
    return basesOf(readBytes(file, MOST_BYTES).toString(), given);
  } catch {
    return []; // the build says what is wrong with it
  }
}

/**
 * The images that a Dockerfile takes from elsewhere, by `FROM` and `COPY --from`: neither its own stages nor `scratch`.
 * Variables have the values of the build's arguments, or of `ARG` before the first stage. Names with another variable are
 * left out.
 */
export function basesOf(dockerfile: string, given: Readonly<Record<string, unknown>> = {}): string[] {
  const args: Record<string, string> = {};
  const stages = new Set(["scratch"]);
  const found = new Set<string>();
  let begun = false;
  const add = (name: string) => {
    const image = name.replace(/\$\{(\w+)\}|\$(\w+)/g, (all, a, b) => own(args, a ?? b) ?? all);
    if (IMAGE.test(image) && !stages.has(image.toLowerCase()) && !/^\d+$/.test(image)) found.add(image);
  };
  for (const line of dockerfile.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const [word = "", ...rest] = line.trim().split(/\s+/);
    const instruction = word.toUpperCase();
    const [name = "", as, stage] = rest.filter((one) => !one.startsWith("--"));
    if (instruction === "ARG" && !begun) {
      const [key, value] = name.split(/=(.*)/s) as [string, string?];
      const set = own(given, key) ?? value?.replace(/^(["'])(.*)\1$/, "$2");
      if (set !== undefined && set !== null) args[key] = String(set);
    } else if (instruction === "FROM") {
      begun = true;
      add(name);
      if (as?.toUpperCase() === "AS" && stage !== undefined) stages.add(stage.toLowerCase());
    } else if (instruction === "COPY") {
      const from = rest.find((one) => one.startsWith("--from="));
      if (from !== undefined) add(from.slice("--from=".length));
    }
  }
  return [...found];
}
