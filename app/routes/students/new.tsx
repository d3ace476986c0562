import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireVisit } from "#access/require-access.server.ts";
import { PATHS } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { viewUrl } from "#domain/people/record-place.ts";
import type { NotAdded } from "#features/students/general/general.ts";
import { NewStudent } from "#features/students/general/new-student.tsx";
import { showNewStudent, takeStudent } from "#features/students/general/take-student.server.ts";
import { listUnder } from "#features/students/record/record.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { keepPageOnFailure, shouldRevalidateUnlessFailed, useLastResult } from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.studentNotSaved} />;
}

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "New Student - Termbook" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireVisit(request, access);
  return { general: await showNewStudent(visit) };
}

/** What is added opens with all its tabs. */
export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireVisit(request, access);
  const taken = await takeStudent(visit, await postedForm(request));
  if (!taken.added) return data(taken.kept, taken.status);
  const { key, name } = taken.added;
  const query = new URL(request.url).searchParams;
  return redirectWithNotice(viewUrl(`${PATHS.students}/${key}`, { query, view: null }), `${name} added`);
}

export const clientAction = keepPageOnFailure<typeof action>;

export const shouldRevalidate = shouldRevalidateUnlessFailed;

export default function NewStudentPage() {
  const { general } = useLoaderData<typeof loader>();
  const { result: answer, failure: failed } = useLastResult(useActionData<typeof clientAction>());
  const query = new URLSearchParams(useLocation().search);
  const kept = (answer as SerializeFrom<NotAdded> | undefined) ?? null;
  return <NewStudent closeTo={listUnder(query)} failed={failed} general={general} kept={kept} />;
}
