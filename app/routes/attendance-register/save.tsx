import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { parseRegisterParams } from "#features/attendance-register/find-register.server.ts";
import { REGISTER_SAVE_DEFINITION } from "#features/attendance-register/save/saved-register.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";
import { handleSave } from "#saving/server/answer-save.server.ts";

export const access = "signed-in" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/** Saves the rows that the script sends: all rows when the register is first marked, one row for a correction. */
export function action({ request, params }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAuthorForData(request, access);
    return handleSave(REGISTER_SAVE_DEFINITION, { person, key: parseRegisterParams(params) }, request);
  });
}
