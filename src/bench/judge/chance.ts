import { stream } from "../../base/random.ts";

/** Random numbers of the shapes that noise has; the same seed gives the same ones. */
export interface Chance {
  /** In [0, 1). */
  uniform(): number;
  /** 0 … n − 1. */
  below(n: number): number;
  /** Mean 0, sd 1. */
  normal(): number;
  /** Student's t with 4 degrees of freedom divided by its sd √2: heavy tails, mean 0, sd 1. */
  heavy(): number;
  /** Exponential with this mean. */
  exponential(mean: number): number;
}

export function chance(seed: number): Chance {
  const uniform = stream(seed);
  const positive = () => 1 - uniform(); // (0, 1]: has a logarithm
  let spare = Number.NaN;
  /** Box & Muller (1958): two normals from two uniforms, the second kept. */
  function normal(): number {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(positive()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }
  return {
    uniform,
    below: (n) => Math.floor(uniform() * n),
    normal,
    // t₄ = Z/√(χ²₄/4), and χ²₄ is −2 ln of a product of two uniforms; the √2 cancels half of it.
    heavy: () => normal() / Math.sqrt(-Math.log(positive() * positive())),
    exponential: (mean) => -mean * Math.log(positive()),
  };
}
