import { createContext, useContext } from "react";
import { listMissing, type Missing } from "#domain/report-state.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { useThisRow } from "#saving/screen/field/row-context.ts";
import type { RecordController } from "./record-controller.ts";
import type { ReportNavigation } from "../bar/use-report-navigation.ts";
import type { Report } from "../report.ts";

/** The ID of the report's form, for controls outside the form. */
export const FORM_ID = "report";

/** The context that the parts of one report share; `row` is the record's name in its store. */
export type ReportContext = {
  report: Report;
  row: string;
  controller: RecordController;
  navigation: ReportNavigation;
};

const Context = createContext<ReportContext | null>(null);

export const ReportProvider = Context.Provider;

export function useReportContext(): ReportContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of a report stands outside of its form");
  return context;
}

/** Returns the missing parts of the report: the record as it is on the page now, and the marks as they were loaded. */
export function useMissing(): readonly Missing[] {
  const { report } = useReportContext();
  const words = useThisRow((snapshot) =>
    JSON.stringify(snapshot ? listMissing(displayedValues(snapshot.state), []) : []),
  );
  const ofRecord = JSON.parse(words) as Missing[];
  return [...ofRecord, ...report.missing.filter(({ part }) => part === "marks")];
}
