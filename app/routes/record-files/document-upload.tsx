import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccessForData, requirePost } from "#access/require-access.server.ts";
import { submitScriptedUpload } from "#features/record-files/documents/documents.server.ts";
import { parseRecordOwner } from "#features/record-files/open-record.server.ts";
import { respondWithJson } from "#runtime/json-answer.ts";

export const access = "signed-in" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  return await requirePost(request, access);
}

/** Saves a document that the script sends. The script shows the progress of the upload. */
export function action({ request, params }: ActionFunctionArgs) {
  return respondWithJson(async () => {
    const person = await requireAccessForData(request, access);
    return submitScriptedUpload(person, parseRecordOwner(params), request);
  });
}
