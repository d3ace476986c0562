import { noTransaction, transaction } from "#db/index.ts";
import { absentStudents, type AbsentStudentRow } from "#db/queries/attendance/absent-students.ts";
import { noteRecordViews } from "#db/queries/people/student-tabs.ts";
import { shortDay } from "#domain/daily/day-words.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { phone } from "#fields/texts.ts";
import { callWords } from "./call-words.server.ts";
import { contactWords, DAYS_TO_CALL, reasonWords } from "./absent.rules.ts";
import type { AbsentStudent } from "../summary.ts";

type Asked = { day: string; from: string; timeZone: string };

/**
 * Who has been away for three school days running, with the number of the family. That is a part of the family's record:
 * who reads it is recorded as there.
 */
export async function readAbsent(person: Person, { day, from, timeZone }: Asked): Promise<AbsentStudent[]> {
  const { accountId } = person;
  const absent = await absentStudents({ day, from, least: DAYS_TO_CALL, accountId }, noTransaction);
  const studentKeys = absent.filter(isToNote).map(({ student_key }) => student_key);
  if (studentKeys.length > 0) {
    await transaction(person, (t) => noteRecordViews({ accountId, studentKeys, records: ["family"] }, t));
  }
  return absent.map((student) => shown(student, timeZone));
}

function isToNote({ contact, is_noted }: AbsentStudentRow): boolean {
  return contact !== null && !is_noted;
}

function shown({ contact, call, ...student }: AbsentStudentRow, timeZone: string): AbsentStudent {
  return {
    studentKey: student.student_key,
    name: registerName(student),
    label: student.label,
    days: student.days,
    since: shortDay(student.since),
    reason: reasonWords(student.reason, student.note),
    contact: contact && { who: contactWords(contact), phone: phone.words(contact.phone) },
    called: call && {
      words: callWords({ called_at: call.called_at, caller: call }, timeZone),
      note: call.note,
    },
  };
}
