import { noTransaction } from "#db/index.ts";
import { listFormClassRows } from "#db/queries/class-teachers.ts";
import { listCurrentEmployees } from "#db/queries/employees.ts";
import { getSchool } from "#db/queries/school.ts";
import { listActiveSubjects } from "#db/queries/school-subjects.ts";
import { listDeanRows } from "#db/queries/timetable/class-teachers.ts";
import { listTimetableLessons, type TimetableRow } from "#db/queries/timetable/lesson-rows.ts";
import * as teaching from "#db/queries/timetable/teacher-class.ts";
import { buildClassLabel } from "#domain/people/class-label.ts";
import { formatDate } from "#domain/dates.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { formatInitials, formatShortName } from "#domain/names.ts";
import { employeePictureUrl } from "#domain/paths.ts";
import { yearLabel } from "#domain/terms.ts";
import { itemNotFound } from "#runtime/errors.ts";
import { getCurrentYear } from "./timetable-of.server.ts";
import { nearestDayInSchoolYear, findClassOfTeacher, listShownClasses } from "./timetable.rules.ts";
import {
  NEW_CLASS_PREFIX,
  type TimetableClassChoice,
  type DeanClasses,
  type TeacherClass,
  type Timetable,
  type TimetableLesson,
} from "./timetable.ts";

/** Returns this year's timetable of a current employee. @throws notFound */
export async function readTimetable(employeeId: number): Promise<Timetable> {
  const year = await getCurrentYear(noTransaction);
  const { academic_year_id: academicYearId } = year;
  const [[employee], { flavour }, lessons, subjects, classes, held, known] = await Promise.all([
    listCurrentEmployees({ only: employeeId }, noTransaction),
    getSchool(noTransaction),
    listTimetableLessons({ employeeId, academicYearId }, noTransaction),
    listActiveSubjects(noTransaction),
    teaching.listClassesWithFormTeacher({ academicYearId, formClassId: null }, noTransaction),
    teaching.listClassesOfEmployee({ employeeId, academicYearId }, noTransaction),
    listFormClassRows(noTransaction),
  ]);
  if (!employee) throw itemNotFound("employee’s record", "employee");
  const dean = flavour === "secondary" ? await deanOf({ employeeId, academicYearId, known }) : null;
  return {
    employee: {
      id: employeeId,
      name: `${employee.first_name} ${employee.last_name}`,
      initials: formatInitials(employee),
      picture: employeePictureUrl(employee.picture),
    },
    yearLabel: yearLabel(academicYearId),
    teacherClass: teacherClass({
      employeeId,
      year,
      held,
      choices: choicesOf({ flavour, classes, known, held, teacher: employee }),
    }),
    dean,
    lessons: lessons.map(lessonShown),
    subjects: subjects.map(({ subject_id, title }) => ({ value: String(subject_id), label: title })),
    classes: classes.map(({ class_id, label }) => ({ value: String(class_id), label })),
  };
}

type Known = Awaited<ReturnType<typeof listFormClassRows>>;
type Led = { value: string; label: string; formTeacher: teaching.FormTeacherOfClass | null };

type School = {
  flavour: SchoolFlavour;
  classes: readonly teaching.ClassWithFormTeacher[];
  known: Known;
  held: readonly teaching.TeacherClassRow[];
  teacher: { employee_id: number; first_name: string; last_name: string };
};

/**
 * Returns the classes of the year, and a new class for each form class that can have one more. In a secondary school
 * this is a form class without a class, and in a primary school a form class in which the teacher has no class.
 */
function choicesOf({ flavour, classes, known, held, teacher }: School): Led[] {
  const taken = classes.map(({ label }) => label);
  const isThere = new Set(classes.map(({ form_class_id }) => form_class_id));
  const of = { employeeId: teacher.employee_id, held };
  const fresh = known.filter(({ form_class_id: formClassId }) =>
    flavour === "primary" ? !findClassOfTeacher(classes, { ...of, formClassId }) : !isThere.has(formClassId),
  );
  return [
    ...classes.map(({ class_id, label, lead }) => ({ value: String(class_id), label, formTeacher: lead })),
    ...fresh.map(({ form_class_id: formClassId }) => ({
      value: `${NEW_CLASS_PREFIX}${formClassId}`,
      label: buildClassLabel({ flavour, formClassId, teacher, taken }),
      formTeacher: null,
    })),
  ];
}

type Held = {
  employeeId: number;
  year: teaching.SchoolYear;
  held: readonly teaching.TeacherClassRow[];
  choices: readonly Led[];
};

function teacherClass({ employeeId, year, held, choices }: Held): TeacherClass {
  const [first] = held;
  return {
    value: first ? String(first.class_id) : "",
    isLead: first?.is_lead ?? true,
    shown: listShownClasses(held),
    days: { first: year.first_day, last: year.last_day, today: nearestDayInSchoolYear(year) },
    choices: choices.map(({ value, label, formTeacher }): TimetableClassChoice => {
      const isOthers = formTeacher !== null && formTeacher.employee_id !== employeeId;
      return {
        value,
        label,
        formTeacher: isOthers ? formatShortName(formTeacher) : "",
        isNew: value.startsWith(NEW_CLASS_PREFIX),
      };
    }),
  };
}

async function deanOf(of: {
  employeeId: number;
  academicYearId: number;
  known: Known;
}): Promise<DeanClasses> {
  const assigned = await listDeanRows(of, noTransaction);
  return {
    chosen: assigned.map(({ form_class_id }) => form_class_id),
    formClasses: of.known.map(({ form_class_id: id, group_title: group }) => ({ id, group })),
  };
}

function lessonShown(lesson: TimetableRow): TimetableLesson {
  return {
    lessonId: lesson.lesson_id,
    subjectId: lesson.subject_id,
    classId: lesson.class_id,
    byChoice: lesson.by_choice,
    subject: lesson.subject,
    classLabel: lesson.class_label,
    substitutes: lesson.substitutes.map((substitute) => ({
      id: substitute.substitute_id,
      words: `${formatShortName(substitute)}, ${formatDate(substitute.from)} to ${formatDate(substitute.to)}`,
    })),
  };
}
