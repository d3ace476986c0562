/** Names a request, in its answer, in a page that failed and in the log; people read it out, so it is short. */
export const REQUEST_ID = "X-Request-Id";

/** What a line of the log says of a request: whose session it came with is told by the account's number, never a name. */
type Logged = { request?: string; account?: number };

/** Of a request that had ended before its account was known nobody takes the note away; more are not at work at once. */
const MOST_NOTED = 10_000;

const accounts = new Map<string, number>();

/** Notes for the log whose session a request came with. */
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

/** For the last line of a request: nothing is kept of it after that. */
export function takeAccount(id: string): Logged {
  const account = accounts.get(id);
  accounts.delete(id);
  return withAccount(account);
}

function withAccount(account: number | undefined): Logged {
  return account === undefined ? {} : { account };
}
