import { join } from "node:path";
import pg from "pg";
import { readOrCreateSecret } from "#runtime/secret-file.ts";
import type { DatabaseUrls } from "../rights.ts";
import { createClient } from "../connections.ts";
import { rethrowStartFailure } from "./server.ts";

const OWNER = "termbook_owner";
const APPLICATION = "termbook";
const PASSWORD_LOST = "Delete the file: the next start creates a new secret and gives it to the database.";

/** An advisory lock with an arbitrary number. Processes that start at the same time wait for one another. */
const ROLES_LOCK = 7_210_117;

/**
 * Creates the two roles of the embedded database. Neither is a superuser: one owns and migrates the tables, and the web
 * and worker processes use the other. The passwords are stored in `dataDir`.
 * @param superuserUrl the application's database, as its superuser
 */
export function ensureRoles(superuserUrl: string, dataDir: string): Promise<DatabaseUrls> {
  return makeRoles(superuserUrl, dataDir).catch((error: unknown) => rethrowStartFailure(error, dataDir));
}

async function makeRoles(superuserUrl: string, dataDir: string): Promise<DatabaseUrls> {
  const passwordIn = (file: string) => readOrCreateSecret(join(dataDir, file), PASSWORD_LOST);
  const owner = { name: OWNER, password: passwordIn("database-owner-password") };
  const application = { name: APPLICATION, password: passwordIn("database-password") };
  const client = createClient({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ROLES_LOCK]);
    for (const role of [owner, application]) await ensureRole(client, role);
    await giveToOwner(client);
  } finally {
    await client.end();
  }
  return { url: databaseUrlAs(application, superuserUrl), migrationUrl: databaseUrlAs(owner, superuserUrl) };
}

export type DatabaseRole = { name: string; password: string };

/** Creates or updates a role that can sign in with this password and has no other privileges. */
export async function ensureRole(client: pg.Client, { name, password }: DatabaseRole): Promise<void> {
  const found = await client.query("select from pg_roles where rolname = $1", [name]);
  const verb = found.rowCount === 0 ? "create" : "alter";
  const may = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
  await client.query(
    `${verb} role ${pg.escapeIdentifier(name)} ${may} password ${pg.escapeLiteral(password)}`,
  );
}

export function databaseUrlAs({ name, password }: DatabaseRole, url: string): string {
  return Object.assign(new URL(url), { username: name, password }).href;
}

/**
 * Transfers the database and its objects to the owner role. In a database that an earlier version created, they belong
 * to the superuser. This is one transaction, so that the next start repeats it if this start is killed.
 */
async function giveToOwner(client: pg.Client): Promise<void> {
  const isOwners = await client.query(
    "select from pg_database where datname = current_database() and datdba = $1::regrole",
    [OWNER],
  );
  if (isOwners.rowCount !== 0) return;
  const { rows } = await client.query<{ object: string }>(OBJECTS);
  const statements = rows.map(({ object }) => `alter ${object} owner to ${OWNER};`);
  const [database] = (await client.query<{ name: string }>("select current_database() as name")).rows;
  statements.push(`alter database ${pg.escapeIdentifier(database?.name ?? "")} owner to ${OWNER};`);
  await client.query(statements.join("\n"));
}

/** Sequences are left out, because the sequence of a column gets a new owner together with its table. */
const OBJECTS = `
  select 'schema ' || nspname as object from pg_namespace where nspname = 'pgboss'
  union all
  select case relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass
    from pg_class c
   where relkind in ('r', 'p', 'v', 'S') and relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
     and not exists (select from pg_depend d
                      where d.classid = 'pg_class'::regclass and d.objid = c.oid and relkind = 'S'
                        and d.deptype in ('a', 'i'))
  union all
  select 'routine ' || p.oid::regprocedure
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in ('public', 'pgboss')
  union all
  select 'type ' || t.oid::regtype
    from pg_type t join pg_namespace n on n.oid = typnamespace where nspname in ('public', 'pgboss') and typtype = 'e'
  union all
  select 'collation ' || c.oid::regcollation
    from pg_collation c join pg_namespace n on n.oid = collnamespace where nspname = 'public'`;
