import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from "@grpc/grpc-js";
import { definition, type Found, type Query } from "./client.ts";
import { loaded, NotLoaded, unloaded } from "./service.ts";

// The search service: gRPC on HOST and PORT (0 for any free one). SEARCH_INDEX=off leaves it without an index.

const { HOST = "127.0.0.1", PORT = "9090", SEARCH_INDEX = "" } = process.env;
if (!/^\d{1,5}$/.test(PORT) || !["", "on", "off"].includes(SEARCH_INDEX)) {
  process.stderr.write("search: PORT is a port from 0 to 65535, and SEARCH_INDEX is on or off\n");
  process.exit(1);
}
/** Most documents that one query may ask for. */
const MOST = 100;
const search = SEARCH_INDEX === "off" ? unloaded() : loaded();

const server = new Server();
server.addService(definition().service, {
  Nearest(call: ServerUnaryCall<Query, Found>, done: sendUnaryData<Found>) {
    const { text, k } = call.request;
    if (k < 1 || k > MOST) {
      done({ code: status.INVALID_ARGUMENT, details: `k is ${k}: 1 to ${MOST} are wanted` });
      return;
    }
    const gone = new AbortController();
    call.on("cancelled", () => gone.abort());
    search(text, k, gone.signal).then(
      (hits) => done(null, { hits }),
      (error: Error) => {
        const code = error instanceof NotLoaded ? status.FAILED_PRECONDITION : status.INTERNAL;
        if (!gone.signal.aborted) done({ code, details: error.message });
      },
    );
  },
});
server.bindAsync(`${HOST}:${PORT}`, ServerCredentials.createInsecure(), (error, port) => {
  if (error) {
    process.stderr.write(`search: cannot listen on ${HOST} port ${PORT}: ${error.message}\n`);
    process.exit(1);
  }
  process.stdout.write(`search listening on ${HOST}:${port}\n`);
});
const stop = () => {
  server.forceShutdown();
  process.exit(0);
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
