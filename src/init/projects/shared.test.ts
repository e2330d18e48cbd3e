import { expect, test } from "vitest";
import { execLast } from "./shared.ts";

test.each([
  ["node server.js", "exec node server.js"],
  ["flask db upgrade; gunicorn app:app", "flask db upgrade; exec gunicorn app:app"],
  ["a && b && node .", "a && b && exec node ."],
  ["exec node .", "exec node ."],
  ["NODE_ENV=production node .", "NODE_ENV=production node ."], // exec takes no variables
  ["node . | tee log", "node . | tee log"],
  ["node worker.js & node .", "node worker.js & node ."],
])("%j ends as %j", (command, want) => {
  expect(execLast(command)).toBe(want);
});
