import { recordEventsAfter } from "#db/queries/reports/term-record-history.ts";
import {
  lockReports,
  storeRecords,
  termRecords,
  type RecordWrite,
  type TermRecordRow,
} from "#db/queries/reports/term-records.ts";
import { ATOMIC_GROUPS, termRecordFields } from "#fields/term-record.ts";
import type { SavedScreen } from "#saving/server/saved-screen.server.ts";
import { findReport, type FoundReport } from "../find-report.server.ts";
import type { ReportKey } from "#domain/paths.ts";
import type { ReportLock } from "../rights.rules.ts";
import { knownValues, receiptOf, storedRecord, valuesOfRecord } from "./record-values.rules.ts";
import { recordRefusal } from "./record.rules.ts";

/** Why a save was turned down as a whole, as the page says it after 'Refused:'. */
const CLOSED_WORDS: Record<Exclude<ReportLock, "open">, string> = {
  "not-yours": "this report is written by its form teacher",
  "past-term": "this term is over",
};

/** One student's term record as it is saved: a target of one row, which is named by the student's key. */
export const SAVED_REPORT: SavedScreen<ReportKey, FoundReport, TermRecordRow> = {
  find: findReport,
  closed: ({ lock }) => (lock === "open" ? null : { why: lock, words: CLOSED_WORDS[lock] }),
  fields: ({ rules }) => termRecordFields(rules),
  atomicGroups: () => ATOMIC_GROUPS,
  lock: ({ key }, _rows, t) => lockReports({ ...key, studentKeys: [key.studentKey] }, t),
  read: async ({ key }, _rows, t) => {
    const records = await termRecords(key, t);
    return new Map(records.map((record) => [String(record.student_key), record]));
  },
  valuesOf: (_target, record) => valuesOfRecord(record),
  history: ({ key }, bases, t) => recordEventsAfter({ ...key, bases }, t),
  changedValues: knownValues,
  agreeing: (values) => values,
  refusal: (asked, { rules }) => recordRefusal(asked, rules),
  store: async ({ key: { academicTermId } }, writes, t) => {
    const records = writes.map(
      ({ values, stored }) => ({ student_key: stored.student_key, ...storedRecord(values) }) as RecordWrite,
    );
    const stored = await storeRecords({ academicTermId, writes: records }, t);
    return new Map(stored.map(({ student_key, version }) => [String(student_key), version]));
  },
  receipt: (_target, [values = {}]) => receiptOf(values),
  words: {
    notFound: "This student is not in the class.",
    noRow: "no longer in this class",
    noField: "a term report has no such field",
  },
};
