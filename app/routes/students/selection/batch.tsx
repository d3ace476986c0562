import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleForm } from "#access/forms/answer-form.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { FailureDialog } from "#features/shell/frame/failure-dialog.tsx";
import { parseStudentsParams, studentsUrl } from "#features/students/list/params.rules.ts";
import { ChangeSelectedDialog } from "#features/students/selection/batch-dialog.tsx";
import {
  SelectionChangeFormSchema,
  changeSelectedStudents,
  loadSelectionChange,
  parseSelectionChangeKind,
} from "#features/students/selection/batch.server.ts";

export {
  keepPageOnFailure as clientAction,
  shouldRevalidateWhenStale as shouldRevalidate,
} from "#ui/form/form-result.ts";

export function ErrorBoundary() {
  return <FailureDialog ofFault={PEOPLE_MESSAGES.notDone} />;
}

export const access = "student-records" satisfies Access;

export const meta: MetaFunction = () => [{ title: "Selected Students - Termbook" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await requireAccess(request, access);
  return {
    batch: await loadSelectionChange(person, parseSelectionChangeKind(params["kind"])),
    closeTo: listOf(request),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const person = await requireAccess(request, access);
  const kind = parseSelectionChangeKind(params["kind"]);
  return handleForm(request, SelectionChangeFormSchema, (input) =>
    changeSelectedStudents(person, { kind, input, list: listOf(request) }),
  );
}

export default function ChangeSelectedStudents() {
  return <ChangeSelectedDialog {...useLoaderData<typeof loader>()} />;
}

/**
 * Returns the address of the list after the change. Nobody is selected then, so a list of the selected students
 * becomes the whole list.
 */
function listOf(request: Request): string {
  const params = parseStudentsParams(new URL(request.url).searchParams);
  return studentsUrl({ ...params, filters: { ...params.filters, isSelectedOnly: false } });
}
