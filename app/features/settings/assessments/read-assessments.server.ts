import type { Visit } from "#access/session.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listConfiguredClasses, type ConfiguredClass } from "#db/queries/assessments/configuration.ts";
import { listCriteriaOfLevel, type CriteriaOfSubject } from "#db/queries/assessments/store.ts";
import { listScheduledTests } from "#db/queries/assessments/fortnightly.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { findTerm } from "#db/queries/calendar.ts";
import { listHolidays } from "#domain/daily/school-days.ts";
import { chooseShownLevel, countLevels } from "#domain/list/levels.ts";
import { listGradedSubjects, type SchoolFlavour } from "#domain/grades.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { isFortnightly, termChoice } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import type { FieldValues } from "#fields/value.ts";
import {
  assessmentsSaveUrl,
  assessmentsUrl,
  testsDialogUrl,
  type AssessmentsView,
  type AssessedClassKey,
  type ClassTests,
  type ListedClass,
  type SubjectCriteria,
  type AssessedSubjectRow,
  getAssessmentKind,
} from "./assessments.rules.ts";
import { listLevelScopeLinks } from "./several/several.rules.ts";
import { ASSESSMENTS_SAVE_DEFINITION, type AssessedSubject } from "./saved-assessments.server.ts";

/**
 * Reads the classes of a term with the tests of the requested class, by default the first. A very large school lists the
 * classes of that class's level.
 * @throws notFound
 */
export async function readAssessments(
  { person, school }: Visit,
  query: URLSearchParams,
): Promise<AssessmentsView> {
  const { term, terms } = await requireTerm(parseId(query.get("term")), noTransaction);
  const academicTermId = term.academic_term_id;
  const [classes, held] = await Promise.all([
    listClassesWithTests(academicTermId, school.flavour),
    findTerm(academicTermId, noTransaction),
  ]);
  const input = parseId(query.get("class"));
  const requested = parseId(query.get("level"));
  const chosen =
    classes.find(({ class_id }) => class_id === input) ??
    classes.find(({ form_level }) => form_level === requested) ??
    classes[0];
  const level = chooseShownLevel(countLevels(classes), chosen?.form_level ?? null);
  const listed = classes.filter(({ form_level }) => level.shown === null || form_level === level.shown);
  return {
    term: termChoice(term),
    terms: terms.map(termChoice),
    type: { chosen: term.assessment_type, version: held?.version ?? 0 },
    isOver: !term.is_current,
    level,
    classes: listed.map(listedClass),
    scopes: listLevelScopeLinks(classes, { academicTermId, scope: undefined }),
    shown: chosen
      ? await readTests(person, { classId: chosen.class_id, academicTermId }, school.timeZone)
      : null,
  };
}

/** Lists all classes of a term, each with a note about what is not set yet. */
export function listClassesWithTests(
  academicTermId: number,
  flavour: SchoolFlavour,
): Promise<ConfiguredClass[]> {
  const input = { academicTermId, gradedSubjects: JSON.stringify(listGradedSubjects(flavour)) };
  return listConfiguredClasses(input, noTransaction);
}

function listedClass({
  class_id: classId,
  label,
  by_criteria,
  subjects,
  undated,
}: ConfiguredClass): ListedClass {
  const isMissing = undated > 0;
  const note = isMissing
    ? `${formatCountOf(undated, "date")} missing`
    : `${subjects}${by_criteria ? " by criteria" : ""}`;
  return { classId, label, note, isMissing };
}

async function readTests(person: Person, key: AssessedClassKey, timeZone: string): Promise<ClassTests> {
  const found = await ASSESSMENTS_SAVE_DEFINITION.find(person, key, noTransaction);
  const { held, tests, days } = found;
  const kind = getAssessmentKind(held);
  const hasFortnightly = kind === "tests" && isFortnightly(held.assessment_type);
  const [stored, set, criteria, calendar] = await Promise.all([
    ASSESSMENTS_SAVE_DEFINITION.read(found, null, noTransaction),
    hasFortnightly ? listScheduledTests(key, noTransaction) : [],
    kind === "criteria" ? listCriteriaOfLevel(held.form_level, noTransaction) : [],
    loadSchoolCalendar(noTransaction),
  ]);
  return {
    tests,
    days: { ...days, holidays: listHolidays(days, calendar) },
    timeZone,
    kind,
    hasFortnightly,
    classId: key.classId,
    label: held.label,
    fortnightly: set.map(({ fortnightly_test_id: id, test_date, ...test }) => ({
      id,
      day: test_date ?? "",
      ...test,
    })),
    criteria: kind === "criteria" ? criteriaOf(key, stored, criteria) : [],
    rows: [...stored].map(([row, subject]) =>
      subjectRow(row, subject, ASSESSMENTS_SAVE_DEFINITION.valuesOf(found, subject)),
    ),
    url: assessmentsUrl(key),
    saveUrl: assessmentsSaveUrl(key),
    accountId: person.accountId,
  };
}

function criteriaOf(
  key: AssessedClassKey,
  subjects: ReadonlyMap<string, AssessedSubject>,
  criteria: readonly CriteriaOfSubject[],
): SubjectCriteria[] {
  const details = new Map(criteria.map((item) => [String(item.subject_id), item.details]));
  return [...subjects].map(([row, { title: name }]) => ({
    subjectId: Number(row),
    name,
    details: details.get(row) ?? [],
    to: testsDialogUrl(`criteria/${row}`, key),
  }));
}

function subjectRow(row: string, subject: AssessedSubject, values: FieldValues): AssessedSubjectRow {
  const { title: name, version, byGrade, marks, given } = subject;
  return { row, version, values, name, byGrade, marks, given };
}
