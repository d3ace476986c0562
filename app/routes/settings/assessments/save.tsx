import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import {
  parseAssessedClassKey,
  ASSESSMENTS_SAVE_DEFINITION,
} from "#features/settings/assessments/saved-assessments.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";
import { handleSave } from "#saving/server/answer-save.server.ts";

export const access = "settings.manage" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

export function action({ request, params }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAuthorForData(request, access);
    const key = parseAssessedClassKey({ term: params.termId, class: params.classId });
    return handleSave(ASSESSMENTS_SAVE_DEFINITION, { person, key }, request);
  });
}
