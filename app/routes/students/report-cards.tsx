import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { loadStudentReportCardViewer } from "#features/students/record/load-record.server.ts";
import { parseStudentKey } from "#features/students/student-in.server.ts";
import { DocumentViewer } from "#features/shell/frame/viewer.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "reports.print" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Report Card - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadStudentReportCardViewer(person, {
    studentKey: parseStudentKey(params),
    query: new URL(request.url).searchParams,
  });
}

export default function ReportCards() {
  const { terms, chosen, ...viewer } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const { term: _, ...ofRecord } = Object.fromEntries(new URLSearchParams(search));
  const closeTo = `${pathname.replace(/\/report-cards\/?$/, "")}?${new URLSearchParams(ofRecord)}`;
  const chooser = (
    <TermPicker chosen={chosen} className="" terms={terms}>
      {Object.entries(ofRecord).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
    </TermPicker>
  );
  return <DocumentViewer {...viewer} chooser={chooser} closeTo={closeTo} />;
}
