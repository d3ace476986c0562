import { readsAllClasses } from "#access/visible.server.ts";
import { registerName, shortName } from "#domain/names.ts";
import { idOf, lessonUrl, PATHS, teacherUrl, withQuery } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termChoice } from "#domain/terms.ts";
import type { TermChoice } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import type { LessonChoice, TeacherChoice, TestChoice } from "./choices.ts";
import { listLessons, listTeachers } from "./list-lessons.server.ts";
import { listSheets } from "./list-sheets.server.ts";

/** Where entering marks begins (T2): teachers to pick from, or the person's own lessons. */
export type Start = ({ pick: "teacher" } & Teachers) | ({ pick: "lesson" } & Lessons);
type Teachers = { teachers: TeacherChoice[]; search: string };
export type Lessons = {
  teacher: string;
  lessons: LessonChoice[];
  term: TermChoice;
  terms: TermChoice[];
  search: string;
  backUrl: string | null;
};

export async function startEntering(person: Person, query: URLSearchParams): Promise<Start> {
  if (readsAllClasses(person)) return { pick: "teacher", ...(await teachersOf(person, query)) };
  return { pick: "lesson", ...(await lessonsOf(person, String(person.employeeId), query)) };
}

async function teachersOf(person: Person, query: URLSearchParams): Promise<Teachers> {
  const search = searchIn(query);
  const found = await listTeachers(person, search);
  const teachers = found.map(({ employee_id, first_name, last_name, lessons }) => ({
    url: teacherUrl(employee_id),
    name: registerName({ firstName: first_name, lastName: last_name }),
    lessons,
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
  const { teacher, term, terms, lessons } = await listLessons(person, {
    employeeId,
    academicTermId: termIn(query),
  });
  return {
    teacher,
    term: termChoice(term),
    terms: terms.map(termChoice),
    search: searchIn(query),
    backUrl: readsAllClasses(person) ? PATHS.markSheets : null,
    lessons: lessons.map((lesson) => ({
      url: lessonUrl({ lessonId: lesson.lesson_id, academicTermId: term.academic_term_id }),
      subject: lesson.subject,
      classLabel: lesson.class_label,
    })),
  };
}

export type Tests = {
  subject: string;
  classLabel: string;
  teacher: string;
  tests: TestChoice[];
  term: TermChoice;
  terms: TermChoice[];
  lessonsUrl: string;
};

/** The tests of a lesson as links to their sheets (T2, 'Select Assesment'). */
export async function testsOf(
  person: Person,
  lesson: string | undefined,
  query: URLSearchParams,
): Promise<Tests> {
  const lessonId = idOf(lesson);
  if (lessonId === null) throw notFound("There is no such lesson.");
  const list = await listSheets(person, { lessonId, academicTermId: termIn(query) });
  const { subject, classLabel, teacher, employeeId } = list.lesson;
  const home = readsAllClasses(person) ? teacherUrl(employeeId) : PATHS.markSheets;
  return {
    subject,
    classLabel,
    teacher: shortName(teacher),
    tests: list.sheets,
    term: termChoice(list.term),
    terms: list.terms.map(termChoice),
    lessonsUrl: withQuery(home, { term: list.term.academic_term_id }),
  };
}

function termIn(query: URLSearchParams): number | null {
  return idOf(query.get("term"));
}

function searchIn(query: URLSearchParams): string {
  return (query.get("search") ?? "").trim().slice(0, 80);
}
