import { expect, test } from "vitest";
import { anEntry } from "../testing/histories.ts";
import { HOSTILE } from "../testing/hostile.ts";
import { chartsOf } from "./charts.ts";
import { pageOf, SLOT } from "./page.ts";

const about = { title: "shop", repository: null, generated: "2026-11-21T12:00:00Z", steelyard: "0.1.0" };

test.each([...HOSTILE, "$&$'$`$1", "</SCRIPT ", "<!-- <script>"])(
  "a text such as %j cannot end the block it is in",
  (text) => {
    const subject = text.slice(0, 2_000);
    const charts = chartsOf([anEntry({ subject, author: subject })], about);
    const page = pageOf(`<script type="application/json">${SLOT}</script>`, charts);
    const [, block] = /^<script type="application\/json">([^<]*)<\/script>$/.exec(page) ?? [];
    expect(JSON.parse(block!)).toEqual(charts);
  },
);
