import {
  ABSENT_FROM_TEST,
  NO_WORK_HANDED_IN,
  PRESENT_AT_TEST,
  type TestAttendance,
} from "#domain/attendance.ts";
import { hasWorkRatings, type Rating } from "#domain/grades.ts";
import { gradeForPercentage, DEFAULT_GRADING, type Grade } from "#domain/grading.ts";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID } from "#domain/terms.ts";
import type { SchoolKind } from "../kind.ts";
import type { DemoChoice } from "../choices.ts";
import type { DemoRow } from "../insert.ts";
import { createRandomStream, type RandomStream } from "../random.ts";
import type { DemoSheet } from "./sheets.ts";
import type { DemoStudent } from "../people/demo-student.ts";
import type { Roster } from "../people/students.ts";

export type DemoMark = {
  mark_id: number;
  sheet: DemoSheet;
  student: DemoStudent;
  mark: number | null;
  attendance: TestAttendance;
  grade: Grade | null;
  application: Rating | null;
  preparedness: Rating | null;
  /** The teacher who gave the mark. A subject by choice may have two teachers in a class. */
  employee_id: number | null;
};

type Given = {
  kind: SchoolKind;
  sheets: readonly DemoSheet[];
  roster: Roster;
  choices: readonly DemoChoice[];
};

const ABSENT_SHARE = 0.03;
const NO_WORK_SHARE = 0.015;
const FORGOTTEN = 0.004;
const TEST_SPREAD = 0.07;
const SUBJECT_SPREAD = 0.06;
/** The share of marks such as 72.5, which show that the field accepts decimals. */
const HALF_MARKS = 0.06;

export function createDemoMarks(params: Given): DemoMark[] {
  const { kind, sheets } = params;
  const chance = createRandomStream(`${kind.flavour} marks`);
  const talents = new Map<string, number>();
  const chosen = new Map(
    params.choices.map((choice) => [choiceKey(choice.student, choice), choice.employee_id]),
  );
  const studentsOf = lessonRoster(params.roster, chosen);
  const marks = sheets.flatMap((sheet) => {
    const students = studentsOf(sheet);
    return students
      .slice(0, Math.ceil(students.length * sheet.entered))
      .filter(() => !chance.chance(FORGOTTEN))
      .map((student) => ({
        ...mark(sheet, student, { kind, chance, talent: talentOf(student, sheet, talents, chance) }),
        employee_id:
          chosen.get(choiceKey(student, keyOf(sheet))) ?? sheet.teaching.teachers[0]?.employee_id ?? null,
      }));
  });
  return marks.map((entered, index) => ({ mark_id: index + 1, ...entered }));
}

/** Lists the students of a lesson: the whole class, or the students who chose the subject. */
function lessonRoster(
  roster: Roster,
  chosen: ReadonlyMap<string, number>,
): (sheet: DemoSheet) => readonly DemoStudent[] {
  return (sheet) => {
    const students = roster(sheet.held, sheet.term);
    if (!sheet.teaching.by_choice) return students;
    return students.filter((student) => chosen.has(choiceKey(student, keyOf(sheet))));
  };
}

function keyOf({ held, subject_id }: DemoSheet) {
  return { academic_year_id: held.academic_year_id, subject_id };
}

function choiceKey(
  { id }: DemoStudent,
  { academic_year_id, subject_id }: Pick<DemoChoice, "academic_year_id" | "subject_id">,
) {
  return `${id} ${academic_year_id} ${subject_id}`;
}

/** Returns a student's strength in a subject. It stays the same in all terms. */
function talentOf(
  { id }: DemoStudent,
  { subject_id }: DemoSheet,
  talents: Map<string, number>,
  chance: RandomStream,
): number {
  const key = `${id} ${subject_id}`;
  const talent = talents.get(key) ?? SUBJECT_SPREAD * chance.normal();
  talents.set(key, talent);
  return talent;
}

type Circumstances = { kind: SchoolKind; chance: RandomStream; talent: number };

function mark(
  sheet: DemoSheet,
  student: DemoStudent,
  { kind, chance, talent }: Circumstances,
): Omit<DemoMark, "mark_id" | "employee_id"> {
  const attendance = attendanceAt(sheet, student, chance);
  const share = clamped(student.ability + talent + TEST_SPREAD * chance.normal());
  const isPresent = attendance === PRESENT_AT_TEST;
  const isRated =
    sheet.test_id === END_OF_TERM_TEST_ID && hasWorkRatings(kind.flavour, sheet.held.form_level);
  return {
    sheet,
    student,
    attendance,
    mark: sheet.kind === "marks" && isPresent ? earned(share, sheet.max_mark, chance) : null,
    grade:
      sheet.graded && isPresent ? gradeForPercentage(Math.round(100 * lifted(share)), DEFAULT_GRADING) : null,
    application: isRated ? drawRating(student.diligence, chance) : null,
    preparedness: isRated ? drawRating(student.diligence, chance) : null,
  };
}

function attendanceAt(
  { test_id, kind }: DemoSheet,
  { diligence }: DemoStudent,
  chance: RandomStream,
): TestAttendance {
  const carelessness = 2 * (1 - diligence);
  if (kind === "marks" && chance.chance(ABSENT_SHARE * (0.5 + carelessness))) return ABSENT_FROM_TEST;
  return test_id === OTHER_ASSESSMENT_TEST_ID &&
    kind === "marks" &&
    chance.chance(NO_WORK_SHARE * (0.5 + carelessness))
    ? NO_WORK_HANDED_IN
    : PRESENT_AT_TEST;
}

function earned(share: number, maxMark: number, chance: RandomStream): number {
  const whole = Math.round(share * maxMark);
  return whole < maxMark && chance.chance(HALF_MARKS) ? whole + 0.5 : whole;
}

/** Raises a share, because grades for effort and enjoyment are more generous than examination marks. */
function lifted(share: number): number {
  return share + (1 - share) * 0.5;
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0.05, share));
}

export function markRows(marks: readonly DemoMark[]): DemoRow[] {
  return marks.map(({ sheet, student, ...entered }) => ({
    ...entered,
    student_key: student.id,
    academic_term_id: sheet.term.academic_term_id,
    subject_id: sheet.subject_id,
    test_id: sheet.test_id,
    fortnightly_test_id: sheet.fortnightly?.fortnightly_test_id ?? null,
    max_mark: sheet.max_mark,
  }));
}

/**
 * Draws Consistently, Sometimes or Rarely. More diligent students get Consistently more often.
 * @param share the diligence, from 0 to 1
 */
export function drawRating(share: number, chance: RandomStream): Rating {
  const luck = chance.next();
  if (luck < share) return "C";
  return luck < share + 0.8 * (1 - share) ? "S" : "R";
}
