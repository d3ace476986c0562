import { z } from "zod";
import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { versionFieldSchema } from "#access/forms/form-values.schema.server.ts";
import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { getVisibleStudent, type VisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction, queryAll, transaction, type ReadTransaction } from "#db/index.ts";
import { hasUnlistedClasses, listClassesOfYear } from "#db/queries/class-teachers.ts";
import { listHouseRows } from "#db/queries/people/groups.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import {
  listGeneralTabChanges,
  findGeneralTab,
  saveGeneralTab,
  saveSerialNumberLock,
  type GeneralTabRow,
} from "#db/queries/people/students/general.ts";
import {
  findStudentWithValue,
  lockStudentId,
  findDuplicateColumn,
  registerStudent,
  unregisterStudentFromTerm,
} from "#db/queries/people/students/new-student.ts";
import { findStudentKeyById } from "#db/queries/subjects/assignments.ts";
import { getSchoolAndTerm, type CurrentTermRow } from "#db/queries/school.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { joinTeacherNames } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import {
  CLASS_FIELD_GROUP,
  GENERAL_FIELDS,
  generalFields,
  withClassFilledIn,
  type GeneralTabInput,
} from "#fields/people/student-general.ts";
import { columnsToValues, valuesToColumns, type RecordFields } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { today } from "#runtime/clock.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { joinReasons, type RefusedFields } from "#saving/protocol/protocol.ts";
import { parsePostedRecord, parseRecordName, type PostedRow } from "#saving/server/posted-rows.server.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import { saveRowFromApi, type RecordSaveResult } from "#saving/server/save-record.server.ts";
import type { RecordRow, SaveDefinition } from "#saving/server/saved-screen.server.ts";
import { offersAllClasses } from "../record/record.ts";
import { findClassRefusal, describeValueTaken } from "./general.rules.ts";

export type GeneralTabKey = {
  studentKey: number;
  /** True if, in a school with too many classes for a list, the student's own class is enough. */
  isOwnClassEnough?: boolean;
};

/** The General tab of a record that the person may see. */
export type VisibleGeneralTab = {
  student: VisibleStudent;
  rules: GeneralTabInput;
  fields: RecordFields;
  term: CurrentTermRow | null;
  /** The stored row; null if the student no longer exists. */
  record: GeneralTabRow | null;
  /** Whether the student has marks or a report in the current term, and therefore needs a class. */
  hasEntries: boolean;
};

/** Defines how the General tab is saved: all fields or none. */
const SAVED_GENERAL: SaveDefinition<GeneralTabKey, VisibleGeneralTab, RecordRow> = {
  begin: termTransaction,
  isWhole: true,
  find: async (person, { studentKey, isOwnClassEnough = false }, t) => {
    const student = await getVisibleStudent(person, studentKey, t);
    const [record, lists] = await queryAll(
      [
        () => findGeneralTab(studentKey, t),
        () => readGeneralTabLists(t, isOwnClassEnough ? studentKey : null),
      ],
      t,
    );
    const isSerialLocked = record?.serial_locked ?? true;
    const isIdClosed = !hasPermission(person, "admin");
    const rules = { ...lists.rules, isSerialLocked, isIdClosed };
    const hasEntries = record?.has_entries ?? false;
    return { student, record, rules, fields: generalFields(rules), term: lists.term, hasEntries };
  },
  closed: ({ student }) =>
    student.manages ? null : { why: "not-yours", words: "only the school office can change student records" },
  fields: ({ fields }) => fields,
  atomicGroups: () => CLASS_FIELD_GROUP,
  lock: ({ student: { id } }, _rows, t) => lockRecord({ kind: "student", id }, t),
  read: async ({ student }, _rows, t) => {
    const found = await findGeneralTab(student.id, t);
    return new Map(found ? [[String(student.id), toRecordRow(found)]] : []);
  },
  valuesOf: ({ fields }, { columns }) => columnsToValues(fields, columns),
  history: async ({ student, rules }, bases, t) => {
    const base = bases.get(student.id);
    if (base === undefined) return [];
    const changes = await listGeneralTabChanges({ studentKey: student.id, base }, t);
    return changes.map((change) => ({
      ...change,
      old_values: withFormClass(change.old_values, rules),
      new_values: withFormClass(change.new_values, rules),
    }));
  },
  rules: ({ rules }) => ({
    normalise: (values) => withClassFilledIn(rules, values),
    countedAs: () => "saved",
  }),
  refusal: ({ changes, values }, target) => findClassRefusal({ changes, values }, target),
  store: async (target, writes, t) => {
    for (const { values, stored } of writes) {
      const before = columnsToValues(target.fields, stored.columns);
      if (values["student_id"] !== before["student_id"])
        await requireUnusedStudentId(values, target.student.id, t);
      await storeClass(target, { before, values }, t);
      await saveGeneralTab(
        { studentKey: target.student.id, columns: valuesToColumns(GENERAL_FIELDS, values) },
        t,
      );
    }
  },
  words: {
    notFound: "This student’s record no longer exists, or you cannot open it. Choose another student.",
    noRow: "no longer a student",
    noField: "General Info has no field with this name",
  },
};

function toRecordRow({
  version,
  serial_locked: _,
  has_entries: _entries,
  ...columns
}: GeneralTabRow): RecordRow {
  return { version, columns };
}

/** Loads the lists for General: the school's houses, and the classes of the current year with their teachers. */
export async function readGeneralTabRules(
  locks: Pick<GeneralTabInput, "isSerialLocked" | "isIdClosed">,
  t: ReadTransaction,
): Promise<{ rules: GeneralTabInput; term: CurrentTermRow | null }> {
  const { rules, term } = await readGeneralTabLists(t);
  return { rules: { ...rules, ...locks }, term };
}

type GeneralTabLists = {
  rules: Omit<GeneralTabInput, "isSerialLocked" | "isIdClosed">;
  term: CurrentTermRow | null;
};

async function readGeneralTabLists(
  t: ReadTransaction,
  studentKey: number | null = null,
): Promise<GeneralTabLists> {
  const [{ school, term }, listed] = await queryAll([() => getSchoolAndTerm(t), () => listHouseRows(t)], t);
  const taught = term && (await listClassesOfYear(term.academic_year_id, t, studentKey));
  const day = today(school.time_zone);
  const rules = {
    flavour: school.flavour,
    today: day,
    houses: listed,
    lastEntry: endOfNextYear(day),
    classes: (taught ?? []).map(({ class_id, form_class_id, label, teachers }) => ({
      class_id,
      form_class_id,
      teachers: joinTeacherNames(teachers) || label,
    })),
  };
  return { rules, term };
}

/** Returns the latest entry date of a new student, which is the end of the next calendar year. */
function endOfNextYear(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}-12-31`;
}

type Held = Readonly<Record<string, unknown>> | null;

/** Adds the form class to an audit entry, which has only the class. */
function withFormClass<Entry extends Held>(entry: Entry, { classes }: GeneralTabInput): Entry {
  if (entry === null || !("class_id" in entry)) return entry;
  const held = classes.find(({ class_id }) => class_id === entry.class_id);
  return { ...entry, form_class_id: held?.form_class_id ?? null };
}

async function storeClass(
  { student, term }: VisibleGeneralTab,
  { before, values }: { before: FieldValues; values: FieldValues },
  t: TermTransaction,
): Promise<void> {
  const classId = values["class_id"] ?? null;
  if (!term || classId === (before["class_id"] ?? null)) return;
  const key = { studentKey: student.id, academicTermId: term.academic_term_id };
  if (classId === null) await unregisterStudentFromTerm(key, t);
  else await registerStudent({ ...key, classId: Number(classId) }, t);
}

/**
 * Another student has the same ID. Either two saves used the ID at the same moment, or the IDs differ only in capitals,
 * which the database's constraint does not notice.
 */
export class DuplicateStudentIdError extends Error {}

/** Checks that no other student has the ID. For a new student `key` is null. @throws DuplicateId */
export async function requireUnusedStudentId(
  values: FieldValues,
  key: number | null,
  t: TermTransaction,
): Promise<void> {
  const value = values["student_id"] ?? null;
  if (value === null) return;
  await lockStudentId(String(value), t);
  const holder = await findStudentWithValue({ column: "student_id", value: String(value) }, t);
  if (holder && holder.id !== key) throw new DuplicateStudentIdError();
}

/**
 * Converts a database error into a refusal if another student has the unique value.
 * @throws the original error if it has another cause
 */
export async function toDuplicateIdRefusal(error: unknown, values: FieldValues): Promise<RefusedFields> {
  const column = error instanceof DuplicateStudentIdError ? "student_id" : findDuplicateColumn(error);
  if (column === null) throw error;
  const holder = await findStudentWithValue({ column, value: String(values[column] ?? "") }, noTransaction);
  const reason = holder ? describeValueTaken(holder) : "already used by another student";
  return { reason, field: column, fields: [column] };
}

/**
 * Reads General as stored, with the data that decides who may change it.
 * @throws notFound
 */
export async function readGeneralTab(person: Person, key: GeneralTabKey, t: ReadTransaction = noTransaction) {
  const found = await SAVED_GENERAL.find(person, key, t);
  if (!found.record) throw notFound(SAVED_GENERAL.words.notFound);
  const stored = toRecordRow(found.record);
  return { ...found, row: String(key.studentKey), stored, values: SAVED_GENERAL.valuesOf(found, stored) };
}

export type LoadedGeneralTab = Awaited<ReturnType<typeof readGeneralTab>>;

export type GeneralTabView = Awaited<ReturnType<typeof loadGeneralTab>>;

/**
 * Loads the tab for its page. A very large school offers only the student's own class until somebody asks for all.
 * @throws notFound
 */
export async function loadGeneralTab(
  { person, school }: Visit,
  { studentKey, query }: { studentKey: number; query: URLSearchParams },
) {
  const isOwnClassEnough = !offersAllClasses(query);
  const read = await readGeneralTab(person, { studentKey, isOwnClassEnough });
  const { rules, term } = read;
  return {
    rules,
    isOwnClassOnly:
      isOwnClassEnough && (await hasUnlistedClasses(rules.classes, term?.academic_year_id, noTransaction)),
    row: { row: read.row, version: read.stored.version, values: read.values },
    /** The reason why the tab is read-only; null if it can be edited. */
    closed: SAVED_GENERAL.closed(read)?.words ?? null,
    timeZone: school.timeZone,
  };
}

/**
 * Saves all fields of General, or none, when Update Student is pressed.
 * @throws notFound, or badRequest for another form
 */
export async function saveGeneralTabForm(person: Person, key: GeneralTabKey, form: FormData) {
  const read = await readGeneralTab(person, key);
  const posted =
    parseRecordName(form) === "general" ? parsePostedRecord(read.row, form, read.fields.keys()) : null;
  if (!posted) throw badRequest();
  const { status, outcome } = await saveGeneral(person, read, posted);
  const after = status === 200 ? await readGeneralTab(person, key) : null;
  const stored = after && { row: read.row, version: after.stored.version, values: after.values };
  return { status, sent: { tab: "general" as const, outcome, stored } };
}

/** Saves the submitted fields of General, unless the record has changed since the form was loaded. */
async function saveGeneral(person: Person, { row, fields, student }: LoadedGeneralTab, posted: PostedRow) {
  const key = { studentKey: student.id };
  const { status, outcomes } = await savePostedForm(SAVED_GENERAL, { person, key }, [posted]).catch(
    async (error: unknown): ReturnType<typeof savePostedForm> => {
      const typed = Object.fromEntries(
        [...posted.texts].map(([name, text]) => [name, fields.get(name)?.kind.posted(text) ?? null]),
      );
      const refusal = await toDuplicateIdRefusal(error, typed);
      return { status: 422, outcomes: { [row]: { state: "refused", refusals: [refusal], typed } } };
    },
  );
  return { status, outcome: outcomes[row] ?? null };
}

type GeneralCall = {
  studentId: string;
  valuesFor: (fields: RecordFields) => FieldValues | Promise<FieldValues>;
  version: number | null;
  saveId: string | null;
};

/** Saves General of the student with this public ID. Fields that are left out are not changed. @throws notFound */
export async function saveGeneralTabFromApi(
  person: Person,
  { studentId, valuesFor, version, saveId }: GeneralCall,
): Promise<RecordSaveResult> {
  const read = await readGeneralTabById(person, studentId);
  const values = await valuesFor(read.fields);
  const found = {
    person,
    key: { studentKey: read.student.id },
    target: read,
    row: read.row,
    stored: read.stored,
  };
  return saveRowFromApi(SAVED_GENERAL, found, { values, version, saveId }).catch(
    async (error: unknown): Promise<RecordSaveResult> => {
      const refusals = [await toDuplicateIdRefusal(error, values)];
      const stored = { version: read.stored.version, values: read.values };
      const result = { outcome: "refused" as const, row: read.row, refusals, stored };
      return { outcome: "unsaved", result, wanted: values };
    },
  );
}

/** Loads General of the student with this public ID, for an API call. @throws notFound */
export async function readGeneralTabById(person: Person, studentId: string): Promise<LoadedGeneralTab> {
  const studentKey = await findStudentKeyById(studentId, noTransaction);
  if (studentKey === null) throw notFound(SAVED_GENERAL.words.notFound);
  return readGeneralTab(person, { studentKey });
}

export const SerialLockFormSchema = z.object({ lock: z.enum(["open", "closed"]) });

type SerialLock = { studentKey: number; input: z.output<typeof SerialLockFormSchema>; record: string };

/**
 * Unlocks or locks the serial number. While it is unlocked, people who manage students can change the number.
 * @throws notFound
 */
export function setSerialLock(person: Person, { studentKey, input, record }: SerialLock) {
  const isLocked = input.lock === "closed";
  return transaction(person, async (t) => {
    const { id } = await getVisibleStudent(person, studentKey, t);
    await lockRecord({ kind: "student", id }, t);
    await saveSerialNumberLock({ studentKey, isLocked }, t);
    return formSucceeded(record, `Serial number ${isLocked ? "locked" : "unlocked"}`);
  });
}

export type StudentIdView = Awaited<ReturnType<typeof loadStudentId>>;

/** Loads the public ID with the record's version, which the change of the ID must send. @throws notFound */
export async function loadStudentId(person: Person, key: GeneralTabKey) {
  const { student, stored } = await readGeneralTab(person, key);
  const { first_name, last_name, student_id: studentId } = student;
  return { name: `${first_name} ${last_name}`, studentId, version: stored.version };
}

export type StudentIdInput = z.input<typeof StudentIdFormSchema>;

/** `base` is the old name of `version`. Pages that were loaded before an update still send it. */
export const StudentIdFormSchema = z.object({
  version: versionFieldSchema.optional(),
  base: versionFieldSchema.optional(),
  student_id: z.string().default(""),
});

type Submitted = GeneralTabKey & { input: z.output<typeof StudentIdFormSchema>; record: string };

/**
 * Changes the public ID by the rules of General, so that the change is validated and recorded like any other field.
 * @throws notFound
 */
export async function changeStudentId(
  person: Person,
  { studentKey, input, record }: Submitted,
): Promise<FormOutcome> {
  const base = input.version ?? input.base;
  if (base === undefined) throw badRequest();
  const read = await readGeneralTab(person, { studentKey });
  const texts = new Map([["student_id", input.student_id]]);
  const { outcome } = await saveGeneral(person, read, { row: read.row, base, texts });
  const { student, stored } = await readGeneralTab(person, { studentKey });
  switch (outcome?.state) {
    case "refused":
      return rejected({ student_id: joinReasons(outcome.refusals) });
    case "changed":
      return stale({ student_id: changedWords(outcome.by, student.student_id) }, stored.version);
    default:
      return formSucceeded(record, `Student ID changed to ${student.student_id}`);
  }
}

function changedWords(by: string, studentId: string): string {
  return `${by} changed the ID to ${studentId} while you had it open. Press Change ID again to use your version instead.`;
}
