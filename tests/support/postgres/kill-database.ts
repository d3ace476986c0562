import pg from "pg";
import { expect } from "vitest";
import { commandOf } from "#runtime/running-process.ts";

/** Without a chance to write anything down: what is kept was on the disk when the answer went out. */
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
  // What one of them holds would be in the next server's way.
  for (const { pid } of rows)
    await expect.poll(() => commandOf(pid), { interval: 10 }).not.toContain("postgres");
}

/** Its other processes go when the first of them is gone. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has gone already, which is what is wanted.
  }
}
