import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { readBytes } from "../../exec/linkless.ts";
import type { ComposeStack } from "../../model/config.ts";
import type { Definition } from "../../model/ports.ts";
import type { Docker } from "./cli.ts";
import { type Guard, readProject } from "./project.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** Keys whose values are shown: sizes and names of images. For all other keys, only a difference is shown. */
const SHOWN = /^(?:cpus|cpuset|cpu_\w+|mem\w*|shm_size|image|platform|scale|limits|reservations|pids\w*)$/;
/** The largest file that is read, in bytes. */
const MOST_BYTES = 2 ** 20;

/** The definition of a project in its tree. @throws SteelyardError (user) for files that cannot be read or used */
export async function readDefinition(
  options: Omit<Docker, "variables"> & { readonly compose: ComposeStack; readonly guard?: Guard | undefined },
  signal: AbortSignal,
): Promise<Definition> {
  const { compose, guard, cwd } = options;
  const { resolved } = await readProject(compose, { ...options, variables: compose.env }, signal, guard);
  return definitionOf(resolved, cwd);
}

/**
 * The definition of a project's services, by path: `services.web.cpus` is "2", `services.web.environment.PORT` a
 * digest. It includes the content of Dockerfiles and of mounted files. Paths below the tree are relative to it, so
 * that two trees can be compared.
 */
export function definitionOf({ services = {} }: Resolved, tree: string): Definition {
  const found: Record<string, string> = {};
  for (const [name, service] of Object.entries(services)) {
    flatten(`services.${name}`, service, tree, found);
    const build = service.build as Mapping | undefined;
    if (typeof build?.context === "string") {
      const file = resolve(build.context, String(build.dockerfile ?? "Dockerfile"));
      found[`services.${name}.build.Dockerfile`] = contentOf(file);
    }
  }
  return found;
}

function flatten(path: string, value: unknown, tree: string, found: Record<string, string>): void {
  if (Array.isArray(value)) {
    value.forEach((one, index) => {
      const { target, source } = (typeof one === "object" && one !== null ? one : {}) as Mapping;
      const key = typeof target === "string" ? target : String(index);
      flatten(`${path}[${key}]`, one, tree, found);
      if (typeof source === "string" && source.startsWith("/"))
        found[`${path}[${key}].content`] = contentOf(source);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) flatten(`${path}.${key}`, one, tree, found);
  } else {
    const text = String(value).replaceAll(join(tree, "/"), "./").replaceAll(tree, ".");
    const shown = path.split(".").some((key) => SHOWN.test(key));
    found[path] = shown ? text : digest(text);
  }
}

/** The digest of a file; empty for anything but a file, and for a file that is too large. */
function contentOf(file: string): string {
  try {
    return digest(readBytes(file, MOST_BYTES));
  } catch {
    return "";
  }
}

/** Has a prefix, so that it is never mistaken for a plain value. */
const digest = (text: string | Buffer) => `#${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
