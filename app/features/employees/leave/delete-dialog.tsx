import { phraseFor } from "#domain/phrases.ts";
import { BringBackDialog, DeleteDialog, RefusedDialog } from "#ui/list/leave-dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

import { leadWords, lessonWords, sessionWords, type Leaving } from "./leave.rules.ts";

/** What was asked and not done. */
export type LeaveRefused = { fault: string; statusId: string; successorId: string };

type LeaveDialogProps = {
  leaving: Leaving;
  refused: LeaveRefused | null;
  failed: Failed | null;
  closeTo: string;
};

/** Says what ends, what stays and the way back; who left is brought back here. */
export function LeaveDialog({ leaving, refused, failed, closeTo }: LeaveDialogProps) {
  const { name, hasLeft, refusal, statuses } = leaving;
  const plate = { closeTo, failed, fault: refused?.fault ?? null };
  if (hasLeft !== null) {
    return (
      <BringBackDialog {...plate} status={hasLeft} title={`Bring back ${name}?`}>
        <p className="-mt-2">
          {phraseFor(
            "{He} stands in the lists again, and can sign in with the account {he} had. A class that was given to a colleague stays theirs.",
            leaving,
          )}
        </p>
      </BringBackDialog>
    );
  }
  const title = `Delete ${name}?`;
  if (refusal !== null) return <RefusedDialog closeTo={closeTo} reason={refusal} title={title} />;
  return (
    <DeleteDialog
      {...plate}
      chosen={refused?.statusId ?? statuses[0]?.value}
      lines={linesOf(leaving, refused)}
      statuses={statuses}
      title={title}
    >
      <p className="-mt-2">
        {phraseFor(
          "{He} leaves the lists. {His} marks, reports and signature stay, and an admin can bring {him} back.",
          leaving,
        )}
      </p>
    </DeleteDialog>
  );
}

function linesOf(leaving: Leaving, refused: LeaveRefused | null) {
  const { openSessions, lessons, leads } = leaving;
  const formTeacher = { term: "Form teacher", says: <Successor leaving={leaving} refused={refused} /> };
  return [
    { term: "Sign-in", says: sessionWords(openSessions) },
    { term: "Lessons", says: lessonWords(lessons) },
    ...(leads.length > 0 ? [formTeacher] : []),
  ];
}

function Successor({ leaving, refused }: Pick<LeaveDialogProps, "leaving" | "refused">) {
  const { leads, successors, proposed } = leaving;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor="successor">{leadWords(leads)}</label>
      <select
        className="field-box"
        defaultValue={refused?.successorId ?? proposed}
        id="successor"
        name="successor"
      >
        <option value="">Nobody yet</option>
        {successors.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <p className="text-13 text-muted">Takes class and lessons. Can be left for later.</p>
    </div>
  );
}
