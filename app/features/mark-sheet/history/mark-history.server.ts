import { noTransaction } from "#db/index.ts";
import type { Reading } from "#db/index.ts";
import { markEventsAfter } from "#db/queries/marks/mark-history.ts";
import { sheetRows } from "#db/queries/marks/mark-sheet.ts";
import type { SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { ATTENDANCE_WORDS } from "#domain/attendance.ts";
import type { Attendance } from "#domain/attendance.ts";
import { formatMoment } from "#domain/dates.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { valuesBefore } from "#saving/protocol/judge.ts";
import type { RowEvent } from "#saving/protocol/judge.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import { findSheet } from "../sheet/find-sheet.server.ts";
import type { FoundSheet } from "../sheet/find-sheet.server.ts";
import type { MarkHistory } from "./history.ts";
import { markEvents } from "./mark-events.server.ts";
import { valuesOfMark } from "../save/mark-values.rules.ts";
import { blankMark, criterionField, resultFields } from "../save/marks.rules.ts";
import { saveMarks } from "../save/save-marks.server.ts";
import type { MarksSaved } from "../save/save-marks.server.ts";

type SheetStudent = { sheet: FoundSheet; name: string; version: number; values: Values; events: RowEvent[] };

/** Everything that ever happened to one student's row of a sheet, newest first. */
export async function markHistory(person: Person, key: SheetKey, studentKey: number): Promise<MarkHistory> {
  const { sheet, name, version, events } = await findStudent(person, { key, studentKey }, noTransaction);
  const entries = events.toReversed().map((event) => ({
    version: event.version,
    by: event.by,
    at: formatMoment(event.at, sheet.heading.time_zone),
    changes: changesOf(event, sheet),
  }));
  return {
    student: name,
    version,
    canPutBack: sheet.lock === "open",
    entries: entries.filter(({ changes }) => changes.length > 0),
  };
}

/**
 * Puts back what the row held before one entry of its history; a save like any other, on the version that was shown.
 * @throws notFound when the history has no such entry
 */
export async function putBackMark(
  person: Person,
  key: SheetKey,
  asked: { studentKey: number; base: number; before: number; saveId: string },
): Promise<MarksSaved> {
  const { sheet, values, events } = await findStudent(
    person,
    { key, studentKey: asked.studentKey },
    noTransaction,
  );
  const from = events.findIndex((event) => event.version === asked.before);
  if (from < 0) throw notFound("The history has no such entry.");
  const held = valuesBefore(values, events.slice(from), blankMark(sheet.rules));
  const touched = [...new Set([...resultFields(sheet.rules), ...Object.keys(events[from]?.before ?? {})])];
  const changes = Object.fromEntries(
    touched.filter((field) => field in held).map((field) => [field, held[field] ?? null]),
  );
  const row = { row: String(asked.studentKey), base: asked.base, changes };
  return saveMarks(person, key, { saveId: asked.saveId, rows: [row] });
}

async function findStudent(
  person: Person,
  { key, studentKey }: { key: SheetKey; studentKey: number },
  t: Reading,
): Promise<SheetStudent> {
  const sheet = await findSheet(person, key, t);
  const roster = await sheetRows(sheet.heading, key, t);
  const student = roster.find((each) => each.student_key === studentKey);
  if (!student) throw notFound("This student is not on the sheet.");
  const events = await markEventsAfter({ heading: sheet.heading, key, bases: new Map([[studentKey, 0]]) }, t);
  return {
    sheet,
    name: registerName(student),
    version: student.version,
    values: valuesOfMark(student, sheet.rules),
    events: markEvents(events, null).get(String(studentKey)) ?? [],
  };
}

function changesOf(event: RowEvent, { rules, heading }: FoundSheet) {
  const blank = blankMark(rules);
  const criteria = heading.criteria.map(({ criterion_id, detail }) => [criterionField(criterion_id), detail]);
  const words: Record<string, string> = { ...FIELD_WORDS, ...Object.fromEntries(criteria) };
  return Object.keys(blank).flatMap((field) => {
    const from = event.before[field] ?? blank[field] ?? null;
    const to = event.after[field] ?? blank[field] ?? null;
    return from === to
      ? []
      : [{ field: words[field] ?? field, from: inWords(field, from), to: inWords(field, to) }];
  });
}

const FIELD_WORDS: Record<string, string> = {
  mark: "Mark",
  grade: "Grade",
  attendance: "Attendance",
  application: "Application",
  preparedness: "Preparedness",
};

function inWords(field: string, value: FieldValue): string {
  if (value === null) return "–";
  return field === "attendance" ? ATTENDANCE_WORDS[Number(value) as Attendance] : String(value);
}
