import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startEmbedded, type EmbeddedServer } from "#db/embedded.ts";
import { ensureRoles } from "#db/embedded/roles.ts";
import { migrateDown } from "#db/migrate.ts";
import { migrations } from "#db/migrations/index.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { migrateDatabase } from "#server/schema.ts";

const SLOW = 60_000;

const dataDir = await mkdtemp(join(tmpdir(), "termbook-roles-"));
let server: EmbeddedServer;
let urls: DatabaseUrls;

beforeAll(async () => {
  // When this runs as root, the database runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  server = await startEmbedded({ dataDir, durable: false, log: () => {} });
  // This is the state that a version without roles left.
  await migrateDatabase({ url: server.url, migrationUrl: server.url });
  urls = await ensureRoles(server.url, dataDir);
  await migrateDatabase(urls);
}, SLOW);

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("neither the owner of the tables nor the role of the web and the worker is a superuser", async () => {
  const found = await queryDatabase(
    server.url,
    `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
       from pg_roles where starts_with(rolname, 'termbook') order by rolname`,
  );

  const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false };
  expect(found).toEqual([
    { rolname: "termbook", ...none, rolbypassrls: false },
    { rolname: "termbook_owner", ...none, rolbypassrls: false },
  ]);
});

test.each([
  ["makes no table", "create table kept (mark integer)"],
  ["makes no passing table", "create temporary table kept (mark integer)"],
  ["makes no function", "create function f() returns integer language sql as 'select 1'"],
  ["changes no table", "alter table marks add column bonus integer"],
  ["removes no table", "drop table marks"],
  ["empties no table", "truncate students cascade"],
  ["switches no trigger off", "alter table marks disable trigger audit_update"],
  ["switches not all triggers off", "set session_replication_role = replica"],
  ["does not become the owner", "set role termbook_owner"],
  ["reads no file of the server", "select pg_read_file('postgresql.conf')"],
  ["runs no program", "copy students from program 'id'"],
  [
    "ends no other connection",
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'",
  ],
  [
    "adds nothing to the trail by itself",
    "insert into audit_events (actor, table_name, row_id, operation) values ('account:1', 'marks', '1', 'insert')",
  ],
  ["changes nothing of the trail", "update audit_events set actor = 'account:1'"],
  ["removes nothing of the trail", "delete from audit_events"],
  ["empties no trail", "truncate audit_events"],
  ["writes down no migration", "insert into migrations (name) values ('9999')"],
])("the role of the web and the worker %s", async (_, sql) => {
  const doing = queryDatabase(urls.url, sql);

  await expect(doing).rejects.toMatchObject({ code: "42501" });
});

test("what that role writes is in the trail all the same", async () => {
  await queryDatabase(
    urls.url,
    `select set_config('app.actor', 'account:17', false);
     insert into subjects (title, abbr) values ('Steel Pan', 'Pan');
     update subjects set abbr = 'SP' where title = 'Steel Pan';
     delete from subjects where title = 'Steel Pan'`,
  );

  const told = await queryDatabase(
    urls.url,
    "select actor, account_id, operation from audit_events where table_name = 'subjects' order by event_id",
  );
  const by = { actor: "account:17", account_id: 17 };
  expect(told).toEqual(["insert", "update", "delete"].map((operation) => ({ ...by, operation })));
});

test("a second start gives the same addresses", async () => {
  const again = await ensureRoles(server.url, dataDir);

  expect(again).toEqual(urls);
  expect(await migrateDatabase(again)).toEqual([]);
});

test("the owner has all that was there before, and can take back and run every migration", async () => {
  const strangers = await queryDatabase(
    server.url,
    `select oid::regclass::text as name from pg_class
      where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relowner <> 'termbook_owner'::regrole
     union all
     select oid::regprocedure::text from pg_proc
      where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and proowner <> 'termbook_owner'::regrole`,
  );

  const undone = await migrateDown(urls.migrationUrl, migrations.length);

  expect(strangers).toEqual([]);
  expect(undone).toHaveLength(migrations.length);
  expect(await migrateDatabase(urls)).toHaveLength(migrations.length);
});
