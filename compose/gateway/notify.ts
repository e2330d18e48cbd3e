import { randomUUID } from "node:crypto";

/** A notification for a user of a tenant. */
export interface Notification {
  readonly id: string;
  readonly tenant: string;
  readonly user: string;
  readonly message: string;
  /** When it was accepted: milliseconds since 1970. */
  readonly at: number;
}

/** Carries notifications from the gateway that accepted them to all gateways, including this one. */
export interface Fanout {
  publish(notification: Notification): Promise<void>;
  /** @param listener gets every notification published from now on, as JSON */
  listen(listener: (tenant: string, text: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** A fan-out within this process, for a single gateway. */
export function local(): Fanout {
  const listeners: ((tenant: string, text: string) => void)[] = [];
  return {
    async publish(notification) {
      const text = JSON.stringify(notification);
      for (const listener of listeners) listener(notification.tenant, text);
    },
    async listen(listener) {
      listeners.push(listener);
    },
    close: async () => {},
  };
}

export const accepted = (tenant: string, user: string, message: string): Notification => ({
  id: randomUUID(),
  tenant,
  user,
  message,
  at: Date.now(),
});

/** The used part of a WebSocket. */
export interface Session {
  readonly bufferedAmount: number;
  send(text: string): void;
}

/** Bytes that may wait for a session that reads slowly; while more are waiting, its messages are dropped. */
export const MOST_WAITING = 2 ** 16;

/** Open sessions by tenant, with counts of their sent and dropped notifications. */
export interface Sessions {
  join(tenant: string, session: Session): void;
  leave(tenant: string, session: Session): void;
  deliver(tenant: string, text: string): void;
  readonly counts: { open: number; delivered: number; dropped: number };
}

export function sessions(): Sessions {
  const tenants = new Map<string, Set<Session>>();
  const counts = { open: 0, delivered: 0, dropped: 0 };
  return {
    counts,
    join(tenant, session) {
      const all = tenants.get(tenant) ?? new Set();
      tenants.set(tenant, all.add(session));
      counts.open += 1;
    },
    leave(tenant, session) {
      const all = tenants.get(tenant);
      if (!all?.delete(session)) return;
      if (all.size === 0) tenants.delete(tenant);
      counts.open -= 1;
    },
    deliver(tenant, text) {
      for (const session of tenants.get(tenant) ?? []) {
        const slow = session.bufferedAmount > MOST_WAITING;
        counts[slow ? "dropped" : "delivered"] += 1;
        if (!slow) session.send(text);
      }
    },
  };
}
