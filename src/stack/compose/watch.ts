import type { Engine } from "./engine.ts";
import { labelled, ONE_OFF, PROJECT, SERVICE } from "./labels.ts";

/** A container's main process ended (`die`), or the out-of-memory killer ended one of its processes (`oom`). */
export interface ContainerExit {
  readonly kind: "die" | "oom";
  readonly service: string;
  /** Exit code of its main process, if that process ended. */
  readonly exitCode: number | null;
}

/** The exit in a line of the engine's event stream; undefined for other events, and those of one-off containers. */
export function containerExitOf(line: string): ContainerExit | undefined {
  try {
    const event = JSON.parse(line);
    const attributes = event.Actor?.Attributes ?? {};
    const kind = event.Action ?? event.status;
    if ((kind !== "die" && kind !== "oom") || attributes[ONE_OFF] === "True") return undefined;
    const code = Number.parseInt(attributes.exitCode ?? "", 10);
    return { kind, service: String(attributes[SERVICE] ?? ""), exitCode: Number.isNaN(code) ? null : code };
  } catch {
    return undefined; // cut off when the connection was closed
  }
}

/** Calls `onExit` for the exits of a project's containers until the signal aborts. */
export async function watch(
  engine: Engine,
  project: string,
  onExit: (exit: ContainerExit) => void,
  signal: AbortSignal,
): Promise<void> {
  await engine.follow(
    `/events?${labelled(PROJECT, project)}`,
    (line) => {
      const exit = containerExitOf(line);
      if (exit) onExit(exit);
    },
    signal,
  );
}
