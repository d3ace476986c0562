import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";

import { parseDocumentParams } from "#features/record-files/open-record.server.ts";
import { buildRecordDocumentList } from "#features/record-files/documents/documents.ts";
import { loadShownDocument } from "#features/record-files/documents/shown-document.server.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";
import { DocumentList, DocumentSteps } from "#ui/list/document-columns.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "employees" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.shown.title} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return loadShownDocument(visit, { ...parseDocumentParams(params), viewer: new URL(request.url) });
}

/** A document of an employee, with the other documents of the record beside it. */
export default function EmployeePaper() {
  const { shown, all } = useLoaderData<typeof loader>();
  const { list, steps, closeTo } = buildRecordDocumentList(useLocation(), { shownId: shown.id, all });
  return (
    <DocumentViewer
      {...shown}
      closeTo={closeTo}
      isUploaded
      left={<DocumentList {...list} />}
      steps={<DocumentSteps {...steps} />}
    />
  );
}
