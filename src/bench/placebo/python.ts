import { join } from "node:path";
import { type Service, script, service, VUS, workload } from "./service.ts";

const PYTHON = `import json, os
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

ITEMS = [{"id": n, "name": f"item {n}", "price": n * 7919 % 1000} for n in range(300)]

async def items(request):
    found = sorted(ITEMS, key=lambda one: (one["price"], one["id"]))
    return JSONResponse(found[:20])

async def item(request):
    return JSONResponse(ITEMS[int(request.path_params["id"]) % len(ITEMS)])

app = Starlette(routes=[Route("/items", items), Route("/items/{id}", item)])
`;

/** uvicorn and Starlette (PyPI): a small interface in Python. */
export const uvicorn: Service = {
  name: "uvicorn",
  install: [
    ["python3", "-m", "venv", "venv"],
    ["venv/bin/pip", "install", "-q", "uvicorn==0.54.0", "starlette==1.10.0"],
  ],
  beside: {
    "start.sh":
      'exec "$(dirname "$0")/venv/bin/uvicorn" --log-level warning --host 127.0.0.1 --port "$PORT" app:app\n',
  },
  files: () => ({
    "app.py": PYTHON,
    "load/items.js": script(
      ['http.get(BASE_URL + "/items")', 'http.get(BASE_URL + "/items/" + (Math.floor(Math.random() * 300)))'],
      "0.3",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/items/1"),
  workloads: { items: workload("load/items.js") },
  fivePercent: (files) => ({
    ...files,
    "app.py": files["app.py"]!.replace("found = sorted(", "json.dumps(ITEMS[:40]); found = sorted("),
  }),
};

const TABLE = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("create table items (id integer primary key, name text, price integer)")
rows = [(n, f"item {n}", n * 7919 % 1000) for n in range(1, 301)]
db.executemany("insert into items values (?, ?, ?)", rows)
db.commit()
`;

/** Datasette (PyPI): pages and an interface to a file of SQLite. */
export const datasette: Service = {
  name: "datasette",
  install: [
    ["python3", "-m", "venv", "venv"],
    ["venv/bin/pip", "install", "-q", "datasette==0.65.5"],
    ["venv/bin/python", "-c", TABLE, "shop.db"],
  ],
  beside: {
    "start.sh":
      'at="$(dirname "$0")"; exec "$at/venv/bin/datasette" serve --host 127.0.0.1 --port "$PORT" "$at/shop.db" >/dev/null 2>&1\n',
  },
  files: () => ({
    "load/items.js": script(
      [
        'http.get(BASE_URL + "/shop/items.json?_size=20&_sort=price")',
        'http.get(BASE_URL + "/shop/items/" + (1 + Math.floor(Math.random() * 300)))',
      ],
      "0.3",
      VUS,
    ),
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/shop/items/1.json"),
  workloads: { items: workload("load/items.js") },
};
