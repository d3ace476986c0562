import { noTransaction } from "#db/index.ts";
import { listSubjectTitles } from "#db/queries/marks/results.ts";
import { listNamesOfStudents } from "#db/queries/people/students/heading.ts";
import { formatRegisterName } from "#domain/names.ts";
import { reportUrl } from "#domain/paths.ts";
import {
  compareAverages,
  listGradeLetters,
  listFailingStudents,
  type StudentSummary,
} from "#domain/figures/results.ts";
import { gradeRanges } from "#domain/grading.ts";
import { academicYearOf, formatTerm, termTitle, testTitle, yearLabel } from "#domain/terms.ts";
import type { OverviewScope } from "../scope.server.ts";
import {
  countMarkSheetEntries,
  findResults,
  hasAnyMark,
  listStudentSummaries,
  listTeachersWithMissingMarks,
  type ClassMarkSheets,
  type PersonAndSchool,
  type TermSummary,
} from "./find-results.server.ts";
import {
  sumMarkTotalsOfClasses,
  buildGradeRows,
  countGradesOfClasses,
  buildMeansTable,
  mergeClassesByLevel,
  buildSubjectRows,
  roundedMeanAndPassRate,
} from "./results-view.rules.ts";
import type { OverviewParams, TermTestParams } from "../overview-address.rules.ts";

/** The largest number of students that a panel of the page lists. */
const MOST_NAMES = 6;

export type TermTestView = NonNullable<Awaited<ReturnType<typeof loadResults>>>;
export type TermTestFigures = NonNullable<TermTestView["figures"]>;
export type TestFiguresProps = { results: TermTestView; figures: TermTestFigures; params: OverviewParams };

/** Loads the results of a term and test in the classes that the person may read. */
export async function loadResults(
  visit: PersonAndSchool,
  scope: OverviewScope,
  params: TermTestParams & { sheetsOfDay: Promise<ClassMarkSheets[]> },
) {
  const found = await findResults(visit, scope, params);
  if (!found) return null;
  const { term, test, type, terms } = found;
  const id = term.academic_term_id;
  return {
    about: `${testTitle(test, type, null)}, ${termTitle(id)}.`,
    term: id,
    terms: terms
      .toReversed()
      .map(({ academic_term_id }) => ({ id: academic_term_id, label: termTitle(academic_term_id) })),
    test,
    title: testTitle(test, type, null),
    tests: found.tests.map((testId) => ({ id: testId, title: testTitle(testId, type, null) })),
    hasClasses: found.now.length > 0,
    isAll: scope.isAll,
    isOver: id < (scope.calendar.current_term_id ?? 0),
    figures: hasAnyMark(found.now) ? await figuresView(found, scope) : null,
  };
}

async function figuresView(found: TermSummary, scope: OverviewScope) {
  const { now, before, yearAgo, beforeId, yearAgoId, sheets, terms } = found;
  // Only people who read the whole school can open the lists of another year.
  const choosable = (id: number) =>
    terms.find(({ academic_term_id }) => academic_term_id === id)?.academic_term_id ?? null;
  const titles = await listSubjectTitles(noTransaction);
  const ofLevels = [...new Set(now.map(({ grading }) => grading))];
  const letters = listGradeLetters(ofLevels);
  const gradings = [...new Map(ofLevels.map((grading) => [JSON.stringify(grading), grading])).values()];
  const isByLevel =
    scope.isByLevelOnly ||
    (scope.level === null && new Set(now.map(({ form_level }) => form_level)).size > 1);
  const past = roundedMeanAndPassRate(sumMarkTotalsOfClasses(before));
  const shown = scope.isByLevelOnly ? mergeClassesByLevel(now) : now;
  return {
    ...roundedMeanAndPassRate(sumMarkTotalsOfClasses(shown)),
    before:
      past.mean === null || beforeId === null
        ? null
        : { ...past, words: formatTerm(beforeId), term: choosable(beforeId) },
    yearAgo: roundedMeanAndPassRate(sumMarkTotalsOfClasses(yearAgo)).mean,
    yearAgoTerm: choosable(yearAgoId),
    passMark: gradings.length === 1 ? (gradings[0]?.passMark ?? null) : null,
    scale:
      gradings.length === 1 && gradings[0]
        ? gradeRanges(gradings[0])
            .map(({ letter, meaning }) => `${letter} ${meaning}`)
            .join(", ")
        : "each level by its own scale",
    students: now.reduce((sum, { result }) => sum + result.students.length, 0),
    ...countMarkSheetEntries(sheets),
    teachers: listTeachersWithMissingMarks(sheets).length,
    letters,
    means: buildMeansTable(shown, titles),
    isByLevel,
    grades: buildGradeRows(shown, letters, isByLevel),
    allGrades: countGradesOfClasses(shown, letters),
    subjects: buildSubjectRows({ now: shown, before, yearAgo }, titles, letters),
    earlier: beforeId === null ? null : `${formatTerm(beforeId)}, ${yearLabel(academicYearOf(beforeId))}`,
    ...(await studentLists(found, new Map(titles.map(({ subject_id, title }) => [subject_id, title])))),
  };
}

/** Returns the first students of each list below the tables, and the total number of students in the list. */
async function studentLists(found: TermSummary, titles: ReadonlyMap<number, string>) {
  const students = listStudentSummaries(found.now);
  const failing = listFailingStudents(students);
  const { falls, rises } = compareAverages(students, found.studentsBefore);
  const [shownFailing, shownFalls, shownRises] = [
    failing.slice(0, MOST_NAMES),
    falls.slice(0, MOST_NAMES),
    rises.slice(0, MOST_NAMES),
  ];
  const nameOf = await createStudentNameFinder(
    [...shownFailing, ...[...shownFalls, ...shownRises].map(({ student }) => student)],
    found,
  );
  const changed = (changes: typeof falls, count: number) => ({
    count,
    rows: changes.map(({ student, before, now, change }) => ({ ...nameOf(student), before, now, change })),
  });
  return {
    failing: {
      count: failing.length,
      rows: shownFailing.map((student) => ({
        ...nameOf(student),
        count: student.failed.length,
        subjects: student.failed.map(({ subjectId }) => titles.get(subjectId) ?? "").join(", "),
      })),
    },
    falls: changed(shownFalls, falls.length),
    rises: changed(shownRises, rises.length),
    isCompared: found.studentsBefore.some(({ average }) => average !== null),
  };
}

export type StudentNameAndLink = { studentKey: number; name: string; label: string; url: string };

/** Returns a function that finds the name and class of a student, and the URL of the term report. */
export async function createStudentNameFinder(
  students: readonly StudentSummary[],
  { now, term }: Pick<TermSummary, "now" | "term">,
): Promise<(student: StudentSummary) => StudentNameAndLink> {
  const studentKeys = [...new Set(students.map(({ studentKey }) => studentKey))];
  const people = studentKeys.length === 0 ? [] : await listNamesOfStudents({ studentKeys }, noTransaction);
  const names = new Map(people.map((row) => [row.student_key, formatRegisterName(row)]));
  const labels = new Map(now.map(({ class_id, label }) => [class_id, label]));
  const academicTermId = term.academic_term_id;
  return ({ studentKey, classId }) => ({
    studentKey,
    name: names.get(studentKey) ?? "",
    label: labels.get(classId) ?? "",
    url: reportUrl({ classId, academicTermId, studentKey }),
  });
}
