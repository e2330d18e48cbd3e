import { setTimeout as delay } from "node:timers/promises";
import { environmentError } from "../../base/errors.ts";
import { graceLeft } from "../../exec/deadline.ts";
import { ownerLives } from "../../exec/owner.ts";
import type { Engine } from "./engine.ts";
import { labelled, OWNER, PROJECT } from "./labels.ts";

/** Seconds that containers get between SIGTERM and SIGKILL. */
const GRACE = 3;
/** Looks until what is left is an error, and milliseconds between two: the engine may still finish what it was told. */
const LOOKS = 40;
const PAUSE = 150;

/** Something on the engine that carries our label. */
interface Thing {
  readonly kind: "containers" | "networks" | "volumes" | "images";
  readonly id: string;
  readonly running: boolean;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Removes everything of a project: containers with their anonymous volumes, networks, volumes, built images. It is
 * done when nothing is found twice in a row, because a request whose client was killed may still be carried out.
 *
 * @param options.images whether built images go as well
 * @returns how many things were removed
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
    // Stopped first: they may have something to tidy up, and a restart policy would bring them back.
    if (one.running)
      await engine.send("POST", `/containers/${at(one)}/stop?t=${Math.floor(graceLeft(GRACE))}`);
    await engine.send("DELETE", `/containers/${at(one)}?force=1&v=1`);
  });
  // A network or volume may still be in use by a container that was being made: the next look tells.
  await every(of("networks"), (one) => engine.send("DELETE", `/networks/${at(one)}`));
  await every(of("volumes"), (one) => engine.send("DELETE", `/volumes/${at(one)}?force=1`));
  await every(of("images"), (one) => engine.send("DELETE", `/images/${at(one)}?force=1`));
}

/** All at once, and no complaint before the last is done; one that fails is met again at the next look. */
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

/** A project that is still there. */
export interface Remnant {
  readonly project: string;
  /** Who made it, as `exec/owner.ts` writes it. */
  readonly owner: string;
  /** Whether the process that made it lives; null where that cannot be known from here. */
  readonly owned: boolean | null;
}

/** Every project of ours on the engine, whoever made it. */
export async function remnants(engine: Engine): Promise<Remnant[]> {
  const owners = new Map<string, string>();
  for (const { labels } of await things(engine, labelled(PROJECT))) {
    owners.set(labels[PROJECT] ?? "", labels[OWNER] ?? "");
  }
  return [...owners].map(([project, owner]) => ({ project, owner, owned: ownerLives(owner) }));
}
