import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { TextField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { StudentIdInput, StudentIdView } from "./general.server.ts";

type StudentIdDialogProps = StudentIdView & { closeTo: string };

/** Changes the public ID. Marks, reports and registrations stay with the student. */
export function StudentIdDialog({ name, studentId, version, closeTo }: StudentIdDialogProps) {
  const [form, fields] = useActionForm<StudentIdInput>("change-id", { version, student_id: studentId });
  return (
    <Dialog closeTo={closeTo} title="Change Student ID">
      <ActionForm
        form={form}
        preventScrollReset
        rejectedTitle={PEOPLE_MESSAGES.studentNotSaved}
        replace
        unansweredTitle={PEOPLE_MESSAGES.studentNotSaved}
      >
        <p>
          {name} has the ID <strong>{studentId}</strong>. Marks, reports and documents stay with the student.
        </p>
        <TextField
          aside="required"
          data-first-focus=""
          field={fields.student_id}
          label="Student ID"
          required
        />
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Changing">Change ID</BusyButton>
        </div>
      </ActionForm>
    </Dialog>
  );
}
