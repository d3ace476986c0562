import { Fragment } from "react";
import { panelFields } from "#fields/term-record.ts";
import { HistoryLink } from "#saving/screen/field/field-status.tsx";

import { SESSION_FIELDS } from "../../save/record.rules.ts";
import { SessionsFrom } from "../../sessions/sessions-from.tsx";
import { RecordRow } from "./record-row.tsx";
import { useReportContext } from "./report-context.ts";

/** The record beside the marks (T2): what the term says, and where the student goes next. */
export function RecordFields() {
  const { report } = useReportContext();
  const fields = panelFields(report.term);
  return (
    <div className="flex h-full flex-col" data-panel="">
      {fields.map((field) => (
        <Fragment key={field}>
          <RecordRow field={field} />
          {field === SESSION_FIELDS.at(-1) ? <SessionsFrom source={report.sessions} /> : null}
        </Fragment>
      ))}
      <p className="px-4 py-2 text-right">
        <HistoryLink field={fields[0] ?? ""} of="the record" />
      </p>
    </div>
  );
}
