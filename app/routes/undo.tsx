import type { ActionFunctionArgs } from "@remix-run/node";
import { handleButtonForm } from "#access/forms/answer-form.server.ts";
import { undoOwnChange, UndoFormSchema, type UndoByKind } from "#access/forms/undo-change.server.ts";
import type { Access } from "#access/permissions.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { respondWithErrorPage } from "#api/dispatch/refusal-page.ts";
import { parseId } from "#domain/paths.ts";
import { undoDeletedLesson } from "#features/employees/timetable/lessons/save-lesson.server.ts";
import { undoStudentChange } from "#features/students/selection/batch.server.ts";
import { undoRemovedStudents } from "#features/subjects/assign-students.server.ts";
import { notFound } from "#runtime/errors.ts";

export { keepPageOnFailure as clientAction } from "#ui/form/form-result.ts";

/** Each function checks the permission that its kind of change needs; people find only their own changes. */
export const access = "signed-in" satisfies Access;

const UNDO_BY_KIND: UndoByKind = {
  class: undoStudentChange,
  house: undoStudentChange,
  status: undoStudentChange,
  lesson: undoDeletedLesson,
  subject: undoRemovedStudents,
};

/** Undoes one of the person's own changes, from the message about it or from a list. */
export function action({ request, params }: ActionFunctionArgs) {
  return respondWithErrorPage(async () => {
    const person = await requireAccess(request, access);
    const changeId = parseId(params.changeId);
    if (changeId === null) throw notFound();
    return handleButtonForm(request, UndoFormSchema, (input) =>
      undoOwnChange(person, { changeId, input, undoByKind: UNDO_BY_KIND }),
    );
  }, request);
}
