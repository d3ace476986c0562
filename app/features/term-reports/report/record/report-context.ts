import { createContext, useContext } from "react";
import { listMissingReportParts, type MissingReportPart } from "#domain/report-state.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { useCurrentRowValue } from "#saving/screen/field/row-context.ts";
import type { ReportFieldController } from "./record-controller.ts";
import type { ReportNavigation } from "../bar/use-report-navigation.ts";
import type { Report } from "../report.ts";

/** The id of the report's form, for controls outside the form. */
export const REPORT_FORM_ID = "report";

/** The data that the parts of a report share. `row` is the name of the record in its store. */
export type ReportContext = {
  report: Report;
  row: string;
  controller: ReportFieldController;
  navigation: ReportNavigation;
};

const Context = createContext<ReportContext | null>(null);

export const ReportProvider = Context.Provider;

export function useReportContext(): ReportContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of a report must be inside its form");
  return context;
}

/** Returns the missing parts of the report, judged by the current values of the fields and the loaded marks. */
export function useMissingParts(): readonly MissingReportPart[] {
  const { report } = useReportContext();
  const words = useCurrentRowValue((snapshot) =>
    JSON.stringify(snapshot ? listMissingReportParts(displayedValues(snapshot.state), []) : []),
  );
  const ofRecord = JSON.parse(words) as MissingReportPart[];
  return [...ofRecord, ...report.missing.filter(({ part }) => part === "marks")];
}
