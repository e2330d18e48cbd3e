import { createServer, type Server } from "node:net";

/** The address on which services listen: the loopback, so that only this machine reaches them. */
export const HOST = "127.0.0.1";

/**
 * Different free ports. All are held until the last one is found, then released. Another program may take a port
 * before the service listens; the caller must handle that.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** Listens on a port of the loopback. Rejects where it is taken. */
export const listen = (port: number) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, HOST, () => resolve(server));
  });

export const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
