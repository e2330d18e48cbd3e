import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, type ExecutionResult, graphql } from "graphql";
import type { State } from "./state.ts";

const SCHEMA = buildSchema(readFileSync(join(import.meta.dirname, "github-graphql-extract.graphql"), "utf8"));

/** GitHub's answer to a GraphQL request, of the parts of its own schema that are asked for. */
export function graphqlAnswer(state: State, body: unknown): Promise<ExecutionResult> {
  const { query, variables } = body as { query: string; variables: Record<string, unknown> };
  return Promise.resolve(
    graphql({ schema: SCHEMA, source: query, variableValues: variables, rootValue: root(state) }),
  );
}

const root = (state: State) => ({
  repository({ owner, name }: { owner: string; name: string }) {
    if (`${owner}/${name}` !== state.repository) {
      throw new Error(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
    }
    return {
      mergeQueue({ branch }: { branch: string }) {
        const entries = state.queues[branch];
        if (entries === undefined) return null;
        return { entries: { nodes: entries.map((entry, at) => nodeOf(state, entry, at)) } };
      },
    };
  },
});

function nodeOf(state: State, { pull, before, after }: State["queues"][string][number], at: number) {
  const head = state.pulls.find(({ number }) => number === pull)?.head.sha;
  return {
    baseCommit: before === null ? null : { oid: before },
    headCommit: after === null ? null : { oid: after },
    pullRequest: head === undefined ? null : { number: pull, headRefOid: head },
    ...{ position: at + 1, state: "AWAITING_CHECKS" },
  };
}
