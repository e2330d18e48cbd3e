import { orForgeError } from "./answers.ts";
import type { Client } from "./client.ts";
import { ForgeError } from "./forge.ts";

/** The answer to a query. A refusal of GraphQL has no status, so that it is made one of the forge. */
export const askGraphql = (
  client: Client,
  query: string,
  variables: Readonly<Record<string, string>>,
): Promise<unknown> =>
  orForgeError(async () => {
    try {
      return await client.graphql(query, variables);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "GraphqlResponseError") throw error;
      throw new ForgeError(0, error.message.slice(0, 500));
    }
  });
