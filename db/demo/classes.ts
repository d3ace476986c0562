import { firstDayOfYear, startYearOf, type Calendar } from "./calendar.ts";
import { addDays } from "#domain/dates.ts";
import { isActive, type Employee } from "./people/employees.ts";
import type { FormTeachers } from "./people/form-teachers.ts";
import type { Row } from "./insert.ts";
import { isPlace, type Place, type SchoolKind } from "./kind.ts";
import { itemAt } from "./random.ts";
import type { Teaching } from "./teaching.ts";

/** A class of a year at its place in the school. */
export type DemoClass = Place & {
  class_id: number;
  academic_year_id: number;
  form_class_id: string;
  label: string;
  course_work_only: boolean;
  assessment_type: "Grade" | null;
  teachers: FormTeachers;
};

const HELPED_DAYS = 30;

export function classesOf(
  kind: SchoolKind,
  calendar: Calendar,
  formTeachers: readonly FormTeachers[],
): DemoClass[] {
  return calendar.yearIds.flatMap((academic_year_id, year) =>
    formTeachers.map((teachers, index) => {
      const { place, formTeacher } = teachers;
      const form_class_id = formClassAt(kind, place);
      return {
        ...place,
        class_id: year * formTeachers.length + index + 1,
        academic_year_id,
        form_class_id,
        // A secondary school has one class per form class, a primary school one per form teacher.
        label: kind.flavour === "primary" ? `${form_class_id} ${formTeacher.last_name[0]}` : form_class_id,
        course_work_only: isPlace(place, kind.places.courseWorkOnly),
        assessment_type: kind.criteria.levels.includes(place.form_level) ? "Grade" : null,
        teachers,
      };
    }),
  );
}

export function formClassAt({ levels }: SchoolKind, { form_level, index }: Place): string {
  return itemAt(itemAt(levels, form_level - 1).classes, index).form_class_id;
}

export function formClassRows({ levels }: SchoolKind): Row[] {
  const formClasses = levels.flatMap(({ form_level, group_title, classes }) =>
    [...new Set(classes.map(({ form_class_id }) => form_class_id))].map((form_class_id) => ({
      form_class_id,
      form_level,
      group_title,
    })),
  );
  return formClasses.map((formClass, index) => ({ ...formClass, position: index + 1 }));
}

export function classRows(classes: readonly DemoClass[]): Row[] {
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

/** Form teachers and co-teachers of every class, and one who helped for a month and then left the school. */
export function classTeacherRows(classes: readonly DemoClass[], employees: readonly Employee[]): Row[] {
  const held = classes.flatMap((held) => {
    const { formTeacher, helper } = held.teachers;
    return helper
      ? [teacherRow(held, formTeacher, true), teacherRow(held, helper, false)]
      : [teacherRow(held, formTeacher, true)];
  });
  const oldest = itemAt(classes, 0);
  const leaver = employees.find((employee) => !isActive(employee));
  const helped = leaver ? [teacherRow(oldest, leaver, false, HELPED_DAYS)] : [];
  return [...held, ...helped].map((row, index) => ({ class_teacher_id: index + 1, ...row }));
}

function teacherRow(held: DemoClass, { employee_id }: Employee, is_lead: boolean, days?: number): Row {
  const from_date = firstDayOfYear(startYearOf(held.academic_year_id));
  const to_date = days === undefined ? null : addDays(from_date, days);
  return { class_id: held.class_id, employee_id, is_lead, from_date, to_date };
}

export function deanAssignmentRows(classes: readonly DemoClass[]): Row[] {
  return classes.flatMap(({ academic_year_id, form_class_id, teachers: { dean } }) =>
    dean ? [{ academic_year_id, form_class_id, employee_id: dean.employee_id }] : [],
  );
}

export function lessonRows(classes: readonly DemoClass[], teachings: readonly Teaching[]): Row[] {
  const lessons = classes.flatMap(({ class_id, ...place }) =>
    teachings
      .filter((teaching) => isPlace(teaching, place))
      .flatMap(({ subject_id, by_choice, teachers }) =>
        teachers.map(({ employee_id }) => ({ employee_id, subject_id, class_id, by_choice })),
      ),
  );
  return lessons.map((lesson, index) => ({ lesson_id: index + 1, ...lesson }));
}
