import { PRESENT_AT_TEST } from "#domain/attendance.ts";
import { calculatePercentage } from "#domain/grades.ts";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID } from "#domain/terms.ts";
import { ARCHIVE_TERMS, type DemoCalendar } from "../calendar.ts";
import type { DemoRow } from "../insert.ts";
import type { TermSummary } from "../reports/term-records.ts";
import { type SchoolKind, isSamePlace } from "../kind.ts";
import type { DemoStudent } from "../people/demo-student.ts";
import { createRandomStream } from "../random.ts";
import type { DemoMark } from "./marks.ts";

type Part = { title: string; percentage: number };

const NOTHING: TermSummary = { average: null, best: null, weakest: null };

/** Calculates the results on the report: end-of-term marks, or course work in a class without exams. */
export function calculateDemoResults(
  kind: SchoolKind,
  marks: readonly DemoMark[],
): (studentKey: number, termId: number) => TermSummary {
  const titles = new Map(kind.subjects.map(({ subject_id, title }) => [subject_id, title]));
  const parts = new Map<string, Part[]>();
  for (const { sheet, student, mark } of marks) {
    const counts = sheet.test_id === END_OF_TERM_TEST_ID || sheet.held.course_work_only;
    if (mark === null || !counts) continue;
    const key = `${student.id} ${sheet.term.academic_term_id}`;
    const part = {
      title: titles.get(sheet.subject_id) ?? "",
      percentage: calculatePercentage(mark, sheet.max_mark),
    };
    const known = parts.get(key);
    if (known) known.push(part);
    else parts.set(key, [part]);
  }
  return (studentKey, termId) => summary(parts.get(`${studentKey} ${termId}`) ?? []);
}

function summary(parts: readonly Part[]): TermSummary {
  const ordered = parts.toSorted((one, other) => other.percentage - one.percentage);
  const [best] = ordered;
  const weakest = ordered.at(-1);
  if (!best || !weakest) return NOTHING;
  const total = ordered.reduce((sum, part) => sum + part.percentage, 0);
  return { average: total / ordered.length, best: best.title, weakest: weakest.title };
}

type Criterion = {
  criterion_id: number;
  subject_id: number;
  form_level: number;
  detail: string;
  position: number;
};

const BEST = 5;
const SPREAD = 0.12;

export function criterionRows({ criteria: { levels, details } }: SchoolKind): Criterion[] {
  const criteria = levels.flatMap((form_level) =>
    Object.entries(details).flatMap(([subject, words]) =>
      words.map((detail, index) => ({
        subject_id: Number(subject),
        form_level,
        detail,
        position: index + 1,
      })),
    ),
  );
  return criteria.map((criterion, index) => ({ criterion_id: index + 1, ...criterion }));
}

/** Generates a grade from 1 to 5 for each criterion of a subject, close to the student's ability. */
export function criterionGradeRows(kind: SchoolKind, marks: readonly DemoMark[]): DemoRow[] {
  const chance = createRandomStream(`${kind.flavour} criterion grades`);
  const criteria = criterionRows(kind);
  return marks
    .filter(({ sheet }) => sheet.kind === "criteria")
    .flatMap(({ mark_id, sheet, student }) =>
      criteria
        .filter(
          ({ subject_id, form_level }) =>
            subject_id === sheet.subject_id && form_level === sheet.held.form_level,
        )
        .map(({ criterion_id }) => ({
          mark_id,
          criterion_id,
          grade: stepOf(student.ability + SPREAD * chance.normal()),
        })),
    );
}

function stepOf(share: number): number {
  return Math.min(BEST, Math.max(1, Math.ceil(share * BEST)));
}

/** This is enough for a demonstration. Archive marks for the whole school would slow down the first start. */
const STUDENTS = 12;
const FULL = 100;

/** Generates course and exam marks in each subject and archive term for some students of one class. */
export function archiveMarkRows(
  kind: SchoolKind,
  calendar: DemoCalendar,
  { students, after }: { students: readonly DemoStudent[]; after: number },
): DemoRow[] {
  const chance = createRandomStream(`${kind.flavour} archive`);
  const cells = archived(kind, calendar, students).flatMap(({ id, ability }) =>
    ARCHIVE_TERMS.flatMap(({ academic_term_id }) =>
      kind.archiveSubjects.flatMap((subject_id) =>
        [END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID].map((test_id) => ({
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
    attendance: PRESENT_AT_TEST,
    grade: null,
    application: null,
    preparedness: null,
    fortnightly_test_id: null,
    employee_id: null,
  }));
}

/** Registers these students in the archive terms. The class has the letter of the student's current class. */
export function archiveRegistrationRows(
  kind: SchoolKind,
  calendar: DemoCalendar,
  students: readonly DemoStudent[],
): DemoRow[] {
  if (kind.flavour !== "secondary") return [];
  return archived(kind, calendar, students).flatMap(({ id }) =>
    ARCHIVE_TERMS.map(({ academic_term_id }) => ({
      student_key: id,
      academic_term_id,
      form_class_id: `${Math.floor(academic_term_id / FULL)}A`,
    })),
  );
}

function archived(kind: SchoolKind, { current }: DemoCalendar, students: readonly DemoStudent[]) {
  const seated = students.filter(({ seats }) => {
    const seat = seats.get(current.academic_term_id);
    return seat && isSamePlace(seat, kind.places.archive);
  });
  return seated.slice(0, STUDENTS);
}
