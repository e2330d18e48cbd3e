import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type LocalServer = Awaited<ReturnType<typeof openServer>>;

/** Opens an HTTP server on a free port of 127.0.0.1. Its disposal ends connections that are still open. */
export async function openServer(answer: RequestListener = (_, response) => void response.end("ok")) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
