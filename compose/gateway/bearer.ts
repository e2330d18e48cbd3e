import type { FastifyReply, FastifyRequest } from "fastify";
import { bypass } from "./limiter.ts";

/** A hook that refuses requests without the token with 401; without a configured token it admits all. */
export function bearer(token: string | null) {
  const allowed = token === null ? () => true : bypass(`Bearer ${token}`);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (allowed(request.headers.authorization)) return;
    reply.header("www-authenticate", "Bearer");
    return reply
      .code(401)
      .send({ statusCode: 401, error: "Unauthorized", message: "a bearer token is wanted" });
  };
}
