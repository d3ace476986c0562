import type { Sequelize } from "sequelize";
import { gauge } from "#runtime/metrics.ts";

/** Sequelize's connection pool, which its types omit. */
type Pool = { using: number; available: number; waiting: number };
type Pooling = { connectionManager: { pool?: Pool } };

let watched: Sequelize | null = null;

gauge({
  name: "termbook_database_connections",
  help: "Connections of the pool, by whether they are in use or idle.",
  labelNames: ["state"],
  collect() {
    const pool = poolOf(watched);
    if (!pool) return;
    this.set({ state: "used" }, pool.using);
    this.set({ state: "idle" }, pool.available);
  },
});

gauge({
  name: "termbook_database_waiting",
  help: "Requests that wait for a connection of the pool.",
  collect() {
    this.set(poolOf(watched)?.waiting ?? 0);
  },
});

export function measurePool(sequelize: Sequelize): void {
  watched = sequelize;
}

function poolOf(sequelize: Sequelize | null): Pool | undefined {
  return (sequelize as unknown as Pooling | null)?.connectionManager.pool;
}
