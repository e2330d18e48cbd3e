import { z } from "zod";

const text = z.string().max(20_000);

/** A commit in github-action-benchmark's data; everything but the id is for display only. */
const Commit = z.object({
  id: text,
  message: text.catch(""),
  timestamp: text.catch(""),
  author: z.object({ name: text.optional(), username: text.optional() }).catch({}),
});

const Bench = z.object({
  name: text,
  value: z.number(),
  unit: text.catch(""),
  range: text.optional().catch(undefined),
});

/** Content of github-action-benchmark's `data.js` after its prefix (v1, any tool). Unknown keys are ignored. */
export const BenchmarkData = z.object({
  entries: z.record(
    text,
    z.array(
      z.object({
        commit: Commit,
        /** Unix milliseconds. */
        date: z.number().min(0).max(8.64e15),
        tool: text,
        benches: z.array(Bench),
      }),
    ),
  ),
});
export type BenchmarkData = z.infer<typeof BenchmarkData>;

/** A bench in the file format of its tools `customSmallerIsBetter` and `customBiggerIsBetter`. */
export interface CustomBench {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** Written "± x", the only form that it scales with the value. */
  readonly range?: string;
  readonly extra: string;
}
