import { MESSAGES } from "#domain/messages.ts";
import { titleOf } from "#fields/record.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import { ChoiceRadio } from "#saving/screen/choice-button.tsx";
import { changedByWords, conflictsOf } from "#saving/screen/conflicts.rules.ts";
import { SaveSummary } from "#saving/screen/save-summary.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";

import { FORM_ID, useRecord, useReportContext } from "./record/report-context.ts";
import { refusedWords } from "./bar/save-state.rules.ts";

/** What became of the report's form, sent without script. */
export function ReportSummary() {
  const { report, fields } = useReportContext();
  const { outcome } = report.row;
  return (
    <SaveSummary isSaved={!outcome || outcome.state === "saved"} title={titleFor(outcome)}>
      {outcome?.state === "refused" && outcome.field === null ? "What you typed is kept on this page." : null}
      {outcome?.state === "refused" && outcome.field !== null ? (
        <>
          What you typed is kept: see <a href={`#${outcome.field}-state`}>{titleOf(fields, outcome.field)}</a>
          .
        </>
      ) : null}
      {outcome?.state === "changed" ? <WhoseToKeep /> : null}
    </SaveSummary>
  );
}

function titleFor(outcome: RowOutcome | undefined): string {
  if (outcome?.state === "refused") return refusedWords(outcome.reason);
  return outcome?.state === "changed" ? MESSAGES.recordError : MESSAGES.recordSaved;
}

/** All that is contested is decided at once, and sent with the form. */
function WhoseToKeep() {
  const { parts } = useReportContext();
  const { hydrated, timeZone } = useSaving();
  const state = useRecord((snapshot) => snapshot?.state);
  const issue = state?.issue;
  if (!state || issue?.kind !== "changed") return null;
  const conflicts = conflictsOf(state, issue, parts);
  return (
    <>
      {changedByWords(issue, { timeZone, now: new Date() })} meanwhile:{" "}
      {conflicts.map(({ title }) => title).join(", ")}. Choose whose to keep, then Save.
      {hydrated ? null : (
        <fieldset className="mt-2 grid gap-2 md:grid-cols-2">
          <legend className="sr-only">Whose to keep</legend>
          {conflicts.flatMap(({ fields }) =>
            fields.map((field) => (
              <input form={FORM_ID} key={field} name="conflicting" type="hidden" value={field} />
            )),
          )}
          {(["yours", "theirs"] as const).map((choice) => (
            <ChoiceRadio
              choice={choice}
              className="items-start py-2 [&>input]:mt-1"
              form={FORM_ID}
              key={choice}
              name="choice"
              version={issue.theirs.version}
            >
              {choice === "yours" ? "Keep yours" : "Take theirs"}
              {conflicts.map(({ title, [choice]: value }) => (
                <span className="block break-words" key={title}>
                  <span className="text-13 text-muted">{title}</span> <strong>{value}</strong>
                </span>
              ))}
            </ChoiceRadio>
          ))}
        </fieldset>
      )}
    </>
  );
}
