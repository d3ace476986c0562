import { useActionData, useNavigation } from "@remix-run/react";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { useFormReply, useFormResult } from "#ui/form/form-result.ts";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SignatureLine } from "../sign/signature-line.tsx";
import type { SignAllQuestion } from "../sign/sign-class.server.ts";
import { UnsignedByReason, SIGN_ALL_FORM } from "./class-signed.tsx";
import { ASK_FORM } from "./sign-all-form.tsx";

type SignAllDialogProps = { closeTo: string; classLabel: string };

/**
 * Asks before a class is signed, with the number of reports and the students who are left out. If the address is opened
 * directly, nobody has looked through the class, and there is nothing to sign.
 */
export function SignAllDialog({ closeTo, classLabel }: SignAllDialogProps) {
  const { reply, failure } = useFormReply<SignAllQuestion>(ASK_FORM, useActionData());
  const [form] = useActionForm(SIGN_ALL_FORM);
  const question = useFormResult<SignAllQuestion>();
  const count = question?.seen.length ?? 0;
  const isBusy = useNavigation().state === "submitting";
  const cancel = <DialogLink to={closeTo}>{count > 0 ? "Cancel" : "Close"}</DialogLink>;
  return (
    <Dialog actions={count > 0 ? null : cancel} closeTo={closeTo} title="Sign complete reports">
      {failure ? (
        <NoticeBox icon="refused" tone="refused">
          <span role="alert">{failure.words ?? `${MESSAGES.reportNotSigned}.`}</span>
        </NoticeBox>
      ) : (
        <p>{reply?.error?.[""]?.[0] ?? introduction(question, classLabel)}</p>
      )}
      {question && question.left.length > 0 ? (
        <div className="max-h-[40vh] overflow-y-auto border-y py-2.5">
          <p className="font-semibold">
            {question.left.length === 1
              ? "1 report is left out:"
              : `${question.left.length} reports are left out:`}
          </p>
          <UnsignedByReason reports={question.left} />
        </div>
      ) : null}
      {question && count > 0 ? (
        <>
          <SignatureLine
            foot={`${question.signs.by}, ${question.signs.on}`}
            pictureUrl={question.signs.pictureUrl}
          >
            {question.signs.by}
          </SignatureLine>
          <ActionForm
            action={closeTo}
            className="mt-2"
            form={form}
            rejectedTitle={MESSAGES.reportNotSigned}
            replace
          >
            {question.seen.map(({ studentKey, fingerprint }) => (
              <input key={studentKey} name={`seen.${studentKey}`} type="hidden" value={fingerprint} />
            ))}
            <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
              {cancel}
              <Button data-first-focus="" icon="sign" kind="primary">
                {countedReports(count, "Sign")}
              </Button>
            </div>
          </ActionForm>
        </>
      ) : null}
      {isBusy ? <BusyOverlay label="Signing" shown /> : null}
    </Dialog>
  );
}

function introduction(question: SignAllQuestion | null, classLabel: string): string {
  const count = question?.seen.length ?? 0;
  if (!question || count === 0)
    return `You have not looked through any report of ${classLabel} that can be signed now.`;
  const families = count === 1 ? "Its family" : "Their families";
  const { left, uncommented } = question;
  const all = left.length === 0 ? " No report is left out." : "";
  const seen = uncommented === count ? "your signature" : "your comments and your signature";
  const without =
    uncommented === 0 ? "" : ` ${uncommented} ${uncommented === 1 ? "has" : "have"} no comment from you.`;
  return `You are signing ${countedReports(count)} of ${classLabel}.${all} ${families} will see ${seen}.${without}`;
}

/** Returns text such as 'Sign 1 report' or '39 complete reports'. */
function countedReports(count: number, act = ""): string {
  const reports = count === 1 ? "report" : "reports";
  return act ? `${act} ${count} ${reports}` : `${count} complete ${reports}`;
}
