import { userError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { type Database, queryOf, type Url } from "./database.ts";
import { MONGODB } from "./mongodb.ts";
import { MYSQL } from "./mysql.ts";
import { POSTGRES } from "./postgres.ts";
import { REDIS } from "./redis.ts";

export const DATABASES: readonly Database[] = [POSTGRES, MYSQL, REDIS, MONGODB];

/** Facts about a container's image. */
export interface ImageFacts {
  readonly name: string;
  /** Ports that it exposes. */
  readonly exposed: readonly number[];
}

/** The database that an image runs: by its name, or by the port that it exposes, as one does that is built on another. */
export const databaseOf = ({ name, exposed }: ImageFacts): Database | undefined =>
  DATABASES.find(({ images }) => images.test(name)) ?? DATABASES.find(({ port }) => exposed.includes(port));

/** By the scheme of an address. */
const BY_SCHEME: Readonly<Record<string, Database>> = {
  postgres: POSTGRES,
  postgresql: POSTGRES,
  mysql: MYSQL,
  mariadb: MYSQL,
  redis: REDIS,
  rediss: REDIS,
  mongodb: MONGODB,
  "mongodb+srv": MONGODB,
};

/** Names that frameworks have for a scheme (Rails, Django). */
const SCHEMES: Readonly<Record<string, string>> = { mysql2: "mysql", postgis: "postgres" };

/** An address with the usual scheme, without the driver that SQLAlchemy names: `postgresql+asyncpg://`. */
const plainly = (text: string): string =>
  text.replace(
    /^(?!mongodb\+srv:)([a-z0-9]+)(?:\+\w+)?(?=:\/\/)/,
    (_, scheme: string) => own(SCHEMES, scheme) ?? scheme,
  );

/**
 * A database and its address. A password in its query counts as well, and is in no argument.
 *
 * @throws SteelyardError (user), which does not repeat the text: it may hold a password
 */
export function databaseAt(text: string): { readonly database: Database; readonly url: Url } {
  try {
    const url = new URL(plainly(text));
    const scheme = url.protocol.slice(0, -1);
    const database = own(BY_SCHEME, scheme);
    if (database === undefined || url.hostname === "") throw new Error("it names no database");
    const password = decodeURIComponent(url.password) || (url.searchParams.get("password") ?? "");
    const whole = url.href;
    url.password = "";
    url.search = queryOf(url.search, (name) => name !== "password");
    const { port, href: bare, pathname } = url;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const [user, path] = [url.username, pathname.slice(1)].map(decodeURIComponent) as [string, string];
    return { database, url: { whole, bare, scheme, host, port, user, password, database: path } };
  } catch (cause) {
    throw userError("The address of the database cannot be read.", {
      remedy: 'write one such as "postgres://user:password@127.0.0.1:5432/shop"',
      cause,
    });
  }
}
