import { z } from "zod";
import {
  findReferencedClass,
  findReferencedLesson,
} from "#features/employees/timetable/lessons/referenced-class.server.ts";
import type { Refused } from "#features/employees/timetable/stored.ts";
import { notFound } from "#runtime/errors.ts";
import { id, name } from "../dispatch/wire.ts";

export const yesOrNo = z.union([z.boolean(), z.stringbool()], { error: "This must be true or false." });

/** `class_id` is needed because in a primary school a form class can mean two classes. */
const ofClass = { form_class_id: name.nullish(), class_id: id.nullish() };
export const NAME_THE_CLASS = {
  path: ["form_class_id"],
  error: "Give the class: form_class_id or class_id.",
};

export const Lesson = z.object({ employee_id: id, subject_id: id.nullish(), ...ofClass });
export const NewLesson = Lesson.extend({
  new_subject_id: id.nullish(),
  new_form_class_id: name.nullish(),
  new_class_id: id.nullish(),
  by_choice: yesOrNo.optional(),
});

type ClassNamed = { form_class_id?: string | null | undefined; class_id?: number | null | undefined };

export function lessonClass({ form_class_id, class_id }: ClassNamed) {
  return { formClassId: form_class_id ?? null, classId: class_id ?? null };
}

export function namesClass({ form_class_id, class_id }: ClassNamed): boolean {
  return form_class_id != null || class_id != null;
}

/** Reads a change to a lesson, named as it is and as it will be. A part that is not given again stays. */
export async function lessonSent(body: z.output<typeof NewLesson>) {
  const { employee_id: employeeId, subject_id, new_subject_id } = body;
  const old = lessonClass(body);
  const wanted = lessonClass({ form_class_id: body.new_form_class_id, class_id: body.new_class_id });
  const isChange = subject_id != null && namesClass(body) && (new_subject_id != null || hasClass(wanted));
  const was = isChange ? await findReferencedLesson(employeeId, { ...old, subjectId: subject_id }) : null;
  if (isChange && !was) throw notFound("This lesson does not exist.");
  if (was && !was.ok) return was;
  const subjectId = new_subject_id ?? subject_id;
  if (subjectId == null) return missing("subject_id", "This is missing.");
  const isSameClass = wanted.classId === null && [null, old.formClassId].includes(wanted.formClassId);
  const meant = was && isSameClass ? was : await classSent(employeeId, hasClass(wanted) ? wanted : old);
  return meant.ok ? { ok: true as const, employeeId, was, subjectId, classId: meant.classId } : meant;
}

type Named = ReturnType<typeof lessonClass>;

function hasClass({ formClassId, classId }: Named): boolean {
  return formClassId !== null || classId !== null;
}

async function classSent(employeeId: number, given: Named) {
  if (!hasClass(given)) return missing(NAME_THE_CLASS.path[0] ?? "", NAME_THE_CLASS.error);
  return findReferencedClass(employeeId, given);
}

function missing(field: string, fault: string): Refused {
  return { ok: false, status: 422, field, fault };
}
