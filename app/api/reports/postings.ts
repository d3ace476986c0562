import { z } from "zod";
import {
  classesNamed,
  postListed,
  readPostings,
  registerTerm,
} from "#features/settings/post-reports/post-reports.server.ts";
import { endpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { id, name, oneOf } from "../dispatch/wire.ts";

/** A posting of term reports; a null form_class_id means the whole term. `class_id` is as in the lists of classes. */
const Posting = z.strictObject({
  academic_term_id: z.int(),
  academic_year_id: z.int(),
  term: z.int(),
  posted: z.literal([0, 1]),
  date_posted: z.iso.date().nullable(),
  form_class_id: z.string().nullable(),
  employee_id: z.int().nullable(),
  class_id: z.int().nullable(),
});

/** A form class alone means all of its classes; with a teacher, as in /api/form-classes-teachers, that teacher's. */
const NamedClass = z.union(
  [
    name.transform((form_class_id) => ({ form_class_id })),
    z.object({ form_class_id: name, employee_id: id.nullish(), class_id: id.nullish() }),
  ],
  { error: "Give the class, or its form_class_id and its teacher's employee_id." },
);

const MOST_CLASSES = 500;

/** The rows of the reply, as they are after the call. */
type Rows = Awaited<ReturnType<typeof readPostings>>;

export const POSTINGS: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/term-reports",
    summary: "Lists the classes, and whether their reports for a term are posted",
    access: "settings.manage",
    query: z.object({ academic_term_id: id.optional() }),
    list: { sort: ["class_id", "form_class_id", "employee_id", "posted", "date_posted"] },
    reply: z.array(Posting),
    answer: async ({ query }) => onTheWire(await readPostings(query.academic_term_id ?? null)),
  }),
  endpoint({
    method: "POST",
    path: "/api/term-reports",
    summary: "Posts or withdraws the reports of a term for all classes except those given",
    access: "settings.manage",
    body: z.object({
      academic_term_id: id,
      form_classes_not_posted: z.array(NamedClass).max(MOST_CLASSES),
      posted: oneOf(0, 1),
    }),
    reply: z.array(Posting),
    answer: async ({ person, body }) => {
      const { academic_term_id: academicTermId, form_classes_not_posted: named } = body;
      const { classIds, unknown } = await classesNamed(academicTermId, named);
      if (unknown !== null) return noSuchClass(unknown);
      return onTheWire(await postListed(person, { academicTermId, classIds, posted: body.posted === 1 }));
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/term-reports-register",
    summary: "Creates the list of classes for posting a term's reports",
    access: "settings.manage",
    body: z.object({ academic_term_id: id.nullish() }),
    reply: z.array(Posting),
    answer: async ({ person, body }) => onTheWire(await registerTerm(person, body.academic_term_id ?? null)),
  }),
];

function noSuchClass(formClassId: string) {
  const message = `The year of this term has no class ${formClassId}.`;
  return { status: 422 as const, body: { message, errors: { form_classes_not_posted: [message] } } };
}

function onTheWire(rows: Rows): { status: 200; body: z.input<typeof Posting>[] } {
  return { status: 200, body: rows.map(({ posted, ...row }) => ({ ...row, posted: posted ? 1 : 0 })) };
}
