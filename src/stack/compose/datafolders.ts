import { createHash } from "node:crypto";
import { relative } from "node:path";
import { keepsData } from "../../model/datafolder.ts";
import { empty } from "./judges.ts";
import type { Mapping, Resolved } from "./resolved.ts";
import { type Bounds, listed, within } from "./sources.ts";

/** A mounted folder: nothing is in it (or it is missing), its files are not the checkout's, or they are the checkout's own. */
export type FolderState = "empty" | "foreign" | "own";

/**
 * The project in which an external volume with a database's data is a volume of each start. Two servers, base's and head's, would
 * write to the same files, and these are the user's.
 *
 * @param model before `permitted`: a volume that is replaced needs no permission
 */
export function withOwnVolumes(model: Resolved): {
  readonly model: Resolved;
  readonly warnings: readonly string[];
} {
  const held = new Set(
    Object.values(model.services ?? {}).flatMap((service) =>
      listed(service.volumes).flatMap((volume) =>
        volume.type === "volume" && holdsData(service, volume) ? [String(volume.source)] : [],
      ),
    ),
  );
  const warnings: string[] = [];
  const volumes = Object.entries(model.volumes ?? {}).map(([key, volume]) => {
    if (!held.has(key) || empty(volume?.external)) return [key, volume] as const;
    const name = String(volume?.name ?? key);
    warnings.push(
      `volumes.${key} is a new volume in each start, because a database would write to the external volume "${name}"; it is empty: fill it by stack.seed`,
    );
    return [key, {}] as const;
  });
  if (warnings.length === 0) return { model, warnings };
  return { model: { ...model, volumes: Object.fromEntries(volumes) }, warnings };
}

/**
 * The project in which a database has a volume of each start instead of a folder of the checkout (`./pgdata`). Such a folder
 * would keep its data from start to start, head would use a developer's own, and only the database's user could delete it.
 * Folders with files of the checkout stay, and those of a service with a `user`, which may write only there.
 *
 * @param model after `permitted`, with links followed
 */
export async function withDataVolumes(
  model: Resolved,
  bounds: Bounds,
  stateOf: (folder: string) => Promise<FolderState>,
): Promise<{ readonly model: Resolved; readonly warnings: readonly string[] }> {
  const top = bounds.real(bounds.checkout);
  const binds = Object.entries(model.services ?? {}).flatMap(([name, service]) =>
    listed(service.volumes).flatMap((volume) =>
      volume.type === "bind" ? [{ name, service, volume, source: String(volume.source) }] : [],
    ),
  );
  const data = binds.filter(
    ({ service, volume, source }) =>
      holdsData(service, volume) &&
      empty(service.user) &&
      within(source, top) &&
      !binds.some((other) => other.source !== source && within(other.source, source)),
  );
  const states = new Map<string, FolderState>();
  for (const { source } of data) states.set(source, await stateOf(source));
  const held = data.filter(({ source }) => states.get(source) !== "own");
  const keys = new Map(held.map(({ source }) => [source, keyOf(relative(top, source))]));
  const services = Object.entries(model.services ?? {}).map(([name, service]) => {
    const volumes = listed(service.volumes).map((volume) => {
      const key = volume.type === "bind" ? keys.get(String(volume.source)) : undefined;
      const { bind: _, ...rest } = volume;
      return key === undefined ? volume : { ...rest, type: "volume", source: key };
    });
    return [name, volumes.length === 0 ? service : { ...service, volumes }] as const;
  });
  const made = Object.fromEntries([...keys.values()].map((key) => [key, {}]));
  const warnings = held.flatMap(({ name, volume, source }) =>
    states.get(source) === "foreign"
      ? `services.${name}.volumes (${String(volume.target)}) has a new volume in each start, because base does not have the data in ${relative(top, source)}`
      : [],
  );
  return {
    model: { ...model, services: Object.fromEntries(services), volumes: { ...model.volumes, ...made } },
    warnings,
  };
}

/** Whether a database may write to a mount and keeps its data there. */
const holdsData = ({ image }: Mapping, { target, read_only }: Mapping): boolean =>
  keepsData(String(image ?? ""), String(target)) && empty(read_only);

/** The volume's name: the same in both trees, and one for all services that mount the folder. */
const keyOf = (path: string) => `mounted-${createHash("sha256").update(path).digest("hex").slice(0, 8)}`;
