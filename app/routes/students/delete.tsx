import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { idOf } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { LeaveStudentDialog } from "#features/students/leave/leave-dialog.tsx";
import {
  bringStudentBack,
  deleteStudent,
  readLeavingStudent,
} from "#features/students/leave/leave.server.ts";
import { studentsPlaceIn, studentsUrl } from "#features/students/list/place.rules.ts";
import { studentIn } from "#features/students/student-in.server.ts";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.notDone} />;
}

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Delete Student - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return { leaving: await readLeavingStudent(person, studentIn(params)), closeTo: listOf(request) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const form = await postedForm(request);
  const [studentKey, statusId] = [studentIn(params), String(form.get("status") ?? "")];
  const isBack = form.get("intent") === "bring-back";
  const left = isBack
    ? await bringStudentBack(person, studentKey)
    : await deleteStudent(person, { studentKey, statusId: idOf(statusId) ?? 0 });
  if (!left.ok) return data({ refused: { fault: left.fault, statusId } }, left.status);
  return redirectWithNotice(listOf(request), `${left.name} ${isBack ? "brought back" : "deleted"}.`);
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function DeleteStudent() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  return (
    <LeaveStudentDialog
      {...useLoaderData<typeof loader>()}
      failed={failed}
      refused={answer?.refused ?? null}
    />
  );
}

function listOf(request: Request): string {
  return studentsUrl(studentsPlaceIn(new URL(request.url).searchParams));
}
