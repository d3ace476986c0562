import pg from "pg";
import { expect } from "vitest";
import { processCommand } from "#runtime/process-lock.ts";

/** Kills the database before it can write anything more. Only data that is already on the disk survives. */
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
  // Waits until all processes of the server have ended, because one that is left would block the next server.
  for (const { pid } of rows)
    await expect.poll(() => processCommand(pid), { interval: 10 }).not.toContain("postgres");
}

/** Kills a process, if it still exists. After the first is killed, the server's other processes end by themselves. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process may have ended already.
  }
}
