import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { Access } from "#access/permissions.ts";
import { postedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { ChangeIdDialog } from "#features/students/general/change-id-dialog.tsx";
import { notChanged } from "#features/students/general/general.ts";
import { postGeneral, showStudentId } from "#features/students/general/read-general.server.ts";
import { studentIn } from "#features/students/student-in.server.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { actInPlace, unlessFailed, useAnswer } from "#ui/page/act-in-place.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.studentNotSaved} />;
}

/** The public ID is changed by admins, nobody else (design section 4). */
export const access = "admin" satisfies Access;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return showStudentId(person, { studentKey: studentIn(params) });
}

/** The ID is a field of General, which goes on with all else. */
export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const { status, sent } = await postGeneral(
    person,
    { studentKey: studentIn(params) },
    await postedForm(request),
  );
  if (status !== 200) return data(notChanged(sent), status);
  const { pathname, search } = new URL(request.url);
  return redirectWithNotice(
    pathname.replace(/\/student-id\/?$/, "") + search,
    `The ID is ${String(sent.stored?.values["student_id"])} now`,
  );
}

export const clientAction = actInPlace<typeof action>;

export const shouldRevalidate = unlessFailed;

export default function ChangeStudentId() {
  const { answer, failed } = useAnswer(useActionData<typeof clientAction>());
  const { pathname, search } = useLocation();
  const closeTo = pathname.replace(/\/student-id\/?$/, "") + search;
  return (
    <ChangeIdDialog
      {...useLoaderData<typeof loader>()}
      closeTo={closeTo}
      failed={failed}
      refused={answer ?? null}
    />
  );
}
