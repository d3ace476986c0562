import { z } from "zod";
import { formSucceeded, rejected, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { requiredLineSchema, rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import * as stored from "#db/queries/form-classes.ts";
import { lockNextYear } from "#db/queries/next-year/creation.ts";
import { getCurrentTerm, getSchool } from "#db/queries/school.ts";
import { createClass } from "#db/queries/timetable/teacher-class.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { MAX_FORM_CLASS_LENGTH } from "#domain/school/levels.ts";
import { yearAfter, yearLabel } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { notFound } from "#runtime/errors.ts";

export type FormClassesView = Awaited<ReturnType<typeof loadFormClasses>>;

/** Loads the form classes by level, and the years in which a new form class can get its first class. */
export async function loadFormClasses() {
  const [rows, { flavour, years }] = await Promise.all([
    stored.listFormClassesWithStudents(noTransaction),
    loadYears(noTransaction),
  ]);
  const levels = [...new Set(rows.map(({ form_level }) => form_level))].map((level) => {
    const ofLevel = rows.filter(({ form_level }) => form_level === level);
    return {
      value: String(level),
      label: ofLevel[0]?.group_title ?? "",
      formClasses: ofLevel.map(({ form_class_id, students, is_used }) => ({
        formClassId: form_class_id,
        about: students === 0 ? "No students" : formatCountOf(students, "student"),
        canDelete: !is_used && ofLevel.length > 1,
      })),
    };
  });
  return {
    levels,
    // In a primary school, a class is made for each form teacher, so a new form class has none yet.
    years: flavour === "secondary" ? years.map((id) => ({ value: String(id), label: yearLabel(id) })) : [],
    maxLength: MAX_FORM_CLASS_LENGTH,
  };
}

/** Returns the current school year and the next. @throws notFound in a school that has no term yet */
async function loadYears(t: ReadTransaction) {
  const [term, { flavour }] = [await getCurrentTerm(t), await getSchool(t)];
  const year = term?.academic_year_id;
  if (!year) throw notFound("The school has no current term yet. Set it under Settings, Current Term.");
  return { flavour, years: [year, yearAfter(year)] };
}

const MISSING_NAME = "Enter the name of the form class, like 1D.";

const AddFormClassForm = z.object({
  intent: z.literal("add"),
  name: requiredLineSchema(MAX_FORM_CLASS_LENGTH, MISSING_NAME).refine(
    (name) => !/[,;:]/.test(name),
    "Leave out commas, semicolons and colons, because these characters separate the classes in a list.",
  ),
  level: rowIdSchema,
  year: rowIdSchema.optional(),
});

export type FormClassesInput = z.input<typeof FormClassesFormSchema>;

export const FormClassesFormSchema = z.discriminatedUnion("intent", [
  AddFormClassForm,
  z.object({ intent: z.literal("delete"), formClassId: z.string() }),
]);

/** Adds a form class with its first class, or deletes one that was never used. */
export async function changeFormClasses(
  person: Person,
  input: z.output<typeof FormClassesFormSchema>,
): Promise<FormOutcome> {
  try {
    return await termTransaction(person, async (t) => {
      await stored.lockFormClasses(t);
      const rows = await stored.listFormClassesWithStudents(t);
      return input.intent === "add" ? addFormClass(input, rows, t) : deleteFormClass(input, rows, t);
    });
  } catch (error) {
    if (input.intent !== "delete" || !stored.isReferredToError(error)) throw error;
    return rejected(describeUse(input.formClassId));
  }
}

function describeUse(formClassId: string): string {
  return `${formClassId} has students, teachers, lessons or records, in this or another year, so you cannot delete this class. You can keep the class without students.`;
}

type Rows = readonly stored.FormClassWithStudents[];

async function addFormClass(
  { name, level, year }: z.output<typeof AddFormClassForm>,
  rows: Rows,
  t: TermTransaction,
): Promise<FormOutcome> {
  const same = rows.find(({ form_class_id }) => form_class_id.toLowerCase() === name.toLowerCase());
  if (same)
    return rejected({ name: `${same.form_class_id} is already in the list. Enter a different name.` });
  if (!rows.some(({ form_level }) => form_level === level))
    return rejected({ level: "Choose one of the levels of the school." });
  await stored.createFormClass({ form_class_id: name, form_level: level }, t);
  const { flavour, years } = await loadYears(t);
  const [thisYear = 0] = years;
  const academicYearId = years.find((id) => id === year) ?? thisYear;
  if (flavour === "primary") return formSucceeded(PATHS.formClasses, `${name} added.`);
  if (academicYearId !== thisYear) await lockNextYear({ academicYearId: thisYear }, t);
  await createClass({ academicYearId, formClassId: name, label: name }, t);
  return formSucceeded(PATHS.formClasses, `${name} added, with a class in ${yearLabel(academicYearId)}.`);
}

async function deleteFormClass(
  { formClassId }: { formClassId: string },
  rows: Rows,
  t: TermTransaction,
): Promise<FormOutcome> {
  const row = rows.find(({ form_class_id }) => form_class_id === formClassId);
  if (!row) throw notFound("This form class no longer exists. Choose a form class from the list.");
  if (!rows.some((other) => other.form_level === row.form_level && other !== row))
    return rejected(`${formClassId} is the only form class of ${row.group_title}, so it cannot be deleted.`);
  if (row.is_used) return rejected(describeUse(formClassId));
  await stored.deleteFormClass({ form_class_id: formClassId }, t);
  return formSucceeded(PATHS.formClasses, `${formClassId} deleted.`);
}
