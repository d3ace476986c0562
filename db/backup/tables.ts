import type pg from "pg";
import type { Client } from "pg";
import { to as copyTo, type CopyToStreamQuery } from "pg-copy-streams";
import { createClient } from "../connections.ts";

/** The shape of a table in a backup. Names are quoted if necessary; `order` lists the columns of the primary key. */
export type TableShape = { name: string; columns: string[]; order: string };

export type SequenceState = { name: string; value: number; isCalled: boolean };

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

export async function setFixedFormats(client: Client): Promise<void> {
  await client.query(ONE_SPELLING);
}

export async function listTables(client: Client): Promise<TableShape[]> {
  return (await client.query<TableShape>(TABLES)).rows;
}

/** Reads each sequence itself: the catalogue does not show a sequence that was set but has not been used yet. */
export async function listSequences(client: Client): Promise<SequenceState[]> {
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
export function copyOutStatement({ name, columns, order }: TableShape): string {
  return `copy (select ${columns.join(", ")} from ${name} order by ${order}) to stdout`;
}

export function copyInStatement({ name, columns }: TableShape): string {
  return `copy ${name} (${columns.join(", ")}) from stdin`;
}

/** The whole database at one moment, while people go on working. Tables are read one at a time. */
export type Snapshot = {
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
  work: (snapshot: Snapshot) => Promise<Result>,
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
