import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { sheetKeyOf } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { SAVED_SHEET } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";
import { answerSave } from "#saving/server/answer-save.server.ts";

export const access = "marks.enter" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/** Saves the rows that the script sends. Always answers with JSON, because Remix would replace the page on an error. */
export function action({ request, params }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    const person = await requireAuthorForData(request, access);
    return answerSave(SAVED_SHEET, { person, key: sheetKeyOf(params) }, request);
  });
}
