import { useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, type SyntheticEvent } from "react";
import { formatMissingParts } from "#domain/report-state.ts";
import { ActionForm, useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import type {
  SigningView,
  SendBackInput,
  SendBackView,
  TakeBackInput,
  TakeBackView,
} from "./sign-report.server.ts";
import { SignatureLine } from "./signature-block.tsx";
import { MESSAGES } from "#domain/messages.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import { RETURN_REASON_MAX_LENGTH } from "#domain/term-reports.ts";
import { TextArea, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { fetchReport } from "../report/bar/prefetch.ts";
import { isReportSigned } from "../report/bar/save-state.rules.ts";
import { showNotDoneMessage } from "../report/bar/use-report-navigation.ts";
import { getRegisteredController } from "../report/record/record-controller.ts";

type SignDialogProps = { signing: SigningView };

/** Asks for the signature, and summarises what is signed: comments, behaviour, average and attendance. */
export function SignDialog({ signing }: SignDialogProps) {
  const {
    closeTo,
    comment,
    teacherComment,
    ratings,
    average,
    attendance,
    missing,
    reviewedFingerprint,
    signs,
  } = signing;
  const [form] = useActionForm("sign-report");
  const { isBusy, preventUnsaved } = useSigning(signing, form);
  return (
    <Dialog closeTo={closeTo} title="Sign Report">
      <Introduction signing={signing} />
      <dl className="divide-y divide-line border-y">
        <Line title="Your comment">{comment ?? <span className="text-muted">None</span>}</Line>
        <Line title="Teacher">{teacherComment ?? <span className="text-muted">No comment</span>}</Line>
        <Line title="Behaviour">{ratings ?? "–"}</Line>
        <Line title="Average">{average ?? "–"}</Line>
        <Line title="Attendance">{attendance ?? "–"}</Line>
        {missing.length > 0 ? <Line title="Missing">{formatMissingParts(missing)}</Line> : null}
      </dl>
      <SignatureLine foot={`${signs.by}, ${signs.on}`} pictureUrl={signs.pictureUrl}>
        {signs.by}
      </SignatureLine>
      <ActionForm
        className="mt-2"
        form={form}
        preventScrollReset
        rejectedTitle="The report was not signed"
        replace
      >
        {/* This hidden field is not bound to the form's state, so that the report is signed as the dialog shows it now. */}
        <input name="seen" type="hidden" value={reviewedFingerprint} />
        <DialogButtons closeTo={closeTo}>
          <Button data-first-focus="" icon="sign" kind="primary" onClick={preventUnsaved}>
            Sign Report
          </Button>
        </DialogButtons>
      </ActionForm>
      {isBusy ? <BusyOverlay label="Signing" shown /> : null}
    </Dialog>
  );
}

function Introduction({ signing: { student, term, before } }: Pick<SignDialogProps, "signing">) {
  return (
    <p>
      You are signing the Term {term} report of <strong>{student.name}</strong>. {familyOf(student.gender)}{" "}
      family will see your comment and your signature.
      {before
        ? ` ${before.by} signed this report on ${before.on}${before.changed ? ", and it has changed since" : ""}.`
        : null}
    </p>
  );
}

function familyOf(gender: "M" | "F" | null): string {
  if (gender === null) return "The";
  return gender === "M" ? "His" : "Her";
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-x-4 py-2.5 md:grid-cols-[8rem_1fr]">
      <dt className="text-muted">{title}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** The time limit of a request, which is then aborted. The server notices the closed connection. */
const PATIENCE_MS = 20_000;
const DONE_SECONDS = 3;

/** Signs now or not at all. A request without a response is reported to the user, and never repeated later. */
function useSigning(signing: SigningView, { reply, failure }: ActionFormState) {
  const { closeTo } = signing;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isBusy = useNavigation().state === "submitting";
  const close = useCallback(
    () => navigate(closeTo, { replace: true, preventScrollReset: true }),
    [navigate, closeTo],
  );
  const giveUp = useCallback(
    (unsaved?: string) => {
      close();
      showNotDoneMessage(MESSAGES.reportNotSigned, unsaved);
    },
    [close],
  );

  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => giveUp(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isBusy, giveUp]);

  useEffect(() => {
    if (failure) void settle();

    async function settle() {
      if (!(await isSignedAfterAll(signing))) return giveUp();
      close();
      revalidate();
      showMessage({ text: MESSAGES.reportSigned, tone: "done", seconds: DONE_SECONDS });
    }
    // Runs once for each failure.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);

  // Reloads the report under the dialog, so that it shows the signature.
  useEffect(() => {
    if (reply) revalidate();
  }, [reply, revalidate]);

  return { isBusy, preventUnsaved };

  /** Prevents signing while values wait on this device, because they would be stored after the signature. */
  function preventUnsaved(event: SyntheticEvent) {
    const unsaved = getRegisteredController()?.unsaved();
    if (!unsaved) return;
    event.preventDefault();
    giveUp(unsaved);
  }
}

/** Checks whether the report is signed, because the signature may have been stored although the response was lost. */
async function isSignedAfterAll({ closeTo, before }: SigningView): Promise<boolean> {
  if (before && !before.changed) return false;
  const report = await fetchReport(closeTo);
  return report !== null && isReportSigned(report.signature);
}

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
    <Dialog closeTo={closeTo} title="Withdraw signature">
      <p>
        Your signature of {signature.on} will be removed from the report of <strong>{student.name}</strong>.
        The report’s history keeps your reason, and you can sign the report again.
      </p>
      <ReasonForm
        action="Withdraw signature"
        closeTo={closeTo}
        field={fields.reason}
        form={form}
        rejectedTitle="The signature was not withdrawn"
      />
    </Dialog>
  );
}

type ReasonFormProps = {
  form: ActionFormState;
  field: ActionFormField;
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
