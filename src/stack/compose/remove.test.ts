import { hostname } from "node:os";
import { expect, test } from "vitest";
import { ownName } from "../../exec/owner.ts";
import type { Engine } from "./engine.ts";
import { OWNER, PROJECT } from "./labels.ts";
import { clearProjects } from "./orphans.ts";
import { removeProject } from "./remove.ts";

interface Thing {
  readonly kind: "containers" | "networks" | "volumes" | "images";
  readonly id: string;
  readonly project: string;
  readonly owner?: string;
}

/** An engine of plain objects. `refuse` gives the number of removals of a thing that fail at first. */
function engineOf(things: Thing[], behave: { refuse?: Record<string, number>; late?: Thing[] } = {}) {
  const calls: string[] = [];
  const refuse = { ...behave.refuse };
  const late = [...(behave.late ?? [])];
  const engine: Engine = {
    address: "unix:///test",
    bytes: async () => Buffer.alloc(0),
    find: async () => undefined,
    follow: async () => {},
    async get(path) {
      const [, kind = ""] = /^\/(\w+)/.exec(path) ?? [];
      const wanted = /"label":\["([^"=]+)=?([^"]*)"\]/.exec(decodeURIComponent(path))!;
      const found = things
        .filter((thing) => thing.kind === kind && (wanted[2] === "" || thing.project === wanted[2]))
        .map(({ id, project, owner = "" }) => ({
          ...(kind === "volumes" ? { Name: id } : { Id: id }),
          State: "running",
          Labels: { [PROJECT]: project, [OWNER]: owner },
        }));
      return kind === "volumes" ? { Volumes: found.length > 0 ? found : null } : found;
    },
    async send(method, path) {
      const [, kind, id = ""] = /^\/(\w+)\/([^/?]+)/.exec(path) ?? [];
      calls.push(`${method} ${kind}/${id}${path.includes("/stop") ? " stop" : ""}`);
      if (method === "POST") return 204;
      if ((refuse[id] ?? 0) > 0) {
        refuse[id]!--;
        return 409;
      }
      const at = things.findIndex((thing) => thing.id === id);
      if (at === -1) return 404;
      things.splice(at, 1);
      const [next] = late.splice(0, 1); // a late request of a killed client
      if (next) things.push(next);
      return 204;
    },
  };
  return { engine, calls, things };
}

const project = "steelyard-a-1";
const all = (): Thing[] => [
  { kind: "containers", id: "c", project },
  { kind: "networks", id: "n", project },
  { kind: "volumes", id: "v", project },
  { kind: "images", id: "i", project },
  { kind: "containers", id: "other", project: "steelyard-b-1" },
];

test("removes everything of a project and nothing of another; stops containers first", async () => {
  const { engine, calls, things } = engineOf(all());
  expect(await removeProject(engine, project)).toBe(4);
  expect(things.map(({ id }) => id)).toEqual(["other"]);
  expect(calls.slice(0, 2)).toEqual(["POST containers/c stop", "DELETE containers/c"]);
  expect(calls.filter((call) => call.includes("other"))).toEqual([]);
});

test("keeps built images if the stack will be started again", async () => {
  const { engine, things } = engineOf(all());
  await removeProject(engine, project, { images: false });
  expect(things.map(({ id }) => id).sort()).toEqual(["i", "other"]);
});

test("tries again to remove a thing in use", async () => {
  const { engine, things } = engineOf(all(), { refuse: { n: 2, v: 1 } });
  await removeProject(engine, project);
  expect(things.map(({ id }) => id)).toEqual(["other"]);
});

test("also removes what a killed client's request makes later", async () => {
  const late: Thing[] = [{ kind: "containers", id: "late", project }];
  const { engine, things } = engineOf(all(), { late });
  expect(await removeProject(engine, project)).toBe(5);
  expect(things.map(({ id }) => id)).toEqual(["other"]);
});

test("having nothing to remove is no error", async () => {
  expect(await removeProject(engineOf([]).engine, project)).toBe(0);
});

test("removes only projects whose owner has ended, not those of a running or unknown owner", async () => {
  const [, boot, namespace, pid, began] = ownName().split("/");
  const dead = [hostname(), boot, namespace, pid, Number(began) + 1].join("/");
  const { engine, things } = engineOf([
    { kind: "containers", id: "mine", project: "steelyard-a-1", owner: ownName() },
    { kind: "containers", id: "dead", project: "steelyard-b-1", owner: dead },
    { kind: "volumes", id: "left", project: "steelyard-c-1", owner: dead },
    { kind: "containers", id: "far", project: "steelyard-d-1", owner: dead.replace(hostname(), "elsewhere") },
  ]);
  expect(await clearProjects(engine)).toEqual({
    removed: ["steelyard-b-1", "steelyard-c-1"],
    unknown: ["steelyard-d-1"],
  });
  expect(things.map(({ id }) => id)).toEqual(["mine", "far"]);
});
