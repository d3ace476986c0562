import type { Image, ImageRow } from "#db/queries/people/merges/images.ts";
import type { StudentTableName } from "#db/queries/people/merges/student-tables.ts";
import { PRESENT } from "#domain/attendance.ts";
import { MARK_COLUMNS } from "#fields/mark.ts";
import { RECORD_COLUMNS } from "#fields/term-record.ts";

/** Which of two records something is taken from: the one that stays, or the one that is merged away. */
export type Side = "kept" | "merged";

/** Who is merged: by the keys of the two. */
export type Keys = { kept: number; merged: number };

/** What was chosen, by the name of each choice. */
export type Chosen = ReadonlyMap<string, Side>;

/** One row a place: a term, a test, a day. */
type SlotTable = {
  name: StudentTableName;
  /** Of one student no two rows have the same of these. */
  slot: readonly string[];
  /** Two rows that say the same of these contradict nothing. */
  says: readonly string[];
  /** A row in which nothing was entered yields to the other. */
  isBlank?: (row: ImageRow) => boolean;
  /** Too many to be asked one by one: one choice for all. */
  together?: true;
  /** The row that is not chosen stays with the record that is merged away, for a file hangs on it: a paper, a signature. */
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

/** Both have a row in one place, and they say different things. */
export type Contradiction = {
  name: string;
  table: StudentTableName;
  kept: ImageRow;
  merged: ImageRow;
  /** In how many places, where one choice is for all. */
  places: number;
};

/** What becomes of a table's rows. */
export type SlotPlan = {
  table: StudentTableName;
  /** Of the record that is merged away: they are the other's now. */
  moved: ImageRow[];
  gone: ImageRow[];
  /** They change to the record that is merged away. */
  left: ImageRow[];
  contradictions: Contradiction[];
  /** Those of them that nobody has decided. */
  open: string[];
};

/** What becomes of all rows of which a student has one a term, a test, or a day. */
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
  const asked = new Map<string, Contradiction>();
  for (const row of rows.filter((each) => each["student_key"] === keys.merged)) {
    const theirs = kept.get(placeOf(table, row));
    const side = theirs ? whichStays(table, theirs, row) : "merged";
    const name = choiceName(table, row);
    if (theirs && side === null) {
      const before = asked.get(name);
      asked.set(name, {
        name,
        table: table.name,
        kept: theirs,
        merged: row,
        places: 1 + (before?.places ?? 0),
      });
    }
    settle(plan, table, { row, theirs, side: side ?? chosen.get(name) ?? "kept" });
  }
  plan.contradictions = [...asked.values()];
  plan.open = [...asked.keys()].filter((name) => !chosen.has(name));
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

/** Null where both say something, and not the same. */
function whichStays({ says, isBlank = never }: SlotTable, kept: ImageRow, merged: ImageRow): Side | null {
  if (says.every((column) => isSame(kept[column], merged[column]))) return "kept";
  if (isBlank(merged)) return "kept";
  return isBlank(kept) ? "merged" : null;
}

function choiceName(table: SlotTable, row: ImageRow): string {
  // The type of a document has spaces, which the names of fields have not.
  return table.together ? table.name : `${table.name}/${placeOf(table, row).replaceAll(" ", "-")}`;
}

function placeOf({ slot }: SlotTable, row: ImageRow): string {
  return slot.map((column) => String(row[column] ?? "")).join("-");
}

/** A mark with the grades of its criteria, which are a part of what it says. */
function withCriteria({ marks, criterion_grades: grades }: Image): ImageRow[] {
  return marks.map((mark) => ({ ...mark, [CRITERIA]: criteriaOf(mark, grades) }));
}

function criteriaOf({ mark_id: markId }: ImageRow, grades: readonly ImageRow[]): string {
  return grades
    .filter((each) => each["mark_id"] === markId && each["grade"] !== null)
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

/** How many sessions the term had is no word of anybody about the child. */
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
