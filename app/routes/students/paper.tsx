import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reloadWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { loadShownDocument } from "#features/record-files/documents/shown-document.server.ts";
import { parseRecordOwner } from "#features/record-files/open-record.server.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";
import {
  findReplacementDocument,
  loadStudentDocument,
  parseStudentDocumentKind,
} from "#features/students/papers/papers.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";
import { errorKind, notFound } from "#runtime/errors.ts";
import { DocumentList, DocumentSteps, RecordFacts } from "#ui/list/document-columns.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "students" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.shown.title}, ${data.papers.name} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  const kind = parseStudentDocumentKind(params["kind"]);
  if (kind === null) throw notFound();
  const query = new URL(request.url).searchParams;
  try {
    const { shown } = await loadShownDocument(visit, { owner: parseRecordOwner(params), description: kind });
    return {
      shown,
      papers: await loadStudentDocument(visit, { studentKey: parseStudentKey(params), kind, query }),
    };
  } catch (error) {
    const instead =
      errorKind(error) === "notFound" ? await findReplacementDocument(visit, { kind, query }) : null;
    if (!instead) throw error;
    throw await reloadWithNotice(instead.to, instead.message, { tone: "refused", seconds: 6 });
  }
}

/** A birth certificate or immunization card, with Next for the same document of the next student in the list. */
export default function StudentPaper() {
  const { shown, papers } = useLoaderData<typeof loader>();
  return (
    <DocumentViewer
      {...shown}
      about={`${papers.about} · ${shown.about}`}
      closeTo={papers.closeTo}
      isUploaded
      left={<DocumentList {...papers.list} />}
      right={<RecordFacts {...papers.facts} />}
      steps={papers.steps ? <DocumentSteps {...papers.steps} /> : null}
      title={`${shown.title}, ${papers.name}`}
    />
  );
}
