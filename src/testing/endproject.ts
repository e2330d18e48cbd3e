import { expect } from "vitest";
import type { Project } from "./project.ts";

/** Removes a test's project, after a check that no process, scratch file or worktree of it is left. */
export function endProject(project: Project): void {
  expect(project.living()).toEqual([]);
  expect(project.leftovers()).toEqual([]);
  expect(project.left()).toEqual([]);
  expect(project.git("worktree", "list").split("\n")).toHaveLength(1);
  project[Symbol.dispose]();
}
