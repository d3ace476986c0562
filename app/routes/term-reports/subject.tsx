import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import {
  changeSubjectOfRow,
  deleteSubjectRow,
} from "#features/term-reports/subject-row/change-subject-row.server.ts";
import { readRowAct } from "#features/term-reports/sign/dialogs.schema.server.ts";
import { reportKeyOf, subjectIdOf } from "#features/term-reports/find-report.server.ts";
import { reportUrl } from "#domain/paths.ts";
import { SubjectDialog } from "#features/term-reports/subject-row/subject-dialog.tsx";
import {
  rowRefusalWords,
  showSubjectRow,
  subjectStays,
} from "#features/term-reports/subject-row/subject-row.server.ts";
import { actInPlace, unlessFailed } from "#ui/page/act-in-place.ts";

export { FailureDialog as ErrorBoundary } from "#features/shell/frame/failure-dialog.tsx";

export const access = "admin" satisfies Access;

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? `${view.subject.title} of ${view.student} - Termbook` : "Termbook" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showSubjectRow(person, reportKeyOf(params), subjectIdOf(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const key = reportKeyOf(params);
  const subject = { ...key, subjectId: subjectIdOf(params) };
  const asked = readRowAct(await postedForm(request));
  const changed =
    asked.act === "delete"
      ? await deleteSubjectRow(person, subject)
      : await changeSubjectOfRow(person, subject, asked.newSubjectId);
  if (!changed.ok) return data({ refusal: rowRefusalWords(changed) }, 409);
  if (asked.act === "change") return redirectWithNotice(reportUrl(key), "Subject changed.");
  const stays = await subjectStays(person, key, subject.subjectId);
  return redirectWithNotice(reportUrl(key), stays ? "Marks deleted." : "Subject deleted.");
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function SubjectOfReport() {
  return <SubjectDialog sent={useActionData<typeof clientAction>()} view={useLoaderData<typeof loader>()} />;
}
