import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireVisitForData } from "#access/require-access.server.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

/** Says whose session it is and how many seconds are left, so that a page can warn in time; asking prolongs nothing. */
export function loader({ request }: LoaderFunctionArgs) {
  return answer(request, { extends: false });
}

/** 'Stay signed in': prolongs the session like any other act. */
export function action({ request }: ActionFunctionArgs) {
  return answer(request, { extends: true });
}

function answer(request: Request, options: { extends: boolean }): Promise<Response> {
  return jsonAnswer(async () => {
    const { person, secondsLeft } = await requireVisitForData(request, access, options);
    return { status: 200, body: { accountId: person.accountId, ...secondsLeft } };
  });
}
