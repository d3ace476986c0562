import { z } from "zod";
import {
  listCriteria,
  listFortnightlyTests,
  readAssessmentTypes,
} from "#features/lookups/assessments.server.ts";
import { isFortnightly, yearLabel } from "#domain/terms.ts";
import {
  listClassConfigurations,
  listSubjectsTaughtInTerm,
  listConfiguredTerms,
  listConfiguredTests,
} from "#features/settings/assessments/called-configuration.server.ts";
import { defineSignedInGet, type Endpoint, defineEndpoint } from "./dispatch/endpoint.ts";
import { idSchema, nameSchema } from "./dispatch/wire.ts";

/**
 * Optional fields: a teacher, to choose between classes that share a form class name, and a term other than the
 * current one.
 */
const Narrowed = z.object({ employee_id: idSchema.optional(), academic_term_id: idSchema.optional() });

/**
 * How a form class is assessed. `classes` has an entry for each class with this name; `detail` repeats the entry of the
 * first class.
 */
const Assignment = z.strictObject({
  form_class_id: z.string(),
  detail: z.string(),
  classes: z.array(z.strictObject({ employee_id: z.int().nullable(), detail: z.string() })),
});

/** A fortnightly test with the API's misspelling in its fields. `employee_id` is the form teacher of its class. */
const FortnightlyTest = z.strictObject({
  forthnightly_test_id: z.int(),
  title: z.string(),
  test_date: z.iso.date().nullable(),
  form_class_id: z.string(),
  employee_id: z.int().nullable(),
  subjects: z.array(
    z.strictObject({
      subject_id: z.int(),
      title: z.string(),
      test_date: z.iso.date().nullable(),
      max_mark: z.number(),
    }),
  ),
});

const Criterion = z.strictObject({ id: z.int(), detail: z.string() });

export const ASSESSMENTS_ENDPOINTS: readonly Endpoint[] = [
  defineSignedInGet({
    path: "/api/term-assesment-assignment/:class",
    summary: "Returns the type of test that a form class has besides the End of Term test",
    params: z.object({ class: nameSchema }),
    query: Narrowed,
    reply: Assignment,
    read: async ({ person, params, query }) => {
      const types = await readAssessmentTypes(person, askedClasses(params.class, query));
      const classes = types.map(({ leadId, type }) => ({ employee_id: leadId, detail: type }));
      const detail = classes[0]?.detail ?? "";
      return { form_class_id: params.class, detail, classes };
    },
  }),
  defineSignedInGet({
    path: "/api/forthnightly-assesments/:form_class_id",
    summary: "Lists the fortnightly tests of a form class",
    params: z.object({ form_class_id: nameSchema }),
    query: Narrowed,
    list: { sort: ["forthnightly_test_id", "title", "test_date"], search: ["title"] },
    reply: z.array(FortnightlyTest),
    read: async ({ person, params: { form_class_id }, query }) => {
      const tests = await listFortnightlyTests(person, askedClasses(form_class_id, query));
      return tests.map(({ fortnightly_test_id, class_id: _, lead_id, ...test }) => ({
        forthnightly_test_id: fortnightly_test_id,
        form_class_id,
        employee_id: lead_id,
        ...test,
      }));
    },
  }),
  defineSignedInGet({
    path: "/api/subject-assesment-criteria/:form_class_id/:subject_id",
    summary: "Lists the criteria by which a subject is assessed",
    params: z.object({ form_class_id: nameSchema, subject_id: idSchema }),
    query: Narrowed,
    list: { sort: ["id", "detail"], search: ["detail"] },
    reply: z.array(Criterion),
    read: async ({ person, params, query }) => {
      const call = { ...askedClasses(params.form_class_id, query), subjectId: params.subject_id };
      return (await listCriteria(person, call)).map(({ criterion_id: id, detail }) => ({ id, detail }));
    },
  }),
];

function askedClasses(formClassId: string, { employee_id, academic_term_id }: z.output<typeof Narrowed>) {
  return { formClassId, leadId: employee_id ?? null, academicTermId: academic_term_id ?? null };
}

/** The types of assessment of a term, in the API's spelling. */
const TermOfAssessments = z.strictObject({
  academic_term_id: z.int(),
  academic_year_id: z.int(),
  academic_year: z.string(),
  term: z.int(),
  assesment_type: z.string(),
  forthnightlyTests: z.boolean(),
  current: z.boolean(),
});

/** A class. `class_id`, `class` and the teacher distinguish classes that share a form class name. */
const ClassOfAssessments = z.strictObject({
  class_id: z.int(),
  class: z.string(),
  form_class_id: z.string(),
  employee_id: z.int().nullable(),
  assesment_type: z.string(),
  course_work_only: z.boolean(),
});

const SubjectOfClass = z.strictObject({ subject_id: z.int(), title: z.string(), abbr: z.string() });

/** A test of a subject. A subject has one row for each of its tests. */
const ConfiguredTest = z.strictObject({
  subject_id: z.int(),
  title: z.string(),
  test_id: z.int(),
  forthnightly_test_id: z.int().nullable(),
  assesment_title: z.string(),
  test_date: z.iso.date().nullable(),
  max_mark: z.number(),
});

const TermAssessment = z.strictObject({
  academic_term_id: z.int(),
  assesment_type: z.string(),
  assesments: z.array(ClassOfAssessments.extend({ subjects: z.array(ConfiguredTest) })),
});

/** Without a term, the call uses the current term. */
const InTerm = z.object({ academic_term_id: idSchema.optional() });

type OfClass = Awaited<ReturnType<typeof listClassConfigurations>>[number];

export const TERM_ASSESSMENTS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/settings-term-assesments-terms",
    summary: "Lists the terms for which assessments can be configured",
    access: "settings.manage",
    list: { sort: ["academic_term_id", "academic_year_id", "term"] },
    reply: z.array(TermOfAssessments),
    answer: async () => ({
      status: 200,
      body: (await listConfiguredTerms()).map(({ assessment_type, is_current: current, ...term }) => ({
        academic_term_id: term.academic_term_id,
        academic_year_id: term.academic_year_id,
        academic_year: yearLabel(term.academic_year_id),
        term: term.term,
        assesment_type: assessment_type,
        forthnightlyTests: isFortnightly(assessment_type),
        current,
      })),
    }),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/settings-term-assesments-form-classes",
    summary: "Lists the classes that have assessments in a term, with their form teachers",
    access: "settings.manage",
    query: InTerm,
    list: {
      sort: ["class_id", "class", "form_class_id", "employee_id", "assesment_type"],
      search: ["class"],
    },
    reply: z.array(ClassOfAssessments),
    answer: async ({ query }) => ({
      status: 200,
      body: (await listClassConfigurations(query.academic_term_id ?? null)).map(classOnTheWire),
    }),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/settings-term-assesments-subjects",
    summary: "Lists the maximum marks of each subject's tests in a class",
    access: "settings.manage",
    query: InTerm.extend({ form_class_id: nameSchema.optional(), employee_id: idSchema.optional() }),
    list: { sort: ["subject_id", "title", "abbr"], search: ["title", "abbr"] },
    reply: z.array(SubjectOfClass),
    answer: async ({ query }) => {
      const { academic_term_id = null, form_class_id = null, employee_id = null } = query;
      const call = { academicTermId: academic_term_id, formClassId: form_class_id, leadId: employee_id };
      return { status: 200, body: await listSubjectsTaughtInTerm(call) };
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/term-configuration",
    summary: "Lists the assessments of a term by class and subject",
    access: "settings.manage",
    query: InTerm,
    reply: TermAssessment,
    answer: async ({ query }) => {
      const { term, classes } = await listConfiguredTests(query.academic_term_id ?? null);
      const { academic_term_id, assessment_type: assesment_type } = term;
      const assesments = classes.map(({ tests, ...held }) => ({
        ...classOnTheWire(held),
        subjects: tests.map(({ fortnightly_test_id, assessment_title, ...test }) => ({
          ...test,
          forthnightly_test_id: fortnightly_test_id,
          assesment_title: assessment_title,
        })),
      }));
      return { status: 200, body: { academic_term_id, assesment_type, assesments } };
    },
  }),
];

function classOnTheWire(held: OfClass): z.input<typeof ClassOfAssessments> {
  return {
    class_id: held.class_id,
    class: held.label,
    form_class_id: held.form_class_id,
    employee_id: held.lead_id,
    assesment_type: held.type,
    course_work_only: held.course_work_only,
  };
}
