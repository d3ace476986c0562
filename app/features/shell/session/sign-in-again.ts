export type SignedInAgain =
  | { kind: "in"; accountId: number; passwordReset: boolean }
  /** Beside the field: a wrong password, or how long to wait. */
  | { kind: "refused"; reason: string };

const ADDRESS = "/app/sign-in-again";
const PATIENCE_MS = 20_000;

/** The username is known here: what the sign-in page says of both is about the password. */
const MISMATCH = "The password is not right. Try again.";
const NO_ANSWER = "No connection: the server could not be reached. Try again when it is back.";
const NOT_NOW = "The server cannot sign you in just now. Try again in a moment.";

/** Answers with a session of the browser's own: nothing of the page changes by it. */
export async function signInAgain(credentials: {
  userName: string;
  password: string;
}): Promise<SignedInAgain> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const body = JSON.stringify(credentials);
  try {
    return await read(await fetch(ADDRESS, { method: "POST", headers, body, signal: abort.signal }));
  } catch {
    return { kind: "refused", reason: NO_ANSWER };
  } finally {
    clearTimeout(timer);
  }
}

async function read(answer: Response): Promise<SignedInAgain> {
  const body: unknown = await answer.json().catch(() => null);
  if (typeof body !== "object" || body === null) return { kind: "refused", reason: NO_ANSWER };
  if (answer.ok && "accountId" in body)
    return {
      kind: "in",
      accountId: Number(body.accountId),
      passwordReset: "passwordReset" in body && body.passwordReset === true,
    };
  if (answer.status === 422) return { kind: "refused", reason: MISMATCH };
  const isTold = answer.status < 500 && "reason" in body && typeof body.reason === "string";
  return { kind: "refused", reason: isTold ? String(body.reason) : NOT_NOW };
}
