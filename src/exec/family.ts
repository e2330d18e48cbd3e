import { setTimeout as delay } from "node:timers/promises";
import { environmentError } from "../base/errors.ts";
import { graceLeft } from "./deadline.ts";
import { markOf } from "./mark.ts";
import { alive, allStats, type ProcessStat, statOf } from "./proc.ts";

/** Seconds until a killed process must be gone. One that takes longer hangs in the kernel. */
const VANISH = 10;

/** The leader of a process group, by a name that is never reused. `began` is null without `/proc`. */
export interface Leader {
  readonly pid: number;
  readonly began: number | null;
}

/**
 * A process and everything that it started: its group, its session, its descendants, those seen earlier, and every
 * process with its mark. A daemon escapes if it opens its own session, outlives its parent unseen and clears its
 * environment; a control group (`Fence`) also holds that one.
 *
 * Off Linux only the group is known.
 */
export class Family {
  readonly leader: Leader;
  private readonly seen = new Map<number, number>();
  /** Once empty, always empty: another process may get the pid later. */
  private extinct = false;
  private readonly mark: string | null;

  /** @param mark in the environment of all its processes; null if there is none */
  constructor(leader: Leader, mark: string | null = null) {
    this.leader = leader;
    this.mark = mark;
  }

  /** Pids that still run. Zombies do not count. */
  members(): number[] {
    if (this.extinct) return [];
    const { pid, began } = this.leader;
    if (began === null) return exists(-pid) ? [pid] : [];
    const look = this.scan(pid, began);
    // A scan takes milliseconds, and a process may fork meanwhile: only two empty scans mean that none is left.
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

  /** Kills all processes at once, without waiting. For the last moment of this process. */
  kill(): void {
    this.signal("SIGKILL");
  }

  /**
   * Signals the whole group, and individually each process that left it. The group is signalled only while a process of
   * ours is in it: its number may belong to a stranger by now.
   */
  private signal(name: NodeJS.Signals): void {
    const members = this.members();
    // Off Linux the group is all that is known.
    const inGroup = (pid: number) => this.leader.began === null || statOf(pid)?.group === this.leader.pid;
    if (members.some(inGroup)) send(-this.leader.pid, name);
    for (const pid of members) if (name === "SIGKILL" || !inGroup(pid)) send(pid, name);
  }

  /**
   * Ends all processes: SIGTERM, then SIGKILL after `grace` seconds or at this process's own deadline. Resolves
   * when none of them runs.
   *
   * @throws SteelyardError (environment) when a killed process still exists after ten seconds
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

  /** Whether all are gone within a number of seconds. Calls `meanwhile` before each check. */
  private async gone(
    seconds: number,
    meanwhile: () => void,
    most = (left: number) => left,
  ): Promise<boolean> {
    const until = performance.now() + seconds * 1000;
    for (let pause = 2; ; pause = Math.min(50, pause * 1.5)) {
      await delay(pause);
      meanwhile(); // a process may have forked between the check and the signal
      if (this.members().length === 0) return true;
      if (most((until - performance.now()) / 1000) <= 0) return false;
    }
  }
}

/** This process and its ancestors, which no record may end. */
function kinOfOurs(all: readonly ProcessStat[]): ReadonlySet<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const kin = new Set<number>();
  for (let pid: number | undefined = process.pid; pid && !kin.has(pid); pid = parents.get(pid)) kin.add(pid);
  return kin;
}

/** The leader of a newly started child. */
export function leader(pid: number): Leader {
  return { pid, began: statOf(pid)?.began ?? null };
}

function exists(target: number): boolean {
  try {
    return process.kill(target, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // exists, but must not be signalled
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // already gone, or of another user: the next check shows which
  }
}
