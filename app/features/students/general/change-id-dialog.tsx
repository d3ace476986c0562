import { Form } from "@remix-run/react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Field } from "#ui/form/field.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

type ChangeIdDialogProps = {
  name: string;
  studentId: string;
  /** Of the record, as it was read. */
  version: number;
  refused: { typed: string; fault: string } | null;
  failed: Failed | null;
  closeTo: string;
};

/** Another public ID; marks, reports and registrations go on with it. */
export function ChangeIdDialog({ name, studentId, version, refused, failed, closeTo }: ChangeIdDialogProps) {
  return (
    <Dialog closeTo={closeTo} title="Change Student ID">
      <Form className="grid gap-4" method="post" noValidate preventScrollReset replace>
        <AuthorField />
        <input name="record" type="hidden" value="general" />
        <input name="base" type="hidden" value={version} />
        <NotAnswered failed={failed} title={PEOPLE_MESSAGES.studentNotSaved} />
        <p>
          {name} has the ID <strong>{studentId}</strong>. Marks, reports and documents stay with the student.
        </p>
        <Field
          aside="required"
          autoComplete="off"
          data-first-focus=""
          defaultValue={refused?.typed ?? studentId}
          error={refused?.fault}
          label="Student ID"
          name="student_id"
          required
        />
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Changing">Change ID</BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
