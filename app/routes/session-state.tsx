import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireVisitForData } from "#access/require-access.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

/**
 * Returns the account of the session and the seconds until the session ends, so that a page can warn in time. This
 * request does not prolong the session.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return answer(request, { extends: false });
}

/** Prolongs the session when the person presses "Stay signed in". */
export function action({ request }: ActionFunctionArgs) {
  return answer(request, { extends: true });
}

function answer(request: Request, options: { extends: boolean }): Promise<Response> {
  return respondWithJson(async () => {
    const { person, secondsLeft } = await requireVisitForData(request, access, options);
    return { status: 200, body: { accountId: person.accountId, ...secondsLeft } };
  });
}
