/** Images by the last parts of their names. */
const named = (...names: readonly string[]) => new RegExp(`(?:^|/)(?:${names.join("|")})(?:$|[:@])`);

/** The images that run each kind of database, and the folder in which these keep their data. */
export const DATABASE_IMAGES = {
  postgres: {
    names: named("postgres", "postgis", "timescaledb?(?:-ha)?", "pgvector"),
    data: /^\/(?:var\/lib\/postgresql|home\/postgres\/pgdata)(?:\/|$)/,
  },
  mysql: {
    names: named("mysql", "mysql-server", "mariadb", "percona(?:-server)?"),
    data: /^\/var\/lib\/mysql\/?$/,
  },
  redis: { names: named("redis", "valkey", "redis-stack(?:-server)?", "keydb"), data: /^\/data\/?$/ },
  mongodb: {
    names: named("mongo", "mongodb-(?:community|enterprise)-server", "percona-server-mongodb"),
    data: /^\/data\/db\/?$/,
  },
} as const;

/** Whether an image is a database's, and keeps its data in the folder of a container. */
export const keepsData = (image: string, folder: string): boolean =>
  Object.values(DATABASE_IMAGES).some(({ names, data }) => names.test(image) && data.test(folder));

/** Whether a file is in a folder only so that git has the folder. */
export const isPlaceholder = (path: string): boolean => /(?:^|\/)\.(?:git)?(?:keep|ignore)$/.test(path);
