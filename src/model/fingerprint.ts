import { z } from "zod";

const text = z.string().max(2_000);

/** The machine and the tools. Two sessions are compared only if these match. */
export const Fingerprint = z.strictObject({
  os: text.meta({ description: "operating system, such as linux" }),
  arch: text.meta({ description: "architecture, such as x64" }),
  cpu: text.meta({ description: "model of the CPU" }),
  cores: z.number().int().min(1).meta({ description: "number of CPUs" }),
  memory: z.number().min(0).meta({ description: "usable memory in bytes" }),
  kernel: text.meta({ description: "version of the kernel, major.minor" }),
  node: text.meta({ description: "version of Node.js" }),
  generators: z.record(z.string(), text).meta({ description: "versions of the load generators, by name" }),
  containers: text.optional().meta({
    description:
      "container runtime of the services, such as compose; absent for processes and deployed stacks",
  }),
  engine: text.optional().meta({ description: "version of the container engine; absent without containers" }),
  images: z.record(z.string(), text).optional().meta({
    description:
      "images not built for the run, by service: postgres:16 sha256:… with the digest of the contents",
  }),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

/** Share by which the memory of one machine may differ: firmware and kernels reserve a varying part. */
const SAME_MEMORY = 0.05;
export const isSameMemory = (one: Fingerprint, other: Fingerprint): boolean =>
  Math.abs(one.memory - other.memory) <= SAME_MEMORY * Math.max(one.memory, other.memory);

/** `postgres:16 sha256:0123…` as `postgres:16 (0123…)`, with twelve digits of the digest. */
export const shortImage = (image: string) =>
  image.replace(/ (?:sha256:)?([0-9a-f]{1,12})[0-9a-f]*$/, " ($1)");
