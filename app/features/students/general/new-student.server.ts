import { z } from "zod";
import { parseForm } from "#access/posted-form.server.ts";
import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { filterClassesOfTeacher, listClassesWithTeachers } from "#db/queries/class-teachers.ts";
import {
  findStudentWithValue,
  insertStudent,
  registerStudent,
} from "#db/queries/people/students/new-student.ts";
import { getCurrentTerm, type CurrentTermRow } from "#db/queries/school.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatRegisterName } from "#domain/names.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import { UNSTORABLE_CHARACTERS } from "#domain/text/storable-text.ts";
import type { Person } from "#domain/person.ts";
import { GENERAL_FIELDS, generalFields, withClassFilledIn } from "#fields/people/student-general.ts";
import { normaliseValues, valuesToColumns, type RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { badRequest } from "#runtime/errors.ts";
import type { RefusedFields } from "#saving/protocol/protocol.ts";
import {
  markAsDifferentFromSimilar,
  findSimilarStudents,
  type SimilarStudent,
} from "../duplicates/duplicates.server.ts";
import { toSimilaritySearch, getEntryStatus, checkNewStudent, parseKeptValues } from "./general.rules.ts";
import {
  DuplicateStudentIdError,
  readGeneralTabRules,
  requireUnusedStudentId,
  toDuplicateIdRefusal,
} from "./general.server.ts";

/**
 * The rules for a new student: the ID can be chosen, but the serial number is locked until an administrator unlocks it.
 */
export const NEW_STUDENT_RULES = { isSerialLocked: true, isIdClosed: false };

export type NewStudentView = Awaited<ReturnType<typeof loadNewStudent>>;

/** Loads the form for a new student, with the previous student's entry date or the first day of the term. */
export async function loadNewStudent({ school }: Visit, query: URLSearchParams) {
  const { rules, term } = await readGeneralTabRules(NEW_STUDENT_RULES, noTransaction);
  const { values, after } = parseKeptValues(query, rules);
  const isReadable = after !== null && after.length <= LONGEST_ID && !UNSTORABLE_CHARACTERS.test(after);
  const last = isReadable
    ? await findStudentWithValue({ column: "student_id", value: after }, noTransaction)
    : null;
  return {
    rules,
    timeZone: school.timeZone,
    values: last ? values : { entry_date: term?.term_start ?? null, ...values },
    keptFields: Object.keys(values),
    last: last && { key: last.id, name: `${last.first_name} ${last.last_name}` },
  };
}

/** A limit for ids in the query, which anybody can edit. Every student's ID is shorter. */
const LONGEST_ID = 100;

/** Finds students similar to a child whose name is being typed. */
export async function readSimilarStudents(query: URLSearchParams): Promise<SimilarStudentView[]> {
  const values = valuesIn(GENERAL_FIELDS, Object.fromEntries(query));
  return (await alikeStudents(values)).map(alikeView);
}

const TYPED = Object.fromEntries([...GENERAL_FIELDS.keys()].map((name) => [name, z.string().optional()]));

const NewStudentForm = z.object({
  ...TYPED,
  /** The keys of the similar students that the page showed when the form was sent. */
  seen: z.string().default(""),
  /** Sent by the button `Add anyway`, which adds the student although similar students exist. */
  another: z.string().optional(),
  /** Sent by the button `Add another`, which shows the form for the next student instead of the new record. */
  next: z.string().optional(),
});

/** Adds a student from the form. If there are similar students, the first submission only shows them. */
export async function addStudentByForm({ person }: Visit, form: FormData) {
  const sent = parseForm(form, NewStudentForm);
  if (!sent.ok) throw badRequest();
  const { seen, another, next, ...typed } = sent.value;
  const { rules } = await readGeneralTabRules(NEW_STUDENT_RULES, noTransaction);
  const values = valuesIn(generalFields(rules), typed);
  const alike = await alikeStudents(values);
  const isSeen = ({ id }: SimilarStudent) => another !== undefined || seen.split(" ").includes(String(id));
  if (!alike.every(isSeen)) return notAdded(409, values, { alike });
  const added = await addStudent(person, values);
  if (!added.ok) return notAdded(422, values, { alike, refusals: added.refusals });
  if (another !== undefined) await markAsDifferentFromSimilar(person, { key: added.key, alike });
  const name = `${String(values["first_name"])} ${String(values["last_name"])}`;
  const { house_id: houseId = null, entry_date: entry = null } = values;
  const kept = {
    classId: withClassFilledIn(rules, values)["class_id"],
    houseId,
    entry,
    after: added.studentId,
  };
  return { added: { key: added.key, name, next: next !== undefined ? kept : null }, status: 200 as const };
}

export type RejectedStudent = ReturnType<typeof notAdded>["kept"];

type Left = { alike: readonly SimilarStudent[]; refusals?: RefusedFields[] };

function notAdded(status: 409 | 422, values: FieldValues, { alike, refusals }: Left) {
  const outcome = refusals && { state: "refused" as const, refusals, typed: values };
  const row = { row: "new", version: 0, values };
  const kept = { row: outcome ? { ...row, outcome } : row, alike: alike.map(alikeView) };
  return { added: null, status, kept };
}

/** Parses the values. A value that cannot be parsed stays text, so that the form can show its error. */
function valuesIn(fields: RecordFields, texts: Readonly<Record<string, string | undefined>>): FieldValues {
  const values = [...fields.values()].map(
    ({ name, kind }) => [name, kind.posted(texts[name] ?? "")] as const,
  );
  return normaliseValues(fields, Object.fromEntries(values));
}

/** An existing student who may be the same child. */
export type SimilarStudentView = ReturnType<typeof alikeView>;

function alikeView(student: SimilarStudent) {
  const { id, student_id, label, birth_certificate_pin: pin } = student;
  return {
    key: id,
    name: formatRegisterName(student),
    about: [student_id, label ?? "not in a class", `PIN ${pin}`].join(", "),
    lastName: student.last_name,
    picture: studentPictureUrl(student.picture, "small"),
    likeness: student.likeness,
  };
}

/**
 * Adds a student from an API call and returns similar students. `valuesFor` parses the values with the record's fields.
 */
export async function addStudentFromApi(
  person: Person,
  valuesFor: (fields: RecordFields) => FieldValues | Promise<FieldValues>,
) {
  const { rules } = await readGeneralTabRules(NEW_STUDENT_RULES, noTransaction);
  const values = await valuesFor(generalFields(rules));
  const alike = (await alikeStudents(values)).map(({ student_id }) => student_id);
  return { added: await addStudent(person, values), alike };
}

/**
 * Fills in the class of an API call that names a form class and its teacher. If there is no such class, the id that is
 * filled in is one that the rules refuse.
 */
export async function fillInClassOfTeacher(
  values: FieldValues,
  employeeId: number | null,
): Promise<FieldValues> {
  const { form_class_id: formClassId, class_id: classId = null } = values;
  const isNamed = typeof formClassId === "string" && !UNSTORABLE_CHARACTERS.test(formClassId);
  if (!isNamed || (classId === null && employeeId === null)) return values;
  const term = await getCurrentTerm(noTransaction);
  const input = { employeeId: null, all: true, formClassId, academicYearId: term?.academic_year_id ?? 0 };
  const offered = await listClassesWithTeachers(input, noTransaction);
  const [held] =
    classId === null
      ? filterClassesOfTeacher(offered, employeeId)
      : offered.filter(({ class_id }) => class_id === classId);
  const { class_id: _, ...others } = values;
  // If the form class has only one class, no teacher is needed, because the class is found later. In a secondary
  // school, nobody may choose a teacher.
  return held && offered.length === 1 ? others : { ...values, class_id: held?.class_id ?? NO_CLASS };
}

/** An id that no class has, so that the rules refuse it like a class of another year. */
const NO_CLASS = -1;

/** Finds existing students who may be the same child; returns none for a name that cannot be stored. */
async function alikeStudents(values: FieldValues): Promise<SimilarStudent[]> {
  const called = toSimilaritySearch(values);
  return called ? (await findSimilarStudents([called])).flat() : [];
}

type Added = { ok: true; key: number; studentId: string } | { ok: false; refusals: RefusedFields[] };

/**
 * Adds a student and, if a class is given, registers the student in that class. If any part fails, nothing is stored.
 */
async function addStudent(person: Person, values: FieldValues): Promise<Added> {
  try {
    return await termTransaction(person, async (t) => {
      const { rules, term } = await readGeneralTabRules(NEW_STUDENT_RULES, t);
      const { wanted, refusals } = checkNewStudent(values, { rules, term });
      if (refusals.length > 0)
        return { ok: false, refusals: refusals.map((refusal) => ({ ...refusal, fields: [refusal.field] })) };
      return insert({ values: wanted, today: rules.today, term }, t);
    });
  } catch (error) {
    return { ok: false, refusals: [await toDuplicateIdRefusal(error, values)] };
  }
}

/** The values to insert. If they have no ID, the student gets the school's next ID. */
type Inserting = { values: FieldValues; today: string; term: CurrentTermRow | null };

async function insert({ values, today, term }: Inserting, t: TermTransaction): Promise<Added> {
  await requireUnusedStudentId(values, null, t);
  const { entry, statusId } = getEntryStatus(values, today);
  const columns = valuesToColumns(GENERAL_FIELDS, values);
  const studentId = values["student_id"] == null ? null : String(values["student_id"]);
  const made = await insertFree({ studentId, year: entry.slice(2, 4), statusId, columns }, t);
  const classId = values["class_id"] ?? null;
  if (term && classId !== null) {
    const { academic_term_id: academicTermId } = term;
    await registerStudent({ studentKey: made.id, academicTermId, classId: Number(classId) }, t);
  }
  return { ok: true, key: made.id, studentId: made.student_id };
}

/** The number of attempts to find an unused ID while several students are being added at once. */
const MOST_TRIES = 20;

/**
 * Inserts a student. If somebody else has used the generated ID at the same moment, tries the next ID.
 * @throws DuplicateId
 */
async function insertFree(student: Parameters<typeof insertStudent>[0], t: TermTransaction) {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const made = await insertStudent(student, t);
    if (made) return made;
    if (student.studentId !== null) break;
  }
  throw new DuplicateStudentIdError();
}
