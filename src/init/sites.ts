import { locationOf } from "../base/text.ts";
import type { Candidate } from "./candidate.ts";
import type { Script } from "./scripts.ts";
import type { Evidence, Tree } from "./tree.ts";

/** Packages and calls by which code asks other servers: of JavaScript, Python, Go, Rust, the JVM, Ruby and PHP. */
const CLIENT = new RegExp(
  [
    String.raw`\b(?:from|import|import\(|require\()\s*["'](?:axios|cheerio|got|needle|node-fetch|superagent|undici|puppeteer|playwright)(?:-\w+)?["']`,
    String.raw`^[ \t]*(?:import|from)[ \t]+(?:requests|httpx|bs4|scrapy|urllib\.request|selenium|playwright)\b`,
    String.raw`\baiohttp\.ClientSession\(`,
    String.raw`\bhttp\.(?:Get|Head|Post|NewRequest|NewRequestWithContext)\(|"github\.com/(?:gocolly/colly|go-resty/resty)\b`,
    String.raw`\breqwest::`,
    String.raw`\b(?:RestTemplate|WebClient|RestClient|OkHttpClient|Jsoup|HttpClient)\b`,
    String.raw`\b(?:Net::HTTP|Faraday|HTTParty)\b`,
    String.raw`\b(?:GuzzleHttp\\|curl_init\()`,
  ].join("|"),
  "m",
);

/** The line by which code asks other servers; null where it has none. */
export const clientIn = (tree: Tree, code: readonly string[]): Evidence | null => tree.first(code, CLIENT);

/** A sentence about public sites that a script names, where the service may ask them. */
export function asksSites(
  { ready, variables, addresses = [], sites = [] }: Script,
  chosen: Candidate | null,
): string[] {
  const client = chosen?.client ?? null;
  const loadsSite = !ready && variables.length === 0 && addresses.length === 0; // the script's own target is one of them
  return sites.length === 0 || client === null || loadsSite
    ? []
    : [
        `it has addresses of ${sites.slice(0, 4).join(", ")}, and the service may ask other sites (${locationOf(client)}): their times would be part of the result. Let it name a server of your own.`,
      ];
}
