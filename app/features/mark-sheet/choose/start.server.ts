import { canReadAllClasses } from "#access/permissions.ts";
import { describeVisibleCorrections, requireTerm, getVisibleTeacher } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listLessonsOfTeacher, listTeachersWithLessons } from "#db/queries/lessons.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { pageSpan, type PageInfo } from "#domain/list/paging.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { parseId, chooseTestUrl, PATHS, chooseLessonUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termChoice, type TermChoice } from "#domain/terms.ts";
import { parseSearchText } from "#domain/text/storable-text.ts";
import { notFound } from "#runtime/errors.ts";

export type MarkEntryStart =
  ({ pick: "teacher" } & MarkSheetTeacherChoice) | ({ pick: "lesson" } & MarkSheetLessonChoice);

export type MarkSheetTeacherChoice = PageInfo & {
  teachers: { url: string; name: string; lessons: number }[];
  search: string;
};

export type MarkSheetLessonChoice = {
  teacher: string;
  lessons: LessonPick[];
  term: TermChoice;
  terms: TermChoice[];
  /** A sentence that lists what is open for correction in this past term; null if nothing is open. */
  openCorrections: string | null;
  search: string;
  /** The URL of the list of teachers, for people who may open other teachers' lessons; otherwise null. */
  backUrl: string | null;
};

/**
 * `substituteFor` is the name of the teacher for whom the person is substitute, if this is not the person's own lesson.
 */
type LessonPick = { url: string; subject: string; classLabel: string; substituteFor: string | null };

const TEACHERS_A_PAGE = 100;

export async function loadMarkEntryStart(person: Person, query: URLSearchParams): Promise<MarkEntryStart> {
  if (canReadAllClasses(person)) return { pick: "teacher", ...(await teachersOf(person, query)) };
  return { pick: "lesson", ...(await loadMarkSheetLessonChoice(person, String(person.employeeId), query)) };
}

/** Loads one page of the teachers whose names match the search. The person's own entry comes first. */
async function teachersOf({ employeeId }: Person, query: URLSearchParams): Promise<MarkSheetTeacherChoice> {
  const search = parseSearchText(query.get("search"));
  const { term } = await requireTerm(null, noTransaction);
  const { academic_year_id: academicYearId } = term;
  const found = await listTeachersWithLessons(
    { academicYearId, words: splitSearch(search), ownEmployeeId: employeeId },
    noTransaction,
  );
  const of = { page: parseId(query.get("page")) ?? 1, pageSize: TEACHERS_A_PAGE, total: found.length };
  const { shown: page, from, to } = pageSpan(of);
  const teachers = found.slice(from - 1, to).map((teacher) => ({
    url: chooseLessonUrl(teacher.employee_id),
    name: formatRegisterName(teacher),
    lessons: teacher.lessons,
  }));
  return { ...of, page, teachers, search };
}

/** Lists a teacher's lessons as links to their tests. @throws notFound */
export async function loadMarkSheetLessonChoice(
  person: Person,
  employee: string | undefined,
  query: URLSearchParams,
): Promise<MarkSheetLessonChoice> {
  const employeeId = parseId(employee);
  if (employeeId === null)
    throw notFound("You cannot open the lessons of this teacher. Choose another teacher.");
  const [teacher, { term, terms }] = await Promise.all([
    getVisibleTeacher(person, employeeId, noTransaction),
    requireTerm(parseId(query.get("term")), noTransaction),
  ]);
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  const lessons = await listLessonsOfTeacher({ employeeId, academicYearId, academicTermId }, noTransaction);
  const classIds = lessons.map(({ class_id }) => class_id);
  const openCorrections = term.is_current
    ? null
    : await describeVisibleCorrections(person, { academicTermId, classIds }, noTransaction);
  return {
    teacher: formatShortName(teacher),
    term: termChoice(term),
    terms: terms.map(termChoice),
    openCorrections,
    search: parseSearchText(query.get("search")),
    backUrl: canReadAllClasses(person) ? PATHS.markSheets : null,
    lessons: lessons.map((lesson) => ({
      url: chooseTestUrl({ lessonId: lesson.lesson_id, academicTermId }),
      subject: lesson.subject,
      classLabel: lesson.class_label,
      substituteFor: lesson.employee_id === employeeId ? null : formatShortName(lesson),
    })),
  };
}
