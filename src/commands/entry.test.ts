import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Interrupted } from "../base/errors.ts";
import { logTo } from "../base/log.ts";
import { asking, sink } from "./entry.ts";

/** A question at a terminal where nobody has typed anything yet. */
function asked() {
  const abort = new AbortController();
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const interrupt = (why: Interrupted) => abort.abort(why);
  const answer = asking({ input, output, signal: abort.signal, interrupt })("Measure? [Y/n] ");
  return { input, answer, interrupt };
}

test("a line is the answer, and the end of the input an empty one", async () => {
  const [line, end] = [asked(), asked()];
  line.input.write("no\r");
  end.input.write("\u0004"); // Ctrl-D
  expect(await Promise.all([line.answer, end.answer])).toEqual(["no", ""]);
});

test("Ctrl-C is an interruption, not the answer that is the default", async () => {
  const { input, answer } = asked();
  input.write("\u0003");
  await expect(answer).rejects.toEqual(new Interrupted("SIGINT"));
});

test("a signal during a question is an interruption, not a bug", async () => {
  const { answer, interrupt } = asked();
  interrupt(new Interrupted("SIGTERM"));
  await expect(answer).rejects.toEqual(new Interrupted("SIGTERM"));
});

test("the line of progress fits a terminal that became narrower during the run", () => {
  const written: string[] = [];
  const terminal = { isTTY: true, columns: 120, write: (text: string) => written.push(text) };
  const log = logTo(sink(terminal as unknown as NodeJS.WriteStream));
  terminal.columns = 40;
  log.progress("x".repeat(500));
  expect(written).toEqual(["x".repeat(39)]);
});
