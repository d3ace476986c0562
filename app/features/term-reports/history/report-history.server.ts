import { queryAll, noTransaction } from "#db/index.ts";
import type { Reading } from "#db/index.ts";
import { recordEventsAfter } from "#db/queries/reports/term-record-history.ts";
import { termRecords } from "#db/queries/reports/term-records.ts";
import { formatMoment } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { FIELD_TITLES } from "#domain/term-reports.ts";
import { notFound } from "#runtime/errors.ts";
import { valuesBefore } from "#saving/protocol/judge.ts";
import type { RowEvent } from "#saving/protocol/judge.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import type { FieldHistory } from "../report/dialogs.ts";
import { findReport } from "../find-report.server.ts";
import type { FoundReport } from "../find-report.server.ts";
import { recordEvents } from "../save/record-events.server.ts";
import { valuesOfRecord } from "../save/record-values.rules.ts";
import { RECORD_FIELDS, blankRecord, atomicGroupOf } from "../save/record.rules.ts";
import { reportUrl } from "#domain/paths.ts";
import type { ReportKey } from "#domain/paths.ts";
import { saveReport } from "../save/save-report.server.ts";
import type { ReportSaved } from "../save/save-report.server.ts";

type Recorded = { found: FoundReport; version: number; values: Values; events: RowEvent[] };

/** Everything that ever stood in one field of a report, newest first. @throws notFound for no field of it */
export async function fieldHistory(person: Person, key: ReportKey, field: string): Promise<FieldHistory> {
  const { found, version, events } = await findRecord(person, { key, field }, noTransaction);
  const { student, heading, rules } = found;
  const entries = events.toReversed().map((event) => ({
    version: event.version,
    by: event.by,
    at: formatMoment(event.at, heading.time_zone),
    from: inWords(event.before[field]),
    to: inWords(event.after[field]),
  }));
  return {
    field,
    version,
    closeTo: reportUrl(key),
    student: `${student.first_name} ${student.last_name}`,
    title: FIELD_TITLES[field] ?? field,
    canPutBack: rules.editable.includes(field),
    entries: entries.filter(({ from, to }) => from !== to),
  };
}

/**
 * Puts back what the field held before one entry of its history; a save like any other, on the version that was shown.
 * @throws notFound when the history has no such entry
 */
export async function putBackField(
  person: Person,
  key: ReportKey,
  asked: { field: string; base: number; before: number; saveId: string },
): Promise<ReportSaved> {
  const { field, base, before, saveId } = asked;
  const { values, events } = await findRecord(person, { key, field }, noTransaction);
  const from = events.findIndex((event) => event.version === before);
  if (from < 0) throw notFound("The history has no such entry.");
  const held = valuesBefore(values, events.slice(from), blankRecord());
  // What is said together is put back together: promoted and repeating.
  const touched = atomicGroupOf(field).filter(
    (each) => each === field || each in (events[from]?.before ?? {}),
  );
  const changes = Object.fromEntries(touched.map((each) => [each, held[each] ?? null]));
  return saveReport(person, key, { saveId, rows: [{ row: String(key.studentKey), base, changes }] });
}

async function findRecord(
  person: Person,
  { key, field }: { key: ReportKey; field: string },
  t: Reading,
): Promise<Recorded> {
  const found = await findReport(person, key, t);
  if (!RECORD_FIELDS.includes(field)) throw notFound("A report has no such field.");
  const [[record], events] = await queryAll(
    [
      () => termRecords(key, t),
      () => recordEventsAfter({ ...key, bases: new Map([[key.studentKey, 0]]) }, t),
    ],
    t,
  );
  return {
    found,
    version: record?.version ?? 0,
    values: valuesOfRecord(record ?? {}),
    events: recordEvents(events, null).get(String(key.studentKey)) ?? [],
  };
}

function inWords(value: FieldValue | undefined): string {
  return value == null ? "–" : String(value);
}
