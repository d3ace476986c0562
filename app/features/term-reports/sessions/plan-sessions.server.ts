import { createHash } from "node:crypto";
import { queryAll, type Reading } from "#db/index.ts";
import { listStudentSessions } from "#db/queries/attendance/sums.ts";
import { countMarkedSessions } from "#db/queries/attendance/taken-sessions.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { listTermRecords, type TermRecordRow } from "#db/queries/reports/term-records.ts";
import { schoolDays } from "#domain/daily/school-days.ts";
import { registerName } from "#domain/names.ts";
import { signAllUrl } from "#domain/paths.ts";
import { periodLabel } from "#domain/terms.ts";
import { rulesOf, type FoundClass } from "../find-report.server.ts";
import { valuesOfRecord } from "../save/record-values.rules.ts";
import { decideSessions, storedSessions } from "./sessions.rules.ts";
import type { SessionsPlan, StudentSessions } from "./sessions.ts";

const NONE = { total: 0, absent: 0, late: 0 };

/** Plans the taking of a class's sessions from the register, student by student. */
export async function planSessions(found: FoundClass, t: Reading): Promise<SessionsPlan> {
  const { key, heading } = found;
  const [records, sessions, marked] = await queryAll(
    [
      () => listTermRecords({ ...key, studentKey: null }, t),
      () => listStudentSessions(key, t),
      () => markedWords(found, t),
    ],
    t,
  );
  const students = records.map((record) => {
    const counted = sessions.find(({ student_key }) => student_key === record.student_key) ?? NONE;
    const { total, absent, late } = counted;
    return studentOf(record, { total, absent, late }, found);
  });
  return {
    closeTo: signAllUrl(key),
    classLabel: heading.class_label,
    period: periodLabel(heading.academic_year_id, heading.term),
    students,
    marked,
    signed: records.filter(({ signature }) => signature !== null).length,
    isPosted: heading.posted_on !== null,
    seen: fingerprintOf(records, students),
  };
}

function studentOf(
  record: TermRecordRow,
  register: StudentSessions["register"],
  found: FoundClass,
): StudentSessions {
  const student = found.students.find(({ student_key }) => student_key === record.student_key);
  const { takenAt, ...written } = storedSessions(record);
  return {
    studentKey: record.student_key,
    name: student ? registerName(student) : "",
    written,
    register,
    ...decideSessions({
      stored: { ...written, takenAt },
      register,
      values: valuesOfRecord(record),
      rules: rulesOf(found),
    }),
  };
}

async function markedWords({ key }: FoundClass, t: Reading): Promise<string> {
  const [marked, calendar] = await queryAll(
    [() => countMarkedSessions(key, t), () => loadSchoolCalendar(t)],
    t,
  );
  const term = calendar.terms.find(({ academic_term_id }) => academic_term_id === key.academicTermId);
  const to = term && term.term_end < calendar.today ? term.term_end : calendar.today;
  const days = term ? schoolDays({ from: term.term_start, to }, calendar) : [];
  return `The register has been marked for ${marked} of ${days.length * calendar.sessions_per_day} sessions up to today.`;
}

/** Returns a fingerprint of everything that the dialog shows and the button writes. */
function fingerprintOf(records: readonly TermRecordRow[], students: readonly StudentSessions[]): string {
  const versions = records.map(({ student_key, version }) => [student_key, version]);
  const figures = students.map(({ register, outcome }) => [register, outcome]);
  return createHash("sha256")
    .update(JSON.stringify([versions, figures]))
    .digest("base64url");
}
