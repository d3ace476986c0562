import pg from "pg";
import { expect } from "vitest";
import { processCommand } from "#runtime/process-lock.ts";

/** Kills the database before it can write anything: only data already on the disk survives. */
export async function killDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number; is_asked: boolean }>(
    `select pid, pid = pg_backend_pid() as is_asked from pg_stat_activity
     union all select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::integer, false`,
  );
  for (const { pid, is_asked: isAsked } of rows) if (!isAsked) killIfThere(pid);
  await client.end().catch(() => undefined);
  // Every process of the server is killed, because the resources of a remaining one would block the next server.
  for (const { pid } of rows)
    await expect.poll(() => processCommand(pid), { interval: 10 }).not.toContain("postgres");
}

/** Kills a process if it exists. The server's other processes end when the first one is killed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process may have ended already.
  }
}
