import { useActionData, useNavigation, Link } from "@remix-run/react";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { useFormReply, useFormResult } from "#ui/form/form-result.ts";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SignatureLine } from "../sign/signature-block.tsx";
import type { SignAllPreview, ClassSigningResult } from "../sign/sign-class.server.ts";
import { useEffect, type ReactNode } from "react";
import { joinClassNames } from "#ui/classes.ts";
import {
  type ClassOverview,
  type UnsignedReason,
  type UnsignedReport,
  UNSIGNED_REASON_TEXTS,
} from "./overview.rules.ts";
import { Snackbar, type SnackbarMessage } from "#ui/overlay/snackbar.tsx";
import { useFocusOnAppear } from "#ui/use-arrival-focus.ts";

type SignAllDialogProps = { closeTo: string; classLabel: string };

/**
 * Asks for confirmation before a class is signed, with the number of reports and the students who are left out. If its
 * URL is opened directly, nobody has looked through the reports, so there is nothing to sign.
 */
export function SignAllDialog({ closeTo, classLabel }: SignAllDialogProps) {
  const { reply, failure } = useFormReply<SignAllPreview>(ASK_FORM, useActionData());
  const [form] = useActionForm(SIGN_ALL_FORM_ID);
  const question = useFormResult<SignAllPreview>();
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

function introduction(question: SignAllPreview | null, classLabel: string): string {
  const count = question?.seen.length ?? 0;
  if (!question || count === 0)
    return `You have not looked through any report of ${classLabel} that is ready to sign. Look through the complete reports first.`;
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

/** The id of the form on the page. The response is shown in the dialog over the page. */
const ASK_FORM = "ask-sign-all";

type SignAllFormProps = { overview: ClassOverview };

/**
 * Opens the confirmation for signing the reports listed above. Hidden reports are left out, because nobody has looked
 * through them.
 */
export function SignAllButtonForm({ overview }: SignAllFormProps) {
  const { reports, signable, signs, askUrl } = overview;
  const [form] = useActionForm(ASK_FORM);
  return (
    <ActionForm
      action={askUrl}
      className={joinClassNames("mt-4 bg-cream print:hidden", signable.shown > 0 && "sticky bottom-0 z-10")}
      form={form}
      preventScrollReset
      rejectedTitle={MESSAGES.reportNotSigned}
    >
      <div>
        <div className="double-rule" />
        {reports.map(({ key, seen }) =>
          seen ? <input key={key} name={`seen.${key}`} type="hidden" value={seen} /> : null,
        )}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 py-3">
          {signable.shown > 0 && signs ? (
            <>
              <div className="w-full max-w-[260px] max-md:hidden">
                <SignatureLine foot={`${signs.by}, ${signs.on}`} pictureUrl={signs.pictureUrl}>
                  {signs.by}
                </SignatureLine>
              </div>
              <SignButton count={signable.shown} />
            </>
          ) : (
            <p className="text-muted">
              <NothingToSign overview={overview} />
            </p>
          )}
        </div>
      </div>
    </ActionForm>
  );
}

function SignButton({ count }: { count: number }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Button className="max-md:w-full" disabled={isBusy} icon="sign" kind="primary">
      {count === 1 ? "Sign 1 complete report" : `Sign ${count} complete reports`}
    </Button>
  );
}

function NothingToSign({ overview: { signable, filters } }: SignAllFormProps): ReactNode {
  const toSign = filters.find(({ filter }) => filter === "to-sign");
  if (signable.hidden === 0 || !toSign)
    return "No complete report is waiting to be signed. To sign an incomplete report, open it.";
  const words = signable.hidden === 1 ? "1 complete report is" : `${signable.hidden} complete reports are`;
  return (
    <>
      {words} waiting to be signed:{" "}
      <Link preventScrollReset to={toSign.url}>
        look through {signable.hidden === 1 ? "it" : "them"}
      </Link>
      .
    </>
  );
}

/** The id of the form in the dialog that signs a class. The page below the dialog shows the result. */
export const SIGN_ALL_FORM_ID = "sign-all";

const NOT_SIGNED: SnackbarMessage = { text: MESSAGES.reportNotSigned, tone: "refused", seconds: 8 };

/** Shows the result of signing a class, with the reports left unsigned. It takes the focus. */
export function ClassSignedNotice({ reply, failure }: ReturnType<typeof useFormReply<ClassSigningResult>>) {
  if (failure) return <NotSigned answer={failure} words={`${MESSAGES.reportNotSigned}.`} />;
  if (!reply) return null;
  if (!reply.result) return <NotSigned answer={reply} words={reply.error?.[""]?.[0] ?? ""} />;
  const { signed, left } = reply.result;
  const isSmooth = !left.some(({ why }) => why === "changed" || why === "unseen");
  return (
    <InSight answer={reply} role={isSmooth ? "status" : "alert"}>
      <NoticeBox
        icon={isSmooth ? "sign" : "changed"}
        title={signed === 1 ? "1 report signed." : `${signed} reports signed.`}
        tone={isSmooth ? "saved" : "colleague"}
      >
        {left.length === 0 ? "No report is left unsigned." : "Left unsigned:"}
        <UnsignedByReason reports={left} />
      </NoticeBox>
    </InSight>
  );
}

function NotSigned({ answer, words }: { answer: object; words: string }) {
  return (
    <InSight answer={answer} role="alert">
      <NoticeBox icon="refused" tone="refused">
        {words}
      </NoticeBox>
      <Snackbar message={NOT_SIGNED} />
    </InSight>
  );
}

/** Lists the unsigned reports by reason, as in `Ali, Kezia; Baptiste, Omar (not complete)`. */
function UnsignedByReason({ reports }: { reports: readonly UnsignedReport[] }) {
  const reasons = (Object.keys(UNSIGNED_REASON_TEXTS) as UnsignedReason[]).filter((reason) =>
    reports.some(({ why }) => why === reason),
  );
  return (
    <ul className="mt-1 grid gap-1">
      {reasons.map((reason) => (
        <li key={reason}>
          {reports
            .filter(({ why }) => why === reason)
            .map(({ name, url }, index) => (
              <span key={url}>
                {index > 0 ? "; " : null}
                <Link to={url}>{name}</Link>
              </span>
            ))}{" "}
          ({UNSIGNED_REASON_TEXTS[reason]})
        </li>
      ))}
    </ul>
  );
}

type InSightProps = { answer: object; role: "status" | "alert"; children: ReactNode };

function InSight({ answer, role, children }: InSightProps) {
  const box = useFocusOnAppear<HTMLDivElement>(answer);

  useEffect(() => window.scrollTo(0, 0), [answer]);

  return (
    <div className="mb-4" ref={box} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}
