import type { Engine } from "./engine.ts";
import { labelled, ONE_OFF, PROJECT, SERVICE } from "./labels.ts";

/** A container's main process ended (`die`), or the kernel killed a process of it for want of memory (`oom`). */
export interface ContainerExit {
  readonly kind: "die" | "oom";
  readonly service: string;
  /** Of its main process, where that is what ended. */
  readonly exitCode: number | null;
}

/** What a line of the engine's events says; undefined for all other events, and for those of one-off containers. */
export function containerExitOf(line: string): ContainerExit | undefined {
  try {
    const event = JSON.parse(line);
    const attributes = event.Actor?.Attributes ?? {};
    const kind = event.Action ?? event.status;
    if ((kind !== "die" && kind !== "oom") || attributes[ONE_OFF] === "True") return undefined;
    const code = Number.parseInt(attributes.exitCode ?? "", 10);
    return { kind, service: String(attributes[SERVICE] ?? ""), exitCode: Number.isNaN(code) ? null : code };
  } catch {
    return undefined; // cut off, because we hung up
  }
}

/** Listens to the exits of a project's containers until the signal is aborted. */
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
