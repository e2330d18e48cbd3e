import { setTimeout as delay } from "node:timers/promises";
import { environmentError } from "../../base/errors.ts";
import { graceLeft } from "../../exec/deadline.ts";
import { ownerLives } from "../../exec/owner.ts";
import type { Engine } from "./engine.ts";
import { labelled, OWNER, PROJECT } from "./labels.ts";

/** Seconds between SIGTERM and SIGKILL of containers. */
const GRACE = 3;
/** Attempts before a rest is an error, and milliseconds between two. The engine may still finish earlier requests. */
const LOOKS = 40;
const PAUSE = 150;

/** A thing on the engine that carries Steelyard's label. */
interface Thing {
  readonly kind: "containers" | "networks" | "volumes" | "images";
  readonly id: string;
  readonly running: boolean;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Removes everything of a project: containers with their anonymous volumes, networks, volumes, built images. It
 * ends when nothing is found twice in a row, because the engine may still carry out the request of a killed client.
 *
 * @param options.images whether built images are removed too
 * @returns the number of removed things
 * @throws SteelyardError (environment) when something cannot be removed
 */
export async function removeProject(
  engine: Engine,
  project: string,
  { images = true } = {},
): Promise<number> {
  const removed = new Set<string>();
  for (let look = 0, empty = 0; ; look++) {
    const all = await things(engine, labelled(PROJECT, project));
    const found = images ? all : all.filter(({ kind }) => kind !== "images");
    empty = found.length === 0 ? empty + 1 : 0;
    if (empty === 2) return removed.size;
    if (look >= LOOKS) {
      const [first] = found;
      throw environmentError(`Could not remove the ${first?.kind ?? "rest"} of ${project}.`, {
        where: first?.id ?? engine.address,
        remedy: `docker compose -p ${project} down -v`,
      });
    }
    for (const { id } of found) removed.add(id);
    await removeAll(engine, found);
    if (found.length === 0 || look > 0) await delay(PAUSE);
  }
}

async function removeAll(engine: Engine, found: readonly Thing[]): Promise<void> {
  const of = (kind: Thing["kind"]) => found.filter((thing) => thing.kind === kind);
  const at = ({ id }: Thing) => encodeURIComponent(id);
  await every(of("containers"), async (one) => {
    // Stop first: they may need to clean up, and a restart policy would restart them.
    if (one.running)
      await engine.send("POST", `/containers/${at(one)}/stop?t=${Math.floor(graceLeft(GRACE))}`);
    await engine.send("DELETE", `/containers/${at(one)}?force=1&v=1`);
  });
  // A container that was just being made may still use a network or volume; the next attempt finds them.
  await every(of("networks"), (one) => engine.send("DELETE", `/networks/${at(one)}`));
  await every(of("volumes"), (one) => engine.send("DELETE", `/volumes/${at(one)}?force=1`));
  await every(of("images"), (one) => engine.send("DELETE", `/images/${at(one)}?force=1`));
}

/** Acts on all things at once and waits for all. The next attempt repeats those that failed. */
async function every(things: readonly Thing[], act: (thing: Thing) => Promise<unknown>): Promise<void> {
  await Promise.allSettled(things.map(act));
}

async function things(engine: Engine, query: string): Promise<Thing[]> {
  const list = async (kind: Thing["kind"], path: string): Promise<Thing[]> => {
    const answer = (await engine.get(path)) as Listed[] | { Volumes: Listed[] | null };
    const all = Array.isArray(answer) ? answer : (answer.Volumes ?? []);
    return all.map(({ Id, Name, Labels, State }) => ({
      kind,
      id: Id ?? Name ?? "",
      running: State === "running" || State === "restarting" || State === "paused",
      labels: Labels ?? {},
    }));
  };
  const lists = await Promise.all([
    list("containers", `/containers/json?all=1&${query}`),
    list("networks", `/networks?${query}`),
    list("volumes", `/volumes?${query}`),
    list("images", `/images/json?${query}`),
  ]);
  return lists.flat();
}

interface Listed {
  readonly Id?: string;
  readonly Name?: string;
  readonly State?: string;
  readonly Labels?: Readonly<Record<string, string>> | null;
}

/** A project that still exists. */
export interface Remnant {
  readonly project: string;
  /** The process that made it, as `exec/owner.ts` writes it. */
  readonly owner: string;
  /** Whether that process still runs; null if it is not visible from here. */
  readonly owned: boolean | null;
}

/** All of Steelyard's projects on the engine, with any owner. */
export async function remnants(engine: Engine): Promise<Remnant[]> {
  const owners = new Map<string, string>();
  for (const { labels } of await things(engine, labelled(PROJECT))) {
    owners.set(labels[PROJECT] ?? "", labels[OWNER] ?? "");
  }
  return [...owners].map(([project, owner]) => ({ project, owner, owned: ownerLives(owner) }));
}
