import { expect, test } from "vitest";
import { HOSTILE } from "../testing/hostile.ts";
import { pageOf, SLOT } from "./page.ts";

test.each([...HOSTILE, "$&$'$`$1", "</SCRIPT ", "<!-- <script>"])(
  "a text such as %j cannot end the block it is in",
  (text) => {
    const data = { subject: text, [text]: [text] };
    const page = pageOf(`<script type="application/json">${SLOT}</script>`, data);
    const [, block] = /^<script type="application\/json">([^<]*)<\/script>$/.exec(page) ?? [];
    expect(JSON.parse(block!)).toEqual(data);
  },
);
