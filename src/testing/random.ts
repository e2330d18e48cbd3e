import { stream } from "../base/random.ts";
import { normalPpf } from "../stats/normal.ts";

/** A reproducible stream of uniform (`next`) and standard normal (`one`, `some`) numbers. */
export function normals(seed: number) {
  const next = stream(seed);
  const one = () => normalPpf(Math.min(1 - 1e-12, Math.max(1e-12, next())));
  return { next, one, some: (n: number) => Array.from({ length: n }, one) };
}
