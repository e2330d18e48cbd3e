import { z } from "zod";
import { ItemKeys } from "./itemkeys.ts";
import { Name } from "./stack.ts";

const seconds = z.number().min(0);
const text = z.string().max(2_000);
const count = z.number().int().min(0);

/** Head less base. */
export const Added = z.strictObject({
  estimate: z.number().meta({ description: "seconds a request; positive is more" }),
  interval: z
    .tuple([z.number(), z.number()])
    .meta({ description: "its two-sided 95 % interval, seconds a request" }),
});
export type Added = z.infer<typeof Added>;

const Times = {
  base: seconds.meta({ description: "seconds a request in base" }),
  head: seconds.meta({ description: "seconds a request in head" }),
};
/** The time of both sides, and their difference. */
const Both = {
  ...Times,
  added: Added.meta({ description: "head less base" }),
};
const Share = {
  share: z.number().nullable().meta({
    description:
      "share of the CPU time that was added, or saved, in this workload: 1 is all of it; null where that did not show again, or is too uncertain",
  }),
  shareInterval: z.tuple([z.number(), z.number()]).optional().meta({
    description:
      "two-sided 95 % interval of the share; absent with no share, and in files of earlier versions",
  }),
};
const Counted = z.strictObject({
  base: z.number().min(0).meta({ description: "number a request in base" }),
  head: z.number().min(0).meta({ description: "number a request in head" }),
});
const service = Name.meta({ description: "the service" });
const within = z.string().max(400).optional();
const edited = z
  .tuple([count.min(1), count.min(1)])
  .nullable()
  .meta({
    description:
      "first and last line of its file that the change edits, in head, next after its beginning; null where it edits none",
  });
const line = count.min(1).nullable().meta({
  description:
    "line of its beginning in head, or in base where head does not have it; null where it is not known",
});

/** A line that the change adds or removes with a name of a statement: where the statement may come from. */
export const Origin = z.strictObject({
  file: z.string().max(400).meta({ description: "path in the repository" }),
  line: count.min(1).meta({ description: "number of the line, from 1" }),
  name: z.string().max(200).meta({ description: "the name as the line has it" }),
  removed: z
    .literal(true)
    .optional()
    .meta({ description: "true where the change removes the line; its number is that in base then" }),
});

/** A package that base and head have in different versions by a lock file, by a manifest of Java, or as it is installed. */
export const PackageUpdate = z.strictObject({
  name: z.string().max(214).meta({ description: "name of the package" }),
  base: z.string().max(200).meta({ description: 'its version in base; several as "1.2.0 and 2.0.1"' }),
  head: z.string().max(200).meta({ description: "its version in head" }),
  file: z.string().max(400).optional().meta({
    description: "path of the file with the versions in the repository; absent where none has them",
  }),
});
export type PackageUpdate = z.infer<typeof PackageUpdate>;

/** A part of a service whose time a request differs between base and head. Intervals hold for all parts together. */
export const Cause = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("function").meta({
      description:
        "CPU time in a function of the repository and its callees up to the next one; or in a package, or the runtime",
    }),
    service,
    ...Both,
    ...Share,
    name: z.string().max(200).meta({
      description: "the function, package or part of the runtime; empty for an anonymous function",
    }),
    file: z
      .string()
      .max(400)
      .nullable()
      .meta({ description: "path in the repository, or of the package; null for the runtime" }),
    line,
    total: z.boolean().meta({
      description: "whether the time is that of all it calls, other functions of the repository too",
    }),
    within: within.meta({
      description: "the callee that makes up most of it, such as JSON.parse; absent where it does so itself",
    }),
    update: PackageUpdate.optional().meta({
      description: "the updated package that most of it is spent in; absent where there is none",
    }),
    edited,
  }),
  z.strictObject({
    kind: z.literal("wait").meta({
      description: "time in which a function of the repository waited, with its callees up to the next one",
    }),
    service,
    ...Both,
    name: z.string().max(200).meta({ description: "the function; empty for an anonymous one" }),
    file: z.string().max(400).meta({ description: "path in the repository" }),
    line,
    within: within.meta({
      description: "the reason of most of it, such as a timer or a lock; absent where none has most",
    }),
    edited,
  }),
  z.strictObject({
    kind: z.literal("service").meta({ description: "CPU time of a whole service, which has no profile" }),
    service,
    ...Both,
    ...Share,
  }),
  z.strictObject({
    kind: z.literal("statement").meta({
      description:
        "time in which a database executed a statement, waits included; or in which a service waited for another one",
    }),
    http: z.literal(true).optional().meta({
      description:
        'set where a service called another one by HTTP: the text is "GET pricing:8080" or "POST stock:5001/shop.Stock/Get" (gRPC), and there are no rows',
    }),
    service,
    ...Both,
    text: text.meta({ description: "the statement without values, normalised" }),
    calls: Counted.meta({ description: "executions or calls" }),
    rows: Counted.meta({ description: "rows that it returned or changed" }),
    locked: z.strictObject(Times).optional().meta({
      description:
        "the part of its time in which it waited for locks; absent where the database does not report it",
    }),
    blocks: Counted.optional().meta({
      description: "blocks that it read; absent where the database does not report it",
    }),
    origin: Origin.optional().meta({
      description:
        "a line that the change adds or removes, and that it may come from; absent where there is none",
    }),
    repeated: z.boolean().meta({
      description:
        "whether it looks like one query for each element of a list: below 1.5 calls a request before, three or more now",
    }),
  }),
]);
export type Cause = z.infer<typeof Cause>;

/** Causes of a workload, at most: where it has as many, there may be others. */
export const MOST_CAUSES = 5;

/** Why a workload is slower or faster, by what its services did when both sides were loaded again with profilers. */
export const Causes = z.strictObject({
  ...ItemKeys,
  starts: count.meta({ description: "starts of both sides: the sample" }),
  cpu: z.strictObject(Both).meta({ description: "CPU time of all services" }),
  latency: z
    .strictObject(Both)
    .nullable()
    .meta({ description: "mean latency; null where the load reports none" }),
  changed: z.boolean().meta({ description: "whether a gate metric of it became worse or better" }),
  gates: z
    .strictObject({
      cpu: z.boolean().meta({ description: "whether a gate of CPU time did" }),
      latency: z.boolean().meta({ description: "whether a gate of latency did" }),
    })
    .optional()
    .meta({
      description: "which kinds of gates changed in that direction; absent in files of earlier versions",
    }),
  reappeared: z
    .strictObject({
      cpu: z.boolean().meta({ description: "whether it showed in CPU time" }),
      latency: z.boolean().meta({ description: "whether it showed in latency" }),
    })
    .meta({ description: "whether the change showed here again in the direction of the verdict" }),
  causes: z.array(Cause).max(MOST_CAUSES).meta({
    description: "parts that explain it, most time first; empty where no single place does",
  }),
  elsewhere: z.number().meta({
    description:
      "CPU seconds a request that other places take less (negative), or more where the verdict is that it became faster",
  }),
  lacking: z
    .array(z.strictObject({ service, why: text.meta({ description: "the reason in words" }) }))
    .max(200)
    .meta({ description: "services without a profile" }),
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
