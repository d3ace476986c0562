import { noTransaction } from "#db/index.ts";
import { listTermRecordChangesAfter } from "#db/queries/reports/term-records.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { findFieldTitle } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import type { HistoryEntry, RowHistory } from "#saving/protocol/protocol.ts";
import { groupRowEvents } from "#saving/server/judge-rows.server.ts";
import { formatHistoryEntries, loadHistory } from "#saving/server/row-history.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import { listReportCorrections } from "../corrections/corrections.server.ts";
import { findReport, type StudentReport } from "../find-report.server.ts";
import { REPORT_SAVE_DEFINITION } from "../save/saved-report.server.ts";
import {
  SIGNATURE_HISTORY_FIELD,
  isSignatureChange,
  formatSignatureState,
} from "../sign/signature-words.rules.ts";

type FieldHistory = RowHistory & { field: string; hasConduct: boolean };

/** Loads every value of one field of a report, newest first. @throws notFound */
export async function loadFieldHistory(person: Person, key: ReportKey, field: string): Promise<FieldHistory> {
  if (field === SIGNATURE_HISTORY_FIELD)
    return signatureHistory(await findReport(person, key, noTransaction));
  if (!TERM_RECORD_FIELDS.has(field)) throw notFound("Reports do not have this field. Choose another field.");
  const read = await loadHistory(REPORT_SAVE_DEFINITION, { person, key, row: String(key.studentKey) });
  const { heading, rules } = read.target;
  const corrected = await listReportCorrections(read.target, noTransaction);
  return {
    ...aboutOf(read.target),
    hasConduct: heading.has_conduct || read.stored.conduct !== null,
    field,
    title: findFieldTitle(TERM_RECORD_FIELDS, field),
    version: read.stored.version,
    canPutBack: rules.editable.includes(field),
    entries: formatHistoryEntries(read, {
      names: [field],
      timeZone: heading.time_zone,
      reasons: new Map(corrected.map(({ version, reason }) => [version, reason])),
    }),
  };
}

function aboutOf({ key, heading, student }: StudentReport) {
  const about = `${student.first_name} ${student.last_name}`;
  return { about, closeTo: reportUrl(key), hasConduct: heading.has_conduct };
}

/** Loads the history of the signature, which cannot be restored: the report must be signed again. */
async function signatureHistory(found: StudentReport): Promise<FieldHistory> {
  const { key, heading } = found;
  const changes = await listTermRecordChangesAfter(
    { ...key, bases: new Map([[key.studentKey, 0]]) },
    noTransaction,
  );
  const events = groupRowEvents(changes, { reader: null, valuesOf: (stored) => stored as FieldValues });
  const entries = (events.get(String(key.studentKey)) ?? [])
    .filter(isSignatureChange)
    .map(({ version, by, at, before, after }): HistoryEntry => ({
      version,
      by,
      at: formatDateAndTime(at, heading.time_zone),
      changes: [{ title: "Signature", from: formatSignatureState(before), to: formatSignatureState(after) }],
    }));
  return {
    ...aboutOf(found),
    field: SIGNATURE_HISTORY_FIELD,
    title: "Signature",
    version: 0,
    canPutBack: false,
    entries: entries.toReversed(),
  };
}
