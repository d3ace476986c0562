import pg from "pg";
import { QueryTypes, Sequelize, type Transaction as SequelizeTransaction } from "sequelize";
import { env } from "#runtime/env.ts";
import { registerModels } from "./models/index.ts";
import { prepareStatements } from "./prepared.ts";

/** Who a write is recorded under: an account, or a part of the system by its name (`job:…`, `demo`). */
export type Actor = { accountId: number } | { system: string };

/** A transaction opened by `transaction`; the only thing that writing queries accept. */
export type Transaction = SequelizeTransaction;

/** What reading queries accept: a transaction, or `reading` where one statement is a snapshot of its own. */
export type Reading = Transaction | null;
export const noTransaction: Reading = null;

/** Values by name, bound where the statement says `$name`; or by place, as pg-boss writes its own. */
type Bind = unknown[] | Record<string, unknown>;

const INT8_OID = 20;
// Versions and ids stay far below 2^53; as strings they would compare by letters.
pg.types.setTypeParser(INT8_OID, Number);

/** A save that waits behind another is answered before its sender gives up and repeats it on one more connection. */
const TIMEOUTS = {
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * Queries are written in the order in which their tables are to be joined. Trying every order of ten small look-ups cost
 * PostgreSQL 4 ms for a sheet's heading, which it then reads in 0.2; compiling a query for it costs 25 and more.
 */
const PLANNING = "-c join_collapse_limit=3 -c jit=off";

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
    dialectOptions: { application_name: "termbook", options: PLANNING, ...TIMEOUTS },
    hooks: { afterConnect: prepareStatements },
  });
  registerModels(sequelize);
  return sequelize;
}

export function databaseUrl(): string {
  const url = env().DATABASE_URL;
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
  { saveId = "" }: { saveId?: string } = {},
): Promise<Result> {
  return database().transaction(async (t) => {
    await run(
      "select set_config('app.actor', $1, true), set_config('app.save_id', $2, true)",
      [nameOf(actor), saveId],
      t,
    );
    return work(t);
  });
}

function nameOf(actor: Actor): string {
  return "accountId" in actor ? `account:${actor.accountId}` : actor.system;
}

/** Names the save whose changes follow, where one transaction carries several saves. */
export async function nameSave(saveId: string, t: Transaction): Promise<void> {
  await run("select set_config('app.save_id', $1, true)", [saveId], t);
}

/** All rows that the statement answers. */
export async function rows<Row extends object>(sql: string, bind: Bind, t: Reading): Promise<Row[]> {
  return database().query<Row>(sql, { bind, type: QueryTypes.SELECT, transaction: t });
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

export async function ready(): Promise<boolean> {
  try {
    await rows("select 1 as one", [], noTransaction);
    return true;
  } catch {
    return false;
  }
}

export async function close(): Promise<void> {
  const closing = opened;
  opened = null;
  await closing?.close();
}
