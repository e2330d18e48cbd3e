import { join } from "node:path";
import { readBytes } from "../exec/linkless.ts";
import type { Config, StackKind } from "../model/config.ts";
import { meanings, publishedPorts } from "../model/literals.ts";

/**
 * The endpoints for which addresses in a script stand, by host and port; none of a deployed system.
 *
 * @param cwd of the Compose files
 */
export function literals({ stack }: Config, kind: StackKind, cwd: string): Record<string, string> {
  if (kind === "external") return {};
  const outside =
    kind === "compose"
      ? publishedPorts((stack.compose?.files ?? []).map((file) => textOf(join(cwd, file))))
      : fixedPorts(stack.process?.services ?? {});
  return meanings(stack.endpoints, outside);
}

/** The fixed ports of processes, by `service:port`. */
const fixedPorts = (services: NonNullable<Config["stack"]["process"]>["services"]) =>
  Object.fromEntries(
    Object.entries(services).flatMap(([service, { ports }]) =>
      Object.entries(ports).flatMap(([port, { fixed }]) =>
        fixed === undefined ? [] : [[`${service}:${port}`, [fixed]]],
      ),
    ),
  );

/** The text of a file; empty if it cannot be read, which Compose itself reports better. */
function textOf(file: string): string {
  try {
    return readBytes(file).toString("utf8");
  } catch {
    return "";
  }
}
