import { orForgeError, orNull, pagesOf, type RepositoryName } from "../answers.ts";
import type { Client } from "../client.ts";
import { download } from "../download.ts";
import { type Artifact, type Forge, ForgeError } from "../forge.ts";

/** Runs of workflows: their jobs and artifacts. */
export function runs(client: Client, repository: RepositoryName) {
  const { rest } = client;
  return {
    run: (run_id) =>
      orForgeError(async () => {
        const { data } = await rest.actions.getWorkflowRun({ ...repository, run_id });
        return {
          id: data.id,
          path: data.path.replace(/@.*$/s, ""),
          event: data.event,
          repository: data.repository.full_name,
          attempt: data.run_attempt ?? null,
          head: {
            sha: data.head_sha,
            branch: data.head_branch,
            repository: (data.head_repository as typeof data.head_repository | null)?.full_name ?? null,
          },
        };
      }),
    jobs: (run_id) =>
      orNull(async () => {
        const list = { ...pagesOf(repository), run_id, filter: "all" } as const;
        const all = await client.paginate(rest.actions.listJobsForWorkflowRun, list);
        if (all.length === 0) return null; // every run has jobs: this forge does not know them
        return all.map(({ name, status, run_attempt, started_at: started, completed_at: completed }) => ({
          name,
          attempt: run_attempt ?? 1,
          started,
          completed,
          waits: status !== "in_progress" && status !== "completed",
        }));
      }, [404, 405]),
    artifacts: (run_id) =>
      orForgeError(async () => {
        const all = await client.paginate(rest.actions.listWorkflowRunArtifacts, {
          ...pagesOf(repository),
          run_id,
        });
        return all.map(
          ({ id, name, size_in_bytes: size, expired, created_at }): Artifact => ({
            id,
            name,
            size,
            expired,
            created: created_at ?? "",
          }),
        );
      }),
    archive: (artifact_id, most) =>
      orForgeError(async () => {
        const request = { redirect: "manual" } as const;
        const parameters = { ...repository, artifact_id, archive_format: "zip", request } as const;
        const { headers } = await rest.actions.downloadArtifact(parameters);
        if (headers.location === undefined) throw new ForgeError(0, "the artifact has no download address");
        return download(headers.location, most);
      }),
  } satisfies Partial<Forge>;
}
