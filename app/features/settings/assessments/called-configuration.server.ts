import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import {
  listSubjectsOfTerm,
  type ConfiguredClass,
  type SubjectOfTerm,
} from "#db/queries/assessments/configuration.ts";
import { listFortnightlyTestRows, type FortnightlyTestRow } from "#db/queries/assessments/fortnightly.ts";
import type { TermRow } from "#db/queries/lessons.ts";
import { getSchool } from "#db/queries/school.ts";
import { testKey, listTestsOfClass, type TestOfClass } from "#domain/entry/tests-of-class.ts";
import { isGradedSubject, DEFAULT_MAX_MARK } from "#domain/grades.ts";
import type { AssessmentType } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import { listClassesWithTests } from "./read-assessments.server.ts";

/** Lists the terms whose tests can be read, newest first. */
export async function listConfiguredTerms(): Promise<TermRow[]> {
  return (await requireTerm(null, noTransaction)).terms;
}

type CalledClass = ConfiguredClass & { type: AssessmentType | "Grade" };

/** Lists the classes of a term, each with how it is assessed. @throws notFound */
export async function listClassConfigurations(academicTermId: number | null): Promise<CalledClass[]> {
  return (await classesOf(academicTermId)).classes;
}

type AskedSubjects = { academicTermId: number | null; formClassId: string | null; leadId: number | null };

/** Lists the subjects taught in a term, in a form class, or in one teacher's class. @throws notFound */
export async function listSubjectsTaughtInTerm({
  academicTermId,
  formClassId,
  leadId,
}: AskedSubjects): Promise<Pick<SubjectOfTerm, "subject_id" | "title" | "abbr">[]> {
  const { term, classes } = await classesOf(academicTermId);
  const meant = classes.filter(
    (held) =>
      (formClassId === null || held.form_class_id === formClassId) &&
      (leadId === null || held.lead_id === leadId),
  );
  if (meant.length === 0 && classes.length > 0) throw notFound("Choose a class that exists in this term.");
  const classIds = meant.map(({ class_id }) => class_id);
  const subjects = await listSubjectsOfTerm(
    { academicTermId: term.academic_term_id, classIds },
    noTransaction,
  );
  const bySubject = new Map(
    subjects.map(({ subject_id, title, abbr }) => [subject_id, { subject_id, title, abbr }]),
  );
  return [...bySubject.values()].sort((one, other) => one.title.localeCompare(other.title, "en"));
}

type CalledTest = Pick<SubjectOfTerm, "subject_id" | "title"> &
  SubjectOfTerm["tests"][number] & { assessment_title: string };

type Configuration = { term: TermRow; classes: (CalledClass & { tests: CalledTest[] })[] };

export async function listConfiguredTests(academicTermId: number | null): Promise<Configuration> {
  const { term, classes } = await classesOf(academicTermId);
  const input = {
    academicTermId: term.academic_term_id,
    classIds: classes.map(({ class_id }) => class_id),
  };
  const [subjects, fortnightly, { flavour }] = await Promise.all([
    listSubjectsOfTerm(input, noTransaction),
    listFortnightlyTestRows(input, noTransaction),
    getSchool(noTransaction),
  ]);
  return {
    term,
    classes: classes.map((held) => {
      const isOfClass = ({ class_id }: { class_id: number }) => class_id === held.class_id;
      const tests = testsOf(held, term, fortnightly.filter(isOfClass));
      const marked = subjects.filter(
        (subject) => isOfClass(subject) && !isGradedSubject(flavour, subject.subject_id, held.form_level),
      );
      return { ...held, tests: marked.flatMap((subject) => calledTests(subject, tests)) };
    }),
  };
}

async function classesOf(academicTermId: number | null): Promise<{ term: TermRow; classes: CalledClass[] }> {
  const [{ term }, { flavour }] = await Promise.all([
    requireTerm(academicTermId, noTransaction),
    getSchool(noTransaction),
  ]);
  const classes = await listClassesWithTests(term.academic_term_id, flavour);
  return {
    term,
    classes: classes.map((held) => ({ ...held, type: held.by_criteria ? "Grade" : term.assessment_type })),
  };
}

function testsOf(
  { by_criteria, course_work_only }: CalledClass,
  { assessment_type }: TermRow,
  fortnightly: readonly FortnightlyTestRow[],
): TestOfClass[] {
  return listTestsOfClass({ assessment_type, by_criteria, course_work_only, fortnightly });
}

/** Lists the tests of a subject. A fortnightly test is listed only for subjects for which it was set. */
function calledTests(
  { subject_id, title, tests: stored }: SubjectOfTerm,
  tests: readonly TestOfClass[],
): CalledTest[] {
  return tests.flatMap(({ key, title: assessment_title, testId, fortnightlyTestId }) => {
    const held = stored.find((item) => testKey(item.test_id, item.fortnightly_test_id) === key);
    if (!held && fortnightlyTestId !== null) return [];
    const { test_date = null, max_mark = DEFAULT_MAX_MARK } = held ?? {};
    const test = { test_id: testId, fortnightly_test_id: fortnightlyTestId, assessment_title };
    return [{ subject_id, title, ...test, test_date, max_mark }];
  });
}
