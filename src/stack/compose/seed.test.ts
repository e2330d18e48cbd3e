import { expect, test } from "vitest";
import { seedService } from "./seed.ts";

test("a seed that fails is to be repeated by hand with its own command", async () => {
  const call = async () => ({ code: 255, signal: null, timedOut: false, stdout: "", stderr: "two heads" });
  const seed = { service: "web", command: ["alembic", "upgrade", "head"], env: {}, within: 60 };
  const runner = {
    call: call as never,
    byHand: { files: ["compose.yaml"], env: { MODE: "a b" } },
    redact: (text: string) => text,
  };
  await expect(
    seedService(seed as never, runner as never, new AbortController().signal),
  ).rejects.toMatchObject({
    message: expect.stringContaining("two heads"),
    remedy:
      "start the stack by hand and run it: MODE='a b' docker compose -f compose.yaml run --rm web alembic upgrade head",
  });
});
