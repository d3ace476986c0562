import { createContext, useContext } from "react";

import type { RecordField, RecordFields } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { fieldPhase, type Phase, type RowSnapshot } from "#saving/client/row-phase.ts";
import { shownValues, type Issue } from "#saving/client/row-state.ts";
import type { ValuePart } from "#saving/screen/conflicts.rules.ts";
import type { FieldNote } from "#saving/screen/field-notes.rules.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { useRowValue } from "#saving/screen/use-row.ts";

import type { RecordController } from "./record-controller.ts";
import type { ReportNavigation } from "../bar/use-report-navigation.ts";
import type { Report } from "../report.ts";

/** The id of the report's form: some of its controls stand outside of it. */
export const FORM_ID = "report";

/** What the fields of one report have in common. */
export type ReportContext = {
  report: Report;
  /** The record's name in its store. */
  row: string;
  fields: RecordFields;
  /** What its values are in words. */
  parts: readonly ValuePart[];
  controller: RecordController;
  navigation: ReportNavigation;
  note: FieldNote | null;
};

const Context = createContext<ReportContext | null>(null);

export const ReportProvider = Context.Provider;

export function useReportContext(): ReportContext {
  const context = useContext(Context);
  if (!context) throw new Error("a field of a report stands outside of its form");
  return context;
}

export function useField(name: string): RecordField {
  const field = useReportContext().fields.get(name);
  if (!field) throw new Error(`a report has no field ${name}`);
  return field;
}

/** Whether this person may write in the field. */
export function useEditable(field: string): boolean {
  return useReportContext().report.rules.editable.includes(field);
}

/** What a field holds now; only a change of this field renders anew. */
export function useShown(field: string): FieldValue {
  return useRecord((snapshot) => (snapshot && shownValues(snapshot.state)[field]) ?? null);
}

/** What a field is drawn as; undefined when nothing of it is on its way. */
export function useFieldPhase(field: string): Phase | undefined {
  return useRecord((snapshot) => snapshot && fieldPhase(snapshot, field));
}

export function useIssue(): Issue | null {
  return useRecord((snapshot) => snapshot?.state.issue ?? null);
}

/** Something of the record as it stands now. */
export function useRecord<Value>(valueOf: (snapshot: RowSnapshot | undefined) => Value): Value {
  const { store } = useSaving();
  return useRowValue(store, useReportContext().row, valueOf);
}
