import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { parseMarkSheetParams } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { MARK_SHEET_SAVE_DEFINITION } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";
import { handleSave } from "#saving/server/answer-save.server.ts";

export const access = "marks.enter" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/**
 * Saves the rows that the script sends. The response is always JSON, even for an error, because Remix would replace the
 * page with an error page.
 */
export function action({ request, params }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAuthorForData(request, access);
    return handleSave(MARK_SHEET_SAVE_DEFINITION, { person, key: parseMarkSheetParams(params) }, request);
  });
}
