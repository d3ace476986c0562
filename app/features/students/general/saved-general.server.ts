import { holds } from "#access/permissions.ts";
import { studentVisibleTo, type VisibleStudent } from "#access/visible-student.server.ts";
import { queryAll, type Reading } from "#db/index.ts";
import { classesOfYear } from "#db/queries/class-teachers.ts";
import { houses } from "#db/queries/people/groups.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import { hasEntries, register, unregister } from "#db/queries/people/students/registration.ts";
import { generalChanges, generalRecord, storeGeneral } from "#db/queries/people/students/general.ts";
import { currentTerm, theSchool, type CurrentTermRow } from "#db/queries/school.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { joinedNames } from "#domain/names.ts";
import {
  CLASS_GROUP,
  GENERAL_FIELDS,
  generalFields,
  withClass,
  type GeneralRules,
} from "#fields/people/student-general.ts";
import { fromColumns, toColumns, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { today } from "#runtime/clock.ts";
import type { RecordRow } from "#saving/server/saved-record.server.ts";
import type { SavedScreen } from "#saving/server/saved-screen.server.ts";
import { classRefusal } from "./class.rules.ts";

export type GeneralKey = { studentKey: number };

/** General of somebody's record, as far as it may be seen. */
export type FoundGeneral = {
  student: VisibleStudent;
  rules: GeneralRules;
  fields: RecordFields;
  term: CurrentTermRow | null;
  /** Something was entered for the student in the current term: they stay in a class. */
  hasEntries: boolean;
};

/** General Info is saved as a form, whole or not at all (A5). */
export const SAVED_GENERAL: SavedScreen<GeneralKey, FoundGeneral, RecordRow> = {
  begin: termTransaction,
  isWhole: true,
  find: async (person, { studentKey }, t) => {
    const student = await studentVisibleTo(person, studentKey, t);
    const record = await generalRecord(studentKey, t);
    const isSerialLocked = record?.serial_locked ?? true;
    const isIdClosed = !holds(person, "admin");
    const { rules, term } = await readRules({ isSerialLocked, isIdClosed }, t);
    const entered = term && (await hasEntries({ studentKey, academicTermId: term.academic_term_id }, t));
    return { student, rules, fields: generalFields(rules), term, hasEntries: entered ?? false };
  },
  closed: ({ student }) =>
    student.manages ? null : { why: "not-yours", words: "student records are kept by the office" },
  fields: ({ fields }) => fields,
  atomicGroups: () => CLASS_GROUP,
  lock: ({ student: { id } }, _rows, t) => lockRecord({ kind: "student", id }, t),
  read: async ({ student }, _rows, t) => {
    const found = await generalRecord(student.id, t);
    if (!found) return new Map();
    const { version, serial_locked: _, ...columns } = found;
    return new Map([[String(student.id), { version, columns }]]);
  },
  valuesOf: ({ fields }, { columns }) => fromColumns(fields, columns),
  history: async ({ student, rules }, bases, t) => {
    const base = bases.get(student.id);
    if (base === undefined) return [];
    const changes = await generalChanges({ studentKey: student.id, base }, t);
    return changes.map((change) => ({
      ...change,
      old_values: withFormClass(change.old_values, rules),
      new_values: withFormClass(change.new_values, rules),
    }));
  },
  rules: ({ rules }) => ({
    normalise: (values) => withClass(rules, values),
    countedAs: () => "saved",
  }),
  refusal: ({ changes, values }, target) => classRefusal({ changes, values }, target),
  store: async (target, writes, t) => {
    for (const { values, stored } of writes) {
      const before = fromColumns(target.fields, stored.columns);
      await storeClass(target, { before, values }, t);
      await storeGeneral({ studentKey: target.student.id, columns: toColumns(GENERAL_FIELDS, values) }, t);
    }
  },
  words: {
    notFound: "There is no such student, or the record is not yours to see.",
    noRow: "no longer a student",
    noField: "General has no such field",
  },
};

/** What General takes: the school's houses, and the classes of the current year with who has them. */
export async function readRules(
  locks: Pick<GeneralRules, "isSerialLocked" | "isIdClosed">,
  t: Reading,
): Promise<{ rules: GeneralRules; term: CurrentTermRow | null }> {
  const [school, term, listed] = await queryAll(
    [() => theSchool(t), () => currentTerm(t), () => houses(t)],
    t,
  );
  const taught = term && (await classesOfYear(term.academic_year_id, t));
  const day = today(school.time_zone);
  const rules = {
    flavour: school.flavour,
    today: day,
    houses: listed,
    ...locks,
    lastEntry: endOfNextYear(day),
    classes: (taught ?? []).map(({ class_id, form_class_id, label, teachers }) => ({
      class_id,
      form_class_id,
      teachers: joinedNames(teachers) || label,
    })),
  };
  return { rules, term };
}

/** Who is written down now enters in the next school year at the latest. */
function endOfNextYear(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}-12-31`;
}

type Held = Readonly<Record<string, unknown>> | null;

/** An entry of the trail names the class alone; its form class changed with it. */
function withFormClass<Entry extends Held>(entry: Entry, { classes }: GeneralRules): Entry {
  if (entry === null || !("class_id" in entry)) return entry;
  const held = classes.find(({ class_id }) => class_id === entry.class_id);
  return { ...entry, form_class_id: held?.form_class_id ?? null };
}

async function storeClass(
  { student, term }: FoundGeneral,
  { before, values }: { before: Values; values: Values },
  t: TermTransaction,
): Promise<void> {
  const classId = values["class_id"] ?? null;
  if (!term || classId === (before["class_id"] ?? null)) return;
  const key = { studentKey: student.id, academicTermId: term.academic_term_id };
  if (classId === null) await unregister(key, t);
  else await register({ ...key, classId: Number(classId) }, t);
}
