import { z } from "zod";

const text = z.string().max(8_000);

/** What became of one thing that was to be posted: where it is, or why it is not. */
export const Delivery = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.enum(["created", "updated"]),
    place: z.enum(["comment", "check", "status"]),
    url: text,
    /** Of a comment. */
    id: z.number().int().optional(),
  }),
  z.strictObject({
    /** `left`: nobody wanted it, or there is nothing to post it on; `refused`: it was wanted, and could not be had. */
    outcome: z.enum(["left", "refused"]),
    place: z.enum(["comment", "check", "status"]),
    reason: text,
  }),
]);
export type Delivery = z.infer<typeof Delivery>;
