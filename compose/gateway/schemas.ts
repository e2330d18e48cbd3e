import type { Event } from "./recommend.ts";

/** JSON schemas of requests and responses. Names begin with a letter or digit and are short. */
export const name = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$" } as const;
const count = { type: "integer" } as const;
export const object = (properties: object, required: readonly string[]) => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

export interface RecommendBody {
  readonly tenant: string;
  readonly user?: string;
  readonly surface: string;
  readonly k: number;
  readonly item?: string;
}
export const recommendBody = object(
  {
    tenant: name,
    user: name,
    surface: { type: "string", enum: ["home", "product", "cart", "search"] },
    k: { type: "integer", minimum: 1, maximum: 100 },
    item: name,
  },
  ["tenant", "surface", "k"],
);
export const recommendAnswer = object(
  {
    tenant: name,
    algorithm: { type: "string" },
    source: { type: "string" },
    items: {
      type: "array",
      items: object({ item: name, score: count, by: { type: "string" } }, ["item", "score", "by"]),
    },
  },
  ["tenant", "algorithm", "source", "items"],
);

export interface EventsBody {
  readonly tenant: string;
  readonly events: readonly Event[];
}
/** Most events in one batch. */
export const MOST_EVENTS = 1_000;
export const eventsBody = object(
  {
    tenant: name,
    events: {
      type: "array",
      minItems: 1,
      maxItems: MOST_EVENTS,
      items: object({ id: name, user: name, item: name }, ["id", "user", "item"]),
    },
  },
  ["tenant", "events"],
);

export interface Tenant {
  readonly tenant: string;
}
export const tenantOnly = object({ tenant: name }, ["tenant"]);

export interface NotificationBody {
  readonly tenant: string;
  readonly user: string;
  readonly message: string;
}
export const notificationBody = object(
  { tenant: name, user: name, message: { type: "string", minLength: 1, maxLength: 1_000 } },
  ["tenant", "user", "message"],
);

export interface SearchBody {
  readonly query: string;
  readonly k: number;
}
export const searchBody = object(
  {
    query: { type: "string", minLength: 1, maxLength: 200 },
    k: { type: "integer", minimum: 1, maximum: 100 },
  },
  ["query", "k"],
);
