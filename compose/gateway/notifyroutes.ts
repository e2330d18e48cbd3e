import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { bearer } from "./bearer.ts";
import { bucket } from "./limiter.ts";
import { accepted, type Fanout, type Sessions } from "./notify.ts";
import * as schemas from "./schemas.ts";
import type { Settings } from "./settings.ts";

/** Most bytes of a message from a client: clients send nothing useful. */
const MOST_SAID = 1_024;

/**
 * `POST /v1/notifications` accepts a notification, and `GET /v1/stream?tenant=…` is a WebSocket that receives the
 * tenant's. Both require the token if one is configured. Beyond NOTIFY_LIMIT every client gets 429: it is the capacity of
 * the platform, not a quota of a client.
 */
export function notifications(
  app: FastifyInstance,
  settings: Settings,
  fanout: Fanout,
  open: Sessions,
  now: () => number,
): void {
  app.addHook("onReady", () => fanout.listen(open.deliver));
  app.addHook("onClose", () => fanout.close());
  const known = bearer(settings.notifyToken);
  const capacity = settings.notifyLimit && bucket(settings.notifyLimit, now);
  app.post<{ Body: schemas.NotificationBody }>(
    "/v1/notifications",
    { schema: { body: schemas.notificationBody }, onRequest: known },
    async (request, reply) => {
      const seconds = capacity ? capacity() : 0;
      if (seconds > 0) {
        reply.header("retry-after", Math.max(1, Math.ceil(seconds)));
        return reply.code(429).send({ statusCode: 429, error: "Too Many Requests", message: "overloaded" });
      }
      const { tenant, user, message } = request.body;
      const notification = accepted(tenant, user, message);
      await fanout.publish(notification);
      return reply.code(202).send({ id: notification.id });
    },
  );
  app.register(websocket, { options: { maxPayload: MOST_SAID } });
  app.register(async (scope) => {
    scope.get<{ Querystring: schemas.Tenant }>(
      "/v1/stream",
      { websocket: true, schema: { querystring: schemas.tenantOnly }, onRequest: known },
      (socket, request) => {
        const { tenant } = request.query;
        open.join(tenant, socket);
        socket.on("close", () => open.leave(tenant, socket));
        socket.on("error", () => socket.terminate());
      },
    );
  });
}
