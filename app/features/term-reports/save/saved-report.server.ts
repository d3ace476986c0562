import { listTermRecordChangesAfter } from "#db/queries/reports/term-record-history.ts";
import {
  lockReports,
  saveTermRecords,
  listTermRecords,
  type TermRecordRow,
} from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { toColumns } from "#fields/record.ts";
import { ATOMIC_GROUPS, TERM_RECORD, termRecordFields } from "#fields/term-record.ts";
import type { SavedScreen } from "#saving/server/saved-screen.server.ts";
import { findReport, type FoundReport } from "../find-report.server.ts";
import { closedReason, type Closed } from "#domain/lock.ts";
import type { ReportKey } from "#domain/paths.ts";
import { valuesOfRecord, RECORD_VALUE_RULES, recordRefusal } from "./record.rules.ts";

/** Returns the reason why the report is closed; null when some of it can be written. */
export function closedReport({ lock, dates }: Pick<FoundReport, "lock" | "dates">): Closed | null {
  const notYours = "only its form teacher can change this report";
  return closedReason(lock, { notYours, entry: { kind: "reports", dates } });
}

/** The saved screen of one student's term record: one row, named by the student's key. */
export const SAVED_REPORT: SavedScreen<ReportKey, FoundReport, TermRecordRow> = {
  begin: termTransaction,
  find: findReport,
  closed: closedReport,
  fields: ({ rules }) => termRecordFields(rules),
  atomicGroups: () => ATOMIC_GROUPS,
  lock: ({ key }, _rows, t) => lockReports({ ...key, studentKeys: [key.studentKey] }, t),
  read: async ({ key }, _rows, t) => {
    const records = await listTermRecords(key, t);
    return new Map(records.map((record) => [String(record.student_key), record]));
  },
  valuesOf: (_target, record) => valuesOfRecord(record),
  history: ({ key }, bases, t) => listTermRecordChangesAfter({ ...key, bases }, t),
  rules: () => RECORD_VALUE_RULES,
  refusal: (input, { rules }) => recordRefusal(input, rules),
  store: ({ key: { academicTermId } }, writes, t) => {
    const records = writes.map(({ values, stored: { student_key } }) => ({
      student_key,
      ...toColumns(TERM_RECORD, values),
    }));
    return saveTermRecords({ academicTermId, writes: records }, t);
  },
  words: {
    notFound: "This student is not in the class.",
    noRow: "no longer in this class",
    noField: "a term report has no field with this name",
  },
};
