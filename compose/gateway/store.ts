import type { Event } from "./recommend.ts";
import type { Manifest } from "./sources.ts";

/** The outcome of a batch. It is stored completely or, with a conflict, not at all. */
export type Ingested =
  | { readonly added: number; readonly known: number }
  /** An id that is already there, or twice in the batch, with other contents. */
  | { readonly conflict: string };

/** A store of events and manifests, separate for each tenant. */
export interface Store {
  /** Adds events; those already there under the same id are left alone. */
  ingest(tenant: string, events: readonly Event[]): Promise<Ingested>;
  /** A tenant's events in the order first ingested; undefined for a tenant that never had any. */
  events(tenant: string): Promise<readonly Event[] | undefined>;
  /** Replaces the tenant's manifest. */
  publish(tenant: string, manifest: Manifest): Promise<void>;
  /** The manifest last published; undefined where there is none. */
  manifest(tenant: string): Promise<Manifest | undefined>;
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** A store in this process's memory, without a size limit. */
export function embedded(): Store {
  const tenants = new Map<string, Map<string, Event>>();
  // Requests read the array. It is kept in addition to the map, so that reading copies nothing.
  const lists = new Map<string, Event[]>();
  const manifests = new Map<string, Manifest>();
  return {
    async ingest(tenant, events) {
      const kept = tenants.get(tenant) ?? new Map<string, Event>();
      const fresh = new Map<string, Event>();
      for (const { id, user, item } of events) {
        const known = kept.get(id) ?? fresh.get(id);
        if (known === undefined) fresh.set(id, { id, user, item });
        else if (known.user !== user || known.item !== item) return { conflict: id };
      }
      for (const [id, event] of fresh) kept.set(id, event);
      if (kept.size > 0) {
        tenants.set(tenant, kept);
        lists.set(tenant, [...kept.values()]);
      }
      return { added: fresh.size, known: events.length - fresh.size };
    },
    events: async (tenant) => lists.get(tenant),
    async publish(tenant, manifest) {
      manifests.set(tenant, manifest);
    },
    manifest: async (tenant) => manifests.get(tenant),
    ready: async () => true,
    close: async () => {},
  };
}
