import type { ActionFunctionArgs } from "@remix-run/node";
import { callerOf } from "#access/caller.server.ts";
import type { Access } from "#access/permissions.ts";
import { sessionCookie } from "#access/session-cookie.server.ts";
import { readCredentials } from "#features/sign-in/sign-in.schema.server.ts";
import { signIn, wordsOf, type SignInOutcome } from "#features/sign-in/sign-in.server.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { jsonAnswer, type JsonBody } from "#runtime/json-answer.ts";

export const access = "anyone" satisfies Access;

export function loader() {
  return jsonAnswer(() => Promise.reject(methodNotAllowed("POST")));
}

/**
 * Signs in over the open page, from its script, with nothing typed lost (design section 3). What waits belongs to an
 * account: the page compares the answer's `accountId` with its own before it sends anything.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const cookies: string[] = [];
  const answer = await jsonAnswer(async () => {
    const credentials = await readCredentials(request);
    if (!credentials) return { status: 422, body: { reason: "Enter your username and your password." } };
    const outcome = await signIn(credentials, callerOf(request, context.ip));
    if (outcome.ok) cookies.push(sessionCookie(outcome.token));
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
  return { status: outcome.reason === "wait" ? 429 : 422, body: { reason: wordsOf(outcome) } };
}
