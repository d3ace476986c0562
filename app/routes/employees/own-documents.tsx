import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Access } from "#access/permissions.ts";
import { requireAccess, requireVisit } from "#access/require-access.server.ts";
import { requireEmployeeId } from "#features/profile/read-profile.server.ts";
import { DocumentsPanel } from "#features/record-files/documents/documents-panel.tsx";
import { submitDocument, loadDocuments } from "#features/record-files/documents/documents.server.ts";

export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export const access = "signed-in" satisfies Access;

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadDocuments(visit, { kind: "employee", id: requireEmployeeId(visit.person) });
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  return submitDocument(person, { kind: "employee", id: requireEmployeeId(person) }, request);
}

export default DocumentsPanel;
