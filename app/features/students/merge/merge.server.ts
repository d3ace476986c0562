import { createHash } from "node:crypto";
import { z } from "zod";
import { formSucceeded, rejected, checkVersion, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { getVisibleStudent } from "#access/visible-student.server.ts";
import { setSaveId, noTransaction, queryAll, transaction, type ReadTransaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import {
  insertSnapshotRows,
  updateSnapshotRows,
  clearUniqueStudentValues,
  deleteSnapshotRows,
  readStudentSnapshot,
  type StudentRowSnapshot,
  type SnapshotRow,
} from "#db/queries/people/merges/images.ts";
import { insertMerge, saveMergeSnapshots } from "#db/queries/people/merges/merges.ts";
import { STUDENT_TABLES } from "#db/queries/people/merges/tables.ts";
import { listComparedStudents, type ComparedStudent } from "#db/queries/people/students/alike.ts";
import { listStudentStatuses } from "#db/queries/people/student-list.ts";
import { logRecordViews, saveStudentTab } from "#db/queries/people/student-tabs.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { formatDate } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { PATHS, studentPictureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { STUDENT_MERGED } from "#domain/people/students.ts";
import { itemNotFound, notFound } from "#runtime/errors.ts";
import { loadTabRules } from "../fields/fields.server.ts";
import { readGeneralTabRules } from "../general/general.server.ts";
import {
  compareFieldsOfRecords,
  type MergeFieldDifference,
  type MergeFieldGroup,
  type MergeFieldRules,
} from "./field-groups.server.ts";
import {
  planMergeOfSlots,
  type ChosenMergeSides,
  type MergeKeys,
  type MergeSide,
  type MergeTablePlan,
  describeMergeConflict,
  loadRowNames,
} from "./slots.server.ts";
import { formatRowCount } from "./table-words.ts";

export type MergeView = Awaited<ReturnType<typeof loadMerge>>;

/** A difference between two records. One of the two values must be chosen. */
export type MergeChoice = {
  name: string;
  title: string;
  kept: string;
  merged: string;
  /** The suggested side, or null if both records have a value, because a person must then decide. */
  chosen: MergeSide | null;
};

/** The choices of a tab or term, and the number of equal fields. */
export type MergeChoices = { title: string; same: number | null; choices: MergeChoice[] };

export type ComparedStudentView = ReturnType<typeof toComparedStudentView>;

/**
 * Loads what a merge would do, before anything is chosen. The page shows medical and family data, so reading both
 * records is logged.
 * @throws notFound
 */
export async function loadMerge(person: Person, keys: MergeKeys) {
  const judged = await judgeMerge(person, { keys, chosen: new Map(), locked: false }, noTransaction);
  const read = { accountId: person.accountId, studentKeys: [keys.kept, keys.merged] };
  await transaction(person, (t) => logRecordViews({ ...read, records: ["medical", "family"] }, t));
  const { kept, merged } = await describeBoth(keys, noTransaction);
  const { version, groups, slots } = judged;
  return {
    version,
    kept: toComparedStudentView(kept),
    merged: toComparedStudentView(merged),
    contradictions: await contradictionsIn(judged, keys, noTransaction),
    fields: groups.filter(({ differences }) => differences.length > 0).map(fieldChoices),
    /** The rows that are moved unchanged, such as `24 marks`. */
    moves: slots.flatMap(({ table, moved }) => formatRowCount(table, moved.length)),
  };
}

async function describeBoth(keys: MergeKeys, t: ReadTransaction) {
  const described = await listComparedStudents([keys.kept, keys.merged], t);
  const [kept, merged] = [keys.kept, keys.merged].map((key) => described.find(({ id }) => id === key));
  if (!kept || !merged) throw new Error("a student who is merged is not there");
  return { kept, merged };
}

/** Describes a student, such as `SR-20002, Std 4 R, born 4 May 2016`. */
export function toComparedStudentView(student: ComparedStudent) {
  const { id, student_id, label, date_of_birth: born, last_name, status, picture } = student;
  const place = label ?? (status === "Current" ? "not in a class" : status);
  return {
    key: id,
    name: formatRegisterName(student),
    lastName: last_name,
    studentId: student_id,
    about: [student_id, place, born ? `born ${formatDate(born)}` : "date of birth not known"].join(", "),
    picture: studentPictureUrl(picture, "small"),
  };
}

function fieldChoices({ title, same, differences }: MergeFieldGroup): MergeChoices {
  const choices = differences.map(({ name, title: field, kept, merged, chosen }) => {
    return { name, title: field, kept, merged, chosen };
  });
  return { title, same, choices };
}

/** Lists the contradictions by term, oldest first. Nothing is preselected, because a person must decide. */
async function contradictionsIn(
  { image, slots }: Judged,
  keys: MergeKeys,
  t: ReadTransaction,
): Promise<MergeChoices[]> {
  const { kept, merged } = await describeBoth(keys, t);
  const words = {
    names: await loadRowNames(image, t),
    ids: { kept: kept.student_id, merged: merged.student_id },
  };
  const groups = new Map<string, MergeChoice[]>();
  for (const contradiction of slots.flatMap(({ contradictions }) => contradictions)) {
    const { group, ...said } = describeMergeConflict(contradiction, words);
    const choice = { name: contradiction.name, chosen: null, ...said };
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([title, choices]) => ({ title, same: null, choices }));
}

export type MergeInput = z.input<typeof MergeFormSchema>;

/**
 * The form sends the version of the records that it showed, and a field for each choice. `base` is the old name of
 * `version`; pages that were loaded before an update still send it.
 */
export const MergeFormSchema = z
  .object({ version: z.string().default(""), base: z.string().default("") })
  .catchall(z.string());

const CHANGED = "One of the records was changed while you had them open. Check both records, then try again.";
const UNDECIDED = "Some details differ between the records. Choose which value to keep for each detail.";

type Submitted = { keys: MergeKeys; input: z.output<typeof MergeFormSchema>; address: string };

/**
 * Merges two records. The remaining record gets the chosen values and everything that belonged to the other record.
 * Refuses if a record has changed since it was shown, or if a contradiction is undecided.
 * @throws notFound
 */
export function mergeStudents(
  person: Person,
  { keys, input: { version, base, ...choices }, address }: Submitted,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    const judged = await judgeMerge(person, { keys, chosen: chosenIn(choices), locked: true }, t);
    checkVersion({ opened: version || base, current: judged.version }, CHANGED);
    if (judged.slots.some(({ open }) => open.length > 0))
      return rejected({ "": UNDECIDED, ...(await undecidedIn(judged, keys, t)) });
    await merge(judged, { keys, mergedBy: person.accountId }, t);
    const [kept, merged] = [studentIn(judged.image, keys.kept), studentIn(judged.image, keys.merged)];
    const detail = `${String(merged["student_id"])} into ${String(kept["student_id"])}`;
    await recordSecurityEvent({ kind: "students-merged", accountId: person.accountId, address, detail }, t);
    const name = `${String(kept["first_name"])} ${String(kept["last_name"])}`;
    return formSucceeded(PATHS.duplicates, `The records of ${name} were merged`);
  });
}

function chosenIn(choices: Readonly<Record<string, string>>): ChosenMergeSides {
  const isSide = (text: string): text is MergeSide => text === "kept" || text === "merged";
  return new Map(Object.entries(choices).flatMap(([name, text]) => (isSide(text) ? [[name, text]] : [])));
}

/** Returns an error for each undecided choice, by field name. */
async function undecidedIn(
  judged: Judged,
  keys: MergeKeys,
  t: ReadTransaction,
): Promise<Record<string, string>> {
  const open = new Set(judged.slots.flatMap((plan) => plan.open));
  const contradictions = await contradictionsIn(judged, keys, t);
  const titles = contradictions.flatMap(({ title: group, choices }) =>
    choices.map(({ name, title }) => [name, `${group}: ${title}`] as const),
  );
  return Object.fromEntries(titles.filter(([name]) => open.has(name)));
}

/** The plan of a merge: both records, and the decisions made so far. */
type Judged = {
  image: StudentRowSnapshot;
  version: string;
  groups: MergeFieldGroup[];
  slots: MergeTablePlan[];
};

/**
 * Loads both records and plans the merge.
 * @throws notFound if the person may not manage one of the records
 */
async function judgeMerge(
  person: Person,
  { keys, chosen, locked }: { keys: MergeKeys; chosen: ChosenMergeSides; locked: boolean },
  t: ReadTransaction,
): Promise<Judged> {
  await mayMerge(person, keys, t);
  const image = await readStudentSnapshot({ keys: [keys.kept, keys.merged], locked }, t);
  const groups = compareFieldsOfRecords(image, { keys, chosen, rules: await readFieldRules(t) });
  return { image, version: fingerprintOf(image), groups, slots: planMergeOfSlots(image, keys, chosen) };
}

async function mayMerge(person: Person, { kept, merged }: MergeKeys, t: ReadTransaction): Promise<void> {
  if (kept === merged)
    throw notFound("You cannot merge a record with itself. Choose two different students.");
  for (const studentKey of [kept, merged]) {
    const { manages } = await getVisibleStudent(person, studentKey, t);
    if (!manages) throw itemNotFound("student’s record", "student");
  }
}

/** Returns a hash of both records, so that a change to either can be detected. */
function fingerprintOf(image: StudentRowSnapshot): string {
  return createHash("sha256").update(JSON.stringify(image)).digest("hex");
}

/** Loads rules that allow every field. A chosen value needs no check, because one of the records has it already. */
async function readFieldRules(t: ReadTransaction): Promise<MergeFieldRules> {
  const [{ rules }, personal, medical, family, home, statuses] = await queryAll(
    [
      () => readGeneralTabRules({ isSerialLocked: false, isIdClosed: false }, t),
      () => loadTabRules("personal", t),
      () => loadTabRules("medical", t),
      () => loadTabRules("family", t),
      () => loadTabRules("home", t),
      () => listStudentStatuses(t),
    ],
    t,
  );
  return {
    general: rules,
    tabs: { personal, medical, family, home },
    statuses: new Map(statuses.map(({ student_status_id: id, detail }) => [id, detail])),
  };
}

async function merge(
  { image, groups, slots }: Judged,
  { keys, mergedBy }: { keys: MergeKeys; mergedBy: number },
  t: TermTransaction,
): Promise<void> {
  const mergeId = await insertMerge({ keptKey: keys.kept, mergedKey: keys.merged, mergedBy }, t);
  await setSaveId(`merge-${mergeId}`, t);
  for (const group of groups) await storeFields(group, { keys, image }, t);
  for (const plan of slots) await storeSlots(plan, keys, t);
  const after = await readStudentSnapshot({ keys: [keys.kept, keys.merged], locked: false }, t);
  await saveMergeSnapshots({ mergeId, before: image, after }, t);
}

async function storeFields(
  { of, relationship, differences }: MergeFieldGroup,
  { keys, image }: { keys: MergeKeys; image: StudentRowSnapshot },
  t: TermTransaction,
): Promise<void> {
  const taken = differences.filter(({ chosen }) => chosen === "merged");
  if (of === "general") return exchange(taken, { keys, image }, t);
  if (taken.length === 0) return;
  const columns = Object.fromEntries(taken.map(({ column, values }) => [column, values.merged]));
  await saveStudentTab({ studentKey: keys.kept, tab: of, row: relationship, columns }, t);
}

/** Columns with unique values. If the remaining record takes over a value, the two values are swapped. */
const UNIQUE = ["student_id", "birth_certificate_pin", "serial_number", "picture"];

/**
 * Swaps the chosen values of unique columns. The other record gets the value that the remaining record gives up, so
 * that a search for the old ID still finds the child.
 */
async function exchange(
  taken: readonly MergeFieldDifference[],
  { keys, image }: { keys: MergeKeys; image: StudentRowSnapshot },
  t: TermTransaction,
): Promise<void> {
  const columns = taken.map(({ column }) => column);
  const [kept, merged] = [studentIn(image, keys.kept), studentIn(image, keys.merged)];
  if (columns.includes("student_status_id")) columns.push("status_since");
  const valuesOf = (row: SnapshotRow) =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
  if (columns.some((column) => UNIQUE.includes(column)))
    await clearUniqueStudentValues({ key: keys.merged }, t);
  await updateSnapshotRows({ name: "students", rows: [{ id: keys.kept, ...valuesOf(merged) }], columns }, t);
  const gone = { ...valuesOf(kept), student_status_id: STUDENT_MERGED, merged_into: keys.kept };
  const all = { ...merged, ...gone };
  const written = [...new Set([...UNIQUE, ...Object.keys(gone)])];
  await updateSnapshotRows({ name: "students", rows: [all], columns: written }, t);
}

/** Moves the rows. A row with the student in its primary key is inserted again; any other row keeps its history. */
async function storeSlots(
  { table, moved, gone, left }: MergeTablePlan,
  keys: MergeKeys,
  t: TermTransaction,
): Promise<void> {
  const { key }: { key: readonly string[] } = STUDENT_TABLES[table];
  await deleteSnapshotRows({ name: table, rows: gone }, t);
  const theirs = moved.map((row) => ({ ...row, student_key: keys.kept }));
  if (key.includes("student_key")) {
    await deleteSnapshotRows({ name: table, rows: moved }, t);
    await insertSnapshotRows({ name: table, rows: theirs }, t);
  } else await updateSnapshotRows({ name: table, rows: theirs, columns: ["student_key"] }, t);
  const others = left.map((row) => ({ ...withoutKey(row, key), student_key: keys.merged }));
  await insertSnapshotRows({ name: table, rows: others }, t);
}

function withoutKey(row: SnapshotRow, key: readonly string[]): SnapshotRow {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !key.includes(column)));
}

function studentIn({ students }: StudentRowSnapshot, key: number): SnapshotRow {
  const found = students.find(({ id }) => id === key);
  if (!found) throw new Error(`student ${key} is not there`);
  return found;
}
