/** Identifies a request in its response, on an error page and in the log; people read it out, so it is short. */
export const REQUEST_ID = "X-Request-Id";

/** The log's data about a request: its session is identified by the account's number, never by a name. */
type Logged = { request?: string; account?: number };

/** The limit of notes: a request that ended before its account was known never removes its note. */
const MOST_NOTED = 10_000;

const accounts = new Map<string, number>();

/** Notes the account of a request's session for the log. */
export function noteAccount(request: Request, accountId: number): void {
  const id = request.headers.get(REQUEST_ID);
  if (id === null) return;
  accounts.set(id, accountId);
  const [oldest] = accounts.keys();
  if (accounts.size > MOST_NOTED && oldest !== undefined) accounts.delete(oldest);
}

export function loggedOf({ headers }: Request): Logged {
  const id = headers.get(REQUEST_ID);
  return id === null ? {} : { request: id, ...withAccount(accounts.get(id)) };
}

/** Returns and deletes the note, for the last line of a request. */
export function takeAccount(id: string): Logged {
  const account = accounts.get(id);
  accounts.delete(id);
  return withAccount(account);
}

function withAccount(account: number | undefined): Logged {
  return account === undefined ? {} : { account };
}
