import type { ReactNode } from "react";
import { formatMissingParts } from "#domain/report-state.ts";
import { RETURN_REASON_MAX_LENGTH } from "#domain/term-reports.ts";
import { ActionForm, useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { TextArea, type FormField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import type { SendBackInput, SendBackView, TakeBackInput, TakeBackView } from "./sign-report.server.ts";

/**
 * Sends a report back to the form teacher with a reason. The reason is shown above the report until it is resubmitted.
 */
export function SendBackDialog({ view }: { view: SendBackView }) {
  const { closeTo, student, teachers, missing, isSigned, reason, reviewedFingerprint } = view;
  const [form, fields] = useActionForm<SendBackInput>("send-back", { reason });
  return (
    <Dialog closeTo={closeTo} title="Send back">
      <p>
        The report of <strong>{student.name}</strong> will go back to {teachers || "its form teacher"}, who
        will see your reason above the report.
        {isSigned ? " The signature will be removed from the report." : ""}
      </p>
      {missing.length > 0 ? (
        <p>
          <strong>Missing:</strong> {formatMissingParts(missing)}
        </p>
      ) : null}
      <ReasonForm
        action="Send back"
        closeTo={closeTo}
        field={fields.reason}
        form={form}
        rejectedTitle="The report was not sent back"
      >
        {/* This hidden field is not bound to the form's state. After a conflict it has the fingerprint of the report
            that the page shows now. */}
        <input name="seen" type="hidden" value={reviewedFingerprint} />
      </ReasonForm>
    </Dialog>
  );
}

/** Removes the person's own signature from a report, with a reason for the history. */
export function TakeBackDialog({ view: { closeTo, student, signature } }: { view: TakeBackView }) {
  const [form, fields] = useActionForm<TakeBackInput>("take-back");
  return (
    <Dialog closeTo={closeTo} title="Take back signature">
      <p>
        Your signature of {signature.on} will be removed from the report of <strong>{student.name}</strong>.
        The report’s history keeps your reason, and you can sign the report again.
      </p>
      <ReasonForm
        action="Take back signature"
        closeTo={closeTo}
        field={fields.reason}
        form={form}
        rejectedTitle="The signature was not taken back"
      />
    </Dialog>
  );
}

type ReasonFormProps = {
  form: ActionFormState;
  field: FormField;
  action: string;
  rejectedTitle: string;
  closeTo: string;
  /** Hidden fields that are sent with the reason. */
  children?: ReactNode;
};

/** A form that asks for the reason of an action. People who read the report later can see the reason. */
function ReasonForm({ form, field, action, rejectedTitle, closeTo, children }: ReasonFormProps) {
  const { length } = typeof field.value === "string" ? field.value : "";
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle={rejectedTitle} replace>
      {children}
      <TextArea
        aside={`Up to ${RETURN_REASON_MAX_LENGTH} characters · ${length} of ${RETURN_REASON_MAX_LENGTH}`}
        className="min-h-[100px] resize-none [field-sizing:content]"
        data-first-focus=""
        field={field}
        label="Reason"
      />
      <DialogButtons closeTo={closeTo}>
        <Button kind="primary">{action}</Button>
      </DialogButtons>
    </ActionForm>
  );
}
