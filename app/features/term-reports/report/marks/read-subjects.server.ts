import { queryAll } from "#db/index.ts";
import type { Reading } from "#db/index.ts";
import { cardCriteria, cardMarks, cardSubjects } from "#db/queries/reports/report-card-marks.ts";
import type { CardSubject } from "#db/queries/reports/report-card-marks.ts";
import { byStudent } from "#db/queries/reports/report-card.ts";
import { subjectMaxima } from "#db/queries/reports/term-reports.ts";
import { joinedNames } from "#domain/names.ts";
import type { FoundClass } from "../../find-report.server.ts";
import type { SubjectRow } from "../report.ts";
import { subjectRows } from "./subject-rows.rules.ts";

/** The subject rows of each student of a class, or of one of them, as the report card prints them. */
export async function readSubjects(
  { key, heading }: Pick<FoundClass, "key" | "heading">,
  studentKey: number | null,
  t: Reading,
): Promise<(studentKey: number) => SubjectRow[]> {
  const classIds = [key.classId];
  const cards = { classIds, academicTermId: key.academicTermId, studentKey };
  const [subjects, marks, criteria, maxima] = await queryAll(
    [
      () => cardSubjects(cards, t),
      () => cardMarks(cards, t),
      async () => (heading.by_criteria ? cardCriteria({ classIds }, t) : []),
      () => subjectMaxima(key, t),
    ],
    t,
  );
  const [subjectsOf, marksOf] = [byStudent(subjects), byStudent(marks)];
  return (of) => {
    const given = { scheme: heading, criteria, maxima, marks: marksOf.get(of) ?? [] };
    return subjectRows((subjectsOf.get(of) ?? []).map(subject), given);
  };
}

function subject({ subject_id, subject: title, teachers }: CardSubject) {
  const names = teachers.map(({ first_name, last_name }) => ({ firstName: first_name, lastName: last_name }));
  return { subject_id, title, teacher: names.length > 0 ? joinedNames(names) : null };
}
