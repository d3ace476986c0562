import type { StudentRowSnapshot, SnapshotRow } from "#db/queries/people/merges/images.ts";
import { listMergedNames, type MergedName } from "#db/queries/people/merges/merges.ts";
import type { StudentTableName } from "#db/queries/people/merges/student-tables.ts";
import type { ReadTransaction } from "#db/index.ts";
import { ATTENDANCE_WORDS, PRESENT_AT_TEST, type TestAttendance } from "#domain/attendance.ts";
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
import { ALL_MARK_FIELDS } from "#fields/mark.ts";
import { columnsToValues, findFieldTitle, formatFieldValue } from "#fields/record.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import type { MergeConflict, MergeSide } from "./slots.server.ts";

/** Returns the display name of a row that another row refers to by id. */
export type RowNameLookup = (of: MergedName["of"], id: unknown) => string;

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

export type MergeConflictText = { group: string; title: string } & Readonly<Record<MergeSide, string>>;

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
