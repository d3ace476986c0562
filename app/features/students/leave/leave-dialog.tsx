import { BringBackDialog, DeleteDialog } from "#ui/list/leave-dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { StudentPicture } from "#ui/page/student-picture.tsx";

import { backWords, leavingLines, type LeavingStudent } from "./leave.rules.ts";

/** What was asked and not done. */
export type LeaveRefused = { fault: string; statusId: string };

type LeaveStudentProps = {
  leaving: LeavingStudent;
  refused: LeaveRefused | null;
  failed: Failed | null;
  closeTo: string;
};

/** Says what ends, what stays and the way back; who left is brought back here. */
export function LeaveStudentDialog({ leaving, refused, failed, closeTo }: LeaveStudentProps) {
  const { name, hasLeft, statuses } = leaving;
  const plate = { closeTo, failed, fault: refused?.fault ?? null };
  if (hasLeft !== null) {
    return (
      <BringBackDialog {...plate} status={hasLeft} title={`Bring back ${name}?`}>
        <Who leaving={leaving} />
        <p>{backWords(leaving)}</p>
      </BringBackDialog>
    );
  }
  return (
    <DeleteDialog
      {...plate}
      chosen={refused?.statusId ?? statuses[0]?.value}
      lines={leavingLines(leaving)}
      statuses={statuses}
      title={`Delete ${name}?`}
    >
      <Who leaving={leaving} />
    </DeleteDialog>
  );
}

function Who({
  leaving: { id, lastName, studentId, classLabel, picture },
}: Pick<LeaveStudentProps, "leaving">) {
  return (
    <div className="-mt-2 flex items-center gap-3 text-13 text-muted">
      <StudentPicture name={lastName} size={40} src={picture} studentId={id} />
      {[studentId, classLabel].filter(Boolean).join(", ")}
    </div>
  );
}
