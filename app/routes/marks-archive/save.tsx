import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { parseArchivedStudentKey } from "#features/marks-archive/save/find-archive.server.ts";
import { ARCHIVE_SAVE_DEFINITION } from "#features/marks-archive/save/saved-archive.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";
import { handleSave } from "#saving/server/answer-save.server.ts";

export const access = "marks-archive" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

export function action({ request, params }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAuthorForData(request, access);
    return handleSave(ARCHIVE_SAVE_DEFINITION, { person, key: parseArchivedStudentKey(params) }, request);
  });
}
