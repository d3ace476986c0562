import pg, { type Client } from "pg";
import { QueryTypes, Sequelize, type Transaction as SequelizeTransaction } from "sequelize";
import { env } from "#runtime/env.ts";
import { handOutLiving, hangUpWhenSilent, NETWORK, SILENCE_MS } from "./connections.ts";
import { registerModels } from "./models/index.ts";
import { watchPool } from "./pool-metrics.ts";
import { prepareStatements } from "./prepared.ts";
import { failureOf, termIsTurned } from "./unavailable.ts";

/** Who a write is recorded under: an account, or a part of the system by its name (`job:…`, `demo`). */
export type Actor = { accountId: number } | { system: string };

/** A transaction opened by `transaction`; the only thing that writing queries accept. */
export type Transaction = SequelizeTransaction;

/**
 * The advisory lock that the turn of the term takes alone, and writers of its data share (`term-transaction.ts`). It comes
 * with the settings of a transaction, in the same round trip.
 */
export const TERM_LOCK = 20_260_901;

/** What reading queries accept: a transaction, or `reading` where one statement is a snapshot of its own. */
export type Reading = Transaction | null;
export const noTransaction: Reading = null;

/** Values by name, bound where the statement says `$name`; or by place, as pg-boss writes its own. */
type Bind = unknown[] | Record<string, unknown>;

const INT8_OID = 20;
// Versions and ids stay far below 2^53; as strings they would compare by letters.
pg.types.setTypeParser(INT8_OID, Number);

/** Who waits behind another is answered before they give up and try again on one more connection. */
const TIMEOUTS = {
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * Queries are written in the order in which their tables are to be joined. Trying every order of ten small look-ups cost
 * PostgreSQL 4 ms for a sheet's heading, which it then reads in 0.2; compiling a query for it costs 25 and more. A prepared
 * statement is planned once: planning it anew for each value, PostgreSQL spends longer on the plan than on the rows.
 */
const PLANNING = "-c join_collapse_limit=3 -c jit=off -c plan_cache_mode=force_generic_plan";

/** A new connection costs more than a page, and has everything to prepare anew. */
const KEPT_IDLE_MS = 5 * 60_000;

let mostConnections = 8;
let opened: Sequelize | null = null;

/** Before the first query of a process that needs fewer connections than the web's eight. */
export function limitPool(connections: number): void {
  mostConnections = connections;
}

export function database(): Sequelize {
  opened ??= open();
  return opened;
}

function open(): Sequelize {
  const sequelize = new Sequelize(databaseUrl(), {
    dialect: "postgres",
    logging: false,
    pool: { max: mostConnections, idle: KEPT_IDLE_MS, acquire: 10_000 },
    dialectOptions: { application_name: "termbook", options: PLANNING, ...NETWORK, ...TIMEOUTS },
  });
  sequelize.addHook("afterConnect", (connection: Client) => {
    hangUpWhenSilent(connection);
    prepareStatements(connection);
  });
  handOutLiving(sequelize);
  registerModels(sequelize);
  watchPool(sequelize);
  return tellingFailures(sequelize);
}

/** Models ask through the same method: whatever asks the database fails in the same words. */
function tellingFailures(sequelize: Sequelize): Sequelize {
  const query = sequelize.query.bind(sequelize) as (...asked: unknown[]) => Promise<unknown>;
  const told = (...asked: unknown[]) => query(...asked).catch(rethrowFailure);
  return Object.assign(sequelize, { query: told });
}

function rethrowFailure(error: unknown): never {
  throw failureOf(error);
}

/** For a connection beside the pool, such as one that holds a lock. */
export function connectionOf(name: string) {
  return {
    ...NETWORK,
    query_timeout: SILENCE_MS,
    connectionString: databaseUrl(),
    application_name: name,
  };
}

let named: string | null = null;

/** For a command at a terminal whose database is the embedded one, which no setting names. Before the first query. */
export function useDatabase(url: string): void {
  named = url;
}

function databaseUrl(): string {
  const url = named ?? env().DATABASE_URL;
  if (!url)
    throw new Error("DATABASE_URL is not set: start Termbook with `npm start`, or name a PostgreSQL server");
  return url;
}

/**
 * Runs `work` in one transaction, the only way to write. The actor and the save id stand in the audit trail of every
 * row that is changed; when `work` throws, nothing is.
 */
export function transaction<Result>(
  actor: Actor,
  work: (t: Transaction) => Promise<Result>,
  { saveId = "", lockMs = TIMEOUTS.lock_timeout, ofTerm = false }: Beginning = {},
): Promise<Result> {
  const begun = database().transaction(async (t) => {
    const settings = [nameOf(actor), saveId, String(lockMs)];
    const begin = await row<{ may_write: boolean }>(ofTerm ? BEGIN_OF_TERM : BEGIN, settings, t);
    if (!begin?.may_write) throw termIsTurned();
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

/** Names the save whose changes follow, where one transaction carries several saves. */
export async function nameSave(saveId: string, t: Transaction): Promise<void> {
  await run("select set_config('app.save_id', $1, true)", [saveId], t);
}

/** All rows that the statement answers. */
export async function rows<Row extends object>(sql: string, bind: Bind, t: Reading): Promise<Row[]> {
  // As a SELECT Sequelize would copy each row, value by value.
  const [answered] = await database().query(sql, { bind, type: QueryTypes.RAW, transaction: t });
  return answered as Row[];
}

/** The first row, or null when the statement answers none. */
export async function row<Row extends object>(sql: string, bind: Bind, t: Reading): Promise<Row | null> {
  const [first] = await rows<Row>(sql, bind, t);
  return first ?? null;
}

type Questions = readonly (() => Promise<unknown>)[];
type AnswersTo<Asked extends Questions> = {
  -readonly [Place in keyof Asked]: Awaited<ReturnType<Asked[Place]>>;
};

/**
 * Asks several questions: all at the same moment where each is a snapshot of its own, one after the other in a
 * transaction, which is one connection.
 */
export async function queryAll<const Asked extends Questions>(
  questions: Asked,
  t: Reading,
): Promise<AnswersTo<Asked>> {
  if (t === null) return (await Promise.all(questions.map((ask) => ask()))) as AnswersTo<Asked>;
  const answers: unknown[] = [];
  for (const ask of questions) answers.push(await ask());
  return answers as AnswersTo<Asked>;
}

/** Runs a writing statement. */
export async function run(sql: string, bind: Bind, t: Transaction): Promise<void> {
  await database().query(sql, { bind, type: QueryTypes.RAW, transaction: t });
}

export async function close(): Promise<void> {
  const closing = opened;
  opened = null;
  await closing?.close();
}
