/** The name of each table's rows, singular and plural. */
const TABLES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  students: ["General Info", "General Info"],
  student_personal: ["Personal Info", "Personal Info"],
  student_medical: ["Medical Info", "Medical Info"],
  student_family: ["Family Info", "Family Info"],
  student_home: ["Lives With and Court Order", "Lives With and Court Order"],
  student_documents: ["document", "documents"],
  registrations: ["term in a class", "terms in a class"],
  student_subject_assignments: ["chosen subject", "chosen subjects"],
  term_records: ["term report", "term reports"],
  marks: ["mark", "marks"],
  criterion_grades: ["grade of a criterion", "grades of criteria"],
  attendance_entries: ["register entry", "register entries"],
  absence_calls: ["call to the family", "calls to the family"],
  turn_decisions: ["outcome of the rollover", "outcomes of the rollover"],
  entry_corrections: ["correction of a past term", "corrections of past terms"],
};

/** Counts the rows, such as `24 marks`. A tab of the record has no number; an empty table is left out. */
export function formatRowCount(table: string, count: number): string[] {
  const [one = table, several = table] = TABLES[table] ?? [];
  if (count === 0) return [];
  return [one === several ? one : `${count} ${count === 1 ? one : several}`];
}
