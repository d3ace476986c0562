import { rows, type Reading } from "../index.ts";
import type { FormClass } from "../models/classes.ts";
import type { Assessment } from "../models/marks.ts";
import type { AsNumber } from "../models/rows.ts";
import { isGiven, LESSON_ORDER, LESSONS } from "./parts.ts";
import type { ScopedLesson } from "./visible.ts";

export type TeacherLessonRow = Pick<
  ScopedLesson,
  "lesson_id" | "employee_id" | "subject_id" | "form_class_id" | "class_label" | "subject"
> &
  Pick<FormClass, "form_level"> &
  AsNumber<Pick<Assessment, "max_mark">>;

/** Lists a teacher's lessons in the year of a term, with the maximum of that term's End of Term sheet. */
export function timetableOfTeacher(
  asked: { employeeId: number; academicTermId: number },
  t: Reading,
): Promise<TeacherLessonRow[]> {
  return rows<TeacherLessonRow>(
    `select l.lesson_id, l.employee_id, l.subject_id, c.form_class_id, c.label as class_label, s.title as subject,
            f.form_level, coalesce(a.max_mark, 100)::float8 as max_mark
       from ${LESSONS}
       join academic_terms y on y.academic_year_id = c.academic_year_id and y.academic_term_id = $academicTermId
       left join assessments a
              on a.class_id = c.class_id and a.academic_term_id = y.academic_term_id and a.subject_id = l.subject_id
             and a.test_id = 1
      where l.employee_id = $employeeId and ${isGiven("l")}
      order by ${LESSON_ORDER}`,
    asked,
    t,
  );
}
