import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { SaveStatus } from "#ui/page/save-status.tsx";

import { ChangedField } from "./changed-field.tsx";
import { valueWords } from "./conflicts.rules.ts";
import { shownStored, useReportContext, useIssue } from "./report-context.ts";

/** What there is to say about a field, under it: a note on what was typed, a refusal, a colleague's change. */
export function FieldState({ field }: { field: string }) {
  const { note } = useReportContext();
  const issue = useIssue();
  return (
    <div className="text-13 empty:hidden" id={`${field}-state`}>
      {note?.field === field ? <NoteWords field={field} /> : null}
      {issue?.kind === "refused" && issue.field === field ? (
        <Refused field={field} reason={issue.reason} />
      ) : null}
      {issue?.kind === "changed" ? <ChangedField field={field} issue={issue} /> : null}
    </div>
  );
}

function NoteWords({ field }: { field: string }) {
  const { note, hands } = useReportContext();
  if (!note) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 pt-1 font-semibold">
      {note.words}
      {note.emptied ? (
        <QuietButton onClick={() => hands.clearComment(field)}>Clear comment</QuietButton>
      ) : null}
    </p>
  );
}

function Refused({ field, reason }: { field: string; reason: string }) {
  const { store, row, hands, hydrated } = useReportContext();
  const before = valueWords(shownStored(store, row, field));
  const isShort = before.length <= 20;

  return (
    <p className="flex flex-wrap items-center gap-x-3 pt-1">
      <SaveStatus kind="refused">Refused: {reason}</SaveStatus>
      {hydrated ? (
        <QuietButton onClick={() => hands.takeBack(field)}>
          {isShort ? `Put back ${before}` : "Put back what was there"}
        </QuietButton>
      ) : null}
    </p>
  );
}

function QuietButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      className="font-semibold text-red underline decoration-1 underline-offset-4 hover:text-red-deep touch:min-h-11"
      onClick={onClick}
      type="button"
    >
      {children}
    </button>
  );
}

/** Who changed the field, when, and the way back. */
export function HistoryLink({ field, of }: { field: string; of: string }) {
  const { report } = useReportContext();
  return (
    <Link
      className="text-13 text-muted hover:text-red touch:-my-3 touch:py-3 print:hidden"
      data-dialog=""
      preventScrollReset
      to={`${report.url}/history/${field}`}
    >
      History<span className="sr-only"> of {of}</span>
    </Link>
  );
}
