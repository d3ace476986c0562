import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerButton } from "#access/forms/answer-form.server.ts";
import { respondWithPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireAccessForData } from "#access/require-access.server.ts";
import { answerDelete, DeleteForm, sendDocument } from "#features/record-files/documents/documents.server.ts";
import { documentIn } from "#features/record-files/open-record.server.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";

export const access = "signed-in" satisfies Access;

/** Sends the file to everybody who may see the record, including its own person. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccessForData(request, access);
    return sendDocument(person, documentIn(params), request);
  }, request);
}

export function action({ request, params }: ActionFunctionArgs) {
  return respondWithPage(async () => {
    const person = await requireAccess(request, access);
    const document = documentIn(params);
    return answerButton(request, DeleteForm, (input) => answerDelete(person, { ...document, input }));
  }, request);
}
