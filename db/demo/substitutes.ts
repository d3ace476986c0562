import { addDays } from "#domain/dates.ts";
import { lessonRows } from "./classes.ts";
import type { Row } from "./insert.ts";
import { demoEmployee, isActive } from "./people/employees.ts";
import type { DemoSchool } from "./school.ts";

const DAYS = 7;

/** A colleague has the form teacher's last lesson of the class for these two weeks. */
export function substituteRows({ classes, teachings, employees, calendar }: DemoSchool): Row[] {
  const { employee_id: away } = demoEmployee(employees, "formteacher");
  const ofYear = new Set(
    classes
      .filter(({ academic_year_id }) => academic_year_id === calendar.current.academic_year_id)
      .map(({ class_id }) => class_id),
  );
  const lesson = lessonRows(classes, teachings).findLast(
    ({ employee_id, class_id }) => employee_id === away && ofYear.has(Number(class_id)),
  );
  const colleague = employees.findLast(
    (employee) =>
      isActive(employee) && !employee.post.demo && (employee.post.subjects ?? employee.post.helps),
  );
  if (!lesson || !colleague) throw new Error("the demo school has no lesson to give to a substitute");
  const days = { from_date: addDays(calendar.today, -DAYS), to_date: addDays(calendar.today, DAYS) };
  return [
    { substitute_id: 1, lesson_id: Number(lesson.lesson_id), employee_id: colleague.employee_id, ...days },
  ];
}
