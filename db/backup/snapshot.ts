import type pg from "pg";
import { to as copyTo, type CopyToStreamQuery } from "pg-copy-streams";
import {
  copyOutStatement,
  listSequences,
  setFixedFormats,
  listTables,
  type SequenceState,
  type TableShape,
} from "./tables.ts";
import { createClient } from "../connections.ts";

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
