import pg from "pg";
import { newClient } from "./connections.ts";

/** One database, as the role of the web and the worker, and as the owner of its tables, who migrates them. */
export type DatabaseUrls = { url: string; migrationUrl: string };

/** What the role of the web and the worker may only read: the trail is written by triggers, the other by migrations. */
const READ_ONLY = "audit_events, migrations";
const SCHEMAS = "public, pgboss";

/**
 * Gives the role of `url` what pages and jobs need: rows to read and write, no tables to make or change, and nothing of
 * the trail but to read it. It belongs after every migration; where both are one role there is nothing to give.
 */
export async function grantRights({ url, migrationUrl }: DatabaseUrls): Promise<void> {
  const role = roleOf(url);
  if (role === roleOf(migrationUrl)) return;
  const client = newClient({ connectionString: migrationUrl });
  await client.connect();
  try {
    const database = pg.escapeIdentifier(new URL(migrationUrl).pathname.slice(1));
    await client.query(rightsOf(pg.escapeIdentifier(role), database));
  } finally {
    await client.end();
  }
}

/** Several statements in one request are one transaction. */
function rightsOf(role: string, database: string): string {
  return `
    revoke create on schema public from public;
    revoke temporary on database ${database} from public;
    grant usage on schema ${SCHEMAS} to ${role};
    grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${role};
    grant usage, select on all sequences in schema ${SCHEMAS} to ${role};
    revoke insert, update, delete on ${READ_ONLY} from ${role};`;
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
