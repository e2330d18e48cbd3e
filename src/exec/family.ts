import { setTimeout as delay } from "node:timers/promises";
import { environmentError } from "../base/errors.ts";
import { graceLeft } from "./deadline.ts";
import { markOf } from "./mark.ts";
import { alive, allStats, type ProcessStat, statOf } from "./proc.ts";

/** Seconds that a killed process may take to vanish: more than that is one stuck inside the kernel. */
const VANISH = 10;

/** A process group's leader, by a name that is never given twice; `began` is null where there is no `/proc`. */
export interface Leader {
  readonly pid: number;
  readonly began: number | null;
}

/**
 * Everything that came of one process which leads its own session: its group, its session, its descendants, what was
 * ever seen of those, and every process that bears its mark. A daemon escapes that opens a session of its own, outlives
 * its parent unseen and has cleared its environment: a control group holds that one, see `Fence`.
 *
 * Off Linux the group alone is known.
 */
export class Family {
  readonly leader: Leader;
  private readonly seen = new Map<number, number>();
  /** Once empty, always empty: the pid may be a stranger's next time. */
  private extinct = false;
  private readonly mark: string | null;

  /** @param mark in the environment of all that came of it; null where there is none */
  constructor(leader: Leader, mark: string | null = null) {
    this.leader = leader;
    this.mark = mark;
  }

  /** Pids that still run; a zombie does not. */
  members(): number[] {
    if (this.extinct) return [];
    const { pid, began } = this.leader;
    if (began === null) return exists(-pid) ? [pid] : [];
    const look = this.scan(pid, began);
    // A look takes milliseconds, and a process may fork behind its back: nothing found twice is nothing.
    const found = look.length === 0 && exists(-pid) ? this.scan(pid, began) : look;
    this.extinct = found.length === 0;
    return found;
  }

  private scan(leader: number, began: number): number[] {
    const all = allStats();
    const own = new Set<number>();
    const taken = all.some(({ pid, began: since }) => pid === leader && since !== began);
    const ours = (stat: ProcessStat) =>
      (!taken && (stat.pid === leader || stat.group === leader || stat.session === leader)) ||
      this.seen.get(stat.pid) === stat.began;
    const kin = kinOfOurs(all);
    for (const stat of all) {
      if (kin.has(stat.pid)) continue;
      if (ours(stat) || (stat.began >= began && this.mark !== null && markOf(stat) === this.mark)) {
        own.add(stat.pid);
      }
    }
    for (let before = -1; before < own.size; ) {
      before = own.size;
      for (const { pid, parent } of all) if (own.has(parent) && !kin.has(pid)) own.add(pid);
    }
    const living = all.filter((stat) => own.has(stat.pid) && alive(stat));
    for (const stat of living) this.seen.set(stat.pid, stat.began);
    return living.map(({ pid }) => pid);
  }

  /** Ends everything at once, without waiting; for the last moment of our own process. */
  kill(): void {
    this.signal("SIGKILL");
  }

  /**
   * Signals the group as one, and by itself whatever left it. The group only where one of ours is in it: its number may
   * be a stranger's by now.
   */
  private signal(name: NodeJS.Signals): void {
    const members = this.members();
    // Off Linux the group is all that is known.
    const inGroup = (pid: number) => this.leader.began === null || statOf(pid)?.group === this.leader.pid;
    if (members.some(inGroup)) send(-this.leader.pid, name);
    for (const pid of members) if (name === "SIGKILL" || !inGroup(pid)) send(pid, name);
  }

  /**
   * Ends everything: SIGTERM, and SIGKILL to all that is left after `grace` seconds, or at this process's own deadline;
   * resolves when nothing of it runs any more.
   *
   * @throws SteelyardError (environment) when a killed process is still there after ten seconds
   */
  async end(grace: number): Promise<void> {
    if (this.members().length === 0) return;
    if (graceLeft(grace) > 0) {
      this.signal("SIGTERM");
      if (await this.gone(grace, () => {}, graceLeft)) return;
    }
    this.kill();
    if (await this.gone(VANISH, () => this.kill())) return;
    throw environmentError(`Processes do not end, even when killed: ${this.members().join(", ")}.`, {
      remedy: "they hang inside the kernel (often a dead network disk): restart the machine",
    });
  }

  /** Whether all were gone within so many seconds; `meanwhile` is done again before each look. */
  private async gone(
    seconds: number,
    meanwhile: () => void,
    most = (left: number) => left,
  ): Promise<boolean> {
    const until = performance.now() + seconds * 1000;
    for (let pause = 2; ; pause = Math.min(50, pause * 1.5)) {
      await delay(pause);
      meanwhile(); // a process may have forked between the look and the signal
      if (this.members().length === 0) return true;
      if (most((until - performance.now()) / 1000) <= 0) return false;
    }
  }
}

/** This process and those above it, which nobody's records may end. */
function kinOfOurs(all: readonly ProcessStat[]): ReadonlySet<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const kin = new Set<number>();
  for (let pid: number | undefined = process.pid; pid && !kin.has(pid); pid = parents.get(pid)) kin.add(pid);
  return kin;
}

/** The leader of a child that was just started. */
export function leader(pid: number): Leader {
  return { pid, began: statOf(pid)?.began ?? null };
}

function exists(target: number): boolean {
  try {
    return process.kill(target, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // there, and not ours to signal
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // gone already, or of another user: the next look tells which
  }
}
