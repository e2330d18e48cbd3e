import { z } from "zod";
import { DATABASE_IMAGES } from "../../model/datafolder.ts";
import { count, type Database, inShell, installed } from "./database.ts";

/** The variable that holds the address, so that no argument does. */
const ADDRESS = "STEELYARD_DATABASE";
const asking = (db: string) => `print('[' + EJSON.stringify(${db}.serverStatus().opLatencies) + ']')\n`;

/** MongoDB, by the latencies of its serverStatus. */
export const MONGODB: Database = {
  images: DATABASE_IMAGES.mongodb.names,
  port: 27017,
  client: "mongosh",
  argv: (container) =>
    inShell(
      container,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell in the container reads it
      'exec mongosh --quiet --norc ${MONGO_INITDB_ROOT_USERNAME:+--username "$MONGO_INITDB_ROOT_USERNAME" --password "$MONGO_INITDB_ROOT_PASSWORD" --authenticationDatabase admin}',
    ),
  at: ({ whole }) => ({
    argv: installed(["mongosh"], ["--quiet", "--norc", "--nodb"]),
    env: { [ADDRESS]: whole },
  }),
  input: { own: asking("db"), foreign: asking(`connect(process.env.${ADDRESS})`) },
  counts(printed) {
    const found = /\[(\{.*\})\]/.exec(printed)?.[1];
    if (found === undefined) return null;
    const all = z.record(z.string(), z.object({ latency: count, ops: count })).parse(JSON.parse(found));
    return Object.entries(all).map(([text, { latency, ops }]) => ({
      text,
      calls: ops,
      rows: 0,
      seconds: latency / 1e6,
    }));
  },
};
