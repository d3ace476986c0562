import { Link } from "@remix-run/react";

import { FieldStatus } from "#saving/screen/field-status.tsx";

import { useField, useReportContext } from "./report-context.ts";

/** What there is to say about a field, under it. */
export function FieldState({ field }: { field: string }) {
  const { row, parts, note, controller } = useReportContext();
  const { title } = useField(field);
  return (
    <FieldStatus
      controller={controller}
      field={field}
      history={<HistoryLink field={field} of={title} />}
      note={note}
      parts={parts}
      row={row}
    />
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
