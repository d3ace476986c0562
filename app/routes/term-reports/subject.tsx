import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { parseReportKey, parseSubjectId } from "#features/term-reports/find-report.server.ts";
import { ReportSubjectMarksDialog } from "#features/term-reports/subject-row/subject-dialog.tsx";
import {
  changeReportSubjectMarks,
  loadReportSubjectMarks,
  ReportSubjectMarksFormSchema,
} from "#features/term-reports/subject-row/subject-row.server.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";
export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export const access = "admin" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `${view.subject.title} of ${view.student} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return loadReportSubjectMarks(person, parseReportKey(params), parseSubjectId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const row = { key: parseReportKey(params), subjectId: parseSubjectId(params) };
  return handleForm(request, ReportSubjectMarksFormSchema, (input) =>
    changeReportSubjectMarks(person, { ...row, input }),
  );
}

export default function SubjectOfReport() {
  return <ReportSubjectMarksDialog view={useLoaderData<typeof loader>()} />;
}
