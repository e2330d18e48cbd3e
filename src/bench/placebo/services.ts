import { caddy, goHttpbin, miniserve, pocketbase, wiremock } from "./compiled.ts";
import { gateway } from "./gateway.ts";
import { express, jsonServer, nodeRed } from "./node.ts";
import { datasette, uvicorn } from "./python.ts";
import type { Service } from "./service.ts";

export const SERVICES: readonly Service[] = [
  jsonServer,
  uvicorn,
  goHttpbin,
  wiremock,
  express,
  caddy,
  pocketbase,
  miniserve,
  nodeRed,
  datasette,
  gateway,
];
