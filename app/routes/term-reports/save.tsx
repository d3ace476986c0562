import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { reportKeyOf } from "#features/term-reports/find-report.server.ts";
import { SAVED_REPORT } from "#features/term-reports/save/saved-report.server.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";
import { answerSave } from "#saving/server/answer-save.server.ts";

export const access = "term-reports" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/**
 * Saves the fields that the script sends. Always answers with JSON, because Remix would replace the page on an error.
 */
export function action({ request, params }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    const person = await requireAuthorForData(request, access);
    return answerSave(SAVED_REPORT, { person, key: reportKeyOf(params) }, request);
  });
}
