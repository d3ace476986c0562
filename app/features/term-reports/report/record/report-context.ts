import { createContext, useContext } from "react";
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
