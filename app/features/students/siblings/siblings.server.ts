import { z } from "zod";
import {
  formSucceeded,
  rejected,
  stale,
  checkVersion,
  type FormOutcome,
} from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE, rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import type { Visit } from "#access/session.server.ts";
import { getVisibleStudentTab, type VisibleStudent } from "#access/visible-student.server.ts";
import { getReadingScope } from "#access/visible.server.ts";
import { noTransaction, queryAll, transaction, type ReadTransaction, type Transaction } from "#db/index.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import { listStudentTabRows, logRecordViews, saveStudentTab } from "#db/queries/people/student-tabs.ts";
import {
  listFamilyCopies,
  insertFamilyCopy,
  listSiblings,
  markFamilyCopyUndone,
  saveUnrelatedStudents,
  type SiblingRow,
} from "#db/queries/people/students/siblings.ts";
import { formatTimeOrDateAndTime } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import { RELATIONSHIPS, type Relationship } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { studentTabFields, STUDENT_TAB_FIELDS } from "#fields/people/student.ts";
import { formatFieldValue, columnsToValues } from "#fields/record.ts";
import type { ColumnValue } from "#fields/value.ts";
import { phoneField } from "#fields/texts.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import { loadTabRules } from "../fields/fields.server.ts";
import { planFamilyCopy, type CopiedField, type FamilyCopyPlan, type FamilyData } from "./siblings.rules.ts";

const MOST_SIBLINGS = 6;
const DAY_MS = 24 * 60 * 60 * 1000;

type FamilyCopy = Awaited<ReturnType<typeof listFamilyCopies>>[number];
type FilledField = FamilyCopy["filled"][number];

export type SiblingsView = Awaited<ReturnType<typeof loadSiblings>>;
export type SiblingView = SiblingsView["siblings"][number];

/**
 * Lists students who may be brothers or sisters, as far as the person may read their records.
 * @throws notFound when the person may not read the student's family data
 */
export async function loadSiblings({ person, school }: Visit, studentKey: number) {
  const student = await familyVisibleTo(person, studentKey, noTransaction);
  const scope = { ...getReadingScope(person), studentKey, manages: student.manages, most: MOST_SIBLINGS };
  const [found, copies] = await queryAll(
    [() => listSiblings(scope, noTransaction), () => listFamilyCopies(studentKey, noTransaction)],
    noTransaction,
  );
  const siblings = found.map((sibling) => {
    const copy = copies.find(({ sibling_key }) => sibling_key === sibling.id);
    return siblingView(sibling, copy && isRecent(copy) ? copy : undefined, school.timeZone);
  });
  return { manages: student.manages, siblings };
}

/** Returns whether a copy can still be undone. As for an import or a merge, the limit is one day. */
function isRecent({ copied_at }: FamilyCopy): boolean {
  return now().getTime() - new Date(copied_at).getTime() < DAY_MS;
}

function siblingView(sibling: SiblingRow, copy: FamilyCopy | undefined, timeZone: string) {
  const { id, student_id, last_name, picture, label, names, phones, is_unrelated } = sibling;
  const shared = [...names, ...phones.map((number) => phoneField.words(number))];
  return {
    key: id,
    name: formatRegisterName(sibling),
    lastName: last_name,
    about: [student_id, label ?? "not in a class"].join(", "),
    picture: studentPictureUrl(picture, "small"),
    /** Names and numbers that appear in both families. */
    shared: shared.join(", "),
    isUnrelated: is_unrelated,
    copy: copy
      ? {
          id: copy.copy_id,
          at: formatTimeOrDateAndTime(copy.copied_at, { timeZone, now: now() }),
          count: formatCountOf(copy.filled.length, "field"),
        }
      : null,
  };
}

type Pair = { studentKey: number; siblingKey: number };

export type SiblingDialogView = Awaited<ReturnType<typeof loadSibling>>;

/**
 * Loads what a copy would fill in. The dialog shows both families, so reading both is logged.
 * @throws notFound
 */
export async function loadSibling(person: Person, pair: Pair) {
  const { student, sibling, plan, version, rules } = await judgeCopy(person, pair, noTransaction);
  const read = { accountId: person.accountId, studentKeys: [pair.studentKey, pair.siblingKey] };
  await transaction(person, (t) => logRecordViews({ ...read, records: ["family"] }, t));
  return {
    name: `${student.first_name} ${student.last_name}`,
    sibling: `${sibling.first_name} ${sibling.last_name}`,
    about: [sibling.student_id, sibling.label ?? "not in a class"].join(", "),
    version,
    groups: groupsOf(plan, rules),
    others: plan.others.map((relationship) => RELATIONSHIPS[relationship]),
  };
}

type Rules = Awaited<ReturnType<typeof loadTabRules>>;

/** Groups the fields to fill by relative, as text. */
function groupsOf({ fields }: FamilyCopyPlan, personal: Rules) {
  const groups = new Map<string, { title: string; value: string }[]>();
  for (const { record, row, name, value } of fields) {
    const definition = record === "personal" ? studentTabFields(personal) : STUDENT_TAB_FIELDS[record];
    const group = record === "family" ? capitalise(RELATIONSHIPS[row as Relationship]) : "Home";
    const line = {
      title: definition.get(name)?.title ?? name,
      value: formatFieldValue(definition, name, value),
    };
    groups.set(group, [...(groups.get(group) ?? []), line]);
  }
  return [...groups].map(([title, lines]) => ({ title, lines }));
}

export const SiblingFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("copy"),
    version: z.string(OUTDATED_FORM_MESSAGE).max(400, OUTDATED_FORM_MESSAGE),
  }),
  z.object({ intent: z.literal("undo"), copy: rowIdSchema }),
  z.object({ intent: z.literal("unrelated") }),
  z.object({ intent: z.literal("related") }),
]);
export type SiblingInput = z.input<typeof SiblingFormSchema>;

const CHANGED = "One of the records was changed while you had them open. Check the details, then try again.";
const NOTHING =
  "Nothing was copied, because the other record has nothing for the fields that are empty here.";

type SubmittedChange = Pair & { input: z.output<typeof SiblingFormSchema>; to: string };

/** Copies family data, undoes a copy, or stores whether the two students are related. @throws notFound */
export function changeSiblingRelation(
  person: Person,
  { input, to, ...pair }: SubmittedChange,
): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    // The students are locked in a fixed order. Two people who copy in opposite directions then wait for each other
    // instead of deadlocking.
    for (const id of [pair.studentKey, pair.siblingKey].toSorted((one, other) => one - other))
      await lockRecord({ kind: "student", id }, t);
    switch (input.intent) {
      case "copy":
        return copyFamily(person, { ...pair, version: input.version, to }, t);
      case "undo":
        return undoCopy(person, { ...pair, copyId: input.copy, to }, t);
      default: {
        const { sibling } = await managedPair(person, pair, t);
        const isUnrelated = input.intent === "unrelated";
        await saveUnrelatedStudents({ ...pair, isUnrelated, saidBy: person.accountId }, t);
        const words = isUnrelated ? "not related" : "related";
        return formSucceeded(to, `${sibling.first_name} ${sibling.last_name} is marked as ${words}`);
      }
    }
  });
}

async function copyFamily(
  person: Person,
  { version, to, ...pair }: Pair & { version: string; to: string },
  t: Transaction,
): Promise<FormOutcome> {
  const judged = await judgeCopy(person, pair, t);
  checkVersion({ opened: version, current: judged.version }, CHANGED);
  const { fields } = judged.plan;
  if (fields.length === 0) return rejected(NOTHING);
  const filled = fields.flatMap((field) => filledField(field));
  await write(pair.studentKey, filled, t);
  await insertFamilyCopy({ ...pair, copiedBy: person.accountId, filled }, t);
  const { first_name, last_name } = judged.sibling;
  return formSucceeded(to, `Family details copied from ${first_name} ${last_name}`);
}

function filledField({ record, row, name: column, value }: CopiedField): FilledField[] {
  const stored = STUDENT_TAB_FIELDS[record].get(column)?.kind.toColumn(value) ?? null;
  return stored === null ? [] : [{ record, row, column, value: stored }];
}

/** Clears the fields that still have the copied value. A value changed since stays. */
async function undoCopy(
  person: Person,
  { copyId, to, ...pair }: Pair & { copyId: number; to: string },
  t: Transaction,
): Promise<FormOutcome> {
  await managedPair(person, pair, t);
  const copies = await listFamilyCopies(pair.studentKey, t);
  const copy = copies.find(
    ({ copy_id, sibling_key }) => copy_id === copyId && sibling_key === pair.siblingKey,
  );
  if (!copy || !isRecent(copy) || !(await markFamilyCopyUndone({ copyId, undoneBy: person.accountId }, t)))
    return stale("This copy was already undone or is too old. You can still change each field.");
  const stored = await readRows(pair.studentKey, t);
  const isUnchanged = ({ record, row, column, value }: FilledField) =>
    stored.get(`${record} ${row}`)?.[column] === value;
  const cleared = copy.filled.filter(isUnchanged);
  await write(
    pair.studentKey,
    cleared.map(({ value: _, ...field }) => ({
      ...field,
      value: STUDENT_TAB_FIELDS[field.record].get(field.column)?.kind.toColumn(null) ?? null,
    })),
    t,
  );
  const kept = copy.filled.length - cleared.length;
  const [were, have] = kept === 1 ? ["was", "it has"] : ["were", "they have"];
  const stays =
    kept === 0 ? "" : `; ${formatCountOf(kept, "field")} ${were} kept because ${have} been changed since`;
  return formSucceeded(to, `The copied family details were removed${stays}`);
}

type WrittenField = Omit<FilledField, "value"> & { value: ColumnValue };

/** Writes the fields of each row in one statement. */
async function write(studentKey: number, fields: readonly WrittenField[], t: Transaction): Promise<void> {
  const rows = new Map<
    string,
    { tab: FilledField["record"]; row: number; columns: Record<string, ColumnValue> }
  >();
  for (const { record, row, column, value } of fields) {
    const key = `${record} ${row}`;
    const written = rows.get(key) ?? { tab: record, row, columns: {} };
    rows.set(key, { ...written, columns: { ...written.columns, [column]: value } });
  }
  for (const written of rows.values()) await saveStudentTab({ studentKey, ...written }, t);
}

/** Finds both students. @throws notFound unless the person manages both students and may read their family data */
async function managedPair(
  person: Person,
  { studentKey, siblingKey }: Pair,
  t: ReadTransaction,
): Promise<{ student: VisibleStudent; sibling: VisibleStudent }> {
  if (studentKey === siblingKey) throw notFound("Choose the record of a brother or sister.");
  const student = await familyVisibleTo(person, studentKey, t);
  const sibling = await familyVisibleTo(person, siblingKey, t);
  if (!student.manages || !sibling.manages)
    throw notFound("You cannot change this student’s record. Choose another student.");
  return { student, sibling };
}

function familyVisibleTo(person: Person, studentKey: number, t: ReadTransaction): Promise<VisibleStudent> {
  return getVisibleStudentTab(person, { studentKey, tab: "family" }, t);
}

async function judgeCopy(person: Person, pair: Pair, t: ReadTransaction) {
  const { student, sibling } = await managedPair(person, pair, t);
  const [own, theirs] = [await readRows(pair.studentKey, t), await readRows(pair.siblingKey, t)];
  const version = [own, theirs]
    .map((rows) => [...rows.values()].map((row) => row.version).join("."))
    .join("-");
  const plan = planFamilyCopy(familyData(own), familyData(theirs));
  return { student, sibling, plan, version, rules: await loadTabRules("personal", t) };
}

type StoredRows = ReadonlyMap<string, Record<string, ColumnValue> & { version: number }>;

/** Reads the rows of a student from which values may be copied, by record and relationship. */
async function readRows(studentKey: number, t: ReadTransaction): Promise<StoredRows> {
  const read = (tab: FilledField["record"]) => listStudentTabRows({ studentKey, tab }, t);
  const [family, home, personal] = await queryAll(
    [() => read("family"), () => read("home"), () => read("personal")],
    t,
  );
  return new Map([
    ...family.map((row) => [`family ${row.row}`, row] as const),
    ...home.map((row) => ["home 0", row] as const),
    ...personal.map((row) => ["personal 0", row] as const),
  ]);
}

function familyData(rows: StoredRows): FamilyData {
  const values = (record: FilledField["record"], row: number) =>
    columnsToValues(STUDENT_TAB_FIELDS[record], rows.get(`${record} ${row}`) ?? {});
  return {
    family: {
      1: values("family", 1),
      2: values("family", 2),
      3: values("family", 3),
      4: values("family", 4),
    },
    home: values("home", 0),
    personal: values("personal", 0),
  };
}
