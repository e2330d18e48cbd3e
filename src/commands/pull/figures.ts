import { join } from "node:path";
import { CAPS } from "../../artifact/caps.ts";
import { measurementIn, runIn } from "../../artifact/measurement.ts";
import { SteelyardError, userError } from "../../base/errors.ts";
import { readBytes } from "../../exec/linkless.ts";
import { isDirectory } from "../../exec/refusal.ts";
import type { Artifact, Forge } from "../../github/forge.ts";
import type { Origin } from "../../github/subject.ts";
import type { Run } from "../../model/run.ts";
import { isCurrent } from "./reruns.ts";
import { eachShard, isOfShard, joinedShards, type Shard, shardName, shardsOf } from "./shards.ts";

/** Figures of one machine as they came, not yet read: an archive of a forge, or a run file of this machine. */
export interface MachineFigures {
  readonly kind: "archive" | "file";
  readonly bytes: Uint8Array;
}
/** Figures as they came: of one machine, or of several. */
export type Figures =
  | MachineFigures
  | { readonly kind: "shards"; readonly all: readonly Shard<MachineFigures>[] };

/** Where figures are: in an artifact of this name, or on this machine, by a path without links. */
export interface Whereabouts {
  readonly artifact: string;
  /** A run file, or a folder with one of each artifact, in a folder of its name. */
  readonly path?: string | undefined;
  /** Machines that measured: each has an artifact of its own then. One where undefined. */
  readonly shards?: number | undefined;
}

/** Names of the artifacts in which figures are. */
export const artifactNames = ({ artifact, shards = 1 }: Whereabouts): string[] =>
  shards === 1 ? [artifact] : shardsOf(shards).map(({ index }) => shardName(artifact, index, shards));

/**
 * The figures of a measurement. The size of an artifact is looked at before it is fetched. Of several machines it is enough
 * that one has figures.
 *
 * @throws SteelyardError (user) where there are none, or it is not what the measuring step writes
 */
export async function fetchFigures(origin: Origin, where: Whereabouts, forge: Forge): Promise<Figures> {
  const { path, artifact, shards = 1 } = where;
  const all = path === undefined ? await forge.artifacts(origin.run) : [];
  const get = async (name: string, isItsJob?: (job: string) => boolean): Promise<MachineFigures> =>
    path === undefined
      ? fetchArtifact(name, all, origin, forge, isItsJob)
      : { kind: "file", bytes: fileAt(isDirectory(path) ? join(path, name, "run.json") : path) };
  if (shards === 1) return get(artifact);
  const ofShard = (index: number) =>
    get(shardName(artifact, index, shards), (job) => isOfShard(job, index, shards));
  return { kind: "shards", all: await eachShard(shardsOf(shards), ofShard) };
}

async function fetchArtifact(
  name: string,
  all: readonly Artifact[],
  origin: Origin,
  forge: Forge,
  isItsJob: (job: string) => boolean = () => true,
): Promise<MachineFigures> {
  const { run } = origin;
  const [artifact] = all
    .filter((one) => one.name === name && !one.expired)
    .sort((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : b.id - a.id)); // a rerun's is newer
  if (artifact === undefined) {
    const gone = all.some((one) => one.name === name);
    throw userError(
      `The workflow run ${run} has no artifact "${name}"${gone ? " any more: it expired" : ""}.`,
      {
        where: `workflow run ${run}`,
        remedy: gone ? "measure again" : "see whether the measuring job failed, and what name it uploads to",
      },
    );
  }
  if (artifact.size > CAPS.archive) {
    throw userError(`The artifact is refused: it has ${artifact.size} bytes, more than ${CAPS.archive}.`, {
      where: `artifact ${artifact.id} of workflow run ${run}`,
      remedy: "upload the run.json of the measuring step, and nothing else",
    });
  }
  await demandCurrent(artifact, isItsJob, origin, forge);
  return { kind: "archive", bytes: await forge.archive(artifact.id, CAPS.archive) };
}

function fileAt(path: string): Uint8Array {
  try {
    return readBytes(path, CAPS.unpacked);
  } catch (cause) {
    if (cause instanceof SteelyardError) throw cause;
    throw userError("The figures cannot be read.", {
      where: path,
      remedy: "see whether the measuring step wrote them, and whether its job uploaded them",
      cause,
    });
  }
}

/** After a rerun: refuses the artifact of an earlier attempt, unless its job was not run again. */
async function demandCurrent(
  { name, created }: Artifact,
  isItsJob: (job: string) => boolean,
  { run, attempt }: Origin,
  forge: Forge,
) {
  if (attempt === 1) return;
  const jobs = await forge.jobs(run);
  const own = jobs?.filter((job) => isItsJob(job.name)) ?? null;
  if (own === null || isCurrent(created, own)) return;
  throw userError(
    `The artifact "${name}" is from an earlier attempt of the workflow run ${run}, and a job that ran at that time was run again.`,
    {
      where: `attempt ${attempt ?? "unknown"} of workflow run ${run}`,
      remedy: "re-run all jobs, and see whether the measuring job uploads its figures",
    },
  );
}

/** The run in figures, read in this thread. @throws SteelyardError (user) as `measurementIn` and `joinedShards` */
export async function readFigures(figures: Figures): Promise<Run> {
  if (figures.kind !== "shards") return readMeasured(figures);
  return joinedShards(await eachShard(figures.all, readMeasured));
}

const readMeasured = async ({ kind, bytes }: MachineFigures): Promise<Run> =>
  kind === "file" ? runIn(bytes, "run.json") : measurementIn(bytes);

/** The commit that was measured, which has to be the one that should have been. */
export function measuredCommit(
  { commit }: Pick<Run, "commit">,
  { sha, run }: Origin,
  wanted: string | undefined,
): string {
  const where = `the figures of workflow run ${run}`;
  if (commit === null) {
    throw userError("The figures do not say which commit they are of.", {
      where,
      remedy: "measure a checkout",
    });
  }
  const expected = wanted ?? sha;
  if (expected === null || expected === commit.sha) return commit.sha;
  throw userError(`The figures are of ${commit.sha.slice(0, 9)}, and not of ${expected.slice(0, 9)}.`, {
    where,
    remedy: `check out the head of the pull request: ref: \${{ github.event.pull_request.head.sha }}`,
  });
}
