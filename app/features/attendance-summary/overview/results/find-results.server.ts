import { getReadingScope } from "#access/visible.server.ts";
import { WHOLE_SCHOOL } from "#db/queries/parts.ts";
import {
  listLateMarkSheets,
  listClassesWithMarkSheets,
  type LateMarkSheetRow,
  type ClassWithMarkSheetsRow,
} from "#db/queries/reports/late-sheets.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import {
  countMissingEntries,
  groupBy,
  groupMarkSheetsByLesson,
  groupMarkSheetsBySubject,
  sumProgress,
} from "#domain/late/sheet-lines.ts";
import { toLateMarkSheet } from "#domain/late/sheet-of.ts";
import type { LateMarkSheet, MarkSheetProgress } from "#domain/late/sheets.ts";
import { formatShortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { StudentSummary } from "#domain/figures/results.ts";
import { listTestsThatCount } from "#domain/subject-results.ts";
import {
  academicYearOf,
  END_OF_TERM_TEST_ID,
  FORTNIGHTLY_TEST_ID,
  isFortnightly,
  OTHER_ASSESSMENT_TEST_ID,
  yearBefore,
  type TestId,
} from "#domain/terms.ts";
import type { OverviewScope } from "../scope.server.ts";
import { ClassDataCache } from "../../class-cache.server.ts";
import {
  hasClassMarksInSubject,
  loadOverviewClassResults,
  type SummarisedClass,
} from "./class-results.server.ts";
import type { TermTestParams } from "../overview-address.rules.ts";

export type PersonAndSchool = { person: Person; school: { flavour: SchoolFlavour } };
type OfScope = Pick<OverviewScope, "calendar" | "term" | "level" | "isAll">;

/**
 * The results that a person may read: the results of a term and test, of the term before, and of the same term a year
 * ago.
 */
export type TermSummary = NonNullable<Awaited<ReturnType<typeof findResults>>>;

/**
 * Finds the results of a term and test. Returns null for a term that has not begun or that the person may not choose.
 * @param params `sheetsOfDay` are the mark sheets of the day's term, if the caller has already read them
 */
export async function findResults(
  { person, school: { flavour } }: PersonAndSchool,
  scope: OfScope,
  { sheetsOfDay, ...params }: TermTestParams & { sheetsOfDay?: Promise<ClassMarkSheets[]> },
) {
  const terms = listChoosableTerms(scope);
  const wanted = params.term ?? scope.term?.academic_term_id;
  const term = terms.find(({ academic_term_id }) => academic_term_id === wanted);
  if (!term) return null;
  const id = term.academic_term_id;
  const { calendar, level } = scope;
  const before =
    calendar.terms.findLast(({ term_end }) => term_end < term.term_start)?.academic_term_id ?? null;
  const yearAgo = yearBefore(academicYearOf(id)) * 10 + (id % 10);
  const type = term.assessment_type ?? "Mid Term";
  const tests: TestId[] = isFortnightly(type)
    ? [END_OF_TERM_TEST_ID]
    : [OTHER_ASSESSMENT_TEST_ID, END_OF_TERM_TEST_ID];
  const read = async (testId: TestId) => {
    const reading = { terms: [...new Set([id, before ?? id, yearAgo])], testId, flavour };
    const all = await loadOverviewClassResults(getReadingScope(person), {
      ...reading,
      level,
      wholeTerm: before,
    });
    const inTerm = (other: number | null) => all.filter((row) => row.academic_term_id === other);
    const [now, past] = [inTerm(id), inTerm(before)];
    // The results of a level are compared with those of the same level, but a student's results with those of the
    // level that the student was in at the time.
    const isInLevel = ({ form_level }: SummarisedClass) => level === null || form_level === level;
    const means = { test: testId, now, before: past.filter(isInLevel), yearAgo: inTerm(yearAgo) };
    return { ...means, studentsBefore: listStudentSummaries(past) };
  };
  const asked = tests.find((test) => test === params.test);
  const [sheets, first] = await Promise.all([
    sheetsOfDay && id === scope.term?.academic_term_id
      ? sheetsOfDay
      : loadMarkSheetsByClass({ person, school: { flavour } }, { academicTermId: id, level }),
    read(asked ?? END_OF_TERM_TEST_ID),
  ]);
  // In the middle of a term the usual test has no marks yet, so the page shows the other test.
  const isEarly = asked === undefined && tests.includes(OTHER_ASSESSMENT_TEST_ID) && !hasAnyMark(first.now);
  const other = isEarly ? await read(OTHER_ASSESSMENT_TEST_ID) : first;
  const found = hasAnyMark(other.now) ? other : first;
  return {
    ...found,
    flavour,
    term,
    beforeId: before,
    yearAgoId: yearAgo,
    type,
    tests,
    terms,
    sheets: sheetsOf(
      sheets.flatMap(({ sheets: own }) => own),
      found,
      flavour,
    ),
  };
}

/** The mark sheets of a class, with the marks that are due on them and the teachers who have not entered theirs. */
export type ClassMarkSheets = {
  classId: number;
  sheets: readonly LateMarkSheetRow[];
  due: MarkSheetProgress;
  overdue: { teacherId: number; name: string; lesson: string; count: number }[];
};

const sheetsOfClasses = new ClassDataCache<ClassMarkSheets>();

type TermAndLevel = { academicTermId: number; level: number | null };

/** Lists the mark sheets of a term in the classes that the person may read. */
export async function loadMarkSheets(
  visit: PersonAndSchool,
  term: TermAndLevel,
): Promise<LateMarkSheetRow[]> {
  return (await loadMarkSheetsByClass(visit, term)).flatMap(({ sheets }) => sheets);
}

/** Loads the mark sheets of a term, class by class, in the classes that the person may read. */
export async function loadMarkSheetsByClass(
  { person, school: { flavour } }: PersonAndSchool,
  { academicTermId, level }: TermAndLevel,
): Promise<ClassMarkSheets[]> {
  const term = { academicTermId, flavour };
  const within = { ...getReadingScope(person), level };
  const read = async (rows: readonly ClassWithMarkSheetsRow[]) => {
    const classIds = rows.map(({ class_id }) => class_id);
    // Everybody shares the cache, so what it reads of a class does not depend on the person.
    const found = await listLateMarkSheets(term, { ...WHOLE_SCHOOL, classIds });
    const sheets = groupBy(found, ({ class_id }) => class_id);
    return new Map(classIds.map((id) => [id, toClassSheets(id, academicTermId, sheets.get(id) ?? [])]));
  };
  const classes = await listClassesWithMarkSheets(term, within);
  const found = await sheetsOfClasses.load(classes, { what: "", read });
  return found.map(([, sheets]) => sheets);
}

function toClassSheets(
  classId: number,
  academicTermId: number,
  sheets: readonly LateMarkSheetRow[],
): ClassMarkSheets {
  // The assessment type decides only the titles of the mark sheets. They are not used here, so either type will do.
  const ofTerm = { academic_term_id: academicTermId, assessment_type: "Mid Term" } as const;
  const late = sheets.map((row) => toLateMarkSheet(row, ofTerm, { opensSheets: false }));
  return {
    classId,
    sheets,
    due: sumProgress(groupMarkSheetsBySubject(late).map(({ marks }) => marks)),
    overdue: [...groupBy(late, ({ teacher }) => teacher.id)].flatMap(([teacherId, own]) =>
      listOverdue(own).map((lesson) => ({ teacherId, name: own[0]?.teacher.name ?? "", ...lesson })),
    ),
  };
}

/** Lists the lessons of a teacher with overdue marks, and the number of these marks. */
function listOverdue(sheets: readonly LateMarkSheet[]) {
  return groupMarkSheetsByLesson(sheets).flatMap(({ subject, classLabel, marks }) => {
    const count = countMissingEntries(marks);
    return count > 0 ? [{ lesson: `${subject}, ${classLabel}`, count }] : [];
  });
}

/**
 * Lists the terms that have begun, the earliest first. A person who does not read the whole school can choose only
 * terms of one year, because classes change with the year.
 */
function listChoosableTerms({ calendar, term, isAll }: OfScope) {
  const year = academicYearOf(term?.academic_term_id ?? 0);
  return calendar.terms.filter(
    ({ academic_term_id: id }) =>
      id <= (calendar.current_term_id ?? 0) && (isAll || academicYearOf(id) === year),
  );
}

export function hasAnyMark(classes: readonly SummarisedClass[]): boolean {
  return classes.some(({ result }) => result.students.some(({ average }) => average !== null));
}

export function listStudentSummaries(classes: readonly SummarisedClass[]): StudentSummary[] {
  // `flatMap` is much slower, because it visits each of 20,000 students.
  return new Array<StudentSummary>().concat(...classes.map(({ result }) => result.students));
}

type OfTest = { now: readonly SummarisedClass[]; test: TestId };

/** Finds the mark sheets of the test in these classes, leaving out sheets that have only grades. */
function sheetsOf(
  sheets: readonly LateMarkSheetRow[],
  { now, test }: OfTest,
  flavour: SchoolFlavour,
): LateMarkSheetRow[] {
  const own = new Map(now.map((row) => [row.class_id, row]));
  return sheets.filter(({ class_id, subject_id, test_id }) => {
    const ofClass = own.get(class_id);
    if (!ofClass) return false;
    if (test_id === FORTNIGHTLY_TEST_ID || !hasClassMarksInSubject(ofClass, subject_id, flavour))
      return false;
    const counted =
      test === END_OF_TERM_TEST_ID ? listTestsThatCount(ofClass, { subject_id, kind: "marks" }) : [test];
    return counted.includes(test_id);
  });
}

/** Counts the marks of the mark sheets. A sheet that several teachers share is counted once. */
export function countMarkSheetEntries(sheets: readonly LateMarkSheetRow[]) {
  const shared = groupBy(sheets, (sheet) => {
    const { lesson_id, class_id, subject_id, test_id, fortnightly_test_id } = sheet;
    const lesson = sheet.by_choice ? `lesson ${lesson_id}` : `${class_id} ${subject_id}`;
    return `${lesson} ${test_id} ${fortnightly_test_id}`;
  });
  const once = [...shared.values()].flatMap(([first]) => first ?? []);
  const sum = (count: (sheet: LateMarkSheetRow) => number) =>
    once.reduce((total, sheet) => total + count(sheet), 0);
  return { total: sum(({ expected }) => expected), missing: sum(countMissingMarkSheetEntries) };
}

export function countMissingMarkSheetEntries({ entered, expected }: LateMarkSheetRow): number {
  return expected - entered;
}

const byName = new Intl.Collator("en");

/** Lists the teachers (or their substitutes) with the sheets on which marks are missing, the most missing first. */
export function listTeachersWithMissingMarks(sheets: readonly LateMarkSheetRow[]) {
  const open = sheets.filter((sheet) => countMissingMarkSheetEntries(sheet) > 0);
  const ofTeacher = groupBy(open, ({ substitute, employee_id }) => substitute?.employee_id ?? employee_id);
  return [...ofTeacher]
    .map(([id, own]) => ({
      id,
      name: own[0] ? formatShortName(own[0].substitute ?? own[0]) : "",
      count: own.reduce((sum, sheet) => sum + countMissingMarkSheetEntries(sheet), 0),
      sheets: own.toSorted(
        (one, other) => countMissingMarkSheetEntries(other) - countMissingMarkSheetEntries(one),
      ),
    }))
    .sort((one, other) => other.count - one.count || byName.compare(one.name, other.name));
}
