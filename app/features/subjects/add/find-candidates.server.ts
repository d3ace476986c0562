import { noTransaction } from "#db/index.ts";
import { subjectTeachers } from "#db/queries/subjects/assignments.ts";
import { candidates, wholeClasses } from "#db/queries/subjects/candidates.ts";
import { registerName } from "#domain/names.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import { searchWords } from "#domain/people/list-place.ts";
import { yearLabel } from "#domain/terms.ts";
import { rosterPlaceIn, subjectsPlaceIn, subjectUrl, type Looking } from "../place.rules.ts";
import { teacherChoice } from "../roster/read-roster.server.ts";
import { subjectOfYear } from "../subject-of-year.server.ts";
import { chosenOf } from "./take-added.server.ts";
import type { AddStudents } from "../subjects.ts";

/** A class and a half: nobody reads more, a longer name finds them. */
const MOST_SHOWN = 50;
/** A title of more letters is said by its abbreviation. */
const LONGEST_SHORT = 20;
/** More classes than these are no search for a class. */
const MOST_CLASSES = 4;

/** Who can be added to a subject, with what is ticked already. @throws notFound */
export async function findCandidates(
  subjectId: number,
  { query, looking }: { query: URLSearchParams; looking: Looking },
): Promise<AddStudents> {
  const t = noTransaction;
  const { title, abbr, academicYearId } = await subjectOfYear(subjectId, t);
  const of = { subjectId, academicYearId };
  const words = searchWords(looking.find);
  const [teachers, students, classes] = await Promise.all([
    subjectTeachers(of, t),
    candidates({ ...of, words, chosen: looking.studentKeys, limit: MOST_SHOWN + 1 }, t),
    wholeClasses({ ...of, words, classIds: looking.classIds }, t),
  ]);
  const isClassSearch = classes.length <= MOST_CLASSES;
  const shownClasses = classes.filter(({ class_id }) => isClassSearch || looking.classIds.includes(class_id));
  const [only, ...others] = teachers;
  return {
    subject: { id: subjectId, title, short: title.length > LONGEST_SHORT ? abbr : title },
    year: yearLabel(academicYearId),
    find: looking.find,
    chosen: chosenOf(looking, classes).length,
    employeeId: looking.employeeId ?? (others.length === 0 ? (only?.employee_id ?? null) : null),
    teachers: teachers.map(teacherChoice),
    classes: shownClasses.map(({ class_id: classId, label, student_keys }) => ({
      classId,
      label,
      students: student_keys.length,
      isChosen: looking.classIds.includes(classId),
    })),
    students: students.slice(0, MOST_SHOWN).map(shown),
    more: students.length > MOST_SHOWN,
    closeTo: subjectUrl({ subjectId, list: subjectsPlaceIn(query), roster: rosterPlaceIn(query) }),
  };
}

type Found = Awaited<ReturnType<typeof candidates>>[number];

function shown({
  id: key,
  picture,
  label,
  is_assigned,
  is_chosen,
  ...student
}: Found): AddStudents["students"][number] {
  return {
    key,
    name: registerName(student),
    className: label,
    picture: studentPictureUrl(picture, "small"),
    isAssigned: is_assigned,
    isChosen: is_chosen,
  };
}
