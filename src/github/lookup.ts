import type { Client } from "./client.ts";
import type { Forge } from "./forge.ts";
import { orNull, type Place, restForge } from "./rest.ts";

/** What is looked up before a commit is measured by hand. */
export interface Lookup extends Pick<Forge, "pull"> {
  /** The commit that a branch, tag or name stands for; null where there is none. */
  commit(ref: string): Promise<string | null>;
  /** What a user may do here: "admin", "write", "read" or "none". */
  permission(login: string): Promise<string>;
}

export function restLookup(client: Client, place: Place): Lookup {
  const { rest } = client;
  return {
    pull: (number) => restForge(client, place).pull(number),
    commit: (ref) =>
      orNull(async () => (await rest.repos.getCommit({ ...place, ref, per_page: 1 })).data.sha, [404, 422]),
    async permission(username) {
      const level = () => rest.repos.getCollaboratorPermissionLevel({ ...place, username });
      return (await orNull(async () => (await level()).data.permission, [404])) ?? "none";
    },
  };
}
