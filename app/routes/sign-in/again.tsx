import type { ActionFunctionArgs } from "@remix-run/node";
import { describeCaller } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import {
  readCredentials,
  signIn,
  describeSignInRefusal,
  type SignInOutcome,
} from "#features/sign-in/sign-in.server.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { respondWithJson, type JsonBody } from "#runtime/json-answer.ts";

export const access = "anyone" satisfies Access;

export function loader() {
  return respondWithJson(() => Promise.reject(methodNotAllowed("POST")));
}

/**
 * Handles the sign-in dialog that opens over a page when the session has ended, so that nothing typed is lost. The
 * response has an `accountId`, and the page sends its unsaved rows only if they belong to that account.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  let cookies: string[] = [];
  const answer = await respondWithJson(async () => {
    const credentials = await readCredentials(request);
    const outcome = await signIn(credentials, await describeCaller(request, context.ip));
    if (outcome.ok) cookies = outcome.cookies;
    return bodyOf(outcome);
  });
  for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

function bodyOf(outcome: SignInOutcome): JsonBody {
  if (outcome.ok) {
    const { person, passwordReset } = outcome;
    return { status: 200, body: { accountId: person.accountId, passwordReset } };
  }
  return { status: outcome.reason === "wait" ? 429 : 422, body: { reason: describeSignInRefusal(outcome) } };
}
