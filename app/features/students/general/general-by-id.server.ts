import { noTransaction } from "#db/index.ts";
import { classesOfTeacher, classesWithTeachers } from "#db/queries/class-teachers.ts";
import { currentTerm } from "#db/queries/school.ts";
import { studentNamed } from "#db/queries/subjects/assignments.ts";
import type { Person } from "#domain/person.ts";
import { generalFields } from "#fields/people/student-general.ts";
import type { RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { notFound } from "#runtime/errors.ts";
import { saveRecord, type RecordSaved } from "#saving/server/save-record.server.ts";
import { addStudent, alikeStudents, OF_A_NEW_ONE, type StudentAdded } from "./add-student.server.ts";
import { readGeneral, type ReadGeneral } from "./read-general.server.ts";
import { readRules, SAVED_GENERAL } from "./saved-general.server.ts";
import { takenOf } from "./taken.server.ts";

type Sent = {
  /** As the fields of the record read them. */
  valuesFor: (fields: RecordFields) => Values;
  /** Who is to have the student, of the teachers of the form class that is sent. */
  employeeId: number | null;
};

/** What became of a call that adds a student, with the ids of who may be the same child. */
export async function addByCall(
  person: Person,
  { valuesFor, employeeId }: Sent,
): Promise<{ added: StudentAdded; alike: string[] }> {
  const { rules } = await readRules(OF_A_NEW_ONE, noTransaction);
  const values = await withTeacher(valuesFor(generalFields(rules)), employeeId);
  const alike = (await alikeStudents(values)).map(({ student_id }) => student_id);
  return { added: await addStudent(person, values), alike };
}

/** Saves General of the student of a public id; what is left out stays as it is. @throws notFound */
export async function saveByCall(
  person: Person,
  {
    studentId,
    version,
    saveId,
    ...sent
  }: Sent & { studentId: string; version: number | null; saveId: string | null },
): Promise<{ saved: RecordSaved; read: ReadGeneral }> {
  const read = await readByCall(person, studentId);
  const values = await withTeacher(sent.valuesFor(read.fields), sent.employeeId);
  const key = { studentKey: read.student.id };
  const found = { person, key, target: read, row: read.row, stored: read.stored };
  const saved = await saveRecord(SAVED_GENERAL, found, { values, version, saveId }).catch(
    async (error: unknown): Promise<RecordSaved> => {
      const refusals = [await takenOf(error, values)];
      const stored = { version: read.stored.version, values: read.values };
      return {
        outcome: "unsaved",
        result: { outcome: "refused", row: read.row, refusals, stored },
        wanted: values,
      };
    },
  );
  return { saved, read };
}

/** @throws notFound */
export async function readByCall(person: Person, studentId: string): Promise<ReadGeneral> {
  const studentKey = await studentNamed(studentId, noTransaction);
  if (studentKey === null) throw notFound(SAVED_GENERAL.words.notFound);
  return readGeneral(person, { studentKey });
}

/** Calls name a class by form class and teacher (design section 4); whose it is not is left to be refused. */
async function withTeacher(values: Values, employeeId: number | null): Promise<Values> {
  const { form_class_id: formClassId, class_id: classId = null } = values;
  if (typeof formClassId !== "string" || (classId === null && employeeId === null)) return values;
  const term = await currentTerm(noTransaction);
  const asked = { employeeId: null, all: true, formClassId, academicYearId: term?.academic_year_id ?? 0 };
  const offered = await classesWithTeachers(asked, noTransaction);
  const [held] =
    classId === null
      ? classesOfTeacher(offered, employeeId)
      : offered.filter(({ class_id }) => class_id === classId);
  const { class_id: _, ...others } = values;
  // The only class follows from its form class; of a secondary school it is nobody's to choose.
  return held && offered.length === 1 ? others : { ...values, class_id: held?.class_id ?? NO_CLASS };
}

/** No class has it: it is refused as any other that is not of this year. */
const NO_CLASS = -1;
