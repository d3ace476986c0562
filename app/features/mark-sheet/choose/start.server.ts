import { readsAllClasses, requireTerm, teacherVisibleTo } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { lessonsOfTeacher, teachersWithLessons } from "#db/queries/lessons.ts";
import { registerName, shortName } from "#domain/names.ts";
import { idOf, lessonUrl, PATHS, teacherUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termChoice, type TermChoice } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";

/** Where entering marks begins (T2): teachers to pick from, or the person's own lessons. */
export type Start = ({ pick: "teacher" } & Teachers) | ({ pick: "lesson" } & Lessons);

export type Teachers = { teachers: { url: string; name: string; lessons: number }[]; search: string };

export type Lessons = {
  teacher: string;
  lessons: { url: string; subject: string; classLabel: string }[];
  term: TermChoice;
  terms: TermChoice[];
  search: string;
  /** Where to choose again, for who may open another teacher's list. */
  backUrl: string | null;
};

/** T9: teacher list page size 100. */
const TEACHERS_A_PAGE = 100;
const LONGEST_SEARCH = 80;

export async function startEntering(person: Person, query: URLSearchParams): Promise<Start> {
  if (readsAllClasses(person)) return { pick: "teacher", ...(await teachersOf(person, query)) };
  return { pick: "lesson", ...(await lessonsOf(person, String(person.employeeId), query)) };
}

/** Teachers whose sheets may be opened, the person's own entry first (T2): the first hundred that are so called. */
async function teachersOf({ employeeId }: Person, query: URLSearchParams): Promise<Teachers> {
  const search = searchIn(query);
  const { term } = await requireTerm(null, noTransaction);
  const { academic_year_id: academicYearId } = term;
  const asked = { academicYearId, search, ownEmployeeId: employeeId, limit: TEACHERS_A_PAGE };
  const found = await teachersWithLessons(asked, noTransaction);
  const teachers = found.map((teacher) => ({
    url: teacherUrl(teacher.employee_id),
    name: registerName(teacher),
    lessons: teacher.lessons,
  }));
  return { teachers, search };
}

/** A teacher's lessons as links to their tests. @throws notFound for who is not a teacher of theirs to see */
export async function lessonsOf(
  person: Person,
  employee: string | undefined,
  query: URLSearchParams,
): Promise<Lessons> {
  const employeeId = idOf(employee);
  if (employeeId === null) throw notFound("There is no such teacher.");
  const [teacher, { term, terms }] = await Promise.all([
    teacherVisibleTo(person, employeeId, noTransaction),
    requireTerm(idOf(query.get("term")), noTransaction),
  ]);
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const lessons = await lessonsOfTeacher({ employeeId, academicYearId }, noTransaction);
  return {
    teacher: shortName(teacher),
    term: termChoice(term),
    terms: terms.map(termChoice),
    search: searchIn(query),
    backUrl: readsAllClasses(person) ? PATHS.markSheets : null,
    lessons: lessons.map(({ lesson_id: lessonId, subject, class_label: classLabel }) => ({
      url: lessonUrl({ lessonId, academicTermId }),
      subject,
      classLabel,
    })),
  };
}

function searchIn(query: URLSearchParams): string {
  return (query.get("search") ?? "").trim().slice(0, LONGEST_SEARCH);
}
