import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { SelectField } from "#ui/form/fields/fields.tsx";
import { FactLines } from "#ui/list/fact-lines.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";

import { backWords, leavingLines, type LeavingStudent } from "./leave.rules.ts";
import type { LeaveInput } from "./leave.server.ts";

type LeaveStudentProps = { leaving: LeavingStudent; closeTo: string };

/** One form at a time: where another person was faster, the other one says so. */
const LEAVE = "leave-student";

const FORM = {
  preventScrollReset: true,
  rejectedTitle: PEOPLE_MESSAGES.notDone,
  replace: true,
  unansweredHint: "What you chose is still here. Try again.",
  unansweredTitle: PEOPLE_MESSAGES.notDone,
};

/** Says what ends, what stays and the way back; a student who left is brought back here. */
export function LeaveStudentDialog({ leaving, closeTo }: LeaveStudentProps) {
  const isDelete = leaving.hasLeft === null;
  return (
    <Dialog closeTo={closeTo} title={`${isDelete ? "Delete" : "Bring back"} ${leaving.name}?`}>
      <Student leaving={leaving} />
      {isDelete ? (
        <DeleteForm closeTo={closeTo} leaving={leaving} />
      ) : (
        <BringBackForm closeTo={closeTo} leaving={leaving} />
      )}
    </Dialog>
  );
}

function DeleteForm({ leaving, closeTo }: LeaveStudentProps) {
  const [form, fields] = useActionForm<LeaveInput>(LEAVE);
  return (
    <ActionForm form={form} {...FORM}>
      <SelectField choices={leaving.statuses} data-first-focus="" field={fields.status} label="Status" />
      <FactLines lines={leavingLines(leaving)} />
      <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
        <DialogLink to={closeTo}>Cancel</DialogLink>
        <BusyButton busy="Deleting" kind="danger">
          Delete
        </BusyButton>
      </div>
    </ActionForm>
  );
}

function BringBackForm({ leaving, closeTo }: LeaveStudentProps) {
  const [form] = useActionForm(LEAVE);
  return (
    <>
      <p>{backWords(leaving)}</p>
      <p className="text-muted">Status now: {leaving.hasLeft}</p>
      <ActionForm form={form} {...FORM}>
        <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Bringing back" intent="bring-back">
            Bring back
          </BusyButton>
        </div>
      </ActionForm>
    </>
  );
}

function Student({ leaving }: Pick<LeaveStudentProps, "leaving">) {
  const { id, lastName, studentId, classLabel, picture } = leaving;
  return (
    <div className="-mt-2 flex items-center gap-3 text-13 text-muted">
      <StudentPicture name={lastName} size={40} src={picture} studentId={id} />
      {[studentId, classLabel].filter(Boolean).join(", ")}
    </div>
  );
}
