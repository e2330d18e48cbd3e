import { z } from "zod";
import { Name } from "./stack.ts";

const seconds = z.number().min(0);
const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** Head less base, in seconds a request, with a two-sided 95 % interval. */
export const Added = z.strictObject({ estimate: z.number(), interval: z.tuple([z.number(), z.number()]) });
export type Added = z.infer<typeof Added>;

/** Seconds a request of both sides, and their difference. */
const Both = { base: seconds, head: seconds, added: Added };
const Share = {
  /** Of the CPU time that was added, or saved, in this workload; null where that did not show again, or is too uncertain. */
  share: z.number().nullable(),
  /** Its two-sided 95 % interval; absent with no share, and in files of earlier versions. */
  shareInterval: z.tuple([z.number(), z.number()]).optional(),
};
/** A count a request of both sides. */
const Counted = z.strictObject({ base: z.number().min(0), head: z.number().min(0) });

/** A line that the change adds with a name of a statement: where the statement may come from. */
export const Origin = z.strictObject({
  file: z.string().max(400),
  line: count.min(1),
  /** As the line has it. */
  name: z.string().max(200),
});

/** A package that base and head have in different versions by a lock file. Several versions of one: "1.2.0 and 2.0.1". */
export const PackageUpdate = z.strictObject({
  name: z.string().max(214),
  base: z.string().max(200),
  head: z.string().max(200),
  /** The lock file, by its path in the repository. */
  file: z.string().max(400),
});
export type PackageUpdate = z.infer<typeof PackageUpdate>;

/** A part of a service whose time a request differs between base and head. Intervals hold for all parts together. */
export const Cause = z.discriminatedUnion("kind", [
  z.strictObject({
    /** CPU time in a function of the repository and its callees up to the next one; or in a package, or the runtime. */
    kind: z.literal("function"),
    service: Name,
    ...Both,
    ...Share,
    /** Of the function, package or part of the runtime; empty for an anonymous function. */
    name: z.string().max(200),
    /** Path in the repository, or of the package; null for the runtime. */
    file: z.string().max(400).nullable(),
    /** Line of its beginning in head; in base, where head does not have it. */
    line: count.min(1).nullable(),
    /** Whether the time is that of all it calls, other functions of the repository too. */
    total: z.boolean(),
    /** The callee that makes up most of it: `JSON.parse`; absent where it does so itself. */
    within: z.string().max(400).optional(),
    /** The updated package that most of it is spent in; absent where there is none. */
    update: PackageUpdate.optional(),
    /** The lines of its file that the change edits, those next after its beginning, in head; null where it edits none. */
    edited: z.tuple([count.min(1), count.min(1)]).nullable(),
  }),
  z.strictObject({
    /** Time in which a function of the repository waited, with its callees up to the next one. */
    kind: z.literal("wait"),
    service: Name,
    ...Both,
    /** As of a function. */
    name: z.string().max(200),
    file: z.string().max(400),
    line: count.min(1).nullable(),
    /** The reason of most of it: "a timer", "a lock"; absent where none has most. */
    within: z.string().max(400).optional(),
    edited: z.tuple([count.min(1), count.min(1)]).nullable(),
  }),
  z.strictObject({
    /** CPU time of a whole service, which has no profile. */
    kind: z.literal("service"),
    service: Name,
    ...Both,
    ...Share,
  }),
  z.strictObject({
    /** Time in which a database executed a statement, waits included; or in which a service waited for another one. */
    kind: z.literal("statement"),
    /** Set where a service called another one by HTTP: the text is "GET pricing:8080", and there are no rows. */
    http: z.literal(true).optional(),
    service: Name,
    ...Both,
    /** Normalised, without values. */
    text,
    calls: Counted,
    rows: Counted,
    /** Those of the seconds in which it waited for locks; absent where the database does not tell. */
    locked: z.strictObject({ base: seconds, head: seconds }).optional(),
    /** That it read; absent where the database does not tell. */
    blocks: Counted.optional(),
    origin: Origin.optional(),
    /** Whether it looks like one query for each element of a list: below 1.5 calls a request before, three or more now. */
    repeated: z.boolean(),
  }),
]);
export type Cause = z.infer<typeof Cause>;

/** Causes of a workload, at most: where it has as many, there may be others. */
export const MOST_CAUSES = 5;

/** Why a workload is slower or faster, by what its services did when both sides were loaded again with profilers. */
export const Causes = z.strictObject({
  workload: Name,
  variant: Name.nullable(),
  /** Starts of both sides: the sample. */
  starts: count,
  /** CPU time of all services. */
  cpu: z.strictObject(Both),
  /** Mean latency; null where the load reports none. */
  latency: z.strictObject(Both).nullable(),
  /** Whether a gate metric of it became worse or better. */
  changed: z.boolean(),
  /** Which kinds of gates changed in that direction; absent in files of earlier versions. */
  gates: z.strictObject({ cpu: z.boolean(), latency: z.boolean() }).optional(),
  /** Whether the change showed here in the direction of the verdict: in CPU time, in latency, or in neither. */
  reappeared: z.strictObject({ cpu: z.boolean(), latency: z.boolean() }),
  /** Most time first; empty where no single place explains it. */
  causes: z.array(Cause).max(MOST_CAUSES),
  /** CPU seconds a request that other places take less, or more where the verdict is that it became faster. */
  elsewhere: z.number(),
  /** Services without a profile, and why. */
  lacking: z.array(z.strictObject({ service: Name, why: text })).max(200),
});
export type Causes = z.infer<typeof Causes>;

/**
 * Whether latency is all that changed, and was as before when loaded again. Whatever CPU time then differs need not have to do
 * with it, and has no shares.
 */
export const isUnseen = ({
  gates,
  latency,
  reappeared,
}: Pick<Causes, "gates" | "latency" | "reappeared">): boolean =>
  gates?.latency === true && !gates.cpu && latency !== null && !reappeared.latency;
