import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { DocumentsPanel } from "#features/record-files/documents/documents-panel.tsx";
import { submitDocument, loadDocuments } from "#features/record-files/documents/documents.server.ts";
import { parseRecordOwner } from "#features/record-files/open-record.server.ts";

export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "employees" satisfies Access;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadDocuments(visit, parseRecordOwner(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return submitDocument(person, parseRecordOwner(params), request);
}

export default DocumentsPanel;
