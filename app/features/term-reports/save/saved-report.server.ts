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
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import { findReport, type StudentReport } from "../find-report.server.ts";
import { findLockReason, type LockReason } from "#domain/lock.ts";
import type { ReportKey } from "#domain/paths.ts";
import { toRecordValues, RECORD_VALUE_RULES, findRecordRefusal } from "./record.rules.ts";

/** Returns the reason why the report cannot be written; null if any of it can. */
export function findClosedReason({ lock, dates }: Pick<StudentReport, "lock" | "dates">): LockReason | null {
  const notYours = "only its form teacher can change this report";
  return findLockReason(lock, { notYours, entry: { kind: "reports", dates } });
}

/** Defines how a student's term report is saved: as a single row, with the student's key as its id. */
export const SAVED_REPORT: SaveDefinition<ReportKey, StudentReport, TermRecordRow> = {
  begin: termTransaction,
  find: findReport,
  closed: findClosedReason,
  fields: ({ rules }) => termRecordFields(rules),
  atomicGroups: () => ATOMIC_GROUPS,
  lock: ({ key }, _rows, t) => lockReports({ ...key, studentKeys: [key.studentKey] }, t),
  read: async ({ key }, _rows, t) => {
    const records = await listTermRecords(key, t);
    return new Map(records.map((record) => [String(record.student_key), record]));
  },
  valuesOf: (_target, record) => toRecordValues(record),
  history: ({ key }, bases, t) => listTermRecordChangesAfter({ ...key, bases }, t),
  rules: () => RECORD_VALUE_RULES,
  refusal: (input, { rules }) => findRecordRefusal(input, rules),
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
