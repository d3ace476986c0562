import type { StudentRowSnapshot, SnapshotRow } from "#db/queries/people/merges/images.ts";
import type { StudentTableName } from "#db/queries/people/merges/student-tables.ts";
import { PRESENT_AT_TEST } from "#domain/attendance.ts";
import { MARK_COLUMNS } from "#fields/mark.ts";
import { TERM_RECORD_COLUMNS } from "#fields/term-record.ts";

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
  /** Set if a single choice decides about all rows, because there are too many to ask about each one. */
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
  // A past term that was opened for either record stays open for the one that remains.
  { name: "entry_corrections", slot: ["entry_correction_id"], says: ["until"] },
];

/** Two rows of the same slot with different content. */
export type MergeConflict = {
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
