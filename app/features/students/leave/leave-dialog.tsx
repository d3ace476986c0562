import { useActionForm } from "#ui/form/action-form.tsx";
import { SelectField } from "#ui/form/fields/fields.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DeleteOrRestoreForm } from "#ui/overlay/leaving-form.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { describeReturn, listLeavingEffects, type LeavingStudent } from "./leave.rules.ts";
import type { LeaveStudentInput } from "./leave.server.ts";

type LeaveStudentProps = { leaving: LeavingStudent; closeTo: string };

/** Deletes a student or brings one back. Explains first what ends, what stays and how to reverse the action. */
export function LeaveStudentDialog({ leaving, closeTo }: LeaveStudentProps) {
  // Deleting and bringing back have the same form id. If somebody else has already done one of the two, the other form
  // can then show the message.
  const [form, fields] = useActionForm<LeaveStudentInput>("leave-student");
  const { hasLeft, name, statuses } = leaving;
  const isDelete = hasLeft === null;
  return (
    <Dialog closeTo={closeTo} title={`${isDelete ? "Delete" : "Bring back"} ${name}?`}>
      <Student leaving={leaving} />
      {isDelete ? null : <p>{describeReturn(leaving)}</p>}
      <DeleteOrRestoreForm closeTo={closeTo} form={form} hasLeft={hasLeft} key={hasLeft}>
        {isDelete ? (
          <>
            <SelectField choices={statuses} data-first-focus="" field={fields.status} label="Status" />
            <ConsequenceList lines={listLeavingEffects(leaving)} />
          </>
        ) : null}
      </DeleteOrRestoreForm>
    </Dialog>
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
