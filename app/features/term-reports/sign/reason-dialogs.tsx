import { missingWords } from "#domain/report-state.ts";

import type { SendBackView, TakeBackView } from "../report/dialogs.ts";
import { ReasonDialog, type ReasonSent } from "./reason-dialog.tsx";

type SendBackDialogProps = { view: SendBackView; sent: ReasonSent };

/** To the form teacher, with a reason that is shown over the report until it is resubmitted. */
export function SendBackDialog({ view, sent }: SendBackDialogProps) {
  const { closeTo, student, teachers, missing, isSigned, limit, reason, reviewedFingerprint } = view;
  return (
    <ReasonDialog
      act="Send back"
      closeTo={closeTo}
      hidden={<input name="seen" type="hidden" value={reviewedFingerprint} />}
      limit={limit}
      reason={reason}
      sent={sent}
      title="Send back"
    >
      <p>
        The report of <strong>{student.name}</strong> will go back to {teachers || "its form teacher"}, who
        will read your reason over it.{isSigned ? " The signature that is on it will be taken back." : ""}
      </p>
      {missing.length > 0 ? (
        <p>
          <strong>Missing:</strong> {missingWords(missing)}
        </p>
      ) : null}
    </ReasonDialog>
  );
}

type TakeBackDialogProps = { view: TakeBackView; sent: ReasonSent };

/** One's own signature, off a report, with a reason that its history keeps. */
export function TakeBackDialog({ view, sent }: TakeBackDialogProps) {
  const { closeTo, student, limit, signature } = view;
  return (
    <ReasonDialog act="Take back" closeTo={closeTo} limit={limit} sent={sent} title="Take back signature">
      <p>
        Your signature of {signature.on} will be taken off the report of <strong>{student.name}</strong>. Your
        reason will stand in its history, and you can sign it again.
      </p>
    </ReasonDialog>
  );
}
