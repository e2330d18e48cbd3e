import { describe, expect, test } from "vitest";
import { SteelyardError } from "../../base/errors.ts";
import type { Lookup } from "../../github/forge.ts";
import { type Wanted, wantedTarget } from "./target.ts";

const OWN = "a".repeat(40);
const FORK = "b".repeat(40);
const MAIN = "c".repeat(40);
const head = (sha: string, repository: string | null) => ({ sha, repository, branch: "faster" });
const PULLS: Record<number, Awaited<ReturnType<Lookup["pull"]>>> = {
  1: { number: 1, open: true, head: head(OWN, "octo/shop"), base: "release" },
  2: { number: 2, open: true, head: head(FORK, "stranger/shop"), base: "main" },
  3: { number: 3, open: false, head: head(OWN, "octo/shop"), base: "main" },
  4: { number: 4, open: true, head: head(FORK, null), base: "main" }, // its fork is gone
  5: { number: 5, open: true, head: head(OWN, "Octo/Shop"), base: "main" },
};
const PERMISSIONS: Record<string, string> = { ann: "admin", will: "write", rita: "read" };

/** The result or the message of the refusal, and the requests that were made. */
async function asked(wanted: Wanted, actor = "will") {
  const looks: string[] = [];
  const look: Lookup = {
    async pull(number) {
      looks.push("pull");
      return PULLS[number] ?? null;
    },
    async commit(ref) {
      looks.push("commit");
      return ref === "feature" ? OWN : null;
    },
    async permission(login) {
      looks.push("permission");
      return PERMISSIONS[login] ?? "none";
    },
    isBot: (login) => login === "github-actions[bot]",
  };
  const context = { repository: { owner: "octo", repo: "shop" }, sha: MAIN };
  try {
    return { target: await wantedTarget(wanted, context, actor, look), looks };
  } catch (error) {
    expect(error).toBeInstanceOf(SteelyardError);
    const { fault, message, remedy } = error as SteelyardError;
    expect(fault).toBe("user");
    return { refused: `${message} ${remedy ?? ""}`, looks };
  }
}

test.each<[string, Wanted, object]>([
  ["nothing: what the workflow was started at", {}, { sha: MAIN, pull: null, base: null }],
  ["a ref", { ref: "feature" }, { sha: OWN, pull: null, base: null }],
  ["a ref and its commit", { ref: "feature", sha: OWN }, { sha: OWN, pull: null, base: null }],
  ["a pull request", { pull: 1 }, { sha: OWN, pull: 1, base: "release" }],
  ["a pull request and its head", { pull: 1, sha: OWN }, { sha: OWN, pull: 1, base: "release" }],
  ["of our own, whatever the case", { pull: 5 }, { sha: OWN, pull: 5, base: "main" }],
  ["a fork's head, by who may write", { pull: 2, sha: FORK }, { sha: FORK, pull: 2, base: "main" }],
  ["that of a fork that is gone", { pull: 4, sha: FORK }, { sha: FORK, pull: 4, base: "main" }],
])("%s", async (_, wanted, target) => expect(await asked(wanted)).toMatchObject({ target }));

describe("is refused", () => {
  test.each<[string, Wanted, RegExp]>([
    ["both", { pull: 1, ref: "feature" }, /Both .* name one/],
    ["a ref that is not there", { ref: "featur" }, /There is no commit "featur"/],
    ["a ref that moved on", { ref: "feature", sha: FORK }, /feature has moved on.*sha: aaaa/],
    ["a start at another commit", { sha: OWN }, /the branch has moved on/],
    ["a pull request that is not there", { pull: 9 }, /There is no pull request 9/],
    ["one that is closed", { pull: 3 }, /3 is closed/],
    ["one whose head moved on", { pull: 1, sha: FORK }, /request 1 has moved on: bbbbbbbbb .* at aaaaaaaaa/],
    ["a fork's without its commit", { pull: 2 }, /is of a fork.*review.*sha: bbbb/],
    ["a fork's whose head moved on", { pull: 2, sha: OWN }, /request 2 has moved on/],
    ["that of a fork that is gone, without its commit", { pull: 4 }, /is of a fork/],
    ["a fork by another door", { ref: "refs/pull/2/head" }, /pull request, which may be of a fork/],
    ["and by yet another", { ref: "pull/2/merge" }, /pull request, which may be of a fork/],
  ])("%s", async (_, wanted, message) => expect((await asked(wanted)).refused).toMatch(message));

  test.each(["rita", "nobody", ""])("a fork's head, asked for by %j who may not write", async (actor) => {
    expect((await asked({ pull: 2, sha: FORK }, actor)).refused).toMatch(/may not let a fork's commit/);
  });
});

test("a fork's head is measured for a workflow of the repository, which asked who wants it", async () => {
  const { target, looks } = await asked({ pull: 2, sha: FORK }, "github-actions[bot]");
  expect([target?.sha, looks]).toEqual([FORK, ["pull"]]);
  expect((await asked({ pull: 2 }, "github-actions[bot]")).refused).toMatch(/commit is not named/);
});

test("permissions are asked for where they matter, which is for forks alone", async () => {
  expect((await asked({ pull: 1 }, "rita")).looks).toEqual(["pull"]);
  expect((await asked({ pull: 2, sha: FORK })).looks).toEqual(["pull", "permission"]);
  expect((await asked({ pull: 2, sha: OWN })).looks).toEqual(["pull"]); // refused before
});
