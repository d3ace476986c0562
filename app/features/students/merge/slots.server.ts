import type { StudentRowSnapshot, SnapshotRow } from "#db/queries/people/merges/images.ts";
import type { StudentTableName } from "#db/queries/people/merges/tables.ts";
import { PRESENT_AT_TEST, ATTENDANCE_WORDS, type TestAttendance } from "#domain/attendance.ts";
import { MARK_COLUMNS, ALL_MARK_FIELDS } from "#fields/mark.ts";
import { TERM_RECORD_COLUMNS, TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { listMergedNames, type MergedName } from "#db/queries/people/merges/merges.ts";
import type { ReadTransaction } from "#db/index.ts";
import { formatDate } from "#domain/dates.ts";
import {
  academicYearOf,
  FORTNIGHTLY_TEST_ID,
  periodLabel,
  testTitle,
  yearLabel,
  type AssessmentType,
  type TestId,
} from "#domain/terms.ts";
import { columnsToValues, findFieldTitle, formatFieldValue } from "#fields/record.ts";

/** One of the two records: `kept` remains, and `merged` is merged into it. */
export type MergeSide = "kept" | "merged";

export type MergeKeys = { kept: number; merged: number };

/** The chosen side for each choice, by the name of the choice. */
export type ChosenMergeSides = ReadonlyMap<string, MergeSide>;

/** A table in which a student has at most one row for each slot. A slot is a term, a test or a day, for example. */
type SlotTable = {
  name: StudentTableName;
  /** The columns that identify the slot of a row. */
  slot: readonly string[];
  /**
   * The columns with content. Two rows of the same slot contradict each other if they differ in one of these columns.
   */
  says: readonly string[];
  /** Returns true for a row without content. The other row then stays. */
  isBlank?: (row: SnapshotRow) => boolean;
  /** Set if a single choice decides about all rows, because there are too many to ask about each row. */
  together?: true;
  /** Set if the row that is not chosen stays with the merged record, because it has a file. */
  leavesLoser?: true;
};

const CRITERIA = "criteria";
const SIGNED = ["signed_by", "signed_at", "returned_by", "return_reason"];

const SLOT_TABLES: readonly SlotTable[] = [
  { name: "registrations", slot: ["academic_term_id"], says: ["class_id"] },
  {
    name: "term_records",
    slot: ["academic_term_id"],
    says: [...TERM_RECORD_COLUMNS, ...SIGNED],
    isBlank: isBlankRecord,
    leavesLoser: true,
  },
  {
    name: "marks",
    slot: ["academic_term_id", "subject_id", "test_id", "fortnightly_test_id"],
    says: [...MARK_COLUMNS, "max_mark", CRITERIA],
    isBlank: isBlankMark,
  },
  { name: "archive_registrations", slot: ["academic_term_id"], says: ["form_class_id"] },
  { name: "student_subject_assignments", slot: ["academic_year_id", "subject_id"], says: ["employee_id"] },
  {
    name: "student_documents",
    slot: ["description"],
    says: ["file_name"],
    leavesLoser: true,
  },
  {
    name: "attendance_entries",
    slot: ["day", "session"],
    together: true,
    says: ["class_id", "state", "reason", "note"],
  },
  { name: "absence_calls", slot: ["day"], says: ["note"], together: true },
  // A past term that was opened for either record stays open for the record that remains.
  { name: "entry_corrections", slot: ["entry_correction_id"], says: ["until"] },
];

/** Two rows of the same slot with different content. */
type MergeConflict = {
  name: string;
  table: StudentTableName;
  kept: SnapshotRow;
  merged: SnapshotRow;
  /** The number of slots that this choice decides. */
  places: number;
};

export type MergeTablePlan = {
  table: StudentTableName;
  /** The rows of the merged record that move to the remaining record. */
  moved: SnapshotRow[];
  gone: SnapshotRow[];
  /** The rows of the remaining record that move to the merged record. */
  left: SnapshotRow[];
  contradictions: MergeConflict[];
  /** The names of undecided contradictions. */
  open: string[];
};

/** Plans the merge of all tables in which a student has one row for each term, test or day. */
export function planMergeOfSlots(
  image: StudentRowSnapshot,
  keys: MergeKeys,
  chosen: ChosenMergeSides,
): MergeTablePlan[] {
  const whole = { ...image, marks: withCriteria(image) };
  return SLOT_TABLES.map((table) => planTable(table, whole[table.name], { keys, chosen }));
}

function planTable(
  table: SlotTable,
  rows: readonly SnapshotRow[],
  { keys, chosen }: { keys: MergeKeys; chosen: ChosenMergeSides },
): MergeTablePlan {
  const plan: MergeTablePlan = {
    table: table.name,
    moved: [],
    gone: [],
    left: [],
    contradictions: [],
    open: [],
  };
  const kept = new Map(
    rows.filter((row) => row["student_key"] === keys.kept).map((row) => [placeOf(table, row), row]),
  );
  const input = new Map<string, MergeConflict>();
  for (const row of rows.filter((item) => item["student_key"] === keys.merged)) {
    const theirs = kept.get(placeOf(table, row));
    const side = theirs ? whichStays(table, theirs, row) : "merged";
    const name = choiceName(table, row);
    if (theirs && side === null) {
      const before = input.get(name);
      input.set(name, {
        name,
        table: table.name,
        kept: theirs,
        merged: row,
        places: 1 + (before?.places ?? 0),
      });
    }
    settle(plan, table, { row, theirs, side: side ?? chosen.get(name) ?? "kept" });
  }
  plan.contradictions = [...input.values()];
  plan.open = [...input.keys()].filter((name) => !chosen.has(name));
  return plan;
}

type Settled = { row: SnapshotRow; theirs: SnapshotRow | undefined; side: MergeSide };

function settle(plan: MergeTablePlan, { leavesLoser }: SlotTable, { row, theirs, side }: Settled): void {
  if (side === "merged") {
    plan.moved.push(row);
    if (theirs) plan.gone.push(theirs);
    if (theirs && leavesLoser) plan.left.push(theirs);
  } else if (!leavesLoser) plan.gone.push(row);
}

/** Returns the side whose row stays. Returns null if both rows have content and their content differs. */
function whichStays(
  { says, isBlank = never }: SlotTable,
  kept: SnapshotRow,
  merged: SnapshotRow,
): MergeSide | null {
  if (says.every((column) => isSame(kept[column], merged[column]))) return "kept";
  if (isBlank(merged)) return "kept";
  return isBlank(kept) ? "merged" : null;
}

function choiceName(table: SlotTable, row: SnapshotRow): string {
  // A document type may contain spaces, but the name of a form field must not.
  return table.together ? table.name : `${table.name}/${placeOf(table, row).replaceAll(" ", "-")}`;
}

function placeOf({ slot }: SlotTable, row: SnapshotRow): string {
  return slot.map((column) => String(row[column] ?? "")).join("-");
}

/** Adds the grades by criterion to each mark, so that they are compared too. */
function withCriteria({ marks, criterion_grades: grades }: StudentRowSnapshot): SnapshotRow[] {
  return marks.map((mark) => ({ ...mark, [CRITERIA]: criteriaOf(mark, grades) }));
}

function criteriaOf({ mark_id: markId }: SnapshotRow, grades: readonly SnapshotRow[]): string {
  return grades
    .filter((grade) => grade["mark_id"] === markId && grade["grade"] !== null)
    .map(({ grade }) => String(grade))
    .join(", ");
}

function isBlankMark(row: SnapshotRow): boolean {
  return (
    MARK_COLUMNS.every((column) =>
      column === "attendance" ? row[column] === PRESENT_AT_TEST : row[column] === null,
    ) && row[CRITERIA] === ""
  );
}

/** Returns whether a term record is blank. The number of sessions is the class's and does not count. */
function isBlankRecord(row: SnapshotRow): boolean {
  return [...TERM_RECORD_COLUMNS, ...SIGNED].every(
    (column) => column === "total_sessions" || (row[column] ?? "") === "",
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return (one ?? "") === (other ?? "");
}

function never(): boolean {
  return false;
}

/** Returns the display name of a row that another row refers to by id. */
type RowNameLookup = (of: MergedName["of"], id: unknown) => string;

/** Loads the names of all rows that the two students' rows refer to. */
export async function loadRowNames(image: StudentRowSnapshot, t: ReadTransaction): Promise<RowNameLookup> {
  const all = Object.values(image).flat();
  const ids = (column: string) => [
    ...new Set(all.map((row) => Number(row[column] ?? 0)).filter((id) => id > 0)),
  ];
  const found = await listMergedNames(
    {
      classIds: ids("class_id"),
      subjectIds: ids("subject_id"),
      fortnightlyTestIds: ids("fortnightly_test_id"),
      employeeIds: ids("employee_id"),
      academicTermIds: ids("academic_term_id"),
    },
    t,
  );
  const words = new Map(found.map((item) => [`${item.of} ${item.id}`, item.words]));
  return (of, id) => words.get(`${of} ${String(id)}`) ?? String(id);
}

type Words = {
  /** Returns the heading above a choice: the name of its term, or one heading for all terms. */
  group: (row: SnapshotRow) => string;
  title: (row: SnapshotRow, names: RowNameLookup) => string;
  says: (row: SnapshotRow, names: RowNameLookup) => string;
};

const WORDS: Partial<Record<StudentTableName, Words>> = {
  registrations: {
    group: termOf,
    title: () => "Class",
    says: ({ class_id: id }, names) => names("class", id),
  },
  term_records: { group: termOf, title: () => "Term report", says: recordWords },
  marks: { group: termOf, title: testWords, says: markWords },
  archive_registrations: {
    group: termOf,
    title: () => "Class",
    says: ({ form_class_id: id }) => String(id),
  },
  student_subject_assignments: {
    group: ({ academic_year_id: id }) => yearLabel(Number(id)),
    title: ({ subject_id: id }, names) => names("subject", id),
    says: ({ employee_id: id }, names) => names("employee", id),
  },
  student_documents: {
    group: () => "Documents",
    title: ({ description }) => String(description),
    says: ({ original_name: name, uploaded_at: at }) =>
      `${String(name)}, uploaded ${formatDate(String(at).slice(0, 10))}`,
  },
};

/** The tables for which a single choice decides about all rows. */
const TOGETHER: Partial<Record<StudentTableName, { title: string; of: string }>> = {
  attendance_entries: { title: "Registers that list both records", of: "session" },
  absence_calls: { title: "Calls to the family", of: "day" },
};

const ALL_TERMS = "Attendance";

type MergeConflictText = { group: string; title: string } & Readonly<Record<MergeSide, string>>;

/** Describes two rows that contradict each other, with the content of both. */
export function describeMergeConflict(
  { table, kept, merged, places }: MergeConflict,
  { names, ids }: { names: RowNameLookup; ids: Readonly<Record<MergeSide, string>> },
): MergeConflictText {
  const together = TOGETHER[table];
  if (together) {
    const title = `${together.title}: ${places} ${together.of}${places === 1 ? "" : "s"}`;
    return { group: ALL_TERMS, title, kept: `As in ${ids.kept}`, merged: `As in ${ids.merged}` };
  }
  const words = WORDS[table];
  if (!words) throw new Error(`nothing says how rows of ${table} contradict each other`);
  return {
    group: words.group(merged),
    title: words.title(merged, names),
    kept: words.says(kept, names),
    merged: words.says(merged, names),
  };
}

/** Returns the name of a term with its year. Early terms in the archive have only a number. */
function termOf({ academic_term_id: id }: SnapshotRow): string {
  const year = academicYearOf(Number(id));
  return year > 1_000_000 ? periodLabel(year, Number(id) % 10) : `Term ${String(id)}`;
}

function testWords(row: SnapshotRow, names: RowNameLookup): string {
  const { subject_id: subjectId, test_id: testId, fortnightly_test_id: fortnightlyId } = row;
  const type = names("assessment", row["academic_term_id"]) as AssessmentType;
  const title =
    testId === FORTNIGHTLY_TEST_ID
      ? names("fortnightly test", fortnightlyId)
      : testTitle(Number(testId) as TestId, type, null);
  return `${names("subject", subjectId)}, ${title}`;
}

function markWords(row: SnapshotRow): string {
  const values = columnsToValues(ALL_MARK_FIELDS, row);
  const { mark, attendance, ...others } = values;
  const said = Object.entries(others).filter(([, value]) => value !== null);
  return [
    ...(attendance === PRESENT_AT_TEST ? [] : [ATTENDANCE_WORDS[attendance as TestAttendance]]),
    ...(mark == null ? [] : [`${String(mark)} of ${String(row["max_mark"])}`]),
    ...said.map(([name, value]) => `${findFieldTitle(ALL_MARK_FIELDS, name)} ${String(value)}`),
    ...(row["criteria"] ? [`criteria ${String(row["criteria"])}`] : []),
  ].join(", ");
}

function recordWords(row: SnapshotRow): string {
  const said = Object.entries(columnsToValues(TERM_RECORD_FIELDS, row)).filter(([, value]) => value !== null);
  const signed = row["signed_at"];
  return [
    ...said.map(
      ([name, value]) =>
        `${findFieldTitle(TERM_RECORD_FIELDS, name)}: ${formatFieldValue(TERM_RECORD_FIELDS, name, value)}`,
    ),
    ...(signed == null ? [] : [`signed ${formatDate(String(signed).slice(0, 10))}`]),
    ...(row["return_reason"] == null ? [] : [`sent back: ${String(row["return_reason"])}`]),
  ].join("; ");
}
