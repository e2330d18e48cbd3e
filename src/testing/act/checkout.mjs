// Stands in for actions/checkout where there is no GitHub: the project's own repository, or the action of this checkout.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";

const {
  INPUT_PATH: path,
  INPUT_REF: ref,
  GITHUB_WORKSPACE: cwd = "",
  PROJECT,
  STEELYARD,
  SEEN,
} = process.env;
const git = (...args) => execFileSync("git", args, { cwd, stdio: "inherit" });
appendFileSync(SEEN, `${JSON.stringify({ job: process.env.GITHUB_JOB, path, ref })}\n`);
if (path) {
  cpSync(join(STEELYARD, "action"), join(cwd, path, "action"), { recursive: true });
} else {
  git("init", "-q");
  git("fetch", "-q", PROJECT, "+refs/heads/*:refs/remotes/origin/*");
  git("checkout", "-q", "--detach", ref);
}
