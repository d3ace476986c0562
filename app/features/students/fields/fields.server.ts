import type { Visit } from "#access/session.server.ts";
import { getStudentKey, getVisibleStudentTab, type VisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction, queryAll, transaction, type ReadTransaction } from "#db/index.ts";
import { listEthnicGroupRows, listReligionRows } from "#db/queries/people/groups.ts";
import { listRecordChanges } from "#db/queries/people/record-changes.ts";
import { lockRecord } from "#db/queries/people/record-files.ts";
import { logRecordViews, saveStudentTab, listStudentTabRows } from "#db/queries/people/student-tabs.ts";
import { RELATIONSHIPS } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import { formatFieldText } from "#fields/kind.ts";
import {
  findSameAsParent,
  withParentValues,
  HOME_ROW_NUMBER,
  isTakenFromParent,
  studentTabFields,
  STUDENT_TAB_FIELDS,
  type SelfSavingRecord,
  type SelfSavingTab,
  type StudentTabInput,
} from "#fields/people/student.ts";
import type { RecordFields, FieldRefusal } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { handleSaveOfLongRows } from "#saving/server/answer-save.server.ts";
import { parsePostedRows, parseRecordName } from "#saving/server/posted-rows.server.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import {
  saveRowFromApi,
  type RecordSaveInput,
  type RecordSaveResult,
} from "#saving/server/save-record.server.ts";
import { recordSaveDefinition, type RecordRow } from "#saving/server/saved-screen.server.ts";
import { familyOrTabFields, studentTabSaveUrl, type StudentTabView } from "./fields.ts";

export type StudentTabKey = { studentKey: number; tab: SelfSavingTab };

/** A tab of a student's record that the person may see. */
export type VisibleStudentTab = StudentTabKey & { student: VisibleStudent; rules: StudentTabInput };

/** The Personal, Medical and Family tabs, which save each field by itself. */
const SAVED_FIELDS = recordSaveDefinition<StudentTabKey, VisibleStudentTab>({
  find: async (person, key, t) => {
    const student = await getVisibleStudentTab(person, key, t);
    return { ...key, student, rules: await loadTabRules(key.tab, t) };
  },
  closed: ({ student }) =>
    student.manages ? null : { why: "not-yours", words: "only the school office can change these details" },
  // The history gives no row, because it needs the fields of all rows.
  fields: ({ rules }, row) => (row ? familyOrTabFields(rules, String(row.columns.row)) : allFields(rules)),
  lock: ({ studentKey: id }, t) => lockRecord({ kind: "student", id }, t),
  read: async ({ studentKey, tab }, t) => {
    const found = await listStudentTabRows({ studentKey, tab }, t);
    const home = tab === "family" ? await listStudentTabRows({ studentKey, tab: "home" }, t) : [];
    const all = [...found, ...home.map((stored) => ({ ...stored, row: HOME_ROW_NUMBER }))];
    return new Map(
      all.map(({ version, ...columns }): [number, RecordRow] => [columns.row, { version, columns }]),
    );
  },
  history: ({ studentKey, tab }, { row, base }, t) => {
    const record = recordOf(tab, row);
    const rowId = record === "family" ? `${studentKey}:${row}` : String(studentKey);
    return listRecordChanges({ table: `student_${record}`, rowId, row, base }, t);
  },
  refusal: ({ changes, values }) => refuseFollowed(changes, values),
  store: ({ studentKey, tab }, { row, columns }, t) =>
    saveStudentTab({ studentKey, tab: recordOf(tab, row), row, columns }, t),
  words: {
    notFound: "This student’s record no longer exists, or you cannot open it. Choose another student.",
    noRow: "not a part of this student’s record",
    noField: "this part of the record has no field with this name",
  },
});

function allFields(rules: StudentTabInput): RecordFields {
  const fields = studentTabFields(rules);
  return rules.tab === "family" ? new Map([...fields, ...STUDENT_TAB_FIELDS.home]) : fields;
}

function recordOf(tab: SelfSavingTab, row: number): SelfSavingRecord {
  return tab === "family" && row === HOME_ROW_NUMBER ? "home" : tab;
}

/**
 * Refuses a detail of a relative who is the same person as a parent. The sending page was loaded before somebody
 * chose that the two are the same person. The detail would be saved but never shown.
 */
function refuseFollowed(changes: FieldValues, values: FieldValues): FieldRefusal | null {
  const parent = findSameAsParent(values);
  const field =
    parent === null || "same_as" in changes ? undefined : Object.keys(changes).find(isTakenFromParent);
  if (parent === null || field === undefined) return null;
  return {
    field,
    reason: `these details are the same as the ${RELATIONSHIPS[parent]}’s: choose Somebody else first`,
  };
}

/** Loads the rules for the values of a tab. The Personal tab needs the school's own lists. */
export async function loadTabRules(tab: SelfSavingRecord, t: ReadTransaction): Promise<StudentTabInput> {
  if (tab !== "personal") return { tab, ethnicGroups: [], religions: [] };
  const [ethnic, religious] = await queryAll([() => listEthnicGroupRows(t), () => listReligionRows(t)], t);
  return {
    tab,
    ethnicGroups: ethnic.map(({ ethnic_group_id: id, grouping }) => ({ id, grouping })),
    religions: religious.map(({ religion_id: id, grouping }) => ({ id, grouping })),
  };
}

/** Loads a tab of a student's record for its page. @throws notFound */
export async function readStudentTab(visit: Visit, key: StudentTabKey): Promise<StudentTabView> {
  const { person, school } = visit;
  const { found, rows } = await openFields(person, key);
  return {
    tab: key.tab,
    rules: found.rules,
    rows: [...rows].map(([row, stored]) => loadedRow(found, row, stored)),
    saveUrl: studentTabSaveUrl(key),
    accountId: person.accountId,
    closed: SAVED_FIELDS.closed(found)?.words ?? null,
    address: key.tab === "family" && found.student.manages ? await addressOf(key) : "",
    timeZone: school.timeZone,
    hasSea: school.flavour === "secondary",
  };
}

/**
 * Loads the rows of a tab by their names. Reading medical and family data is logged.
 * @throws notFound
 */
async function openFields(person: Person, key: StudentTabKey): Promise<OpenedFields> {
  const found = await findFields(person, key);
  return { found, rows: await SAVED_FIELDS.read(found, null, noTransaction) };
}

/**
 * Finds a tab for display. Reading medical and family data is logged.
 * @throws notFound
 */
async function findFields(person: Person, key: StudentTabKey): Promise<VisibleStudentTab> {
  const found = await SAVED_FIELDS.find(person, key, noTransaction);
  const { studentKey, tab: record } = key;
  const { accountId } = person;
  if (record !== "personal")
    await transaction(person, (t) =>
      logRecordViews({ accountId, studentKeys: [studentKey], records: [record] }, t),
    );
  return found;
}

function loadedRow(found: VisibleStudentTab, row: string, stored: RecordRow): LoadedRow {
  return { row, version: stored.version, values: SAVED_FIELDS.valuesOf(found, stored) };
}

async function addressOf({ studentKey }: StudentTabKey): Promise<string> {
  const [personal] = await listStudentTabRows({ studentKey, tab: "personal" }, noTransaction);
  const held = personal?.address_home;
  return typeof held === "boolean" ? "" : formatFieldText(held);
}

/**
 * Saves the whole tab from a form sent without JavaScript.
 * @throws notFound, or badRequest for a form of another tab
 */
export async function saveStudentTabForm(person: Person, key: StudentTabKey, form: FormData) {
  const posted = parsePostedRows(form);
  if (parseRecordName(form) !== key.tab || posted.length === 0) throw badRequest();
  const { status, outcomes } = await savePostedForm(SAVED_FIELDS, { person, key }, posted);
  return { status, sent: { tab: key.tab, outcomes } };
}

/**
 * Saves fields sent by the tab's script. The response may contain a whole row, so the reading of medical and family
 * data is logged here too.
 * @throws notFound
 */
export async function saveStudentTabFields(person: Person, key: StudentTabKey, request: Request) {
  await findFields(person, key);
  return handleSaveOfLongRows(SAVED_FIELDS, { person, key }, request);
}

export type StudentTabReference = { studentId: string; tab: SelfSavingTab };

/** A row for the API. In the Family tab, `row` is the relationship. */
type StoredFieldsRow = { row: string; version: number; values: FieldValues };

/** Loads a tab of the student with this public ID, for an API call. @throws notFound */
export async function readStudentTabById(
  person: Person,
  named: StudentTabReference,
): Promise<StoredFieldsRow[]> {
  const { found, rows } = await openFields(person, await keyOf(named));
  return [...rows]
    .filter(([row]) => recordOf(named.tab, Number(row)) === named.tab)
    .map(([row, stored]) => {
      const own = SAVED_FIELDS.valuesOf(found, stored);
      return { row, version: stored.version, values: readValues({ found, rows }, row, own) };
    });
}

type OpenedFields = { found: VisibleStudentTab; rows: ReadonlyMap<string, RecordRow> };

/** Returns the values of a row. A relative who is the same person as a parent has the parent's details. */
function readValues({ found, rows }: OpenedFields, row: string, own: FieldValues): FieldValues {
  const parent = rows.get(String(findSameAsParent(own)));
  return parent === undefined
    ? own
    : withParentValues(familyOrTabFields(found.rules, row), own, SAVED_FIELDS.valuesOf(found, parent));
}

/**
 * Saves a row for an API call. Fields that the call leaves out are not changed. Only family rows have a relationship.
 * @throws notFound
 */
export async function saveStudentTabById(
  person: Person,
  { relationship, ...named }: StudentTabReference & { relationship: number | null },
  {
    valuesFor,
    ...record
  }: Omit<RecordSaveInput, "values"> & { valuesFor: (fields: RecordFields) => FieldValues },
): Promise<RecordSaveResult> {
  const key = await keyOf(named);
  const opened = await openFields(person, key);
  const { found, rows } = opened;
  const row = String(relationship ?? key.studentKey);
  const stored = rows.get(row);
  if (!stored) throw notFound(SAVED_FIELDS.words.notFound);
  // Fields that this row does not have are parsed as well, so that they are refused and not ignored.
  const given = valuesFor(new Map([...STUDENT_TAB_FIELDS[key.tab], ...SAVED_FIELDS.fields(found, stored)]));
  const values = withoutFollowing(given, readValues(opened, row, SAVED_FIELDS.valuesOf(found, stored)));
  const saved = await saveRowFromApi(
    SAVED_FIELDS,
    { person, key, target: found, row, stored },
    { ...record, values },
  );
  if (saved.outcome !== "saved") return saved;
  const shown = readValues(opened, row, saved.stored.values);
  return { ...saved, stored: { ...saved.stored, values: shown } };
}

/**
 * The API has no way to say that a relative is the same person as a parent. If a call sends only the parent's details,
 * nothing changes. With any other detail the relative becomes a separate person, who keeps the details shown until now.
 */
function withoutFollowing(given: FieldValues, read: FieldValues): FieldValues {
  if (findSameAsParent(read) === null || "same_as" in given) return given;
  const followed = Object.keys(given).filter(isTakenFromParent);
  const isOther = followed.some((name) => (given[name] ?? null) !== (read[name] ?? null));
  if (isOther) return { ...read, ...given, same_as: null };
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isTakenFromParent(name)));
}

async function keyOf({ studentId, tab }: StudentTabReference): Promise<StudentTabKey> {
  return { studentKey: await getStudentKey(studentId), tab };
}
