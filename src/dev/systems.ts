/**
 * The reference systems: each is a profile of `.github/steelyard.yml` that measures everything of its record, and a record
 * of the same config that writes it down. Another one is another line.
 */
export const SYSTEMS = [
  { profile: "recommend", record: "recommend" },
  { profile: "notify", record: "notify" },
  { profile: "retrieve", record: "retrieve" },
  { profile: "search", record: "search" },
  { profile: "scaling", record: "capacity" },
] as const;
export type System = (typeof SYSTEMS)[number];
