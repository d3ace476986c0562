import { PRESENT } from "#domain/attendance.ts";
import { END_OF_TERM, OTHER_ASSESSMENT } from "#domain/terms.ts";
import { ARCHIVE_TERMS, type Calendar } from "../calendar.ts";
import type { Row } from "../insert.ts";
import { isPlace, type SchoolKind } from "../kind.ts";
import { random } from "../random.ts";
import type { DemoStudent } from "../people/demo-student.ts";

/** Enough to browse; an archive of the whole school would only slow down the first start. */
const STUDENTS = 12;
const FULL = 100;

/** Creates course and exam marks in each subject and archive term for students of one class. */
export function archiveMarkRows(
  kind: SchoolKind,
  calendar: Calendar,
  { students, after }: { students: readonly DemoStudent[]; after: number },
): Row[] {
  const chance = random(`${kind.flavour} archive`);
  const cells = archived(kind, calendar, students).flatMap(({ id, ability }) =>
    ARCHIVE_TERMS.flatMap(({ academic_term_id }) =>
      kind.archiveSubjects.flatMap((subject_id) =>
        [END_OF_TERM, OTHER_ASSESSMENT].map((test_id) => ({
          student_key: id,
          academic_term_id,
          subject_id,
          test_id,
          mark: Math.min(FULL, Math.round(FULL * (ability + 0.08 * chance.normal()))),
        })),
      ),
    ),
  );
  return cells.map((cell, index) => ({
    mark_id: after + index + 1,
    ...cell,
    max_mark: FULL,
    attendance: PRESENT,
    grade: null,
    application: null,
    preparedness: null,
    fortnightly_test_id: null,
    employee_id: null,
  }));
}

/** Registers those students in the archive terms, in the class with the letter of their current one. */
export function archiveRegistrationRows(
  kind: SchoolKind,
  calendar: Calendar,
  students: readonly DemoStudent[],
): Row[] {
  if (kind.flavour !== "secondary") return [];
  return archived(kind, calendar, students).flatMap(({ id }) =>
    ARCHIVE_TERMS.map(({ academic_term_id }) => ({
      student_key: id,
      academic_term_id,
      form_class_id: `${Math.floor(academic_term_id / FULL)}A`,
    })),
  );
}

function archived(kind: SchoolKind, { current }: Calendar, students: readonly DemoStudent[]) {
  const seated = students.filter(({ seats }) => {
    const seat = seats.get(current.academic_term_id);
    return seat && isPlace(seat, kind.places.archive);
  });
  return seated.slice(0, STUDENTS);
}
