import { listTermRecordChangesAfter } from "#db/queries/reports/term-record-history.ts";
import {
  lockReports,
  saveTermRecords,
  listTermRecords,
  type TermRecordRow,
} from "#db/queries/reports/term-records.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { valuesToColumns } from "#fields/record.ts";
import {
  TERM_RECORD_ATOMIC_GROUPS,
  TERM_RECORD_FIELDS,
  findRecordRefusal,
  termRecordFields,
  type TermRecordRules,
} from "#fields/term-record.ts";
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import {
  findReport,
  findReportClass,
  getReportRules,
  type ReportClass,
  type StudentReport,
} from "../find-report.server.ts";
import { findLockReason, type LockReason } from "#domain/lock.ts";
import type { ClassKey, ReportKey } from "#domain/paths.ts";
import { toRecordValues, RECORD_VALUE_RULES } from "./record.rules.ts";

/** Returns the reason why the report cannot be written; null if any part of it can be written. */
export function findClosedReason({ lock, dates }: Pick<StudentReport, "lock" | "dates">): LockReason | null {
  const notYours = "only its form teacher can change this report";
  return findLockReason(lock, { notYours, entry: { kind: "reports", dates } });
}

type SavedReports<Key, Target> = Pick<SaveDefinition<Key, Target, TermRecordRow>, "find"> & {
  rulesOf: (target: Target) => TermRecordRules;
  /** The student whose report is saved, or null if the rows are those of the whole class. */
  studentOf: (target: Target) => number | null;
};

function reportSaveDefinition<Key extends ClassKey, Target extends ReportClass>({
  find,
  rulesOf,
  studentOf,
}: SavedReports<Key, Target>): SaveDefinition<Key, Target, TermRecordRow> {
  return {
    begin: termTransaction,
    find,
    termOf: ({ academicTermId }) => academicTermId,
    closed: findClosedReason,
    fields: (target) => termRecordFields(rulesOf(target)),
    atomicGroups: () => TERM_RECORD_ATOMIC_GROUPS,
    lock: (target, rows, t) => {
      const studentKey = studentOf(target);
      return lockReports({ ...target.key, studentKeys: studentKey === null ? rows : [studentKey] }, t);
    },
    read: async (target, _rows, t) => {
      const records = await listTermRecords({ ...target.key, studentKey: studentOf(target) }, t);
      return new Map(records.map((record) => [String(record.student_key), record]));
    },
    valuesOf: (_target, record) => toRecordValues(record),
    history: ({ key }, bases, t) => listTermRecordChangesAfter({ ...key, bases }, t),
    rules: () => RECORD_VALUE_RULES,
    refusal: (input, target) => findRecordRefusal(input, rulesOf(target)),
    store: ({ key: { academicTermId } }, writes, t) => {
      const records = writes.map(({ values, stored: { student_key } }) => ({
        student_key,
        ...valuesToColumns(TERM_RECORD_FIELDS, values),
      }));
      return saveTermRecords({ academicTermId, writes: records }, t);
    },
    words: {
      notFound: "This student is not in this class. Choose another student.",
      noRow: "no longer in this class",
      noField: "a term report has no field with this name",
    },
  };
}

/** Defines how a student's term report is saved: as a single row, with the student's key as its id. */
export const REPORT_SAVE_DEFINITION = reportSaveDefinition<ReportKey, StudentReport>({
  find: findReport,
  rulesOf: ({ rules }) => rules,
  studentOf: ({ key }) => key.studentKey,
});

/** Defines how the term reports of a class are saved together, with a row for each student. */
export const CLASS_REPORTS_SAVE_DEFINITION = reportSaveDefinition<ClassKey, ReportClass>({
  find: findReportClass,
  rulesOf: getReportRules,
  studentOf: () => null,
});
