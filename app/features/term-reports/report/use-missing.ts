import { listMissing, type Missing } from "#domain/report-state.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { useThisRow } from "#saving/screen/field/row-context.ts";
import { useReportContext } from "./record/report-context.ts";

/** Returns the missing parts of the report: the record as it is on the page now, and the marks as they were loaded. */
export function useMissing(): readonly Missing[] {
  const { report } = useReportContext();
  const words = useThisRow((snapshot) =>
    JSON.stringify(snapshot ? listMissing(displayedValues(snapshot.state), []) : []),
  );
  const ofRecord = JSON.parse(words) as Missing[];
  return [...ofRecord, ...report.missing.filter(({ part }) => part === "marks")];
}
