import { useSearchParams } from "@remix-run/react";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { SelectField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons, DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { ReportSubjectMarksInput, ReportSubjectMarksView } from "./subject-row.server.ts";

type SubjectDialogProps = { view: ReportSubjectMarksView };

const NOT_CHANGED = "Nothing was changed";

/** The query of the confirmation, which has its own URL so that it works without JavaScript. */
const ASKS = "?delete";

/** Moves the marks of a subject row to another subject, or deletes them. For administrators. */
export function ReportSubjectMarksDialog({ view }: SubjectDialogProps) {
  const [query] = useSearchParams();
  const { closeTo, student, subject, marks } = view;
  const asks = query.has("delete") && marks.length > 0;
  return (
    <Dialog
      closeTo={closeTo}
      key={String(asks)}
      title={asks ? `Delete marks in ${subject.title}?` : `${subject.title}, ${student}`}
    >
      {asks ? <DeleteQuestion view={view} /> : <Acts view={view} />}
    </Dialog>
  );
}

function Acts({ view }: SubjectDialogProps) {
  const { closeTo, subject, marks } = view;
  return (
    <>
      {marks.length > 0 ? (
        <>
          <div>
            <p className="text-13 text-muted">Marks for this term</p>
            <ul className="divide-y divide-line border-y">
              {marks.map((mark) => (
                <li className="py-1.5" key={mark}>
                  {mark}
                </li>
              ))}
            </ul>
          </div>
          <ChangeSubject view={view} />
        </>
      ) : (
        <p>There are no marks in {subject.title} this term, so there is nothing to change or delete.</p>
      )}
      <div className="mt-2 flex flex-wrap justify-between gap-2">
        {marks.length > 0 ? (
          <DialogLink
            className="border-refused bg-paper text-refused hover:bg-refused-wash hover:text-refused"
            kind="quiet"
            to={ASKS}
          >
            Delete these marks
          </DialogLink>
        ) : null}
        <DialogLink className="ml-auto" data-first-focus="" to={closeTo}>
          Close
        </DialogLink>
      </div>
    </>
  );
}

/** Asks for confirmation, and lists the marks that would be deleted. */
function DeleteQuestion({ view: { student, subject, marks } }: SubjectDialogProps) {
  const [form] = useActionForm("delete-marks");
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle={NOT_CHANGED} replace>
      <p>
        This removes <strong>{`${subject.title}: ${marks.join(", ")}`}</strong> from the report of {student}.
      </p>
      <p className="text-13 text-muted">
        Deleted marks stay in the change history, but no longer count in the report or its average.
      </p>
      <DialogButtons closeTo="?" startsOnCancel>
        <Button kind="danger" name="intent" value="delete">
          Delete marks
        </Button>
      </DialogButtons>
    </ActionForm>
  );
}

function ChangeSubject({ view: { subjects } }: SubjectDialogProps) {
  const [form, fields] = useActionForm<ReportSubjectMarksInput>("change-subject");
  if (subjects.every(({ taken }) => taken)) {
    return (
      <p>
        This student already has marks in every other subject. If these marks belong to one of those subjects,
        delete the marks of that subject first.
      </p>
    );
  }
  const choices = subjects.map(({ subject_id, title, taken }) => ({
    value: String(subject_id),
    label: taken ? `${title} (already has marks)` : title,
    disabled: taken,
  }));
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle={NOT_CHANGED} replace>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow">
          <SelectField
            choices={choices}
            field={fields.new_subject_id}
            label="These marks belong to"
            prompt="Choose a subject"
            required
          />
        </div>
        <Button name="intent" value="change">
          Change subject
        </Button>
      </div>
    </ActionForm>
  );
}
