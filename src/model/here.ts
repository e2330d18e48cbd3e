/** Names by which a script reaches a service of its own machine. */
export const HERE: readonly string[] = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal"];
