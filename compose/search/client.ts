import { fileURLToPath } from "node:url";
import {
  type Client,
  type ClientUnaryCall,
  credentials,
  loadPackageDefinition,
  type ServiceClientConstructor,
  type ServiceDefinition,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { Hit } from "./vectors.ts";

export interface Query {
  readonly text: string;
  readonly k: number;
}
export interface Found {
  readonly hits: readonly Hit[];
}

/** `search.proto` as both ends know it. */
export function definition(): { Client: ServiceClientConstructor; service: ServiceDefinition } {
  const path = fileURLToPath(new URL("search.proto", import.meta.url));
  const loaded = loadPackageDefinition(loadSync(path, { defaults: true }));
  const { Search } = (loaded as unknown as { steelyard: { demo: { Search: ServiceClientConstructor } } })
    .steelyard.demo;
  return { Client: Search, service: Search.service };
}

/** The outcome of a call: found, or why not. `timeout` and `unavailable`: there was no response. */
export type Reply =
  | { readonly hits: readonly Hit[] }
  | { readonly lacking: "not_loaded" | "timeout" | "unavailable" | "internal" };

export interface SearchClient {
  /**
   * @param within milliseconds until it is given up
   * @throws the signal's reason once that is aborted
   */
  nearest(query: Query, within: number, signal: AbortSignal): Promise<Reply>;
  close(): void;
}

const LACKING: Readonly<Partial<Record<status, "not_loaded" | "timeout" | "unavailable">>> = {
  [status.FAILED_PRECONDITION]: "not_loaded",
  [status.DEADLINE_EXCEEDED]: "timeout",
  [status.UNAVAILABLE]: "unavailable",
};

type Nearest = (
  query: Query,
  options: { readonly deadline: number },
  done: (error: ServiceError | null, found?: Found) => void,
) => ClientUnaryCall;

/** A client of the search service at `host:port`. It connects at the first call, and again whenever it has to. */
export function searchClient(address: string): SearchClient {
  const { Client } = definition();
  const client = new Client(address, credentials.createInsecure(), {
    // The gateway does the retries, because its breaker must see every attempt.
    "grpc.enable_retries": 0,
    "grpc.max_reconnect_backoff_ms": 1_000,
  }) as Client as Client & { Nearest: Nearest };
  return {
    nearest(query, within, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const call = client.Nearest(query, { deadline: Date.now() + within }, (error, found) => {
          signal.removeEventListener("abort", cancel);
          if (signal.aborted) reject(signal.reason);
          else if (error === null) resolve({ hits: found!.hits });
          else resolve({ lacking: LACKING[error.code] ?? "internal" });
        });
        const cancel = () => call.cancel();
        signal.addEventListener("abort", cancel);
      });
    },
    close: () => client.close(),
  };
}
