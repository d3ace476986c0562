import { Form, useNavigation } from "@remix-run/react";

import { MESSAGES } from "#domain/messages.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { SignatureLine } from "../sign/signature-line.tsx";
import { NOT_SIGNED_WORDS } from "../sign/signature-words.rules.ts";
import { LeftByReason } from "./class-signed.tsx";
import type { SignAllQuestion } from "./overview.ts";

type SignAllDialogProps = {
  closeTo: string;
  classLabel: string;
  /** Undefined where nobody has looked through the class, as when the address is opened by itself. */
  question: SignAllQuestion | { ok: false; reason: "past-term" } | undefined;
  failed: Failed | null;
};

/** Before a class is signed: how many reports, and who is left out of it. */
export function SignAllDialog({ closeTo, classLabel, question, failed }: SignAllDialogProps) {
  const count = question?.ok ? question.seen.length : 0;
  const isBusy = useNavigation().state === "submitting";
  const cancel = <DialogLink to={closeTo}>{count > 0 ? "Cancel" : "Close"}</DialogLink>;
  return (
    <Dialog actions={count > 0 ? null : cancel} closeTo={closeTo} title="Sign complete reports">
      {failed ? (
        <NoticeBox icon="refused" tone="refused">
          <span role="alert">{failed.words ?? `${MESSAGES.reportNotSigned}.`}</span>
        </NoticeBox>
      ) : (
        <p>{introduction(question, { count, classLabel })}</p>
      )}
      {question?.ok && question.left.length > 0 ? (
        <div className="max-h-[40vh] overflow-y-auto border-y py-2.5">
          <p className="font-semibold">
            {question.left.length === 1 ? "1 is left out:" : `${question.left.length} are left out:`}
          </p>
          <LeftByReason reports={question.left} />
        </div>
      ) : null}
      {question?.ok && count > 0 ? (
        <>
          <SignatureLine
            foot={`${question.signs.by}, ${question.signs.on}`}
            pictureUrl={question.signs.pictureUrl}
          >
            {question.signs.by}
          </SignatureLine>
          <Form
            action={closeTo}
            className="mt-2 grid grid-cols-2 gap-2 md:flex md:justify-end"
            method="post"
            replace
          >
            <AuthorField />
            {question.seen.map(({ studentKey, fingerprint }) => (
              <input key={studentKey} name={`seen.${studentKey}`} type="hidden" value={fingerprint} />
            ))}
            {cancel}
            <Button data-first-focus="" icon="sign" kind="primary">
              {countedReports(count, "Sign")}
            </Button>
          </Form>
        </>
      ) : null}
      {isBusy ? <BusyOverlay label="Signing" shown /> : null}
    </Dialog>
  );
}

type Asked = { count: number; classLabel: string };

function introduction(question: SignAllDialogProps["question"], { count, classLabel }: Asked): string {
  if (question?.ok === false) return NOT_SIGNED_WORDS[question.reason];
  if (!question || count === 0)
    return `No report of ${classLabel} was looked through that can be signed now.`;
  const families = count === 1 ? "Its family" : "Their families";
  const { left, uncommented } = question;
  const all = left.length === 0 ? " None is left out." : "";
  const seen = uncommented === count ? "your signature" : "your comments and your signature";
  const without =
    uncommented === 0 ? "" : ` ${uncommented} ${uncommented === 1 ? "has" : "have"} no comment of yours.`;
  return `You are signing ${countedReports(count)} of ${classLabel}.${all} ${families} will see ${seen}.${without}`;
}

/** 'Sign 1 report', '39 complete reports'. */
function countedReports(count: number, act = ""): string {
  const reports = count === 1 ? "report" : "reports";
  return act ? `${act} ${count} ${reports}` : `${count} complete ${reports}`;
}
