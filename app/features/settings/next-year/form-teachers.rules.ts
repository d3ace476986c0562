import { newClassLabel } from "#domain/people/class-label.ts";
import type { Flavour } from "#domain/grades.ts";
import { joinNames, shortName } from "#domain/names.ts";
import type { ComingClass, MovedClass } from "./moves.rules.ts";
import { doubles, judged, type Posted, type Teacher, type Verdict } from "./next-year.rules.ts";

/** A class of next year with the teacher who is to lead it. */
export type NextYearFormTeacher = {
  classId: number;
  label: string;
  formClassId: string;
  /** This year's teacher. */
  before: string;
  formTeacherId: number | null;
  /** The name of a chosen teacher who no longer works here. */
  leftName: string | null;
  coTeachers: string;
};

export function listNextFormTeachers(
  here: readonly (MovedClass & { made_class_id: number | null })[],
  coming: readonly ComingClass[],
): NextYearFormTeacher[] {
  return coming.map(({ class_id, label, form_class_id, lead: formTeacher, co_teachers }) => {
    const before = here.find((held) => held.made_class_id === class_id);
    return {
      classId: class_id,
      label,
      formClassId: form_class_id,
      before: before ? joinNames(before.teachers) : "",
      formTeacherId: formTeacher?.works ? formTeacher.employee_id : null,
      leftName: formTeacher && !formTeacher.works ? shortName(formTeacher) : null,
      coTeachers: joinNames(co_teachers),
    };
  });
}

export type NextFormTeacher = { classId: number; employeeId: number | null };

/** Returns the choices that can be stored: no teacher newly leads a second class. */
export function checkFormTeachers(
  formTeachers: readonly NextYearFormTeacher[],
  posted: ReadonlyMap<number, Posted<number | null>>,
  teachers: readonly Teacher[],
): Verdict<NextFormTeacher> {
  const wanted = formTeachers.map((led) => {
    const choice = posted.get(led.classId) ?? { was: led.formTeacherId, typed: led.formTeacherId };
    const verdict = judged(choice, led.formTeacherId);
    return { led, verdict, formTeacherId: verdict === "changed" ? choice.typed : led.formTeacherId };
  });
  const errors: Record<string, string> = {};
  for (const [, group] of doubles(wanted, ({ formTeacherId: formTeacher }) => formTeacher)) {
    for (const { led, verdict } of group) {
      const others = group.filter((other) => other.led !== led).map((other) => other.led.label);
      if (verdict === "changed")
        errors[formTeacherField(led.classId)] =
          `This teacher already has ${others.join(" and ")}. Choose another teacher.`;
    }
  }
  for (const { led, verdict, formTeacherId: teacher } of wanted) {
    if (verdict === "stale") errors[formTeacherField(led.classId)] = staleWords(led, teachers);
    else if (
      verdict === "changed" &&
      teacher !== null &&
      !teachers.some((item) => item.employee_id === teacher)
    )
      errors[formTeacherField(led.classId)] = "Choose a teacher who works here.";
  }
  const changes = wanted.flatMap(({ led, verdict, formTeacherId: formTeacher }) =>
    verdict === "changed" ? [{ classId: led.classId, employeeId: formTeacher }] : [],
  );
  return { errors, changes, isStale: wanted.some(({ verdict }) => verdict === "stale") };
}

export function formTeacherField(classId: number): string {
  return `lead-${classId}`;
}

function staleWords({ formTeacherId }: NextYearFormTeacher, teachers: readonly Teacher[]): string {
  const now = teachers.find((teacher) => teacher.employee_id === formTeacherId);
  return `This was changed while you had it open. It is now: ${now ? shortName(now) : "not chosen"}.`;
}

/** Lists the new names of classes: in a primary school the lead gives a class its name. */
export function newLabels(
  formTeachers: readonly NextYearFormTeacher[],
  changes: readonly NextFormTeacher[],
  { flavour, teachers }: { flavour: Flavour; teachers: readonly Teacher[] },
): { classId: number; label: string }[] {
  if (flavour === "secondary") return [];
  const renamed = changes.flatMap(({ classId, employeeId }) => {
    const led = formTeachers.find((lead) => lead.classId === classId);
    const teacher = teachers.find((item) => item.employee_id === employeeId);
    return led && teacher ? [{ led, teacher }] : [];
  });
  const taken = formTeachers
    .filter((led) => !renamed.some((item) => item.led === led))
    .map(({ label }) => label);
  return renamed.flatMap(({ led, teacher }) => {
    const label = newClassLabel({ flavour, formClassId: led.formClassId, teacher, taken });
    taken.push(label);
    return [{ classId: led.classId, label }];
  });
}
