import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { answerDocument } from "#features/record-files/documents/answer-document.server.ts";
import { OpenDocumentsDialog } from "#features/record-files/documents/open-documents.tsx";
import { showDocuments } from "#features/record-files/documents/show-documents.server.ts";
import { ownerIn } from "#features/record-files/owner-in.server.ts";
import { unlessFailed } from "#ui/page/act-in-place.ts";

export const access = "students" satisfies Access;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return showDocuments(visit, ownerIn(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return answerDocument(person, ownerIn(params), request);
}

/** Not when the form under it came to no answer. */
export const shouldRevalidate = unlessFailed;

export default OpenDocumentsDialog;
