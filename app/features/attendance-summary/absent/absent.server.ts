import { z } from "zod";
import { formSucceeded, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { singleLineSchema, versionOrNewSchema } from "#access/forms/form-values.schema.server.ts";
import { getVisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction, transaction, type ReadTransaction } from "#db/index.ts";
import {
  findAbsence,
  saveAbsenceCall,
  listAbsentStudents,
  type AbsenceRow,
  type AbsentStudentRow,
} from "#db/queries/attendance/absent-students.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import { ABSENT_DAYS_BEFORE_CALL } from "#domain/daily/attendance-limits.ts";
import { formatDay, formatShortDay } from "#domain/daily/day-words.ts";
import { formatTimeOrDateAndTime } from "#domain/dates.ts";
import { formatActorName, formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { phoneField } from "#fields/texts.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { formatContact, MAX_CALL_NOTE_LENGTH, formatAbsenceReason } from "./absent.rules.ts";
import type { AbsentClass, AbsentStudent } from "../summary.ts";

/**
 * Lists the students who are absent on a day, by class. Those absent for three consecutive school days are listed again
 * with the family's phone number, which belongs to the family's record, so reading it is logged.
 */
export async function loadAbsentStudents(
  person: Person,
  { day, from, timeZone }: { day: string; from: string; timeZone: string },
): Promise<{ absentToday: AbsentClass[]; absent: AbsentStudent[] }> {
  const { accountId } = person;
  const whole = { classIds: null, numbersOf: null };
  const rows = await listAbsentStudents(
    { ...whole, day, from, least: 1, callFrom: ABSENT_DAYS_BEFORE_CALL, limit: null, accountId },
    noTransaction,
  );
  const absent = rows.filter(({ days }) => days >= ABSENT_DAYS_BEFORE_CALL);
  const studentKeys = absent.filter(isToNote).map(({ student_key }) => student_key);
  if (studentKeys.length > 0) {
    await transaction(person, (t) => logRecordViews({ accountId, studentKeys, records: ["family"] }, t));
  }
  const views = rows.map((student) => absentView(student, timeZone));
  return {
    absentToday: groupByClass(views),
    absent: views.filter(({ days }) => days >= ABSENT_DAYS_BEFORE_CALL),
  };
}

const byLabel = new Intl.Collator("en", { numeric: true });

/** Groups students by class and sorts them by name within each class. */
function groupByClass(students: readonly AbsentStudent[]): AbsentClass[] {
  const classes = new Map<string, AbsentClass["students"]>();
  for (const { label, studentKey, name, days, reason } of students) {
    classes.set(label, [...(classes.get(label) ?? []), { studentKey, name, days, reason }]);
  }
  return [...classes]
    .map(([label, inClass]) => ({
      label,
      students: inClass.toSorted((one, other) => byLabel.compare(one.name, other.name)),
    }))
    .toSorted((one, other) => byLabel.compare(one.label, other.label));
}

function isToNote({ contact, is_noted }: AbsentStudentRow): boolean {
  return contact !== null && !is_noted;
}

function absentView({ contact, call, ...student }: AbsentStudentRow, timeZone: string): AbsentStudent {
  return {
    studentKey: student.student_key,
    name: formatRegisterName(student),
    label: student.label,
    days: student.days,
    since: formatShortDay(student.since),
    reason: formatAbsenceReason(student.reason, student.note),
    contact: contact && { who: formatContact(contact), phone: phoneField.words(contact.phone) },
    called: call && {
      words: formatCall({ called_at: call.called_at, caller: call }, timeZone),
      note: call.note,
    },
  };
}

type Absence = { studentKey: number; day: string };

export type CallNoteView = Awaited<ReturnType<typeof loadCallNote>>;

/** Loads the note of the call to the family about an absence; `words` is null if nobody has called. @throws notFound */
export async function loadCallNote(person: Person, absence: Absence, timeZone: string) {
  const row = await absenceVisibleTo(person, absence, noTransaction);
  return {
    name: `${row.first_name} ${row.last_name}`,
    day: formatDay(absence.day),
    note: row.note,
    version: row.version,
    words: wordsOf(row, timeZone),
  };
}

export type CallNoteInput = z.input<typeof CallNoteFormSchema>;

export const CallNoteFormSchema = z.object({
  note: singleLineSchema(MAX_CALL_NOTE_LENGTH).default(""),
  version: versionOrNewSchema,
});

type CallToNote = {
  absence: Absence;
  input: z.output<typeof CallNoteFormSchema>;
  timeZone: string;
  closeTo: string;
};

/** Records that the family was called, and what they said. @throws notFound */
export function saveCallNote(
  person: Person,
  { absence, input, timeZone, closeTo }: CallToNote,
): Promise<FormOutcome> {
  const { accountId } = person;
  return transaction(person, async (t) => {
    const row = await absenceVisibleTo(person, absence, t);
    const noted = formSucceeded(closeTo, "Call saved.");
    if (await saveAbsenceCall({ ...absence, ...input, accountId }, t)) return noted;
    const present = (await findAbsence(absence, t)) ?? row;
    // The same note arrives again if Save was pressed twice or the first response was lost.
    if (present.called_by === accountId && present.note === input.note) return noted;
    const said = present.note ? `: ‘${present.note}’` : "";
    const words = `${wordsOf(present, timeZone)}${said}. Save again to replace that note with your note.`;
    return stale({ note: words }, present.version);
  });
}

/**
 * Returns the absence if the person may see it.
 * @throws notFound also when the student was not absent that day
 */
async function absenceVisibleTo(person: Person, absence: Absence, t: ReadTransaction): Promise<AbsenceRow> {
  await getVisibleStudent(person, absence.studentKey, t);
  const row = await findAbsence(absence, t);
  if (!row?.is_absent)
    throw notFound(
      "The register does not show this student as absent on that day. Reload the page to see the register as it is now.",
    );
  return row;
}

function wordsOf({ called_at, caller }: AbsenceRow, timeZone: string): string | null {
  return called_at === null || caller === null ? null : formatCall({ called_at, caller }, timeZone);
}

type Call = { called_at: string; caller: Parameters<typeof formatActorName>[0] };

/** Returns text such as `Called at 9:10 by M. Joseph`. */
export function formatCall({ called_at, caller }: Call, timeZone: string): string {
  return `Called ${formatTimeOrDateAndTime(called_at, { timeZone, now: now() })} by ${formatActorName(caller)}`;
}
