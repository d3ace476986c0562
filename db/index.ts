import pg, { type Client } from "pg";
import { QueryTypes, Sequelize, type Transaction as SequelizeTransaction } from "sequelize";
import { env } from "#runtime/env.ts";
import {
  testConnectionsBeforeUse,
  closeWhenSilent,
  CONNECTION_SETTINGS,
  pgModule,
  MAX_SILENCE_MS,
} from "./connections.ts";
import { registerModels } from "./models/index.ts";
import { prepareStatements } from "./prepared.ts";
import { toUnavailableResponse, rolloverUnderWayResponse } from "./unavailable.ts";
import { createGauge } from "#runtime/metrics.ts";

/** The author that the audit trail records: an account, or a part of the system such as `job:…` or `demo`. */
export type Actor = { accountId: number } | { system: string };

/** A transaction that `transaction` opened. Queries that write accept nothing else. */
export type Transaction = SequelizeTransaction;

/**
 * The advisory lock of a term's data. Writers share it, and a rollover takes it exclusively (`term-transaction.ts`).
 * The statement that sets up a transaction also takes the lock, which saves a round trip.
 */
export const TERM_LOCK = 20_260_901;

/** The argument of queries that read. `noTransaction` is enough for a single statement. */
export type ReadTransaction = Transaction | null;
export const noTransaction: ReadTransaction = null;

/** The values of `$name` in a statement, or values by position, as pg-boss passes them. */
type Bind = unknown[] | Record<string, unknown>;

const INT8_OID = 20;
// Versions and ids are far below 2^53, so numbers are safe. As strings they would be compared character by character.
pg.types.setTypeParser(INT8_OID, Number);

/** A writer waits only briefly for a lock, so that the browser gets a response before it gives up and retries. */
const WRITER_WAITS_MS = 5_000;

/**
 * The maximum wait for a lock when reading. A read waits only while a whole table is locked, and waiting pages soon use
 * up all connections. A migration may lock a table for half a second.
 */
const READER_WAITS_MS = 1_000;

const TIMEOUTS = {
  lock_timeout: READER_WAITS_MS,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * Planner settings for short queries. Queries list their tables in a good order for joining, because trying every order
 * of ten look-up tables took 4 ms for a heading that is read in 0.2 ms. JIT compilation takes 25 ms or more. A prepared
 * statement keeps one plan, because planning for each value takes longer than reading the rows.
 */
const PLANNING = "-c join_collapse_limit=3 -c jit=off -c plan_cache_mode=force_generic_plan";

/** Idle connections stay open: opening one costs more than a page, and a new one must prepare every statement again. */
const KEPT_IDLE_MS = 5 * 60_000;

let mostConnections = 8;
let opened: Sequelize | null = null;

/** Sets the size of the pool. Call this before the first query. */
export function setPoolSize(connections: number): void {
  mostConnections = connections;
}

export function database(): Sequelize {
  opened ??= open();
  return opened;
}

function open(): Sequelize {
  const sequelize = new Sequelize(databaseUrl(), {
    dialect: "postgres",
    dialectModule: pgModule,
    logging: false,
    pool: { max: mostConnections, idle: KEPT_IDLE_MS, acquire: 10_000 },
    dialectOptions: { application_name: "termbook", options: PLANNING, ...CONNECTION_SETTINGS, ...TIMEOUTS },
  });
  sequelize.addHook("afterConnect", (connection: Client) => {
    closeWhenSilent(connection);
    prepareStatements(connection);
  });
  testConnectionsBeforeUse(sequelize);
  registerModels(sequelize);
  measurePool(sequelize);
  return tellingFailures(sequelize);
}

/** Wraps Sequelize's `query`, which models also use, to translate database errors into our own messages. */
function tellingFailures(sequelize: Sequelize): Sequelize {
  const query = sequelize.query.bind(sequelize) as (...params: unknown[]) => Promise<unknown>;
  const told = (...params: unknown[]) => query(...params).catch(rethrowFailure);
  return Object.assign(sequelize, { query: told });
}

function rethrowFailure(error: unknown): never {
  throw toUnavailableResponse(error);
}

/** Returns the settings for a connection outside the pool, such as one that holds a lock. */
export function connectionSettings(name: string) {
  return {
    ...CONNECTION_SETTINGS,
    query_timeout: MAX_SILENCE_MS,
    connectionString: databaseUrl(),
    application_name: name,
  };
}

let named: string | null = null;

/** Sets the address of the embedded database, for terminal commands. Call this before the first query. */
export function useDatabase(url: string): void {
  named = url;
}

function databaseUrl(): string {
  const url = named ?? env().DATABASE_URL;
  if (!url)
    throw new Error(
      "DATABASE_URL is not set: start Termbook with `npm start`, or give the address of a PostgreSQL server",
    );
  return url;
}

/**
 * Runs `work` in a transaction; there is no other way to write. The audit trail records the actor and the save id with
 * every changed row. If `work` throws, the transaction is rolled back.
 */
export function transaction<Result>(
  actor: Actor,
  work: (t: Transaction) => Promise<Result>,
  { saveId = "", lockMs = WRITER_WAITS_MS, ofTerm = false }: Beginning = {},
): Promise<Result> {
  const begun = database().transaction(async (t) => {
    const settings = [nameOf(actor), saveId, String(lockMs)];
    const begin = await queryRow<{ may_write: boolean }>(ofTerm ? BEGIN_OF_TERM : BEGIN, settings, t);
    if (!begin?.may_write) throw rolloverUnderWayResponse();
    return work(t);
  });
  return begun.catch(rethrowFailure);
}

type Beginning = { saveId?: string; lockMs?: number; ofTerm?: boolean };

const SETTINGS = `select set_config('app.actor', $1, true), set_config('app.save_id', $2, true),
                         set_config('lock_timeout', $3, true)`;
const BEGIN = `${SETTINGS}, true as may_write`;
const BEGIN_OF_TERM = `${SETTINGS}, shares_term_lock(${TERM_LOCK}) as may_write`;

function nameOf(actor: Actor): string {
  return "accountId" in actor ? `account:${actor.accountId}` : actor.system;
}

/** Sets the save id for the following changes, in a transaction that contains several saves. */
export async function setSaveId(saveId: string, t: Transaction): Promise<void> {
  await runQuery("select set_config('app.save_id', $1, true)", [saveId], t);
}

export async function queryRows<Row extends object>(
  sql: string,
  bind: Bind,
  t: ReadTransaction,
): Promise<Row[]> {
  // `QueryTypes.RAW` is used because with `SELECT` Sequelize would copy every value of each row.
  const [answered] = await database().query(sql, { bind, type: QueryTypes.RAW, transaction: t });
  return answered as Row[];
}

export async function queryRow<Row extends object>(
  sql: string,
  bind: Bind,
  t: ReadTransaction,
): Promise<Row | null> {
  const [first] = await queryRows<Row>(sql, bind, t);
  return first ?? null;
}

type Questions = readonly (() => Promise<unknown>)[];
type AnswersTo<Asked extends Questions> = {
  -readonly [Place in keyof Asked]: Awaited<ReturnType<Asked[Place]>>;
};

/** Runs several queries: in parallel without a transaction, one after another within a transaction. */
export async function queryAll<const Asked extends Questions>(
  questions: Asked,
  t: ReadTransaction,
): Promise<AnswersTo<Asked>> {
  if (t === null) return (await Promise.all(questions.map((ask) => ask()))) as AnswersTo<Asked>;
  const answers: unknown[] = [];
  for (const ask of questions) answers.push(await ask());
  return answers as AnswersTo<Asked>;
}

export async function runQuery(sql: string, bind: Bind, t: Transaction): Promise<void> {
  await database().query(sql, { bind, type: QueryTypes.RAW, transaction: t });
}

export async function closeConnections(): Promise<void> {
  const closing = opened;
  opened = null;
  await closing?.close();
}

/** Sequelize's connection pool, which its types omit. */
type Pool = { using: number; available: number; waiting: number };
type Pooling = { connectionManager: { pool?: Pool } };

let watched: Sequelize | null = null;

createGauge({
  name: "termbook_database_connections",
  help: "Connections of the pool, by whether they are in use or idle.",
  labelNames: ["state"],
  collect() {
    const pool = poolOf(watched);
    if (!pool) return;
    this.set({ state: "used" }, pool.using);
    this.set({ state: "idle" }, pool.available);
  },
});

createGauge({
  name: "termbook_database_waiting",
  help: "Requests that wait for a connection of the pool.",
  collect() {
    this.set(poolOf(watched)?.waiting ?? 0);
  },
});

function measurePool(sequelize: Sequelize): void {
  watched = sequelize;
}

function poolOf(sequelize: Sequelize | null): Pool | undefined {
  return (sequelize as unknown as Pooling | null)?.connectionManager.pool;
}
