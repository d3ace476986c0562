import { useSubmit } from "@remix-run/react";
import { type MouseEvent, Fragment } from "react";
import { useRowIssue, useRowContext, useCurrentRowValue } from "#saving/screen/field/row-context.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Button } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { currentConnection } from "#saving/client/connection.ts";
import { CorrectionNotices } from "../corrections/corrections-panel.tsx";
import { REPORT_FORM_ID, useReportContext } from "./record/report-context.ts";
import type { ReturnedReport } from "./report.ts";
import { waitForSaves, showNotDoneMessage } from "./bar/use-report-navigation.ts";
import { MESSAGES } from "#domain/messages.ts";
import { findFieldTitle } from "#fields/record.ts";
import type { RowSaveOutcome, RefusedFields } from "#saving/protocol/protocol.ts";
import { formatChangedBy, listConflicts } from "#saving/screen/conflicts.rules.ts";
import { SubmittedRecordSummary, ConflictChoice } from "#saving/screen/save-summary.tsx";
import { EMPTY_COMMENT_MESSAGE } from "../save/record.rules.ts";
import { describeRefusedFields } from "./bar/save-state.rules.ts";

/** The notices above the report: that it is read-only or was sent back, and the result of a submitted form. */
export function ReportNotices() {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const { readOnlyReason, openUntil, returned } = report;
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {report.posts ? <ReportSummary /> : null}
      {hydrated ? <RefusedWhole /> : null}
      {readOnlyReason ? (
        <NoticeBox icon="info" tone="plain">
          {readOnlyReason}
        </NoticeBox>
      ) : null}
      <CorrectionNotices />
      {openUntil ? (
        <p className="flex items-center gap-2 text-13 text-muted">
          <Icon name="clock" />
          You can edit reports until {openUntil}.
        </p>
      ) : null}
      {returned ? <SentBack returned={returned} /> : null}
    </div>
  );
}

/** The notice about a refusal that is not about a single field. */
function RefusedWhole() {
  const { row, controller } = useReportContext();
  const { store } = useSaving();
  const issue = useRowIssue();
  const whole = issue?.kind === "refused" ? issue.refusals.find(({ field }) => field === null) : null;
  if (!whole) return null;

  function putBack() {
    store.putBack(row);
    controller.rewrite();
  }

  return (
    <NoticeBox
      action={
        <Button kind="quiet" onClick={putBack} type="button">
          Discard what you typed
        </Button>
      }
      icon="refused"
      title="Not saved:"
      tone="refused"
    >
      {whole.reason}. What you typed is kept on this page.
    </NoticeBox>
  );
}

function SentBack({ returned: { by, at, reason } }: { returned: ReturnedReport }) {
  const { report } = useReportContext();
  return (
    <NoticeBox
      action={report.can.resubmit ? <Resubmit /> : null}
      icon="changed"
      title={`Sent back by ${by} on ${at}:`}
      tone="refused"
    >
      <span className="whitespace-pre-wrap break-words">{reason}</span>
    </NoticeBox>
  );
}

/** Resubmits the report, after saving typed values. Without JavaScript it submits the whole form. */
function Resubmit() {
  return (
    <Button className="!min-h-9" form={REPORT_FORM_ID} name="intent" onClick={useResubmit()} value="resubmit">
      Send to the principal
    </Button>
  );
}

const NOT_NOW = "There is no connection. Send the report to the principal when the connection is back.";
const NOT_SAVED =
  "The report was not sent because one of its fields is not saved yet. Save the report, then try again.";

/** Resubmits a report that was sent back, once all typed values have been saved. */
function useResubmit() {
  const { report, controller } = useReportContext();
  const { store } = useSaving();
  const submit = useSubmit();

  async function send() {
    controller.commit();
    await waitForSaves(store);
    // Without a network, a failed submission would replace the page with an error page.
    if (currentConnection().state !== "open" || !navigator.onLine) return showNotDoneMessage(NOT_NOW);
    if (store.rows.summary().unsaved > 0) return showNotDoneMessage(NOT_SAVED);
    submit(
      { intent: "resubmit" },
      { action: report.url, method: "post", preventScrollReset: true, replace: true },
    );
  }

  return function resubmit(event: MouseEvent) {
    event.preventDefault();
    void send();
  };
}

/** The result of the report's form after it was sent without JavaScript. */
function ReportSummary() {
  const { report } = useReportContext();
  const { outcome } = report.row;
  const isSaved = !outcome || outcome.state === "saved";
  return (
    <SubmittedRecordSummary
      isSaved={isSaved && !report.commentStands}
      leaveTo={report.leaveTo}
      title={titleFor(outcome)}
    >
      {report.commentStands ? <CommentStands /> : null}
      {outcome?.state === "refused" ? <Refused refusals={outcome.refusals} /> : null}
      {outcome?.state === "changed" ? <ToDecide /> : null}
    </SubmittedRecordSummary>
  );
}

/** Lists the refused fields. Each field is saved or refused on its own, so all other fields were saved. */
function Refused({ refusals }: { refusals: readonly RefusedFields[] }) {
  const { fields } = useRowContext();
  const named = refusals.flatMap(({ field }) => field ?? []);
  if (named.length === 0) return <>Nothing you typed is lost.</>;
  return (
    <>
      Check{" "}
      {named.map((field, index) => (
        <Fragment key={field}>
          {index > 0 ? ", " : null}
          <a href={`#${field}-state`}>{findFieldTitle(fields, field)}</a>
        </Fragment>
      ))}
      . Everything else is saved. Nothing you typed is lost.
    </>
  );
}

function titleFor(outcome: RowSaveOutcome | undefined): string {
  if (outcome?.state === "refused") return describeRefusedFields(outcome.refusals);
  return outcome?.state === "changed" ? MESSAGES.recordError : MESSAGES.recordSaved;
}

function CommentStands() {
  const { fields } = useRowContext();
  return (
    <p>
      {EMPTY_COMMENT_MESSAGE} To remove the comment, select Clear comment under{" "}
      <a href="#teacher_comment">{findFieldTitle(fields, "teacher_comment")}</a> and save.
    </p>
  );
}

function ToDecide() {
  const { parts } = useRowContext();
  const { hydrated, timeZone } = useSaving();
  const state = useCurrentRowValue((snapshot) => snapshot?.state);
  const issue = state?.issue;
  if (!state || issue?.kind !== "changed") return null;
  const conflicts = listConflicts(state, issue, parts);
  return (
    <>
      {formatChangedBy(issue, { timeZone, now: new Date() })}:{" "}
      {conflicts.map(({ title }) => title).join(", ")}. Choose which value to keep, then save again.
      {hydrated ? null : (
        <ConflictChoice conflicts={conflicts} form={REPORT_FORM_ID} version={issue.theirs.version} />
      )}
    </>
  );
}
