import { noTransaction } from "#db/index.ts";
import { currentEmployees } from "#db/queries/employees.ts";
import { lessonsInTimetable } from "#db/queries/timetable/lesson-rows.ts";
import { formatDate } from "#domain/dates.ts";
import { registerName, shortName } from "#domain/names.ts";
import { notFound } from "#runtime/errors.ts";
import { currentYear } from "../timetable-of.server.ts";

/** What can be given to whom, and what is given, today or later. */
export type Substitutes = {
  teacher: string;
  today: string;
  lessons: { id: number; title: string }[];
  colleagues: { value: string; label: string }[];
  given: { id: number; title: string; words: string }[];
};

/** @throws notFound for who does not work here */
export async function readSubstitutes(employeeId: number): Promise<Substitutes> {
  const { academic_year_id: academicYearId, today } = await currentYear(noTransaction);
  const [employees, lessons] = await Promise.all([
    currentEmployees({ only: null }, noTransaction),
    lessonsInTimetable({ employeeId, academicYearId }, noTransaction),
  ]);
  const teacher = employees.find(({ employee_id }) => employee_id === employeeId);
  if (!teacher) throw notFound("There is no such employee.");
  const titled = lessons.map((lesson) => ({ ...lesson, title: `${lesson.subject}, ${lesson.class_label}` }));
  return {
    teacher: shortName(teacher),
    today,
    lessons: titled.map(({ lesson_id: id, title }) => ({ id, title })),
    colleagues: employees
      .filter((each) => each !== teacher)
      .map((each) => ({ value: String(each.employee_id), label: registerName(each) })),
    given: titled.flatMap(({ title, substitutes }) =>
      substitutes.map((each) => ({
        id: each.substitute_id,
        title,
        words: `${shortName(each)}, ${formatDate(each.from)} to ${formatDate(each.to)}`,
      })),
    ),
  };
}
