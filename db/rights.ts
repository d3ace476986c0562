import pg from "pg";
import { createClient } from "./connections.ts";

/**
 * The URLs of one database for two roles. The web and worker processes connect with `url`. The owner of the tables, who
 * runs migrations, connects with `migrationUrl`.
 */
export type DatabaseUrls = { url: string; migrationUrl: string };

/** Tables that the web and worker processes may only read. Triggers write the audit trail, migrations their own list. */
const READ_ONLY = "audit_events, migrations";
const SCHEMAS = "public, pgboss";

/**
 * Grants the role of `url` the privileges that pages and jobs need: to read and write rows, but not to create or change
 * tables, and to read the audit trail but not to write it. Call this after every migration. If both URLs have the same
 * role, nothing is granted.
 */
export async function grantRights({ url, migrationUrl }: DatabaseUrls): Promise<void> {
  const role = roleOf(url);
  if (role === roleOf(migrationUrl)) return;
  const client = createClient({ connectionString: migrationUrl });
  await client.connect();
  try {
    const database = pg.escapeIdentifier(new URL(migrationUrl).pathname.slice(1));
    await client.query(rightsOf(pg.escapeIdentifier(role), database));
  } finally {
    await client.end();
  }
}

/** Builds several statements as one text, which PostgreSQL runs as one transaction. */
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
