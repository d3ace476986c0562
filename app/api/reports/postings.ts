import { z } from "zod";
import {
  findClassesByName,
  postListedClasses,
  readPostings,
  createPostingRows,
} from "#features/settings/post-reports/post-reports.server.ts";
import { defineEndpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { idSchema, nameSchema, oneOfNumbersSchema } from "../dispatch/wire.ts";

/** The posting of a class's term reports. A null form_class_id stands for the whole term. */
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

/** Names the classes. A form class stands for all of its classes, or with a teacher for that teacher's class. */
const NamedClass = z.union(
  [
    nameSchema.transform((form_class_id) => ({ form_class_id })),
    z.object({ form_class_id: nameSchema, employee_id: idSchema.nullish(), class_id: idSchema.nullish() }),
  ],
  { error: "Send a form_class_id, or an object with form_class_id and the teacher's employee_id." },
);

const MOST_CLASSES = 500;

/** The postings in the reply, in their state after the call. */
type Rows = Awaited<ReturnType<typeof readPostings>>;

export const POSTINGS_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/term-reports",
    summary: "Lists the classes, and whether their reports for a term are posted",
    access: "settings.manage",
    query: z.object({ academic_term_id: idSchema.optional() }),
    list: { sort: ["class_id", "form_class_id", "employee_id", "posted", "date_posted"] },
    reply: z.array(Posting),
    answer: async ({ query }) => onTheWire(await readPostings(query.academic_term_id ?? null)),
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/term-reports",
    summary: "Posts or withdraws the reports of a term for all classes except those that you list",
    access: "settings.manage",
    body: z.object({
      academic_term_id: idSchema,
      form_classes_not_posted: z.array(NamedClass).max(MOST_CLASSES),
      posted: oneOfNumbersSchema(0, 1),
    }),
    reply: z.array(Posting),
    answer: async ({ person, body }) => {
      const { academic_term_id: academicTermId, form_classes_not_posted: named } = body;
      const { classIds, unknown } = await findClassesByName(academicTermId, named);
      if (unknown !== null) return noSuchClass(unknown);
      return onTheWire(
        await postListedClasses(person, { academicTermId, classIds, posted: body.posted === 1 }),
      );
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/term-reports-register",
    summary: "Creates the list of classes for posting a term's reports",
    access: "settings.manage",
    body: z.object({ academic_term_id: idSchema.nullish() }),
    reply: z.array(Posting),
    answer: async ({ person, body }) =>
      onTheWire(await createPostingRows(person, body.academic_term_id ?? null)),
  }),
];

function noSuchClass(formClassId: string) {
  const message = `There is no class ${formClassId} in the year of this term. Check the name.`;
  return { status: 422 as const, body: { message, errors: { form_classes_not_posted: [message] } } };
}

function onTheWire(rows: Rows): { status: 200; body: z.input<typeof Posting>[] } {
  return { status: 200, body: rows.map(({ posted, ...row }) => ({ ...row, posted: posted ? 1 : 0 })) };
}
