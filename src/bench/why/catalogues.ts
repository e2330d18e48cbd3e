import { join } from "node:path";
import { type Service, script, service, VUS, workload } from "../placebo/service.ts";
import { SERVICES } from "../placebo/services.ts";

// The same small catalogue in Python, Java and Go: a ranked list of items.

const LOAD = {
  "load/rank.js": script(
    ['http.get(BASE_URL + "/rank")', 'http.get(BASE_URL + "/rank?q=t" + Math.floor(Math.random() * 5))'],
    "0.05",
    VUS,
  ),
};
const WORKLOADS = { rank: workload("load/rank.js") };

export const [APP, RANK_PY] = ["app.py", "rank.py"];
/** Starlette under uvicorn, of PyPI, and a module that ranks. */
const python: Service = {
  ...SERVICES.find(({ name }) => name === "uvicorn")!,
  name: "catalogue-python",
  files: () => ({
    ...LOAD,
    [APP]: `import asyncio, json, os
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from rank import rank

async def ranked(request):
    found = rank(request.query_params.get("q", "t1"))
    return JSONResponse(found)

app = Starlette(routes=[Route("/rank", ranked)])
`,
    [RANK_PY]: `ITEMS = [
    {"id": n, "name": f"Item {n}", "price": n * 7919 % 1000, "stock": n % 5, "tags": ["a", f"t{n % 17}"]}
    for n in range(200)
]

def score(item, query):
    total = item["stock"] * 2
    for tag in item["tags"]:
        if query in tag:
            total += 10
    return total - item["price"] / 1000

def rank(query):
    return sorted(ITEMS, key=lambda item: -score(item, query))[:20]
`,
  }),
  stack: (at) => service(["sh", join(at, "start.sh")], "/rank"),
  workloads: WORKLOADS,
};

export const [RANK_JAVA, MAIN_JAVA] = ["src/shop/Rank.java", "src/shop/Main.java"];
/** The JDK's own HTTP server. */
const java: Service = {
  name: "catalogue-java",
  install: [["javac", "-version"]],
  beside: {},
  files: () => ({
    ...LOAD,
    [RANK_JAVA]: `package shop;

import java.util.*;

class Rank {
    record Item(int id, String name, int price, int stock, List<String> tags) {}
    static final List<Item> ITEMS = new ArrayList<>();
    static {
        for (int n = 0; n < 200; n++)
            ITEMS.add(new Item(n, "Item " + n, n * 7919 % 1000, n % 5, List.of("a", "t" + n % 17)));
    }

    static double score(Item item, String query) {
        double total = item.stock() * 2;
        for (String tag : item.tags())
            if (tag.contains(query)) total += 10;
        return total - item.price() / 1000.0;
    }

    static List<Item> rank(String query) {
        List<Item> all = ITEMS;
        double[] scores = new double[all.size()];
        for (int n = 0; n < scores.length; n++) scores[n] = score(all.get(n), query);
        Integer[] places = new Integer[scores.length];
        for (int n = 0; n < places.length; n++) places[n] = n;
        Arrays.sort(places, (a, b) -> Double.compare(scores[b], scores[a]));
        List<Item> found = new ArrayList<>();
        for (int n = 0; n < 20; n++) found.add(all.get(places[n]));
        return found;
    }
}
`,
    [MAIN_JAVA]: `package shop;

import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

public class Main {
    static void handle(HttpExchange exchange) throws java.io.IOException {
        String query = exchange.getRequestURI().getQuery();
        StringBuilder text = new StringBuilder("[");
        for (Rank.Item item : Rank.rank(query == null ? "t1" : query.substring(2)))
            text.append(text.length() == 1 ? "" : ",").append("{\\"id\\":").append(item.id()).append(",\\"name\\":\\"").append(item.name()).append("\\"}");
        byte[] body = text.append("]").toString().getBytes();
        exchange.getResponseHeaders().add("content-type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    public static void main(String[] args) throws Exception {
        var address = new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
        var server = HttpServer.create(address, 0);
        server.createContext("/rank", Main::handle);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
    }
}
`,
  }),
  stack: () => {
    // Without this option head and body are two packets, and most requests wait 40 ms for the second.
    const nodelay = "-Dsun.net.httpserver.nodelay=true";
    const { process, endpoints } = service(
      ["java", "-Xmx256m", nodelay, "-cp", "classes", "shop.Main"],
      "/rank",
    );
    const build = [["javac", "-d", "classes", RANK_JAVA, MAIN_JAVA]];
    return { process: { ...process, build }, endpoints };
  },
  workloads: WORKLOADS,
};

export const RANK_GO = "rank.go";
/** Go's own HTTP server, with its pages of profiles. */
const go: Service = {
  name: "catalogue-go",
  install: [["go", "version"]],
  beside: {},
  files: () => ({
    ...LOAD,
    "go.mod": "module example.com/catalogue\n\ngo 1.21\n",
    [RANK_GO]: `package main

import (
	"fmt"
	"sort"
	"strings"
)

type Item struct {
	ID    int      \`json:"id"\`
	Name  string   \`json:"name"\`
	Price int      \`json:"price"\`
	Stock int      \`json:"stock"\`
	Tags  []string \`json:"tags"\`
}

var items = made()

func made() []Item {
	all := []Item{}
	for n := 0; n < 200; n++ {
		all = append(all, Item{n, fmt.Sprintf("Item %d", n), n * 7919 % 1000, n % 5, []string{"a", fmt.Sprintf("t%d", n%17)}})
	}
	return all
}

func score(item Item, query string) float64 {
	total := float64(item.Stock * 2)
	for _, tag := range item.Tags {
		if strings.Contains(tag, query) {
			total += 10
		}
	}
	return total - float64(item.Price)/1000
}

func rank(query string) []Item {
	all := items
	scores := make([]float64, len(all))
	places := make([]int, len(all))
	for n, item := range all {
		scores[n], places[n] = score(item, query), n
	}
	sort.SliceStable(places, func(a, b int) bool { return scores[places[a]] > scores[places[b]] })
	found := []Item{}
	for _, place := range places[:20] {
		found = append(found, all[place])
	}
	return found
}
`,
    "main.go": `package main

import (
	"encoding/json"
	"net/http"
	_ "net/http/pprof"
	"os"
)

func handle(response http.ResponseWriter, request *http.Request) {
	query := request.URL.Query().Get("q")
	if query == "" {
		query = "t1"
	}
	response.Header().Set("content-type", "application/json")
	json.NewEncoder(response).Encode(rank(query))
}

func main() {
	http.HandleFunc("/rank", handle)
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}
`,
  }),
  stack: () => {
    const { process, endpoints } = service(["./catalogue"], "/rank");
    return { process: { ...process, build: [["go", "build", "-o", "catalogue", "."]] }, endpoints };
  },
  workloads: WORKLOADS,
};

export const CATALOGUES: readonly Service[] = [python, java, go];
