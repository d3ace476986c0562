import { Fragment } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { titleOf } from "#fields/record.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import type { RefusedFields } from "#saving/protocol/protocol.ts";
import { formatChangedBy, conflictsOf } from "#saving/screen/conflicts.rules.ts";
import { useRowContext, useThisRow } from "#saving/screen/field/row-context.ts";
import { SaveSummary } from "#saving/screen/save-summary.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { ConflictChoice } from "#saving/screen/whose-to-keep.tsx";
import { FORM_ID, useReportContext } from "./record/report-context.ts";
import { EMPTY_COMMENT } from "../save/record.rules.ts";
import { describeRefused } from "./bar/save-state.rules.ts";

/** Shows the result of the report's form, sent without scripts. */
export function ReportSummary() {
  const { report } = useReportContext();
  const { outcome } = report.row;
  const isSaved = !outcome || outcome.state === "saved";
  return (
    <SaveSummary
      isSaved={isSaved && !report.commentStands}
      leaveTo={report.leaveTo}
      title={titleFor(outcome)}
    >
      {report.commentStands ? <CommentStands /> : null}
      {outcome?.state === "refused" ? <Refused refusals={outcome.refusals} /> : null}
      {outcome?.state === "changed" ? <ToDecide /> : null}
    </SaveSummary>
  );
}

/** Each field is saved or refused on its own, so every field that is not named here is saved. */
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
          <a href={`#${field}-state`}>{titleOf(fields, field)}</a>
        </Fragment>
      ))}
      . Everything else is saved. Nothing you typed is lost.
    </>
  );
}

function titleFor(outcome: RowOutcome | undefined): string {
  if (outcome?.state === "refused") return describeRefused(outcome.refusals);
  return outcome?.state === "changed" ? MESSAGES.recordError : MESSAGES.recordSaved;
}

function CommentStands() {
  const { fields } = useRowContext();
  return (
    <p>
      {EMPTY_COMMENT} To remove the comment, tick Clear comment under{" "}
      <a href="#teacher_comment">{titleOf(fields, "teacher_comment")}</a> and save.
    </p>
  );
}

function ToDecide() {
  const { parts } = useRowContext();
  const { hydrated, timeZone } = useSaving();
  const state = useThisRow((snapshot) => snapshot?.state);
  const issue = state?.issue;
  if (!state || issue?.kind !== "changed") return null;
  const conflicts = conflictsOf(state, issue, parts);
  return (
    <>
      {formatChangedBy(issue, { timeZone, now: new Date() })}:{" "}
      {conflicts.map(({ title }) => title).join(", ")}. Choose which value to keep, then save again.
      {hydrated ? null : (
        <ConflictChoice conflicts={conflicts} form={FORM_ID} version={issue.theirs.version} />
      )}
    </>
  );
}
