import { firstDayOfYear, startYearOf, type DemoCalendar } from "./calendar.ts";
import { addDays } from "#domain/dates.ts";
import { isCurrentEmployee, type DemoEmployee } from "./people/employees.ts";
import type { ClassStaff } from "./people/form-teachers.ts";
import type { DemoRow } from "./insert.ts";
import { isSamePlace, type ClassPlace, type SchoolKind } from "./kind.ts";
import { itemAt } from "./random.ts";
import type { DemoTeaching } from "./teaching.ts";

/** A class of one year, with its level and position in the school. */
export type DemoClass = ClassPlace & {
  class_id: number;
  academic_year_id: number;
  form_class_id: string;
  label: string;
  course_work_only: boolean;
  assessment_type: "Grade" | null;
  teachers: ClassStaff;
};

const HELPED_DAYS = 30;

export function createDemoClasses(
  kind: SchoolKind,
  calendar: DemoCalendar,
  formTeachers: readonly ClassStaff[],
): DemoClass[] {
  return calendar.yearIds.flatMap((academic_year_id, year) =>
    formTeachers.map((teachers, index) => {
      const { place, formTeacher } = teachers;
      const form_class_id = findFormClassAt(kind, place);
      return {
        ...place,
        class_id: year * formTeachers.length + index + 1,
        academic_year_id,
        form_class_id,
        // A secondary school has one class per form class; a primary school has several, named after form teachers.
        label: kind.flavour === "primary" ? `${form_class_id} ${formTeacher.last_name[0]}` : form_class_id,
        course_work_only: isSamePlace(place, kind.places.courseWorkOnly),
        assessment_type: kind.criteria.levels.includes(place.form_level) ? "Grade" : null,
        teachers,
      };
    }),
  );
}

export function findFormClassAt({ levels }: SchoolKind, { form_level, index }: ClassPlace): string {
  return itemAt(itemAt(levels, form_level - 1).classes, index).form_class_id;
}

export function formClassRows({ levels }: SchoolKind): DemoRow[] {
  const formClasses = levels.flatMap(({ form_level, group_title, classes }) =>
    [...new Set(classes.map(({ form_class_id }) => form_class_id))].map((form_class_id) => ({
      form_class_id,
      form_level,
      group_title,
    })),
  );
  return formClasses.map((formClass, index) => ({ ...formClass, position: index + 1 }));
}

export function classRows(classes: readonly DemoClass[]): DemoRow[] {
  return classes.map(
    ({ class_id, academic_year_id, form_class_id, label, course_work_only, assessment_type }) => ({
      class_id,
      academic_year_id,
      form_class_id,
      label,
      course_work_only,
      assessment_type,
    }),
  );
}

/** Generates the teachers of every class, and one former co-teacher who helped for a month. */
export function classTeacherRows(
  classes: readonly DemoClass[],
  employees: readonly DemoEmployee[],
): DemoRow[] {
  const held = classes.flatMap((held) => {
    const { formTeacher, helper } = held.teachers;
    return helper
      ? [teacherRow(held, formTeacher, true), teacherRow(held, helper, false)]
      : [teacherRow(held, formTeacher, true)];
  });
  const oldest = itemAt(classes, 0);
  const leaver = employees.find((employee) => !isCurrentEmployee(employee));
  const helped = leaver ? [teacherRow(oldest, leaver, false, HELPED_DAYS)] : [];
  return [...held, ...helped].map((row, index) => ({ class_teacher_id: index + 1, ...row }));
}

function teacherRow(
  held: DemoClass,
  { employee_id }: DemoEmployee,
  is_lead: boolean,
  days?: number,
): DemoRow {
  const from_date = firstDayOfYear(startYearOf(held.academic_year_id));
  const to_date = days === undefined ? null : addDays(from_date, days);
  return { class_id: held.class_id, employee_id, is_lead, from_date, to_date };
}

export function deanAssignmentRows(classes: readonly DemoClass[]): DemoRow[] {
  return classes.flatMap(({ academic_year_id, form_class_id, teachers: { dean } }) =>
    dean ? [{ academic_year_id, form_class_id, employee_id: dean.employee_id }] : [],
  );
}

export function lessonRows(classes: readonly DemoClass[], teachings: readonly DemoTeaching[]): DemoRow[] {
  const lessons = classes.flatMap(({ class_id, ...place }) =>
    teachings
      .filter((teaching) => isSamePlace(teaching, place))
      .flatMap(({ subject_id, by_choice, teachers }) =>
        teachers.map(({ employee_id }) => ({ employee_id, subject_id, class_id, by_choice })),
      ),
  );
  return lessons.map((lesson, index) => ({ lesson_id: index + 1, ...lesson }));
}
