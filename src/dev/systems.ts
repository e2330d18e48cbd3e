/**
 * The reference systems. Each has a profile of `.github/steelyard.yml` that measures all workloads of its record, and a
 * record in the same config. A new system is a new line here.
 */
export const SYSTEMS = [
  { profile: "recommend", record: "recommend" },
  { profile: "notify", record: "notify" },
  { profile: "retrieve", record: "retrieve" },
  { profile: "search", record: "search" },
  { profile: "scaling", record: "capacity" },
] as const;
export type System = (typeof SYSTEMS)[number];
