import { z } from "zod";

const text = z.string().max(2_000);

/** The machine and the tools. Two sessions are compared only if these match. */
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
  /** The container runtime of the services, such as "compose"; absent for processes and deployed stacks. */
  containers: text.optional(),
  /** Version of the container engine. */
  engine: text.optional(),
  /** By service: images not built for the run, as `postgres:16 sha256:…` with the digest of the contents. */
  images: z.record(z.string(), text).optional(),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

/** Share by which the memory of one machine may differ: firmware and kernels reserve a varying part. */
const SAME_MEMORY = 0.05;
export const isSameMemory = (one: Fingerprint, other: Fingerprint): boolean =>
  Math.abs(one.memory - other.memory) <= SAME_MEMORY * Math.max(one.memory, other.memory);

/** `postgres:16 sha256:0123…` as `postgres:16 (0123…)`, with twelve digits of the digest. */
export const shortImage = (image: string) =>
  image.replace(/ (?:sha256:)?([0-9a-f]{1,12})[0-9a-f]*$/, " ($1)");
