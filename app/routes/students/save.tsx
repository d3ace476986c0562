import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAuthorForData, requirePost } from "#access/require-access.server.ts";
import { saveStudentTabFields } from "#features/students/fields/fields.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";
import { isSelfSavingTab } from "#fields/people/student.ts";
import { notFound } from "#runtime/errors.ts";
import { respondWithJson } from "#runtime/json-answer.ts";

export const access = "students" satisfies Access;

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
    const { tab } = params;
    if (!isSelfSavingTab(tab)) throw notFound();
    return saveStudentTabFields(person, { studentKey: parseStudentKey(params), tab }, request);
  });
}
