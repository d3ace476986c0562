import { insertStudent } from "#db/queries/people/students/new-student.ts";
import { register } from "#db/queries/people/students/registration.ts";
import type { CurrentTermRow } from "#db/queries/school.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { toColumns } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { RefusedFields } from "#saving/protocol/protocol.ts";
import { alikeOfMany, type AlikeStudent } from "../duplicates/alike.server.ts";
import { entryOf, judgedNew, refused } from "./judge-new.rules.ts";
import { readRules } from "./saved-general.server.ts";
import { takenOf, takenWords } from "./taken.server.ts";

/** Without an ID among the values the school's next is given. */
type NewStudent = { values: Values };

/** Who adds a student may give an ID; the lock of the serial number is an administrator's to open afterwards. */
export const OF_A_NEW_ONE = { isSerialLocked: true, isIdClosed: false };

export type StudentAdded =
  { ok: true; key: number; studentId: string } | { ok: false; refusals: RefusedFields[] };

/** A new student, in a class where one is given; whole or not at all (A5). */
export async function addStudent(person: Person, values: Values): Promise<StudentAdded> {
  try {
    return await termTransaction(person, async (t) => {
      const { rules, term } = await readRules(OF_A_NEW_ONE, t);
      const { wanted, refusals } = judgedNew(values, { rules, term });
      if (refusals.length > 0) return { ok: false, refusals };
      return insert({ values: wanted, today: rules.today, term }, t);
    });
  } catch (error) {
    return { ok: false, refusals: [await takenOf(error, values)] };
  }
}

/** Who may be the child already that these values are of; nobody of a name that could not be stored. */
export async function alikeStudents(values: Values): Promise<AlikeStudent[]> {
  const [first, last] = [acceptable(values, "first_name"), acceptable(values, "last_name")];
  if (first === null || last === null) return [];
  const called = { first_name: first, last_name: last, date_of_birth: acceptable(values, "date_of_birth") };
  return (await alikeOfMany([called])).flat();
}

function acceptable(values: Values, field: string): string | null {
  const value = values[field];
  const isTaken = typeof value === "string" && GENERAL_FIELDS.get(field)?.kind.refuse(value) === null;
  return isTaken ? value : null;
}

type Inserting = NewStudent & { today: string; term: CurrentTermRow | null };

async function insert({ values, today, term }: Inserting, t: TermTransaction): Promise<StudentAdded> {
  const { entry, statusId } = entryOf(values, today);
  const columns = toColumns(GENERAL_FIELDS, values);
  const studentId = values["student_id"] == null ? null : String(values["student_id"]);
  const made = await insertFree({ studentId, year: entry.slice(2, 4), statusId, columns }, t);
  if (!made) {
    const reason = await takenWords("student_id", studentId ?? "");
    return { ok: false, refusals: refused({ field: "student_id", reason }) };
  }
  const classId = values["class_id"] ?? null;
  if (term && classId !== null) {
    const { academic_term_id: academicTermId } = term;
    await register({ studentKey: made.id, academicTermId, classId: Number(classId) }, t);
  }
  return { ok: true, key: made.id, studentId: made.student_id };
}

/** More are not added at one moment. */
const MOST_TRIES = 20;

/** An id of the school's own that somebody took at the same moment is followed by the next. */
async function insertFree(student: Parameters<typeof insertStudent>[0], t: TermTransaction) {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const made = await insertStudent(student, t);
    if (made || student.studentId !== null) return made;
  }
  return null;
}
