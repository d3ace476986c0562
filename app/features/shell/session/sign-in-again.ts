import { PATHS } from "#domain/paths.ts";
import { askServer, isRecord } from "#saving/client/ask-server.ts";

export type SignedInAgain =
  | { kind: "in"; accountId: number; passwordReset: boolean }
  /** Beside the field: a wrong password, or how long to wait. */
  | { kind: "refused"; reason: string };

/** The username is known here: what the sign-in page says of both is about the password. */
const MISMATCH = "The password is not right. Try again.";
const NO_ANSWER = "No connection: the server could not be reached. Try again when it is back.";
const NOT_NOW = "The server cannot sign you in just now. Try again in a moment.";

/** Answers with a session of the browser's own: nothing of the page changes by it. */
export async function signInAgain(credentials: {
  userName: string;
  password: string;
}): Promise<SignedInAgain> {
  const { kind, status, body } = await askServer(PATHS.signInAgain, { json: credentials });
  if (kind === "not-ours" || !isRecord(body)) return { kind: "refused", reason: NO_ANSWER };
  if (kind === "ok" && "accountId" in body)
    return { kind: "in", accountId: Number(body.accountId), passwordReset: body.passwordReset === true };
  if (status === 422) return { kind: "refused", reason: MISMATCH };
  const isExplained = status < 500 && typeof body.reason === "string";
  return { kind: "refused", reason: isExplained ? String(body.reason) : NOT_NOW };
}
