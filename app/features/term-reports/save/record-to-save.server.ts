import type { Transaction } from "#db/index.ts";
import { recordEventsAfter } from "#db/queries/reports/term-record-history.ts";
import { lockReports, storeRecords, termRecords } from "#db/queries/reports/term-records.ts";
import type { TermRecordRow } from "#db/queries/reports/term-records.ts";
import type { Person } from "#domain/person.ts";
import type { StoredRow } from "#saving/protocol/protocol.ts";
import type { RowWrite, SavedSheet } from "#saving/server/save-rows.server.ts";
import type { FoundReport } from "../find-report.server.ts";
import { recordEvents } from "./record-events.server.ts";
import { storedRecord, valuesOfRecord } from "./record-values.rules.ts";
import { ATOMIC_GROUPS, blankRecord, recordRefusal, normalisedRecord } from "./record.rules.ts";
import type { ReportKey } from "#domain/paths.ts";

/** Gives one report to the common way of saving: a sheet of one row, which is named by the student's key. */
export async function recordToSave(person: Person, found: FoundReport, t: Transaction): Promise<SavedSheet> {
  const { key, rules } = found;
  const stored = await lockedRecord(key, t);
  return {
    blank: blankRecord(),
    atomicGroups: ATOMIC_GROUPS,
    notOnSheet: "no longer in this class",
    lock: async () => stored,
    historyAfter: async (bases) => {
      const byStudent = new Map([...bases].map(([row, base]) => [Number(row), base]));
      if (byStudent.size === 0) return new Map();
      return recordEvents(await recordEventsAfter({ ...key, bases: byStudent }, t), person);
    },
    normalise: normalisedRecord,
    refusal: ({ values }, changes) => recordRefusal({ changes, values }, rules),
    store: (writes) => store(key, writes, t),
  };
}

/** Read by a statement of its own, after the lock: only that one sees what a colleague just saved. */
async function lockedRecord(key: ReportKey, t: Transaction): Promise<Map<string, StoredRow>> {
  await lockReports({ ...key, studentKeys: [key.studentKey] }, t);
  const records = await termRecords(key, t);
  return new Map(records.map((record) => [String(record.student_key), storedRow(record)]));
}

function storedRow(record: TermRecordRow): StoredRow {
  return { version: record.version, values: valuesOfRecord(record) };
}

async function store(
  { academicTermId }: ReportKey,
  writes: readonly RowWrite[],
  t: Transaction,
): Promise<Map<string, number>> {
  const records = writes.map(({ row, values }) => ({ student_key: Number(row), ...storedRecord(values) }));
  const stored = await storeRecords({ academicTermId, writes: records }, t);
  return new Map(stored.map(({ student_key, version }) => [String(student_key), version]));
}
