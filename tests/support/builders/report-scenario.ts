import type { ReportKey } from "#domain/paths.ts";
import { createBlankValues } from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { saveReport } from "#tests/support/saves.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import type { FieldValues } from "#fields/value.ts";
import type { RowResult } from "#saving/protocol/protocol.ts";
import { createFormTeacher, type Colleague, type SignedIn } from "#tests/support/builders/people.ts";
import {
  TERM_IDS,
  createClass,
  createLesson,
  type Lesson,
  type SchoolClass,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents, type Student } from "#tests/support/builders/students.ts";

export type ReportScenario = {
  teacher: Colleague;
  schoolClass: SchoolClass;
  lesson: Lesson;
  student: Student;
  students: Student[];
  key: ReportKey;
};

type Options = { termId?: number; students?: number; formClassId?: string };

let made = 0;
let saved = 0;

/** Creates a class with its form teacher, one lesson, and students without any entries. */
export async function createReportScenario(options: Options = {}): Promise<ReportScenario> {
  const { termId = TERM_IDS[2], students: size = 1, formClassId = "Std 1" } = options;
  made += 1;
  const teacher = await createFormTeacher({ firstName: "Devi", lastName: `Ramkissoon${made}` });
  const schoolClass = await createClass({
    formClassId,
    label: `${formClassId} ${made}`,
    formTeacher: teacher,
  });
  const lesson = await createLesson(teacher, schoolClass);
  const students = await createStudents(schoolClass, size);
  const [student] = students;
  if (!student) throw new Error("a class of nobody has no report");
  const key = { classId: schoolClass.classId, academicTermId: termId, studentKey: student.id };
  return { teacher, schoolClass, lesson, student, students, key };
}

export const ALL_RATINGS: FieldValues = Object.fromEntries(BEHAVIOUR_FIELDS.map((field) => [field, "C"]));

/** Enters all ratings, a comment and a mark, so that nothing is missing. */
export async function completeReport(
  { teacher, lesson, key }: ReportScenario,
  studentKey = key.studentKey,
): Promise<number> {
  await createMark({ id: studentKey }, lesson, { mark: 80 });
  const of = { ...key, studentKey };
  const { stored } = await saveReportAs(teacher, of, {
    changes: { ...ALL_RATINGS, teacher_comment: "Works well." },
  });
  return stored.version;
}

type Asked = { changes: FieldValues; base?: number; saveId?: string };

/** Saves one report. Without a base version, it overwrites whatever is stored. */
export async function saveReportAs(who: SignedIn, key: ReportKey, input: Asked): Promise<RowResult> {
  saved += 1;
  const { changes, base = null, saveId = `save-${saved}` } = input;
  const rows = [{ row: String(key.studentKey), base, changes }];
  const answer = await saveReport(who.person, key, { saveId, rows });
  if (answer.closed) throw new Error(`the report is ${answer.closed.why}`);
  const [result] = answer.results;
  if (!result) throw new Error("saving one row returned no result");
  return result;
}

/** Builds a term record in which only these fields have values. */
export function termRecordWith(values: FieldValues): FieldValues {
  return { ...createBlankValues(TERM_RECORD_FIELDS), ...values };
}
