import type { Image, ImageRow } from "#db/queries/people/merges/images.ts";
import type { StudentTableName } from "#db/queries/people/merges/student-tables.ts";
import { PRESENT } from "#domain/attendance.ts";
import { MARK_COLUMNS } from "#fields/mark.ts";
import { RECORD_COLUMNS } from "#fields/term-record.ts";

/** The record that remains, or the one that is merged into it. */
export type Side = "kept" | "merged";

/** The keys of the two students. */
export type Keys = { kept: number; merged: number };

/** The chosen side, by the name of each choice. */
export type Chosen = ReadonlyMap<string, Side>;

/** A table with one row for each place of a student, such as a term, test or day. */
type SlotTable = {
  name: StudentTableName;
  /** The columns that are unique for a student. */
  slot: readonly string[];
  /** Two rows with the same values in these columns do not contradict each other. */
  says: readonly string[];
  /** Returns true for a row without any entry, which gives way to the other row. */
  isBlank?: (row: ImageRow) => boolean;
  /** One choice decides all rows, because there are too many to ask about each. */
  together?: true;
  /**
   * A row that is not chosen stays with the merged record, because a file belongs to the row: a document or a
   * signature.
   */
  leavesLoser?: true;
};

const CRITERIA = "criteria";
const SIGNED = ["signed_by", "signed_at", "returned_by", "return_reason"];

const SLOT_TABLES: readonly SlotTable[] = [
  { name: "registrations", slot: ["academic_term_id"], says: ["class_id"] },
  {
    name: "term_records",
    slot: ["academic_term_id"],
    says: [...RECORD_COLUMNS, ...SIGNED],
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
];

/** Two rows for the same place with different content. */
export type Contradiction = {
  name: string;
  table: StudentTableName;
  kept: ImageRow;
  merged: ImageRow;
  /** The number of places that this one choice decides. */
  places: number;
};

/** The plan for the rows of a table. */
export type SlotPlan = {
  table: StudentTableName;
  /** Rows of the merged record that go to the remaining one. */
  moved: ImageRow[];
  gone: ImageRow[];
  /** Rows that go to the merged record. */
  left: ImageRow[];
  contradictions: Contradiction[];
  /** The names of undecided contradictions. */
  open: string[];
};

/** Plans all tables in which a student has one row for each term, test or day. */
export function planSlots(image: Image, keys: Keys, chosen: Chosen): SlotPlan[] {
  const whole = { ...image, marks: withCriteria(image) };
  return SLOT_TABLES.map((table) => planTable(table, whole[table.name], { keys, chosen }));
}

function planTable(
  table: SlotTable,
  rows: readonly ImageRow[],
  { keys, chosen }: { keys: Keys; chosen: Chosen },
): SlotPlan {
  const plan: SlotPlan = { table: table.name, moved: [], gone: [], left: [], contradictions: [], open: [] };
  const kept = new Map(
    rows.filter((row) => row["student_key"] === keys.kept).map((row) => [placeOf(table, row), row]),
  );
  const input = new Map<string, Contradiction>();
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

type Settled = { row: ImageRow; theirs: ImageRow | undefined; side: Side };

function settle(plan: SlotPlan, { leavesLoser }: SlotTable, { row, theirs, side }: Settled): void {
  if (side === "merged") {
    plan.moved.push(row);
    if (theirs) plan.gone.push(theirs);
    if (theirs && leavesLoser) plan.left.push(theirs);
  } else if (!leavesLoser) plan.gone.push(row);
}

/** Returns null when both rows have an entry and the entries differ. */
function whichStays({ says, isBlank = never }: SlotTable, kept: ImageRow, merged: ImageRow): Side | null {
  if (says.every((column) => isSame(kept[column], merged[column]))) return "kept";
  if (isBlank(merged)) return "kept";
  return isBlank(kept) ? "merged" : null;
}

function choiceName(table: SlotTable, row: ImageRow): string {
  // The type of a document contains spaces, and field names must not.
  return table.together ? table.name : `${table.name}/${placeOf(table, row).replaceAll(" ", "-")}`;
}

function placeOf({ slot }: SlotTable, row: ImageRow): string {
  return slot.map((column) => String(row[column] ?? "")).join("-");
}

/** Adds the grades of the criteria to each mark, so that they are compared too. */
function withCriteria({ marks, criterion_grades: grades }: Image): ImageRow[] {
  return marks.map((mark) => ({ ...mark, [CRITERIA]: criteriaOf(mark, grades) }));
}

function criteriaOf({ mark_id: markId }: ImageRow, grades: readonly ImageRow[]): string {
  return grades
    .filter((grade) => grade["mark_id"] === markId && grade["grade"] !== null)
    .map(({ grade }) => String(grade))
    .join(", ");
}

function isBlankMark(row: ImageRow): boolean {
  return (
    MARK_COLUMNS.every((column) =>
      column === "attendance" ? row[column] === PRESENT : row[column] === null,
    ) && row[CRITERIA] === ""
  );
}

/** Ignores the number of sessions in the term, because nobody enters that about the child. */
function isBlankRecord(row: ImageRow): boolean {
  return [...RECORD_COLUMNS, ...SIGNED].every(
    (column) => column === "total_sessions" || (row[column] ?? "") === "",
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return (one ?? "") === (other ?? "");
}

function never(): boolean {
  return false;
}
