import { isGradedSubject } from "#domain/grades.ts";
import {
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  OTHER_ASSESSMENT_TEST_ID,
  type TestId,
} from "#domain/terms.ts";
import { isFinishedTerm, type DemoCalendar, type DemoTerm } from "../calendar.ts";
import type { DemoClass } from "../classes.ts";
import { addDays } from "#domain/dates.ts";
import { lastWorkingDay } from "#domain/school/public-holidays.ts";
import type { DemoRow } from "../insert.ts";
import { findCurriculum, isSamePlace, type SchoolKind } from "../kind.ts";
import { shareFromText } from "../random.ts";
import type { DemoTeaching } from "../teaching.ts";

/** A mark sheet: a subject's test in a class and term. */
export type DemoSheet = {
  held: DemoClass;
  term: DemoTerm;
  subject_id: number;
  teaching: DemoTeaching;
  test_id: TestId;
  fortnightly: DemoFortnightlyTest | null;
  kind: "marks" | "grades" | "criteria";
  /** True when the teacher chooses the subject's grade. In a class with criteria, this grade is additional. */
  graded: boolean;
  max_mark: number;
  test_date: string;
  /** The share of the class whose marks are entered. The first students in the register have marks first. */
  entered: number;
};

type Given = {
  kind: SchoolKind;
  calendar: DemoCalendar;
  classes: readonly DemoClass[];
  teachings: readonly DemoTeaching[];
  fortnightlyTests: readonly DemoFortnightlyTest[];
};

type Test = { test_id: TestId; fortnightly: DemoFortnightlyTest | null };

const FORTNIGHTLY_MAX = 20;
const COMPLETE = 1;
const HALF = 0.5;
const EMPTY = 0;

export function createDemoSheets(params: Given): DemoSheet[] {
  const { calendar, classes, teachings } = params;
  return classes.flatMap((held) => {
    const terms = calendar.terms.filter(({ academic_year_id }) => academic_year_id === held.academic_year_id);
    const taught = teachings.filter((teaching) => isSamePlace(teaching, held));
    return terms.flatMap((term) =>
      taught.flatMap((teaching, index) =>
        testsOf(held, term, teaching, params).map((test) =>
          sheet({ held, term, teaching, test, place: index }, params),
        ),
      ),
    );
  });
}

/**
 * Lists a subject's tests: one test for criteria, course work in a class without exams, otherwise the other tests and
 * the exam.
 */
function testsOf(held: DemoClass, term: DemoTerm, { subject_id }: DemoTeaching, params: Given): Test[] {
  const examination: Test = { test_id: END_OF_TERM_TEST_ID, fortnightly: null };
  const other: Test = { test_id: OTHER_ASSESSMENT_TEST_ID, fortnightly: null };
  const kind = sheetKind(held, subject_id, params.kind);
  if (kind === "criteria") return [examination];
  if (held.course_work_only && kind === "marks") return [other];
  if (term.assessment_type !== "Forthnightly Test") return [other, examination];
  const isTested = findCurriculum(params.kind, held.form_level).tested.includes(subject_id);
  const tests = params.fortnightlyTests.filter((one) => isTested && one.held === held && one.term === term);
  return [...tests.map((fortnightly): Test => ({ test_id: FORTNIGHTLY_TEST_ID, fortnightly })), examination];
}

function sheetKind(
  { assessment_type, form_level }: DemoClass,
  subjectId: number,
  { flavour }: SchoolKind,
): DemoSheet["kind"] {
  if (assessment_type === "Grade") return "criteria";
  return isGradedSubject(flavour, subjectId, form_level) ? "grades" : "marks";
}

type Wanted = { held: DemoClass; term: DemoTerm; teaching: DemoTeaching; test: Test; place: number };

function sheet({ held, term, teaching, test, place }: Wanted, params: Given): DemoSheet {
  const { kind, calendar } = params;
  const { subject_id } = teaching;
  const max = kind.subjects.find((subject) => subject.subject_id === subject_id)?.max_mark ?? 100;
  const planned = test.fortnightly?.test_date ?? plannedDate(term, test, place);
  const isToCome = test.fortnightly && planned > calendar.today;
  const share = isToCome ? EMPTY : enteredShare(held, place, test, kind);
  const entered = isFinishedTerm(term, calendar) ? COMPLETE : share;
  return {
    ...test,
    held,
    term,
    subject_id,
    teaching,
    entered,
    kind: sheetKind(held, subject_id, kind),
    graded: isGradedSubject(kind.flavour, subject_id, held.form_level),
    max_mark: test.fortnightly ? FORTNIGHTLY_MAX : max,
    test_date: entered > EMPTY && planned > calendar.today ? lastWorkingDay(calendar.today) : planned,
  };
}

/**
 * Returns how much of a sheet is entered. The demo form teacher's class is halfway through its exam marks. Classes with
 * written reports have all marks. Other sheets are complete, half entered or empty.
 */
function enteredShare(
  held: DemoClass,
  index: number,
  { test_id, fortnightly }: Test,
  kind: SchoolKind,
): number {
  if (isSamePlace(held, kind.places.formTeacher)) {
    if (test_id !== END_OF_TERM_TEST_ID) return COMPLETE;
    return [HALF, HALF, COMPLETE, EMPTY][index] ?? HALF;
  }
  if (reportsProgress(held).written === 1) return COMPLETE;
  const share = shareFromText(`${held.label} ${index} ${test_id} ${fortnightly?.title}`);
  const [complete, half] = likelihood(test_id, fortnightly);
  if (share < complete) return COMPLETE;
  return share < complete + half ? 0.3 + (0.4 * (share - complete)) / half : EMPTY;
}

/** Returns how likely a sheet is to be complete or half entered. Both are likelier for earlier tests. */
function likelihood(
  test_id: TestId,
  fortnightly: DemoFortnightlyTest | null,
): [complete: number, half: number] {
  if (test_id === END_OF_TERM_TEST_ID) return [0.3, 0.25];
  if (!fortnightly || fortnightly.number === 1) return [0.8, 0.12];
  return fortnightly.number === 2 ? [0.5, 0.25] : [0.1, 0.2];
}

/**
 * Returns the day of a test. Course work is in the sixth week, and exams are in the second-to-last week, one subject
 * a day.
 */
function plannedDate({ term_start, term_end }: DemoTerm, { test_id }: Test, index: number): string {
  const day = index % 5;
  if (test_id === OTHER_ASSESSMENT_TEST_ID) return lastWorkingDay(addDays(term_start, 5 * 7 + day));
  return lastWorkingDay(addDays(term_end, -11 + day));
}

/** Generates the settings of tests. Only a test with marks has its own maximum and date. */
export function assessmentRows(sheets: readonly DemoSheet[]): DemoRow[] {
  const tests = sheets.filter(({ kind }) => kind === "marks");
  return tests.map(({ held, term, subject_id, test_id, fortnightly, test_date, max_mark }, index) => ({
    assessment_id: index + 1,
    class_id: held.class_id,
    academic_term_id: term.academic_term_id,
    subject_id,
    test_id,
    fortnightly_test_id: fortnightly?.fortnightly_test_id ?? null,
    test_date,
    max_mark,
  }));
}

/** The progress of a class's reports: the share that the form teacher has written, and whether they are signed. */
export type DemoReportsProgress = { written: number; signed: boolean };

/**
 * Returns how far a class's reports are in the current term. In about a fifth of the classes they are signed, and in
 * another fifth they wait for the principal. In all other classes they are partly written or not begun.
 */
export function reportsProgress(held: DemoClass): DemoReportsProgress {
  const share = shareFromText(`reports of ${held.label}`);
  if (share < 0.2) return { written: 1, signed: true };
  if (share < 0.4) return { written: 1, signed: false };
  return { written: share < 0.65 ? share : 0, signed: false };
}

export type DemoFortnightlyTest = {
  fortnightly_test_id: number;
  held: DemoClass;
  term: DemoTerm;
  /** The test's number within the term: 1, 2 or 3. */
  number: number;
  title: string;
  test_date: string;
};

/** The days of the tests, counted from the start of the term; all are Thursdays. */
const DAYS = [2 * 7 + 3, 6 * 7 + 3, 9 * 7 + 3];
/** Two tests are on the report. The two highest levels have a third test, which only its mark sheet shows. */
const USUAL = 2;
const HIGHEST_LEVELS = 2;

export function createDemoFortnightlyTests(
  kind: SchoolKind,
  { terms }: DemoCalendar,
  classes: readonly DemoClass[],
): DemoFortnightlyTest[] {
  const tests = terms
    .filter(({ assessment_type }) => assessment_type === "Forthnightly Test")
    .flatMap((term) =>
      classes
        .filter((held) => held.academic_year_id === term.academic_year_id && isTested(kind, held))
        .flatMap((held) =>
          testDays(kind, held).map((days, index) => ({ held, term, number: index + 1, days })),
        ),
    );
  return tests.map(({ held, term, number, days }, index) => ({
    fortnightly_test_id: index + 1,
    held,
    term,
    number,
    title: `Fortnightly Test ${number}`,
    test_date: lastWorkingDay(addDays(term.term_start, days)),
  }));
}

function isTested(kind: SchoolKind, { form_level, assessment_type, course_work_only }: DemoClass): boolean {
  return !assessment_type && !course_work_only && findCurriculum(kind, form_level).tested.length > 0;
}

function testDays({ levels }: SchoolKind, { form_level }: DemoClass): readonly number[] {
  return form_level > levels.length - HIGHEST_LEVELS ? DAYS : DAYS.slice(0, USUAL);
}

export function fortnightlyTestRows(tests: readonly DemoFortnightlyTest[]): DemoRow[] {
  return tests.map(({ fortnightly_test_id, held, term, title, test_date }) => ({
    fortnightly_test_id,
    class_id: held.class_id,
    academic_term_id: term.academic_term_id,
    title,
    test_date,
  }));
}
