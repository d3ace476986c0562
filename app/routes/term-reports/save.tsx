import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData, requireAuthorForData } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { SAVED_REPORT } from "#features/term-reports/save/saved-report.server.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";
import { answerSave } from "#saving/server/answer-save.server.ts";

export const access = "term-reports" satisfies Access;

export function loader({ request }: LoaderFunctionArgs) {
  return jsonAnswer(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("POST");
  });
}

/** Fields of a report as its script sends them. Always answers JSON: Remix would replace the page (design section 5). */
export function action({ request, params }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    const person = await requireAuthorForData(request, access);
    return answerSave(SAVED_REPORT, { person, key: reportKeyOf(params) }, request);
  });
}
