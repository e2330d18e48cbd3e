import { APP, MAIN_JAVA, RANK_GO, RANK_JAVA, RANK_PY } from "./catalogues.ts";
import type { Change } from "./change.ts";

const slower = (subject: string, name: string, edits: Change["edits"], truth: Change["truth"]): Change => ({
  name: `${name} (${subject.slice("catalogue-".length)})`,
  subject,
  edits,
  truth,
});
const inPython = slower.bind(null, "catalogue-python");
const inJava = slower.bind(null, "catalogue-java");
const inGo = slower.bind(null, "catalogue-go");

/**
 * Changes of the catalogues, written down before the first was tried. Two things were corrected since. The normalised tags of Java
 * passed ASCII on as it was, and moved no gate. The functions of Go had their package in their names, which reports leave out.
 */
export const IN_LANGUAGES: readonly Change[] = [
  inPython(
    "tags are normalised",
    [
      [
        RANK_PY,
        "def score",
        'import unicodedata\n\ndef normalised(tag):\n    return unicodedata.normalize("NFKC", tag.strip().lower())\n\ndef score',
      ],
      [RANK_PY, "if query in tag:", "if query in normalised(tag):"],
    ],
    { file: RANK_PY, names: ["normalised"] },
  ),
  inPython(
    "a list is written and read again",
    [
      [
        APP,
        "    return JSONResponse",
        "    found = json.loads(json.dumps(found * 10))[:20]\n    return JSONResponse",
      ],
    ],
    { file: APP, names: ["ranked"] },
  ),
  inPython(
    "a sleep",
    [[APP, "    return JSONResponse", "    await asyncio.sleep(0.003)\n    return JSONResponse"]],
    {
      file: APP,
      names: ["ranked"],
      waits: true,
    },
  ),
  inJava(
    "tags are normalised",
    [
      [
        RANK_JAVA,
        "    static double score",
        '    static String normalised(String tag) {\n        return tag.trim().toLowerCase().replaceAll(" +", " ");\n    }\n\n    static double score',
      ],
      [RANK_JAVA, "if (tag.contains(query))", "if (normalised(tag).contains(query))"],
    ],
    { file: RANK_JAVA, names: ["Rank.normalised"] },
  ),
  inJava(
    "more allocation",
    [
      [
        RANK_JAVA,
        "List<Item> all = ITEMS;",
        "List<Item> all = copied(ITEMS);\n        for (int n = 0; n < 10; n++) all = copied(all);",
      ],
      [
        RANK_JAVA,
        "    static List<Item> rank",
        "    static List<Item> copied(List<Item> items) {\n        List<Item> all = new ArrayList<>();\n        for (Item one : items) all.add(new Item(one.id(), one.name(), one.price(), one.stock(), new ArrayList<>(one.tags())));\n        return all;\n    }\n\n    static List<Item> rank",
      ],
    ],
    { file: RANK_JAVA, names: ["Rank.copied"] },
  ),
  inJava(
    "a sleep",
    [
      [
        MAIN_JAVA,
        "        byte[] body",
        "        try { Thread.sleep(3); } catch (InterruptedException ended) { }\n        byte[] body",
      ],
    ],
    { file: MAIN_JAVA, names: ["Main.handle"], waits: true },
  ),
  inGo(
    "tags are normalised",
    [
      [
        RANK_GO,
        "func score",
        'func normalised(tag string) string {\n\treturn strings.ToValidUTF8(strings.Title(strings.ToUpper(strings.TrimSpace(tag))), "")\n}\n\nfunc score',
      ],
      [RANK_GO, "strings.Contains(tag, query)", "strings.Contains(strings.ToLower(normalised(tag)), query)"],
    ],
    { file: RANK_GO, names: ["normalised", "score"] },
  ),
  inGo(
    "more allocation",
    [
      [
        RANK_GO,
        "\tall := items\n",
        "\tall := copied(items)\n\tfor n := 0; n < 10; n++ {\n\t\tall = copied(all)\n\t}\n",
      ],
      [
        RANK_GO,
        "func rank",
        "func copied(of []Item) []Item {\n\tall := []Item{}\n\tfor _, one := range of {\n\t\tone.Tags = append([]string{}, one.Tags...)\n\t\tall = append(all, one)\n\t}\n\treturn all\n}\n\nfunc rank",
      ],
    ],
    { file: RANK_GO, names: ["copied"] },
  ),
  inGo(
    "a regular expression is compiled",
    [
      [RANK_GO, '\t"sort"\n', '\t"regexp"\n\t"sort"\n'],
      [
        RANK_GO,
        "\tfor n, item := range all {",
        '\tfor n := 0; n < 20; n++ {\n\t\tif regexp.MustCompile("^(a|b)+" + query + "$").MatchString(all[n].Name) {\n\t\t\treturn nil\n\t\t}\n\t}\n\tfor n, item := range all {',
      ],
    ],
    { file: RANK_GO, names: ["rank"] },
  ),
  ...(
    [
      ["catalogue-python", RANK_PY, "def rank(query):\n", "def rank(query):\n    # The best twenty.\n"],
      [
        "catalogue-java",
        RANK_JAVA,
        "    static double score",
        "    // Higher is better.\n    static double score",
      ],
      ["catalogue-go", RANK_GO, "func score", "// Higher is better.\nfunc score"],
    ] as const
  ).map(([subject, file, find, replace]) => ({
    ...slower(subject, "a comment", [[file, find, replace]], null),
    harmless: true,
  })),
];
