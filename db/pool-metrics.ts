import type { Sequelize } from "sequelize";
import { gauge } from "#runtime/metrics/metrics.ts";

/** What Sequelize's types leave out: its pool. */
type Pool = { using: number; available: number; waiting: number };
type Pooling = { connectionManager: { pool?: Pool } };

let watched: Sequelize | null = null;

gauge("termbook_database_connections", "Connections of the pool, by whether they are in use or idle.", () => {
  const pool = poolOf(watched);
  if (!pool) return [];
  return [
    { labels: { state: "used" }, value: pool.using },
    { labels: { state: "idle" }, value: pool.available },
  ];
});

gauge("termbook_database_waiting", "Requests that wait for a connection of the pool.", () => {
  const pool = poolOf(watched);
  return pool ? [{ labels: {}, value: pool.waiting }] : [];
});

export function watchPool(sequelize: Sequelize): void {
  watched = sequelize;
}

function poolOf(sequelize: Sequelize | null): Pool | undefined {
  return (sequelize as unknown as Pooling | null)?.connectionManager.pool;
}
