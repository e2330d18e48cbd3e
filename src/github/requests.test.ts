import { describe, expect, test } from "vitest";
import { askOf } from "./requests.ts";

const pull = (...labels: readonly string[]) => ({
  number: 12,
  head: { sha: "a".repeat(40) },
  labels: labels.map((name) => ({ name })),
});
const sender = { login: "will" };
const named = (...labels: readonly string[]) => labels.map((name) => ({ name }));
const asked = { kind: "label", pull: 12, author: "will", label: "perf", head: "a".repeat(40) };

// Parts of payloads as GitHub describes them, and as Gitea 1.26 and Forgejo 10 send them.
describe("a label that asks for a measurement", () => {
  test.each<[string, object, object | null]>([
    ["GitHub", { action: "labeled", label: { name: "perf" }, pull_request: pull("bug", "perf") }, asked],
    [
      "GitHub, another",
      { action: "labeled", label: { name: "bug" }, pull_request: pull("bug", "perf") },
      null,
    ],
    [
      "Gitea, two at once",
      {
        action: "label_updated",
        changes: { added_labels: named("bug", "perf") },
        pull_request: pull("bug", "perf"),
      },
      asked,
    ],
    [
      "Gitea, another",
      { action: "label_updated", changes: { added_labels: named("bug") }, pull_request: pull("bug", "perf") },
      null,
    ],
    [
      "Gitea, removed",
      { action: "label_updated", changes: { added_labels: null }, pull_request: pull("bug") },
      null,
    ],
    ["Forgejo", { action: "label_updated", label: { name: "perf" }, pull_request: pull("perf") }, asked],
    [
      "Forgejo, removed",
      { action: "label_updated", label: { name: "perf" }, pull_request: pull("bug") },
      null,
    ],
  ])("%s", (_name, payload, want) => {
    expect(askOf(JSON.stringify({ sender, ...payload }), "perf")).toEqual(want);
  });
});

test("only a comment that begins with the command asks, and no other event is one", () => {
  const says = (body: string) =>
    JSON.stringify({
      action: "created",
      issue: { number: 12, pull_request: {} },
      comment: { id: 5, body, created_at: "2026-11-21T11:59:00Z", user: sender },
    });
  expect(askOf(says("/perf search"), "perf")).toMatchObject({
    kind: "comment",
    comment: 5,
    body: "/perf search",
  });
  for (const body of ["/performance", "try /perf"]) expect(askOf(says(body), "perf")).toBeNull();
  expect(() => askOf(JSON.stringify({ action: "opened", sender, pull_request: pull() }), "perf")).toThrow(
    /neither a new comment/,
  );
});
