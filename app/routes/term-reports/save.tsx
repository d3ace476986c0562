import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { parseReportKey } from "#features/term-reports/find-report.server.ts";
import { REPORT_SAVE_DEFINITION } from "#features/term-reports/save/saved-report.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";
import { handleSave } from "#saving/server/answer-save.server.ts";

export const access = "term-reports" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/**
 * Saves the fields that the script sends. The response is always JSON, even for an error, because Remix would replace
 * the page with an error page.
 */
export function action({ request, params }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAuthorForData(request, access);
    return handleSave(REPORT_SAVE_DEFINITION, { person, key: parseReportKey(params) }, request);
  });
}
