import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to as copyTo, type CopyToStreamQuery, from as copyFrom } from "pg-copy-streams";
import { createClient } from "../connections.ts";
import { migrations } from "../migrations/index.ts";

/** The shape of a table in a backup. Names are quoted if necessary; `order` lists the columns of the primary key. */
type TableShape = { name: string; columns: string[]; order: string };

type SequenceState = { name: string; value: number; isCalled: boolean };

/** Primary keys sort by bytes, independent of the server's language. Generated columns are not backed up. */
const TABLES = `
  select quote_ident(c.relname) as name,
         (select array_agg(quote_ident(a.attname) order by a.attnum)
            from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         (select string_agg(quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end,
                            ', ' order by array_position(i.indkey::smallint[], a.attnum))
            from pg_index i
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[])
           where i.indrelid = c.oid and i.indisprimary) as "order"
    from pg_class c
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
   order by c.relname collate "C"`;

const SEQUENCES = `
  select quote_ident(relname) as name from pg_class
   where relkind = 'S' and relnamespace = 'public'::regnamespace
   order by relname collate "C"`;

/** Settings that make the text form of values independent of the server. */
const ONE_SPELLING = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set search_path = public`;

async function setFixedFormats(client: pg.Client): Promise<void> {
  await client.query(ONE_SPELLING);
}

async function listTables(client: pg.Client): Promise<TableShape[]> {
  return (await client.query<TableShape>(TABLES)).rows;
}

/** Reads each sequence itself: the catalogue does not show a sequence that was set but has not been used yet. */
export async function listSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows: sequences } = await client.query<{ name: string }>(SEQUENCES);
  if (sequences.length === 0) return [];
  const each = sequences.map(
    ({ name }) => `select '${name}' as name, last_value::text as value, is_called as "isCalled" from ${name}`,
  );
  const { rows } = await client.query<{ name: string; value: string; isCalled: boolean }>(
    each.join(" union all "),
  );
  return rows.map(({ name, value, isCalled }) => ({ name, value: Number(value), isCalled }));
}

/** Builds the statement that reads a table in primary key order, so that equal data always gives equal bytes. */
function copyOutStatement({ name, columns, order }: TableShape): string {
  return `copy (select ${columns.join(", ")} from ${name} order by ${order}) to stdout`;
}

function copyInStatement({ name, columns }: TableShape): string {
  return `copy ${name} (${columns.join(", ")}) from stdin`;
}

/** The whole database at one moment, while people go on working. Tables are read one at a time. */
export type DatabaseSnapshot = {
  migrations: string[];
  tables: TableShape[];
  sequences: SequenceState[];
  /** The rows that describe the stored pictures and documents. */
  files: StoredFile[];
  school: string | null;
  rowsOf: (table: TableShape) => CopyToStreamQuery;
};

type StoredFile = { name: string; sha256: string };

/** Runs `work` on a snapshot. Rejects with the database's error when the connection is lost. */
export async function withSnapshot<Result>(
  databaseUrl: string,
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  const client = createClient({ connectionString: databaseUrl, application_name: "termbook backup" });
  await client.connect();
  try {
    await setFixedFormats(client);
    await client.query("begin transaction isolation level repeatable read read only");
    return await work({
      migrations: await migrationsOf(client),
      tables: await listTables(client),
      sequences: await listSequences(client),
      files: await asked<StoredFile>(client, FILES),
      school: (await asked<{ name: string }>(client, "select name from schools"))[0]?.name ?? null,
      rowsOf: (table) => client.query(copyTo(copyOutStatement(table))),
    });
  } finally {
    await client.end();
  }
}

const FILES = "select file_name as name, encode(sha256, 'hex') as sha256 from files";

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const found = await asked<{ name: string }>(
    client,
    'select name from migrations order by name collate "C"',
  );
  return found.map(({ name }) => name);
}

async function asked<Row extends object>(client: pg.Client, sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows;
}

/** A table in a backup; `sha256` is the checksum of the bytes that `copyOutStatement` returns. */
type SavedTable = Pick<TableShape, "name" | "columns"> & { rows: number; sha256: string };

type SavedBackup = {
  migrations: readonly string[];
  tables: readonly SavedTable[];
  sequences: readonly SequenceState[];
  rowsOf: (table: SavedTable) => Promise<Readable>;
  /** Runs before the transaction commits. If it fails, the whole restore is rolled back. */
  beforeTheEnd: () => Promise<void>;
};

const NEWER =
  "The backup was made by a newer version of Termbook than this one. Install that version, or a later one, and restore again.";
const NOT_EMPTY =
  "The database already has tables, and a restore never overwrites anything. Restore into an empty database: set DATABASE_URL to a new database or, if you do not use DATABASE_URL, set DATA_DIR to an empty folder.";
const OTHER_BACKUP = "Nothing was restored. Restore another backup.";

const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
   where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Creates the tables as they were when the backup was made, fills them, and compares them with the backup. This is one
 * transaction, so a failed or killed restore leaves the database empty. Migrations newer than the backup do not run.
 * @param databaseUrl connects as the future owner of the tables
 * @throws Error when the database is not empty, the backup is from a newer version, or a table differs from the backup
 */
export async function restoreTables(databaseUrl: string, backup: SavedBackup): Promise<void> {
  const client = createClient({ connectionString: databaseUrl, application_name: "termbook restore" });
  await client.connect();
  try {
    await setFixedFormats(client);
    await client.query("begin");
    await refuseUnlessEmpty(client);
    await makeTables(client, backup.migrations);
    await fill(client, backup);
    await client.query("analyze");
    await backup.beforeTheEnd();
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_class c
      where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')) limit 1`,
  );
  if (rowCount !== 0) throw new Error(NOT_EMPTY);
}

async function makeTables(client: pg.Client, names: readonly string[]): Promise<void> {
  // The migrations are filtered by name and not cut off after the last name: after a merge of branches, a school may
  // have run a migration with a higher number first.
  const steps = migrations.filter(({ name }) => names.includes(name));
  if (steps.length < names.length) throw new Error(NEWER);
  await client.query(
    "create table migrations (name text primary key, run_at timestamptz not null default now())",
  );
  for (const { up } of steps) await client.query(up);
}

/** Fills the tables without triggers, which would write an audit trail. Foreign keys are checked at the end. */
async function fill(client: pg.Client, { tables, sequences, rowsOf }: SavedBackup): Promise<void> {
  const shapes = new Map((await listTables(client)).map((shape) => [shape.name, shape]));
  refuseOthers("tables", tables, [...shapes.values()]);
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of shapes.keys()) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${[...shapes.keys()].join(", ")}`);
  for (const table of tables) {
    const shape = shapeOf(table, shapes.get(table.name));
    await pipeline(await rowsOf(table), client.query(copyFrom(copyInStatement(shape))));
    await compare(client, shape, table);
  }
  for (const name of shapes.keys()) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  await setSequences(client, sequences);
}

type Named = { name: string };

/** Rejects unexpected or missing names: a missing table would be restored empty, and no real backup repeats a name. */
function refuseOthers(what: string, kept: readonly Named[], made: readonly Named[]): void {
  const times = (named: readonly Named[], name: string) => named.filter((item) => item.name === name).length;
  const names = new Set([...made, ...kept].map(({ name }) => name));
  const odd = [...names].filter((name) => times(kept, name) !== times(made, name));
  if (odd.length > 0)
    throw new Error(
      `The ${what} in the backup do not match its version of Termbook: ${odd.join(", ")}. ${OTHER_BACKUP}`,
    );
}

/**
 * Returns the table's shape with its columns in the backup's order. Backup and database must have the same columns,
 * so that no other name from the file gets into the copy statement.
 * @throws Error if the columns differ
 */
function shapeOf({ name, columns }: SavedTable, shape: TableShape | undefined): TableShape {
  const isSame = shape?.columns.toSorted().join() === columns.toSorted().join();
  if (!shape || !isSame)
    throw new Error(`The backup's table ${name} does not exist in this version of Termbook. ${OTHER_BACKUP}`);
  return { ...shape, columns };
}

async function compare(client: pg.Client, shape: TableShape, kept: SavedTable): Promise<void> {
  const hash = createHash("sha256");
  const read = client.query(copyTo(copyOutStatement(shape)));
  for await (const chunk of read) hash.update(chunk as Buffer);
  if (read.rowCount === kept.rows && hash.digest("hex") === kept.sha256) return;
  throw new Error(`The table ${shape.name} does not match the backup after restoring. ${OTHER_BACKUP}`);
}

async function setSequences(client: pg.Client, sequences: readonly SequenceState[]): Promise<void> {
  refuseOthers("sequences", sequences, await listSequences(client));
  for (const { name, value, isCalled } of sequences)
    await client.query("select setval($1, $2, $3)", [name, value, isCalled]);
}
