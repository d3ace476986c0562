import { z } from "zod";
import {
  listCriteria,
  listFortnightlyTests,
  readAssessmentTypes,
} from "#features/lookups/assessments.server.ts";
import { defineSignedInGet, type Endpoint } from "./dispatch/endpoint.ts";
import { idSchema, nameSchema } from "./dispatch/wire.ts";

/** Optional fields: the form teacher, if classes share a form class name, and a term other than the current one. */
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
