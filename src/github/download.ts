import type { IncomingMessage } from "node:http";
import { HttpClient } from "@actions/http-client";
import { ForgeError } from "./forge.ts";

/** Fetches an address that contains its own permission, without sending a token. */
export async function download(address: string, most: number): Promise<Uint8Array> {
  const http = new HttpClient("steelyard", [], { allowRetries: true, maxRetries: 3, socketTimeout: 60_000 });
  const { message } = await http.get(address);
  try {
    if (message.statusCode !== 200) {
      throw new ForgeError(message.statusCode ?? 0, "the artifact cannot be downloaded");
    }
    return await receivedBytes(message, most, "artifact");
  } finally {
    message.destroy();
    http.dispose();
  }
}

/** The body of an answer. @throws ForgeError where it has more than so many bytes: reading stops there */
export async function receivedBytes(message: IncomingMessage, most: number, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size > most) throw new ForgeError(0, `the ${what} has more than ${most} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
