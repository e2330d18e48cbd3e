import { z } from "zod";

const text = z.string().max(2_000);

/** The machine and the tools: what must be alike for two sessions to be compared. */
export const Fingerprint = z.strictObject({
  os: text,
  arch: text,
  cpu: text,
  cores: z.number().int().min(1),
  /** bytes */
  memory: z.number().min(0),
  /** major.minor */
  kernel: text,
  node: text,
  generators: z.record(z.string(), text),
  /** What the services run in, such as "compose"; absent for plain processes and what is deployed. */
  containers: text.optional(),
  /** Version of the container engine. */
  engine: text.optional(),
  /** Images that were not built for the run, by service: `postgres:16 sha256:…`, the digest of the contents. */
  images: z.record(z.string(), text).optional(),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

/** `postgres:16 sha256:0123…` as `postgres:16 (0123…)`, twelve digits of it. */
export const shortImage = (image: string) =>
  image.replace(/ (?:sha256:)?([0-9a-f]{1,12})[0-9a-f]*$/, " ($1)");
