import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { closedError } from "#access/closed.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData, requireAuthorForData } from "#access/require-access.server.ts";
import { sheetKeyOf } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { saveMarks } from "#features/mark-sheet/save/save-marks.server.ts";
import { readMarksToSave } from "#features/mark-sheet/save/save.schema.server.ts";
import { CLOSED_WORDS } from "#features/mark-sheet/save/sheet-words.rules.ts";
import { methodNotAllowed } from "#runtime/errors.ts";
import { jsonAnswer } from "#runtime/json-answer.ts";

export const access = "marks.enter" satisfies Access;

export function loader({ request }: LoaderFunctionArgs) {
  return jsonAnswer(async () => {
    await requireAccessForData(request, access);
    throw methodNotAllowed("POST");
  });
}

/** Rows of a sheet as its script sends them. Always answers JSON: Remix would replace the page (design section 5). */
export function action({ request, params }: ActionFunctionArgs) {
  return jsonAnswer(async () => {
    const person = await requireAuthorForData(request, access);
    const saved = await saveMarks(person, sheetKeyOf(params), await readMarksToSave(request));
    if (!saved.ok) throw closedError(saved.lock, CLOSED_WORDS[saved.lock]);
    const { results, receipt } = saved;
    return { status: 200, body: { results, receipt } };
  });
}
