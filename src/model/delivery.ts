import { z } from "zod";

const text = z.string().max(8_000);

/** The outcome of posting a comment, check or status: its address, or why it was not posted. */
export const Delivery = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.enum(["created", "updated"]),
    place: z.enum(["comment", "check", "status"]),
    url: text,
    /** Of a comment. */
    id: z.number().int().optional(),
  }),
  z.strictObject({
    /** `left`: it is switched off, or there is nothing to post it on; `refused`: the forge rejected it. */
    outcome: z.enum(["left", "refused"]),
    place: z.enum(["comment", "check", "status"]),
    reason: text,
  }),
]);
export type Delivery = z.infer<typeof Delivery>;
