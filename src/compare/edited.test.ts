import { expect, test } from "vitest";
import type { RulesUsed } from "../model/run.ts";
import { alikeWarnings, variablesWarnings } from "./edited.ts";

const rules = (...service: string[]): RulesUsed => ({ base: "a".repeat(40), edited: [], service });
const codes = (alike: true | undefined, used?: RulesUsed) =>
  alikeWarnings({ duel: { alike } as never, ...(used && { rules: used }) }).map(({ code }) => code);

test.each<[string, ReturnType<typeof codes>, string[]]>([
  ["base and head ran the same images", codes(true, rules()), ["same-images"]],
  ["they did, and head's own rules were used", codes(true), ["same-images"]],
  ["they did, and the change edits how they are started", codes(true, rules("stack.compose.env.A")), []],
  ["they ran others, or it is not known", codes(undefined, rules()), []],
])("a warning that nothing of the change ran: %s", (_, found, want) => expect(found).toEqual(want));

test("a comment that no build keeps is a reason for the same images", () => {
  const [found] = alikeWarnings({ duel: { alike: true } as never });
  expect(found?.remedy).toContain("Comments, types and tests change no image.");
});

test("files of variables that git does not track, and that differ, are named", () => {
  const found = (variables?: string[]) => variablesWarnings({ duel: { variables } as never });
  expect(found([".env", "api/.env"]).map(({ message }) => message)).toEqual([
    "Base and head ran with different variables, which git does not track: `.env`, `api/.env`.",
  ]);
  expect(found()).toEqual([]);
});
