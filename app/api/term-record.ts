import { z } from "zod";
import { BEHAVIOUR_FIELDS, type Behaviour } from "#domain/term-reports.ts";
import type { Values } from "#fields/value.ts";
import { valuesOfRecord } from "#features/term-reports/save/record-values.rules.ts";
import type { TermDetails } from "#features/term-reports/save/read-term-details.server.ts";

/** Far longer than any field takes: what is too long for one is refused there, with its reason. */
const LONGEST = 2_000;

const words = z
  .string({ error: "This must be text." })
  .max(LONGEST, "This is too long.")
  .nullable()
  .transform((given) => given || null);

/** T5: a comment left empty saves nothing; null is the way to clear it. */
const comment = z
  .string({ error: "This must be text." })
  .max(LONGEST, "This is too long.")
  .nullable()
  .transform((given) => (given?.trim() === "" ? undefined : given));

/** A form sends figures as text; what is no figure is refused as such. */
const figure = z.union(
  [
    z.number(),
    z.null(),
    z
      .string()
      .regex(/^\s*\d*\s*$/)
      .transform((typed) => (typed.trim() === "" ? null : Number(typed))),
  ],
  { error: "This must be a whole number." },
);

function ofBehaviours<Schema>(schema: Schema): Record<Behaviour, Schema> {
  return Object.fromEntries(BEHAVIOUR_FIELDS.map((field) => [field, schema])) as Record<Behaviour, Schema>;
}

/** What can be written in a term record (T3); what is left out stays as it is. */
export const recordValues = {
  total_sessions: figure.optional(),
  sessions_absent: figure.optional(),
  sessions_late: figure.optional(),
  participation: words.optional(),
  project: words.optional(),
  promotion_progress: words.optional(),
  promoted_to: words.optional(),
  repeating: words.optional(),
  teacher_comment: comment.optional(),
  principal_comment: words.optional(),
  ...ofBehaviours(words.optional()),
};

export function recordFromWire(given: z.output<z.ZodObject<typeof recordValues>>): Values {
  return Object.fromEntries(
    Object.keys(recordValues).flatMap((field) => {
      const value = (given as Partial<Values>)[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** Ours: the specification says no more of a signature than that there is one. */
const Signature = z.strictObject({
  name: z.string(),
  signed_at: z.string(),
  picture: z.string().nullable(),
  changed_since: z.boolean(),
});

/** Student term record (T3) with the version that a save is judged by. */
export const TermRecord = z.strictObject({
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  picture: z.string().nullable(),
  form_class_id: z.string(),
  class: z.string(),
  academic_term_id: z.int(),
  employee_id: z.int().nullable(),
  term: z.int(),
  total_sessions: z.int().nullable(),
  sessions_absent: z.int().nullable(),
  sessions_late: z.int().nullable(),
  participation: z.string().nullable(),
  project: z.string().nullable(),
  promotion_progress: z.enum(["Yes", "No"]).nullable(),
  promoted_to: z.string().nullable(),
  repeating: z.string().nullable(),
  teacher_comment: z.string().nullable(),
  principal_comment: z.string().nullable(),
  principal_signature: Signature.nullable(),
  ...ofBehaviours(z.string().nullable()),
  version: z.int(),
});

export function recordOnTheWire({ heading, leadId, student, record }: TermDetails) {
  return {
    student_id: student.student_id,
    first_name: student.first_name,
    last_name: student.last_name,
    picture: student.picture,
    form_class_id: heading.form_class_id,
    class: heading.class_label,
    academic_term_id: heading.academic_term_id,
    employee_id: leadId,
    term: heading.term,
    ...valuesOfRecord(record),
    principal_signature: signatureOnTheWire(record.signature),
    version: record.version,
  } as z.input<typeof TermRecord>;
}

/** An account without an employee signs by its user name. */
function signatureOnTheWire(signature: TermDetails["record"]["signature"]): z.input<typeof Signature> | null {
  if (!signature) return null;
  const { first_name, last_name, user_name, at, picture, changed } = signature;
  const name = last_name === null ? (user_name ?? "") : `${first_name ?? ""} ${last_name}`.trim();
  return { name, signed_at: at, picture, changed_since: changed };
}
