import { useEffect, useRef } from "react";

import { MESSAGES } from "#domain/messages.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { changedWords, conflictsOf, titleOf } from "./record/conflicts.rules.ts";
import { useReportContext } from "./record/report-context.ts";
import { refusedWords } from "./bar/save-state.rules.ts";

/** What became of the report's form, sent without script: first on the page, and it takes the focus. */
export function SaveSummary() {
  const { report } = useReportContext();
  const box = useRef<HTMLDivElement>(null);
  const { outcome } = report.row;
  const isSaved = !outcome || outcome.state === "saved";

  useEffect(() => box.current?.focus(), []);

  return (
    <div ref={box} role={isSaved ? "status" : "alert"} tabIndex={-1}>
      <NoticeBox
        icon={isSaved ? "tick" : "refused"}
        title={titleFor(outcome)}
        tone={isSaved ? "saved" : "refused"}
      >
        {outcome?.state === "refused" ? <RefusedWords {...outcome} /> : null}
        {outcome?.state === "changed" ? <WhoseToKeep outcome={outcome} /> : null}
      </NoticeBox>
    </div>
  );
}

function titleFor(outcome: RowOutcome | undefined): string {
  if (outcome?.state === "refused") return refusedWords(outcome.reason);
  return outcome?.state === "changed" ? MESSAGES.recordError : MESSAGES.recordSaved;
}

function RefusedWords({ field }: Extract<RowOutcome, { state: "refused" }>) {
  if (field === null) return <>What you typed is kept on this page.</>;
  return (
    <>
      What you typed is kept: see <a href={`#${field}-state`}>{titleOf(field)}</a>.
    </>
  );
}

/** Sent with the form; the choice names the version that it was decided about. */
function WhoseToKeep({ outcome }: { outcome: Extract<RowOutcome, { state: "changed" }> }) {
  const { report, store, row, hydrated } = useReportContext();
  const state = store.rows.row(row)?.state;
  const issue = state?.issue;
  if (!state || issue?.kind !== "changed") return null;
  const conflicts = conflictsOf(state, issue);
  const clock = { timeZone: report.timeZone, now: new Date() };
  return (
    <>
      {changedWords(outcome, clock)} meanwhile: {conflicts.map(({ title }) => title).join(", ")}. Choose whose
      to keep, then Save.
      {hydrated ? null : (
        <fieldset className="mt-2 grid gap-2 md:grid-cols-2">
          <legend className="sr-only">Whose to keep</legend>
          {conflicts.flatMap(({ fields }) =>
            fields.map((field) => (
              <input form={FORM_ID} key={field} name="conflicting" type="hidden" value={field} />
            )),
          )}
          {(["mine", "theirs"] as const).map((choice) => (
            <label
              className="flex items-start gap-2 rounded border border-colleague bg-paper px-3 py-2"
              key={choice}
            >
              <input
                className="mt-1 size-4 shrink-0 accent-colleague"
                form={FORM_ID}
                name="choice"
                type="radio"
                value={`${choice}:${report.row.version}`}
              />
              <span className="min-w-0">
                {choice === "mine" ? "Keep yours" : "Take theirs"}
                {conflicts.map((conflict) => (
                  <span className="block break-words" key={conflict.field}>
                    <span className="text-13 text-muted">{conflict.title}</span>{" "}
                    <strong>{choice === "mine" ? conflict.yours : conflict.theirs}</strong>
                  </span>
                ))}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

export const FORM_ID = "report";
