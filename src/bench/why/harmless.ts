/** Changes after which nothing is slower: name, subject and edits. */
export const HARMLESS = [
  [
    "a function is renamed",
    "catalogue",
    [
      ["src/rank.js", "score(item, query) {", "points(item, query) {"],
      ["src/rank.js", "score: score(", "score: points("],
    ],
  ],
  [
    "a function moves",
    "catalogue",
    [
      [
        "src/rank.js",
        'import { items } from "./data.js";\n',
        'import { items } from "./data.js";\n\n// One.\n// Two.\n// Three.\n',
      ],
    ],
  ],
  [
    "a part becomes a function",
    "catalogue",
    [
      ["src/server.js", "return JSON.stringify(items.slice(0, 50));", "return text(items.slice(0, 50));"],
      [
        "src/server.js",
        "function list",
        "function text(of) {\n  return JSON.stringify(of);\n}\n\nfunction list",
      ],
    ],
  ],
  [
    "a branch that is never taken",
    "catalogue",
    [
      [
        "src/server.js",
        "else response.end(list",
        'else if (pathname === "/never") response.end("");\n  else response.end(list',
      ],
    ],
  ],
  [
    "a route more",
    "json-server-1",
    [
      [
        "lib/app.js",
        "app.get('/:name/:id'",
        "app.get('/never/gets/here', (req, res) => res.send('no'));\n    app.get('/:name/:id'",
      ],
    ],
  ],
  [
    "another message",
    "json-server-1",
    [["lib/service.js", "function randomId() {", "// Names of two bytes.\nfunction randomId() {"]],
  ],
  ["a name of a variable", "express-postgres", [["server.js", "async (_, res)", "async (request, res)"]]],
  [
    "an order of imports",
    "express-postgres",
    [
      [
        "server.js",
        'const express = require("express");\nconst { Pool } = require("pg");',
        'const { Pool } = require("pg");\nconst express = require("express");',
      ],
    ],
  ],
] as const;
