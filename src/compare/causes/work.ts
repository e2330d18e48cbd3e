import { own } from "../../base/own.ts";
import { packageIn } from "../../model/packages.ts";
import type { CallTree, CpuProfile, Frame, Hunk, Profiling } from "../../model/profiling.ts";

/**
 * A function of the repository together with the functions of packages and the runtime that it calls. Or a package, or a
 * part of the runtime, that no function of the repository called.
 */
export interface Place extends Frame {
  readonly service: string;
}

/** Seconds in a place of one profile, of CPU time or of waiting, and how they are spread over what it calls. */
export interface Spent {
  readonly place: Place;
  seconds: number;
  /** With the functions of the repository that it calls. */
  total: number;
  readonly within: Map<string, number>;
  /** The same by the package that it calls directly, with all that this calls. */
  readonly through: Map<string, number>;
  /** The same by each package that is called, by whatever package. Those of a package begin with itself. */
  readonly packages: Map<string, number>;
}

/**
 * The factor of all seconds in a profile. A profiler that samples by the clock counts a process that had to wait
 * for a core as running; its sum is never more than what the service used.
 *
 * @param used CPU seconds of the service by its counters
 */
export function scaleOf({ nodes }: CpuProfile, used: number): number {
  const sampled = nodes.reduce((sum, [, , seconds]) => sum + seconds, 0);
  return sampled === 0 ? 1 : Math.min(1, used / sampled);
}

/**
 * The CPU seconds of each place in a profile, by a key that is the same for both sides.
 *
 * @param used CPU seconds of the service by its counters
 */
export function spentIn(
  profile: CpuProfile,
  used: number,
  changes: Profiling["changes"],
  namesakes: Namesakes,
): Map<string, Spent> {
  return placesIn(profile, profile.nodes, scaleOf(profile, used), changes, namesakes);
}

/** The seconds of waiting of each place in a profile, by such a key. */
export const waitedIn = (
  profile: CpuProfile,
  changes: Profiling["changes"],
  namesakes: Namesakes,
): Map<string, Spent> => placesIn(profile, profile.waits ?? [], 1, changes, namesakes);

/** @param scale the factor of all seconds in `nodes` */
function placesIn(
  { service, side, frames }: CpuProfile,
  nodes: CallTree,
  scale: number,
  changes: Profiling["changes"],
  namesakes: Namesakes,
): Map<string, Spent> {
  const found = new Map<string, Spent>();
  const owners: (Place | undefined)[] = [];
  /** The package that the owner calls, through which a node is reached. */
  const entries: (string | undefined)[] = [];
  /** The packages on the way from the owner to a node. */
  const inside: (readonly string[])[] = [];
  /** The places that a node's time counts for in total: its owner's and those of its callers. */
  const open: (readonly Spent[])[] = [];
  for (const [i, [caller, index, seconds]] of nodes.entries()) {
    const frame = frames[index];
    const above = caller < i ? owners[caller] : undefined;
    const owner = frame === undefined ? above : ownerOf(frame, above, service);
    owners.push(owner);
    const entry = frame && isOwn(frame) ? undefined : (entries[caller] ?? packageOf(frame));
    entries.push(entry);
    const passed = passedBy(frame, caller < i ? (inside[caller] ?? []) : []);
    inside.push(passed);
    const around = caller < i ? (open[caller] ?? []) : [];
    open.push(around);
    if (owner === undefined || frame === undefined) continue;
    const key = JSON.stringify([service, frameKey(owner, side === "base" ? changes : {}, namesakes)]);
    const spent = found.get(key) ?? empty(owner);
    found.set(key, spent);
    if (!around.includes(spent)) open[i] = [...around, spent];
    for (const one of open[i]!) one.total += scale * seconds;
    for (const one of passed) add(spent.packages, one, scale * seconds);
    spent.seconds += scale * seconds;
    if (frame.file === owner.file && frame.name === owner.name && frame.line === owner.line) continue;
    add(spent.within, calleeName(frame), scale * seconds);
    if (entry !== undefined && isOwn(owner)) add(spent.through, entry, scale * seconds);
  }
  return found;
}

const empty = (place: Place): Spent => ({
  place,
  seconds: 0,
  total: 0,
  within: new Map(),
  through: new Map(),
  packages: new Map(),
});

const add = (to: Map<string, number>, key: string, seconds: number) =>
  to.set(key, (to.get(key) ?? 0) + seconds);

const packageOf = (frame: Frame | undefined) =>
  frame?.file == null ? undefined : packageIn(frame.file)?.[1];

/** The packages on the way to a frame, from the last function of the repository on. @param above those on the way to its caller */
function passedBy(frame: Frame | undefined, above: readonly string[]): readonly string[] {
  if (frame !== undefined && isOwn(frame)) return [];
  const found = packageOf(frame);
  return found === undefined || above.includes(found) ? above : [...above, found];
}

function ownerOf(frame: Frame, above: Place | undefined, service: string): Place {
  const { file } = frame;
  const of = file === null ? null : packageIn(file);
  if (file !== null && of === null) return { ...frame, service };
  if (above !== undefined && (isOwn(above) || of === null)) return above;
  if (of === null) return { service, name: frame.name, file: null, line: null };
  const [folder, name] = of;
  return { service, name, file: `${folder}/${name}`, line: null };
}

/** Whether a function is of the repository. */
export const isOwn = ({ file }: Frame): boolean => file !== null && packageIn(file) === null;

const calleeName = ({ name, file }: Frame): string =>
  file === null ? name || "the runtime" : `${name || "a function"} of ${packageIn(file)?.[1] ?? file}`;

/** Files with names that several functions in them have, as methods of two classes do. */
export type Namesakes = ReadonlyMap<string, ReadonlySet<string>>;

/** The names that functions at several lines of a file of the repository have, in one of the profiles. */
export function namesakesIn(profiles: readonly CpuProfile[]): Namesakes {
  const found = new Map<string, Set<string>>();
  for (const { frames, nodes } of profiles) {
    const lines = new Map<string, number>();
    for (const index of new Set(nodes.map(([, frame]) => frame))) {
      const frame = frames[index];
      if (frame?.file == null || frame.line === null || !isOwn(frame)) continue;
      const { file, name, line } = frame;
      const key = JSON.stringify([file, name]);
      if ((lines.get(key) ?? line) !== line) found.set(file, (found.get(file) ?? new Set()).add(name));
      lines.set(key, line);
    }
  }
  return found;
}

/**
 * A function is the same on both sides by file and name. One without a name, and those of several that have the same one, are
 * so by line, which the change may have moved.
 *
 * @param moved the changes, for a function of base
 */
export function frameKey(
  { file, name, line }: Frame,
  moved: Profiling["changes"],
  namesakes: Namesakes,
): string {
  if (file === null || line === null) return JSON.stringify([file, name, null]);
  const isByLine = name === "" || namesakes.get(file)?.has(name);
  return JSON.stringify([file, name, isByLine ? inHead(line, own(moved, file) ?? []) : null]);
}

/** The lines of head that a change edits: the first ones that end at a line or after it, else the last ones. */
export function editedNear(hunks: readonly Hunk[], line: number): [number, number] | null {
  const all = hunks.map(({ head: [from, lines] }): [number, number] => {
    const first = Math.max(1, from);
    return [first, first + Math.max(0, lines - 1)];
  });
  return all.find(([, to]) => to >= line) ?? all.at(-1) ?? null;
}

/** The line of head that a line of base became; of a replaced line the one at its place. */
export function inHead(line: number, hunks: readonly Hunk[]): number {
  let shift = 0;
  for (const { base, head } of hunks) {
    const [[from, gone], [to, come]] = [base, head];
    // With no lines on its side, a hunk is after the line that it names.
    const first = gone === 0 ? from + 1 : from;
    if (line < first) break;
    if (line < first + gone) return Math.max(1, come === 0 ? to : to + Math.min(line - first, come - 1));
    shift += come - gone;
  }
  return line + shift;
}
