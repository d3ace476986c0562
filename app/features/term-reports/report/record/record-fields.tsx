import { isDecidedIn } from "#domain/term-reports.ts";

import { ChoiceField } from "./choice-field.tsx";
import { HistoryLink } from "./field-state.tsx";
import { ProgressField } from "./progress-field.tsx";
import { RecordRow } from "./record-row.tsx";
import { useReportContext } from "./report-context.ts";
import { TextField } from "./text-field.tsx";

const TYPED = ["total_sessions", "sessions_absent", "sessions_late", "participation", "project"];

/** The record beside the marks (T2): what the term says, and where the student goes next. */
export function RecordFields() {
  const { report } = useReportContext();
  return (
    <div className="flex h-full flex-col" data-panel="">
      {TYPED.map((field) => (
        <RecordRow field={field} key={field}>
          <TextField field={field} />
        </RecordRow>
      ))}
      <RecordRow field="promotion_progress">
        <ProgressField />
      </RecordRow>
      {isDecidedIn(report.term) ? (
        <>
          <RecordRow field="promoted_to">
            <ChoiceField field="promoted_to" other="repeating" />
          </RecordRow>
          <RecordRow field="repeating">
            <ChoiceField field="repeating" other="promoted_to" />
          </RecordRow>
        </>
      ) : null}
      <p className="px-4 py-2 text-right">
        <HistoryLink field="total_sessions" of="the record" />
      </p>
    </div>
  );
}
