import type { Person } from "#domain/person.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import { titleOf } from "#fields/record.ts";
import { notFound } from "#runtime/errors.ts";
import type { RowHistory } from "#saving/protocol/history.ts";
import { historyEntries, readHistory } from "#saving/server/row-history.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import { SAVED_REPORT } from "../save/saved-report.server.ts";

/** Everything that ever stood in one field of a report, newest first. @throws notFound for no field of it */
export async function fieldHistory(
  person: Person,
  key: ReportKey,
  field: string,
): Promise<RowHistory & { field: string }> {
  if (!TERM_RECORD.has(field)) throw notFound("A report has no such field.");
  const read = await readHistory(SAVED_REPORT, { person, key, row: String(key.studentKey) });
  const { student, heading, rules } = read.target;
  return {
    field,
    about: `${student.first_name} ${student.last_name}`,
    title: titleOf(TERM_RECORD, field),
    closeTo: reportUrl(key),
    version: read.stored.version,
    canPutBack: rules.editable.includes(field),
    entries: historyEntries(read, { names: [field], timeZone: heading.time_zone }),
  };
}
