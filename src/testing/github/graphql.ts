import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, type ExecutionResult, graphql } from "graphql";
import { shaOf } from "./handlers.ts";
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
  viewer: { login: state.self ?? `${state.app}[bot]` },
  repository({ owner, name }: { owner: string; name: string }) {
    if (`${owner}/${name}` !== state.repository) {
      throw new Error(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
    }
    return {
      refs: ({ query = "", first }: { query?: string; first: number }) => ({
        nodes: state.tags
          .filter(({ name }) => name.includes(query))
          .sort((one, other) => (madeOf(other) < madeOf(one) ? -1 : 1))
          .slice(0, first)
          .map((tag) => ({ name: tag.name, target: targetOf(tag) })),
      }),
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
    position: at + 1,
    state: "AWAITING_CHECKS",
  };
}

const madeOf = ({ made = "2026-11-01T10:00:00Z" }: State["tags"][number]) => made;

function targetOf(tag: State["tags"][number]) {
  const commit = { __typename: "Commit", oid: tag.sha, committedDate: madeOf(tag) };
  if (!tag.annotated) return commit;
  return { __typename: "Tag", oid: shaOf(tag.name), tagger: { date: madeOf(tag) }, target: commit };
}
