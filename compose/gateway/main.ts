import { build } from "./app.ts";
import type { Cache } from "./cache.ts";
import { type Fanout, local } from "./notify.ts";
import { type Settings, settings } from "./settings.ts";
import { embedded, type Store } from "./store.ts";

/** Milliseconds that requests in flight get to finish after SIGTERM. */
const GRACE = 1_000;

const read = configured();
const { store, fanout, cache } = await parts(read);
const app = build(read, store, undefined, fanout, cache);
try {
  const address = await app.listen({ host: read.host, port: read.port });
  process.stdout.write(`gateway listening on ${address}\n`);
} catch (error) {
  refuse(`cannot listen on ${read.host} port ${read.port}: ${(error as Error).message}`);
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);

function configured(): Settings {
  try {
    return settings(process.env);
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** Connects to the servers if they are configured; only then are their clients loaded. */
async function parts({ servers }: Settings): Promise<{ store: Store; fanout: Fanout; cache?: Cache }> {
  if (servers === null) return { store: embedded(), fanout: local() };
  const { cachedIn, connected, fannedOut, served } = await import("./servers.ts");
  const both = await connected(servers);
  return { store: served(both), fanout: fannedOut(both), cache: cachedIn(both) };
}

function stop(): void {
  setTimeout(() => app.server.closeAllConnections(), GRACE).unref();
  // An explicit exit, because a request that was cut off may still hold a timer.
  app.close().then(
    () => process.exit(0),
    (error) => refuse(`cannot close: ${error}`),
  );
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
