import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { ownerLives, ownName } from "./owner.ts";

const [host, boot, namespace, pid, began] = ownName().split("/");
const dead = spawnSync("true").pid;

test.each([
  ["we ourselves", ownName(), true],
  ["a process that ended", [host, boot, namespace, dead, began].join("/"), false],
  ["this pid with another start time", [host, boot, namespace, pid, Number(began) + 1].join("/"), false],
  ["before a restart of the machine", [host, "another-boot", namespace, pid, began].join("/"), false],
  ["another machine", ["elsewhere", boot, namespace, pid, began].join("/"), null],
  ["another container on this machine", [host, boot, "4026531999", pid, began].join("/"), null],
  ["another text", "someone", null],
  ["nothing", "", null],
])("whether %s lives", (_, text, want) => {
  expect(ownerLives(text)).toBe(want);
});
