import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { recordTabUrl } from "#domain/people/record-params.ts";
import { nextStudentQuery, queryWithoutKeptValues } from "#features/students/general/general.rules.ts";
import { NewStudentDialog } from "#features/students/general/new-student.tsx";
import {
  addStudentByForm,
  loadNewStudent,
  type RejectedStudent,
} from "#features/students/general/new-student.server.ts";
import { underlyingListUrl } from "#features/students/record/record.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { useLastResult } from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.studentNotSaved} />;
}

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New Student - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { general: await loadNewStudent(visit, new URL(request.url).searchParams) };
}

/** Redirects to the new record, whose other tabs are then open for typing, or to an empty form for the next student. */
export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const result = await addStudentByForm(visit, await readPostedForm(request));
  if (!result.added) return data(result.kept, result.status);
  const { key, name, next } = result.added;
  const query = new URL(request.url).searchParams;
  const to = next
    ? withQuery(`${PATHS.students}/new`, nextStudentQuery(query, next))
    : recordTabUrl(`${PATHS.students}/${key}`, { query: queryWithoutKeptValues(query), view: null });
  return redirectWithNotice(to, `${name} added`);
}

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";
export { shouldRevalidateWhenStale as shouldRevalidate } from "#ui/form/form-result.ts";

export default function NewStudentPage() {
  const { general } = useLoaderData<typeof loader>();
  const { result: answer } = useLastResult(useActionData<RejectedStudent>());
  const query = queryWithoutKeptValues(new URLSearchParams(useLocation().search));
  return (
    <NewStudentDialog
      clearTo={withQuery(`${PATHS.students}/new`, Object.fromEntries(query))}
      closeTo={underlyingListUrl(query)}
      general={general}
      key={general.last?.key}
      rejected={answer ?? null}
    />
  );
}
