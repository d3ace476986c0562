import { noTransaction } from "#db/index.ts";
import { lessonsOfTeacher, teachersWithLessons } from "#db/queries/lessons.ts";
import type { LessonRow, TeacherRow, TermRow } from "#db/queries/lessons.ts";
import { readsAllClasses, requireTerm, teacherVisibleTo } from "#access/visible.server.ts";
import { shortName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

/** T9: teacher list page size 100. */
const TEACHERS_A_PAGE = 100;

export type LessonList = { teacher: string; term: TermRow; terms: TermRow[]; lessons: LessonRow[] };

/** A teacher's lessons in the year of a term; without a term the current one's. */
export async function listLessons(
  person: Person,
  { employeeId, academicTermId }: { employeeId: number; academicTermId: number | null },
): Promise<LessonList> {
  const [teacher, { term, terms }] = await Promise.all([
    teacherVisibleTo(person, employeeId, noTransaction),
    requireTerm(academicTermId, noTransaction),
  ]);
  const lessons = await lessonsOfTeacher(
    { employeeId, academicYearId: term.academic_year_id },
    noTransaction,
  );
  return {
    teacher: shortName({ firstName: teacher.first_name, lastName: teacher.last_name }),
    term,
    terms,
    lessons,
  };
}

/** Teachers whose sheets this person may open, their own entry first (T2): the first hundred that are so called. */
export async function listTeachers(person: Person, search: string): Promise<TeacherRow[]> {
  if (!readsAllClasses(person)) throw notFound();
  const { term } = await requireTerm(null, noTransaction);
  const asked = {
    academicYearId: term.academic_year_id,
    search,
    ownEmployeeId: person.employeeId,
    limit: TEACHERS_A_PAGE,
  };
  return teachersWithLessons(asked, noTransaction);
}
