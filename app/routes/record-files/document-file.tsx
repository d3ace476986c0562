import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleButtonForm } from "#access/forms/answer-form.server.ts";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireAccessForData } from "#access/require-access.server.ts";
import {
  submitDocumentDeletion,
  DeleteDocumentFormSchema,
} from "#features/record-files/documents/documents.server.ts";
import { sendDocument } from "#features/record-files/documents/shown-document.server.ts";
import { parseDocumentParams } from "#features/record-files/open-record.server.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";

export const access = "signed-in" satisfies Access;

/** Sends the file to anyone who may see the record, including the employee themselves. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccessForData(request, access);
    return sendDocument(person, parseDocumentParams(params), request);
  }, request);
}

export function action({ request, params }: ActionFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccess(request, access);
    const document = parseDocumentParams(params);
    return handleButtonForm(request, DeleteDocumentFormSchema, (input) =>
      submitDocumentDeletion(person, { ...document, input }),
    );
  }, request);
}
