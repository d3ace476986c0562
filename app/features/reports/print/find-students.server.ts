import { noTransaction } from "#db/index.ts";
import type { TaughtClassRow } from "#db/queries/class-teachers.ts";
import { studentsOfClasses, type FoundStudent } from "#db/queries/reports/class-counts.ts";
import type { ReportKind } from "#domain/documents/kind.ts";
import { registerName } from "#domain/names.ts";
import { searchWords } from "#domain/people/list-place.ts";
import { STUDENTS_A_PAGE, whoseIn, type PrintPlace } from "./place.rules.ts";
import type { OfferedStudent } from "./print.ts";

type Found = { students: OfferedStudent[]; found: number };
type Among = { classes: readonly TaughtClassRow[]; academicTermId: number };

/** Who may be chosen: those who are looked for, a page of them, and whoever is chosen already. */
export async function findStudents(
  kind: ReportKind,
  { whose, search, page }: PrintPlace,
  { classes, academicTermId }: Among,
): Promise<Found> {
  if (kind.whose !== "student" && kind.whose !== "class or student") return { students: [], found: 0 };
  const among = { classIds: classes.map(({ class_id }) => class_id), academicTermId };
  const words = searchWords(search);
  const chosen = whoseIn(whose);
  const all = { ...among, words: [], limit: STUDENTS_A_PAGE, offset: (page - 1) * STUDENTS_A_PAGE };
  const [listed, already] = await Promise.all([
    // A kind of students alone lists them without a search.
    words.length > 0 || kind.whose === "student"
      ? studentsOfClasses({ ...all, words, studentId: null }, noTransaction)
      : [],
    chosen?.of === "student"
      ? studentsOfClasses({ ...all, studentId: chosen.studentId, offset: 0 }, noTransaction)
      : [],
  ]);
  const others = already.filter(({ student_id }) => !listed.some((each) => each.student_id === student_id));
  return { students: [...others, ...listed].map(offered), found: listed[0]?.found ?? 0 };
}

function offered(student: FoundStudent): OfferedStudent {
  return {
    studentId: student.student_id,
    name: registerName(student),
    classId: student.class_id,
    label: student.label,
  };
}
