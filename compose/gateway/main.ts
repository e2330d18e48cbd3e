import { build } from "./app.ts";
import { type Settings, settings } from "./settings.ts";
import { embedded, type Store } from "./store.ts";

/** Milliseconds that requests in flight get to finish after SIGTERM. */
const GRACE = 1_000;

const read = configured();
const app = build(read, await store(read));
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

/** Servers only where they are asked for: without them nothing of their clients is loaded. */
async function store({ servers }: Settings): Promise<Store> {
  if (servers === null) return embedded();
  const { connected, served } = await import("./servers.ts");
  return served(await connected(servers));
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
